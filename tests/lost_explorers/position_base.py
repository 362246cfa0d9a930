"""A position of Lost Explorers to change."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.positions.laws import edited

# Eleven tokens have left the rows; Ann has finished her first mission.
BASE: dict[str, Any] = {
    "format": 1,
    "game": "lost_explorers",
    "rules": "seed",
    "viewer": "Ann",
    "state": {
        "turn": "Ann",
        "round": 6,
        "stage": "start",
        "idle": 0,
        "closed": ["R3", "Y3", "B3"],
        "rows": {"left": "rybg" * 6 + "ry", "right": "rybg" * 6 + "bbg"},
        "players": [
            {
                "name": "Ann",
                "vehicles": "ryybb",
                "missions": ["B2+YB+RB"],
                "finished": ["R2+RB"],
                "members_at": ["RB"],
            },
            {"name": "Ben", "vehicles": {"red": 2, "yellow": 1, "green": 1}, "missions": ["YB+B2"], "members_at": ["YB"]},
            {"name": "Cleo", "vehicles": "rgg", "missions": ["G2+BG", "GR+GY"], "members_at": ["G2", "GR"]},
        ],
    },
}
STATE, ANN, BEN, CLEO = "state.", "state.players.0.", "state.players.1.", "state.players.2."


changed = partial(edited, BASE)


# Fourteen steps of red missions, with one red token less in the left row.
WON = {
    ANN + "finished": ["R2+RB", "RB+GR+RY", "R2+GR+RY", "R2+RB+GR", "R2+RB+RY"],
    STATE + "rows.left": "ybg" + "rybg" * 5 + "ry",
}
