"""Answers are those of the library's own calls."""

import threading
import time

import pytest

import orienteer
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, PositionError, TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.engine.answers import ANSWERS, answer
from orienteer.engine.caps import Caps
from orienteer.engine.protocol import QUESTIONS, read_question
from orienteer.expectimax.errors import Stopped
from tests.engine.helpers import CROWD, example

SOLITAIRE = example("incan_gold_solitaire")
ENDGAME = example("lost_explorers_endgame")
RECORD = example("lost_explorers_record")
RECORD["events"] = RECORD["events"][:30]


def ask(do, caps=None, control=None, report=None, **fields):
    return answer(do, read_question(do, fields), control or Budget(), report or (lambda partial: None), caps or Caps())


def timeless(value):
    """Without what differs from run to run."""
    return {key: inner for key, inner in value.items() if key != "seconds"}


def test_every_question_has_an_answer():
    assert set(ANSWERS) == set(QUESTIONS)


def test_searches_answer_as_the_library_does():
    arguments = {"position": example(CROWD), "seed": 4, "avoid": None}
    limits = orienteer.Limits(iterations=300)
    expected = orienteer.evaluate(**arguments, limits=limits).to_dict()
    assert timeless(ask("evaluate", **arguments, limits={"iterations": 300})) == timeless(expected)
    best = orienteer.best_move(**arguments, limits=limits).to_dict()
    assert ask("best-move", **arguments, limits={"iterations": 300}) == best
    alone = ask("evaluate", **arguments, allow=["leave"], limits={"iterations": 300})
    assert [move["move"]["id"] for move in alone["moves"]] == ["leave"]
    plans = orienteer.turns(ENDGAME, 2, limits=orienteer.Limits(seconds=20)).to_dict()
    assert timeless(ask("turns", position=ENDGAME, k=2, limits={"seconds": 20})) == timeless(plans)


def test_hints_and_levels_answer_as_the_library_does():
    limits = orienteer.Limits(iterations=100)
    hinted = ask("hint", position=example(CROWD), language="ja", limits={"iterations": 100})
    expected = orienteer.hint(example(CROWD), language="ja", limits=limits).to_dict()
    assert (hinted["text"], hinted["reasons"]) == (expected["text"], expected["reasons"])
    listed = ask("levels", game="incan_gold")["levels"]
    assert listed == [level.to_dict() for level in orienteer.levels("incan_gold")]
    position = orienteer.Position.from_dict(example("celestia_six_players"))
    for level, given in (("casual", None), ("skilled", {"iterations": 50})):
        chosen = ask("choose", position=position.to_dict(), level=level, seed=3, limits=given)
        seat = orienteer.parse_agent(position.game, level).seat(position.view(), 3)
        assert chosen == seat.choose(given and orienteer.Limits(**given)).to_dict()
    with pytest.raises(OrienteerError, match="nobody has a choice"):
        ask("choose", position=orienteer.template("lost_explorers"))
    with pytest.raises(PositionError, match=r"^level: 'random', allowed: 'beginner'"):
        ask("choose", position=position.to_dict(), level="random")


def test_values_come_with_a_hint_where_asked_for():
    for language in ("en", "ja"):
        values = ask("evaluate", position=ENDGAME, limits={"seconds": 20}, hint=language)
        expected = orienteer.hint(ENDGAME, language=language, limits=orienteer.Limits(seconds=20)).to_dict()
        del expected["evaluation"]
        assert values["hint"] == expected
    assert ask("evaluate", position=orienteer.template("celestia"), hint="en", limits={"iterations": 10})["hint"] is None


def test_counts_answer_as_the_library_does():
    event = {"type": "bust-within", "cards": 2}
    assert ask("odds", position=SOLITAIRE, event=event) == orienteer.odds(SOLITAIRE, event).to_dict()
    policies = {"0": "leave-after cards=6"}
    expected = orienteer.distribution(SOLITAIRE, "score", policies=policies).to_dict()
    assert ask("distribution", position=SOLITAIRE, quantity="score", policies=policies) == expected


def test_positions_and_records():
    template = ask("template", game="takara_island", players=3)["position"]
    assert template == orienteer.template("takara_island", players=3)
    explained = ask("explain", position=template)
    assert explained["position"] == orienteer.Position.from_dict(template).to_dict()
    assert explained["lines"] == orienteer.explain(orienteer.Position.from_dict(template))
    record = orienteer.Record.from_dict(RECORD)
    steps = [(index, position.to_dict(), event) for index, position, event in record.positions()]
    steps.append((len(record), record.final().to_dict(), None))
    replayed = ask("replay", record=RECORD)
    assert [(step["index"], step["position"], step["event"]) for step in replayed["positions"]] == steps
    assert ask("replay", record=RECORD, index=7)["positions"] == replayed["positions"][7:8]
    after = ask("step", position=steps[7][1], event=steps[7][2])
    assert after == {"position": steps[8][1], "event": steps[7][2]}


def test_explained_positions_say_who_may_do_what():
    explained = ask("explain", position=ENDGAME)
    evaluated = orienteer.evaluate(ENDGAME)
    assert explained["player"] == evaluated.player
    assert {move["id"] for move in explained["moves"]} == {move.move.id for move in evaluated.moves}
    start = ask("explain", position=orienteer.template("lost_explorers"))
    assert (start["to_move"], start["player"], start["moves"]) == ([], None, [])  # chance is next


