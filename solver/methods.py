"""How a question is answered: exactly, by the game's own solver or the generic one, or by sampled search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any, Protocol

from orienteer.budget import Budget
from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, State, View
from orienteer.evaluation import Evaluation, Move, MoveEvaluation, rank_moves
from orienteer.expectimax.errors import Stopped
from orienteer.games import registry
from orienteer.limits import Limits
from orienteer.moves import named_move
from orienteer.planning import (
    HURRY,
    MOST_STATES,
    SAMPLES,
    Choice,
    Guide,
    Planner,
    SearchGuide,
    SolutionGuide,
    as_step,
    possible_roots,
)
from orienteer.policies import Policy
from orienteer.worlds import forgotten_text

if TYPE_CHECKING:
    from orienteer.events import Odds
    from orienteer.plans import TurnStep

METHODS = ("auto", "exact", "mcts", "lookahead", "ismcts", "so-ismcts")
# What each kind of game can be searched by; the first is what "auto" takes, unless the game prefers another.
OPEN_SEARCHES = ("mcts", "lookahead")
HIDDEN_SEARCHES = ("ismcts", "so-ismcts")
TIE = 1e-12
FRESH_ONCE_ENDED = 400  # fresh playouts, at least, after a search that ended early


class Solution(Protocol):
    """What an exact solver returns; values are returns at the horizon, by seat."""

    method: str
    status: str
    eps: float
    num_nodes: int

    def values(self) -> list[float]: ...

    def action_values(self) -> dict[Any, list[float]]:
        """By action; by joint action (one entry a seat, -1 without a choice) at a simultaneous choice."""

    def strategy(self) -> dict[int, dict[int, float]]:
        """Probability by action, by seat that chooses."""

    def principal_line(self, state: State | None = None, length: int = 10) -> list[Any]: ...


@dataclass(frozen=True)
class Question:
    """What is asked of a position, every argument checked.

    Attributes (those that do not speak for themselves):
        state: with hidden information, what the viewer knows of it.
        view: the same with the evidence; None in games that hide nothing.
        beliefs: what the viewer takes others to do ({"turbos": "always"}); passed to his belief.
        player: whose moves are valued, None where nobody has a choice that the viewer can value.
        search: a name from METHODS, the search to take if there is no exact answer.
        best_only: only the best move is wanted; values of the others need not be sure.
    """

    state: State
    view: View | None
    viewer: int | str
    names: tuple[str | None, ...]
    assumptions: tuple[str, ...]
    beliefs: Mapping[str, Any]
    objective: str
    horizon: str
    player: int | None
    policies: dict[int, Policy] | None
    search: str
    seed: int
    trees: int
    threads: int
    actions: tuple[int, ...] | None
    report_every: float
    best_only: bool = False

    def move(self, action: int, mix: Mapping[str, float] | None = None) -> Move:
        assert self.player is not None
        return named_move(self.state, self.player, action, mix)

    def headline_odds(self, action: int) -> dict[str, Odds]:
        words = registry.optional_part(self.state.game.name, "moves")
        if words is None:
            return {}
        found: dict[str, Odds] = words.headline_odds(self.view or self.state, self.player, action, self.beliefs)
        return found

    def wanted(self, actions: Sequence[int]) -> list[int]:
        return [a for a in actions if self.actions is None or a in self.actions]


# -- exact -------------------------------------------------------------------------------------------------------------------


def exact_solution(
    place: State | View, objective: str, horizon: str, policies: dict[int, Policy] | None, budget: Budget
) -> Solution:
    """By the game's own solver where it has one for this state, or this view of what hides something, else by expectimax.

    Raises TooLargeError where the subtree does not fit the budget's limits, or where something is hidden and the game has no
    solver of its own; Stopped after the budget's `stop()`.
    """
    game = place.game if isinstance(place, State) else place.mask.game
    own = registry.optional_part(game.name, "exact")
    if own is not None:
        solution: Solution | None = own.solve(place, objective, horizon, policies, budget)
        if solution is not None:
            return solution
    if not isinstance(place, State) or game.has_hidden_information:
        raise TooLargeError(f"exact: {game.name} hides information and this position has no exact solver; search it")
    from orienteer.expectimax import Expectimax

    return Expectimax(
        place, objective=objective, horizon=horizon, policies=policies, focus=_focus(place, objective, policies), budget=budget
    )


def _focus(state: State, objective: str, policies: dict[int, Policy] | None) -> int | None:
    """The one seat without a policy, whose value alone is then computed."""
    free = [seat for seat in range(state.game.num_players) if seat not in (policies or {})]
    known_anyway = state.game.num_players <= 2 and state.game.is_constant_sum(objective)
    return free[0] if policies and len(free) == 1 and not known_anyway else None


def evaluate_exactly(question: Question, budget: Budget) -> Evaluation:
    """Raises TooLargeError where the subtree does not fit the budget's limits, Stopped after its `stop()`."""
    player = question.player
    solution = exact_solution(question.view or question.state, question.objective, question.horizon, question.policies, budget)
    strategies = solution.strategy() if player is not None else {}
    rows: list[MoveEvaluation] = []
    if player is not None:
        valued = _own_action_values(solution, player, strategies)
        wanted = question.wanted(sorted(valued))
        best = max(valued[a][player] for a in wanted)
        share = strategies.get(player, {})
        total = sum(share.get(a, 0.0) for a in wanted) or 1.0
        tied = [a for a in wanted if best - valued[a][player] <= TIE]
        for action in wanted:
            values = tuple(valued[action])
            rows.append(
                MoveEvaluation(
                    move=question.move(action),
                    value=values[player],
                    values=values,
                    share=share.get(action, 0.0) / total,
                    regret=best - values[player],
                    tied=len(tied) > 1 and action in tied,
                    line=_exact_line(question, solution, action),
                    odds=question.headline_odds(action),
                )
            )
    ranked = rank_moves(rows, _tie_breaks(question, rows, budget))
    return packed(
        question,
        ranked,
        values=tuple(solution.values()),
        strategies=strategies,
        status=solution.status,
        eps=solution.eps,
        gap_stderr=None,
        method=solution.method,
        nodes=solution.num_nodes,
        counts=(0, 0, 1),
        seconds=budget.elapsed(),
        stopped_by="solved",
        turn=plan_from(question, ranked, SolutionGuide(solution, player), budget, solution) if player is not None else None,
    )


