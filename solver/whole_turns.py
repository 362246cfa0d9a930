"""The best plans for a player's whole turn, those with the same end counted once.

A plan says what he does until his turn ends, whatever he may notice in it (see plans.py; planning.py says when a turn ends).
Candidates begin with the plan that the solver found and differ from it, and from each other, in decisions that come up in at
least one of five such turns, those with the least estimated loss first. Two plans are alike when their turns end in the same
states with the same odds, as he sees them: the order of a visit and a dig does not matter. Where odds are exact that is
decided exactly; in worlds drawn from his belief, plans are alike when they ended alike in all of them.

Values: exact where an exact solution covers the position. Else means of fresh playouts of each plan, followed by the policy
that the search found, for all plans in the same worlds on the same random numbers, so that differences are surer than values.
One half of the playouts chooses the order, the other half gives the values.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from orienteer.bounds import value_bounds
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.state import CertainBelief, State
from orienteer.expectimax.errors import Stopped
from orienteer.mcts import Search
from orienteer.mcts.result import estimate
from orienteer.methods import Question, exact_solution, search_mode, search_options
from orienteer.planning import Chain, Choice, Node, Particle, Planner, Play, SearchGuide, SolutionGuide, as_step, possible_roots
from orienteer.plans import TurnStep

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from orienteer.mcts.info_frozen import FrozenInfoPolicy

MOST_TRIED = 12  # candidates a plan that is asked for
MOST_OPTIONS = 4  # of one decision
LEAST_SHARE = 0.2  # decisions that come up less often are left as they are: plans are to differ in more than rare cases
SPARE = 2  # more plans are valued than asked for, as the estimates behind their order are rough
PLAN_STATES = 1500
SEARCH_SHARE = 0.5
TRIAL_SHARE = 0.2
BLOCK = 16  # playouts of one plan in a row
FEWEST_BLOCKS = 2


@dataclass(frozen=True)
class TurnPlan:
    """One plan.

    Attributes:
        step: its first move, with all that follows.
        value: worth to the player.
        gap: by how much the best plan's is higher; ≥ 0 but for sampling error.
        stderr, interval: of `value`, None where it is exact.
        gap_stderr: of `gap`, from paired playouts; None where it is exact.
        alike: how many other plans that were tried end alike.
    """

    step: TurnStep
    value: float
    gap: float
    stderr: float | None
    interval: tuple[float, float] | None
    gap_stderr: float | None
    alike: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "plan": self.step.to_dict(),
            "value": self.value,
            "gap": self.gap,
            "stderr": self.stderr,
            "interval": None if self.interval is None else list(self.interval),
            "gap_stderr": self.gap_stderr,
            "alike": self.alike,
        }


@dataclass(frozen=True)
class TurnPlans:
    """The best plans, best first.

    Attributes:
        game, objective, horizon, player: what was asked.
        plans: at most as many as asked for, by `value`; where sampled, in the order of playouts of their own.
        status: "float" (exact up to rounding) or "sampled".
        method: the algorithm that answered.
        tried: candidates looked at.
        iterations, playouts, seconds, seed: what it took.
    """

    game: str
    objective: str
    horizon: str
    player: int
    plans: tuple[TurnPlan, ...]
    status: str
    method: str
    tried: int
    iterations: int
    playouts: int
    seconds: float
    seed: int

    def to_dict(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**plain, "plans": [plan.to_dict() for plan in self.plans]}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from orienteer.tables import turns_table

        yield from turns_table(self)


class Candidate(NamedTuple):
    """A plan that was made: its decisions by what he has noticed, and in which states its turn ends."""

    node: Node
    decisions: dict[Chain, int]
    ends: dict[tuple[str, int], Any]
    alike: int


def find_turns(question: Question, k: int, method: str, budget: Budget) -> TurnPlans:
    """The best `k` plans by "auto", "exact" or a search. Raises OrienteerError where nobody has a choice, TooLargeError where
    "exact" was asked for and does not fit the limits."""
    if question.player is None:
        raise OrienteerError("turns: nobody has a choice in this position")
    if method == "lookahead":
        raise OptionError("method", method, "auto, exact or a sampled search, for turns: plans are compared by playouts")
    if method not in ("auto", "exact"):
        return _sampled(question, k, budget)
    place, part = question.view or question.state, budget if method == "exact" else budget.part(budget.limits, TRIAL_SHARE)
    try:
        solution: Any = exact_solution(place, question.objective, question.horizon, None, part)
    except (TooLargeError, Stopped):
        if method == "exact":
            raise
        return _sampled(question, k, budget)
    if hasattr(solution, "root") and solution.status == "float":
        return _exact(question, k, solution, budget)
    if method == "exact":
        raise TooLargeError("turns: the exact solver of this position values its moves alone, not what follows; search it")
    return _sampled(question, k, budget)


# -- exact ---------------------------------------------------------------------------------------------------------------------


def _exact(question: Question, k: int, solution: Any, budget: Budget) -> TurnPlans:
    assert question.player is not None
    player: int = question.player

    def options(chain: Chain, one: Particle) -> list[tuple[Choice, float]]:
        values = solution.action_values(one.state)
        return [(Choice(action, 1.0, 0), values[action][player]) for action in sorted(values)]

    roots = possible_roots(solution.root, None, question.seed)
    found, tried = candidates(Alternatives(roots, player, SolutionGuide(solution, player), options), k, budget)
    valued = []
    for candidate in found:
        value = sum(float(p.weight) * _leaf_value(solution, p.state, player) for p in leaves(candidate.node))
        valued.append((value, candidate))
    valued.sort(key=lambda pair: -pair[0])
    best = valued[0][0]
    plans = [TurnPlan(_step(question, c), value, best - value, None, None, None, c.alike) for value, c in valued[:k]]
    return _pack(question, plans, ("float", solution.method), (tried, 0, 0), budget)


def _leaf_value(solution: Any, state: State, player: int) -> float:
    try:
        value: float = solution.values(state)[player]
    except OrienteerError:  # past the horizon
        value = state.returns(solution.objective)[player]
    return value


# -- sampled -------------------------------------------------------------------------------------------------------------------


def _sampled(question: Question, k: int, budget: Budget) -> TurnPlans:
    assert question.player is not None
    player, limits = question.player, budget.limits
    # 1. Search, over information sets also where nothing is hidden: plans are told apart by what he notices.
    root = CertainBelief(question.state, player) if question.view is None else question.view
    search = Search(root, **search_options(question, limits))
    budget.on_stop(search.stop)
    iterations = None if limits.iterations is None else max(1, round(0.7 * limits.iterations))
    seconds = None if limits.seconds is None else max(1e-6, SEARCH_SHARE * (limits.seconds - budget.elapsed()))
    search.run(iterations=iterations, seconds=seconds)
    # 2. Candidates.
    others = [seat for seat in question.state.players_to_move() if seat != player]
    guide = SearchGuide(search, player, {seat: search.strategy_at(seat, []) for seat in others})
    low, high = value_bounds(question.state.game, question.objective)

    def options(chain: Chain, one: Particle) -> list[tuple[Choice, float]]:
        arms = guide.arms(chain, one.history)
        legal = [action for action in one.state.legal_actions(player) if action in arms]
        # The mean of an action tried less often than is trusted tells nothing: it comes last.
        return [
            (Choice(a, 1.0, arms[a].visits), arms[a].gain / arms[a].visits if arms[a].visits >= search.trust else low)
            for a in legal
            if arms[a].visits
        ]

    roots = possible_roots(question.view or question.state, search.belief, question.seed)
    found, tried = candidates(Alternatives(roots, player, guide, options), k + SPARE, budget)
    # 3. Fresh playouts.
    wanted = inf if limits.iterations is None else limits.iterations - (iterations or 0)
    rows = _play(search, player, found, wanted, budget)
    half = len(rows[0]) // 2
    order = sorted(range(len(found)), key=lambda index: -sum(rows[index][:half]))
    # The first half chose the order: the best of many noisy sums is too high, so values come from the other half alone.
    rows = [row[half:] for row in rows]
    played = len(rows[0])
    plans = []
    for index in order[:k]:
        own = estimate(played, [sum(rows[index])], [sum(x * x for x in rows[index])], (low, high), question.objective == "win")
        gaps = [a - b for a, b in zip(rows[order[0]], rows[index], strict=True)]
        gap = sum(gaps) / played
        spread = sqrt(max(0.0, sum(x * x for x in gaps) - played * gap * gap) / (played - 1) / played)
        step = _step(question, found[index])
        plans.append(TurnPlan(step, own.value[0], gap, own.stderr[0], own.interval[0], spread, found[index].alike))
    counts = (tried, sum(tree.iterations for tree in search.trees), (half + played) * len(found))
    return _pack(question, plans, ("sampled", f"{search_mode(question)}-ismcts"), counts, budget)


def _play(search: Search, player: int, found: Sequence[Candidate], wanted: float, budget: Budget) -> list[list[float]]:
    """Returns to the player by plan, playout for playout in the same worlds; the trees take turns."""
    policies: list[FrozenInfoPolicy] = search.frozen()  # type: ignore[assignment]
    plans = [
        [{p.tree.key_at(player, list(chain)): action for chain, action in c.decisions.items()} for c in found] for p in policies
    ]
    rows: list[list[float]] = [[] for _ in found]
    for block in count():
        if block >= FEWEST_BLOCKS * len(policies) and (len(rows[0]) * len(found) >= wanted or budget.spent()):
            return rows
        policy = policies[block % len(policies)]
        for row, plan in zip(rows, plans[block % len(policies)], strict=True):
            policy.set_plan(plan)
            row += [policy.play(number)[player] for number in range(block * BLOCK, (block + 1) * BLOCK)]
    raise AssertionError


# -- candidates ----------------------------------------------------------------------------------------------------------------


class Alternatives:
    """What makes plans: `roots`, `player`, `guide` as for a Planner, and options(chain, particle) -> [(choice, its estimated
    worth)] at a decision."""

    def __init__(self, roots: Sequence[Particle], player: int, guide: Any, options: Any) -> None:
        self.roots = roots
        self.player = player
        self.guide = guide
        self.options = options

    def make(self, fixed: Mapping[Chain, Choice]) -> Node | None:
        """The plan with some decisions fixed, the guide's elsewhere."""
        guide = _Fixed(self.guide, fixed)
        fresh = [Particle(p.state, p.weight, stream=None if p.stream is None else p.stream.copy()) for p in self.roots]
        first = guide.choose((), fresh[0].state, ())
        return None if first is None else Planner(fresh, self.player, guide, PLAN_STATES).plan(first)


