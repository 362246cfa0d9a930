"""A search's result put together: its trees, the fresh playouts of the policy found and what is proven."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from orienteer.bounds import value_bounds
from orienteer.core.state import TERMINAL_PLAYER
from orienteer.mcts.result import Estimate, MctsResult, MoveResult, SeatChoice, estimate
from orienteer.mcts.tree import Tree

if TYPE_CHECKING:
    from orienteer.mcts.roots import AnyPolicy, AnyTree
    from orienteer.mcts.search import Search


def result_of(search: Search, policies: list[AnyPolicy]) -> MctsResult:
    """What is known after the search and the fresh playouts of its policies."""
    bounds = value_bounds(search.state.game, search.objective)
    win = search.objective == "win"
    rows = search.root_rows()
    proven = search.bounds()
    counts, sums, squares, pairs = (added(parts) for parts in zip(*(p.totals() for p in policies), strict=True))
    mixed = search.trees[0].mixed
    moves: list[MoveResult] = []
    choices: list[SeatChoice] = []
    for (begin, length, best, second), pair in zip(policies[0].seat_groups(), pairs, strict=True):
        block = rows[begin : begin + length]
        total = sum(row.weight for row in block)
        shares = [row.weight / total if total else 1 / length for row in block]
        if not mixed:
            shares = [float(begin + i == best) for i in range(length)]
        for index, (row, share) in enumerate(zip(block, shares, strict=True), begin):
            certain = all(policy.ends_at_once(index) for policy in policies)
            busiest = max(policies, key=lambda policy: policy.tree.root_rows()[index][2])
            found = estimate(counts[index], sums[index], squares[index], bounds, win, certain)
            moves.append(
                MoveResult(
                    **vars(_proven(policies, index, found)),
                    bounds=None if proven is None else tuple(proven[index]),
                    player=row.player,
                    action=row.action,
                    visits=row.visits,
                    policy=share,
                    tree_mean=tuple(x / row.visits if row.visits else math.nan for x in row.sums),
                    principal_line=busiest.line(index),
                )
            )
        gap = estimate(pair[0], [pair[1]], [pair[2]], (-math.inf, math.inf), False)
        value, stderr = gap.value[0], gap.stderr[0]
        if proven is not None and second is not None and moves[best].stderr == moves[second].stderr == (0.0,) * len(bounds):
            value, stderr = moves[best].value[block[0].player] - moves[second].value[block[0].player], 0.0
        choices.append(
            SeatChoice(
                player=block[0].player,
                strategy={row.action: share for row, share in zip(block, shares, strict=True)},
                best=rows[best].action,
                second=None if second is None else rows[second].action,
                gap=value,
                gap_stderr=stderr,
            )
        )
    if choices and not mixed:
        top = moves[policies[0].seat_groups()[0][2]]
        position = Estimate(value=top.value, stderr=top.stderr, interval=top.interval, playouts=top.playouts)
    else:
        position = _proven(policies, -1, estimate(counts[-1], sums[-1], squares[-1], bounds, win))
    return _pack(search, tuple(moves), tuple(choices), position, sum(policy.playouts for policy in policies))


def terminal_result(search: Search) -> MctsResult:
    """The returns, where the root is the end."""
    value = tuple(search.state.returns(search.objective))
    search.stopped_by = "terminal"
    exact = Estimate(value=value, stderr=(0.0,) * len(value), interval=tuple((v, v) for v in value), playouts=0)
    return _pack(search, (), (), exact, 0)


def _pack(
    search: Search, moves: tuple[MoveResult, ...], choices: tuple[SeatChoice, ...], position: Estimate, playouts: int
) -> MctsResult:
    full = any(tree.pool.full for tree in search.trees)
    return MctsResult(
        player=search.trees[0].root_player if search.trees else TERMINAL_PLAYER,
        moves=moves,
        choices=choices,
        position=position,
        objective=search.objective,
        horizon=search.horizon,
        iterations=sum(tree.iterations for tree in search.trees),
        playouts=playouts,
        nodes=sum(tree.pool.num_nodes for tree in search.trees),
        trees=search.num_trees,
        seconds=search.seconds,
        stopped_by=search.stopped_by + (", tree full" if full else ""),
        seed=search.seed,
        reused=search.reused,
        reused_nodes=search.reused_nodes,
    )


def added(parts: tuple[Any, ...]) -> Any:
    """Sum of numbers, or of lists and tuples entry by entry."""
    if isinstance(parts[0], (list, tuple)):
        return [added(column) for column in zip(*parts, strict=True)]
    return sum(parts)


def _proven(policies: list[AnyPolicy], row: int, found: Estimate) -> Estimate:
    """The value of a root action (-1: of the root) where all trees that are played by have proven it, else what was found."""
    values: list[float] = []
    for policy in policies:
        bounds = policy.tree.root_bounds() if isinstance(policy.tree, Tree) else None
        if bounds is None or any(low < high for low, high in bounds[row]):
            return found
        values = [low for low, _ in bounds[row]]
    points = tuple((value, value) for value in values)
    return Estimate(value=tuple(values), stderr=(0.0,) * len(values), interval=points, playouts=found.playouts)


class Row(NamedTuple):
    """A root action in all trees together."""

    player: int
    action: int
    visits: int
    weight: float
    sums: list[float]

    @property
    def mean(self) -> float:
        """The mover's mean return."""
        return self.sums[self.player] / self.visits if self.visits else -math.inf


def merged_rows(trees: list[AnyTree]) -> list[Row]:
    return [
        Row(rows[0][0], rows[0][1], *(added(tuple(row[field] for row in rows)) for field in (2, 3, 4)))
        for rows in zip(*(tree.root_rows() for tree in trees), strict=True)
    ]
