"""What the solver asks of Incan Gold about positions and records (registry.PositionPart); format: docs/positions.md.

Nothing is hidden in this game, so every viewer sees the same.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from orienteer.core.errors import PositionError
from orienteer.core.incan_gold import IncanGold, IncanGoldState
from orienteer.core.incan_gold.components import HAZARDS, PRESETS
from orienteer.core.state import Game, State
from orienteer.games.incan_gold.happenings import read_event, write_event
from orienteer.games.incan_gold.history import LARGE, SMALL, check_history
from orienteer.games.incan_gold.models import IncanGoldPosition, IncanGoldRecord, TableDocument
from orienteer.games.incan_gold.reading import PHASES, Reader, history_table

__all__ = [
    "DOCUMENT",
    "FILE_OPTIONS",
    "LOG_COUNTS",
    "NULLS",
    "PRESETS",
    "RECORD",
    "read_event",
    "read_state",
    "smallest_state",
    "write_event",
    "write_state",
]

DOCUMENT = IncanGoldPosition
RECORD = IncanGoldRecord
NULLS: frozenset[str] = frozenset()
LOG_COUNTS = False
FILE_OPTIONS: dict[str, str] = {}


def read_state(
    table: TableDocument, game: Game, viewer: int | None, names: tuple[str | None, ...]
) -> tuple[State, list[str], list[str]]:
    """The state, what was derived ("state.pocket = 7: everyone is still inside") and what was assumed."""
    assert isinstance(game, IncanGold)
    return Reader(table, game).read()


def write_state(state: State, names: tuple[str | None, ...]) -> dict[str, Any]:
    """The document's `state`, with everything that could be derived written out."""
    assert isinstance(state, IncanGoldState)
    options, fields = state.game.options, state.fields()
    over = fields["phase"] == PHASES.index("over")
    has_artifacts = options["artifacts"]
    listed = options["artifact_value"] != "per_owner"
    held = _tents(state.game, fields)
    players = []
    for seat, gems in enumerate(fields["gems"]):
        player: dict[str, Any] = {} if names[seat] is None else {"name": names[seat]}
        player["gems"] = gems
        if has_artifacts:
            player["artifacts"] = list(held[seat]) if listed else len(held[seat])
        player["inside"] = fields["inside"][seat]
        players.append(player)
    left = fields["leftovers"]
    table = {
        "round": fields["round"] - over,
        "players": players,
        "path": [int(name) if name.isdecimal() else name for name in fields["path"]],
        "removed": [word for word, n in zip(HAZARDS, fields["removed"], strict=False) for _ in range(n)],
        "pocket": fields["pocket"],
        "leftovers": list(left) if options["leftovers"] == "per_card" else sum(left),
        "artifacts": {"taken": _plain(fields["artifacts_taken"]), "lost": _plain(fields["artifacts_lost"])},
        "next": PHASES[fields["phase"]],
    }
    if not has_artifacts:
        del table["artifacts"]
    return table


def _plain(count_or_worths: Any) -> Any:
    return list(count_or_worths) if isinstance(count_or_worths, tuple) else count_or_worths


def _tents(game: Game, fields: dict[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Points of each artifact by seat. Printed ones by their sums, which can fit several ways: the first that has a
    history, so that a document written from a state reads back to an equal one."""
    seats = range(len(fields["gems"]))
    counts, points = fields["artifact_count"], fields["artifact_points"]
    if not (game.options["artifacts"] and game.options["artifact_value"] == "printed"):
        large = [(points[seat] - SMALL * counts[seat]) // (LARGE - SMALL) for seat in seats]
        return tuple((SMALL,) * (counts[seat] - large[seat]) + (LARGE,) * large[seat] for seat in seats)
    taken = fields["artifacts_taken"]
    hands = [[hand for hand in combinations(taken, counts[seat]) if sum(hand) == points[seat]] for seat in seats]
    fitting = [held for held in product(*hands) if sorted(worth for hand in held for worth in hand) == sorted(taken)]
    for held in fitting if len(fitting) > 1 else ():
        try:
            check_history(history_table(game, fields, held))
        except PositionError:
            continue
        return held
    return fitting[0]


def smallest_state(game: Game) -> dict[str, Any]:
    """The start of the game with all left out that may be."""
    player: dict[str, Any] = {"gems": 0}
    if game.options["artifacts"]:
        player["artifacts"] = 0 if game.options["artifact_value"] == "per_owner" else []
    return {"round": 1, "players": [dict(player) for _ in range(game.num_players)], "path": []}
