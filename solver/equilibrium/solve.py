"""Solving a subgame: flatten it, minimise regrets until NashConv is small enough, say how sure the answer is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from orienteer.budget import Budget
from orienteer.core.errors import OptionError
from orienteer.core.options import one_of
from orienteer.core.state import View
from orienteer.equilibrium.equilibrium import Equilibrium
from orienteer.equilibrium.linear_program import solve_linear_program
from orienteer.equilibrium.private_roots import PRIOR, private_roots
from orienteer.equilibrium.regret import VARIANTS, RegretMinimizer
from orienteer.equilibrium.response import Responses, best_responses
from orienteer.equilibrium.sequence_form import SequenceForm
from orienteer.equilibrium.table import SolvedTable
from orienteer.expectimax.errors import Stopped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from orienteer.core.state import State

SOLVERS = ("auto", *VARIANTS, "lp")
# What "auto" takes: measured on Kuhn, Leduc, Goofspiel and liar's dice, dcfr is first or close at targets down to this one,
# and pcfr+ needs the fewest iterations below it, by orders of magnitude in some games.
COARSE_TARGET = 1e-4
MOST_HISTORIES = 20_000_000
MOST_MB = 4000.0
# NashConv costs about an iteration: it is asked for after so many, and after every tenth more.
FIRST_CHECK = 10
CHECK_SHARE = 0.1

Progress = Callable[[int, float], object]


@dataclass(frozen=True)
class _Found:
    strategies: tuple[NDArray[np.float64], ...]
    responses: Responses
    iterations: int
    stopped_by: str


def solve_subgame(
    place: State | View,
    *,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    target: float = 1e-6,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Equilibrium:
    """An equilibrium of everything that can follow.

    Args:
        place: a state that is the start for all (each seat knows what its mask shows), or a view: then the start is a chance
            over all private states that the seats may hold possible, and the answer is an equilibrium given that prior.
        horizon: "game", or a segment after whose end play is cut off.
        method: "cfr", "cfr+", "dcfr", "pcfr+" (see regret.pyx); "lp" for two players with a constant sum; "auto" is "dcfr" for
            targets of 1e-4 or more, else "pcfr+".
        target: stop once NashConv, in returns of the objective, is at most this.
        budget: limits: seconds, iterations, nodes (histories and private states), memory.
        progress: callable(iterations, NashConv), whenever NashConv was computed.

    Raises TooLargeError, before memory is taken, where the subgame does not fit; Stopped after a stop before the first answer.
    """
    one_of("method", method, SOLVERS)
    if isinstance(target, bool) or not isinstance(target, (int, float)) or not target >= 0:
        raise OptionError("target", target, "a NashConv of 0 or more")
    budget = Budget() if budget is None else budget
    limits = budget.limits

    def poll() -> None:
        if budget.spent():
            raise Stopped("equilibrium: stopped before there was an answer")

    most = limits.nodes or MOST_HISTORIES
    roots, viewer, assumptions = _roots(place, most, poll)
    form = SequenceForm(roots, objective, horizon, most, limits.memory_mb or MOST_MB, poll)
    warnings = _warnings(form)
    chosen = method if method != "auto" else "dcfr" if target >= COARSE_TARGET else "pcfr+"
    if chosen == "lp":
        seconds = None if limits.seconds is None else limits.seconds - budget.elapsed()
        _, strategies = solve_linear_program(form, seconds)
        found = _Found(strategies, best_responses(form, strategies), 0, "optimum")
    else:
        found = _minimise(form, chosen, target, budget, progress)
    distance = found.responses.nash_conv
    if distance > target:
        reason = "the linear program's tolerance" if chosen == "lp" else f"stopped by {found.stopped_by}"
        warnings.append(f"NashConv {distance:.3g} is above the target {target:g}: {reason}")
    result = Equilibrium(
        game=form.game.name,
        options=dict(form.game.options),
        objective=form.objective,
        horizon=horizon,
        method=chosen,
        values=found.responses.values,
        gains=found.responses.gains,
        target=target,
        stopped_by=found.stopped_by,
        iterations=found.iterations,
        histories=form.num_histories,
        terminals=form.num_terminals,
        rows=len(form.sequences),
        sequences=form.num_sequences,
        information_sets=form.num_information_sets,
        bytes=form.bytes,
        seconds=budget.elapsed(),
        warnings=tuple(warnings),
        assumptions=assumptions,
        moves={},
        table=SolvedTable(form, found.strategies),
    )
    return replace(result, moves=_root_moves(result, place, viewer))


def _roots(
    place: State | View, most: int, poll: Callable[[], object]
) -> tuple[list[tuple[State, int]], int | None, tuple[str, ...]]:
    """The states that play may start from with their weights, whose view it is, and what that takes for granted."""
    if not isinstance(place, View):
        return [(place, 1)], None, ()
    if not place.mask.game.has_hidden_information:
        return [(place.mask, 1)], place.viewer, ()
    return private_roots(place, most, poll), place.viewer, (PRIOR,)


def _minimise(form: SequenceForm, variant: str, target: float, budget: Budget, progress: Progress | None) -> _Found:
    minimizer = RegretMinimizer(form, variant)
    most = budget.limits.iterations
    found, check = None, FIRST_CHECK
    while True:
        # 1. Iterate up to the next check. A limit met on the way leaves the answer of the last one.
        check = check if most is None else min(check, most)
        minimizer.run(check - minimizer.iterations, budget)
        ended = ("stop" if budget.stopped else "seconds") if budget.spent() else ""
        if ended and found is not None:
            return replace(found, stopped_by=ended)
        # 2. Where the average stands.
        strategies = minimizer.average_strategy()
        responses = best_responses(form, strategies, minimizer.plexes)
        if progress is not None:
            progress(minimizer.iterations, responses.nash_conv)
        if responses.nash_conv <= target:
            ended = "target"
        elif minimizer.iterations == most:
            ended = "iterations"
        found = _Found(strategies, responses, minimizer.iterations, ended)
        if ended:
            return found
        check = minimizer.iterations + max(FIRST_CHECK, int(CHECK_SHARE * minimizer.iterations))


def _warnings(form: SequenceForm) -> list[str]:
    warnings = []
    if form.num_players > 2:
        warnings.append(
            f"{form.num_players} players: nothing guarantees that average strategies approach an equilibrium; NashConv says "
            "how far this one is from one"
        )
    elif form.constant_sum is None:
        warnings.append("returns have no constant sum: nothing guarantees an equilibrium, and others may have other values")
    return warnings


def _root_moves(result: Equilibrium, place: State | View, viewer: int | None) -> dict[int, dict[str, float]]:
    """The mixes at the root, of the viewer alone where there is one."""
    state = place.mask if isinstance(place, View) else place
    mixes = {}
    for seat in state.players_to_move():
        if viewer not in (None, seat):
            continue
        row = result.row(seat, result.follow(state, seat).key)
        mixes[seat] = dict(zip(row.moves, row.probabilities, strict=True))
    return mixes
