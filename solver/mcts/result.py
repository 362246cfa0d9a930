"""What a sampled search returns, and the intervals on its estimates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

Z95 = 1.959963984540054


class Step(NamedTuple):
    """One step of a principal line.

    Attributes:
        player: who moves; CHANCE_PLAYER marks an outcome of chance, SIMULTANEOUS_PLAYER a joint action.
        action: the action or outcome; at a joint action one entry a seat, -1 where it has no choice.
        visits: of the node reached; 0 where it is not in the tree.
    """

    player: int
    action: int | tuple[int, ...]
    visits: int


class FrozenNode(NamedTuple):
    """One node of a frozen policy.

    Attributes:
        index: number of the node in its tree; 0 is the root.
        player: player code. TERMINAL_PLAYER includes nodes past the horizon.
        joint: a simultaneous stage where `player` alone has a choice; the others' only actions go with his.
        forced: steps with a single continuation between the parent's action and this node.
        visits: in the search.
        strategies: {seat: {action: probability}}; empty at chance and terminal nodes.
        children: {action, outcome or joint action: index}. Where one is missing the playout policy begins.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, of no use here
    player: int
    joint: bool
    forced: int
    visits: int
    strategies: dict[int, dict[int, float]]
    children: dict[int | tuple[int, ...], int]


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """Value of the policy found, by seat, from fresh playouts.

    Attributes:
        value: mean returns; NaN without playouts.
        stderr: standard errors of `value`; NaN below two playouts, 0 where the value is certain.
        interval: 95 % intervals on what the policy is worth (not on what the position is worth under best play).
        playouts: how many.
    """

    value: tuple[float, ...]
    stderr: tuple[float, ...]
    interval: tuple[tuple[float, float], ...]
    playouts: int


@dataclass(frozen=True, kw_only=True)
class MoveResult(Estimate):
    """One root action. Its estimate is for playing it, then the policy found (others: the policy found throughout).

    Attributes:
        player, action: whose and which.
        visits: in all trees.
        policy: share in the policy found: 1 for the best action of a decision; a probability where the answer is mixed.
        tree_mean: mean returns by seat in the trees; biased by the search's own choices, hence without an interval.
        principal_line: from this action on, itself included.
        bounds: proven (least, most) by seat of the action's value under best play; None where nothing is proven.
    """

    player: int
    action: int
    visits: int
    policy: float
    tree_mean: tuple[float, ...]
    principal_line: tuple[Step, ...]
    bounds: tuple[tuple[float, float], ...] | None = None


@dataclass(frozen=True, kw_only=True)
class SeatChoice:
    """What the search says to one seat that chooses at the root.

    Attributes:
        strategy: {action: probability}.
        best: most visited action; most probable one where the answer is mixed. Ties go to the lower action.
        second: the next by the same order, or None.
        gap: value of best less second to this seat, from paired fresh playouts; negative where they contradict the
            visits.
        gap_stderr: its standard error.
    """

    player: int
    strategy: dict[int, float]
    best: int
    second: int | None
    gap: float
    gap_stderr: float


@dataclass(frozen=True, kw_only=True)
class MctsResult:
    """Result of a search.

    Attributes:
        player: the root's player code (the seat, where one alone has a choice in a simultaneous stage).
        moves: every root action, by seat, then action; none at chance and terminal roots.
        choices: one for each seat that chooses.
        position: value of the policy found from the root on.
        iterations, playouts: simulations in the trees, and fresh playouts of the frozen policy.
        nodes, trees, seconds, seed: as they are.
        stopped_by: "iterations", "seconds", "stop" (Ctrl-C too), "proven", "separated" or "terminal", with ", tree full"
            where a limit kept nodes out.
        reused, reused_nodes: visits and nodes that were carried over from an earlier search; not among `iterations`, but
            among the moves' visits and `nodes`.
    """

    player: int
    moves: tuple[MoveResult, ...]
    choices: tuple[SeatChoice, ...]
    position: Estimate
    objective: str
    horizon: str
    iterations: int
    playouts: int
    nodes: int
    trees: int
    seconds: float
    stopped_by: str
    seed: int
    reused: int = 0
    reused_nodes: int = 0

    @property
    def best(self) -> int | None:
        """Best action of the (first) seat that chooses; None where nobody does."""
        return self.choices[0].best if self.choices else None

    @property
    def gap(self) -> float:
        return self.choices[0].gap if self.choices else math.nan

    @property
    def gap_stderr(self) -> float:
        return self.choices[0].gap_stderr if self.choices else math.nan

    @property
    def strategies(self) -> dict[int, dict[int, float]]:
        """{seat: {action: probability}} for the seats that choose."""
        return {choice.player: choice.strategy for choice in self.choices}

    def move(self, action: int, player: int | None = None) -> MoveResult:
        """The row of an action (of the first seat that chooses, unless given). Raises KeyError."""
        for row in self.moves:
            if row.action == action and row.player == (self.choices[0].player if player is None else player):
                return row
        raise KeyError((player, action))


def student_t95(freedom: int) -> float:
    """97.5 % quantile of Student's t (Cornish-Fisher beyond 4 degrees; error below 0.002)."""
    if freedom <= 4:
        return (math.inf, 12.706, 4.303, 3.182, 2.776)[freedom]
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def interval95(count: int, mean: float, variance: float, bounds: tuple[float, float], proportion: bool) -> tuple[float, float]:
    """95 % interval for a mean of `count` independent values in `bounds`.

    A share of a win (`proportion`): Wilson's interval with the sample variance in the place of p(1 - p). Else Student's
    t; where all values were equal, what was never seen in `count` tries may still have probability 3 / count (the rule
    of three).
    """
    low, high = bounds
    if count < 2:
        return low, high
    if proportion:
        shrink = 1 + Z95**2 / count
        middle = (mean + Z95**2 / (2 * count)) / shrink
        half = Z95 / shrink * math.sqrt(variance / count + (Z95 / (2 * count)) ** 2)
    elif variance <= 0:
        rare = min(1.0, 3 / count)
        return mean - (rare * (mean - low) if low < mean else 0), mean + (rare * (high - mean) if high > mean else 0)
    else:
        middle = mean
        half = student_t95(count - 1) * math.sqrt(variance / count)
    return max(low, middle - half), min(high, middle + half)


def estimate(
    count: int,
    sums: list[float],
    squares: list[float],
    bounds: tuple[float, float],
    proportion: bool,
    certain: bool = False,
) -> Estimate:
    """Estimate from sums over `count` playouts; `certain` where every playout must give the same."""
    value, stderr, interval = [], [], []
    for total, square in zip(sums, squares, strict=True):
        mean = total / count if count else math.nan
        variance = max(0.0, (square - total * mean) / (count - 1)) if count > 1 else math.nan
        if certain and count:
            value.append(mean)
            stderr.append(0.0)
            interval.append((mean, mean))
            continue
        value.append(mean)
        stderr.append(math.sqrt(variance / count) if count > 1 else math.nan)
        interval.append(interval95(count, mean, variance, bounds, proportion))
    return Estimate(value=tuple(value), stderr=tuple(stderr), interval=tuple(interval), playouts=count)
