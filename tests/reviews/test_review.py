"""Reviews: losses are those of `evaluate` from what the seat knew, and luck and choices add up to the result."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

import orienteer
from orienteer.cli import app
from orienteer.core.rng import RandomStream
from orienteer.reviews import report
from orienteer.reviews.luck import Worth, split

POSITIONS = Path(__file__).parents[2] / "examples" / "positions"
FEW = orienteer.Limits(iterations=60)
NAMES = ["Ann", "<b>Ben</b>"]


def played(game, names, seed=1):
    """A whole game played at random: the omniscient record and each seat's own."""
    records = [orienteer.Record(game, names, viewer) for viewer in ("omniscient", *range(game.num_players))]
    state, stream = game.new_initial_state(), RandomStream(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample_chance(stream)
            event = {"type": "chance", "outcome": state.action_to_string(-1, action)}
        else:
            seat = state.current_player()
            legal = state.legal_actions(seat)
            action = legal[stream.below(len(legal))]
            event = {"type": "move", "player": names[seat], "move": state.action_to_string(seat, action)}
        state.apply(action)
        records[0].append(event)
        for seat, record in enumerate(records[1:]):
            record.append(state.observation(seat))
    return records


@pytest.fixture(scope="module")
def celestia():
    return played(orienteer.load_game("celestia", players=2).reduced(), NAMES)


@pytest.fixture(scope="module")
def incan_gold():
    record = POSITIONS / "incan_gold_record.json"
    return orienteer.review(record, players=["Ann", "Eve"], limits=orienteer.Limits(iterations=20), playouts=10)


def test_law_luck_and_choices_add_up_to_the_result(celestia, incan_gold):
    for review in (incan_gold, orienteer.review(celestia[0], limits=FEW, playouts=10)):
        for player in review.players:
            start = review.timeline[0].means[player.seat]
            assert player.luck + player.choices == pytest.approx(player.result - start, abs=1e-9)
            luck = sum(chance.luck[player.seat] for chance in review.chances)
            assert player.luck == pytest.approx(luck, abs=1e-9)
        assert review.timeline[-1].stderrs == (0.0,) * len(review.timeline[0].means)


def test_law_decisions_are_valued_from_what_the_seat_knew(celestia):
    whole = orienteer.review(celestia[0], limits=FEW, playouts=0)
    assert whole.decisions
    for seat, record in enumerate(celestia[1:]):
        own = orienteer.review(record, limits=FEW)
        expected = [decision for decision in whole.decisions if decision.seat == seat]
        assert [each.played.move.id for each in own.decisions] == [each.played.move.id for each in expected]
        for mine, theirs in zip(own.decisions, expected, strict=True):
            assert [(m.move.id, m.value) for m in mine.evaluation.moves] == [
                (m.move.id, m.value) for m in theirs.evaluation.moves
            ]
        assert own.timeline == ()
        (player,) = own.players
        assert (player.seat, player.luck) == (seat, None)
        with pytest.raises(orienteer.OptionError, match="viewer alone"):
            orienteer.review(record, players=[1 - seat])


def test_loss_of_an_exact_decision_is_its_regret():
    rules = {"preset": "seed", "rounds": 1, "deck": [5, 9], "hazards": [3]}
    record = orienteer.Record.from_dict(
        {
            "format": 1,
            "game": "incan_gold",
            "rules": rules,
            "viewer": "omniscient",
            "players": ["Ann"],
            "events": [
                {"type": "card", "card": 9},
                {"type": "choices", "choices": {"Ann": "leave"}},
            ],
        }
    )
    review = orienteer.review(record, objective="points", playouts=50)
    (decision,) = review.decisions
    position = next(position for index, position, _ in record.positions() if index == 1)
    exact = orienteer.evaluate(position, objective="points", method="exact")
    assert decision.loss == exact["leave"].regret > 0
    assert decision.best.move.id == "stay"
    assert decision.loss_margin == 0
    (chance,) = review.chances
    assert chance.probability == Fraction(1, 6)  # 5, 9, three hazards and the artifact of the round
    assert review.players[0].result == 9


def test_a_move_that_a_widening_search_has_not_come_to_is_valued_beside_the_best():
    record = POSITIONS / "lost_explorers_record.json"
    review = orienteer.review(record, players=["Ann"], limits=orienteer.Limits(iterations=30), playouts=0)
    searched = [decision for decision in review.decisions if decision.evaluation.status == "sampled"]
    missed = [decision for decision in searched if decision.evaluation[decision.played.move.id].interval is None]
    assert missed
    for decision in searched:
        assert decision.played.interval is not None
        assert decision.loss == max(0.0, decision.best.value - decision.played.value)
        assert 0 < decision.loss_margin < 2
    assert "nan" not in review.to_html()
    json.dumps(review.to_dict(), allow_nan=False)


def test_split_counts_neighbours_once():
    worths = [Worth((mean,), (1.0,)) for mean in (0.0, 1.0, 3.0, 6.0)]
    luck, choices = split(worths, [True, True, False], 0)
    assert (luck.means, choices.means) == ((3.0,), (3.0,))
    assert luck.stderrs[0] == pytest.approx(2**0.5)


def test_report_is_one_page_and_escapes_names(celestia, incan_gold):
    page = incan_gold.to_html()
    assert page.count("<svg") == 3
    assert all(player.player in page for player in incan_gold.players)
    other = orienteer.review(celestia[1], limits=FEW).to_html()
    assert other.count("<svg") == 1
    assert "<b>Ben" not in other.partition("<svg")[0]


def test_command_line_prints_writes_and_refuses(tmp_path):
    record = str(POSITIONS / "incan_gold_record.json")
    arguments = ["review", record, "--player", "Eve", "--iterations", "20", "--playouts", "2"]
    page = tmp_path / "report.html"
    done = CliRunner().invoke(app, [*arguments, "--json", "--html", str(page)])
    answer = json.loads(done.stdout)
    assert [player["player"] for player in answer["players"]] == ["Eve"]
    assert {decision["player"] for decision in answer["decisions"]} == {"Eve"}
    assert page.read_text().startswith("<!doctype html>")
    with pytest.raises(orienteer.OptionError, match="playouts"):
        orienteer.review(record, playouts=1)
    with pytest.raises(orienteer.OptionError, match="player"):
        orienteer.review(record, players=["Zoe"])


def test_a_report_that_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch):
    def never(*arguments, **options):
        raise AssertionError("reviewed")

    monkeypatch.setattr(orienteer, "review", never)
    arguments = ["review", str(POSITIONS / "incan_gold_record.json"), "--html"]
    with pytest.raises(orienteer.OptionError, match="a file in a folder that there is"):
        CliRunner().invoke(app, [*arguments, str(tmp_path / "none" / "report.html")], catch_exceptions=False)
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    with pytest.raises(orienteer.OrienteerError, match="the report needs matplotlib"):
        CliRunner().invoke(app, [*arguments, str(tmp_path / "report.html")], catch_exceptions=False)


def test_a_stop_keeps_what_is_done():
    def stop(done, total):
        if done == 4:
            raise KeyboardInterrupt

    record = POSITIONS / "incan_gold_record.json"
    review = orienteer.review(record, limits=orienteer.Limits(iterations=20), playouts=5, progress=stop)
    assert not review.complete
    assert {decision.index for decision in review.decisions} == {1, 3}
    assert len(review.timeline) == 5
