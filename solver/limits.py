"""Limits on one computation."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from orienteer.core.errors import OptionError


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a computation may spend; None = no limit of that kind. The first limit reached ends it.

    Attributes:
        seconds: wall-clock time, > 0.
        iterations: simulations of a sampled search in all its trees together, ≥ 1.
        nodes: nodes held in memory by one table or tree, ≥ 1; of a lookahead, positions visited.
        memory_mb: megabytes (10^6 bytes) for tables and trees, > 0.
        depth: decisions that a lookahead looks ahead, ≥ 1.
        confidence: from 0.5 to below 1; a sampled search for the best move ends as soon as that is shown to be better than
            the second with at least this probability (see `orienteer.mcts.schedule`). Nothing else takes notice of it.

    Raises OptionError, naming the field, for any other value.
    """

    seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None
    memory_mb: float | None = None
    depth: int | None = None
    confidence: float | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            whole = field.name in ("iterations", "nodes", "depth")
            wrong_type = isinstance(value, bool) or not isinstance(value, int if whole else (int, float))
            if wrong_type or not math.isfinite(value) or value <= 0:
                raise OptionError(f"limits.{field.name}", value, f"a {'whole ' if whole else ''}number above 0, or None")
        if self.confidence is not None and not 0.5 <= self.confidence < 1:
            raise OptionError("limits.confidence", self.confidence, "a number from 0.5 to below 1, or None")
