"""The public calls: what they value, what they refuse, and that answers are what they say."""

import json
import threading
import time
from pathlib import Path

import pytest

import orienteer
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.pig import Pig
from tests.incan_gold.helpers import card, choose, start

POSITIONS = Path(__file__).parents[2] / "examples" / "positions"
FIVE = POSITIONS / "incan_gold_five_players.json"
QUICK = orienteer.Limits(iterations=600)
# Tests share their machine: exact answers get time, so that only what is asked decides them.
PATIENT = orienteer.Limits(seconds=120)


def test_every_form_of_a_position_gives_the_same_answer():
    position = orienteer.Position.from_file(FIVE)
    forms = [FIVE, str(FIVE), position, json.loads(FIVE.read_text())]
    answers = [orienteer.evaluate(form, limits=QUICK, method="mcts") for form in forms]
    plain = [{**answer.to_dict(), "seconds": 0} for answer in answers]
    assert all(answer == plain[0] for answer in plain)


def test_auto_solves_exactly_where_it_fits_and_searches_where_not():
    assert orienteer.evaluate(POSITIONS / "incan_gold_last_round_duel.json", limits=PATIENT).exact
    assert orienteer.evaluate(Pig(target=10).new_initial_state(), limits=PATIENT).method == "expectimax"
    searched = orienteer.evaluate(FIVE, limits=QUICK)
    assert (searched.method, searched.status, searched.exact) == ("mcts", "sampled", False)
    assert all(m.interval is not None and m.interval[0] <= m.value <= m.interval[1] for m in searched.moves)


def test_the_answer_depends_on_trees_and_seed_not_on_threads():
    def answer(**options):
        evaluation = orienteer.evaluate(FIVE, method="mcts", limits=QUICK, **options)
        return {**evaluation.to_dict(), "seconds": 0}

    one, two = answer(trees=2, threads=1, seed=5), answer(trees=2, threads=2, seed=5)
    assert one == two
    assert one != answer(trees=2, threads=2, seed=6)


def test_allow_and_avoid_narrow_the_moves():
    duel = POSITIONS / "incan_gold_last_round_duel.json"
    assert [m.move.id for m in orienteer.evaluate(duel, allow=["leave"]).moves] == ["leave"]
    assert [m.move.id for m in orienteer.evaluate(FIVE, avoid=["leave"], limits=QUICK, method="mcts").moves] == ["stay"]
    for bad in ({"allow": ["dance"]}, {"avoid": ["stay", "leave"]}, {"allow": []}):
        with pytest.raises(orienteer.OptionError):
            orienteer.evaluate(duel, **bad)


def test_horizons_end_the_game_early():
    state = card(start(players=1, deck="bga"), 9, "fire", 14, "snake")
    to_the_round = orienteer.evaluate(state, horizon="round", method="exact", limits=PATIENT)
    to_the_game = orienteer.evaluate(state, horizon="game", method="exact", limits=PATIENT)
    assert to_the_round["leave"].value == 23
    assert to_the_game["leave"].value > 23 + 60
    with pytest.raises(orienteer.OptionError, match="horizon"):
        orienteer.evaluate(state, horizon="journey")


def test_values_of_moves_are_the_values_of_their_children():
    state = Pig(target=10).new_initial_state()
    evaluation = orienteer.evaluate(state, method="exact", limits=PATIENT)
    for row in evaluation.moves:
        child = orienteer.evaluate(state.child(row.move.action), method="exact", limits=PATIENT)
        assert child.values == pytest.approx(row.values, abs=1e-12)
    assert evaluation.value == evaluation.moves[0].value
    assert evaluation.gap == pytest.approx(evaluation.moves[0].value - evaluation.moves[1].value)


def test_simultaneous_moves_are_valued_against_the_others_strategies():
    state = choose(card(start(players=3, deck="bga", rounds=1, artifacts=False), 5, "fire", 9, "snake"), 2)
    state = card(state, 14)
    evaluation = orienteer.evaluate(state, objective="points", horizon="turn", method="exact", limits=PATIENT)
    assert set(evaluation.strategies) == {0, 1}
    assert sum(evaluation.strategies[1].values()) == pytest.approx(1)
    mixed = sum(m.share * m.value for m in evaluation.moves)
    assert mixed == pytest.approx(evaluation.values[0], abs=1e-9)


def test_equal_moves_are_ordered_by_margin_then_points():
    # Leading by far in the last round, seat 0 wins whatever it does; by margin it should take what it has.
    state = card(start(players=2, deck="bga", rounds=1, artifacts=False), 5, "fire", 15, "snake", 14, "mummy")
    state = choose(state, 1)
    fields = {**state.fields(), "gems": (200, 0)}
    state = card(state.game.state_from_fields(fields), 9)
    evaluation = orienteer.evaluate(state, objective="win", method="exact", limits=PATIENT)
    assert [m.value for m in evaluation.moves] == [1.0, 1.0]
    assert evaluation.best.id == "leave"
    assert [m.tied for m in evaluation.moves] == [True, True]
    assert not any(m.tied for m in orienteer.evaluate(state, objective="points", method="exact", limits=PATIENT).moves)


def test_nobody_has_a_choice_at_a_chance_node_or_at_the_end():
    fresh = start(players=1, deck="bga", rounds=1)
    evaluation = orienteer.evaluate(fresh, method="exact", limits=PATIENT)
    assert (evaluation.player, evaluation.moves, evaluation.best) == (None, (), None)
    assert f"{evaluation.values[0]:.6f}" == "15.647246"
    over = choose(card(fresh.clone(), 9), 0)
    assert orienteer.evaluate(over, method="exact", limits=PATIENT).values == (9.0,)
    assert orienteer.evaluate(over, method="mcts").values == (9.0,)
    with pytest.raises(orienteer.OrienteerError, match="nobody has a choice"):
        orienteer.best_move(over)


