"""Incan Gold's rules by hand, one test a sentence of the rules."""

import pytest

from orienteer.core.errors import IllegalActionError, OptionError
from orienteer.core.incan_gold import IncanGold

from .helpers import bust, card, choose, pay, scores, start


def test_rule_nobody_decides_before_the_first_card():
    assert start().is_chance_node()


def test_rule_decide_before_first_card_opens_each_round_with_a_choice():
    state = start(decide_before_first_card=True)
    assert state.is_simultaneous_node()
    choose(state, 0)
    assert scores(state) == [0, 0]
    assert state.fields()["inside"] == (False, True)


def test_rule_all_leaving_an_empty_path_ends_the_round_with_nothing_revealed():
    state = choose(start(decide_before_first_card=True), 0, 1)
    fields = state.fields()
    assert (fields["round"], fields["artifacts_deck"], fields["removed"]) == (2, 2, (0,) * 5)


def test_rule_everyone_inside_chooses_at_once_and_alone_it_is_a_single_decision():
    state = card(start(players=3), 5)
    assert state.players_to_move() == [0, 1, 2]
    card(choose(state, 0, 2), 7)
    assert state.current_player() == 1


@pytest.mark.parametrize(
    ("players", "value", "each", "left"), [(4, 11, 2, 3), (4, 3, 0, 3), (3, 13, 4, 1), (2, 15, 7, 1), (1, 7, 7, 0)]
)
def test_rule_a_treasure_is_shared_and_the_remainder_stays(players, value, each, left):
    fields = card(start(players=players), value).fields()
    assert (fields["pocket"], fields["leftovers"]) == (each, (left,))


def test_rule_leavers_bank_their_pocket_and_are_out_for_the_round():
    state = choose(card(start(players=3), 11, 9), 1)
    assert state.fields()["gems"] == (0, 3 + 3 + 2, 0)
    assert state.fields()["inside"] == (True, False, True)


def test_rule_a_second_hazard_of_its_kind_takes_every_pocket_and_leaves_the_game():
    state = card(start(players=2), 11, "fire", "snake", "fire")
    fields = state.fields()
    assert (fields["gems"], fields["removed"], fields["round"]) == ((0, 0), (0, 0, 1, 0, 0), 2)


def test_rule_all_leaving_removes_no_hazard():
    state = choose(card(start(players=2), "fire", 11), 0, 1)
    assert state.fields()["removed"] == (0, 0, 0, 0, 0)


def test_rule_treasures_and_unrevealed_artifacts_return_to_the_deck():
    state = bust(start(players=2))
    assert sum(weight for _, weight in state.chance_outcomes()) == 15 + 14 + 2


def test_rule_a_revealed_artifact_that_is_not_taken_leaves_the_game():
    state = card(start(players=2), "artifact", "snake", "snake")
    fields = state.fields()
    assert (fields["artifacts_lost"], fields["artifacts_deck"]) == (1, 1)


def test_rule_a_later_single_leaver_takes_artifacts_that_two_left_behind():
    state = choose(card(start(players=3, artifact_value="taken_order"), "artifact"), 0, 1)
    choose(card(state, 5), 2)
    assert scores(state) == [0, 0, 10]


def test_rule_several_artifacts_get_their_values_one_after_another():
    state = start(players=2, artifact_schedule="all_at_start", rounds=1)
    choose(card(state, *["artifact"] * 5), 1)
    assert scores(state) == [0, 5 + 5 + 5 + 10 + 10]


def test_rule_taken_artifacts_are_gone_from_the_path():
    state = choose(card(start(players=2), 5, "artifact"), 0)
    assert state.fields()["path"] == ("5",)
    assert state.fields()["artifacts_taken"] == 1


def test_rule_after_the_last_round_the_game_ends():
    state = start(players=2)
    for kind in ("spider", "spider", "mummy", "mummy", "fire"):
        bust(state, kind)
    assert state.is_terminal()
    assert sum(state.fields()["removed"]) == 5


@pytest.mark.parametrize(
    ("artifact_value", "worth"), [("per_owner", 5), ("taken_order", 5), ("resolved_order", 10), ("printed", 10)]
)
def test_rule_a_first_artifact_in_round_four_after_three_were_lost(artifact_value, worth):
    state = start(players=2, artifact_value=artifact_value)
    for printed, kind in (("5", "spider"), ("7", "mummy"), ("8", "fire")):
        name = f"artifact-{printed}" if artifact_value == "printed" else "artifact"
        card(state, name, kind, kind)
    card(state, "artifact-10" if artifact_value == "printed" else "artifact")
    assert scores(choose(state, 0)) == [worth, 0]


