"""Agents that think: tree search, lookahead, and exact play where the position is small enough."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from orienteer.agents.kinds import AGENTS, AgentKind
from orienteer.agents.seat import Report, Seat, drawn
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, TooLargeError
from orienteer.expectimax.errors import Stopped
from orienteer.limits import Limits
from orienteer.methods import exact_solution
from orienteer.policies import whole, word

if TYPE_CHECKING:
    from orienteer.core.state import Game, State, View
    from orienteer.mcts import Search

MOST = 10**9
TABLE_MB = 8  # of a lookahead
# What "auto" may spend on trying to solve: a share of the time, or nodes for each iteration, and nodes at most.
EXACT_SHARE, EXACT_NODES_PER_ITERATION, MOST_EXACT_NODES = 0.3, 5, 2_000_000


def amount(allowed: str = "seconds above 0, such as 0.5") -> Any:
    """A dataclass field: a number above 0, also as text, that can be left out."""

    def read(name: str, value: object) -> float:
        try:
            number = float(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else 0.0
        except ValueError:
            number = 0.0
        if not 0 < number < MOST:
            raise OptionError(name, value, allowed)
        return number

    return field(metadata={"reader": read, "allowed": allowed}, default=None)


@dataclass(frozen=True)
class Thinking(AgentKind):
    """Base of agents with limits of their own, at least one of which is given."""

    needs: ClassVar[tuple[str, ...]] = ("iterations", "seconds")

    def __post_init__(self) -> None:
        super().__post_init__()
        if all(getattr(self, limit) is None for limit in self.needs):
            raise OptionError(f"agent {self.name}", None, f"at least one of {', '.join(self.needs)}")

    @property
    def limits(self) -> Limits:
        names = ("iterations", "seconds", "nodes", "depth")
        return Limits(**{name: getattr(self, name) for name in names if getattr(self, name, None) is not None})


# -- tree search -----------------------------------------------------------------------------------------------------------


@AGENTS.register()
@dataclass(frozen=True)
class MctsAgent(Thinking):
    """Monte Carlo tree search, where something is hidden over information sets. A mixed answer is drawn from.

    `playout`, `mode` and `selection` are those of `orienteer.mcts.Search`; left out, what that takes by itself.
    """

    name: ClassVar[str] = "mcts"
    iterations: int | None = whole(1, MOST, default=None)
    seconds: float | None = amount()
    trees: int | None = whole(1, 1024, default=None)
    threads: int | None = whole(1, 1024, default=None)
    playout: str | None = word("uniform, light or mast", default=None)
    mode: str | None = word("mo or so", default=None)
    selection: str | None = word("uct, smooth_uct or regret_matching", default=None)
    objective: str | None = word("an objective of the game", default=None)

    def check(self, game: Game) -> None:
        game.objective_code(self.objective)
        selections = ("uct", *(("smooth_uct",) if game.has_hidden_information else ()), "regret_matching")
        allowed = {"playout": ("uniform", "light", "mast"), "mode": ("mo", "so"), "selection": selections}
        for name, values in allowed.items():
            if getattr(self, name) not in (None, *values):
                raise OptionError(f"agent mcts, parameter {name}", getattr(self, name), " or ".join(values))

    def options(self) -> dict[str, Any]:
        """What a Search is told."""
        names = ("trees", "threads", "playout", "mode", "selection", "objective")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def sit(self, view: View, seed: int) -> Seat:
        return MctsSeat(view, seed, self.limits, self.options())


class MctsSeat(Seat):
    """Where nothing is hidden, a choice begins with the tree that the one before has left, as far as play has stayed in it."""

    def __init__(self, view: View, seed: int, limits: Limits, options: dict[str, Any]) -> None:
        super().__init__(view, seed)
        self.limits, self.options = limits, options
        self.last: Search | None = None

    def notice(self, observation: object) -> None:
        super().notice(observation)
        if self.last is not None and not self.last.advance(self.state):
            self.last = None

    def decide(self, legal: list[int], limits: Limits | None) -> int:
        return self.search(limits or self.limits)

    def search(self, limits: Limits) -> int:
        from orienteer.mcts import Search

        if limits.iterations is None and limits.seconds is None:
            raise OptionError("limits", limits, "iterations or seconds, for a search")
        hides = self.state.game.has_hidden_information
        root = self.view if hides else self.state
        search = Search(
            root,
            seed=self.stream.below(2**31),
            nodes=limits.nodes,
            memory_mb=limits.memory_mb,
            previous=self.last,
            **self.options,
        )
        search.run(iterations=limits.iterations, seconds=limits.seconds)
        found = search.result(playouts=0)
        choice = next(choice for choice in found.choices if choice.player == self.player)
        best = next(move for move in found.moves if (move.player, move.action) == (self.player, choice.best))
        method = f"{self.options.get('mode', 'mo')}-ismcts" if hides else "mcts"
        value = best.tree_mean[self.player]
        self.report = Report(method, value, found.iterations, found.nodes, found.seconds, search.reused)
        self.last = None if hides else search
        return drawn(self.stream, sorted(choice.strategy.items()))


# -- lookahead ---------------------------------------------------------------------------------------------------------------


@AGENTS.register()
@dataclass(frozen=True)
class LookaheadAgent(Thinking):
    """Depth-limited search, in games that hide nothing and in which one seat moves at a time."""

    name: ClassVar[str] = "lookahead"
    needs: ClassVar[tuple[str, ...]] = ("nodes", "seconds", "depth")
    nodes: int | None = whole(1, MOST, default=None)
    seconds: float | None = amount()
    depth: int | None = whole(1, 1000, default=None)

    def check(self, game: Game) -> None:
        if game.has_hidden_information:
            raise OptionError("agent", self.name, f"another kind: {game.name} hides information")

    def sit(self, view: View, seed: int) -> Seat:
        return LookaheadSeat(view, seed, self.limits)


class LookaheadSeat(Seat):
    def __init__(self, view: View, seed: int, limits: Limits) -> None:
        super().__init__(view, seed)
        self.limits = limits

    def decide(self, legal: list[int], limits: Limits | None) -> int:
        limits = limits or self.limits
        action, self.report = looked_ahead(self.state, self.player, limits)
        return action


def looked_ahead(state: State, player: int, limits: Limits) -> tuple[int, Report]:
    from orienteer.lookahead import Lookahead

    if limits.nodes is None and limits.seconds is None and limits.depth is None:
        raise OptionError("limits", limits, "nodes, seconds or depth, for a lookahead")
    search = Lookahead(state, multi=False, table_mb=limits.memory_mb or TABLE_MB)
    found = search.run(depth=limits.depth, nodes=limits.nodes, budget=Budget(Limits(seconds=limits.seconds)))
    best = found.moves[0]
    return best.action, Report("lookahead", best.values[player], 0, found.nodes, found.seconds)


# -- exact where it is small ---------------------------------------------------------------------------------------------------


@AGENTS.register()
@dataclass(frozen=True)
class AutoAgent(MctsAgent):
    """Exact play where the position can be solved within the limits, else tree search."""

    name: ClassVar[str] = "auto"

    def sit(self, view: View, seed: int) -> Seat:
        return AutoSeat(view, seed, self.limits, self.options())


class AutoSeat(MctsSeat):
    def decide(self, legal: list[int], limits: Limits | None) -> int:
        limits = limits or self.limits
        began = time.perf_counter()
        mix = self.solved(limits)
        if mix is not None:
            return drawn(self.stream, sorted(mix.items()))
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(1e-3, limits.seconds - time.perf_counter() + began))
        return self.search(limits)

    def solved(self, limits: Limits) -> dict[int, float] | None:
        """The seat's mix in exact play, None where the position does not fit."""
        game = self.state.game
        nodes = MOST_EXACT_NODES if limits.nodes is None else min(limits.nodes, MOST_EXACT_NODES)
        if limits.seconds is None:
            nodes = min(nodes, EXACT_NODES_PER_ITERATION * (limits.iterations or 1))
        seconds = None if limits.seconds is None else EXACT_SHARE * limits.seconds
        budget = Budget(Limits(seconds=seconds, nodes=nodes, memory_mb=limits.memory_mb))
        place = self.view if game.has_hidden_information else self.state
        try:
            solution = exact_solution(place, self.options.get("objective", game.default_objective), "game", None, budget)
        except (TooLargeError, Stopped):
            return None
        value = solution.values()[self.player]
        self.report = Report(solution.method, value, 0, solution.num_nodes, budget.elapsed())
        return solution.strategy()[self.player]
