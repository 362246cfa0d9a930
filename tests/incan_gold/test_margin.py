"""Two players, margin of one round: both leave exactly where the gems match what the other would get alone."""

from __future__ import annotations

from functools import cache

import pytest

import orienteer
from orienteer.core.incan_gold import IncanGold
from orienteer.expectimax import Expectimax
from orienteer.games.incan_gold.symmetric import SymmetricRound, round_artifacts
from orienteer.matrix_games import solve_zero_sum

DECK = (1, 2, 5, 7, 9)
CARDS = 3  # copies of each of the five hazard kinds


def test_at_every_stage_both_leave_exactly_where_the_gems_match_the_other_alone() -> None:
    """Backward induction that knows nothing of the rule, against the rule with the solver's values."""
    solver = SymmetricRound(DECK, (1,) * len(DECK), 2, artifacts=round_artifacts(1, ((0, 5), (0,))))
    numbers = {"deck": 0, "path": 1, "gone": 2}
    leavers = {True: 0, False: 0}

    @cache
    def value(left: tuple[int, ...], shown: int, artifact: str) -> float:
        """Seat 0's margin before a card is turned up, both inside: a bust makes it 0."""
        total = sum(stage(left[:k] + left[k + 1 :], shown, artifact) for k in range(len(left)))
        total += CARDS * (5 - shown) * stage(left, shown + 1, artifact) if shown < 5 else 0.0
        total += stage(left, shown, "path") if artifact == "deck" else 0.0
        return total / (len(left) + (CARDS - 1) * shown + CARDS * (5 - shown) + (artifact == "deck"))

    @cache
    def stage(left: tuple[int, ...], shown: int, artifact: str) -> float:
        turned_up = [card for card in DECK if card not in left]
        pocket, path = sum(card // 2 for card in turned_up), sum(card % 2 for card in turned_up)
        banks = pocket + path + 5 * (artifact == "path")
        after = numbers["gone" if artifact == "path" else artifact]
        place = solver.treasures_index(tuple(int(card in left) for card in DECK)), solver.hazard_index((0, 0, shown))
        gain = banks - solver.card_value(1, *place, after, pocket, 0)
        stay = value(left, shown, artifact)
        found, *mixes = solve_zero_sum([[stay, -gain], [gain, 0.0]])
        if abs(gain) > 1e-9:  # else both leaving is one equilibrium of two
            both_leave = all(mix == [0.0, 1.0] for mix in mixes)
            leavers[both_leave] += 1
            assert both_leave == (gain > 0)
        return found

    assert value(DECK, 0, "deck") == pytest.approx(0, abs=1e-12)
    assert min(leavers.values()) > 40


@pytest.mark.parametrize(
    "cards", [("spider",), ("3", "spider"), ("7", "artifact"), ("7", "3", "mummy", "spider"), ("artifact",)]
)
def test_evaluate_answers_like_expectimax(cards: tuple[str, ...]) -> None:
    game = IncanGold(players=2, deck=(3, 7), rounds=1)
    state = game.new_initial_state()
    for name in cards:
        if state.is_simultaneous_node():
            state.apply_joint([0, 0])
        state.apply(state.string_to_action(-1, name))
    found = orienteer.evaluate(state, objective="margin", horizon="round", method="exact")
    assert (found.method, found.exact) == ("cave solver", True)
    plain = Expectimax(state, objective="margin")
    assert found.values == pytest.approx(plain.values(), abs=1e-12)
    assert {m.move.id: m.share for m in found.moves}["leave"] == pytest.approx(plain.strategy()[0].get(1, 0.0))
    state.apply_joint([0, 1])
    alone = orienteer.evaluate(state, objective="margin", horizon="round", method="exact")
    assert alone.values == pytest.approx(Expectimax(state, objective="margin").values(), abs=1e-12)
