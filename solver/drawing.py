"""A game tree as a picture: layers from left to right, seats by colour, chances on edges, values in nodes.

Takes a graph as `game_tree` makes it; needs matplotlib (the extra `draw`). Each edge ends in a level piece that carries its
label, so that a label belongs to one edge and none crosses another. Nodes of one information set are joined by a dashed line
in a lane of its own, right of their layer. Lengths are inches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.tree_formats import edge_text, information_sets

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
MAX_LEAVES = 120  # rows that a page may have and still be read

# Colours that stay apart for colour-blind readers (Okabe and Ito), by seat.
SEAT_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A6A00", "#666666")
INK, DIM, PALE, PAPER = "#222222", "#555555", "#9A9A9A", "#FFFFFF"
CHANCE_FILL, END_FILL = "#ECECEC", "#FFFFFF"

FONT = 8.0  # points
CHARACTER = 0.0685  # mean width of one at that size
HEIGHT, NOTE, GAP, PAD = 0.22, 0.13, 0.07, 0.09  # of a node, of what is said below it, between nodes, beside its text
LONGEST = 7  # characters of a fraction that is written as one
FAN = 0.55  # the sloping piece of an edge
LANE = 0.1  # between the lines of two information sets
MARGIN, HEAD = 0.15, 0.42


@dataclass(frozen=True)
class Box:
    """A node's place (its middle), its width, its text, and what is said below it."""

    x: float
    y: float
    width: float
    text: str
    note: str


def draw_tree(
    graph: nx.DiGraph[int],
    *,
    names: Sequence[str | None] = (),
    title: str = "",
    max_leaves: int = MAX_LEAVES,
) -> Figure:
    """A figure of the tree, just large enough for it.

    names: of the seats; those without one are "seat 0" … title: a line above; default the game and what the values are of.
    Thick edges are the best play; dashed lines join nodes that a seat cannot tell apart. Of two seats that share a constant sum
    the value of seat 0 alone is written, else one value a seat.

    Raises TooLargeError beyond `max_leaves` rows, OrienteerError where matplotlib is not installed.
    """
    figure_class = _figure_class()
    leaves = sum(not any(graph.successors(number)) for number in graph)
    if leaves > max_leaves:
        raise TooLargeError(
            f"tree: a picture with {leaves} ends is beyond max_leaves={max_leaves}; lower depth, follow fewer moves "
            "(moves=…), merge equal positions, or raise max_leaves"
        )
    boxes, columns = _layout(graph, names)
    right = max(box.x + box.width / 2 for box in boxes.values()) + MARGIN
    legend = _legend(graph, names)
    heading = title or _heading(graph, names)
    wide = max(right, 2 * MARGIN + CHARACTER * 1.15 * max(len(heading), sum(len(text) + 6 for text, _ in legend)))
    high = max(box.y for box in boxes.values()) + HEIGHT + NOTE + MARGIN
    figure: Figure = figure_class(figsize=(wide, high))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    axes.axis("off")
    # 1. Heading and legend.
    axes.text(MARGIN, 0.16, heading, fontsize=FONT + 1, color=INK, va="center", weight="bold")
    x = MARGIN
    for text, fill in legend:
        axes.plot([x + 0.05], [0.37], marker="s", markersize=6, color=fill, markeredgecolor=INK, markeredgewidth=0.6)
        axes.text(x + 0.16, 0.37, text, fontsize=FONT - 0.5, color=INK, va="center")
        x += 0.36 + CHARACTER * len(text)
    # 2. Edges below nodes.
    for number, box in boxes.items():
        if label := _label(graph, number):
            x = columns[graph.nodes[number]["depth"]] + 0.03
            dim = not any(edge.get("is_best") or "odds" in edge for *_, edge in graph.in_edges(number, data=True))
            axes.text(x, box.y - 0.02, label, fontsize=FONT, color=DIM if dim else INK, va="bottom")
    for parent, child, edge in graph.edges(data=True):
        _draw_edge(axes, boxes[parent], boxes[child], edge, columns[graph.nodes[child]["depth"]], graph.nodes[parent])
    _draw_sets(axes, graph, boxes)
    for number, box in boxes.items():
        _draw_node(axes, box, graph.nodes[number])
    return figure


