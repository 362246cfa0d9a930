"""Game trees with values: what nodes and edges say, what is left out, their text forms and their pictures."""

import io
import json
from fractions import Fraction
from itertools import pairwise

import pytest

import orienteer
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from orienteer.drawing import draw_tree, save_tree
from orienteer.game_tree import fraction_texts
from orienteer.tree_formats import write_tree

ENDGAME = "examples/positions/lost_explorers_endgame.json"
PIG = Pig(target=8).new_initial_state()


def tree(**options):
    return orienteer.tree(PIG, **{"depth": 3, "values": True, **options})


def test_values_are_means_at_chance_and_the_best_at_choices():
    graph = tree(depth=4)
    worth = {n: [float(text) for text in node["values"].split()] for n, node in graph.nodes(data=True)}
    checked = set()
    for number, node in graph.nodes(data=True):
        below = [(worth[child], edge) for _, child, edge in graph.out_edges(number, data=True)]
        if node["kind"] == "chance" and below:
            assert worth[number][0] == pytest.approx(sum(Fraction(edge["odds"]) * value[0] for value, edge in below), abs=1e-9)
        elif below:
            best = max(value[node["player"]] for value, _ in below)
            assert worth[number][node["player"]] == pytest.approx(best, abs=1e-9)
            assert all((value[node["player"]] > best - 1e-9) == edge["is_best"] for value, edge in below)
            assert sum(edge["share"] for _, edge in below) == pytest.approx(1)
        checked.add(node["kind"])
    assert checked >= {"chance", "decision"}
    assert graph.graph["status"] == "float"


def test_the_best_moves_alone():
    graph = tree(depth=4, moves=1)
    for number, node in graph.nodes(data=True):
        if node["kind"] == "decision" and not node["is_cut"]:
            assert graph.out_degree(number) == 1
            assert node["left_out"] == 1
    with pytest.raises(orienteer.OptionError, match="moves"):
        tree(moves=1, values=False)


def test_equal_positions_merge():
    whole, merged = tree(depth=4), tree(depth=4, merge=True)
    assert len(merged) < len(whole)
    for number, node in merged.nodes(data=True):
        if node["kind"] == "chance" and merged.out_degree(number):
            assert sum(Fraction(edge["odds"]) for *_, edge in merged.out_edges(number, data=True)) == 1
    assert {node["values"] for _, node in merged.nodes(data=True)} == {node["values"] for _, node in whole.nodes(data=True)}


def test_a_tree_ends_at_the_horizon():
    graph = tree(depth=50, horizon="turn", objective="points", merge=True)
    turns = {node["is_cut"] for n, node in graph.nodes(data=True) if node["kind"] != "terminal" and not graph.out_degree(n)}
    assert turns == {True}


def test_fractions_are_told_where_they_are_meant():
    assert fraction_texts([1 / 3, 2 / 3]) == "1/3 2/3"
    assert fraction_texts([0.1 + 1e-9, 0.5]) == ""


def test_hidden_information_and_too_large_trees_are_refused():
    with pytest.raises(orienteer.OrienteerError, match="hides"):
        orienteer.tree(KuhnPoker().new_initial_state(), values=True)
    with pytest.raises(orienteer.TooLargeError, match="nodes"):
        tree(limits=orienteer.Limits(nodes=5))
    with pytest.raises(orienteer.TooLargeError, match="max_leaves=5"):
        draw_tree(tree(depth=4), max_leaves=5)


def test_text_forms_say_values():
    out = io.StringIO()
    write_tree(tree(depth=1), "text", out)
    assert "* roll: chance, …, values" in out.getvalue()
    out = io.StringIO()
    write_tree(tree(depth=1), "json", out)
    assert all("values" in node for node in json.loads(out.getvalue())["nodes"])


def test_a_picture_is_the_same_each_time(tmp_path):
    graph = orienteer.tree(ENDGAME, depth=3, values=True, moves=1)
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        save_tree(graph, file, names=("Ann", "Ben"))
    assert files[0].read_bytes() == files[1].read_bytes()
    texts = [text.get_text() for text in draw_tree(graph, names=("Ann", "Ben")).axes[0].texts]
    assert "Ann  4/11" in texts
    assert "Y2+Y3 (1/11)" in texts
    assert "15 other moves" in texts
    with pytest.raises(orienteer.OptionError, match="format"):
        save_tree(graph, tmp_path / "tree.gif")


def test_nodes_of_a_layer_do_not_overlap():
    from orienteer.drawing import HEIGHT, _layout

    for merge in (False, True):
        graph = tree(depth=5, moves=1, merge=merge)
        boxes, _ = _layout(graph, ())
        for depth in range(6):
            rows = sorted(boxes[n].y for n, node in graph.nodes(data=True) if node["depth"] == depth)
            assert all(after - before > HEIGHT for before, after in pairwise(rows))
