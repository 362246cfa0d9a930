"""Views along random games of Takara Island under every option that changes odds, and actions played on them in Fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from orienteer.core.rng import RandomStream
from orienteer.core.state import State, View
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import CARDS
from orienteer.events import Answer, parse_event

LOOKS = ("survey", "soothsayer", "archaeologist", "impostor")


def gallery(*levels: str) -> tuple[tuple[int, ...], ...]:
    """Copies by card of levels such as "2 gold_2, rockfall"."""
    found = []
    for words in levels:
        counts = [0] * len(CARDS)
        for part in filter(None, words.split(", ")):
            number, _, name = part.rpartition(" ")
            counts[CARDS.index(name)] += int(number or 1)
        found.append(tuple(counts))
    return tuple(found)


THREE_PILES: dict[str, Any] = {
    "gallery": gallery(
        "2 rockfall, bat_b, xp_1_hospital, 2 gold_2", "goblin_c, rockfall, chest", "2 stone, chest, drake, xp_4, gold_6"
    ),
    "piles": 3,
    "treasures": (1, 1, 0, 1, 1, 2),
    "gold": 30,
}
OPTIONS: list[dict[str, Any]] = [
    {"gold": 30},
    THREE_PILES,
    {**THREE_PILES, "players": 3, "survey_blocked_by": "rockfall", "mimic_fail": "removed", "impostor": "any"},
    {**THREE_PILES, "miner_on_monster": "wasted", "miner_may_stop": True, "map_choice": "end_of_day", "adventurers": 3},
]


def views(options: dict[str, Any], seed: int, every: int = 3, looks: float = 0.5) -> Iterator[View]:
    """Views of one seat or another at choices of actions; about half of these are looks."""
    stream = RandomStream(seed)
    state = TakaraIsland(**options).new_initial_state()
    number = 0
    while not state.is_terminal():
        player = state.current_player()
        if player < 0:
            state.apply(state.sample_chance(stream))
            continue
        number += 1
        if number % every == 0 and state.fields()["phase"] == "act":
            yield View(state, stream.below(state.game.num_players) if number % 2 else player)
        legal = state.legal_actions()
        looking = [action for action in legal if state.action_to_string(player, action).startswith(LOOKS)]
        if looking and stream.uniform() < looks:
            legal = looking
        state.apply(legal[stream.below(len(legal))])


def counted(state: State, text: str) -> Answer:
    """What an event counts in a state, masked or whole."""
    event = parse_event(state.game, text)
    event.check(state)
    return event.counted(state)


def actors(options: dict[str, Any], seeds: int = 4) -> Iterator[tuple[Any, Any, list[str]]]:
    """Of players to move: what one knows as a whole state, his mask, and his moves by name."""
    every = 5 if "gallery" in options else 17  # games with all cards are that much longer
    for seed in range(seeds):
        for view in views(options, seed, every):
            if view.mask.current_player() == view.viewer:
                names = [view.mask.action_to_string(view.viewer, action) for action in view.mask.legal_actions()]
                yield view.mask.alone(view.viewer), view.mask, names


def with_fields(state: Any, **changes: Any) -> Any:
    return state.game.state_from({**state.fields(), **changes})


def played(
    state: TakaraIslandState,
    name: str,
    choose: Callable[[str, list[str], int], str | None],
    read: Callable[[dict[str, Any], dict[str, Any], int], Any],
) -> dict[Any, Fraction]:
    """How likely each `read(before, after, looks)` is once the action of this name has been carried out.

    `choose`: a move by name among those that come up meanwhile, None where the action is over; `looks`: cards seen.
    """
    seat = state.current_player()
    found: dict[Any, Fraction] = defaultdict(Fraction)

    def walk(at: TakaraIslandState, chance: Fraction, looks: int) -> None:
        if at.is_chance_node():
            outcomes = at.chance_outcomes()
            total = sum(weight for _, weight in outcomes)
            for outcome, weight in outcomes:
                shown = at.fields()["phase"] in ("look", "mine", "dig")
                walk(at.child(outcome), chance * Fraction(weight, total), looks + shown)
            return
        names = [] if at.is_terminal() else [at.action_to_string(seat, action) for action in at.legal_actions(seat)]
        move = choose(at.fields()["phase"], names, looks)
        if move is None:
            found[read(state.fields(), at.fields(), looks)] += chance
        else:
            walk(at.child(at.string_to_action(seat, move)), chance, looks)

    walk(state.child(state.string_to_action(seat, name)), Fraction(1), 0)
    return dict(sorted(found.items()))


def goes_on(phase: str, names: list[str], looks: int) -> str | None:
    """The choice of `played` for who does all that comes up."""
    return {"mine_on": "go-on", "map": "map-gold"}.get(phase)
