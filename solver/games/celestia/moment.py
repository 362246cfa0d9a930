"""Where play of a Celestia position stands: the phase, the captain, who chooses."""

from __future__ import annotations

from dataclasses import dataclass

from orienteer.games.celestia.setting import Setting
from orienteer.positions.names import who_is, word_for
from orienteer.positions.wording import missing, refused

# Phases by what is true in them.
ASKED = ("window_a", "announcement", "window_b", "jetpack", "hook")  # the viewer alone sees that he is asked
HIDDEN = ("before_announcement", "after_crash_call", "after_move")  # what the others see meanwhile
FRESH = ("lone", "roll", "draw")  # nothing has happened in this leg yet
MOVED = ("hook", "after_move", "settle")  # the ship has just moved
CALLED = ("window_b", "jetpack", "after_crash_call")
EITHER = ("announcement", "detour", "reroll")  # with a crash call before, or without
ENDING = ("treasure", "journey_end", "over")


@dataclass(frozen=True)
class Moment:
    phase: str
    captain: int
    turn: int | None  # who chooses; None at chance, and where it is hidden
    called: bool  # a crash was called on this roll
    owed: tuple[int, ...]  # by seat, 1 where he has yet to draw a card before this journey


def read_moment(setting: Setting) -> Moment:
    phase = _phase(setting)
    captain = _captain(setting, phase)
    turn = _turn(setting, phase, captain)
    return Moment(phase, captain, turn, _called(setting, phase), _owed(setting, phase, captain))


def seat_of(setting: Setting, name: str) -> int | None:
    """The player that a field of the table names."""
    who = getattr(setting.table, name)
    return None if who is None else who_is(who, setting.names, f"state.{name}")


def _phase(setting: Setting) -> str:
    given, table, viewer = setting.table.phase, setting.table, setting.viewer
    if given is None:
        if table.crash_called:
            raise missing("state.phase", "'window_b' or 'jetpack' if the viewer is asked, else 'after_crash_call'")
        phase = _phase_without_crash(setting)
        setting.notes.assume("state.phase", phase)
        return phase
    hidden = given in ASKED and seat_of(setting, "turn") not in (None, viewer)
    hidden = hidden or given == "settle" or (given == "journey_end" and table.crash_called is True)
    if viewer is not None and hidden:
        raise refused("state.phase", given, f"{', '.join(map(repr, HIDDEN))}: the viewer does not see that it is reached")
    return given


def _phase_without_crash(setting: Setting) -> str:
    table, viewer = setting.table, setting.viewer
    if table.draws_left:
        return "draw"
    if not table.dice:
        return "lone" if [player.aboard for player in table.players].count(True) == 1 else "roll"
    turn = seat_of(setting, "turn")
    if turn is None and viewer is not None and setting.player(viewer).aboard is not False:
        turn = viewer
    if turn is None:
        return "before_announcement"
    return "announcement" if turn == _captain_given(setting) else "passenger"


def _captain_given(setting: Setting) -> int | None:
    """The captain as the document names him: in `captain`, or at a player."""
    found = seat_of(setting, "captain")
    for seat, player in enumerate(setting.table.players):
        path = f"state.players[{seat}].captain"
        if player.captain and found not in (None, seat):
            raise refused(path, True, f"one captain, and {word_for(found or 0, setting.names)!r} is named")
        if player.captain is False and found == seat:
            raise refused(path, False, "true: he is named as captain")
        found = seat if player.captain else found
    return found


def _captain(setting: Setting, phase: str) -> int:
    found, first = _captain_given(setting), int(setting.options["first_captain"])
    begins = setting.table.journey == 1 and setting.table.city in (None, setting.values[0])
    if phase == "deal" or (begins and phase not in ("over", "draw", *MOVED)):
        word = word_for(first, setting.names)
        if found is None:
            setting.notes.derive("state.captain", word, "the first leg of the game")
        elif found != first:
            raise refused("state.captain", word_for(found, setting.names), f"{word!r}, in the first leg of the game")
        return first
    if found is None:
        raise missing("state.captain", "the captain's name or seat")
    return found


def _turn(setting: Setting, phase: str, captain: int) -> int | None:
    given, viewer = seat_of(setting, "turn"), setting.viewer
    if phase in ("lone", "detour", "announcement"):
        if phase == "announcement" and viewer not in (None, captain):
            raise refused("state.phase", phase, f"'before_announcement': {word_for(captain, setting.names)!r} is the captain")
        return captain
    if phase in ASKED and viewer is not None:
        return viewer
    if phase != "passenger" and phase not in ASKED:
        return None
    if given is None and viewer not in (None, captain) and phase == "passenger":
        setting.notes.assume("state.turn", word_for(viewer or 0, setting.names))
        return viewer
    if given is None:
        raise missing("state.turn", "who chooses now")
    return given


def _called(setting: Setting, phase: str) -> bool:
    given = setting.table.crash_called
    if given is None and phase in EITHER:
        setting.notes.assume("state.crash_called", False)
    return phase in CALLED or (phase in (*EITHER, *ENDING) and given is True)


def _owed(setting: Setting, phase: str, captain: int) -> tuple[int, ...]:
    seats = len(setting.names)
    if phase != "draw":
        return (0,) * seats
    left = setting.table.draws_left
    if left is None:
        raise missing("state.draws_left", "how many players have yet to draw a card")
    if not 1 <= left <= seats:
        raise refused("state.draws_left", left, f"1 to {seats}")
    # The captain draws first, then clockwise.
    return tuple(int((seat - captain) % seats >= seats - left) for seat in setting.seats)
