"""What a solver answers: frozen records of moves, values and how sure each number is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from rich.console import Console, ConsoleOptions, RenderResult

    from orienteer.events import Odds
    from orienteer.plans import TurnStep

# How sure a value is, see Evaluation.status; these are exact.
EXACT_STATUSES = ("rational", "float")


@dataclass(frozen=True)
class Move:
    """A legal move.

    Attributes:
        id: name that stays the same across states of the game ("leave").
        text: a phrase for people; hides what the viewer cannot see.
        data: the move as words and numbers (`{"type": "leave"}`).
        action: the move's number in the game's contract.
        mix: probability by move id where the best play is mixed, else empty. This move is the most likely one then.
    """

    id: str
    text: str
    data: Mapping[str, Any] = field(compare=False)
    action: int
    mix: Mapping[str, float] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return self.id

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"id": self.id, "text": self.text, "data": dict(self.data), "action": self.action}
        return {**plain, "mix": dict(self.mix)} if self.mix else plain


@dataclass(frozen=True)
class MoveEvaluation:
    """One legal move with its worth.

    Attributes:
        move: the move.
        value: worth to the player whose moves are valued, in units of the objective at the horizon; nan (None in JSON) for a
            move that a short search has not come to.
        values: worth by seat; nan where it was not computed (see Evaluation.values).
        share: probability of this move in the strategy found (1 or 0 where play is not mixed).
        regret: the best move's value minus this one's, ≥ 0 up to sampling error.
        tied: whether another move is exactly as good as this one and no move is better (exact methods only).
        visits: simulations through this move; 0 for exact methods.
        stderr: standard error of `value` where it is sampled, else None.
        interval: 95 % interval of the value of the policy found, where it is sampled.
        line: likely continuation, beginning with this move; card and die names are outcomes of chance.
        odds: headline odds of this move by name.
    """

    move: Move
    value: float
    values: tuple[float, ...]
    share: float
    regret: float
    tied: bool = False
    visits: int = 0
    stderr: float | None = None
    interval: tuple[float, float] | None = None
    line: tuple[str, ...] = ()
    odds: Mapping[str, Odds] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {
            "move": self.move.to_dict(),
            "value": _plain([self.value])[0],
            "values": _plain(self.values),
            "share": self.share,
            "regret": _plain([self.regret])[0],
            "tied": self.tied,
            "visits": self.visits,
            "stderr": self.stderr,
            "interval": None if self.interval is None else list(self.interval),
            "line": list(self.line),
            "odds": {name: odds.to_dict() for name, odds in self.odds.items()},
        }


@dataclass(frozen=True)
class Evaluation:
    """Every legal move of a position valued.

    Attributes:
        game, objective, horizon: what was asked. Values are the result as if the game ended at the horizon.
        player: the seat whose moves are valued, or None where nobody has a choice (chance is next, or the game is over).
        player_name: its name at the table.
        moves: best first; equal values are ordered by margin, then points, where those are known, then by action.
        values: worth of the position by seat. Where all but one seat follow policies ("opponents"), only that seat's worth
            is computed; the others' are nan (None in JSON), unless two players' returns add up to a constant.
        status: "rational", "float" (rounding ≤ 1e-12), "bounded", "equilibrium", "sampled" or "estimated" (of a lookahead:
            values are those of estimates `depth` ahead, which nothing bounds).
        eps: the bound that belongs to "bounded" and "equilibrium", else 0.
        gap: value of the best move minus that of the second, None with fewer than two moves.
        gap_stderr: its standard error from paired playouts, where sampled.
        turn: the plan for the rest of the player's turn, by what he may notice in it; None where nobody has a choice.
        strategies: probability by move id, by seat, at a simultaneous choice.
        method: the algorithm that answered.
        nodes, iterations, playouts, trees, seconds, seed: what it took.
        stopped_by: "solved", "seconds", "iterations", "nodes", "depth", "memory" or "stop"; of a search also "proven" (the
            best move's value is exact) and "separated" (see `Limits.confidence`).
        assumptions: sentences that the numbers rest on.
        depth: decisions that a lookahead looked ahead, the last depth that was completed; None for other methods.
    """

    game: str
    objective: str
    horizon: str
    player: int | None
    player_name: str | None
    moves: tuple[MoveEvaluation, ...]
    values: tuple[float, ...]
    status: str
    eps: float
    gap: float | None
    gap_stderr: float | None
    turn: TurnStep | None
    strategies: Mapping[int, Mapping[str, float]]
    method: str
    nodes: int
    iterations: int
    playouts: int
    trees: int
    seconds: float
    seed: int
    stopped_by: str
    assumptions: tuple[str, ...] = ()
    depth: int | None = None

    @property
    def exact(self) -> bool:
        """Whether every value is exact up to rounding."""
        return self.status in EXACT_STATUSES

    @property
    def value(self) -> float | None:
        """Worth of the position to `player`."""
        return None if self.player is None else self.values[self.player]

    @property
    def best(self) -> Move | None:
        """The best move (the most likely one where play is mixed), None where nobody has a choice."""
        if not self.moves:
            return None
        return max(self.moves, key=lambda m: m.share).move if self.mixed else self.moves[0].move

    @property
    def mixed(self) -> bool:
        """Whether the strategy found gives more than one move a positive probability."""
        return sum(m.share > 0 for m in self.moves) > 1

    def __getitem__(self, move_id: str) -> MoveEvaluation:
        """The evaluation of one move by its id. Raises KeyError, listing the ids, for an unknown one."""
        for evaluated in self.moves:
            if evaluated.move.id == move_id:
                return evaluated
        raise KeyError(f"{move_id!r}: the moves are {', '.join(m.move.id for m in self.moves) or 'none'}")

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, under the attributes' names."""
        best = self.best
        return {
            "game": self.game,
            "objective": self.objective,
            "horizon": self.horizon,
            "player": self.player,
            "player_name": self.player_name,
            "best": None if best is None else best.to_dict(),
            "moves": [m.to_dict() for m in self.moves],
            "value": self.value,
            "values": _plain(self.values),
            "status": self.status,
            "exact": self.exact,
            "eps": self.eps,
            "gap": self.gap,
            "gap_stderr": self.gap_stderr,
            "turn": None if self.turn is None else self.turn.to_dict(),
            "strategies": {str(seat): dict(mix) for seat, mix in self.strategies.items()},
            "method": self.method,
            "nodes": self.nodes,
            "iterations": self.iterations,
            "playouts": self.playouts,
            "trees": self.trees,
            "seconds": self.seconds,
            "seed": self.seed,
            "stopped_by": self.stopped_by,
            "assumptions": list(self.assumptions),
            "depth": self.depth,
        }

    def to_numpy(self) -> np.ndarray:
        """One row a move: action, id, value, values (by seat), stderr (nan where exact), visits, regret, share."""
        import numpy as np

        columns = [
            ("action", "i4"),
            ("id", "U32"),
            ("value", "f8"),
            ("values", "f8", (len(self.values),)),
            ("stderr", "f8"),
            ("visits", "i8"),
            ("regret", "f8"),
            ("share", "f8"),
        ]
        rows = [
            (
                m.move.action,
                m.move.id,
                m.value,
                m.values,
                float("nan") if m.stderr is None else m.stderr,
                m.visits,
                m.regret,
                m.share,
            )
            for m in self.moves
        ]
        return np.array(rows, dtype=columns)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from orienteer.tables import evaluation_table

        yield from evaluation_table(self)


def _plain(values: Sequence[float]) -> list[float | None]:
    return [None if isnan(value) else value for value in values]


def rank_moves(moves: Sequence[MoveEvaluation], tie_breaks: Mapping[int, tuple[float, ...]]) -> tuple[MoveEvaluation, ...]:
    """Best first: by value (equal within 1e-12), then by `tie_breaks[action]`, then by action."""
    best_first = sorted(moves, key=lambda m: m.move.action)
    best_first.sort(key=lambda m: tie_breaks.get(m.move.action, ()), reverse=True)
    best_first.sort(key=lambda m: round(m.value, 12), reverse=True)
    return tuple(best_first)