class _Fixed:
    def __init__(self, guide: Any, fixed: Mapping[Chain, Choice]) -> None:
        self.guide = guide
        self.fixed = fixed

    def choose(self, chain: Chain, state: State, history: tuple[Play, ...]) -> Choice | None:
        found: Choice | None = self.fixed.get(chain) or self.guide.choose(chain, state, history)
        return found

    def others(self, state: State) -> Any:
        return self.guide.others(state)


def candidates(alternatives: Alternatives, wanted: int, budget: Budget) -> tuple[list[Candidate], int]:
    """Up to `wanted` plans that end differently, the least estimated loss first, and how many were tried."""
    waiting: list[tuple[float, int, dict[Chain, Choice]]] = [(0.0, 0, {})]
    numbers = count(1)
    found: list[Candidate] = []
    seen: set[frozenset[tuple[Chain, int]]] = set()
    while waiting and len(found) < wanted and len(seen) < MOST_TRIED * wanted and not (found and budget.spent()):
        loss, _, fixed = heapq.heappop(waiting)
        node = alternatives.make(fixed)
        if node is None:
            break
        decisions = {n.particles[0].chain: n.choice.action for n in nodes(node)}
        key = frozenset(decisions.items())
        if key in seen:
            continue
        seen.add(key)
        # 1. Alike, or new.
        ends = _ends(node, alternatives.player, len(seen))
        same = next((i for i, other in enumerate(found) if other.ends == ends), None)
        if same is None:
            found.append(Candidate(node, decisions, ends, 0))
        else:
            found[same] = found[same]._replace(alike=found[same].alike + 1)
        # 2. Plans that differ from it in one decision more.
        for n in nodes(node):
            chain, share = n.particles[0].chain, float(n.probability)
            if chain in fixed or share < LEAST_SHARE:
                continue
            valued = alternatives.options(chain, n.particles[0])
            own = next((worth for choice, worth in valued if choice.action == n.choice.action), None)
            if own is None:
                continue
            others = sorted((pair for pair in valued if pair[0].action != n.choice.action), key=lambda pair: -pair[1])
            for choice, worth in others[:MOST_OPTIONS]:
                entry = (loss + share * max(0.0, own - worth), next(numbers), {**fixed, chain: choice})
                heapq.heappush(waiting, entry)
    if not found:
        raise OrienteerError("turns: the search has not tried a move often enough; allow more iterations or seconds")
    return found, len(seen)


