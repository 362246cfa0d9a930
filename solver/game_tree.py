"""The game tree near a position as a networkx graph: who moves, what chance weighs, and what positions are worth.

Qualifies: any state of a game that hides nothing (others: information_tree.py); values need an exact solution (Expectimax) of
everything up to the horizon. Cost: one node a history, with `merge` one a position and depth; plus the solution.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.options import whole_number
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, State
from orienteer.limits import Limits

if TYPE_CHECKING:
    import networkx as nx

    from orienteer.expectimax import Expectimax

MAX_SOLVED = 2_000_000  # nodes of the solution behind the values, where no limits are given
# A float is told as a fraction where one with a denominator up to NEAREST is that near: a chance value is so once in a million.
NEAREST, NEAR = 10_000, 1e-14

Play = int | tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """One edge: what is played, the state that it leads to, its weight at a chance node, its share in the strategy."""

    play: Play
    label: str
    state: State
    weight: int | None = None
    share: float | None = None


def game_tree(
    root: State,
    *,
    depth: int = 2,
    max_nodes: int = 2000,
    values: bool = False,
    objective: str | None = None,
    horizon: str = "game",
    moves: int | None = None,
    merge: bool = False,
    limits: Limits | None = None,
) -> nx.DiGraph[int]:
    """Every way that play can go for `depth` transitions or to the horizon, as a tree.

    Args:
        values: solve the position exactly first, and say what each node is worth and which moves are best.
        objective, horizon: of the values; the tree ends at the horizon too. Default: the game's objective, "game".
        moves: follow no more than so many moves of a decision, the best ones; needs `values`.
        merge: equal positions at the same depth are one node, and the graph is no tree any more.
        limits: of the solution; default two million nodes.

    Nodes are numbered in breadth-first order from the root 0 and carry `kind` ("decision", "chance", "simultaneous",
    "terminal"), `player` (seat, -1 elsewhere), `text` (the state), `depth`, `is_cut` (play goes on below), `left_out` (moves
    not followed) and `scores`, `returns` (texts of numbers by seat); with values also `values` (the same, at the horizon),
    `fractions` (the same as fractions, where small ones are meant) and `status` ("float": rounding only, else "bounded" or
    "equilibrium"). Edges carry `action` (the number played, joint ones as text), `label`, at chance nodes `weight` (a whole
    number), `probability` (a float) and `odds` (an exact fraction as text), and with values at choices `share` (of the best
    strategy) and `is_best`. The graph itself has `game`, `players`, and with values `objective`, `horizon`, `status`, `eps`,
    `constant_sum`. All attributes are plain numbers, texts and truth values, so that every format of networkx can write them.

    Raises TooLargeError beyond `max_nodes` or the limits of the solution, OrienteerError for a game that hides something: a
    tree would show the true state.
    """
    import networkx as nx

    whole_number("depth", depth, 0, 10_000)
    whole_number("max_nodes", max_nodes, 1, 10_000_000)
    game = root.game
    if game.has_hidden_information:
        raise OrienteerError(f"tree: {game.name} hides information; a tree would show the true state")
    if moves is not None:
        whole_number("moves", moves, 1, 10_000)
        if not values:
            raise OptionError("moves", moves, "None without values: which moves are best is not known")
    segment = None if horizon == "game" else horizon
    first = 0 if segment is None else root.segment(segment)
    solution = _solved(root, objective, horizon, limits) if values else None
    graph: nx.DiGraph[int] = nx.DiGraph(game=game.name, players=game.num_players, **_about(solution, horizon))
    numbers: dict[tuple[int, int], int] = {}
    waiting: deque[tuple[State, int]] = deque()

    def node_of(state: State, level: int) -> int:
        """The number of a node that is there, or that is made now."""
        place = (level, state.key())
        if merge and place in numbers:
            return numbers[place]
        number = numbers[place] = graph.number_of_nodes()
        if number >= max_nodes:
            raise TooLargeError(
                f"tree: more than max_nodes={max_nodes} nodes at depth {level}; lower depth={depth} or raise max_nodes"
            )
        ended = state.is_terminal() or (segment is not None and state.segment(segment) != first)
        cut = level == depth and not ended
        graph.add_node(number, **node_facts(state, level, cut or (ended and not state.is_terminal()), solution, ended))
        # What lies below is not looked at: its place in the queue keeps the numbers in breadth-first order.
        waiting.append((state, -1 if ended or cut else number))
        return number

    node_of(root.clone(), 0)
    while waiting:
        state, number = waiting.popleft()
        if number < 0:
            continue
        steps = list(all_steps(state, solution))
        kept = steps if moves is None or state.current_player() < 0 else _best(steps, state, solution, moves)
        graph.nodes[number]["left_out"] = len(steps) - len(kept)
        level = graph.nodes[number]["depth"] + 1
        total = sum(step.weight or 0 for step in steps)
        for step in kept:
            join(graph, number, node_of(step.state, level), step, total)
    return graph


def _solved(root: State, objective: str | None, horizon: str, limits: Limits | None) -> Expectimax:
    from orienteer.expectimax import Expectimax

    return Expectimax(
        root, objective=objective, horizon=horizon, budget=Budget(Limits(nodes=MAX_SOLVED) if limits is None else limits)
    )


def _about(solution: Expectimax | None, horizon: str) -> dict[str, Any]:
    if solution is None:
        return {}
    return {
        "objective": solution.objective,
        "horizon": horizon,
        "status": solution.status,
        "eps": solution.eps,
        "constant_sum": solution.game.is_constant_sum(solution.objective),
    }


# -- nodes ---------------------------------------------------------------------------------------------------------------


def node_facts(state: State, level: int, cut: bool, solution: Expectimax | None, ended: bool) -> dict[str, Any]:
    current = state.current_player()
    kinds = {CHANCE_PLAYER: "chance", SIMULTANEOUS_PLAYER: "simultaneous", TERMINAL_PLAYER: "terminal"}
    node = {
        "kind": kinds.get(current, "decision"),
        "player": max(current, -1),
        "text": str(state),
        "depth": level,
        "is_cut": cut,
        "left_out": 0,
        "scores": number_texts(state.scores()),
        "returns": number_texts(state.returns(None if solution is None else solution.objective)),
    }
    if solution is not None:
        # At the horizon the game counts as over; beyond it nothing was solved.
        found = state.returns(solution.objective) if ended else solution.values(state)
        node |= {"values": number_texts(found, ".12g"), "fractions": fraction_texts(found), "status": solution.status}
    return node


def number_texts(values: list[float], form: str = "g") -> str:
    return " ".join(format(value, form) for value in values)


def fraction_texts(values: list[float]) -> str:
    """Values as fractions ("5/8 3/8") where each is one with a small denominator up to rounding, else ""."""
    found = [Fraction(value).limit_denominator(NEAREST) for value in values]
    sure = all(abs(float(f) - v) <= NEAR * max(1.0, abs(v)) for f, v in zip(found, values, strict=True))
    return " ".join(map(str, found)) if sure else ""


# -- edges ---------------------------------------------------------------------------------------------------------------


def all_steps(state: State, solution: Expectimax | None) -> Iterator[Step]:
    """Everything that can be played, in the order of actions."""
    current = state.current_player()
    if current == CHANCE_PLAYER:
        for outcome, weight in state.chance_outcomes():
            yield Step(outcome, state.action_to_string(CHANCE_PLAYER, outcome), state.child(outcome), weight)
        return
    mixes = None if solution is None else solution.strategy(state)
    if current == SIMULTANEOUS_PLAYER:
        choices = [state.legal_actions(seat) or [-1] for seat in range(state.game.num_players)]
        for joint in product(*choices):
            share = None if mixes is None else prod(mixes[s][a] for s, a in enumerate(joint) if a >= 0)
            yield Step(joint, _joint_label(state, joint), state.child_joint(list(joint)), share=share)
        return
    for action in state.legal_actions():
        share = None if mixes is None else mixes[current][action]
        yield Step(action, state.action_to_string(current, action), state.child(action), share=share)


def _best(steps: list[Step], state: State, solution: Expectimax | None, most: int) -> list[Step]:
    """The best steps of a decision, those of the strategy first, in the order of actions."""
    assert solution is not None
    seat = state.current_player()
    values = solution.action_values(state)
    ranked = sorted(steps, key=lambda step: (-(step.share or 0.0), -values[step.play][seat]))
    return [step for step in steps if step in ranked[:most]]


def join(graph: nx.DiGraph[int], parent: int, child: int, step: Step, total: int) -> None:
    """An edge, or one more way along an edge that is there: labels are joined, chances and shares added."""
    edge: dict[str, Any] = {"action": step.play if isinstance(step.play, int) else " ".join(map(str, step.play))}
    edge["label"] = step.label
    known = graph.edges.get((parent, child), {})
    if known:
        edge = {"action": known["action"], "label": f"{known['label']} or {step.label}"}
    if step.weight is not None:
        weight = step.weight + known.get("weight", 0)
        edge |= {"weight": weight, "probability": weight / total, "odds": str(Fraction(weight, total))}
    if step.share is not None:
        share = step.share + known.get("share", 0.0)
        edge |= {"share": share, "is_best": share > 0}
    graph.add_edge(parent, child, **edge)


def _joint_label(state: State, joint: tuple[int, ...]) -> str:
    return "/".join(state.action_to_string(seat, action) if action >= 0 else "-" for seat, action in enumerate(joint))