def test_a_record_of_everything_replays_for_each_seat():
    host = orienteer.load_game("celestia", players=2).new_initial_state()
    stream = RandomStream(5)
    whole = orienteer.Record(host.game, ["Ann", "Ben"])
    own = orienteer.Record(host.game, ["Ann", "Ben"], 1)
    for _ in range(40):
        seat = host.current_player()
        action = host.sample_chance(stream) if host.is_chance_node() else host.legal_actions(seat)[0]
        name = host.action_to_string(seat, action)
        chance = host.is_chance_node()
        host.apply(action)
        event = {"type": "chance", "outcome": name} if chance else {"type": "move", "player": seat, "move": name}
        whole.append(event)
        own.append(host.observation(1))
    seen = ask("replay", record=whole.to_dict(), viewer="Ben")["positions"]
    alone = ask("replay", record=own.to_dict())["positions"]
    assert [step["position"] for step in seen] == [step["position"] for step in alone]
    assert own.final().evidence
    with pytest.raises(OptionError, match="what others saw is not in it"):
        ask("replay", record=own.to_dict(), viewer=0)


def test_reviews_answer_as_the_library_does_and_stop_with_what_is_done():
    record = example("incan_gold_record")
    arguments = {"record": record | {"events": record["events"][:30]}, "players": ["Ann"], "playouts": 0}
    expected = orienteer.review(**arguments, limits=orienteer.Limits(iterations=20)).to_dict()
    arguments["limits"] = {"iterations": 20}
    control, reports = Budget(), []
    found = ask("review", report=reports.append, **arguments, report_every=0.01)
    for decision in [*found["decisions"], *expected["decisions"]]:
        decision["evaluation"]["seconds"] = 0
    assert found == expected
    assert 0 < reports[-1]["done"] < reports[-1]["total"] == 30
    part = ask("review", control=control, report=lambda partial: control.stop(), **arguments, report_every=0.01)
    assert not part["complete"]


def test_games_and_what_can_be_asked_of_them():
    games = {game["name"]: game for game in ask("games")["games"]}
    assert set(games) == {"celestia", "incan_gold", "lost_explorers", "takara_island"}
    assert games["incan_gold"]["players"] == [1, 8]
    assert games["celestia"]["hides_information"]
    listed = ask("events", game="incan_gold")
    within = next(event for event in listed["events"] if event["name"] == "bust-within")
    assert within["parameters"] == [{"name": "cards", "allowed": "a whole number from 1 to 80", "needed": True}]
    assert {"score", "never-leave"} <= {entry["name"] for entry in listed["quantities"] + listed["policies"]}


BAD = {
    "position": ("evaluate", {"position": SOLITAIRE | {"viewer": 9}}, "position.viewer"),
    "rules": ("evaluate", {"position": SOLITAIRE | {"rules": {"preset": "seed", "deck": "zz"}}}, "position.rules.deck"),
    "event": ("step", {"position": SOLITAIRE, "event": {"type": "zz"}}, "event.type"),
    "record": ("replay", {"record": RECORD | {"events": [{"type": "zz"}]}}, "record.events[0].type"),
    "no events": ("replay", {"record": RECORD | {"events": 3}}, "record.events"),
    "index": ("replay", {"record": RECORD, "index": 1000}, "index"),
    "move": ("evaluate", {"position": SOLITAIRE, "allow": ["fly"]}, "allow"),
    "template": ("template", {"game": "incan_gold", "preset": "zz"}, "preset"),
}


@pytest.mark.parametrize(("do", "fields", "field"), BAD.values(), ids=BAD)
def test_refusal_names_the_field_within_the_query(do, fields, field):
    with pytest.raises((OptionError, PositionError)) as refused:
        ask(do, **fields)
    assert refused.value.field == field


def test_no_file_is_read_for_strangers(tmp_path):
    path = str(tmp_path / "map.toml")
    position = ENDGAME | {"rules": {"preset": "seed", "data": path}}
    record = RECORD | {"rules": {"preset": "seed", "data": path}}
    strict = Caps(files=False)
    for do, fields, field in [
        ("evaluate", {"position": position}, "position.rules.data"),
        ("replay", {"record": record}, "record.rules.data"),
        ("template", {"game": "lost_explorers", "options": {"data": path}}, "options.data"),
    ]:
        with pytest.raises(OptionError, match="files are not read here") as refused:
            ask(do, strict, **fields)
        assert refused.value.field == field
        with pytest.raises(OrienteerError, match=r"data: "):
            ask(do, **fields)
    assert ask("template", strict, game="lost_explorers", options={"data": "shipped"})


def test_a_stop_gives_the_best_so_far_or_says_that_there_is_none():
    control, reports = Budget(), []

    def stop_at_the_first(partial):
        reports.append(partial)
        control.stop()

    long = {"position": example(CROWD), "method": "mcts", "limits": {"seconds": 60}}
    began = time.perf_counter()
    evaluated = ask("evaluate", control=control, report=stop_at_the_first, **long, report_every=0.02)
    assert evaluated["stopped_by"] == "stop"
    assert evaluated["moves"]
    assert reports[0]["iterations"] <= evaluated["iterations"]
    stopped = Budget()
    stopped.stop()
    with pytest.raises(Stopped):
        ask("replay", control=stopped, record=RECORD)
    threading.Timer(0.05, (control := Budget()).stop).start()
    with pytest.raises(Stopped):
        ask("evaluate", control=control, position=example(CROWD), method="exact", limits={"nodes": 10**9})
    assert time.perf_counter() - began < 30


def test_caps_end_what_has_no_limit_of_its_own():
    fields = {"position": example(CROWD), "method": "mcts", "limits": {"iterations": 10**9}}
    evaluated = ask("evaluate", Caps(seconds=0.1), **fields)
    assert evaluated["stopped_by"] == "stop"
    with pytest.raises(OptionError, match=r"^trees: 17, allowed: at most 16"):
        ask("evaluate", Caps(trees=16), **fields, trees=17)
    with pytest.raises(TooLargeError, match="ask for one index at a time"):
        ask("replay", Caps(answer_bytes=10_000), record=RECORD)