def nodes(node: Node) -> Iterator[Node]:
    """The decisions of a plan."""
    yield node
    for branch in node.branches:
        if branch.next is not None:
            yield from nodes(branch.next)


def leaves(node: Node) -> Iterator[Particle]:
    """The states in which a plan ends."""
    for one in nodes(node):
        for branch in one.branches:
            if branch.next is None:
                yield from branch.particles
        if not one.branches:
            yield from one.particles


def _ends(node: Node, player: int, number: int) -> dict[tuple[str, int], Any]:
    """Odds of the states in which a plan ends, as the player sees them; what is cut short is like nothing else."""
    odds: dict[tuple[str, int], Any] = {}
    for one in nodes(node):
        if not one.branches:
            odds["cut", -number] = one.probability
        for branch in one.branches:
            if branch.next is not None:
                continue
            for p in branch.particles:
                # Nothing is planned after a branch without an end: as good as a state of its own where it is the same.
                key = (branch.end, p.state.observation_key(player))
                odds[key] = odds.get(key, 0) + p.weight
    return odds


# -- shared --------------------------------------------------------------------------------------------------------------------


def _step(question: Question, candidate: Candidate) -> TurnStep:
    assert question.player is not None
    return as_step(candidate.node, question.state, question.player, question.names)


def _pack(
    question: Question, plans: list[TurnPlan], how: tuple[str, str], counts: tuple[int, int, int], budget: Budget
) -> TurnPlans:
    assert question.player is not None
    return TurnPlans(
        game=question.state.game.name,
        objective=question.objective,
        horizon=question.horizon,
        player=question.player,
        plans=tuple(plans),
        status=how[0],
        method=how[1],
        tried=counts[0],
        iterations=counts[1],
        playouts=counts[2],
        seconds=budget.elapsed(),
        seed=question.seed,
    )