def save_tree(graph: nx.DiGraph[int], path: str | Path, form: str | None = None, **options: Any) -> None:
    """Draw the tree into a file: "svg", "png" or "pdf", by default what the path's ending says. Options: of `draw_tree`.

    The same tree gives the same file.
    """
    form = Path(path).suffix.lstrip(".") if form is None else form
    if form not in FORMATS:
        raise OptionError("format", form, ", ".join(FORMATS))
    figure = draw_tree(graph, **options)
    import matplotlib

    stamps = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with matplotlib.rc_context({"svg.hashsalt": "orienteer", "svg.fonttype": "path"}):
        figure.savefig(path, format=form, dpi=150, metadata=stamps[form])


def _figure_class() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise OrienteerError('drawing needs matplotlib: pip install "orienteer[draw]"') from None
    return Figure


# -- layout --------------------------------------------------------------------------------------------------------------


def _layout(graph: nx.DiGraph[int], names: Sequence[str | None]) -> tuple[dict[int, Box], dict[int, float]]:
    """Boxes by node, and by layer where the level piece of an edge into it begins.

    Ends lie below each other in the order in which they are come to from the root; any other node in the middle of its
    children, and where equal positions are one, as far down as that lets it.
    """
    texts = {number: _text(graph, number, names) for number in graph}
    notes = {number: _note(graph.nodes[number]) for number in graph}
    widths = {number: 2 * PAD + CHARACTER * len(text) for number, text in texts.items()}
    depths: dict[int, int] = {number: node["depth"] for number, node in graph.nodes(data=True)}
    layers: dict[int, list[int]] = {}
    for number, depth in depths.items():
        layers.setdefault(depth, []).append(number)
    # 1. Rows.
    heights = _rows(graph, layers, HEIGHT + GAP + (NOTE if any(notes.values()) else 0))
    # 2. Columns: as wide as the sloping piece, the longest label, the widest node and the lanes of information sets need.
    lanes = _lanes(graph, heights)
    left, starts, centres = MARGIN, {}, {}
    for depth in sorted(layers):
        incoming = [label for number in layers[depth] if (label := _label(graph, number))]
        starts[depth] = left + (FAN if incoming else 0)
        left = starts[depth] + (CHARACTER * max(map(len, incoming)) + 0.12 if incoming else 0)
        widest = max(widths[number] for number in layers[depth])
        centres[depth] = left + widest / 2
        left += widest + LANE * max([lane + 2 for (_, at), lane in lanes.items() if at == depth], default=0)
    boxes = {n: Box(centres[depths[n]], heights[n], widths[n], texts[n], notes[n]) for n in graph}
    return boxes, starts


def _rows(graph: nx.DiGraph[int], layers: Mapping[int, Sequence[int]], row: float) -> dict[int, float]:
    """How far down each node is; no two nodes of a layer on one another."""
    heights: dict[int, float] = {}
    top = HEAD + MARGIN + row / 2
    for number, children in _bottom_up(graph):
        if children:
            middle = [heights[child] for child in children]
            heights[number] = (min(middle) + max(middle)) / 2
        else:
            heights[number] = top
            top += row
    for numbers in layers.values():
        least = 0.0
        for number in sorted(numbers, key=heights.__getitem__):
            heights[number] = max(heights[number], least)
            least = heights[number] + row
    return heights


