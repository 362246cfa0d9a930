"""The game tree near a position as a networkx graph, and its text forms."""

from __future__ import annotations

import json
from collections import deque
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, TextIO

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.options import whole_number
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, State

if TYPE_CHECKING:
    import networkx as nx

FORMATS = ("text", "json", "dot", "graphml")


def game_tree(root: State, *, depth: int = 2, max_nodes: int = 2000) -> nx.DiGraph[int]:
    """Every way that play can go for `depth` transitions, as a tree.

    Nodes are numbered in breadth-first order from the root 0 and carry `kind` ("decision", "chance", "simultaneous",
    "terminal"), `player` (seat, -1 elsewhere), `text` (the state), `depth`, `is_cut` (play goes on
    below) and `scores`, `returns` (texts of numbers by seat). Edges carry `label`, and at chance nodes `weight` (a whole
    number), `probability` (a float) and `odds` (an exact fraction as text). All attributes are plain numbers, texts and
    truth values, so that every format of networkx can write them.

    Raises TooLargeError beyond `max_nodes`, OrienteerError for a game that hides something: a tree would show the true state.
    """
    import networkx as nx

    whole_number("depth", depth, 0, 10_000)
    whole_number("max_nodes", max_nodes, 1, 10_000_000)
    if root.game.has_hidden_information:
        raise OrienteerError(f"tree: {root.game.name} hides information; a tree would show the true state")
    graph: nx.DiGraph[int] = nx.DiGraph(game=root.game.name)
    waiting: deque[tuple[State, int, int, dict[str, Any]]] = deque([(root.clone(), 0, -1, {})])
    while waiting:
        state, level, parent, edge = waiting.popleft()
        number = graph.number_of_nodes()
        if number >= max_nodes:
            raise TooLargeError(
                f"tree: more than max_nodes={max_nodes} nodes at depth {level}; lower depth={depth} or raise max_nodes"
            )
        graph.add_node(number, **_node(state, level, cut=level == depth and not state.is_terminal()))
        if parent >= 0:
            graph.add_edge(parent, number, **edge)
        if level < depth:
            waiting.extend((child, level + 1, number, attributes) for child, attributes in _children(state))
    return graph


def _node(state: State, level: int, cut: bool) -> dict[str, Any]:
    current = state.current_player()
    kinds = {CHANCE_PLAYER: "chance", SIMULTANEOUS_PLAYER: "simultaneous", TERMINAL_PLAYER: "terminal"}
    return {
        "kind": kinds.get(current, "decision"),
        "player": max(current, -1),
        "text": str(state),
        "depth": level,
        "is_cut": cut,
        "scores": " ".join(f"{v:g}" for v in state.scores()),
        "returns": " ".join(f"{v:g}" for v in state.returns()),
    }


def _children(state: State) -> list[tuple[State, dict[str, Any]]]:
    current = state.current_player()
    if current == CHANCE_PLAYER:
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return [
            (
                state.child(outcome),
                {
                    "label": state.action_to_string(CHANCE_PLAYER, outcome),
                    "weight": weight,
                    "probability": weight / total,
                    "odds": str(Fraction(weight, total)),
                },
            )
            for outcome, weight in outcomes
        ]
    if current == SIMULTANEOUS_PLAYER:
        choices = [state.legal_actions(seat) or [-1] for seat in range(state.game.num_players)]
        return [(state.child_joint(list(joint)), {"label": _joint_label(state, joint)}) for joint in product(*choices)]
    return [(state.child(a), {"label": state.action_to_string(current, a)}) for a in state.legal_actions()]


def _joint_label(state: State, joint: tuple[int, ...]) -> str:
    return "/".join(state.action_to_string(seat, action) if action >= 0 else "-" for seat, action in enumerate(joint))


def write_tree(graph: nx.DiGraph[int], form: str, out: TextIO) -> None:
    """Write a tree as indented "text", "json" (node-link data), "dot" (Graphviz) or "graphml"."""
    import networkx as nx

    if form not in FORMATS:
        raise OptionError("format", form, ", ".join(FORMATS))
    if form == "json":
        json.dump(nx.node_link_data(graph, edges="edges"), out, indent=1, ensure_ascii=False)
        out.write("\n")
    elif form == "graphml":
        out.writelines(line + "\n" for line in nx.generate_graphml(graph))
    elif form == "dot":
        out.writelines(_dot_lines(graph))
    else:
        out.writelines(_text_lines(graph))


def _edge_text(edge: dict[str, Any]) -> str:
    return f"{edge['label']} ({edge['odds']})" if "odds" in edge else str(edge["label"])


def _text_lines(graph: nx.DiGraph[int]) -> list[str]:
    lines, stack = [], [(0, "")]
    while stack:
        number, step = stack.pop()
        node = graph.nodes[number]
        who = f"seat {node['player']}" if node["kind"] == "decision" else node["kind"]
        results = f", returns {node['returns']}" if node["kind"] == "terminal" else ""
        lines.append(f"{'  ' * node['depth']}{step or 'root'}: {who}{', …' if node['is_cut'] else ''}{results}\n")
        children = list(graph.successors(number))
        stack.extend((child, _edge_text(graph.edges[number, child])) for child in reversed(children))
    return lines


def _dot_lines(graph: nx.DiGraph[int]) -> list[str]:
    shapes = {"decision": "box", "simultaneous": "box", "chance": "circle", "terminal": "plaintext"}
    lines = ["digraph tree {\n", "  rankdir=LR; node [fontname=Helvetica]; edge [fontname=Helvetica];\n"]
    for number, node in graph.nodes(data=True):
        name = {"decision": f"seat {node['player']}", "terminal": node["returns"]}.get(node["kind"], node["kind"])
        lines.append(f"  n{number} [shape={shapes[node['kind']]}, label={json.dumps(name)}];\n")
    for parent, child, edge in graph.edges(data=True):
        lines.append(f"  n{parent} -> n{child} [label={json.dumps(_edge_text(edge))}];\n")
    return [*lines, "}\n"]
