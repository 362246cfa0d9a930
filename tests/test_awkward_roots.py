"""Every algorithm from every awkward root: chance first, twice in a row or with a single outcome, a forced move, the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

import orienteer
from orienteer.best_response import best_response_value
from orienteer.core.errors import OrienteerError
from orienteer.core.state import CHANCE_PLAYER, State, View
from orienteer.distributions import distribution
from orienteer.equilibrium import VARIANTS, solve_subgame
from orienteer.expectimax import Expectimax
from orienteer.limits import Limits
from orienteer.lookahead import Lookahead
from orienteer.mcts import Search, mcts
from tests.equilibrium.levels import Levels
from tests.mcts.oracles import frozen_values

LIMITS = Limits(iterations=400)
SURE = 6  # standard errors: one in 500 million normal deviates lies further out


class Opposed(Levels):
    """Levels that say that their returns have a constant sum."""

    def is_constant_sum(self, objective: str | None = None) -> bool:
        return True


class Eighths(Levels):
    """The same levels with returns rounded to eighths."""

    def __init__(self, source: Levels) -> None:
        super().__init__(**source.options)

    def returns(self, value: tuple[Any, ...], objective: str) -> list[float]:
        return [round(8 * each) / 8 for each in super().returns(value, objective)]


# -- nothing hidden ------------------------------------------------------------------------------------------------------------

OPEN = {
    "chance": (("open 0 3", "move 0 2", "move 1 2"), ()),
    "two chances in a row": (("open 0 2", "open 0 3", "move 1 2", "move 0 2"), ()),
    "chance alone": (("open 0 3", "open 0 2"), ()),
    "a forced outcome": (("open 0 1", "move 0 3"), ()),
    "forced outcomes alone": (("open 0 1", "open 0 1"), ()),
    "one legal move": (("move 1 1", "open 0 2", "move 0 2"), ()),
    "one legal move and the end": (("move 0 1",), ()),
    "chance under way": (("move 1 2", "open 0 2", "open 0 1", "move 0 2"), (1,)),
    "over": (("move 0 2", "open 0 2"), (1, 0)),
}
GAMES: dict[str, Callable[[tuple[str, ...]], Levels]] = {
    "one": lambda levels: Levels(tuple(level.replace(" 1 ", " 0 ", 1) for level in levels), players=1, total=None),
    "opposed": Opposed,
    "two": lambda levels: Levels(levels, total=None),
    "three": lambda levels: Levels(levels, players=3, total=None),
}


def open_value(state: State) -> list[float]:
    """Returns by seat by plain recursion; ties do not come."""
    player = state.current_player()
    if state.is_terminal():
        return list(state.returns())
    if player == CHANCE_PLAYER:
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        below = [(open_value(state.child(outcome)), weight / total) for outcome, weight in outcomes]
        return [sum(p * values[seat] for values, p in below) for seat in range(state.game.num_players)]
    return max((open_value(state.child(action)) for action in state.legal_actions()), key=lambda values: values[player])


def random_value(state: State) -> list[float]:
    """Returns by seat when all play at random."""
    if state.is_terminal():
        return list(state.returns())
    chance = state.is_chance_node()
    steps = state.chance_outcomes() if chance else [(action, 1) for action in state.legal_actions()]
    total = sum(weight for _, weight in steps)
    below = [(random_value(state.child(step)), weight / total) for step, weight in steps]
    return [sum(p * values[seat] for values, p in below) for seat in range(state.game.num_players)]


def by_tree(state: State) -> list[float]:
    return [float(text) for text in orienteer.tree(state, depth=9, values=True).nodes[0]["values"].split()]


EXACT: dict[str, Callable[[State], Any]] = {
    "expectimax": lambda state: Expectimax(state).values(),
    "expectimax, full keys": lambda state: Expectimax(state, key="full").values(),
    "lookahead": lambda state: Lookahead(state).run(depth=9).values,
    "lookahead, one move": lambda state: Lookahead(state, multi=False).run(depth=9).values,
    "evaluate": lambda state: orienteer.evaluate(state, limits=LIMITS).values,
    "evaluate by lookahead": lambda state: orienteer.evaluate(state, method="lookahead", limits=Limits(depth=9)).values,
    "tree": by_tree,
    "tree, merged": lambda state: [float(x) for x in orienteer.tree(state, values=True, merge=True).nodes[0]["values"].split()],
}


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("name", OPEN)
def test_exact_values(name: str, kind: str, solver: str) -> None:
    levels, past = OPEN[name]
    state = GAMES[kind](levels).state_at(past)
    before = state.clone()
    assert EXACT[solver](state) == pytest.approx(open_value(state), abs=1e-11)
    assert state == before


SEARCHES: list[dict[str, Any]] = [{}, {"proofs": True}, {"halving": True}, {"playout": "mast"}, {"confidence": 0.99}]


@pytest.mark.parametrize("options", SEARCHES, ids=str)
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("name", OPEN)
def test_sampled_values(name: str, kind: str, options: dict[str, Any]) -> None:
    """Fresh playouts of the policy found have its value, which is the best there is where one seat alone chooses."""
    levels, past = OPEN[name]
    state = GAMES[kind](levels).state_at(past)
    search = Search(state, **options)
    search.run(iterations=400)
    found = search.result(playouts=200)
    best = open_value(state)
    wanted = best if state.is_terminal() else frozen_values(search.frozen()[0], lambda at: tuple(random_value(at)))[None]
    for value, stderr, exact in zip(found.position.value, found.position.stderr, wanted, strict=True):
        assert abs(value - exact) <= SURE * stderr + 1e-12
    if kind == "one":
        assert wanted == pytest.approx(best, abs=1e-12)
    assert {move.action for move in found.moves} == set(state.legal_actions() if state.current_player() >= 0 else ())


@pytest.mark.parametrize("method", ["auto", "exact", "mcts", "lookahead"])
@pytest.mark.parametrize("name", OPEN)
def test_the_best_move(name: str, method: str) -> None:
    levels, past = OPEN[name]
    state = Opposed(levels).state_at(past)
    limits = Limits(depth=9) if method == "lookahead" else LIMITS
    if state.current_player() < 0:
        with pytest.raises(OrienteerError, match="nobody has a choice"):
            orienteer.best_move(state, method=method, limits=limits)
        assert orienteer.evaluate(state, method=method, limits=limits).moves == ()
        return
    player = state.current_player()
    wanted = max(state.legal_actions(), key=lambda action: open_value(state.child(action))[player])
    assert orienteer.best_move(state, method=method, limits=limits).action == wanted


@pytest.mark.parametrize("method", [*VARIANTS, "lp"])
@pytest.mark.parametrize("name", OPEN)
def test_equilibria(name: str, method: str) -> None:
    levels, past = OPEN[name]
    state = Opposed(levels).state_at(past)
    found = solve_subgame(state, method=method, target=1e-7 if method == "lp" else 1e-3)
    assert found.values == pytest.approx(open_value(state), abs=1e-3)
    assert found.nash_conv <= found.target


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("name", OPEN)
def test_answers_to_random_play(name: str, kind: str) -> None:
    levels, past = OPEN[name]
    state = GAMES[kind](levels).state_at(past)
    for seat in range(state.game.num_players):
        others: dict[int, Any] = {other: "uniform" for other in range(state.game.num_players) if other != seat}
        exact = Expectimax(state, policies=others, focus=seat).values()[seat] if others else open_value(state)[seat]
        assert best_response_value(state, seat, "uniform") == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("name", OPEN)
def test_distributions_of_random_play(name: str, kind: str) -> None:
    """Returns are eighths here: a distribution tells points as fractions with small denominators."""
    levels, past = OPEN[name]
    state = Eighths(GAMES[kind](levels)).state_at(past)
    seat = state.game.num_players - 1
    if state.is_terminal():
        with pytest.raises(OrienteerError, match="the game is over"):
            distribution(state, f"score seat={seat}", policies="uniform", horizon="game")
        return
    found = distribution(state, f"score seat={seat}", policies="uniform", horizon="game")
    assert found.status == "rational"
    assert sum(found.probabilities.values()) == 1
    assert float(found.mean) == pytest.approx(random_value(state)[seat], abs=1e-12)


# -- something hidden, one seat chooses ------------------------------------------------------------------------------------

HIDDEN = {
    "chance": (("deal 1 2", "move 0 2"), ()),
    "two chances in a row": (("deal 0 2", "deal 1 2", "move 0 3"), ()),
    "a forced outcome": (("deal 1 1", "deal 0 2", "move 0 2"), ()),
    "one legal move": (("move 0 1", "deal 1 2", "open 0 2", "move 0 2"), ()),
    "a forced choice of the other": (("deal 1 2", "secret 1 1", "move 0 2"), (1,)),
    "chance alone": (("deal 1 2", "deal 0 2"), ()),
    "a deal under way": (("deal 1 3", "deal 0 2", "open 0 2", "move 0 2"), (2,)),
    "after the deal": (("deal 1 3", "deal 0 2", "move 0 3"), (2, 1)),
    "over": (("deal 1 1", "move 0 2"), (0, 1)),
}


def hidden_value(worlds: list[tuple[State, float]]) -> float:
    """What seat 0, who alone chooses, gets at best from worlds that look alike to it; summed by their weights."""
    first = worlds[0][0]
    if first.is_terminal():
        return sum(weight * world.returns()[0] for world, weight in worlds)
    if first.current_player() == 0:
        return max(
            hidden_value([(world.child(action), weight) for world, weight in worlds]) for action in first.legal_actions()
        )
    groups: dict[int, list[tuple[State, float]]] = defaultdict(list)
    for world, weight in worlds:
        chance = world.is_chance_node()
        steps = world.chance_outcomes() if chance else [(action, 1) for action in world.legal_actions()]
        for action, share in steps:
            after = world.child(action)
            groups[after.observed(0)].append((after, weight * share / sum(each for _, each in steps)))
    return sum(hidden_value(group) for group in groups.values())


@pytest.mark.parametrize("method", ["auto", "ismcts", "so-ismcts"])
@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_knows(name: str, method: str) -> None:
    levels, past = HIDDEN[name]
    state = Levels(levels, total=None).state_at(past)
    view = View(state, 0)
    worlds = view.belief().enumerate()
    total = sum(weight for _, weight in worlds)
    exact = hidden_value([(world, weight / total) for world, weight in worlds])
    found = orienteer.evaluate(view, method=method, limits=LIMITS)
    searched = mcts(view, mode="so" if method == "so-ismcts" else "mo", limits=LIMITS)
    smooth = mcts(view, selection="smooth_uct", limits=LIMITS)
    assert [move.action for move in smooth.moves] == [move.action for move in searched.moves]
    assert found.values == searched.position.value
    assert abs(searched.position.value[0] - exact) <= SURE * searched.position.stderr[0] + 1e-12
    if state.current_player() == 0:
        assert orienteer.best_move(view, method=method, limits=LIMITS) == found.best
    else:
        with pytest.raises(OrienteerError, match="nobody has a choice"):
            orienteer.best_move(view, method=method, limits=LIMITS)


@pytest.mark.parametrize("method", [*VARIANTS, "lp"])
@pytest.mark.parametrize("name", HIDDEN)
def test_equilibria_of_what_a_seat_knows(name: str, method: str) -> None:
    levels, past = HIDDEN[name]
    game = Levels(levels)
    view = View(game.state_at(past), 0)
    worlds = view.belief().enumerate()
    total = sum(weight for _, weight in worlds)
    found = solve_subgame(view, method=method, target=1e-7 if method == "lp" else 1e-3)
    assert found.nash_conv <= found.target
    # The start is a chance over all that both may hold: from where both know the same, it is what seat 0 knows.
    if not past or name == "a deal under way":
        exact = hidden_value([(world, weight / total) for world, weight in worlds])
        assert found.values[0] == pytest.approx(exact, abs=1e-3)
