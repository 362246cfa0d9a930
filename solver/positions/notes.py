"""What reading a document had to add."""

from __future__ import annotations

from dataclasses import dataclass, field

from orienteer.positions.wording import in_words


@dataclass
class Notes:
    """What was derived from a document, and what it left open."""

    derived: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)

    def derive(self, path: str, value: object, reason: str) -> None:
        self.derived.append(f"{path} = {in_words(value)}: {reason}")

    def assume(self, path: str, value: object) -> None:
        self.assumed.append(f"{path} = {in_words(value)}: the document does not say")
