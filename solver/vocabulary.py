"""What faces call the pieces, phases and events of the games, in English and Japanese: words/<language>.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).with_name("words")


@cache
def _phrases(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


class Vocabulary:
    """The words of one language ("en" or "ja"), by dotted keys such as "table.pile".

    `places` are names of locations by id that stand in for the vocabulary's.
    """

    def __init__(self, language: str, places: Mapping[str, str] | None = None) -> None:
        self.language = language
        self.places = places or {}

    def find(self, key: str) -> str | None:
        """The phrase as it stands, None where there is none."""
        place: Any = _phrases(self.language)
        for part in key.split("."):
            place = place.get(part) if isinstance(place, dict) else None
        return place if isinstance(place, str) else None

    def __call__(self, key: str, **filling: Any) -> str:
        """The phrase with its {parts} filled in; of "one|many" the form that `number` takes. Raises KeyError for no phrase."""
        phrase = self.find(key)
        if phrase is None:
            raise KeyError(key)
        one, bar, many = phrase.partition("|")
        return (many if bar and filling.get("number") != 1 else one).format(**filling)

    def term(self, name: Any) -> str:
        """A card, die face, colour or other piece."""
        return self.find(f"terms.{name}") or str(name).replace("_", " ")

    def place(self, name: str) -> str:
        """A location of Lost Explorers by id: its name on the map, the shipped one if no other was given."""
        return self.places.get(name) or self.find(f"places.{name}") or name

    def mission(self, name: str) -> str:
        """A mission by the ids of its locations, joined with +."""
        return self.listed(map(self.place, name.split("+")))

    def listed(self, items: Iterable[str]) -> str:
        return ("、" if self.language == "ja" else ", ").join(items)

    def tally(self, pieces: Iterable[str]) -> str:
        """Equal pieces together: "bird × 2, cloud"."""
        counts: dict[str, int] = {}
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        return self.counted(counts)

    def counted(self, counts: dict[str, int]) -> str:
        """Pieces by name with their numbers, those that there are."""
        return self.listed(
            self.term(piece) if number == 1 else f"{self.term(piece)} × {number}" for piece, number in counts.items() if number
        )
