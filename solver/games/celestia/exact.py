"""A lone captain's stopping problem, exactly: which positions it covers, and how it becomes an open one for expectimax.

Covered: points at the end of the journey, for a viewer who is alone aboard while nobody else can act before that end, for
every gust (and, where somebody left in this leg, every hook) lies in his hand or in the discards, or the others hold no
cards. Then what is hidden cannot matter: cards stay where they are, and of each city that he may still draw from he gets
any unseen treasure equally likely. So the others' hidden cards go back into the deck and their hidden treasures into their
cities, and what is left hides nothing. Where hard facts tell the unseen treasures apart (unseen.py) nothing is solved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.celestia.components import CARDS, GUST, HOOK
from orienteer.core.state import State, View
from orienteer.expectimax import Expectimax
from orienteer.games.celestia.table import TELESCOPE_COLUMN, Table
from orienteer.games.celestia.unseen import why_unequal

if TYPE_CHECKING:
    from orienteer.budget import Budget
    from orienteer.core.celestia import Celestia

DECIDED = ("deal", "journey_end", "draw", "over")  # phases before or after which the captain has nothing to decide


def solve(
    place: State | View, objective: str, horizon: str, policies: Mapping[int, Any] | None, budget: Budget
) -> Expectimax | None:
    """The solution of a view that is covered, else None; values of other seats are NaN.

    Raises TooLargeError beyond the budget's limits.
    """
    if not isinstance(place, View) or objective != "points" or horizon != "journey" or policies:
        return None
    table = Table(place.mask)
    if not stands_alone(table, place.viewer) or any(why_unequal(place, table, row) for row in drawable(table)):
        return None
    return Expectimax(
        opened(place.mask, place.viewer),
        objective=objective,
        horizon=horizon,
        policies={seat: "uniform" for seat in table.seats if seat != place.viewer},  # never asked
        focus=place.viewer,
        budget=budget,
        hides_nothing=True,
    )


def stands_alone(table: Table, viewer: int) -> bool:
    """Whether the viewer is alone aboard and nobody else can act before the journey ends."""
    if table.captain != viewer or table.phase in DECIDED or [seat for seat in table.seats if table["aboard"][seat]] != [viewer]:
        return False
    if table["turn"] is None and table.phase not in ("roll", "reroll", "treasure"):
        return False  # a window in which somebody else may be asked
    if not sum(size for seat, size in enumerate(table["hand_sizes"]) if seat != viewer):
        return True
    unseen = table.unseen_cards()
    return not unseen[GUST] and not (unseen[HOOK] and any(table["drew_now"]))


def drawable(table: Table) -> list[int]:
    """Cities that the captain may still draw a treasure of."""
    return [row for row in range(table.city_index(table["city"]), len(table.rows)) if table["left"][row]]


def opened(mask: State, viewer: int) -> State:
    """The masked state with what is hidden put where it cannot matter: an ordinary state."""
    table = Table(mask)
    fields = dict(table.fields)
    fields["viewer"] = None
    # 1. The others' cards into the deck.
    fields["hands"] = tuple(hand if seat == viewer else (0,) * len(CARDS) for seat, hand in enumerate(fields["hands"]))
    fields["hand_sizes"] = tuple(size if seat == viewer else 0 for seat, size in enumerate(fields["hand_sizes"]))
    fields["deck_size"] += sum(table["hand_sizes"]) - table["hand_sizes"][viewer]
    # 2. Their hidden treasures into the cities; of a removed city they keep what there is, in any order.
    left, backs, treasures = (
        list(fields["left"]),
        [list(row) for row in fields["backs"]],
        [list(t) for t in fields["treasures"]],
    )
    for row in range(len(table.rows)):
        unseen = [kind.column for kind, count in table.unseen(row).items() for _ in range(count)]
        for seat in table.seats:
            hidden = table.hidden_backs(seat, row)
            if hidden and not left[row]:
                kept, unseen = unseen[:hidden], unseen[hidden:]
                treasures[seat][row] = tuple(kept.count(column) for column in range(TELESCOPE_COLUMN + 1))
            elif hidden:
                left[row], backs[seat][row] = left[row] + hidden, 0
                treasures[seat][row] = (0,) * (TELESCOPE_COLUMN + 1)
    fields.update(left=tuple(left), backs=tuple(map(tuple, backs)), treasures=tuple(map(tuple, treasures)))
    # 3. What they drew in this leg has gone back.
    fields["leg_treasures"] = tuple(worth if seat == viewer else None for seat, worth in enumerate(fields["leg_treasures"]))
    fields["drew_now"] = tuple(drew and seat == viewer for seat, drew in enumerate(fields["drew_now"]))
    for name in ("deck", "stock", "totals"):
        del fields[name]
    return cast("Celestia", mask.game).state_from(fields)
