"""Games play as they did when their golden playthroughs were written."""

from __future__ import annotations

from typing import Any

import pytest

from orienteer.core.registry import registered_games

from .playthrough import CASES, path, playthrough

ROWS = [(name, number, *case) for name, cases in CASES.items() for number, case in enumerate(cases)]

NOT_COVERED: set[str] = set()  # registered games that have no row yet


def test_law_every_game_has_a_row() -> None:
    assert sorted(CASES) == list(registered_games())


@pytest.mark.parametrize(("name", "number", "options", "seed"), ROWS)
def test_law_golden(name: str, number: int, options: dict[str, Any], seed: int) -> None:
    assert playthrough(name, options, seed) == path(name, number).read_text(encoding="utf-8")
