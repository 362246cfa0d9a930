"""Counts of nodes agree with the data files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orienteer.core.registry import load_game, registered_games

from .perft import CASES, path, perft, split

ROWS = [
    pytest.param(name, row, id=f"{name}-{row['options']}")
    for name in CASES
    for row in (json.loads(path(name).read_text()) if path(name).exists() else [])
]


def test_rule_files_are_complete() -> None:
    for name, cases in CASES.items():
        assert [row["options"] for row in json.loads(path(name).read_text())] == [options for options, _ in cases]


def test_law_every_game_has_a_row() -> None:
    assert sorted(CASES) == list(registered_games())


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_rule_perft(name: str, row: dict[str, Any]) -> None:
    start = load_game(name, **row["options"]).new_initial_state()
    found = perft(start, len(row["depths"]) - 1)
    for depth, (counts, wanted) in enumerate(zip(found, row["depths"], strict=True)):
        below = split(start, depth) if counts != wanted and depth else ""
        assert counts == wanted, f"depth {depth}: {counts}, should be {wanted}\n{below}"


@pytest.mark.known
def test_known_kuhn_poker_tree() -> None:
    """6 deals, each with 5 ways to bet to the end and 4 decisions."""
    rows = perft(load_game("kuhn_poker").new_initial_state(), 5)
    assert sum(row["terminal"] for row in rows) == 30
    assert sum(row["decision"] for row in rows) == 24


@pytest.mark.known
def test_known_goofspiel_endings() -> None:
    """Both players may lay down their cards in any order: (4!)² endings; with shuffled prizes times 3!, at 3 cards."""
    assert perft(load_game("goofspiel").new_initial_state(), 4)[-1]["terminal"] == 24**2
    shuffled = load_game("goofspiel", cards=3, point_order="random").new_initial_state()
    assert perft(shuffled, 6)[-1]["terminal"] == 6**3
