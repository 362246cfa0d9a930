"""Lost Explorers' moves in words and the odds beside them: each said once, and true of what the move does."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.rng import RandomStream
from orienteer.games.lost_explorers.moves import describe, headline_odds
from tests.lost_explorers.odds_positions import dealt, legal, play, table


def said(state, name):
    return describe(state, state.current_player(), state.string_to_action(state.current_player(), name))


def beside(state, name):
    found = headline_odds(state, state.current_player(), state.string_to_action(state.current_player(), name), {})
    assert all(odds.status == "rational" and odds.assumptions for odds in found.values())
    return {word: odds.value for word, odds in found.items()}


def busy(**changes):
    return table(
        [["B2+YB", "Y2+YB+GY"], ["YB+RB"]],
        vehicles=[{"yellow": 3, "blue": 2}],
        placed=[["B2"], ["YB"]],
        rows=(["red", "green"], ["blue"]),
        changes=changes,
    )


@pytest.mark.parametrize(
    ("name", "text", "data"),
    [
        ("end-turn", "end the turn", {"type": "end-turn"}),
        ("retrieve-B2", "take B2 back", {"type": "retrieve", "places": ["B2"]}),
        (
            "equip-left-2-vehicle",
            "take the second token of the left side with 2 members: a green airship",
            {"type": "equip", "side": "left", "members": 2, "as": "vehicle", "colour": "green"},
        ),
        (
            "equip-right-1-mission",
            "take the first token of the right side with 1 member: a blind blue mission",
            {"type": "equip", "side": "right", "members": 1, "as": "mission", "colour": "blue"},
        ),
        (
            "explore-YB-yellow",
            "explore YB (African Mask), gives a yellow car to seat 1, whose member goes home; "
            "for Y2+YB+GY (1 of 3) and B2+YB (2 of 2)",
            {"type": "explore", "place": "YB", "gives": "yellow", "ejects": 1},
        ),
        (
            "explore-Y2-yellow",
            "explore Y2 (Sphinx), gives a yellow car; for Y2+YB+GY (1 of 3)",
            {"type": "explore", "place": "Y2", "gives": "yellow", "ejects": None},
        ),
    ],
)
def test_actions_in_words(name, text, data):
    assert said(busy(), name) == (text, data)


def test_completions_say_what_they_bring():
    state = table([["B2+YB"]], placed=[["B2", "YB"]])
    assert said(state, "complete-B2+YB-return-B2")[0] == "complete B2+YB, the member on B2 returns: left leader to 2"
    rich = table([["B2+YB"]], placed=[["B2", "YB"]], leaders=[(3, 4)], discard={"green": 1, "red": 1})
    assert said(rich, "complete-B2+YB-return-YB")[0] == (
        "complete B2+YB, the member on YB returns: left leader to 5, a clue, one more member, a bonus of your choice"
    )
    bonus = play(rich, "complete-B2+YB-return-YB")
    assert said(bonus, "bonus-green") == ("take a green airship as the bonus", {"type": "bonus", "colour": "green"})
    last = table([["G2+BG+GR"]], placed=[["G2", "BG", "GR"]], leaders=[(11, 2)], discard={"red": 1})
    assert said(last, "complete-G2+BG+GR-return-G2")[0].endswith("left leader to 14, 2 clues, which wins")


def test_odds_beside_a_blind_mission():
    state = table(placed=[["B2"]], rows=(["blue", "red"], []))
    quarters = {"needs 1": Fraction(4, 16), "needs 2": Fraction(8, 16), "needs 3": Fraction(4, 16)}
    assert beside(state, "equip-left-1-mission") == {"done this turn": Fraction(1, 16), **quarters}
    assert beside(state, "equip-left-2-mission") == {"done this turn": 0, **quarters}
    for name in ("equip-left-1-vehicle", "end-turn", "retrieve-B2"):
        assert beside(state, name) == {}


def test_evaluations_carry_words_and_odds():
    found = orienteer.evaluate(busy(), objective="points", horizon="turn", method="exact")
    row = found["equip-right-1-mission"]
    assert row.move.text.endswith("a blind blue mission")
    assert set(row.odds) == {"done this turn", "needs 1", "needs 2", "needs 3"}


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "bonus": "optional", "vehicles": 3}])
def test_every_move_has_words_of_its_own(options):
    stream = RandomStream(3)
    state = LostExplorers(**options).new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            texts = [said(state, name) for name in legal(state)]
            assert len({text for text, _ in texts}) == len(texts)
            assert len({str(data) for _, data in texts}) == len(texts)
        actions = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply(actions[int(stream.uniform() * len(actions))])


def test_set_up_in_words():
    assert said(dealt(), "choose-blue") == ("begin with a blue mission", {"type": "choose", "colour": "blue"})
    optional = table([["B2+YB"]], placed=[["B2", "YB"]], discard={"green": 1}, bonus="optional")
    assert said(play(optional, "complete-B2+YB-return-YB"), "no-bonus") == ("take no bonus", {"type": "bonus", "colour": None})
