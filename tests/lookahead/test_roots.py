"""Lookahead from awkward roots, what it refuses, and its agreement with expectimax on games of the library."""

from __future__ import annotations

import pytest

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.python_game import PythonGame
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER, State
from orienteer.expectimax import Expectimax
from orienteer.limits import Limits
from orienteer.lookahead import CallableValuation, Lookahead, Valuation, lookahead
from tests.conformance.tiny_games import Dig, Duel, Voyage


class Path(PythonGame):
    """A word of steps from the left: d and D are decisions of seats 0 and 1 between going on and ending with nothing, f a
    forced move of seat 0, c a coin whose tails end with 0.25, s chance with one outcome. At the end seat 0 has won."""

    def __init__(self, word: str = "") -> None:
        super().__init__(name="path", num_players=2, num_distinct_actions=2, options={"word": word}, max_chance_outcomes=2)

    def initial_value(self) -> str:
        return self.options["word"]

    def current_player(self, value: str) -> int:
        return TERMINAL_PLAYER if not value or value[0] in "01" else {"d": 0, "f": 0, "D": 1}.get(value[0], CHANCE_PLAYER)

    def legal_actions(self, value: str, player: int) -> list[int]:
        return [0] if value[0] == "f" else [0, 1]

    def chance_outcomes(self, value: str) -> list[tuple[int, int]]:
        return [(0, 1)] if value[0] == "s" else [(0, 1), (1, 1)]

    def apply(self, value: str, action: int) -> str:
        return value[1:] if action == 0 else "1" if value[0] == "c" else "0"

    def returns(self, value: str, objective: str) -> list[float]:
        won = {"": 1.0, "0": 0.0, "1": 0.25}.get(value, 0.5)
        return [won, 1 - won]


ROOTS = [
    ("", None, 0, 1.0, 1),
    ("c", None, 0, 0.625, 1),
    ("cc", None, 0, 0.4375, 1),
    ("s", None, 0, 1.0, 1),
    ("f", 0, 1, 1.0, 1),
    ("d", 0, 2, 1.0, 1),
    ("D", 1, 2, 0.0, 1),
    ("sfcd", None, 0, 0.625, 1),
    ("fscfd", 0, 1, 0.625, 1),
    ("dccd", 0, 2, 0.4375, 2),
    ("dcD", 0, 2, 0.125, 2),
]


@pytest.mark.parametrize(("word", "player", "moves", "value", "depth"), ROOTS)
@pytest.mark.parametrize("pruning", ["none", "star2"])
@pytest.mark.parametrize("multi", [True, False])
def test_awkward_roots(word, player, moves, value, depth, pruning, multi):
    found = Lookahead(Path(word).new_initial_state(), pruning=pruning, multi=multi).run(depth=9)
    assert (found.player, len(found.moves), found.status, found.stopped_by) == (player, moves, "float", "solved")
    assert found.values == (value, 1 - value)
    assert found.depth == depth
    assert all(move.line[0] == move.action for move in found.moves)


def test_chance_and_forced_moves_are_free_and_estimates_are_made_at_choices():
    seen = []

    def estimate(state: State) -> list[float]:
        seen.append(str(state))
        return [0.75, 0.25]

    found = Lookahead(Path("dcfsd").new_initial_state(), valuation=estimate).run(depth=1)
    assert (found.values, found.status) == ((0.5, 0.5), "estimated")
    assert set(seen) == {str(Path("d").new_initial_state())}
    assert Lookahead(Path("dcfsd").new_initial_state(), valuation=estimate, unit="transitions").run(depth=1).values == (
        0.75,
        0.25,
    )


def test_a_sure_win_ends_the_search_at_once():
    found = Lookahead(Path("d" + "d" * 12).new_initial_state(), multi=False, valuation=lambda state: [1.0, 0.0]).run(depth=3)
    assert (found.status, found.depth) == ("estimated", 3)
    found = Lookahead(Path("dd").new_initial_state(), multi=False).run(depth=9)
    assert (found.status, found.depth, found.values) == ("float", 2, (1.0, 0.0))