def _own_action_values(solution: Solution, player: int, strategies: dict[int, dict[int, float]]) -> dict[int, list[float]]:
    """Values by the player's own action, the other seats of a simultaneous choice playing their strategies."""
    by_action = solution.action_values()
    if not by_action or isinstance(next(iter(by_action)), int):
        return by_action
    own: dict[int, list[float]] = {}
    for joint, values in by_action.items():
        weight = 1.0
        for seat, action in enumerate(joint):
            if seat != player and action >= 0:
                weight *= strategies[seat].get(action, 0.0)
        sums = own.setdefault(joint[player], [0.0] * len(values))
        for seat, value in enumerate(values):
            sums[seat] += weight * value
    return own


def _exact_line(question: Question, solution: Solution, action: int) -> tuple[str, ...]:
    """The action, then the likeliest continuation under the solution; with hidden information the action alone."""
    state, player = question.state.clone(), question.player
    assert player is not None
    if question.view is not None:
        return (state.action_to_string(player, action),)
    if state.current_player() == SIMULTANEOUS_PLAYER:
        strategy = solution.strategy()
        joint = [
            action if seat == player else max(strategy[seat], key=strategy[seat].__getitem__) if seat in strategy else -1
            for seat in range(state.game.num_players)
        ]
        state.apply_joint(joint)
        first: Any = tuple(joint)
    else:
        state.apply(action)
        first = action
    steps = [first, *solution.principal_line(state, 7)]
    return step_texts(question.state, steps, player)