def test_rule_per_owner_counts_each_players_own():
    state = start(players=2)
    for leaver, kind in ((0, "fire"), (0, "spider"), (0, "snake"), (0, "mummy"), (1, "rockfall")):
        choose(card(state, "artifact"), leaver)
        card(state, kind, kind)
    assert scores(state) == [5 + 5 + 5 + 10, 5]


def test_rule_printed_artifacts_are_distinct_chance_outcomes():
    state = bust(start(players=2, artifact_value="printed"))
    names = [state.action_to_string(-1, outcome) for outcome, _ in state.chance_outcomes()]
    assert names[-2:] == ["artifact-5", "artifact-7"]


def test_rule_all_at_start_enters_five_artifacts_whatever_rounds_is():
    assert start(rounds=2, artifact_schedule="all_at_start").fields()["artifacts_deck"] == 5


@pytest.mark.parametrize("cards", [31, 32, 33, 60])
def test_rule_every_treasure_of_a_large_deck_can_come(cards):
    outcomes = start(1, deck=tuple(range(1, cards + 1))).chance_outcomes()
    assert [outcome for outcome, _ in outcomes[:cards]] == list(range(cards))
    assert len(outcomes) == cards + 5 + 1


def test_rule_pooled_and_per_card_leftovers():
    pooled, per_card = (card(start(players=3, leftovers=kind), 4, 4 + 3) for kind in ("pooled", "per_card"))
    assert pay(pooled, [0, 1]) == [1 + 2 + 1] * 2
    assert pay(per_card, [0, 1]) == [1 + 2 + 0] * 2
    assert choose(per_card, 0, 1).fields()["leftovers"] == (1, 1)


def test_rule_ties_are_shared_or_go_to_the_larger_number_of_artifacts():
    for tie, shares in (("shared", [0.5, 0.5]), ("artifacts", [1.0, 0.0])):
        state = start(players=2, rounds=1, tie=tie)
        card(choose(card(state, "artifact"), 0), 5)
        choose(state, 1)
        assert scores(state) == [5, 5]
        assert state.returns("win") == shares


def test_rule_one_player_wins_and_his_margin_is_his_points():
    state = choose(card(start(players=1, rounds=1), 9), 0)
    assert (state.returns("win"), state.returns("margin"), state.returns("points")) == ([1.0], [9.0], [9.0])


def test_rule_margin_is_points_minus_the_best_other():
    state = choose(card(start(players=3, rounds=1), 11), 0)
    assert state.returns("margin") == [5.0, -5.0, -5.0]


def test_rule_everyone_inside_holds_the_same_pocket_whoever_left():
    state = choose(card(start(players=4), 9, 11), 3)
    assert card(state, 13).fields()["pocket"] == 2 + 2 + 4


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"players": 9}, "players"),
        ({"players": 0}, "players"),
        ({"players": True}, "players"),
        ({"deck": "gold"}, "deck"),
        ({"deck": ()}, "deck"),
        ({"deck": (0,)}, "deck[0]"),
        ({"deck": (5, 100)}, "deck[1]"),
        ({"deck": tuple([1] * 61)}, "deck"),
        ({"rounds": 6}, "rounds"),
        ({"artifacts": 1}, "artifacts"),
        ({"artifact_value": "gold"}, "artifact_value"),
        ({"artifact_value": "printed", "artifact_schedule": "all_at_start"}, "artifact_schedule"),
        ({"leftovers": "kept"}, "leftovers"),
        ({"tie": "coin"}, "tie"),
        ({"hazards": (1, 1)}, "hazards"),
        ({"colour": "red"}, "incan_gold option"),
    ],
)
def test_bad_options_are_refused_by_name(options, field):
    with pytest.raises(OptionError) as caught:
        IncanGold(**options)
    assert caught.value.field == field


def test_bad_moves_change_nothing():
    state = card(start(players=3), 11)
    before = state.key()
    bad_calls = [
        lambda: state.apply(0),
        lambda: state.apply_joint([0, 0]),
        lambda: state.apply_joint([0, 0, 2]),
        lambda: state.apply_joint([0, 0, True]),
        lambda: state.observe(0, ("choices", ["stay", "stay", None])),
        lambda: state.observe(0, ("card", "spider")),
        lambda: state.observe(0, "spider"),
        lambda: card(state, "dragon"),
    ]
    for call in bad_calls:
        with pytest.raises(IllegalActionError):
            call()
    assert state.key() == before
