"""The tree of a game that hides something: which nodes a seat cannot tell apart, and what an equilibrium does at them.

Qualifies: the start of a game, a true state for whoever may see it, or what one seat knows: then the root is a chance over the
worlds that the seat holds possible. Cost: one node a history; with values the equilibrium of all that can follow, and a walk
through it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from orienteer.budget import Budget
from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.core.options import whole_number
from orienteer.core.state import SIMULTANEOUS_PLAYER, State, View
from orienteer.equilibrium.sequence_form import first_key, next_key
from orienteer.equilibrium.table import first_words, step_words
from orienteer.expectimax.errors import Stopped
from orienteer.game_tree import Step, all_steps, fraction_texts, join, node_facts, number_texts
from orienteer.limits import Limits

if TYPE_CHECKING:
    import networkx as nx

    from orienteer.equilibrium import Equilibrium

SECONDS = 60.0  # of the equilibrium, where no limits are given
PLAYED = 1e-3  # the least share that counts as played: strategies found by iteration leave a little to every move


class History(NamedTuple):
    """A true state; by seat the key of all that it has noticed, and the same in words."""

    state: State
    keys: tuple[int, ...]
    words: tuple[tuple[str, ...], ...]

    def after(self, step: Step) -> History:
        seats = range(len(self.keys))
        return History(
            step.state,
            tuple(next_key(self.keys[seat], step.state.observed(seat)) for seat in seats),
            tuple((*self.words[seat], *step_words(self.state, step.play, step.state, seat)) for seat in seats),
        )


def information_tree(
    start: State | View,
    *,
    depth: int = 2,
    max_nodes: int = 2000,
    values: bool = False,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    limits: Limits | None = None,
) -> nx.DiGraph[int]:
    """Every way that play can go for `depth` transitions or to the horizon, as a tree.

    Args:
        start: a true state, which is shown; or a view: the root is then a chance over the viewer's worlds, and counts as one
            transition.
        values: find an equilibrium first, and say what nodes are worth under it and how often moves are played. From a view its
            prior is that of `solve`: chance alone, given what the seats see now; without values the viewer's whole belief.
        method, limits: of the equilibrium; default one minute. Others: as for `game_tree`.

    Nodes and edges carry what those of `game_tree` do. Nodes where somebody chooses also have `information_set`, a name by seat
    and number ("1.2"; several seats: one a seat, with spaces between), the same for nodes that the seat cannot tell apart, and
    `sees`, all that it has noticed. With values, `values` are expected returns by seat, `status` is "equilibrium", edges at
    choices have `share`, `is_best` (played once in a thousand or more) and `is_mixed`; the graph has `eps`, the NashConv, and
    `assumptions`.

    Raises TooLargeError beyond `max_nodes` nodes or worlds, or the limits of the equilibrium.
    """
    import networkx as nx

    whole_number("depth", depth, 0, 10_000)
    whole_number("max_nodes", max_nodes, 1, 10_000_000)
    game = (start.mask if isinstance(start, View) else start).game
    found = _solved(start, objective, horizon, method, limits) if values else None
    about = {} if found is None else _about(found, game.is_constant_sum(found.objective))
    graph: nx.DiGraph[int] = nx.DiGraph(game=game.name, players=game.num_players, **about)
    growth = _Growth(graph, depth, max_nodes, objective, horizon, found)
    roots = _roots(start, max_nodes, values)
    growth.segment_now = 0 if growth.segment is None else roots[0][0].segment(growth.segment)
    if isinstance(start, State):
        growth.add(_begin(start.clone()), 0)
    else:
        growth.add_chance(start.mask, [(_begin(world), weight) for world, weight in roots])
    growth.grow()
    if found is not None:
        growth.value_all()
    return graph


def _solved(start: State | View, objective: str | None, horizon: str, method: str, limits: Limits | None) -> Equilibrium:
    from orienteer.equilibrium.solve import solve_subgame

    budget = Budget(Limits(seconds=SECONDS) if limits is None else limits)
    try:
        return solve_subgame(start, objective=objective, horizon=horizon, method=method, budget=budget)
    except Stopped as stopped:
        raise OrienteerError(f"{stopped}; allow more seconds") from None


def _about(found: Equilibrium, constant_sum: bool) -> dict[str, Any]:
    return {
        "objective": found.objective,
        "horizon": found.horizon,
        "status": "equilibrium",
        "eps": found.nash_conv,
        "constant_sum": constant_sum,
        "assumptions": "; ".join((*found.assumptions, *found.warnings)),
    }


def _roots(start: State | View, limit: int, values: bool) -> list[tuple[State, int]]:
    """The true state, or the worlds that the viewer holds possible, with their weights."""
    if isinstance(start, State):
        return [(start, 1)]
    belief = start.mask.game.belief(start.mask, start.viewer) if values else start.belief()
    try:
        return belief.enumerate(limit)
    except TooLargeError as error:
        raise TooLargeError(f"tree: {error}; raise max_nodes={limit}, or begin later in the game") from None


def _begin(root: State) -> History:
    seats = range(root.game.num_players)
    return History(root, tuple(first_key(root, seat) for seat in seats), tuple(first_words(root, seat) for seat in seats))


class _Growth:
    """A tree that grows breadth first, node numbers in that order."""

    segment_now = 0

    def __init__(
        self,
        graph: nx.DiGraph[int],
        depth: int,
        max_nodes: int,
        objective: str | None,
        horizon: str,
        found: Equilibrium | None,
    ) -> None:
        self.graph, self.depth, self.max_nodes, self.found = graph, depth, max_nodes, found
        self.objective = objective if found is None else found.objective
        self.segment = None if horizon == "game" else horizon
        self.sets: dict[tuple[int, int], str] = {}
        self.histories: list[History | None] = []
        self.worlds: list[tuple[History, int]] = []  # behind a root that is a chance over them
        self.waiting: deque[int] = deque()

    # -- nodes ---------------------------------------------------------------------------------------------------------

    def add(self, history: History, level: int) -> int:
        """A new node, which waits for those below it."""
        state, number = history.state, self._number(level, history)
        ended = self._is_over(state)
        cut = (level == self.depth and not ended) or (ended and not state.is_terminal())
        facts = node_facts(state, level, cut, None, ended)
        movers = [] if state.is_chance_node() or ended else state.players_to_move()
        facts |= {
            "returns": number_texts(state.returns(self.objective)),
            "information_set": " ".join(self._set_of(seat, history.keys[seat]) for seat in movers),
            "sees": " | ".join("; ".join(history.words[seat]) or "the start" for seat in movers),
        }
        self.graph.add_node(number, **facts)
        if not cut and not ended:
            self.waiting.append(number)
        return number

    def add_chance(self, mask: State, worlds: list[tuple[History, int]]) -> None:
        """The root of what one seat knows: a chance over its worlds."""
        self.worlds = worlds
        number, total = self._number(0, None), sum(weight for _, weight in worlds)
        facts = node_facts(mask, 0, self.depth == 0, None, False)
        self.graph.add_node(number, **facts | {"kind": "chance", "player": -1, "information_set": "", "sees": ""})
        for place, (world, weight) in enumerate(worlds if self.depth else ()):
            label = " / ".join(str(world.state).splitlines())
            join(self.graph, number, self.add(world, 1), Step(place, label, world.state, weight), total)

    def _number(self, level: int, history: History | None) -> int:
        if len(self.histories) >= self.max_nodes:
            raise TooLargeError(
                f"tree: more than max_nodes={self.max_nodes} nodes at depth {level}; lower depth={self.depth} or raise "
                "max_nodes"
            )
        self.histories.append(history)
        return len(self.histories) - 1

    def _set_of(self, seat: int, key: int) -> str:
        count = sum(other == seat for other, _ in self.sets)
        return self.sets.setdefault((seat, key), f"{seat}.{count}")

    def _is_over(self, state: State) -> bool:
        return state.is_terminal() or (self.segment is not None and state.segment(self.segment) != self.segment_now)

    # -- edges ---------------------------------------------------------------------------------------------------------

    def grow(self) -> None:
        while self.waiting:
            number = self.waiting.popleft()
            history = self.histories[number]
            assert history is not None
            steps = self._steps(history)
            total = sum(step.weight or 0 for step in steps)
            level = self.graph.nodes[number]["depth"] + 1
            for step in steps:
                child = self.add(history.after(step), level)
                join(self.graph, number, child, step, total)
                if step.share is not None:
                    shares = {"is_best": step.share >= PLAYED, "is_mixed": PLAYED <= step.share <= 1 - PLAYED}
                    self.graph.edges[number, child].update(shares)

    def _steps(self, history: History) -> list[Step]:
        """Everything that can be played, with its share in the equilibrium."""
        state = history.state
        steps = list(all_steps(state, None))
        if self.found is None or state.is_chance_node():
            return steps
        mixes = {seat: self.found.table.mix(seat, history.keys[seat]) for seat in state.players_to_move()}
        if state.current_player() != SIMULTANEOUS_PLAYER:
            mix = mixes[state.current_player()]
            return [replace(step, share=mix[step.play]) for step in steps if isinstance(step.play, int)]
        return [
            replace(step, share=prod(mixes[seat][action] for seat, action in enumerate(step.play) if action >= 0))
            for step in steps
            if isinstance(step.play, tuple)
        ]

    # -- values --------------------------------------------------------------------------------------------------------

    def value_all(self) -> None:
        """Expected returns of every node, from the last backwards; of those where the tree is cut by a walk further down."""
        known: dict[int, list[float]] = {}
        for number in reversed(range(len(self.histories))):
            history = self.histories[number]
            below: list[tuple[list[float], float]] = [
                (known[child], edge["probability"] if "probability" in edge else edge["share"])
                for _, child, edge in self.graph.out_edges(number, True)
            ]
            if not below and history is None:  # a chance over worlds, cut off
                total = sum(weight for _, weight in self.worlds)
                below = [(self._expected(world), weight / total) for world, weight in self.worlds]
            found = _mean(below) if below or history is None else self._expected(history)
            known[number] = found
            texts = {"values": number_texts(found, ".12g"), "fractions": fraction_texts(found)}
            self.graph.nodes[number].update(**texts, status="equilibrium")

    def _expected(self, history: History) -> list[float]:
        state = history.state
        if self._is_over(state):
            return state.returns(self.objective)
        steps = self._steps(history)
        total = sum(step.weight or 0 for step in steps)
        odds = [(step, step.weight / total if step.weight is not None else step.share or 0.0) for step in steps]
        return _mean([(self._expected(history.after(step)), share) for step, share in odds if share])


def _mean(parts: list[tuple[list[float], float]]) -> list[float]:
    return [sum(values[seat] * share for values, share in parts) for seat in range(len(parts[0][0]))]
