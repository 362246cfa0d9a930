"""What the move that a search of Celestia chooses gives up: points of this journey, by number of iterations.

Two kinds of positions, each made from its number alone. A lone captain whom nobody can disturb (every gust is discarded): the
values of leaving and flying on are exact. A choice met in a game of rule bots: the values are those of a reference search of
`REFERENCE` iterations, by fresh playouts of the policy it found, with their standard error.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.full.hidden_match import PolicyPlayer
from orienteer.api import evaluate
from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import CARDS, STANDARD_CITIES, deck_counts
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.limits import Limits
from orienteer.mcts import Search
from tests.celestia.build import table

SCALE: dict[str, Any] = {"horizon": "journey", "objective": "points"}
REFERENCE = 1_000_000
PLAYOUTS = 40_000  # fresh ones, of the reference
LAST_CHOICE = 30  # of a seat, among which a position is drawn


@dataclass(frozen=True)
class Choice:
    """A position's moves with their values and the standard error of each (0: exact)."""

    values: Mapping[int, float]
    errors: Mapping[int, float]

    def regret(self, action: int) -> float:
        return max(self.values.values()) - self.values[action]

    def error(self) -> float:
        """The largest standard error of a regret."""
        first, *rest = sorted(self.errors.values(), reverse=True)
        return float((first**2 + (rest[0] if rest else 0.0) ** 2) ** 0.5)


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


def ordinary_view(number: int) -> View:
    """A choice of seat `number` mod 4 in a game of rule bots, the last one of the game at the latest."""
    seat, wanted = number % 4, RandomStream(number, 13).below(LAST_CHOICE)
    stream, player = RandomStream(number, 12), PolicyPlayer("rule-bot")
    state = Celestia().new_initial_state()
    view, found, met = View(state, seat), None, 0
    while not state.is_terminal() and met <= wanted:
        if state.is_chance_node():
            action = state.sample_chance(stream)
        else:
            mover = state.current_player()
            action = player.choose(state, mover, None, stream)
            if mover == seat and len(state.legal_actions()) > 1:
                found, met = view, met + 1
        state.apply(action)
        view = view.after(state.observation(seat))
    assert found is not None
    return found


# -- values --------------------------------------------------------------------------------------------------------------


def exact_choice(view: View) -> Choice:
    found = evaluate(view, method="exact", limits=Limits(seconds=600), **SCALE)
    assert found.exact
    return Choice({row.move.action: row.value for row in found.moves}, {row.move.action: 0.0 for row in found.moves})


def reference_choice(view: View, iterations: int) -> Choice:
    search = Search(view, seed=2**32, **SCALE)
    search.run(iterations=iterations)
    moves = search.result(playouts=PLAYOUTS).moves
    seat = view.viewer
    return Choice({m.action: m.value[seat] for m in moves}, {m.action: m.stderr[seat] for m in moves})


def regrets(number: int, lone: bool, budgets: tuple[int, ...], reference: int) -> tuple[float, dict[str, list[float]]]:
    """(standard error of the values, {mode: regret by budget}) in position `number` of its kind."""
    view = lone_view(number) if lone else ordinary_view(number)
    choice = exact_choice(view) if lone else reference_choice(view, reference)
    found: dict[str, list[float]] = {"mo": [], "so": []}
    for mode, losses in found.items():
        for budget in budgets:
            search = Search(view, seed=number, mode=mode, **SCALE)
            search.run(iterations=budget)
            best = search.result(playouts=0).best
            assert best is not None
            losses.append(choice.regret(best))
    return choice.error(), found


def report(lone: bool, count: int, budgets: tuple[int, ...], reference: int, processes: int) -> list[str]:
    """A line a mode and budget."""
    work = partial(regrets, lone=lone, budgets=budgets, reference=reference)
    with ProcessPoolExecutor(processes) as pool:
        rows = list(pool.map(work, range(count)))
    kind = "lone captain, exact" if lone else f"ordinary, reference of {reference} iterations"
    worst = statistics.mean(error for error, _ in rows)
    lines = []
    for mode in ("mo", "so"):
        for index, budget in enumerate(budgets):
            losses = [found[mode][index] for _, found in rows]
            mean, spread = statistics.mean(losses), statistics.stdev(losses) / len(losses) ** 0.5
            right = sum(loss < 1e-9 for loss in losses) / len(losses)
            lines.append(
                f"{kind}, {count} positions, {mode} {budget} iterations: mean regret {mean:.4f} ± {1.96 * spread:.4f} points, "
                f"best move {right:.1%}, values ± {1.96 * worst:.4f}"
            )
    return lines
