"""Two players, all rounds, for the win: against expectimax on small decks, the last round's own solver, and symmetry."""

from __future__ import annotations

import pytest

import orienteer
from orienteer import Limits
from orienteer.core.errors import OptionError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.state import State
from orienteer.expectimax import Expectimax
from orienteer.games.incan_gold.cave_rules import CaveRules, Stopped, TooLarge
from orienteer.games.incan_gold.duel import LastRoundDuel
from orienteer.games.incan_gold.match import DuelMatch

SMALL = [((3, 4), (2, 2), 2), ((2, 5), (3, 3), 3), ((1, 6, 6), (3, 2), 2)]


def match(deck: tuple[int, ...], rounds: int) -> DuelMatch:
    values = tuple(sorted(set(deck)))
    return DuelMatch(values, tuple(deck.count(value) for value in values), rounds)


def start(game: IncanGold, round_number: int, gap: int, removed: tuple[int, ...]) -> State:
    fields = game.new_initial_state().fields()
    gems = (gap, 0) if gap >= 0 else (0, -gap)
    return game.state_from_fields(dict(fields, round=round_number, gems=gems, removed=removed))


@pytest.mark.parametrize(("deck", "hazards", "rounds"), SMALL, ids=str)
def test_shares_before_every_round_are_those_of_expectimax(
    deck: tuple[int, ...], hazards: tuple[int, ...], rounds: int
) -> None:
    game = IncanGold(players=2, deck=deck, hazards=hazards, rounds=rounds, artifacts=False)
    found = match(deck, rounds)
    mixed = 0
    for round_number in range(1, rounds + 1):
        for removed in ((0,) * len(hazards), (1, *(0,) * (len(hazards) - 1))):
            if sum(removed) >= round_number:
                continue
            copies = [all_of - gone for all_of, gone in zip(hazards, removed, strict=True)]
            classes = copies.count(1), copies.count(2), copies.count(3)
            for gap in range(-min(6, sum(deck) * (round_number - 1)), min(6, sum(deck) * (round_number - 1)) + 1):
                plain = Expectimax(start(game, round_number, gap, removed), objective="win").values()[0]
                share = found.win_share(round_number - 1, classes, gap)
                assert share == pytest.approx(plain, abs=1e-12)
                mixed += 0.5 < share < 1
    assert mixed


def test_stages_are_those_of_expectimax() -> None:
    deck = (2, 5)
    game = IncanGold(players=2, deck=deck, hazards=(3, 3), rounds=3, artifacts=False)
    found = match(deck, 3)
    for gap in (-1, 0, 2):
        state = start(game, 2, gap, (0, 0))
        state.apply(state.string_to_action(-1, "5"))
        state.apply_joint([0, 0])
        state.apply(state.string_to_action(-1, "spider"))
        plain = Expectimax(state, objective="win")
        _, stages = found.policy(1, (0, 0, 2), gap)
        own, other, *shares = stages[found.place((0, 0, 2), (0, 0, 1), (1, 0))]
        assert shares == pytest.approx([plain.action_values()[joint][0] for joint in ((0, 0), (0, 1), (1, 0), (1, 1))])
        assert 0 <= min(own, other) <= max(own, other) <= 1
        a, b, c, d = shares
        value = (1 - own) * ((1 - other) * a + other * b) + own * ((1 - other) * c + other * d)
        assert value == pytest.approx(plain.values()[0], abs=1e-12)


def test_the_last_round_is_that_of_its_own_solver_and_gaps_mirror_each_other() -> None:
    deck = (1, 3, 4, 7, 9, 11)
    found = match(deck, 3)
    rules = CaveRules.from_cards(deck, artifacts=False, rounds=3)
    for gap in (0, 1, 4, 11, 30):
        duel = LastRoundDuel(rules, ((gap, 0, None), (0, 0, None)), hazard_copies=(3, 2, 3, 2, 3))
        assert found.win_share(2, (0, 2, 3), gap) == pytest.approx(duel.start_value(), abs=1e-12)
        assert found.win_share(1, (0, 1, 4), gap) + found.win_share(1, (0, 1, 4), -gap) == pytest.approx(1, abs=1e-12)
        assert found.policy(1, (0, 1, 4), -gap)[0] == pytest.approx(1 - found.win_share(1, (0, 1, 4), gap), abs=1e-12)
    assert found.win_share(0, (0, 0, 5), 0) == pytest.approx(0.5, abs=1e-12)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="gap: 9, allowed: at most 7 either way before round 2"):
        match((3, 4), 3).win_share(1, (0, 0, 5), 9)
    with pytest.raises(OptionError, match="rounds: 6"):
        match((3, 4), 6)
    with pytest.raises(TooLarge, match="two players inside"):
        DuelMatch((1, 2, 3), (1, 1, 1), 2, max_states=100).win_share(1, (0, 0, 5), 0)
    with pytest.raises(Stopped, match="in round 2"):
        DuelMatch((1, 2, 3), (1, 1, 1), 2, stop=lambda: True).win_share(0, (0, 0, 5), 0)


def test_evaluate_answers_any_round_with_it() -> None:
    game = IncanGold(players=2, deck=(3, 4), rounds=2, artifacts=False)
    state = game.new_initial_state()
    for cards in (("3", "spider"), ("4",)):
        for name in cards:
            if state.is_simultaneous_node():
                state.apply_joint([0, 0])
            state.apply(state.string_to_action(-1, name))
        found = orienteer.evaluate(state, objective="win", method="exact", limits=Limits(seconds=60))
        assert (found.method, found.exact) == ("cave solver", True)
        assert found.values == pytest.approx(Expectimax(state, objective="win").values(), abs=1e-12)
        state.apply_joint([0, 1])
        decides = state.child(state.string_to_action(-1, "mummy"))
        for place in (state, decides):  # a card is due; the one left inside decides
            alone = orienteer.evaluate(place, objective="win", method="exact", limits=Limits(seconds=60))
            assert alone.values == pytest.approx(Expectimax(place, objective="win").values(), abs=1e-12)
        state = decides.child(1)
    whole = IncanGold(players=2, artifacts=False).new_initial_state()
    with pytest.raises(TooLarge, match="the rounds that follow"):
        orienteer.evaluate(whole, method="exact", limits=Limits(nodes=2_000_000))
