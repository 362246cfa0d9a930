"""What a contest has shown: shares of the wins and returns by agent and by seat, with intervals, and ratings."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from orienteer.arena.contest import Contest, DealPlayed, GamePlayed

if TYPE_CHECKING:
    from orienteer.arena.estimates import Estimate
    from orienteer.arena.ratings import Rating


class Standing(NamedTuple):
    """Of an agent, or of a seat.

    games: in which the agent played.
    share: of the win, mean over its seats; with its interval, as `returns`.
    returns: in units of the contest's objective.
    """

    name: str
    games: int
    share: Estimate
    returns: Estimate


@dataclass(frozen=True)
class ContestResults:
    """Finished deals of a contest.

    Attributes:
        contest: what was played.
        deals: in the order of their numbers.
        wanted: how many deals were asked for.
        stopped_by: "deals" (all were played), "test" (it was decided), "stop" (Ctrl-C), or "" while it goes on.
        verdict: of the sequential test; "" without one, "undecided" where it has not decided.
    """

    contest: Contest
    deals: tuple[DealPlayed, ...]
    wanted: int
    stopped_by: str = ""
    verdict: str = ""

    @property
    def games(self) -> int:
        return sum(len(deal.games) for deal in self.deals)

    @property
    def lost(self) -> float:
        """The part of the games that nobody won; 0 before the first."""
        return sum(sum(game.shares()) == 0 for deal in self.deals for game in deal.games) / max(1, self.games)

    def standing(self, agent: int) -> Standing:
        """Of one agent, by its number. Raises ValueError before the first deal is done."""
        return self._standing(self.contest.names[agent], partial(_taken, agent=agent))

    def standings(self) -> tuple[Standing, ...]:
        """By agent, in the contest's order; empty before the first deal is done."""
        return tuple(self.standing(agent) for agent in range(len(self.contest.agents))) if self.deals else ()

    def seats(self) -> tuple[Standing, ...]:
        """By seat, whoever sat there: what it is worth to go first. Empty before the first deal is done."""
        if not self.deals:
            return ()
        numbers = range(self.contest.game.num_players)
        return tuple(self._standing(f"seat {seat}", partial(_only, seat=seat)) for seat in numbers)

    def ratings(self) -> tuple[Rating, ...]:
        """By agent; see `orienteer.arena.ratings`. Empty in a game for one player and before the first deal is done."""
        from orienteer.arena.ratings import ratings

        return ratings(self.deals, len(self.contest.agents)) if self.deals and self.contest.game.num_players > 1 else ()

    def _standing(self, name: str, seats: Callable[[GamePlayed], Sequence[int]]) -> Standing:
        from orienteer.arena.estimates import mean_by_deals, share_by_deals

        if not self.deals:
            raise ValueError("no deal is done")
        shares, returns, played, parts = [], [], 0, 0
        for deal in self.deals:
            met = [(game, seats(game)) for game in deal.games]
            own = [(game.shares()[seat], game.returns[seat]) for game, taken in met for seat in taken]
            shares.append(statistics.fmean(share for share, _ in own))
            returns.append(statistics.fmean(value for _, value in own))
            played += sum(1 for _, taken in met if taken)
            parts += len(own)
        return Standing(name, played, share_by_deals(shares, parts), mean_by_deals(returns))

    def __str__(self) -> str:
        """One line: the first agent's share."""
        if not self.deals:
            return "nothing played"
        nobody = f", nobody won {self.lost:.3f}" if self.lost else ""
        verdict = f": {self.verdict}" if self.verdict else ""
        return f"{self.contest.names[0]} share {self.standing(0).share} of {self.games} games{nobody}{verdict}"

    def to_dict(self) -> dict[str, Any]:
        def plain(standing: Standing) -> dict[str, Any]:
            estimates = {"share": standing.share.to_dict(), "returns": standing.returns.to_dict()}
            return {"name": standing.name, "games": standing.games, **estimates}

        ratings = [
            {
                "name": self.contest.names[rating.agent],
                "points": rating.points,
                "interval": list(rating.interval) if rating.interval else None,
                "group": rating.group,
            }
            for rating in self.ratings()
        ]
        return {
            "contest": self.contest.to_dict(),
            "deals": len(self.deals),
            "wanted": self.wanted,
            "games": self.games,
            "nobody_won": self.lost,
            "standings": [plain(standing) for standing in self.standings()],
            "seats": [plain(standing) for standing in self.seats()],
            "ratings": ratings,
            "stopped_by": self.stopped_by,
            "verdict": self.verdict,
        }


def _taken(game: GamePlayed, agent: int) -> list[int]:
    return [seat for seat, taken_by in enumerate(game.agents) if taken_by == agent]


def _only(game: GamePlayed, seat: int) -> list[int]:
    return [seat]
