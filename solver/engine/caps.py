"""What a host of the engine lets one query have."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from orienteer.core.errors import OptionError
from orienteer.engine.protocol import LimitsModel
from orienteer.limits import Limits

DEFAULT_SECONDS = 1.0


@dataclass(frozen=True, kw_only=True)
class Caps:
    """Bounds on every query; None = no bound.

    Attributes:
        seconds: most that `limits.seconds` may be, and when whatever a query does is stopped.
        review_seconds: the same for the review of a record, which is stopped then with what is done.
        iterations, nodes, memory_mb: most that these limits may be; nodes and memory are so bounded where a query has no
            limit of its own.
        trees, threads: most of each.
        files: whether the rules of a position may name files (a table of Lost Explorers).
        answer_bytes: length of the JSON of the positions of a record, beyond which they have to be asked for singly.
    """

    seconds: float | None = None
    review_seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None
    memory_mb: float | None = None
    trees: int = 1024
    threads: int = 1024
    files: bool = True
    answer_bytes: int = 20_000_000

    def limits(self, asked: LimitsModel | None, default_seconds: float | None = None) -> Limits:
        """The limits of one query. Raises OptionError, naming the field, for one beyond its bound.

        `default_seconds`: what a query without limits gets.
        """
        given: dict[str, Any] = {} if asked is None else {f.name: getattr(asked, f.name) for f in fields(Limits)}
        if all(given.get(name) is None for name in ("seconds", "iterations", "nodes", "depth")):
            given["seconds"] = default_seconds
        for name in ("seconds", "iterations", "nodes", "memory_mb"):
            bound = getattr(self, name)
            if bound is not None and given.get(name) is not None and given[name] > bound:
                raise OptionError(f"limits.{name}", given[name], f"at most {bound:g}")
        for name in ("nodes", "memory_mb"):
            if given.get(name) is None:
                given[name] = getattr(self, name)
        return Limits(**given)

    def time_of(self, do: str) -> float | None:
        """Seconds after which a question of this kind is stopped."""
        return self.review_seconds if do == "review" else self.seconds

    def check(self, field: str, value: int) -> int:
        """A number of trees or threads. Raises OptionError where it is beyond its bound."""
        if value > getattr(self, field):
            raise OptionError(field, value, f"at most {getattr(self, field)}")
        return value
