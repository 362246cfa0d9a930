"""Text forms of a game tree (game_tree.py)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO

from orienteer.core.errors import OptionError

if TYPE_CHECKING:
    import networkx as nx

FORMATS = ("text", "json", "dot", "graphml")


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


def edge_text(edge: dict[str, Any]) -> str:
    """What is played, with its odds or, where best play has to mix, its share."""
    if "odds" in edge:
        return f"{edge['label']} ({edge['odds']})"
    # One who chooses alone, and sees everything, mixes among equally good moves: that says nothing but that they are equal.
    mixes = edge.get("is_mixed", isinstance(edge["action"], str) and 0 < edge.get("share", 0.0) < 1)
    return f"{edge['label']} ({edge['share']:.1%})" if mixes else str(edge["label"])


def worth(node: dict[str, Any]) -> str:
    """The values of a node, as fractions where they are known to be; returns at the end of the game; else nothing."""
    if "values" in node:
        return str(node["fractions"] or " ".join(f"{float(value):.4g}" for value in node["values"].split()))
    return str(node["returns"]) if node["kind"] == "terminal" else ""


def information_sets(graph: nx.DiGraph[int]) -> dict[str, list[int]]:
    """By name the nodes of the information sets that have several."""
    found: dict[str, list[int]] = {}
    for number, node in graph.nodes(data=True):
        for name in node.get("information_set", "").split():
            found.setdefault(name, []).append(number)
    return {name: members for name, members in found.items() if len(members) > 1}


def _text_lines(graph: nx.DiGraph[int]) -> list[str]:
    lines, stack = [], [(0, "")]
    while stack:
        number, step = stack.pop()
        node = graph.nodes[number]
        who = f"seat {node['player']}" if node["kind"] == "decision" else node["kind"]
        results = worth(node)
        if results:
            results = f", {'values' if 'values' in node else 'returns'} {results}"
        rest = f", {node['left_out']} more moves" if node["left_out"] else ""
        rest += f", information set {node['information_set']}" if node.get("information_set") else ""
        more = ", …" if node["is_cut"] else ""
        lines.append(f"{'  ' * node['depth']}{step or 'root'}: {who}{more}{results}{rest}\n")
        edges = [(child, graph.edges[number, child]) for child in graph.successors(number)]
        stack.extend((child, ("* " if edge.get("is_best") else "") + edge_text(edge)) for child, edge in reversed(edges))
    return lines


def _dot_lines(graph: nx.DiGraph[int]) -> list[str]:
    shapes = {"decision": "box", "simultaneous": "box", "chance": "circle", "terminal": "plaintext"}
    lines = ["digraph tree {\n", "  rankdir=LR; node [fontname=Helvetica]; edge [fontname=Helvetica];\n"]
    for number, node in graph.nodes(data=True):
        name = {"decision": f"seat {node['player']}", "terminal": ""}.get(node["kind"], node["kind"])
        label = "\n".join(part for part in (name, worth(node)) if part)
        lines.append(f"  n{number} [shape={shapes[node['kind']]}, label={json.dumps(label)}];\n")
    for parent, child, edge in graph.edges(data=True):
        bold = ", style=bold" if edge.get("is_best") else ""
        lines.append(f"  n{parent} -> n{child} [label={json.dumps(edge_text(edge))}{bold}];\n")
    for members in information_sets(graph).values():
        chain = " -> ".join(f"n{number}" for number in members)
        lines.append(f"  {chain} [style=dashed, dir=none, constraint=false];\n")
    return [*lines, "}\n"]