def _tie_breaks(question: Question, rows: Sequence[MoveEvaluation], budget: Budget) -> dict[int, tuple[float, ...]]:
    """Margin and points by action where the best moves are equal, as far as they can be solved in what time is left."""
    tied = [m for m in rows if m.tied]
    if not tied or question.player is None:
        return {}
    breaks: dict[int, list[float]] = {m.move.action: [] for m in tied}
    for objective in ("margin", "points"):
        if objective == question.objective or objective not in question.state.game.objectives:
            continue
        try:
            solution = exact_solution(question.view or question.state, objective, question.horizon, question.policies, budget)
        except (OrienteerError, Stopped):
            return {}
        valued = _own_action_values(solution, question.player, solution.strategy())
        for action, values in breaks.items():
            values.append(round(valued[action][question.player], 12))
    return {action: tuple(values) for action, values in breaks.items()}


# -- sampled -------------------------------------------------------------------------------------------------------------------


def evaluate_by_search(question: Question, budget: Budget, report: Callable[[Evaluation], None]) -> Evaluation:
    """Monte Carlo tree search, 70 % of the limit in the trees and 30 % in fresh playouts of the policy found.

    With hidden information it is a search over information sets, from the viewer's belief.
    """
    from orienteer.mcts import Search

    refuse_opponents(question, budget)
    limits: Limits = budget.limits
    options = search_options(question, limits) | {"proofs": question.view is None, "confidence": limits.confidence}
    search = Search(question.state if question.view is None else question.view, **options)
    budget.on_stop(search.stop)
    iterations = None if limits.iterations is None else max(1, round(0.7 * limits.iterations))
    until = None if limits.seconds is None else budget.elapsed() + 0.7 * (limits.seconds - budget.elapsed())
    if question.report_every >= 3600:
        search.run(iterations=iterations, seconds=None if until is None else max(1e-6, until - budget.elapsed()))
    else:
        _run_in_slices(question, search, budget, iterations, until, report)
    playouts = None if limits.iterations is None else limits.iterations - (iterations or 0)
    if search.ended:
        # Of what it took, not of what it might have taken.
        ended = max(FRESH_ONCE_ENDED, round(search.iterations * 3 / 7))
        playouts = ended if playouts is None else min(playouts, ended)
    left = None if limits.seconds is None else max(1e-6, limits.seconds - budget.elapsed())
    return _searched(question, search, search.result(playouts=playouts, seconds=left), budget)


def refuse_opponents(question: Question, budget: Budget) -> None:
    """Raises OrienteerError where others follow policies: searches let everybody play for himself."""
    if question.policies and budget.stopped:
        raise OrienteerError("opponents: stopped before the exact best response was there, and it is not sampled")
    if question.policies:
        raise TooLargeError(
            "opponents: a best response is computed exactly and this position does not fit the limits; allow more nodes "
            "or seconds, or take a nearer horizon"
        )


def search_options(question: Question, limits: Limits) -> dict[str, Any]:
    """What a Search is told of a question."""
    options: dict[str, Any] = {
        "objective": question.objective,
        "horizon": question.horizon,
        "seed": question.seed,
        "trees": question.trees,
        "threads": question.threads,
        "nodes": limits.nodes,
        "memory_mb": limits.memory_mb,
    }
    if question.actions is not None and question.player is not None:
        options["allow"] = {question.player: question.actions}
    if question.view is not None:
        options |= {"mode": search_mode(question), "assumptions": question.beliefs}
    return options


def search_mode(question: Question) -> str:
    return "so" if question.search == "so-ismcts" else "mo"


