"""A sequential test that ends a match as soon as it is decided."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from orienteer.core.errors import OptionError

if TYPE_CHECKING:
    from orienteer.arena.contest import Contest, DealPlayed


@dataclass(frozen=True, kw_only=True)
class SequentialTest:
    """Wald's test (1945) of a fair share of the wins for the first agent against `claim` times that.

    A shared win counts in part, which only makes it rarer to find the claim where the share is fair: the likelihood ratio is
    convex in the share; so does a game that nobody wins. The claim should be the least advantage worth knowing of.

    Attributes:
        claim: in fair shares, above 1; below the number of players.
        error: the largest probability of either wrong decision, above 0, below 0.5.
        at_least: games before which nothing is decided.

    Raises OptionError, naming the field.
    """

    claim: float = 1.5
    error: float = 0.05
    at_least: int = 0

    def __post_init__(self) -> None:
        if not 1 < self.claim < math.inf:
            raise OptionError("test.claim", self.claim, "a number above 1, in fair shares")
        if not 0 < self.error < 0.5:
            raise OptionError("test.error", self.error, "a probability above 0 and below 0.5")
        if self.at_least < 0:
            raise OptionError("test.at_least", self.at_least, "a number of games")

    def begin(self, contest: Contest) -> Decision:
        """Raises OptionError unless the contest is a match and the claim possible in it."""
        players = contest.game.num_players
        if contest.kind != "match" or players < 2:
            raise OptionError("test", f"of a {contest.kind} with {players} players", "a match for two or more players")
        if self.claim >= players:
            raise OptionError("test.claim", self.claim, f"below {players}, the whole win in fair shares")
        return Decision(self, 1 / players)


@dataclass
class Decision:
    """How far a test has come. Deals are taken in the order of their numbers, whoever finishes first."""

    test: SequentialTest
    fair: float
    ratio: float = 0.0
    games: int = 0
    verdict: str = ""
    last_deal: int | None = None
    _waiting: dict[int, DealPlayed] = field(default_factory=dict)
    _next: int = 0

    def add(self, deal: DealPlayed) -> None:
        """Take a finished deal; sets `verdict` and `last_deal` when the deals up to there decide."""
        self._waiting[deal.number] = deal
        while self.last_deal is None and self._next in self._waiting:
            self._take(self._waiting.pop(self._next))
            self._next += 1

    def _take(self, deal: DealPlayed) -> None:
        claimed = self.test.claim * self.fair
        gain, loss = math.log(claimed / self.fair), math.log((1 - claimed) / (1 - self.fair))
        for game in deal.games:
            share = game.shares()[game.agents.index(0)]
            self.ratio += share * gain + (1 - share) * loss
            self.games += 1
        if self.games >= self.test.at_least and abs(self.ratio) >= math.log((1 - self.test.error) / self.test.error):
            above = f"above {claimed:.3f} rather than {self.fair:.3f}"
            self.verdict = above if self.ratio > 0 else f"{self.fair:.3f} rather than above"
            self.last_deal = deal.number
