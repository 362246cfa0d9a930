"""What is played in a contest: the agents, who sits where in each game of a deal, and one deal's games.

Games are paired: a deal fixes all chance and the players' seeds by seat, and is played with the agents in rotated seats. Seats
differ, and rotation evens that out. A deal's games depend on the contest and its number alone, so that they may be played
anywhere, in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

from orienteer.agents import Host
from orienteer.arena.chance import DealChance
from orienteer.core.errors import OptionError
from orienteer.core.options import one_of, whole_number

if TYPE_CHECKING:
    from orienteer.agents import Agent
    from orienteer.core.state import Game

KINDS = ("match", "round-robin", "mirror")
MAX_TABLES = 1000  # games of one deal


class GamePlayed(NamedTuple):
    """A finished game.

    agents: by seat, the agent's number in the contest.
    returns: by seat, in units of the contest's objective.
    decisions: choices made by all seats together, forced ones included.
    is_win: whether that objective is "win".
    """

    agents: tuple[int, ...]
    returns: tuple[float, ...]
    decisions: int
    is_win: bool = True

    def shares(self) -> tuple[float, ...]:
        """By seat, the share of the win: what the objective "win" pays, else equal parts for those with the most."""
        if self.is_win:
            return self.returns
        most = max(self.returns)
        return tuple((value == most) / self.returns.count(most) for value in self.returns)


class DealPlayed(NamedTuple):
    """All games of one deal, in the order of `Contest.tables`."""

    number: int
    games: tuple[GamePlayed, ...]


@dataclass(frozen=True)
class Contest:
    """What to play; the number of deals is left to whoever plays it.

    Attributes:
        game: the game, with its number of players.
        agents: those who play; their names differ.
        kind: "match" (two agents: the first in each seat in turn, the second in all others), "round-robin" (every choice of as
            many agents as there are seats, in rotated seats; where there are fewer agents, every way to fill the seats in which
            all play; from one deal to the next the order of seats is reversed) or "mirror" (one agent in all seats). "" takes
            the one that fits the number of agents. In a game for one player everybody plays each deal alone.
        objective: what returns are of; None = the game's default.
        seed: fixes all deals.

    Raises OptionError, naming the field.
    """

    game: Game
    agents: tuple[Agent, ...]
    kind: str = ""
    objective: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(self.agents))
        count = len(self.agents)
        if not self.kind:
            object.__setattr__(self, "kind", {1: "mirror", 2: "match"}.get(count, "round-robin"))
        one_of("kind", self.kind, KINDS)
        whole_number("seed", self.seed, 0, 2**63 - 1)
        self.game.objective_code(self.objective)
        object.__setattr__(self, "objective", self.objective or self.game.default_objective)
        fits = {"mirror": count == 1, "match": count == 2, "round-robin": count >= 2}
        if not fits[self.kind]:
            allowed = "one in a mirror match, two in a match, two or more in a round robin"
            raise OptionError(f"agents of a {self.kind}", count, allowed)
        names = self.names
        if len(set(names)) < count:
            raise OptionError("agents", ", ".join(names), "each once; a mirror match takes one agent")
        tables = sum(1 for _ in self._tables())
        if tables > MAX_TABLES:
            raise OptionError("agents", count, f"at most {MAX_TABLES} games of a deal, these need more: take fewer agents")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(agent.name for agent in self.agents)

    def tables(self, deal: int = 0) -> tuple[tuple[int, ...], ...]:
        """The games of a deal: by seat, the agent's number."""
        return tuple(table[::-1] if self.kind == "round-robin" and deal % 2 else table for table in self._tables())

    def _tables(self) -> Iterator[tuple[int, ...]]:
        seats, everybody = self.game.num_players, range(len(self.agents))
        if seats == 1:
            chosen: list[tuple[int, ...]] = [(agent,) for agent in everybody]
        elif self.kind == "mirror":
            chosen = [(0,) * seats]
        elif self.kind == "match":
            chosen = [(0,) + (1,) * (seats - 1)]
        elif len(everybody) >= seats:
            yield from (turned for table in combinations(everybody, seats) for turned in _rotations(table))
            return
        else:
            filled = combinations_with_replacement(everybody, seats)
            chosen = [table for table in filled if len(set(table)) == len(everybody)]
        for table in chosen:
            yield from _rotations(table)

    def play(self, number: int) -> DealPlayed:
        """Play all games of a deal."""
        return DealPlayed(number, tuple(self._game(number, table) for table in self.tables(number)))

    def _game(self, number: int, table: Sequence[int]) -> GamePlayed:
        chance = DealChance(self.game, self.seed, number)
        host = Host(self.game, [self.agents[agent] for agent in table], chance.seed, draw=chance.draw)
        decisions = 0
        while not host.state.is_terminal():
            decisions += len(host.state.players_to_move())
            host.advance()
        returns = host.state.returns(self.objective)
        return GamePlayed(tuple(table), tuple(returns), decisions, self.objective == "win")

    def to_dict(self) -> dict[str, Any]:
        """Everything that a deal's games depend on, as plain words and numbers."""
        return {
            "game": self.game.name,
            "options": self.game.options,
            "agents": list(self.names),
            "kind": self.kind,
            "objective": self.objective,
            "seed": self.seed,
        }


def _rotations(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A table with everybody moved on by one seat, two seats …; each once."""
    return list(dict.fromkeys(table[-turn:] + table[:-turn] if turn else table for turn in range(len(table))))