def _run_in_slices(
    question: Question,
    search: Any,
    budget: Budget,
    iterations: int | None,
    until: float | None,
    report: Callable[[Evaluation], None],
) -> None:
    """Search on until the iterations or the time are over, reporting in between.

    With a limit of iterations slices are counted, not timed: results then do not depend on the machine's speed.
    """
    done, step = 0, 256
    while not budget.stopped and not search.ended:
        began = time.perf_counter()
        left = None if until is None else until - budget.elapsed()
        if (left is not None and left <= 0) or (iterations is not None and done >= iterations):
            return
        count = step if iterations is None else min(step, iterations - done)
        search.run(iterations=count, seconds=left)
        done += count
        took = max(1e-6, time.perf_counter() - began)
        step = max(64, min(4 * step, int(step * question.report_every / took)))
        if iterations is None or done < iterations:
            report(_searched(question, search, search.result(playouts=max(16, count // 50)), budget, final=False))


def _searched(question: Question, search: Any, result: Any, budget: Budget, final: bool = True) -> Evaluation:
    player = question.player
    forgotten = None if search.belief is None else forgotten_text(search.belief)
    rows: list[MoveEvaluation] = []
    mine = [m for m in result.moves if m.player == player]
    best = max((m.value[player] for m in mine if not isnan(m.value[player])), default=0.0)
    for m in mine:
        assert player is not None
        known = not isnan(m.value[player])
        value = m.value if known else m.tree_mean
        rows.append(
            MoveEvaluation(
                move=question.move(m.action),
                value=value[player],
                values=tuple(value),
                share=m.policy,
                regret=best - value[player],
                visits=m.visits,
                stderr=m.stderr[player] if known and not isnan(m.stderr[player]) else None,
                interval=m.interval[player] if known else None,
                line=_searched_line(question, m.principal_line, player),
                odds=question.headline_odds(m.action),
            )
        )
    choice = next((c for c in result.choices if c.player == player), None)
    # The most visited move is the one found; fresh playouts of the others only say how much worse they are.
    rows.sort(key=lambda row: (-row.share, isnan(row.value), -row.value))
    return packed(
        question,
        tuple(rows),
        values=tuple(result.position.value),
        strategies=result.strategies,
        status="float" if _is_exact(search, result) else "sampled",
        eps=0.0,
        gap_stderr=None if choice is None or isnan(choice.gap_stderr) else choice.gap_stderr,
        gap=None if choice is None or isnan(choice.gap) else choice.gap,
        method="mcts" if question.view is None else f"{search_mode(question)}-ismcts",
        nodes=result.nodes,
        counts=(result.iterations, result.playouts, result.trees),
        seconds=budget.elapsed(),
        stopped_by="stop" if budget.stopped else result.stopped_by,
        turn=plan_from(question, rows, SearchGuide(search, player, result.strategies), budget)
        if final and rows and player is not None
        else None,
        said=() if forgotten is None else (forgotten,),
    )


def _is_exact(search: Any, result: Any) -> bool:
    """Whether every value is proven: of the position, and of every move."""
    return search.proven and all(low == high for row in (result.position, *result.moves) for low, high in row.interval)


def _searched_line(question: Question, steps: Sequence[Any], player: int) -> tuple[str, ...]:
    if question.view is None:
        return step_texts(question.state, [step.action for step in steps], player)
    # The viewer's own moves; what comes between them is not his to know.
    return tuple(question.state.action_to_string(step.player, step.action) for step in steps)


# -- shared ------------------------------------------------------------------------------------------------------------------


def step_texts(state: State, steps: Sequence[Any], player: int) -> tuple[str, ...]:
    """Names of actions, outcomes and joint actions played one after another from `state`; stops where they no longer fit."""
    walker, texts = state.clone(), []
    for step in steps:
        current = walker.current_player()
        try:
            if current == SIMULTANEOUS_PLAYER:
                named = [walker.action_to_string(seat, a) for seat, a in enumerate(step) if a >= 0]
                texts.append(named[0] + " all" if len(set(named)) == 1 else "/".join(named))
                walker.apply_joint(list(step))
            else:
                action = step if isinstance(step, int) else max(step)
                texts.append(walker.action_to_string(CHANCE_PLAYER if current == CHANCE_PLAYER else current, action))
                walker.apply(action)
        except OrienteerError:
            break
    return tuple(texts)


def plan_from(
    question: Question, rows: Sequence[MoveEvaluation], guide: Guide, budget: Budget, solution: Any = None
) -> TurnStep:
    """The plan that begins with the move found; after a stop a coarse one."""
    assert question.player is not None
    hurry = HURRY if budget.stopped else 1
    best = max(rows, key=lambda row: row.share)
    # A solution's own root is the question's state, or that with what is hidden put where it cannot matter.
    place = getattr(solution, "root", question.view or question.state)
    belief = getattr(getattr(guide, "search", None), "belief", None)
    roots = possible_roots(place, belief, question.seed, SAMPLES // hurry)
    planner = Planner(roots, question.player, guide, MOST_STATES // hurry)
    node = planner.plan(Choice(best.move.action, best.share, best.visits))
    return as_step(node, question.state, question.player, question.names)


def packed(
    question: Question,
    rows: tuple[MoveEvaluation, ...],
    *,
    values: tuple[float, ...],
    strategies: Mapping[int, Mapping[int, float]],
    status: str,
    eps: float,
    gap_stderr: float | None,
    method: str,
    nodes: int,
    counts: tuple[int, int, int],
    seconds: float,
    stopped_by: str,
    gap: float | None = None,
    turn: TurnStep | None = None,
    said: tuple[str, ...] = (),
    depth: int | None = None,
) -> Evaluation:
    """The answer with all that follows from the question."""
    state, player = question.state, question.player
    named = {
        seat: {state.action_to_string(seat, action): share for action, share in mix.items()} for seat, mix in strategies.items()
    }
    if player is not None and sum(row.share > 0 for row in rows) > 1:
        mix = {row.move.id: row.share for row in rows}
        rows = tuple(_with_mix(question, row, mix) for row in rows)
    if gap is None and len(rows) > 1 and not isnan(rows[1].value):
        gap = rows[0].value - rows[1].value
    assumptions = [*question.assumptions, *said]
    if question.view is not None:
        assumptions += [f"{name}: {value}" for name, value in question.beliefs.items()]
    if question.view is not None and status == "sampled":
        assumptions.append("what others hold follows from rules and evidence; what else their choices may tell is left out")
    if question.policies:
        assumptions += [f"seat {seat} plays {policy}" for seat, policy in question.policies.items()]
    if player is not None and question.viewer not in (player, "omniscient"):
        assumptions.append(f"moves are valued for seat {player}, the viewer has no choice here")
    if status == "sampled" and state.is_simultaneous_node():
        assumptions.append("others play the strategies found; a simultaneous choice may have other equilibria")
    if status == "equilibrium":
        assumptions.append("all seats play the equilibrium found; another one may give other values")
    return Evaluation(
        game=state.game.name,
        objective=question.objective,
        horizon=question.horizon,
        player=player,
        player_name=None if player is None else question.names[player],
        moves=rows,
        values=values,
        status=status,
        eps=eps,
        gap=gap,
        gap_stderr=gap_stderr,
        turn=turn,
        strategies=named if state.is_simultaneous_node() else {},
        method=method,
        nodes=nodes,
        iterations=counts[0],
        playouts=counts[1],
        trees=counts[2],
        seconds=seconds,
        seed=question.seed,
        stopped_by=stopped_by,
        assumptions=tuple(assumptions),
        depth=depth,
    )


def _with_mix(question: Question, row: MoveEvaluation, mix: Mapping[str, float]) -> MoveEvaluation:
    from dataclasses import replace

    return replace(row, move=question.move(row.move.action, mix))
