"""Means with 95 % intervals by deals, and the sequential test of a match. Needs SciPy (the extra `arena`)."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

try:
    from scipy import stats
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('intervals of contests need SciPy: pip install "orienteer[arena]"') from error


class Estimate(NamedTuple):
    """A mean with its 95 % interval; None where one deal tells nothing of the spread."""

    mean: float
    interval: tuple[float, float] | None

    def __str__(self) -> str:
        low, high = self.interval or (math.nan, math.nan)
        return f"{self.mean:.3f} [{low:.3f}, {high:.3f}]" if self.interval else f"{self.mean:.3f} [?]"

    def to_dict(self) -> dict[str, object]:
        return {"mean": self.mean, "interval": list(self.interval) if self.interval else None}


def mean_by_deals(means: Sequence[float]) -> Estimate:
    """Of the deals' means: Student's interval, for games of one deal depend on each other but deals do not."""
    mean = statistics.mean(means)
    if len(means) < 2:
        return Estimate(mean, None)
    error = student(len(means) - 1) * statistics.stdev(means) / math.sqrt(len(means))
    return Estimate(mean, (mean - error, mean + error))


def share_by_deals(means: Sequence[float], games: int) -> Estimate:
    """Of shares of a win, from 0 to 1: where all deals have the same mean, Clopper's and Pearson's interval of the games."""
    if len(set(means)) == 1:
        low, high = stats.binomtest(round(means[0] * games), games).proportion_ci(0.95, "exact")
        return Estimate(means[0], (float(low), float(high)))
    mean, interval = mean_by_deals(means)
    assert interval is not None
    return Estimate(mean, (max(0.0, interval[0]), min(1.0, interval[1])))


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to either side."""
    return float(stats.t.ppf(0.975, freedom))
