"""Turns that one player alone decides: which positions are solved, and every value against sets of worlds in Fractions."""

from collections import Counter
from fractions import Fraction

import pytest

import orienteer
from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland
from orienteer.events import parse_event
from orienteer.expectimax import Expectimax
from orienteer.games.takara_island.looking import look_value, looks_at_cards
from orienteer.limits import Limits

from .odds_games import gallery
from .odds_oracle import Oracle, SomebodyElseMoves, TooMuch
from .odds_positions import full_state

SMALL = TakaraIsland().reduced().options | {
    "gallery": gallery("rockfall, bat_a", "", "2 stone, chest, xp_4_hospital"),
    "treasures": (0, 0, 0, 1, 1, 1),
    "gold": 7,
}
OPTIONS = [
    SMALL,
    {**SMALL, "adventurers": 2, "gold": 3, "max_rounds": 2},
    {**SMALL, "players": 3, "survey_blocked_by": "rockfall", "mimic_fail": "removed", "map_choice": "end_of_day"},
]


def solved(view, **arguments):
    return orienteer.evaluate(view, **{"method": "exact", "limits": Limits(nodes=300_000), **arguments})


def decisions(options, seed):
    """Views of the player to move along a random game."""
    stream = RandomStream(seed)
    state = TakaraIsland(**options).new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if player >= 0:
            yield View(state, player)
        legal = state.legal_actions() if player >= 0 else []
        state.apply(legal[stream.below(len(legal))] if legal else state.sample_chance(stream))


@pytest.mark.parametrize("horizon", ["turn", "game"])
@pytest.mark.parametrize("options", OPTIONS)
def test_every_move_equals_play_on_sets_of_worlds(options, horizon):
    seen = Counter()
    for view in (view for seed in range(6) for view in decisions(options, seed)):
        objective = ("win", "points", "margin")[sum(seen.values()) % 3]
        try:
            exact = Oracle(view, objective, horizon).action_values()
        except SomebodyElseMoves:
            with pytest.raises(TooLargeError, match="this position has no exact solver"):
                solved(view, objective=objective, horizon=horizon)
            seen["refused"] += 1
            continue
        except TooMuch:
            continue
        found = solved(view, objective=objective, horizon=horizon)
        assert (found.status, found.method) == ("float", "expectimax")
        assert {move.move.id: pytest.approx(move.value, abs=1e-12) for move in found.moves} == exact
        seen["solved"] += 1
        seen["with worlds"] += len(Oracle(view, objective, horizon).worlds) > 1
    assert seen["solved"] > 15
    assert seen["with worlds"] > 4
    assert (seen["refused"] > 0) == (horizon == "game")


@pytest.mark.parametrize("options", OPTIONS)
def test_the_value_of_a_look_equals_play_on_sets_of_worlds(options):
    seen = Counter()
    for view in (view for seed in range(8) for view in decisions(options, seed)):
        names = [view.mask.action_to_string(view.viewer, action) for action in view.mask.legal_actions(view.viewer)]
        looks = [name for name in names if looks_at_cards(name)]
        if not looks:
            continue
        objective = ("points", "win", "margin")[seen["views"] % 3]
        seen["views"] += 1
        exact = Oracle(view, objective, "turn", lambda name: not looks_at_cards(name), limit=100_000).action_values()
        blind = max(value for name, value in exact.items() if name not in looks)
        for name in looks:
            assert look_value(view, view.mask.string_to_action(view.viewer, name), objective) == (exact[name], blind)
            event = parse_event(view.mask.game, f"peek-value move={name} of={objective}")
            event.check(view.mask)
            assert event.counted_view(view, None) == exact[name] - blind
            seen["pays"] += exact[name] > blind
    assert seen["views"] > 5
    assert bool(seen["pays"]) == (options["adventurers"] > 1)  # else nobody is left to use what was seen


def last_two_cards(**changes):
    """Piles 0 and 1 hold a card each, a stone and 4 XP; seat 1 has found the other stone."""
    piles = {number: {"top": 8} if number < 2 else {"top": 9, "stone": 1 if number == 2 else None} for number in range(6)}
    gone = ["drake", "skeleton_a", "skeleton_b", *["chest"] * 4, *["gold_6"] * 3, *["xp_4_hospital"] * 4, *["xp_4"] * 2]
    return full_state(piles, gone=gone, changes=changes)


def test_a_look_that_finds_the_stone_is_worth_half_of_what_the_other_card_lacks():
    # Either card ends the game: the stone with 10 points, the other one with 4.
    view = View(last_two_cards(), 0)
    assert look_value(view, view.mask.string_to_action(0, "survey-1"), "points") == (10, 7)
    assert look_value(view, view.mask.string_to_action(0, "survey-1"), "win") == (1, Fraction(3, 4))  # a stone each ties


def test_the_whole_game_is_solved_in_its_last_turn():
    found = solved(View(last_two_cards(turns=199, turn=1, gold=(44, 0)), 1), objective="win")
    # The other stone makes the holder of both the winner; anything else leaves him below 8 points.
    values = {move.move.id: move.value for move in found.moves}
    assert values == {"survey-0": 1, "survey-1": 1, "dig-0": 0.5, "dig-1": 0.5, "tavern": 0.5}
    assert (found.status, found.method) == ("float", "expectimax")
    assert found.values[0] != found.values[0]  # nothing is said of the other seat


def test_a_choice_of_others_ends_the_attempt_at_once():
    state = full_state()
    for objective in ("win", "points", "margin"):
        with pytest.raises(TooLargeError, match="takara_island hides information and this position has no exact solver"):
            solved(View(state, 0), objective=objective, limits=Limits(nodes=10))
    with pytest.raises(TooLargeError, match="this position has no exact solver"):
        solved(View(state, 1), horizon="turn")  # it is seat 0's turn


def test_policies_of_others_do_not_matter_where_they_have_no_choice():
    view = View(last_two_cards(), 0)
    plain, against = solved(view, horizon="turn"), solved(view, horizon="turn", opponents="uniform")
    assert [move.value for move in plain.moves] == [move.value for move in against.moves]


def test_expectimax_does_not_take_a_hidden_state_by_itself():
    with pytest.raises(OrienteerError, match="takara_island hides information"):
        Expectimax(full_state(), horizon="turn")