def _lanes(graph: nx.DiGraph[int], heights: Mapping[int, float]) -> dict[tuple[str, int], int]:
    """By information set and layer the lane of its line, the first that is free from its first node to its last."""
    spans: dict[tuple[str, int], list[float]] = {}
    for name, members in information_sets(graph).items():
        for number in members:
            spans.setdefault((name, graph.nodes[number]["depth"]), []).append(heights[number])
    found: dict[tuple[str, int], int] = {}
    ends: dict[tuple[int, int], float] = {}  # how far down each lane of a layer is taken
    for place, rows in sorted(spans.items(), key=lambda item: (min(item[1]), item[0])):
        lane = 0
        while ends.get((place[1], lane), -1.0) >= min(rows):
            lane += 1
        ends[place[1], lane] = max(rows)
        found[place] = lane
    return found


def _bottom_up(graph: nx.DiGraph[int]) -> list[tuple[int, list[int]]]:
    """Every node after its children, once, with them."""
    ordered: list[tuple[int, list[int]]] = []
    seen: set[int] = set()
    stack: list[tuple[int, bool]] = [(0, False)]
    while stack:
        number, done = stack.pop()
        children = list(graph.successors(number))
        if done:
            ordered.append((number, children))
        elif number not in seen:
            seen.add(number)
            stack.append((number, True))
            stack.extend((child, False) for child in reversed(children))
    return ordered


def _text(graph: nx.DiGraph[int], number: int, names: Sequence[str | None]) -> str:
    """Who moves, what the node is worth, and whether play goes on below it."""
    node = graph.nodes[number]
    who = {"decision": _seat(node["player"], names), "simultaneous": "all at once"}.get(node["kind"], "")
    return "  ".join(part for part in (who, _value(graph, node), "…" if node["is_cut"] else "") if part)


def _label(graph: nx.DiGraph[int], number: int) -> str:
    """What leads to a node; several ways where equal positions are one."""
    return " or ".join(dict.fromkeys(edge_text(edge) for *_, edge in graph.in_edges(number, data=True)))


def _note(node: dict[str, Any]) -> str:
    left_out = node["left_out"]
    return f"{left_out} other move{'' if left_out == 1 else 's'}" if left_out else ""


def _value(graph: nx.DiGraph[int], node: dict[str, Any]) -> str:
    if "values" in node:
        floats = [f"{float(value):.4f}".rstrip("0").rstrip(".") for value in node["values"].split()]
        numbers = node["fractions"].split()
        if not numbers or max(map(len, numbers)) > LONGEST:
            numbers = floats
    elif node["kind"] == "terminal":
        numbers = node["returns"].split()
    else:
        return ""
    return str(numbers[0]) if graph.graph.get("constant_sum") and graph.graph["players"] == 2 else " · ".join(numbers)


def _seat(seat: int, names: Sequence[str | None]) -> str:
    return (names[seat] if 0 <= seat < len(names) else None) or f"seat {seat}"


# -- ink -----------------------------------------------------------------------------------------------------------------


def _draw_edge(axes: Axes, start: Box, end: Box, edge: dict[str, Any], level: float, parent: dict[str, Any]) -> None:
    best, chance = edge.get("is_best", False), "odds" in edge
    colour = SEAT_COLOURS[parent["player"]] if best and parent["player"] >= 0 else INK if best or chance else PALE
    width = 1.8 if best else 0.5 + 1.3 * edge["probability"] if chance else 0.7
    begins, ends = start.x + start.width / 2, end.x - end.width / 2
    # Level, an S-bend in the last FAN before the label, and level again under it.
    across, down = _bend(level - FAN, start.y, level, end.y)
    axes.plot([begins, *across, ends], [start.y, *down, end.y], color=colour, linewidth=width, solid_capstyle="butt", zorder=1)
    axes.text(
        level + 0.03, end.y - 0.025, edge_text(edge), fontsize=FONT, color=INK if best or chance else "#555555", va="bottom"
    )


def _bend(x0: float, y0: float, x1: float, y1: float, points: int = 17) -> tuple[list[float], list[float]]:
    """A cubic from one point to another that is level at both."""
    steps = [k / (points - 1) for k in range(points)]
    return [x0 + (x1 - x0) * t for t in steps], [y0 + (y1 - y0) * t * t * (3 - 2 * t) for t in steps]


