"""Tables to play at: a whole game, nothing told that the seat does not see, bounds, refusals."""

import json

import pytest
from fastapi.testclient import TestClient

from orienteer.core.errors import OptionError
from orienteer.records import Record
from orienteer.server import tables as module
from orienteer.server.app import create_app
from orienteer.server.settings import Settings
from orienteer.server.tables import Advance, BusyTablesError, NewTable, NoTableError, Table, TableMove, Tables

QUICK = {
    "incan_gold": {"seats": ["human", "beginner", "beginner"], "options": {"rounds": 2}},
    "celestia": {"seats": ["beginner", "human"], "options": {"max_journeys": 2}},
    "takara_island": {"seats": ["beginner", "human"], "options": {"max_rounds": 3}},
    "lost_explorers": {"seats": ["human", "beginner"], "options": {"max_turns": 4}},
}


def table(game, **more):
    return Table(NewTable(game=game, **{**QUICK[game], "seed": 5, **more}))


def played(found, pick=0):
    """The last view, after every choice was the move number `pick` where there are so many."""
    view = found.view()
    for _ in range(2000):
        if view["waiting"] == "nobody":
            return view
        if view["waiting"] == "human":
            move = view["moves"][min(pick, len(view["moves"]) - 1)]["id"]
            view = found.move(TableMove(move=move, since=view["length"]))
        else:
            view = found.advance(Advance(since=view["length"]))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", QUICK)
def test_a_game_is_played_to_its_end_and_its_record_replays_to_the_last_position(game):
    found = table(game)
    view = played(found)
    assert view["moves"] == []
    assert len(view["scores"]) == len(QUICK[game]["seats"])
    assert Record.from_dict(json.loads(json.dumps(found.record()))).final().to_dict() == view["position"]


@pytest.mark.parametrize("game", QUICK)
def test_law_one_seed_gives_one_game(game):
    assert played(table(game), pick=1)["position"] == played(table(game), pick=1)["position"]


@pytest.mark.parametrize("game", ["celestia", "takara_island"])
def test_law_a_view_is_a_function_of_what_the_seat_noticed(game):
    found = table(game)
    view = found.view()
    while view["waiting"] != "nobody":
        replayed = Record.from_dict(found.record())
        assert replayed.final().to_dict() == view["position"]
        assert view["scores"] is None
        known = {"id", "game", "viewer", "seats", "position", "events", "length", "waiting", "moves", "scores", "returns"}
        assert view.keys() == known
        if view["waiting"] == "human":
            view = found.move(TableMove(move=view["moves"][-1]["id"]))
        else:
            view = found.advance(Advance())


def test_events_are_told_from_the_number_that_is_known():
    found = table("incan_gold")
    view = found.view()
    later = found.move(TableMove(move="stay", since=view["length"]))
    assert later["events"] == list(found.record()["events"])[view["length"] :]
    assert len(later["events"]) == later["length"] - view["length"]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"seats": ["beginner", "beginner"]}, "seats"),
        ({"seats": ["human", "human"]}, "seats"),
        ({"seats": ["human", "champion"]}, "seats[1]"),
        ({"seats": ["human", "mcts iterations=1000000000"]}, "seats[1]"),
        ({"seats": ["human"] + ["beginner"] * 6}, "seats"),
        ({"options": {"rounds": 9}}, "options.rounds"),
        ({"options": {"player": 3}}, "options.player"),
        ({"preset": "none"}, "preset"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(more, field):
    game = "celestia" if len(more.get("seats", ())) > 5 else "incan_gold"
    with pytest.raises(OptionError) as refusal:
        table(game, **({**more, "options": {}} if game == "celestia" else more))
    assert refusal.value.field == field


def test_rules_name_no_files():
    with pytest.raises(OptionError, match=r"options\.data"):
        table("lost_explorers", options={"data": "/etc/hostname"})


def test_a_move_that_is_not_legal_changes_nothing():
    found = table("incan_gold")
    before = found.view()
    with pytest.raises(OptionError, match="move: 'fly', allowed: stay, leave"):
        found.move(TableMove(move="fly"))
    assert found.view() == before


def test_tables_are_bounded_and_given_up_when_nobody_uses_them(monkeypatch):
    now = 0.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    kept = Tables(most=2, idle_seconds=60.0)
    asked = NewTable(game="incan_gold", seats=["human", "beginner"])
    first, second = kept.open(asked), kept.open(asked)
    with pytest.raises(BusyTablesError, match="all 2 tables are in use"):
        kept.open(asked)
    now = 59.0
    assert kept.find(second.id) is second
    now = 61.0
    with pytest.raises(NoTableError):
        kept.find(first.id)
    assert len(kept) == 1
    assert kept.open(asked).id not in (first.id, second.id)


def test_tables_over_http():
    with TestClient(create_app(Settings(names=("testserver",), tables=1))) as client:
        opened = client.post("/api/tables", json={"game": "incan_gold", **QUICK["incan_gold"], "names": ["Ann", "Ben", "Cleo"]})
        assert opened.status_code == 201
        where = f"/api/tables/{opened.json()['id']}"
        assert client.post("/api/tables", json={"game": "incan_gold", **QUICK["incan_gold"]}).status_code == 503
        refused = client.post(f"{where}/moves", json={"move": "fly"})
        assert (refused.status_code, refused.json()["error"]["field"]) == (422, "move")
        assert client.post(f"{where}/moves", json={"move": "leave"}).json()["length"] > opened.json()["length"]
        assert client.get(where, params={"since": 10**6}).json()["events"] == []
        assert client.get(f"{where}/record").json()["players"] == ["Ann", "Ben", "Cleo"]
        assert client.get("/api/tables/none").status_code == 404
        wrong = client.post("/api/tables", json={"game": "incan_gold", "seats": "human"})
        assert (wrong.status_code, wrong.json()["error"]["field"]) == (422, "seats")
