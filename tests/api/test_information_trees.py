"""Trees of games that hide something: information sets, values of equilibria, worlds of a viewer, text forms, pictures."""

import io
import json
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import networkx as nx
import pytest

import orienteer
from orienteer.core.celestia import Celestia
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.drawing import _lanes, _layout, draw_tree
from orienteer.positions import Position
from orienteer.tree_formats import information_sets, write_tree
from tests.conformance.tiny_games import Duel
from tests.equilibrium.levels import BLUFF, Levels

from .command_line import good, run


@pytest.fixture(scope="module")
def kuhn():
    return orienteer.tree(KuhnPoker(), depth=6, values=True, method="lp")


def numbers(node):
    return [float(text) for text in node["values"].split()]


def written(graph, form):
    out = io.StringIO()
    write_tree(graph, form, out)
    return out.getvalue()


def test_kuhn_poker_has_twelve_information_sets_of_two_nodes(kuhn):
    assert len(kuhn) == 58
    assert kuhn.nodes[0]["fractions"] == "-1/18 1/18"
    assert kuhn.graph["status"] == "equilibrium"
    assert kuhn.graph["eps"] < 1e-9
    sets = information_sets(kuhn)
    assert {name.partition(".")[0] for name in sets} == {"0", "1"}
    assert sorted(map(len, sets.values())) == [2] * 12
    decisions = [node for _, node in kuhn.nodes(data=True) if node["kind"] == "decision"]
    assert sum(map(len, sets.values())) == len(decisions) == 24


def test_nodes_of_a_set_look_alike_to_the_seat_and_are_played_alike(kuhn):
    for name, members in information_sets(kuhn).items():
        assert {str(kuhn.nodes[n]["player"]) for n in members} == {name.partition(".")[0]}
        assert len({kuhn.nodes[n]["sees"] for n in members}) == 1
        assert len({kuhn.nodes[n]["text"] for n in members}) == 2
        plays = [[(edge["label"], edge["share"]) for *_, edge in kuhn.out_edges(n, data=True)] for n in members]
        assert plays[0] == plays[1]
    assert len({node["sees"] for _, node in kuhn.nodes(data=True) if node["kind"] == "decision"}) == 12


def test_values_are_means_by_odds_and_shares(kuhn):
    for number, node in kuhn.nodes(data=True):
        below = [(numbers(kuhn.nodes[child]), edge) for _, child, edge in kuhn.out_edges(number, data=True)]
        if node["kind"] == "terminal":
            assert node["values"] == node["returns"]
            continue
        shares = [Fraction(edge["odds"]) if node["kind"] == "chance" else edge["share"] for _, edge in below]
        assert sum(shares) == pytest.approx(1)
        assert numbers(node)[0] == pytest.approx(sum(s * v[0] for s, (v, _) in zip(shares, below, strict=True)), abs=1e-9)


def test_a_tree_that_is_cut_has_the_values_of_the_whole(kuhn):
    for depth in range(4):
        cut = orienteer.tree(KuhnPoker(), depth=depth, values=True, method="lp")
        assert len(cut) == sum(node["depth"] <= depth for _, node in kuhn.nodes(data=True))
        for number, node in cut.nodes(data=True):
            assert numbers(node) == pytest.approx(numbers(kuhn.nodes[number]), abs=1e-9)
            assert node["information_set"] == kuhn.nodes[number]["information_set"]
            assert node["is_cut"] == (node["depth"] == depth)


def test_sets_are_those_of_the_equilibrium():
    game = LeducPoker()
    graph, found = orienteer.tree(game, depth=20, max_nodes=20_000), orienteer.solve(game, target=0.5)
    names = {node["information_set"] for _, node in graph.nodes(data=True)} - {""}
    assert tuple(sum(name.startswith(f"{seat}.") for name in names) for seat in (0, 1)) == found.information_sets
    assert len(graph) == found.histories
    assert not any("values" in node for _, node in graph.nodes(data=True))


def test_a_view_is_a_chance_over_its_worlds():
    state = KuhnPoker().new_initial_state().child(2).child(1)
    for seat, held in ((0, "K"), (1, "Q")):
        graph = orienteer.tree(View(state, seat), depth=9, values=True, method="lp")
        worlds = [(graph.nodes[child], edge) for _, child, edge in graph.out_edges(0, data=True)]
        assert graph.nodes[0]["kind"] == "chance"
        assert [edge["odds"] for _, edge in worlds] == ["1/2", "1/2"]
        assert all(held in edge["label"] for _, edge in worlds)
        # Seat 0 moves first: it cannot tell its two worlds apart, and seat 1's differ in what seat 0 holds.
        assert len({node["information_set"] for node, _ in worlds}) == (1 if seat == 0 else 2)
        assert numbers(graph.nodes[0])[0] == pytest.approx(sum(numbers(node)[0] for node, _ in worlds) / 2, abs=1e-9)
        assert graph.graph["assumptions"].startswith("prior: chance alone")
        cut = orienteer.tree(View(state, seat), depth=0, values=True, method="lp")
        assert numbers(cut.nodes[0]) == pytest.approx(numbers(graph.nodes[0]), abs=1e-9)
    # What was played counts without values: in Leduc nothing of it says what the other holds, but the common card does.
    deal = LeducPoker().new_initial_state()
    while deal.is_chance_node():
        deal = deal.child(deal.chance_outcomes()[0][0])
    graph = orienteer.tree(View(deal, 0), depth=1)
    belief = View(deal, 0).belief().enumerate()
    assert [edge["weight"] for *_, edge in graph.out_edges(0, data=True)] == [weight for _, weight in belief]


