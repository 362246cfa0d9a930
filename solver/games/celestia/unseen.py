"""Treasures that a viewer has not seen, and where hard facts keep them from being equally likely.

An unseen treasure of a city lies in the city or face down before a player, each as likely as any other, unless something
noticed tells them apart: a telescope used (its owner held none from a lower city), the game going on after a journey (every
total was below the target), or a treasure that the viewer himself gave back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from orienteer.core.celestia.components import TELESCOPE_POINTS
from orienteer.games.celestia.table import TELESCOPE, Table

if TYPE_CHECKING:
    from orienteer.core.state import View


def why_unequal(view: View, table: Table, city: int) -> str | None:
    """Why the unseen treasures of the city with this index are not equally likely, None where they are.

    Errs on the safe side: a fact counts as soon as it could matter.
    """
    events = list(noticed(view))
    value = table.rows[city][0]
    for seat in table.seats:
        if seat == view.viewer or not table.hidden_backs(seat, city):
            continue
        if any(event[0] == "hook" and event[1:3] == (view.viewer, value) for event in events):
            return f"the viewer gave a treasure back to city {value}, seat {seat} holds others of it"
        used = [event[2] for event in events if event[:2] == ("telescope", seat)]
        unseen = {kind.worth: count for kind, count in table.unseen(city).items()}
        if unseen.get(TELESCOPE) and any(value < other for other in used):
            return f"seat {seat} used a telescope, which tells of his treasures of city {value}"
        if _could_have_ended(table, events, seat):
            return f"the game went on, which tells of seat {seat}'s treasures of city {value}"
    return None


def noticed(view: View) -> Iterator[tuple[Any, ...]]:
    """The viewer's log without what only says that he is asked."""
    for entry in view.evidence:
        if entry[0] != "asked":
            yield entry


def _could_have_ended(table: Table, events: list[tuple[Any, ...]], seat: int) -> bool:
    """Whether, by the backs he had, the seat could have been at the target when a journey ended and the game went on."""
    ends = [i for i, event in enumerate(events) if event[0] == "journey"]
    if not ends:
        return False
    since = [event for event in events[ends[-1] + 1 :] if event[1:2] == (seat,)]
    points = TELESCOPE_POINTS * sum(event[:2] == ("telescope", seat) for event in events)
    for city, (value, *_) in enumerate(table.rows):
        drawn = sum(event[0] == "treasure" and event[2] == value for event in since)
        given_back = sum(event[0] == "hook" and event[2] == value for event in since)
        count = table["backs"][seat][city] - drawn + given_back
        # Where there is one kind only it is known, and not among the unseen.
        kinds = table.unseen(city) if table["treasures"][seat][city] is None else {k: k.made for k in table.treasures(city)}
        for kind, number in sorted(kinds.items(), key=lambda pair: -pair[0].points):
            taken = min(count, number)
            points += kind.points * taken
            count -= taken
    return points >= int(table.options["target"])
