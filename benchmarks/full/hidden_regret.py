"""What the moves give up that searches of a game with hidden information choose, by mode and number of iterations.

A position is made from its number alone. The values of its moves are exact, or those of a reference search of very many
iterations, by fresh playouts of the policy it found, with their standard error.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from orienteer.agents.seat import drawn
from orienteer.core.rng import RandomStream
from orienteer.core.state import Game, View
from orienteer.mcts import Search
from orienteer.policies import as_policy, weights

MODES = ("mo", "so")


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


def view_in_game(game: Game, policy: str, number: int, last_choice: int) -> View:
    """A choice of seat `number` mod players in a game of one policy: one of the seat's first, or its last if it has fewer."""
    seat, wanted = number % game.num_players, RandomStream(number, 13).below(last_choice)
    stream, chooses = RandomStream(number, 12), as_policy(game, policy)
    state = game.new_initial_state()
    view, found, met = View(state, seat), None, 0
    while not state.is_terminal() and met <= wanted:
        if state.is_chance_node():
            action = state.sample_chance(stream)
        else:
            mover = state.current_player()
            action = drawn(stream, weights(chooses, state, mover)[0])
            if mover == seat and len(state.legal_actions()) > 1:
                found, met = view, met + 1
        state.apply(action)
        view = view.after(state.observation(seat))
    assert found is not None
    return found


def reference_choice(view: View, iterations: int, playouts: int, **scale: Any) -> Choice:
    search = Search(view, seed=2**32, **scale)
    search.run(iterations=iterations)
    moves = search.result(playouts=playouts).moves
    seat = view.viewer
    return Choice({m.action: m.value[seat] for m in moves}, {m.action: m.stderr[seat] for m in moves})


def regrets(
    number: int, position: Callable[[int], tuple[View, Choice]], budgets: tuple[int, ...], scale: Mapping[str, Any]
) -> tuple[float, dict[str, list[float]]]:
    """(standard error of the values, {mode: regret by budget}) in position `number` of its kind."""
    view, choice = position(number)
    found: dict[str, list[float]] = {mode: [] for mode in MODES}
    for mode, losses in found.items():
        for budget in budgets:
            search = Search(view, seed=number, mode=mode, **scale)
            search.run(iterations=budget)
            best = search.result(playouts=0).best
            assert best is not None
            losses.append(choice.regret(best))
    return choice.error(), found


def report(
    kind: str,
    count: int,
    position: Callable[[int], tuple[View, Choice]],
    budgets: tuple[int, ...],
    scale: Mapping[str, Any],
    processes: int,
) -> Iterator[str]:
    """A line a mode and budget; regret is in units of the objective."""
    work = partial(regrets, position=position, budgets=budgets, scale=scale)
    if processes == 1:
        rows = [work(number) for number in range(count)]
    else:
        with ProcessPoolExecutor(processes) as pool:
            rows = list(pool.map(work, range(count)))
    worst = statistics.mean(error for error, _ in rows)
    for mode in MODES:
        for index, budget in enumerate(budgets):
            losses = [found[mode][index] for _, found in rows]
            mean, spread = statistics.mean(losses), statistics.stdev(losses) / len(losses) ** 0.5
            right = sum(loss < 1e-9 for loss in losses) / len(losses)
            yield (
                f"{kind}, {count} positions, {mode} {budget} iterations: mean regret {mean:.4f} ± {1.96 * spread:.4f}, "
                f"best move {right:.1%}, values ± {1.96 * worst:.4f}"
            )
