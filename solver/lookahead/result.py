"""What a lookahead answers: frozen records."""

from __future__ import annotations

from dataclasses import dataclass

EXACT, AT_MOST, AT_LEAST = "exact", "at most", "at least"


@dataclass(frozen=True)
class RootMove:
    """A move of the player to move.

    Attributes:
        action: its number.
        values: worth by seat; nan where the search has not come to it.
        bound: what `values` is at this depth: "exact", or where the move was cut off, the mover's value is "at most" or
            "at least" this.
        proven: whether, whatever the depth, the value (or bound) is true to the end of the game or the horizon.
        depth: how far it was looked into; 0 = not at all.
        line: likely continuation, beginning with this action; likeliest outcomes of chance among it.
    """

    action: int
    values: tuple[float, ...]
    bound: str
    proven: bool
    depth: int
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class LookaheadResult:
    """What is known of the root.

    Attributes:
        player: who moves there; None at chance, or where play is over.
        moves: his moves, best first, of equals the one with the lower number unless a cut hides that they are equal.
        values: worth of the root by seat; nan before the first depth is complete.
        status: "float": true to the end of the game or the horizon, up to rounding; with `multi` every move's value is.
            "estimated": rests on estimates, or on values as if the game ended there, at `depth`.
        depth: the last that was completed; of the best move, see `moves`, it may be one more.
        nodes: positions visited, of all depths; forced ones and table hits of the root's own moves among them.
        hits, cutoffs, probes: of them, answers from the table; decisions cut short; outcomes of which one move was tried first.
        replaced: results that the table forgot.
        seconds: taken so far.
        stopped_by: "solved", "depth", "seconds", "nodes" or "stop".
    """

    player: int | None
    moves: tuple[RootMove, ...]
    values: tuple[float, ...]
    status: str
    depth: int
    nodes: int
    hits: int
    cutoffs: int
    probes: int
    replaced: int
    seconds: float
    stopped_by: str

    @property
    def best(self) -> RootMove | None:
        return self.moves[0] if self.moves else None