def test_opponents_policies_make_a_best_response():
    state = card(start(players=3, deck=(3, 5, 9), rounds=1), 9, "fire")
    never = orienteer.evaluate(
        state, objective="points", method="exact", limits=PATIENT, opponents={1: "never-leave", 2: "never-leave"}
    )
    always = orienteer.evaluate(
        state, objective="points", method="exact", limits=PATIENT, opponents={1: "always-leave", 2: "always-leave"}
    )
    assert always["stay"].value > never["stay"].value
    assert always["leave"].value == 3
    assert any("never-leave" in text for text in never.assumptions)
    with pytest.raises(orienteer.OptionError, match="policy"):
        orienteer.evaluate(state, opponents="always-lucky")


def test_a_best_response_too_large_says_so():
    with pytest.raises(orienteer.TooLargeError, match="opponents"):
        orienteer.evaluate(FIVE, opponents="uniform", limits=orienteer.Limits(seconds=0.2, nodes=100))


def test_exact_refuses_what_does_not_fit_and_says_how_large():
    with pytest.raises(orienteer.TooLargeError) as caught:
        orienteer.evaluate(FIVE, method="exact", limits=orienteer.Limits(nodes=500))
    assert "500" in str(caught.value)
    assert "nodes" in str(caught.value)


def test_hidden_information_is_never_searched():
    state = KuhnPoker().new_initial_state()
    for method in ("auto", "exact", "mcts"):
        with pytest.raises(orienteer.OrienteerError, match="hides information"):
            orienteer.evaluate(state, method=method)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"objective": "glory"}, "objective"),
        ({"method": "guess"}, "method"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"trees": 0}, "trees"),
        ({"threads": True}, "threads"),
    ],
)
def test_bad_arguments_are_named(arguments, field):
    with pytest.raises(orienteer.OptionError) as caught:
        orienteer.evaluate(FIVE, limits=QUICK, **arguments)
    assert field in caught.value.field


def test_a_search_without_an_end_is_refused():
    with pytest.raises(orienteer.OptionError, match="seconds or iterations"):
        orienteer.evaluate(FIVE, limits=orienteer.Limits(nodes=10))


@pytest.mark.parametrize("values", [{"seconds": 0}, {"seconds": float("nan")}, {"iterations": 1.5}, {"nodes": True}])
def test_bad_limits_are_named(values):
    with pytest.raises(orienteer.OptionError, match=next(iter(values))):
        orienteer.Limits(**values)


def test_analysis_reports_and_stops_soon():
    analysis = orienteer.analysis(FIVE, limits=orienteer.Limits(seconds=60), method="mcts", report_every=0.05)
    reports = []
    for report in analysis:
        reports.append(report)
        if len(reports) == 3:
            stopped = time.perf_counter()
            threading.Thread(target=analysis.stop).start()
        if len(reports) > 3 and not analysis.running:
            break
    took = time.perf_counter() - stopped
    final = analysis.result()
    assert final.stopped_by == "stop"
    assert final.iterations >= reports[2].iterations > reports[0].iterations
    assert took < 5  # that it ends at all; how soon is measured in benchmarks


def test_a_stopped_exact_search_still_answers():
    analysis = orienteer.analysis(Goofspiel(cards=6).new_initial_state(), limits=orienteer.Limits(seconds=30))
    analysis.stop()
    assert analysis.result().moves


def test_evaluation_as_plain_values_and_as_an_array():
    evaluation = orienteer.evaluate(FIVE, limits=QUICK, method="mcts")
    again = json.loads(json.dumps(evaluation.to_dict(), allow_nan=False))
    assert again["best"]["id"] == evaluation.best.id
    assert again["turn"]["id"] == evaluation.best.id
    table = evaluation.to_numpy()
    assert list(table["id"]) == [m.move.id for m in evaluation.moves]
    assert table["values"].shape == (2, 5)
    with pytest.raises(KeyError, match="the moves are"):
        evaluation["dance"]


def test_the_callers_state_is_unchanged():
    state = card(start(players=2, deck="bga", rounds=1), 9, "fire")
    before = state.key()
    for method in ("exact", "mcts"):
        orienteer.evaluate(state, method=method, limits=orienteer.Limits(iterations=200, seconds=60))
    assert state.key() == before


def test_mixed_play_comes_with_its_shares():
    move = orienteer.best_move(FIVE, limits=QUICK, method="mcts")
    assert move.mix == {} or sum(move.mix.values()) == pytest.approx(1)
    if move.mix:
        assert move.mix[move.id] == max(move.mix.values())


def test_tree_of_a_position():
    graph = orienteer.tree(POSITIONS / "incan_gold_last_round_duel.json", depth=2)
    chance = [n for n, data in graph.nodes(data=True) if data["kind"] == "chance"]
    assert chance
    for node in chance:
        assert sum(data["probability"] for *_, data in graph.out_edges(node, data=True)) == pytest.approx(1)
    with pytest.raises(orienteer.TooLargeError, match="max_nodes=10"):
        orienteer.tree(FIVE, depth=3, max_nodes=10)
    with pytest.raises(orienteer.OrienteerError, match="hides"):
        orienteer.tree(KuhnPoker().new_initial_state())
