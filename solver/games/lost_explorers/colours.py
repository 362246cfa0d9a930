"""Tokens by colour in a document: counts, initials or words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from orienteer.core.lost_explorers.components import COLOURS

BY_INITIAL = {colour[0]: colour for colour in COLOURS}


def counts_of(value: Mapping[Any, int] | str | None) -> tuple[int, ...]:
    """Counts in the order of COLOURS, of counts by word or of initials."""
    given = value if isinstance(value, Mapping) else Counter(BY_INITIAL[letter] for letter in value or "")
    return tuple(given.get(colour, 0) for colour in COLOURS)


def count_words(counts: Sequence[int]) -> dict[str, int]:
    """How many by word, those that are there."""
    return {colour: count for colour, count in zip(COLOURS, counts, strict=True) if count}


def row_of(value: Iterable[str]) -> tuple[str, ...]:
    """Words from the front, of words or initials."""
    return tuple(BY_INITIAL.get(word, word) for word in value)


def initials(row: Iterable[str]) -> str:
    return "".join(colour[0] for colour in row)
