"""What should change nothing changes nothing, and what changes values in a known way does so: for every solver."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

import orienteer
from orienteer.best_response import best_response_value
from orienteer.core.incan_gold import IncanGold
from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, State, View
from orienteer.equilibrium import VARIANTS, Equilibrium, solve_subgame
from orienteer.expectimax import Expectimax
from orienteer.lookahead import Lookahead
from orienteer.mcts import Search
from orienteer.mcts.result import MctsResult
from tests.conformance.suite import failing_checks
from tests.equilibrium.levels import POKER, Levels
from tests.transformations import Affine, Dummies, OtherOrder, OtherSeats, Same, SplitOutcomes, TwinActions

SURE = 6  # standard errors: one in 500 million normal deviates lies further out
Values = Sequence[float]


class Opposed(Levels):
    """Levels that say that their returns have a constant sum."""

    def is_constant_sum(self, objective: str | None = None) -> bool:
        return True


def rotated(game: PythonGame) -> tuple[int, ...]:
    return *range(1, game.num_players), 0


def unchanged(values: Values) -> Values:
    return values


# By name: how the game is changed, and what its values are by those of the game inside.
CHANGES: dict[str, tuple[Callable[[PythonGame], PythonGame], Callable[[Values], Values]]] = {
    "payoffs of zero": (lambda game: Affine(game, 0.0), lambda values: [0.0] * len(values)),
    "scaled payoffs": (lambda game: Affine(game, 4.0), lambda values: [4 * value for value in values]),
    "shifted payoffs": (lambda game: Affine(game, 1.0, 3.0), lambda values: [value + 3 for value in values]),
    "other seats": (lambda game: OtherSeats(game, rotated(game)), lambda values: [*values[1:], values[0]]),
    "split outcomes": (SplitOutcomes, unchanged),
    "actions twice": (TwinActions, unchanged),
    "another order": (OtherOrder, unchanged),
    "dummy moves": (Dummies, unchanged),
    "dummy chances": (lambda game: Dummies(game, CHANCE_PLAYER), unchanged),
    "several": (
        lambda game: Dummies(OtherOrder(SplitOutcomes(OtherSeats(game, rotated(game))))),
        lambda values: [*values[1:], values[0]],
    ),
}
EACH_CHANGE = pytest.mark.parametrize("change", CHANGES)


@EACH_CHANGE
def test_changed_games_keep_the_contract(change: str) -> None:
    """Levels take any observation, and nobody can see which of two equal outcomes came: no more is amiss."""
    game = Levels(("deal 0 2", "deal 1 1", "secret 0 2", "joint 0 2"))
    amiss = {"check_impossible_observation"} | ({"check_forced_outcome"} if change in ("split outcomes", "several") else set())
    assert set(failing_checks(CHANGES[change][0](game))) == amiss


# -- exact ---------------------------------------------------------------------------------------------------------------------

TURNS = ("open 0 2", "move 0 2", "open 0 2", "move 1 2", "move 0 2")
STAGES = ("open 0 2", "joint 0 2", "open 0 2", "move 1 2", "joint 0 2")
ALONE = tuple(level.replace(" 1 ", " 0 ") for level in TURNS)
OPEN = {
    "one player": Levels(ALONE, players=1, total=None),
    "opposed": Opposed(TURNS, seed=1),
    "two players": Levels(TURNS, seed=2, total=None),
    "three players": Levels(TURNS, players=3, seed=3, total=None),
}


def by_tree(state: State) -> list[float]:
    graph = orienteer.tree(state, depth=3, values=True, merge=True)
    return [float(text) for text in graph.nodes[0]["values"].split()]


EXACT: dict[str, Callable[[State], Values]] = {
    "expectimax": lambda state: Expectimax(state).values(),
    "expectimax with full keys": lambda state: Expectimax(state, key="full").values(),
    "star2": lambda state: Lookahead(state).run(depth=12).values,
    "star1": lambda state: Lookahead(state, pruning="star1").run(depth=12).values,
    "alpha-beta": lambda state: Lookahead(state, pruning="alpha-beta", multi=False).run(depth=12).values,
    "responses to random play": lambda state: [
        best_response_value(state, seat, "uniform") for seat in range(state.game.num_players)
    ],
    "random play": lambda state: Expectimax(state, policies=dict.fromkeys(range(state.game.num_players), "uniform")).values(),
    "evaluate": lambda state: orienteer.evaluate(state, method="exact").values,
    "tree": by_tree,
}


@cache
def exact_values(kind: str, solver: str) -> Values:
    return EXACT[solver](OPEN[kind].new_initial_state())


@EACH_CHANGE
@pytest.mark.parametrize("kind", OPEN)
def test_exact_solvers(kind: str, change: str) -> None:
    game = OPEN[kind]
    make, undo = CHANGES[change]
    for name, solver in EXACT.items():
        found = solver(make(game).new_initial_state())
        assert found == pytest.approx(undo(exact_values(kind, name)), abs=1e-11), name


@EACH_CHANGE
def test_exact_stages(change: str) -> None:
    """Two with opposed interests: other equilibria of a stage have the same value."""
    game = Opposed(STAGES, seed=4)
    make, undo = CHANGES[change]
    wanted = undo(Expectimax(game.new_initial_state()).values())
    assert Expectimax(make(game).new_initial_state()).values() == pytest.approx(wanted, abs=1e-11)


@pytest.mark.parametrize("objective", ["win", "points"])
@pytest.mark.parametrize("players", [1, 2])
def test_symmetries_change_nothing(players: int, objective: str) -> None:
    """Equal hazards, and artifacts of equal worth, count once in a state key; in a full key each of them does."""
    state = IncanGold(players=players, deck=(2, 5), hazards=(2, 2, 2), rounds=1, artifacts=False).new_initial_state()
    merged, apart = Expectimax(state, objective=objective), Expectimax(state, objective=objective, key="full")
    assert merged.num_nodes < apart.num_nodes
    assert merged.values() == pytest.approx(apart.values(), abs=1e-12)


# -- equilibria ----------------------------------------------------------------------------------------------------------------

SHORT = ("deal 0 2", "deal 1 2", "secret 0 2", "joint 0 2", "move 1 2")


@cache
def solved(game: PythonGame, method: str) -> Equilibrium:
    return solve_subgame(game.new_initial_state(), method=method, target=5e-3)


@EACH_CHANGE
@pytest.mark.parametrize("levels", [POKER, SHORT], ids=["poker", "short"])
def test_equilibria(levels: tuple[str, ...], change: str) -> None:
    """Values of two equilibria differ by no more than the gains of best responses to both."""
    game = Levels(levels, seed=5)
    make, undo = CHANGES[change]
    changed = make(game)
    for method in (*VARIANTS, "lp"):
        here, there = solved(game, method), solved(changed, method)
        scale = 4 if change == "scaled payoffs" else 1
        assert there.values == pytest.approx(undo(here.values), abs=scale * here.nash_conv + there.nash_conv + 1e-9), method
    responses = [best_response_value(game, seat, "uniform") for seat in (0, 1)]
    assert [best_response_value(changed, seat, "uniform") for seat in (0, 1)] == pytest.approx(undo(responses), abs=1e-12)


@EACH_CHANGE
def test_equilibria_of_a_view(change: str) -> None:
    game = Levels(SHORT, seed=5)
    make, undo = CHANGES[change]
    here, there = (solve_subgame(View(each.new_initial_state(), 0), method="lp") for each in (game, make(game)))
    assert there.values == pytest.approx(undo(here.values), abs=1e-7)


@pytest.mark.parametrize("method", VARIANTS)
def test_a_power_of_two_scales_every_iteration(method: str) -> None:
    game = Levels(("deal 0 2", "move 0 2", "secret 1 2", "joint 0 2"), players=3, seed=6, total=None)
    here = solve_subgame(game.new_initial_state(), method=method, target=0.1)
    there = solve_subgame(Affine(game, 4.0).new_initial_state(), method=method, target=0.4)
    assert there.values == tuple(4 * value for value in here.values)
    assert [row.probabilities for row in there.table] == [row.probabilities for row in here.table]


# -- sampled -------------------------------------------------------------------------------------------------------------------

HIDDEN = Levels(POKER, seed=7)
LONE = Levels(("deal 1 2", "open 0 2", "move 0 2", "deal 1 2", "move 0 3"), seed=8, total=None)
SEARCHES: dict[str, tuple[PythonGame, dict[str, Any]]] = {
    "one player": (OPEN["one player"], {}),
    "opposed": (OPEN["opposed"], {}),
    "proofs": (OPEN["opposed"], {"proofs": True}),
    "halving": (OPEN["two players"], {"halving": True}),
    "mast": (OPEN["three players"], {"playout": "mast"}),
    "three players": (OPEN["three players"], {}),
    "stages": (Levels(STAGES, seed=9), {}),
    "mo-ismcts": (HIDDEN, {"mode": "mo"}),
    "so-ismcts": (HIDDEN, {"mode": "so"}),
    "regret matching": (HIDDEN, {"mode": "mo", "selection": "regret_matching"}),
    "smooth uct": (HIDDEN, {"mode": "mo", "selection": "smooth_uct"}),
}


def searched(game: PythonGame, seat: int, options: dict[str, Any]) -> MctsResult:
    start = game.new_initial_state()
    search = Search(View(start, seat) if game.has_hidden_information else start, **options)
    search.run(iterations=300)
    return search.result(playouts=150)


# Seats that mix draw from the random stream in the order of their numbers.
MIXED = ("stages", "regret matching")


@pytest.mark.parametrize(
    ("name", "change"),
    [(name, change) for name in SEARCHES for change in ("scaled payoffs", "other seats")[: 1 if name in MIXED else 2]],
)
def test_searches_of_the_same_tree(name: str, change: str) -> None:
    """With the same seed, move by move: neither the unit of payoffs nor the numbers of seats count."""
    game, options = SEARCHES[name]
    make, undo = CHANGES[change]
    changed = make(game)
    order = changed.options.get("order", range(game.num_players))
    here, there = searched(game, 0, options), searched(changed, list(order).index(0), options)
    assert [move.visits for move in there.moves] == [move.visits for move in here.moves]
    assert there.position.value == pytest.approx(undo(here.position.value), abs=1e-12)
    assert there.nodes == here.nodes


@EACH_CHANGE
@pytest.mark.parametrize("mode", ["open", "mo", "so"])
def test_searches_of_other_trees(mode: str, change: str) -> None:
    """Where one seat alone chooses the policy found is the best one, and so are its values, up to their standard errors."""
    game = OPEN["one player"] if mode == "open" else LONE
    make, undo = CHANGES[change]
    changed = make(game)
    seat = list(changed.options.get("order", range(game.num_players))).index(0) if change != "several" else game.num_players - 1
    options = {} if mode == "open" else {"mode": mode}
    here, there = searched(game, 0, options), searched(changed, seat, options)
    scale = 4 if change == "scaled payoffs" else 0 if change == "payoffs of zero" else 1
    error = math.hypot(scale * here.position.stderr[0], there.position.stderr[seat])
    assert abs(there.position.value[seat] - undo(here.position.value)[seat]) <= SURE * error + 1e-12


# -- the tests themselves ------------------------------------------------------------------------------------------------------


class Leaning(Same):
    """A change that does change values: the first outcome of every chance weighs twice as much."""

    def chance_outcomes(self, value: Any) -> Sequence[tuple[int, int]]:
        (first, weight), *others = self.inner.chance_outcomes(value)
        return [(first, 2 * weight), *others]


def test_a_change_that_counts_is_noticed() -> None:
    for kind, game in OPEN.items():
        for name, solver in EXACT.items():
            here, there = exact_values(kind, name), solver(Leaning(game).new_initial_state())
            assert max(abs(a - b) for a, b in zip(here, there, strict=True)) > 1e-3, (kind, name)
