"""Players by seat and by name."""

from __future__ import annotations

from orienteer.positions.wording import refused

Names = tuple[str | None, ...]  # by seat, None where a player has no name


def who_is(who: int | str, names: Names, field: str) -> int:
    """A player's seat. Raises PositionError, naming `field`, for one that is not there."""
    if isinstance(who, int) and who < len(names):
        return who
    if isinstance(who, str) and who in names:
        return names.index(who)
    seats = ", ".join(repr(name) if name else str(seat) for seat, name in enumerate(names))
    raise refused(field, who, f"a player: {seats}")


def word_for(seat: int, names: Names) -> int | str:
    """A player's name, or his seat where he has none."""
    if seat < 0:
        raise IndexError(seat)
    return names[seat] or seat
