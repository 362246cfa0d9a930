"""The core agrees with the plain Python twin at every step of random games, for the table and for every seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from orienteer.core.state import CHANCE_PLAYER
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState

from .twin import Twin
from .twin_fields import fields
from .twin_games import BGA, OPTION_SETS, STYLES, TINY, passed_through, played
from .twin_piles import every_arrangement, is_monster
from .twin_tables import CARDS, SPECIALISTS

SEEDS = range(1)
MAX_STEPS = 250
NEAR_STATES = 600
FLAT = {  # two rockfalls and a stone to be proven away
    "gallery": (
        (1, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2),
    ),
    "piles": 2,
}


def agree(state: TakaraIslandState, twin: Twin, step: int) -> None:
    """All that can be asked of both is the same; of the masks one seat's, another one at each step."""
    assert state.current_player() == twin.current_player
    for viewer in (None, step % twin.n):
        shown = state if viewer is None else state.mask(viewer)
        found, wanted = shown.fields(), fields(twin, viewer)
        wrong = {name: (found[name], value) for name, value in wanted.items() if found[name] != value}
        assert not wrong, viewer
        assert odds(shown) == twin.outcomes_for(viewer), viewer
        if twin.current_player >= 0:
            assert names(shown) == sorted(legal(twin, viewer)), viewer
        assert state.game.state_from(found) == shown
    viewer = step % twin.n
    if viewer == twin.turn or twin.phase not in ("look", "survey", "peek"):
        assert odds(state.alone(viewer)) == twin.outcomes_for(viewer)
    for objective in state.game.objectives:
        assert state.returns(objective) == twin.returns(objective)
    assert state.scores() == twin.totals
    assert (state.segment("turn"), state.segment("round")) == (twin.turns, twin.turns // twin.n)
    assert [state.observation(seat) for seat in twin.seats] == twin.seen


def odds(state: TakaraIslandState) -> dict[str, Fraction]:
    if state.current_player() != CHANCE_PLAYER:
        return {}
    listed = state.chance_outcomes()
    total = sum(weight for _, weight in listed)
    return {state.action_to_string(CHANCE_PLAYER, k): Fraction(weight, total) for k, weight in listed}


def names(state: TakaraIslandState) -> list[str]:
    player = state.current_player()
    return sorted(state.action_to_string(player, action) for action in state.legal_actions())


def legal(twin: Twin, viewer: int | None) -> list[str]:
    """What a viewer thinks the mover may do: a card that he has not seen may be a monster."""
    if viewer in (None, twin.turn) or twin.phase != "survey":
        return twin.legal
    known = twin.piles[twin.pile].slots[twin.place].known_to(viewer)
    return twin.survey_steps(known is None or is_monster(known))


def follow(masks: list[TakaraIslandState], state: TakaraIslandState) -> None:
    """Advance every seat's view by what it noticed alone; it stays the mask of the state."""
    for seat, mask in enumerate(masks):
        mask.observe(seat, state.observation(seat))
        assert mask == state.mask(seat)


def compare(options: Mapping[str, Any], style: str, seed: int) -> None:
    """Play one random game on both, step by step."""
    game = TakaraIsland(**options)
    state, twin = game.new_initial_state(), Twin(game.options)
    done: list[str] = []
    followed = [state.mask(seat) for seat in twin.seats]
    try:
        for name in played(twin, style, seed, MAX_STEPS):
            agree(state, twin, len(done))
            done.append(name)
            state.apply(state.string_to_action(state.current_player(), name))
            follow(followed, state)
        agree(state, twin, len(done))
    except Exception as error:
        error.add_note(f"{game!r} seed {seed}: {' '.join(done[-12:])}")
        raise


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_law_core_and_twin_agree(options: dict[str, Any], style: str, seed: int) -> None:
    compare(options, style, seed)


@pytest.mark.parametrize("options", [{}, {"players": 3, **BGA, "miner_may_stop": True}], ids=str)
def test_law_core_and_twin_agree_on_all_near_states_of_the_reduced_sets(options: dict[str, Any]) -> None:
    """Breadth first, each state once."""
    game = TakaraIsland(**options).reduced()
    waiting = [(game.new_initial_state(), Twin(game.options))]
    found = {waiting[0][0].key()}
    for number, (state, twin) in enumerate(waiting):
        agree(state, twin, number)
        for name in twin.outcomes or twin.legal:
            after, twin_after = state.clone(), deepcopy(twin)
            after.apply(state.string_to_action(state.current_player(), name))
            twin_after.apply(name)
            if after.key() not in found and len(found) < NEAR_STATES:
                found.add(after.key())
                waiting.append((after, twin_after))
    assert len(waiting) > 200


@pytest.mark.parametrize("options", [FLAT, TINY], ids=str)
def test_law_the_twins_odds_are_those_of_all_arrangements_one_by_one(options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(8):
        twin = Twin(TakaraIsland(**options, gold=6).options)
        for step, _ in enumerate(played(twin, "watcher", seed, 40)):
            viewer = step % 3 - 1 if step % 3 else None
            laid = list(every_arrangement(twin.piles, viewer))
            for i, pile in enumerate(twin.piles):
                for place, slot in enumerate(pile.cards):
                    if (step + i + place) % 4 == 0 and slot.known_to(viewer) is None:
                        counts = Counter(cards[i][place] for cards in laid)
                        wanted = {card: Fraction(count, len(laid)) for card, count in counts.items()}
                        assert twin.piles.odds(i, pile.top + place, viewer) == wanted
                        compared += len(laid) > 1
    assert compared > 100


DUG = ("gold_2", "gold_4", "gold_6", "rockfall", "xp_1", "xp_2", "xp_4", "drake", "chest", "stone")
WANTED = {
    *(f"{card} by {how}" for card in CARDS for how in ("dig", "look")),
    *(f"{card} by mine" for card in DUG),
    *(f"{card} in peek" for card in CARDS),
    *(f"{card} by dig with the sword" for card, row in CARDS.items() if row.health or row.injures),
    *(f"treasure:{name} in treasure" for name in ("tablet", "idol", "gold_bag", "skull", "map", "mimic")),
    *("map-gold in map", "map-xp in map", "mimic-beaten in mimic", "mimic-wins in mimic"),
    *("treasure:idol while mining", "mimic-beaten while mining", "mimic-wins while mining", "treasure:map while mining"),
    *("go-on in mine_on", "stop in mine_on", "a rockfall face up is mined", "miner on a monster"),
    *("turn-up in survey", "go-on in survey", "a survey passes a monster"),
    *(f"known in {phase}" for phase in ("look", "peek", "dig", "mine")),
    *("kill of a wounded monster", "fail of a wounded monster", "destroy of 1", "destroy of 2", "destroy of 3"),
    *("rent in sword", "no in sword", "tavern in act", "sell in act", "buy in act"),
    *(f"impostor as {name} {where}" for name in SPECIALISTS for where in ("at the docks", "held")),
    *(f"{what} at the end of a day" for what in ("cure", " recruit", "cure recruit")),
    *("nobody at home", *(f"ended: {kind}" for kind in ("both_stones", "one_stone", "no_stone", "cap"))),
}


def test_law_the_games_compared_pass_through_all_that_the_rules_know() -> None:
    found: Counter[str] = Counter()
    for options in OPTION_SETS:
        for style in STYLES:
            for seed in SEEDS:
                found += passed_through(TakaraIsland(**options).options, style, seed, MAX_STEPS)
    assert {name for name in WANTED if not found[name]} == set()
