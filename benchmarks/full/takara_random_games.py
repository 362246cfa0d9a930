"""A million random games of Takara Island with books kept of everything: all end lawfully. Run by hand, minutes:

    python -m benchmarks.full.takara_random_games [games] [processes]

Every transition is compared with the books (orienteer.core.takara_island.audit), and a break of a law stops the run with the
game's number. In the debug build (ORIENTEER_DEBUG=1) C assertions and bounds checks are on. Prints the endings and the
mean length by set of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.full.audited_games import run
from orienteer.core.rng import RandomStream
from orienteer.core.takara_island import TakaraIsland
from orienteer.core.takara_island.audit import ENDINGS, play_audited
from orienteer.core.takara_island.components import PRESETS

BGA = PRESETS["bga"]
OPTION_SETS: dict[str, dict[str, Any]] = {
    "2 players": {},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "2 players, bga": BGA,
    "3 players, bga": {**BGA, "players": 3},
    "4 players, bga": {**BGA, "players": 4},
    "2 players, rich": {"gold": 50, "adventurers": 3, "miner_may_stop": True, "tie": "shared"},
    "4 players, rich, bga": {**BGA, "players": 4, "gold": 50, "miner_may_stop": True},
    "3 players, 12 rounds": {"players": 3, "max_rounds": 12, "impostor": "any"},
    "2 players, one adventurer": {"adventurers": 1, "mimic_fail": "removed"},
}


def play(options: Mapping[str, Any], count: int, part: int) -> dict[str, Any]:
    """A part of the games; a stream a part, so the result depends on the numbers of games and processes only."""
    return play_audited(TakaraIsland(**options), count, RandomStream(1, part))


if __name__ == "__main__":
    run(__doc__, OPTION_SETS, play, ENDINGS)
