"""Every game passes every check of the suite."""

from __future__ import annotations

import pytest

from orienteer.core.state import Game

from .games import registered
from .suite import CHECKS
from .tiny_games import TINY_GAMES

GAMES = [*registered(), *(make() for make in TINY_GAMES)]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_law_conformance(game: Game, check: str) -> None:
    CHECKS[check](game)
