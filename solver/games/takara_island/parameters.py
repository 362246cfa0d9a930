"""Parameters of Takara Island's events: cards by kind or name, treasures, and yes or no."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.core.takara_island.components import CARDS, GOLD, HEALTH, INJURES, TREASURES, XP

# Cards by kind. Gold and XP are cards of that kind, not the rewards of monsters; "injures" is meant without the sword.
KINDS: dict[str, frozenset[int]] = {
    "gold": frozenset(card for card, gold in enumerate(GOLD) if gold and not HEALTH[card]),
    "xp": frozenset(card for card, xp in enumerate(XP) if xp and not HEALTH[card]),
    "monster": frozenset(card for card, health in enumerate(HEALTH) if health),
    "injures": frozenset(card for card in range(len(CARDS)) if INJURES[card] or HEALTH[card]),
}
NOTHING = "nothing"


def cards_of(word: str) -> frozenset[int]:
    """The cards of a kind, or the one with this name."""
    return KINDS[word] if word in KINDS else frozenset([CARDS.index(word)])


def card_word(**default: Any) -> Any:
    """A dataclass field: a kind of card or a card's name."""
    return _word((*KINDS, *CARDS), default)


def treasure_word(**default: Any) -> Any:
    """A dataclass field: a treasure's name, or "nothing"."""
    return _word((*TREASURES, NOTHING), default)


def yes_or_no(**default: Any) -> Any:
    """A dataclass field: "yes" or "no"."""
    return _word(("yes", "no"), default)


def _word(words: tuple[str, ...], default: dict[str, Any]) -> Any:
    allowed = ", ".join(words)

    def read(name: str, value: object) -> str:
        if value not in words:
            raise OptionError(name, value, allowed)
        return str(value)

    return field(metadata={"reader": read, "allowed": allowed}, **default)
