"""Equilibria that Incan Gold finds by a solver of its own: the symmetric one of a round, for points."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orienteer.equilibrium.table import Table
from orienteer.expectimax.errors import Stopped
from orienteer.games.incan_gold.checkpoint import Checkpoint
from orienteer.games.incan_gold.exact import max_stages
from orienteer.games.incan_gold.round_equilibrium import RoundEquilibrium, first_stages
from orienteer.games.incan_gold.round_setup import NotSymmetric, RoundSetup

if TYPE_CHECKING:
    from orienteer.budget import Budget
    from orienteer.core.state import State
    from orienteer.games.incan_gold.symmetric import SymmetricRound

MAX_STATES = 400_000_000
CARDS = 2  # that the rows of an answer go deep


def solve(
    state: State,
    *,
    objective: str,
    horizon: str,
    required: bool,
    budget: Budget,
    progress: Callable[[int, float], object] | None = None,
    checkpoint: str | Path | None = None,
    save_every: float = 60.0,
) -> RoundEquilibrium | None:
    """The round's symmetric equilibrium, or None where this is another question and none is `required`.

    checkpoint: a file that the solve is saved in every `save_every` seconds and when it is stopped, and continued from where it
    is there. progress: callable(stages, nan). Raises NotSymmetric, naming why, where it is required and not covered; Stopped
    when the budget is spent.
    """
    try:
        setup = _covered(state, objective, horizon)
    except NotSymmetric:
        if required:
            raise
        return None
    saved = None if checkpoint is None else Checkpoint(checkpoint, setup.identity(), save_every)

    def poll(stages: int) -> None:
        if progress is not None:
            progress(stages, math.nan)
        if budget.spent():
            kept = ""
            if saved is not None:
                saved.save(solver)
                kept = f", kept in {saved.path}"
            raise Stopped(f"symmetric round: stopped at {stages:,} stages{kept}")
        if saved is not None:
            saved.save_if_due(solver)

    solver = setup.build(MAX_STATES, max_stages(budget), poll)
    if saved is not None:
        saved.load(solver)
    value = solver.start().value if setup.choosing else solver.start_value()
    response = _best_response(solver, setup)
    if saved is not None:
        saved.save(solver)
    return _answer(state, setup, solver, objective, horizon, value, response - value, budget)


def _covered(state: State, objective: str, horizon: str) -> RoundSetup:
    if objective != "points" and not (objective == "margin" and state.game.num_players == 1):
        raise NotSymmetric(f"symmetric round: objective {objective!r}, allowed: 'points'")
    last = state.fields()["round"] == state.game.options["rounds"]  # type: ignore[attr-defined]
    if horizon != "round" and not (horizon == "game" and last):
        raise NotSymmetric(f"symmetric round: horizon {horizon!r}, allowed: 'round', or 'game' in the last round")
    return RoundSetup.of(state)


def _best_response(solver: SymmetricRound, setup: RoundSetup) -> float:
    return solver.best_response_at_start() if setup.choosing else solver.best_response_value()


def _answer(
    state: State,
    setup: RoundSetup,
    solver: SymmetricRound,
    objective: str,
    horizon: str,
    value: float,
    gain: float,
    budget: Budget,
) -> RoundEquilibrium:
    players = len(setup.banked)
    inside = set(setup.inside)
    counted: dict[str, Any] = {
        "histories": solver.num_stages,
        "mixed": solver.num_mixed,
        "indifferent": solver.num_indifferent,
        "several": solver.num_several,
        "bytes": solver.bytes,
        "seconds": budget.elapsed(),
    }
    leave = solver.start().leave if setup.choosing else 0.0
    warnings = []
    if solver.num_several:
        warnings.append(
            f"{solver.num_several} stages have several symmetric equilibria; the one of highest common value was taken"
        )
    if solver.num_indifferent:
        warnings.append(f"at {solver.num_indifferent} stages leaving and staying always pay the same; all stay there")
    rows = first_stages(state, setup, solver, CARDS)
    return RoundEquilibrium(
        **counted,  # before the rows were looked into
        game=state.game.name,
        options=dict(state.game.options),
        objective=objective,
        horizon=horizon,
        method="symmetric",
        values=tuple(banked + (value if seat in inside else 0.0) for seat, banked in enumerate(setup.banked)),
        gains=tuple(max(0.0, gain) if seat in inside else 0.0 for seat in range(players)),
        target=0.0,
        stopped_by="solved",
        iterations=0,
        terminals=0,
        rows=0,
        sequences=(0,) * players,
        information_sets=tuple(len(rows) if seat == setup.inside[0] else 0 for seat in range(players)),
        warnings=tuple(warnings),
        assumptions=("everybody inside plays alike, for as many points as can be had in the round",),
        moves={seat: {"stay": 1 - leave, "leave": leave} for seat in setup.inside} if setup.choosing else {},
        table=Table(rows),
        largest_gain=solver.largest_gain,
        setup=setup,
        solver=solver,
    )
