"""What the move that a search of Celestia chooses gives up: points of this journey, by number of iterations.

Two kinds of positions, each made from its number alone. A lone captain whom nobody can disturb (every gust is discarded): the
values of leaving and flying on are exact. A choice met in a game of rule bots: the values are those of a reference search of
`REFERENCE` iterations (see hidden_regret.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.full.hidden_regret import Choice, reference_choice, report, view_in_game
from orienteer.api import evaluate
from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import CARDS, STANDARD_CITIES, deck_counts
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.limits import Limits
from tests.celestia.build import table

SCALE: dict[str, Any] = {"horizon": "journey", "objective": "points"}
REFERENCE = 1_000_000
PLAYOUTS = 40_000  # fresh ones, of the reference
LAST_CHOICE = 30  # of a seat, among which a position is drawn


# -- positions -----------------------------------------------------------------------------------------------------------


def lone_view(number: int) -> View:
    """The captain alone aboard with two to seven cards; three others have left, with two to six cards."""
    stream = RandomStream(number, 11)
    pool = [card for card, copies in zip(CARDS, deck_counts({"deck": "base", "grappling_hook": False}), strict=True)
            if card != "gust" for _ in range(copies)]  # fmt: skip
    hands = []
    for size in [2 + stream.below(6), *[2 + stream.below(5) for _ in range(3)]]:
        hands.append(" ".join(pool.pop(stream.below(len(pool))) for _ in range(size)))
    city = STANDARD_CITIES[stream.below(len(STANDARD_CITIES) - 2)][0]
    return View(table(*hands, city=city, ashore=(1, 2, 3), discards="gust gust").state, 0)


# -- values --------------------------------------------------------------------------------------------------------------


def exact_choice(view: View) -> Choice:
    found = evaluate(view, method="exact", limits=Limits(seconds=600), **SCALE)
    assert found.exact
    return Choice({row.move.action: row.value for row in found.moves}, {row.move.action: 0.0 for row in found.moves})


def lone(number: int) -> tuple[View, Choice]:
    view = lone_view(number)
    return view, exact_choice(view)


def ordinary(number: int, iterations: int) -> tuple[View, Choice]:
    view = view_in_game(Celestia(), "rule-bot", number, LAST_CHOICE)
    return view, reference_choice(view, iterations, PLAYOUTS, **SCALE)


def lines(kind: str, count: int, budgets: tuple[int, ...], reference: int, processes: int) -> Iterator[str]:
    """A line a mode and budget, of positions of a lone captain ("lone") or ordinary ones."""
    if kind == "lone":
        yield from report("lone captain, exact", count, lone, budgets, SCALE, processes)
    else:
        title = f"ordinary, reference of {reference} iterations"
        yield from report(title, count, partial(ordinary, iterations=reference), budgets, SCALE, processes)
