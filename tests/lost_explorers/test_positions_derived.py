"""What a Lost Explorers position may leave out, and what is assumed then."""

from __future__ import annotations

from orienteer.positions import Position

from .position_base import BASE, STATE, WON, changed


def test_the_base_is_read() -> None:
    position = Position.from_dict(BASE)
    assert position.assumptions == ()
    assert position.derived == (
        "state.discard = {'red': 2, 'yellow': 3, 'blue': 1, 'green': 1}: the tokens that lie nowhere else",
    )
    table = position.to_dict()["state"]
    assert (table["phase"], table["shown"]) == ("menu", ["B2+YB+RB", "GR+GY", "R2+RB", "B2+YB", "G2+BG"])
    assert [player["leaders"] for player in table["players"]] == [[0, 2], [0, 0], [0, 0]]
    assert [player["members"] for player in table["players"]] == [3, 3, 3]
    assert Position.from_dict(position.to_dict()) == position


def test_what_is_left_open_is_assumed() -> None:
    position = Position.from_dict(changed({STATE + "round": "-", STATE + "stage": "-", STATE + "idle": "-"}))
    assert position.assumptions == (
        "state.round = 3: the document does not say",
        "state.stage = 'start': the document does not say",
        "state.idle = 0: the document does not say",
    )


def test_the_turn_is_under_way() -> None:
    position = Position.from_dict(changed({STATE + "stage": "-", STATE + "used": 2, STATE + "sides": ["left"]}))
    assert "state.stage = 'phase_1': members have been used" in position.derived
    moves = [position.state.action_to_string(0, action) for action in position.state.legal_actions()]
    assert moves == ["end-turn"]  # two members were used, one is placed


def test_tokens_that_wait_are_counted() -> None:
    turned = changed({STATE + "stage": "-", STATE + "used": 1, STATE + "sides": ["left"], STATE + "pending": "red"})
    turned["state"]["players"][0]["vehicles"] = "yybb"
    position = Position.from_dict(turned)
    assert position.state.is_chance_node()
    assert len(position.state.chance_outcomes()) == 16
    bonus = changed({STATE + "stage": "-", STATE + "pending": "RB+R2"})
    assert Position.from_dict(bonus).to_dict()["state"]["phase"] == "bonus"
    assert Position.from_dict(bonus).to_dict()["state"]["discard"]["red"] == 1


def test_the_end_is_derived() -> None:
    position = Position.from_dict(changed({**WON, STATE + "turn": "-", STATE + "stage": "-", STATE + "idle": "-"}))
    assert position.state.is_terminal()
    assert position.state.returns("win") == [1.0, 0.0, 0.0]
    assert "state.phase = 'over': 'Ann' has 4 clues" in position.derived
    assert position.to_dict()["state"]["ending"] == "clues"