def test_choices_at_once_have_a_set_for_each_seat():
    graph = orienteer.tree(Duel(), depth=4, values=True)
    stages = [node for _, node in graph.nodes(data=True) if node["kind"] == "simultaneous"]
    assert {tuple(name[0] for name in node["information_set"].split()) for node in stages} == {("0", "1")}
    known = defaultdict(set)
    for node in stages:
        for name, sees in zip(node["information_set"].split(), node["sees"].split(" | "), strict=True):
            known[name].add(sees)
    assert all(len(texts) == 1 for texts in known.values())
    assert numbers(graph.nodes[0])[0] == pytest.approx(0, abs=1e-5)


def test_values_at_a_horizon_are_those_of_the_equilibrium_there():
    game = Levels(BLUFF, seed=3)
    graph = orienteer.tree(game, depth=9, horizon="turn", values=True, method="lp")
    found = orienteer.solve(game, horizon="turn", method="lp")
    assert numbers(graph.nodes[0]) == pytest.approx(found.values, abs=1e-9)
    assert max(node["depth"] for _, node in graph.nodes(data=True)) == 3
    assert all(not node["information_set"] for _, node in graph.nodes(data=True) if node["depth"] == 3)


def test_true_states_are_shown_to_who_says_that_he_cheats():
    state, stream = Celestia(players=2).reduced().new_initial_state(), RandomStream(1)
    while state.is_chance_node():
        state.apply(state.sample_chance(stream))
    with pytest.raises(orienteer.OrienteerError, match="hides"):
        orienteer.tree(state)
    position = Position.from_state(state, "omniscient", cheating=True)
    graph = orienteer.tree(position, depth=2)
    assert graph.nodes[0]["text"] == str(state)
    assert graph.nodes[0]["information_set"] == f"{state.current_player()}.0"


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"moves": 1, "values": True}, orienteer.OptionError, "moves"),
        ({"merge": True}, orienteer.OptionError, "merge"),
        ({"depth": 6, "max_nodes": 20}, orienteer.TooLargeError, "max_nodes=20 nodes at depth 3"),
        ({"values": True, "limits": orienteer.Limits(nodes=10)}, orienteer.TooLargeError, "histories"),
        ({"values": True, "method": "nash"}, orienteer.OptionError, "method"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, error, says):
    with pytest.raises(error, match=says):
        orienteer.tree(KuhnPoker(), **options)


def test_too_many_worlds_are_refused():
    state = LeducPoker().new_initial_state()
    state = state.child(0).child(1)
    with pytest.raises(orienteer.TooLargeError, match="raise max_nodes=2"):
        orienteer.tree(View(state, 0), depth=3, max_nodes=2)


def test_text_forms_carry_the_sets(kuhn):
    back = json.loads(written(kuhn, "json"))
    assert [node["information_set"] for node in back["nodes"]] == [node["information_set"] for _, node in kuhn.nodes(data=True)]
    graphml = nx.parse_graphml(written(kuhn, "graphml"), node_type=int)
    assert dict(graphml.nodes(data="information_set")) == dict(kuhn.nodes(data="information_set"))
    assert dict(graphml.nodes(data="sees")) == dict(kuhn.nodes(data="sees"))
    assert written(kuhn, "dot").count("style=dashed, dir=none") == 12
    assert "* bet (33.3%): terminal, values -2 2" in written(kuhn, "text")
    assert "information set 0.3" in written(kuhn, "text")


def test_lines_of_sets_do_not_share_a_lane_where_they_overlap(kuhn):
    boxes, _ = _layout(kuhn, ())
    heights = {number: box.y for number, box in boxes.items()}
    lanes, sets = _lanes(kuhn, heights), information_sets(kuhn)
    spans = defaultdict(list)
    for (name, depth), lane in lanes.items():
        rows = [heights[number] for number in sets[name]]
        spans[depth, lane].append((min(rows), max(rows)))
    assert len(lanes) == 12
    for taken in spans.values():
        assert all(a[1] < b[0] or b[1] < a[0] for a, b in combinations(taken, 2))


def test_a_picture_has_a_line_for_each_set(kuhn):
    axes = draw_tree(kuhn).axes[0]
    dashed = [line for line in axes.lines if line.is_dashed()]
    assert sorted(len(line.get_xdata()) for line in dashed) == [2] * 12
    assert "dashed: cannot be told apart" in {text.get_text() for text in axes.texts}


def test_command_line(tmp_path):
    text = good("tree", "kuhn_poker", "--depth", "6", "--values", "--method", "lp")
    assert text.startswith("root: chance, values -1/18 1/18\n")
    good("tree", "liars_dice", "--option", "sides=2", "--depth", "2", "-o", str(tmp_path / "dice.dot"))
    assert "style=dashed" in (tmp_path / "dice.dot").read_text()
    done = run("tree", "kuhn_poker", "--merge")
    assert (done.returncode, "merge" in done.stderr) == (2, True)
