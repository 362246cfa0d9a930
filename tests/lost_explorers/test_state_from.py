"""Plain values that describe no state are refused by name, and never reach the struct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.lost_explorers import LostExplorers

from .build import Table, start, table

Fields = dict[str, Any]
GAME = LostExplorers()
CAP = GAME.options["max_turns"]


def middle() -> Table:
    """A phase 1 with members out, one mission finished by each seat."""
    it = table(
        rows=("rybg", "gb"),
        missions={0: "B2+YB YB+RB+BG"},
        vehicles={0: "yybb"},
        placed={0: "RB", 1: "R2 GY"},
        leaders={0: (2, 0), 1: (1, 2)},
        discard="rg",
        rest=1,
    )
    return it.play("equip-left-1-vehicle")


def in_bonus() -> Table:
    return table(missions={0: "B2+YB"}, placed={0: "B2 YB"}, discard="rg", rest=1).play("complete-B2+YB-return-B2")


def turning_up() -> Table:
    return table(rows=("b", "r"), rest=1).play("equip-left-1-mission")


def choosing() -> Table:
    it = start().play("close-R3+Y3+B3+G3")
    while it["phase"] == "deal":
        it.play(sorted(it.chance)[0])
    return it.play("choose-blue", "B2+YB")


def at_start() -> Table:
    return table(placed={1: "R2"}, rest=1)


def over() -> Table:
    return table(rows=("", ""), stage="phase_1", rest=1).play("end-turn")


def won() -> Table:
    return table(leaders={0: (12, 3)}, missions={0: "R2+RB"}, placed={0: "R2 RB"}, rest=1).play("complete-R2+RB-return-RB")


MAKERS = (middle, in_bonus, turning_up, choosing, at_start, over, won)


def fixed(**change: Any) -> Callable[[Fields], Fields]:
    return lambda fields: change


def seat(name: str, number: int, value: Any) -> Callable[[Fields], Fields]:
    """Another value of one seat, or what a function makes of the old one."""

    def changed(fields: Fields) -> Fields:
        old = fields[name]
        new = value(old[number]) if callable(value) else value
        return {name: (*old[:number], new, *old[number + 1 :])}

    return changed


def more(index: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    return lambda counts: (*counts[:index], counts[index] + 1, *counts[index + 1 :])


def unshown(fields: Fields) -> Fields:
    return {"shown": fields["shown"][1:]}


def full_rows(fields: Fields) -> Fields:
    """All red tokens lie in the rows, one of them is finished."""
    reds = sum(held[0] for held in fields["vehicles"]) + fields["discard"][0]
    none = tuple((0, *held[1:]) for held in fields["vehicles"])
    return {
        "rows": (fields["rows"][0] + ("red",) * reds, fields["rows"][1]),
        "vehicles": none,
        "discard": (0, *fields["discard"][1:]),
    }


WRONG: list[tuple[Callable[[], Table], Callable[[Fields], Fields], str]] = [
    # Shapes and words.
    (middle, fixed(phase="lunch"), "phase: 'lunch', allowed: close, deal, choose, show, menu, turn_up, bonus, over"),
    (middle, fixed(stage="phase_3"), "stage: 'phase_3', allowed: start, phase_1, phase_2"),
    (middle, fixed(ending="rain"), "ending: 'rain', allowed: None, clues, rows_empty, stall, cap"),
    (middle, fixed(turn=2), "turn: 2, allowed: a whole number from 0 to 1"),
    (middle, fixed(turn=True), "turn: True, allowed: a whole number"),
    (middle, fixed(used=-1), "used: -1, allowed: a whole number"),
    (middle, fixed(sides=(True,)), r"sides: \(True,\), allowed: 2 entries"),
    (middle, fixed(rows=(("red",),)), "rows: .*, allowed: 2 entries"),
    (middle, fixed(rows=(("red",) * 33, ())), r"rows\[0\]: .*, allowed: at most 32 colours"),
    (middle, fixed(rows=(("red", "pink"), ())), r"rows\[0\]\[1\]: 'pink', allowed: red, yellow, blue, green"),
    (middle, fixed(undealt=(0, 0, 0)), "undealt: .*, allowed: 4 entries"),
    (middle, fixed(discard=(0, 0, 0, 2.0)), r"discard\[3\]: 2.0, allowed: a whole number"),
    (middle, fixed(vehicles=((0, 0, 0, 0),)), "vehicles: .*, allowed: 2 entries"),
    (middle, seat("vehicles", 1, (0, 0, 0)), r"vehicles\[1\]: .*, allowed: 4 entries"),
    (middle, seat("vehicles", 0, (0, -1, 0, 0)), r"vehicles\[0\]\[1\]: -1, allowed: a whole number"),
    (middle, seat("missions", 0, ("B2+GR",)), r"missions\[0\]\[0\]: 'B2\+GR', allowed: R2\+R3, .*"),
    (middle, seat("missions", 0, ("B2+YB", "B2+YB")), r"missions\[0\]\[1\]: 'B2\+YB' is listed twice"),
    (middle, seat("missions", 0, "B2+YB"), r"missions\[0\]: 'B2\+YB', allowed: names"),
    (middle, seat("placed", 0, ("Q2",)), r"placed\[0\]\[0\]: 'Q2', allowed: R2, R3, .*"),
    (middle, seat("leaders", 0, (15, 0)), r"leaders\[0\]\[0\]: 15, allowed: a whole number from 0 to 14"),
    (middle, fixed(closed=("R3", "Y3", "B3", "R3")), r"closed\[3\]: 'R3' is listed twice"),
    # Tokens.
    (middle, seat("vehicles", 1, more(2)), "blue: 19 tokens in rows, vehicles, missions and discard, there are 18"),
    (middle, fixed(discard=(0, 0, 0, 1)), "red: 17 tokens .*, there are 18"),
    (middle, unshown, r"shown: .*, the tokens that have been shown are those of missions, finished or not"),
    (middle, seat("missions", 1, lambda held: (*held, "B2+YB")), r"missions\[1\]: B2\+YB is somebody's mission twice"),
    (middle, full_rows, "shown: .* red"),
    (middle, fixed(undealt=(0, 0, 1, 0)), "blue: 19 tokens"),
    # Members and leaders.
    (middle, fixed(closed=("R3", "Y3", "B3", "G2")), "closed: G2 cannot be closed"),
    (middle, fixed(closed=("R3", "Y3", "B3")), "closed: 3 locations, 4 are with 2 players"),
    (middle, seat("placed", 1, ("RB",)), r"placed\[1\]: RB has somebody's member already"),
    (middle, seat("placed", 1, ("G3",)), r"placed\[1\]: G3 is closed"),
    (middle, seat("placed", 1, ("R2", "GY", "B2", "G2")), r"placed\[1\]: 4 members, the seat has 3"),
    (middle, fixed(used=3), "used: 3, seat 0 has 2 members to use"),
    (middle, seat("leaders", 0, (3, 0)), r"leaders\[0\]\[0\]: 3, the finished missions make 2"),
    (middle, seat("leaders", 1, (1, 1)), r"leaders\[1\]\[1\]: 1, the finished missions make 2"),
    (won, fixed(ending=None, phase="menu"), r"leaders\[0\]: four clues, the game is over"),
    (won, fixed(turn=1, turns=5), r"leaders\[0\]: four clues"),
    (middle, fixed(phase="over", ending="clues", stage="phase_2", used=0, sides=(False, False)), "ending: clues, seat 0 has 0"),
    # Set-up.
    (choosing, seat("vehicles", 0, (1, 1, 1, 1)), "blue: "),
    (choosing, fixed(vehicles=((2, 1, 0, 1), (0, 1, 1, 1))), r"vehicles\[0\]\[0\]: 2, at this point of the set-up 1"),
    (choosing, fixed(turn=0), r"missions\[0\]: 1 start missions, the seat has turned up 0"),
    (choosing, fixed(turns=1), "turns: 1 finished before play has begun"),
    (choosing, seat("placed", 0, ("B2",)), r"(placed|missions)\[0\]: "),
    (choosing, fixed(pending=("show", "blue")), "pending: .*, nothing of the kind is pending in phase choose"),
    (choosing, fixed(phase="show", pending=None), "pending: none in phase show"),
    # Play.
    (middle, fixed(turns=5), "turns: 5 finished, it cannot be seat 0's turn"),
    (middle, fixed(turns=CAP), f"turns: {CAP} finished, the cap is {CAP}"),
    (middle, fixed(phase="over"), "ending: None in phase over"),
    (middle, fixed(ending="stall"), "ending: stall in phase menu"),
    (middle, fixed(stage="start"), "used: 1 members and rows used in stage start"),
    (middle, fixed(stage="phase_2"), "used: 1 members and rows used in stage phase_2"),
    (middle, fixed(sides=(True, True)), "used: 1, 2 rows were used"),
    (middle, fixed(sides=(False, False)), "sides: none, 1 members were used to equip"),
    (middle, fixed(idle=1), "idle: 1 in stage phase_1"),
    (at_start, fixed(idle=4), "idle: 4, the game has stalled"),
    (at_start, fixed(idle=5), "idle: 5 of 4 turns"),
    (at_start, fixed(stage="phase_2"), "stage: phase_2, seat 0 has finished no mission"),
    (at_start, fixed(turns=0), r"placed\[1\]: the seat has had no turn"),
    (in_bonus, fixed(pending=None, discard=(1, 0, 1, 1)), "pending: none in phase bonus"),
    (in_bonus, fixed(pending=("bonus", "R2+R3"), discard=(0, 0, 1, 1)), r"pending: seat 0 has not finished R2\+R3"),
    (in_bonus, fixed(pending=("turn_up", "red")), "pending: .*, nothing of the kind is pending in phase bonus"),
    (in_bonus, fixed(stage="phase_1"), "stage: phase_1 in phase bonus, a mission has been completed in this turn"),
    (
        in_bonus,
        lambda fields: {"discard": (0, 0, 0, 1), "vehicles": _and_red(fields)},
        "discard: 1 colours, no bonus is to be chosen",
    ),
    (turning_up, lambda fields: {"pending": None} | seat("vehicles", 1, more(2))(fields), "pending: none in phase turn_up"),
    (turning_up, fixed(stage="start"), "stage: a mission is turned up by members of phase 1"),
    (turning_up, fixed(pending=("turn_up", "red")), "blue: 17 tokens|red: 19 tokens"),
    (over, fixed(ending=None, phase="menu"), "rows: empty at the start of a turn, the game is over"),
    (over, fixed(ending="cap"), "ending: cap, 5 turns are finished"),
    (over, fixed(ending="stall"), "ending: stall, 0 turns were idle"),
    (at_start, fixed(ending="rows_empty", phase="over"), "ending: rows_empty, 8 tokens lie in the rows"),
]


def _and_red(fields: Fields) -> tuple[tuple[int, ...], ...]:
    first, *others = fields["vehicles"]
    return (more(0)(first), *others)


@pytest.mark.parametrize(("make", "change", "message"), WRONG)
def test_fields_that_fit_no_state_are_refused(
    make: Callable[[], Table], change: Callable[[Fields], Fields], message: str
) -> None:
    fields = make().state.fields()
    with pytest.raises(OrienteerError, match=f"^{message}"):
        GAME.state_from(fields | change(fields))


@pytest.mark.parametrize("make", MAKERS)
def test_fields_and_state_are_inverse(make: Callable[[], Table]) -> None:
    state = make().state
    assert state.game.state_from(state.fields()) == state


def test_what_follows_from_the_rest_is_not_read() -> None:
    state = middle().state
    assert GAME.state_from(state.fields() | {"clues": None, "members": None}) == state


@pytest.mark.parametrize("name", sorted(GAME.new_initial_state().fields().keys() - {"clues", "members"}))
def test_a_missing_field_is_named(name: str) -> None:
    fields = middle().state.fields()
    del fields[name]
    with pytest.raises(OrienteerError, match=f"^{name}: missing"):
        GAME.state_from(fields)
