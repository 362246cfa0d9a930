"""Method "lookahead": a position's moves valued by a depth-limited search, with a plan for the turn."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan, nan
from typing import Any

from orienteer.budget import Budget
from orienteer.core.state import State
from orienteer.evaluation import Evaluation, MoveEvaluation
from orienteer.limits import Limits
from orienteer.lookahead import Lookahead, LookaheadResult, RootMove
from orienteer.methods import TIE, Question, packed, plan_from, refuse_opponents, step_texts
from orienteer.planning import Chain, Choice, Mixes, Play

SEARCH_SHARE = 0.85  # of the seconds; the rest is for the plan
PLAN_NODES = 0.25  # of those of the search, where nodes are counted
FEWEST_NODES = 10_000
LEAST_DEPTH = 2  # decisions ahead, of moves of a plan that lie beyond what the search has looked into


def evaluate_by_lookahead(question: Question, budget: Budget, report: Callable[[Evaluation], None]) -> Evaluation:
    """Reports after every depth. Raises OrienteerError where it cannot search (several seats choose at the same time)."""
    refuse_opponents(question, budget)
    limits: Limits = budget.limits
    search = new_lookahead(question, limits, multi=not question.best_only)
    shared = budget.part(limits, SEARCH_SHARE)

    def tell(result: LookaheadResult) -> None:
        if question.report_every < 3600:
            report(_answered(question, result, budget, None))

    result = search.run(depth=limits.depth, nodes=limits.nodes, budget=shared, report=tell)
    guide = None
    if question.player is not None and not question.best_only:
        guide = LookaheadGuide(search, question.player, budget)
    return _answered(question, result, budget, guide)


def new_lookahead(question: Question, limits: Limits, multi: bool) -> Lookahead:
    options: dict[str, Any] = {} if limits.memory_mb is None else {"table_mb": limits.memory_mb}
    return Lookahead(
        question.state,
        objective=question.objective,
        horizon=question.horizon,
        multi=multi,
        actions=question.actions,
        **options,
    )


def _answered(question: Question, result: LookaheadResult, budget: Budget, guide: LookaheadGuide | None) -> Evaluation:
    player = question.player
    rows = [] if player is None else _rows(question, result, player)
    said: tuple[str, ...] = ()
    if result.status != "float":
        said = (f"play is looked into {result.depth} decision(s) ahead; what a position there is worth is an estimate",)
    return packed(
        question,
        tuple(rows),
        values=result.values,
        strategies={} if player is None else {player: {row.move.action: row.share for row in rows}},
        status=result.status,
        eps=0.0,
        gap_stderr=None,
        method="lookahead",
        nodes=result.nodes,
        counts=(0, 0, 1),
        seconds=budget.elapsed(),
        stopped_by="stop" if budget.stopped else result.stopped_by,
        turn=plan_from(question, rows, guide, budget) if guide is not None and rows else None,
        said=said,
        depth=result.depth,
    )


def _rows(question: Question, result: LookaheadResult, player: int) -> list[MoveEvaluation]:
    best = result.moves[0].values[player]
    known = [m for m in result.moves if best - m.values[player] <= TIE]
    tied = [m.action for m in known] if result.status == "float" and len(known) > 1 else []
    return [
        MoveEvaluation(
            move=question.move(m.action),
            value=m.values[player],
            values=m.values,
            share=1.0 if m is result.moves[0] else 0.0,
            regret=best - m.values[player] if not isnan(best) else nan,
            tied=m.action in tied,
            line=step_texts(question.state, m.line, player),
            odds=question.headline_odds(m.action),
        )
        for m in result.moves
    ]


class LookaheadGuide:
    """Moves of a lookahead: below the root it searches again, as far as the first search has looked there, with its table."""

    def __init__(self, search: Lookahead, player: int, budget: Budget) -> None:
        self.search = search
        self.player = player
        self.budget = budget
        self.searched = search.nodes
        self.nodes = max(FEWEST_NODES, int(PLAN_NODES * self.searched))

    def choose(self, chain: Chain, state: State, history: tuple[Play, ...]) -> Choice | None:
        found = self.decided(state, history)
        return None if found is None else Choice(found.action, 1.0, 0)

    def decided(self, state: State, history: tuple[Play, ...]) -> RootMove | None:
        """The best move, None where neither time nor nodes are left."""
        if self.nodes <= 0 or self.budget.spent():
            return None
        below = self.search.at(state)
        depth = self.depth_at(history)
        result = below.run(depth=depth, first=depth, nodes=self.nodes, budget=self.budget)
        self.nodes -= result.nodes - self.searched
        self.searched = result.nodes
        return result.best if result.depth > 0 else None

    def depth_at(self, history: tuple[Play, ...]) -> int:
        state, left = self.search.root, self.search.depth
        for play in history:
            assert isinstance(play, int)
            state, left = self.search.after(state, left, play)
        return max(LEAST_DEPTH, left)

    def others(self, state: State) -> Mixes:
        return {}