def _draw_sets(axes: Axes, graph: nx.DiGraph[int], boxes: Mapping[int, Box]) -> None:
    """Lines along nodes that a seat cannot tell apart, with a dot at each; slanting where they lie in different layers."""
    lanes = _lanes(graph, {number: box.y for number, box in boxes.items()})
    rights: dict[int, float] = {}
    for number, box in boxes.items():
        depth = graph.nodes[number]["depth"]
        rights[depth] = max(rights.get(depth, 0.0), box.x + box.width / 2)
    for name, members in information_sets(graph).items():
        colour, line = SEAT_COLOURS[int(name.partition(".")[0])], []
        for number in sorted(members, key=lambda n: (graph.nodes[n]["depth"], boxes[n].y)):
            depth, box = graph.nodes[number]["depth"], boxes[number]
            line.append((rights[depth] + LANE * (lanes[name, depth] + 1), box.y))
        across, down = zip(*line, strict=True)
        axes.plot(across, down, color=colour, linewidth=1.1, linestyle=(0, (3, 2)), zorder=1.4)
        axes.plot(across, down, color=colour, linestyle="none", marker="o", markersize=3.2, zorder=1.5)


def _draw_node(axes: Axes, box: Box, node: dict[str, Any]) -> None:
    from matplotlib.patches import FancyBboxPatch

    fills = {"chance": CHANCE_FILL, "terminal": END_FILL, "simultaneous": PALE}
    fill = SEAT_COLOURS[node["player"]] if node["kind"] == "decision" else fills[node["kind"]]
    ink = PAPER if node["kind"] in ("decision", "simultaneous") else INK
    rounding = {"chance": HEIGHT / 2, "terminal": 0.0}.get(node["kind"], 0.05)
    patch = FancyBboxPatch(
        (box.x - box.width / 2, box.y - HEIGHT / 2),
        box.width,
        HEIGHT,
        boxstyle=f"round,pad=0,rounding_size={rounding}" if rounding else "square,pad=0",
        facecolor=fill,
        edgecolor=INK,
        linewidth=0.7,
        linestyle="--" if node["is_cut"] else "-",
        zorder=2,
    )
    axes.add_patch(patch)
    axes.text(box.x, box.y, box.text, fontsize=FONT, color=ink, ha="center", va="center", zorder=3)
    if box.note:
        axes.text(box.x, box.y + HEIGHT / 2 + NOTE / 2, box.note, fontsize=FONT - 2, color=DIM, ha="center", va="center")


def _heading(graph: nx.DiGraph[int], names: Sequence[str | None]) -> str:
    about = graph.graph
    game = str(about["game"]).replace("_", " ").title()
    if "objective" not in about:
        return game
    whose = f", values of {_seat(0, names)}" if about["constant_sum"] and about["players"] == 2 else ", values by seat"
    sure = "" if about["status"] == "float" else f" ({about['status']}, within {about['eps']:.2g})"
    return f"{game}: {about['objective']} at the end of the {about['horizon']}{whose}{sure}"


def _legend(graph: nx.DiGraph[int], names: Sequence[str | None]) -> list[tuple[str, str]]:
    """Texts with their colours, of what the picture has."""
    seats = sorted({node["player"] for _, node in graph.nodes(data=True) if node["kind"] == "decision"})
    kinds = {node["kind"] for _, node in graph.nodes(data=True)}
    found = [(_seat(seat, names), SEAT_COLOURS[seat]) for seat in seats]
    known = {"simultaneous": ("all at once", PALE), "chance": ("chance", CHANCE_FILL), "terminal": ("end", END_FILL)}
    found += [known[kind] for kind in known if kind in kinds]
    if information_sets(graph):
        found.append(("dashed: cannot be told apart", PAPER))
    if "objective" in graph.graph:
        hides = any("information_set" in node for _, node in graph.nodes(data=True))
        found.append(("thick: played" if hides else "thick: best play", INK))
    return found
