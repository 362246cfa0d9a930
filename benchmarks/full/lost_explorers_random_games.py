"""A million random games of Lost Explorers, every fact that the rules guarantee checked at every step. Run by hand, minutes:

    python -m benchmarks.full.lost_explorers_random_games [games] [processes]

Every transition is audited (orienteer.core.lost_explorers.audit), and a break of a law stops the run with the game's number. In
the debug build (ORIENTEER_DEBUG=1) C assertions and bounds checks are on. Prints the endings, the mean length and the mean
number of each event by set of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.full.audited_games import run
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.lost_explorers.audit import ENDINGS, EVENTS, play_audited
from orienteer.core.rng import RandomStream

OTHERS = {
    "first_turn_limit": "equip_only",
    "rows_empty": "after_round",
    "bonus": "optional",
    "mission_discard": "before_bonus",
}
OPTION_SETS: dict[str, dict[str, Any]] = {
    "2 players": {},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "2 players, other rules": OTHERS,
    "3 players, other rules": {**OTHERS, "players": 3},
    "4 players, other rules": {**OTHERS, "players": 4},
    "2 players, rich, no cap": {"vehicles": 3, "max_turns": None},
    "4 players, rich": {**OTHERS, "players": 4, "vehicles": 2},
    "3 players, 30 turns": {"players": 3, "vehicles": 1, "max_turns": 30, "stall_rounds": 0},
    "2 players, one member": {"members": 1, "stall_rounds": 5},
}


def play(options: Mapping[str, Any], count: int, part: int) -> dict[str, Any]:
    """A part of the games; a stream a part, so the result depends on the numbers of games and processes only."""
    return play_audited(LostExplorers(**options), count, RandomStream(1, part))


if __name__ == "__main__":
    run(__doc__, OPTION_SETS, play, ENDINGS, EVENTS)
