"""The symmetric equilibrium of a round: against plain recursion, known values, deviations, and through `evaluate`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest

import orienteer
from orienteer import Limits
from orienteer.core.errors import OrienteerError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.incan_gold.components import DECKS
from orienteer.expectimax import Expectimax
from orienteer.games.incan_gold.cave_rules import TooLarge
from orienteer.games.incan_gold.symmetric import SymmetricRound, round_artifacts

SMALL = [((3, 4), 2), ((1, 5, 5), 2), ((2, 3, 7), 3), ((1, 4, 9), 4), ((5, 7), 5)]
ONE_ARTIFACT = ((0, 5), (0,))


def symmetric(deck: tuple[int, ...], players: int, kinds: int = 5) -> SymmetricRound:
    counts = Counter(deck)
    values = tuple(sorted(counts))
    artifacts = round_artifacts(1, ONE_ARTIFACT)
    return SymmetricRound(values, tuple(counts[v] for v in values), players, classes=(0, 0, kinds), artifacts=artifacts)


def plain_value(deck: tuple[int, ...], players: int, kinds: int = 5) -> float:
    """The value of the round by recursion over cards, stage by stage, roots by numpy."""

    def card(inside: int, left: tuple[int, ...], shown: int, artifact: str, pocket: int, path: int) -> float:
        total = 0.0
        cards = len(left) + 2 * shown + 3 * (kinds - shown) + (artifact == "deck")
        for i, value in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            total += stage(inside, rest, shown, artifact, pocket + value // inside, path + value % inside)
        if shown < kinds:
            total += 3 * (kinds - shown) * stage(inside, left, shown + 1, artifact, pocket, path)
        if artifact == "deck":
            total += stage(inside, left, shown, "path", pocket, path)
        return total / cards

    @cache
    def stage(inside: int, left: tuple[int, ...], shown: int, artifact: str, pocket: int, path: int) -> float:
        others = inside - 1
        worth = 5 if artifact == "path" else 0
        leave = [pocket + path + worth if j == 0 else pocket + path // (j + 1) for j in range(inside)]
        stay = []
        for j in range(inside):
            lying = path if j == 0 else path % j
            stay.append(card(inside - j, left, shown, "gone" if j == 1 and artifact == "path" else artifact, pocket, lying))
        if others == 0:
            return max(leave[0], stay[0])
        gain = [a - b for a, b in zip(leave, stay, strict=True)]
        if max(map(abs, gain)) <= 1e-12:
            return stay[0]
        candidates = [0.0] if gain[0] <= 1e-12 else []
        polynomial = np.polynomial.Polynomial([0.0])
        for j, difference in enumerate(gain):
            term = np.polynomial.Polynomial([0, 1]) ** j * np.polynomial.Polynomial([1, -1]) ** (others - j)
            polynomial += difference * comb(others, j) * term
        candidates += [float(r.real) for r in polynomial.roots() if abs(r.imag) < 1e-9 and 1e-9 < r.real < 1 - 1e-9]
        candidates += [1.0] if gain[-1] >= -1e-12 else []
        return max(
            sum(comb(others, j) * p**j * (1 - p) ** (others - j) * (leave[j] if p else stay[j]) for j in range(inside))
            for p in candidates
        )

    return card(players, deck, 0, "deck", 0, 0)


@pytest.mark.parametrize(("deck", "players"), SMALL, ids=str)
def test_values_are_those_of_plain_recursion(deck: tuple[int, ...], players: int) -> None:
    assert symmetric(deck, players).start_value() == pytest.approx(plain_value(deck, players), abs=1e-8)


def test_known_value_of_one_player_and_of_two() -> None:
    assert symmetric(DECKS["bga"], 1).start_value() == pytest.approx(15.647246, abs=5e-7)
    duo = symmetric(DECKS["bga"], 2)
    assert duo.start_value() == pytest.approx(8.063668845, abs=1e-8)  # docs/solvers.md
    assert 0 < duo.num_mixed < duo.num_stages


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nobody_gains_by_deviating(players: int) -> None:
    found = symmetric((1, 3, 4, 5, 9, 11)[: 8 - players], players)
    assert found.best_response_value() == pytest.approx(found.start_value(), abs=1e-9)
    assert found.largest_gain < 1e-9


def test_where_a_stage_mixes_staying_and_leaving_pay_the_same() -> None:
    found, others, mixed = symmetric((2, 3, 7), 3), 2, 0
    for shown in range(1, 5):
        stage = found.stage(3, 4, shown, 0, 2, 1)  # the 7 was turned up: 2 gems each, 1 on the path
        chances = [comb(others, j) * stage.leave**j * (1 - stage.leave) ** (others - j) for j in range(3)]
        stay = sum(c * v for c, v in zip(chances, stage.stay_values, strict=True))
        leave = sum(c * v for c, v in zip(chances, stage.leave_values, strict=True))
        assert stage.value == pytest.approx(max(stay, leave), abs=1e-9)
        if 0 < stage.leave < 1:
            assert stay == pytest.approx(leave, abs=1e-9)
            mixed += 1
        else:
            assert (leave - stay if stage.leave == 1 else stay - leave) > -1e-12
    assert mixed


@pytest.mark.parametrize("deck", [(3, 4), (5, 5), (1, 7)])
def test_two_players_for_the_margin_leave_when_the_gems_match_the_other_alone(deck: tuple[int, ...]) -> None:
    """Both leave exactly where pocket + leftovers (and artifact) are at least what the other gets alone."""
    game = IncanGold(players=2, deck=deck, hazards=(2, 2), rounds=1)
    alone = IncanGold(players=1, deck=deck, hazards=(2, 2), rounds=1)
    seen = 0
    waiting = [game.new_initial_state()]
    while waiting and seen < 60:
        state = waiting.pop()
        if state.is_chance_node():
            waiting += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        elif state.is_simultaneous_node():
            fields = state.fields()
            other = dict(fields, gems=(0,), inside=(True,), artifact_count=(0,), artifact_points=(0,), phase=0)
            other["path"] = tuple(card for card in fields["path"] if card != "artifact")
            other["artifacts_path"], other["artifacts_taken"], other["leftovers"] = 0, 0, (0,)
            other["artifacts_lost"] = fields["artifacts_path"]
            banks = fields["pocket"] + sum(fields["leftovers"]) + 5 * fields["artifacts_path"]
            stays = Expectimax(alone.state_from_fields(other), objective="points").values()[0]
            mix = Expectimax(state, objective="margin").strategy()
            assert (mix[0].get(1, 0.0) == 1.0 and mix[1].get(1, 0.0) == 1.0) == (banks >= stays - 1e-12)
            seen += 1
            waiting.append(state.child_joint([0, 0]))
    assert seen > 20


def test_evaluate_answers_points_of_a_round_with_it() -> None:
    found = orienteer.evaluate(
        "examples/positions/incan_gold_five_players.json", objective="points", horizon="round", limits=Limits(seconds=60)
    )
    assert (found.method, found.status) == ("symmetric round", "equilibrium")
    stay, leave = (next(m for m in found.moves if m.move.id == name) for name in ("stay", "leave"))
    assert stay.value == pytest.approx(leave.value, abs=1e-9)
    assert stay.share + leave.share == pytest.approx(1)
    assert found.eps < 1e-9


def test_the_last_one_inside_takes_nobody_for_granted() -> None:
    game = IncanGold(players=2, deck=(3, 4, 5, 7), rounds=1)
    state = game.new_initial_state()
    for move in ("4", "spider", (0, 1), "7"):
        if isinstance(move, tuple):
            state.apply_joint(list(move))
        else:
            state.apply_joint([0, 0]) if state.is_simultaneous_node() else None
            state.apply(state.string_to_action(-1, move))
    found = orienteer.evaluate(state, objective="points", horizon="round", limits=Limits(seconds=60))
    assert (found.player, found.exact) == (0, True)
    assert found.values == pytest.approx(Expectimax(state, objective="points", horizon="round").values(), abs=1e-9)


def test_limits_on_nodes_and_memory_are_kept() -> None:
    state = IncanGold(players=3, rounds=1).new_initial_state()
    for limits in (Limits(nodes=1000), Limits(memory_mb=500.0, nodes=1000)):
        with pytest.raises(TooLarge, match="stages of a round"):
            orienteer.evaluate(state, objective="points", horizon="round", method="exact", limits=limits)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(TooLarge, match="bounds of a round"):
        SymmetricRound((1, 2, 3), (20, 20, 20), 2, max_states=10_000)
    with pytest.raises(OrienteerError, match="players 9, allowed: 1 to 8"):
        SymmetricRound((1,), (1,), 9)
    found = symmetric((3, 4), 2)
    with pytest.raises(OrienteerError, match="inside: 3"):
        found.stage(3, 0, 0, 0, 0, 0)
    with pytest.raises(OrienteerError, match="pocket 9"):
        found.stage(2, 0, 0, 0, 9, 0)