# -- expectimax --------------------------------------------------------------------------------------------------------------


def lead(state: State) -> list[float]:
    mine, yours = state.scores()
    return [0.5 + (mine - yours) / 100, 0.5 - (mine - yours) / 100]


@pytest.mark.parametrize("pruning", ["none", "alpha-beta", "star1", "star2"])
def test_pig_agrees_with_expectimax_at_every_depth(pruning):
    state = Pig(target=20).new_initial_state()
    search = Lookahead(state, valuation=lead, unit="transitions", pruning=pruning)
    for depth in range(1, 7):
        wanted = Expectimax(state, depth=depth, leaf=lead)
        found = search.run(depth=depth)
        assert found.values == pytest.approx(wanted.values(), abs=1e-12)
        assert {m.action: m.values for m in found.moves} == {
            action: pytest.approx(values, abs=1e-12) for action, values in wanted.action_values().items()
        }


def test_pig_that_never_ends_is_harmless():
    found = lookahead(Pig(target=20).new_initial_state(), limits=Limits(depth=5))
    assert (found.depth, found.status, found.stopped_by) == (5, "estimated", "depth")


# -- refusals ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Voyage(), Dig(), Duel(), KuhnPoker()])
def test_hidden_information_is_refused(game):
    with pytest.raises(OrienteerError, match=f"{game.name} hides information"):
        Lookahead(game.new_initial_state())


def test_choices_at_the_same_time_are_refused_at_the_root_and_below():
    with pytest.raises(OrienteerError, match="several seats choose at the same time"):
        Lookahead(Duel(has_hidden_information=False).new_initial_state()).run(depth=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "plies"}, "unit: 'plies', allowed: 'decisions', 'turns', 'transitions'"),
        ({"pruning": "star3"}, "pruning: 'star3'"),
        ({"table_mb": 0}, "table_mb: 0, allowed: megabytes above 0"),
        ({"valuation": 3}, "valuation: 3"),
        ({"unit": "turns"}, "horizon: 'turn'"),
        ({"actions": [7]}, "actions: 7"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(OptionError, match=message):
        Lookahead(Path("d").new_initial_state(), **options)


def test_returns_beyond_the_stated_bounds_are_refused():
    class Liar(Path):
        def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
            return 0.0, 0.5

    with pytest.raises(OrienteerError, match=r"utility_bounds: \[0.0, 0.5\], but seat 0 returns 1.0"):
        Lookahead(Liar("d").new_initial_state()).run(depth=1)


# -- valuations --------------------------------------------------------------------------------------------------------------


def test_valuations_take_the_returns_or_ask():
    state = Path("dd").new_initial_state()
    assert Valuation().value(state) == [0.5, 0.5]
    assert CallableValuation(lambda at: [0.3, 0.7]).value(state) == [0.3, 0.7]
    assert CallableValuation(lambda at: [0.3, 0.7]).value(Path("").new_initial_state()) == [1.0, 0.0]
    with pytest.raises(OrienteerError, match="valuation: 1 values, one a seat is 2"):
        Lookahead(state, valuation=lambda at: [0.5]).run(depth=1)
    with pytest.raises(OrienteerError, match="valuation: seat 0 is worth nan"):
        Lookahead(state, valuation=lambda at: [float("nan"), 0.0]).run(depth=1)
    with pytest.raises(ZeroDivisionError):
        Lookahead(state, valuation=lambda at: [1 / 0, 0.0]).run(depth=1)


def test_estimates_are_cut_off_at_the_bounds():
    found = Lookahead(Path("ddd").new_initial_state(), valuation=lambda at: [7.0, -6.0]).run(depth=1)
    assert found.values == (1.0, 0.0)
    assert found.status == "estimated"
