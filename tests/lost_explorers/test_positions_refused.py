"""Positions of Lost Explorers that are refused; a message begins with the path of the field."""

from __future__ import annotations

from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position

from .position_base import ANN, BEN, STATE, WON, changed

CASES: list[tuple[dict[str, Any], str]] = [
    ({"rules": "bga"}, "rules: 'bga', allowed: 'seed'"),
    ({"rules": {"preset": "seed", "swords": 2}}, "rules.swords: no such field, allowed: bonus, closed, colour_link"),
    ({"rules": {"preset": "seed", "data": "none.toml"}}, "rules.data: 'none.toml', allowed: 'shipped' or the path of a TOML"),
    ({"rules": {"preset": "seed", "closed": ["R3", "Y3", "G3"]}}, "state.closed: ['R3', 'Y3', 'B3'], allowed: R3, Y3, G3, as"),
    # Locations and missions.
    ({STATE + "closed": ["R3", "Y3"]}, "state.closed: ['R3', 'Y3'], allowed: 3 of R3, Y3, B3, G3, each once"),
    ({STATE + "closed": ["R3", "Y3", "ZZ"]}, "state.closed[2]: 'ZZ', allowed: R2, R3, Y2"),
    ({STATE + "closed": ["R3", "Y3", "R2"]}, "state.closed: ['R3', 'Y3', 'R2'], allowed: 3 of R3, Y3, B3, G3"),
    ({STATE + "closed": "-"}, "state.closed: missing, allowed: 3 of R3, Y3, B3, G3"),
    ({ANN + "missions": ["B2+YB+ZZ"]}, "state.players[0].missions[0]: 'ZZ', allowed: R2, R3"),
    ({ANN + "missions": ["B2+R2"]}, "state.players[0].missions[0]: 'B2+R2', allowed: the locations of a token of the data"),
    ({BEN + "missions": ["B2+YB", "B2+YB+RB"]}, "state.players[1].missions[1]: 'B2+YB+RB', allowed: a mission once: "),
    ({BEN + "missions": ["B2+YB", "R2+RB"]}, "state.players[1].missions[1]: 'R2+RB', allowed: a mission once: "),
    ({BEN + "missions": []}, "state.players[1].missions: [], allowed: 1 of the start set, finished ones included"),
    ({BEN + "missions": ["B2+YB", "B2+RB"]}, "state.players[1].missions: ['B2+YB', 'B2+RB'], allowed: 1 of the start set"),
    # Members.
    ({ANN + "members_at": ["R3"]}, "state.players[0].members_at[0]: 'R3', allowed: an open location; it is closed"),
    ({ANN + "members_at": ["GR"]}, "state.players[2].members_at[1]: 'GR', allowed: a location with one member"),
    ({ANN + "members_at": ["ZZ"]}, "state.players[0].members_at[0]: 'ZZ', allowed: R2, R3"),
    ({ANN + "members_at": ["RB", "R2", "RY", "GY"]}, "state.players[0].members_at: '4 members', allowed: at most 3"),
    ({ANN + "members": 4}, "state.players[0].members: 4, allowed: 3"),
    ({ANN + "leaders": [0, 3]}, "state.players[0].leaders: [0, 3], allowed: [0, 2]"),
    ({ANN + "clues": 1}, "state.players[0].clues: 1, allowed: 0"),
    # Tokens.
    ({STATE + "rows": "-"}, "state.rows: missing, allowed: both rows from the front"),
    ({STATE + "rows.left": "rybx"}, "state.rows.left: 'rybx', allowed: text that matches ^[rybg]*$"),
    ({STATE + "rows.left": "r" * 33}, "state.rows.left: '33 tokens', allowed: at most 32"),
    ({STATE + "rows.left": ["red", "pink"]}, "state.rows.left[1]: 'pink', allowed: 'red', 'yellow'"),
    ({STATE + "rows.left": ["red"] * 32}, "state.rows: '38 red tokens', allowed: at most 16: of 16 0 have been missions"),
    ({STATE + "rows.left": "rybg" * 4}, "state.rows.left: '16 tokens', allowed: at least 17 of 32: in 15 turns and this one"),
    ({ANN + "vehicles": "-"}, "state.players[0].vehicles: missing, allowed: vehicles by colour"),
    ({ANN + "vehicles": "rrrr"}, "state.discard: '-1 red', allowed: at least 0: of 19 13 lie in the rows, 7 are vehicles, 0"),
    ({ANN + "vehicles": {"pink": 1}}, "state.players[0].vehicles.pink: 'pink', allowed: 'red', 'yellow'"),
    ({STATE + "discard": "rryyyb"}, "state.discard: '0 green', allowed: 1: of 19 13 lie in the rows, 3 are"),
    ({STATE + "undealt": {"red": 1}}, "state.undealt: {'red': 1}, allowed: {}"),
    ({STATE + "shown": ["R2+RB"]}, "state.shown: ['R2+RB'], allowed: ['B2+YB+RB', "),
    # The moment.
    ({STATE + "turn": "Eve"}, "state.turn: 'Eve', allowed: a player: 'Ann', 'Ben', 'Cleo'"),
    ({STATE + "turn": "-"}, "state.turn: missing, allowed: whose turn it is"),
    ({STATE + "round": 0}, "state.round: 0, allowed: a whole number ≥ 1"),
    ({STATE + "round": 135}, "state.round: 135, allowed: fewer: the game ends after 400 turns"),
    ({STATE + "idle": 6}, "state.idle: 6, allowed: less than 6: the game would have ended"),
    ({STATE + "idle": 7}, "state.idle: 7, allowed: at most 6"),
    ({STATE + "idle": 1, STATE + "stage": "phase_1"}, "state.idle: 1, allowed: 0 in stage 'phase_1'"),
    ({STATE + "used": 1}, "state.used: 1, allowed: none in stage 'start'"),
    ({STATE + "sides": ["left"]}, "state.sides: ['left'], allowed: none in stage 'start'"),
    ({STATE + "sides": ["left"], STATE + "stage": "phase_2"}, "state.sides: ['left'], allowed: none in stage 'phase_2'"),
    ({STATE + "sides": ["left"], STATE + "stage": "phase_1"}, "state.used: missing, allowed: how many members"),
    ({STATE + "used": 1, STATE + "stage": "phase_1"}, "state.sides: missing, allowed: the rows that have been taken from"),
    ({STATE + "used": 1, STATE + "sides": [], STATE + "stage": "phase_1"}, "state.used: 1, allowed: 0: no row"),
    ({STATE + "used": 1, STATE + "sides": ["left", "right"], STATE + "stage": "phase_1"}, "state.used: 1, allowed: at least 2"),
    ({STATE + "used": 3, STATE + "sides": ["left"], STATE + "stage": "phase_1"}, "state.used: 3, allowed: at most 2: 1"),
    ({STATE + "turn": "Ben", STATE + "stage": "phase_2"}, "state.stage: 'phase_2', allowed: another one: the player"),
    ({STATE + "phase": "turn_up"}, "state.pending: missing, allowed: the colour of the token"),
    ({STATE + "pending": "red", STATE + "phase": "menu"}, "state.pending: 'red', allowed: null: in phase 'menu' nothing"),
    ({STATE + "pending": "B2+YB", STATE + "stage": "-"}, "state.pending: 'B2+YB', allowed: a mission that he has finished"),
    ({STATE + "pending": "red"}, "state.stage: 'start', allowed: 'phase_1' in phase 'turn_up'"),
    ({STATE + "phase": "over"}, "state.phase: 'over', allowed: another phase: nobody has four clues"),
    ({STATE + "ending": "cap"}, "state.phase: 'over', allowed: another phase"),
    ({**WON, STATE + "phase": "menu"}, "state.phase: 'menu', allowed: 'over': 'Ann' has 4 clues"),
    ({**WON, STATE + "phase": "over"}, "state.stage: 'start', allowed: 'phase_2' in phase 'over'"),
    ({**WON, STATE + "phase": "over", STATE + "turn": "Ben", STATE + "stage": "-"}, "state.players[0].finished: '4 clues'"),
    ({**WON, STATE + "phase": "over", STATE + "ending": "stall"}, "state.ending: 'stall'"),
    ({STATE + "phase": "choose"}, "state.rows: '26 and 27 tokens', allowed: 32 and 32: play has not begun"),
    # The first round.
    ({STATE + "round": 1}, "state.rows.left: '26 tokens', allowed: at least 32 of 32: in 0 turns and this one"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), CASES, ids=[message[:70] for _, message in CASES])
def test_a_position_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(changed(changes))
    assert str(error.value).startswith(message)
