"""The no-peek audit: everything that a seat is told or that plays for it, in worlds which that seat cannot tell apart.

A world is a true state changed in one hidden component: cards between a hand and the deck or between two hands, worths of
treasures between a player and a city or between two players, and, in a window in which the seat is not asked, who is asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, cast

from orienteer.api import evaluate
from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.celestia.components import CARDS, city_rows
from orienteer.core.errors import OrienteerError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.events import odds
from orienteer.games.celestia.playout import light
from orienteer.limits import Limits
from orienteer.mcts import Search
from orienteer.policies import as_policy, policy_types, weights

LIMITS = Limits(iterations=60, nodes=20_000)
COMPONENTS = ("hand and deck", "two hands", "treasure and stock", "two treasures", "who is asked")
# Phases of true states by what a seat is shown that is not asked.
HIDDEN = {
    "before_announcement": ("window_a", "announcement"),
    "after_crash_call": ("window_b", "announcement", "jetpack", "journey_end"),
    "after_move": ("hook", "settle"),
}
DERIVED = ("totals", "stock", "deck")
Answer = Callable[[CelestiaState, int, tuple[Any, ...]], str]


# -- what a seat is told -------------------------------------------------------------------------------------------------


def evaluated(**arguments: Any) -> Answer:
    def answer(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
        found = evaluate(View(world, seat, evidence), limits=LIMITS, seed=3, **arguments).to_dict()
        return json.dumps(found | {"seconds": None}, sort_keys=True)

    return answer


def chance_of(event: str) -> Answer:
    def answer(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
        try:
            return json.dumps(odds(View(world, seat, evidence), event, samples=20).to_dict(), sort_keys=True)
        except OrienteerError as error:
            return str(error)

    return answer


def move_of(policy: str) -> Answer:
    def answer(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
        return str(weights(as_policy(world.game, policy), world, seat)) if world.current_player() == seat else ""

    return answer


def texts(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
    moves = [world.action_to_string(seat, action) for action in world.legal_actions(seat)]
    shown = cast("CelestiaState", View(world, seat, evidence).mask).fields()
    return repr((world.observation_string(seat), world.observation_key(seat), shown, moves))


def playout_move(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
    if world.current_player() != seat:
        return ""
    policy = light(cast("Celestia", world.game))
    return str([policy.choose(world, seat, RandomStream(number)) for number in range(20)])


def searched_move(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
    return _found(Search(View(world, seat, evidence), seed=5, playout="uniform", horizon="journey", objective="points"))


def _found(search: Search) -> str:
    search.run(iterations=60)
    return repr(search.result(playouts=20).moves)


def answers(game: Celestia) -> dict[str, Answer]:
    """Everything that is audited, by name."""
    return {
        "texts": texts,
        "playout": playout_move,
        "search": searched_move,
        **{f"evaluate {method}": evaluated(method=method) for method in ("auto", "so-ismcts")},
        "evaluate journey": evaluated(horizon="journey", objective="points"),
        **{name: move_of(name) for name in policy_types(game)},
        "captain-passes": chance_of("captain-passes"),
        "copies-held": chance_of("copies-held player=1 card=compass"),
        "total-points": chance_of("total-points player=2"),
    }


# -- what leaks, for tests of the audit ------------------------------------------------------------------------------------


def mask_that_leaves(*names: str) -> Answer:
    """A mask in which these fields are left as they are."""

    def answer(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
        shown = cast("CelestiaState", world.mask(seat)).fields()
        return repr(shown | {name: world.fields()[name] for name in names})

    return answer


def move_of_a_passenger_who_peeks(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
    """He is called with the true state, and stays where the captain holds a turbo."""
    fields = world.fields()
    return str(fields["hands"][fields["captain"]][CARDS.index("turbo")] > 0)


def search_of_the_true_state(world: CelestiaState, seat: int, evidence: tuple[Any, ...]) -> str:
    return _found(Search(world, seed=5, playout="uniform", selection="uct", cheating=True))


# -- worlds that look alike ------------------------------------------------------------------------------------------------


def worlds(state: CelestiaState, seat: int, each: int = 1) -> Iterator[tuple[str, CelestiaState]]:
    """(component, world): true states that `seat` cannot tell from `state`, up to `each` of every component."""
    game = cast("Celestia", state.game)
    changes = (_hand_and_deck, _two_hands, _treasure_and_stock, _two_treasures, _asked)
    for component, change in zip(COMPONENTS, changes, strict=True):
        found = 0
        for fields in change(state, seat):
            if found == each:
                break
            try:
                world = game.state_from({key: value for key, value in fields.items() if key not in DERIVED})
                world.check()
            except OrienteerError:
                continue
            if world.current_player() == seat or state.current_player() != seat:
                assert world != state
                yield component, world
                found += 1


def _others(state: CelestiaState, seat: int) -> list[int]:
    return [other for other in range(state.game.num_players) if other != seat]


def _hand_and_deck(state: CelestiaState, seat: int) -> Iterator[dict[str, Any]]:
    fields = state.fields()
    # The captain's hand first: it matters most.
    for other in sorted(_others(state, seat), key=lambda who: who != fields["captain"]):
        for out, into in permutations(range(len(CARDS)), 2):
            if fields["hands"][other][out] and fields["deck"][into]:
                yield fields | {"hands": _put(fields["hands"], other, _moved(fields["hands"][other], out, into))}


def _two_hands(state: CelestiaState, seat: int) -> Iterator[dict[str, Any]]:
    fields = state.fields()
    for one, two in permutations(_others(state, seat), 2):
        for out, into in permutations(range(len(CARDS)), 2):
            hands = fields["hands"]
            if hands[one][out] and hands[two][into]:
                hands = _put(hands, one, _moved(hands[one], out, into))
                yield fields | {"hands": _put(hands, two, _moved(hands[two], into, out))}


def _treasure_and_stock(state: CelestiaState, seat: int) -> Iterator[dict[str, Any]]:
    fields = state.fields()
    for other in _others(state, seat):
        for row, counts in enumerate(fields["treasures"][other]):
            for out, into in permutations(range(len(counts)), 2):
                if counts[out] and fields["stock"][row][into]:
                    yield _with_worth(state, fields, other, row, out, into)


def _two_treasures(state: CelestiaState, seat: int) -> Iterator[dict[str, Any]]:
    fields = state.fields()
    for one, two in permutations(_others(state, seat), 2):
        for row in range(len(fields["left"])):
            for out, into in permutations(range(4), 2):
                if fields["treasures"][one][row][out] and fields["treasures"][two][row][into]:
                    yield _with_worth(state, _with_worth(state, fields, one, row, out, into), two, row, into, out)


def _asked(state: CelestiaState, seat: int) -> Iterator[dict[str, Any]]:
    if state.current_player() == seat:
        return
    fields = state.fields()
    shown = cast("CelestiaState", state.mask(seat)).fields()["phase"]
    for phase in HIDDEN.get(shown, ()):
        turns = {"announcement": [fields["captain"]], "journey_end": [None], "settle": [None]}
        for turn in turns.get(phase, _others(state, seat)):
            if turn != seat and (phase, turn) != (fields["phase"], fields["turn"]):
                yield fields | {"phase": phase, "turn": turn}


def _with_worth(state: CelestiaState, fields: dict[str, Any], seat: int, row: int, out: int, into: int) -> dict[str, Any]:
    """Another treasure of the same city; also as the one drawn in this leg, where it may be that."""
    mine = _put(fields["treasures"][seat], row, _moved(fields["treasures"][seat][row], out, into))
    changed = fields | {"treasures": _put(fields["treasures"], seat, mine)}
    city = city_rows(state.game.options)[row]
    words = (*(worth for worth, _ in city[2]), *[None] * (3 - len(city[2])), "telescope")
    if fields["from_city"] == city[0] and fields["leg_treasures"][seat] == words[out]:
        changed["leg_treasures"] = _put(fields["leg_treasures"], seat, words[into])
    return changed


def _put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _moved(counts: tuple[int, ...], out: int, into: int) -> tuple[int, ...]:
    return tuple(count - (i == out) + (i == into) for i, count in enumerate(counts))
