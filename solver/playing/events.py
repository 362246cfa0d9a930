"""Events of records as lines, in the language of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from orienteer.vocabulary import Vocabulary

Names = Callable[[Any], str]  # a seat by number or name, as people know it
MOST_ALIKE = 5
SEATS = ("target", "ejected", "captain")


def told(events: Sequence[Any], name: Names, words: Vocabulary) -> list[str]:
    """A line each; of many of one type in a row the first few."""
    lines = []
    for _, group in groupby(events, lambda event: event.get("type") if isinstance(event, Mapping) else None):
        same = [in_words(event, name, words) for event in group]
        if len(same) > MOST_ALIKE:
            same = [*same[: MOST_ALIKE - 1], f"… + {len(same) - MOST_ALIKE + 1}"]
        lines += same
    return lines


def in_words(event: Any, name: Names, words: Vocabulary) -> str:
    """Who did what, with what belongs to it; an observation that is no document as it is."""
    if not isinstance(event, Mapping):
        return str(event)
    rest = {key: value for key, value in event.items() if key not in ("type", "player")}
    kind, player = event["type"], event.get("player")
    if kind == "choices":
        return _choices(event["choices"], name, words)
    if kind == "card" and player is None:
        return words("events.turned-up", card=words.term(rest["card"]))
    if kind == "deal" and "colour" in rest:
        return words("events.laid", colour=words.term(rest["colour"]))
    text = words.find(f"events.{kind}") or kind.replace("-", " ")
    details = [said for key, value in rest.items() if value not in (None, "") and (said := _detail(key, value, name, words))]
    if details:
        text = f"{text} ({words.listed(details)})"
    return text if player is None else f"{name(player)}: {text}"


def _by_player(value: Mapping[Any, Any] | Sequence[Any]) -> Iterable[tuple[Any, Any]]:
    """Pairs of a mapping by player, or of a list by seat."""
    return value.items() if isinstance(value, Mapping) else enumerate(value)


def _choices(made: Mapping[Any, str] | Sequence[str | None], name: Names, words: Vocabulary) -> str:
    """Of those in the temple, who leaves and who stays."""
    parts = []
    for choice in ("leave", "stay"):
        who = [name(seat) for seat, chosen in _by_player(made) if chosen == choice]
        if who:
            parts.append(words(f"events.{choice}-all", players=words.listed(who)))
    return words("events.and").join(parts)


def _detail(key: str, value: Any, name: Names, words: Vocabulary) -> str:
    label = words.find(f"details.{key}") or key
    if key == "turbos":
        return words("details.turbos", dice=words.tally(value)) if value else ""
    if key in ("dice", "cards"):
        return words.tally([value] if isinstance(value, str) else value) or words("events.none")
    if key == "mission":
        return words.mission(value)
    if key == "location":
        return words.place(value)
    if key in ("locations", "places"):
        return words.listed(map(words.place, value))
    if key in SEATS:
        return f"{label} {name(value)}"
    if key == "totals":
        return words.listed(f"{name(seat)} {total}" for seat, total in _by_player(value))
    if isinstance(value, bool):
        return label if value else ""
    if isinstance(value, Mapping):
        return words.listed(f"{words.term(part)} {number}" for part, number in value.items())
    if isinstance(value, (list, tuple)):
        return words.listed(map(words.term, value))
    if key == "cured":
        return f"{label} {value}" if value else ""
    return f"{label} {value}" if isinstance(value, int) else words.term(value)
