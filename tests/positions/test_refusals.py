"""Documents that the form or the rules refuse; the message begins with the path of the field."""

from __future__ import annotations

from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position

from .helpers import document
from .laws import edited

# Two rounds are over; one of four is out with what he had before.
BASE = document(
    4,
    round=3,
    path=[5, "spider", 11],
    removed=["fire"],
    pocket=4,
    leftovers=2,
    artifacts={"lost": 1},
    players=[
        {"name": "Ann", "gems": 12, "artifacts": 1, "inside": True},
        {"name": "Ben", "gems": 5, "artifacts": 0, "inside": True},
        {"name": "Cleo", "gems": 30, "artifacts": 0, "inside": True},
        {"name": "Dan", "gems": 20, "artifacts": 0, "inside": False},
    ],
)
PLAYER = {"gems": 0, "artifacts": 0, "inside": True}

# (path of the change, new value, start of the message); "-" as value leaves the field out
FORM = [
    ("format", 2, "format: 2, allowed: 1"),
    ("format", True, "format: True, allowed: 1"),
    ("format", "-", "format: missing"),
    ("seed", 7, "seed: no such field, allowed: evidence, format, game, rules, state, viewer"),
    ("rules", "-", "rules: missing"),
    ("rules", "bgg", "rules: 'bgg', allowed: 'seed', 'bga'"),
    ("rules", 3, "rules: 3, allowed: 'seed'"),
    ("rules", {}, "rules.preset: missing"),
    ("rules", {"preset": "bgg"}, "rules.preset: 'bgg', allowed: 'seed'"),
    ("rules", {"preset": "bga", "card": 1}, "rules.card: no such field, allowed: artifact_schedule, artifact_value"),
    ("rules", {"preset": "bga", "rounds": 6}, "rules.rounds: 6, allowed: a whole number ≤ 5"),
    ("rules", {"preset": "bga", "deck": "bgg"}, "rules.deck: 'bgg', allowed: 'seed'"),
    ("rules", {"preset": "bga", "deck": [1, 2.5]}, "rules.deck[1]: 2.5, allowed: a whole number"),
    ("rules", {"preset": "bga", "deck": [0]}, "rules.deck[0]: 0, allowed: a whole number ≥ 1"),
    ("rules", {"preset": "bga", "artifacts": 1}, "rules.artifacts: 1, allowed: true or false"),
    ("rules", {"preset": "bga", "players": 5}, "rules.players: 5, allowed: 4, as many as state.players"),
    ("rules", {"preset": "print", "artifact_schedule": "all_at_start"}, "rules.artifact_schedule: 'all_at_start'"),
    ("rules", {"preset": "seed", "hazards": [2, 2]}, "rules.hazards: (2, 2), allowed: copies beyond"),
    ("viewer", "-", "viewer: missing"),
    ("viewer", 4, "viewer: 4, allowed: a seat from 0 to 3, 'Ann', 'Ben', 'Cleo', 'Dan', 'public', 'omniscient'"),
    ("viewer", -1, "viewer: -1, allowed: a whole number ≥ 0"),
    ("viewer", "Eve", "viewer: 'Eve', allowed: a seat from 0 to 3, 'Ann'"),
    ("viewer", True, "viewer: True, allowed: text"),
    ("viewer", None, "viewer: null"),
    ("evidence", [{"type": "card", "card": 5}], "evidence: 1 entries, allowed: at most 0"),
    ("state", "-", "state: missing"),
    ("state", [], "state: [], allowed: an object"),
    ("state.turn", 1, "state.turn: no such field, allowed: artifacts, leftovers, next, path, players, pocket"),
    ("state.round", 0, "state.round: 0, allowed: a whole number ≥ 1"),
    ("state.round", 6, "state.round: 6, allowed: a whole number ≤ 5"),
    ("state.round", 3.0, "state.round: 3.0, allowed: a whole number"),
    ("state.players", [], "state.players: 0 entries, allowed: at least 1"),
    ("state.players", [PLAYER] * 9, "state.players: 9 entries, allowed: at most 8"),
    ("state.players.2.gems", -3, "state.players[2].gems: -3, allowed: a whole number ≥ 0"),
    ("state.players.2.gems", "12", "state.players[2].gems: '12', allowed: a whole number"),
    ("state.players.2.gems", True, "state.players[2].gems: True, allowed: a whole number"),
    ("state.players.2.gems", 1e300, "state.players[2].gems: 1e+300, allowed: a whole number"),
    ("state.players.2.gems", 10**1000, "state.players[2].gems: a number of 3322 bits, allowed: at most"),
    ("state.players.2.gems", "-", "state.players[2].gems: missing"),
    ("state.players.2.gem", 4, "state.players[2].gem: no such field, allowed: artifacts, gems, inside, name"),
    ("state.players.2.inside", 1, "state.players[2].inside: 1, allowed: true or false"),
    ("state.players.2.name", "Ann", "state.players[2].name: 'Ann', allowed: a name of his own"),
    ("state.players.2.name", "3", "state.players[2].name: '3', allowed: 1 to 40 printable characters"),
    ("state.players.2.name", "public", "state.players[2].name: 'public', allowed: 1 to 40"),
    ("state.players.2.name", "a\nb", "state.players[2].name: 'a\\nb', allowed: 1 to 40"),
    ("state.players.2.name", "", "state.players[2].name: '', allowed: at least 1"),
    ("state.players.2.name", "x" * 41, "state.players[2].name: '" + "x" * 41),
    ("state.path", "5", "state.path: '5', allowed: a list"),
    ("state.path.0", "sphinx", "state.path[0]: 'sphinx', allowed: 'spider', 'mummy'"),
    ("state.path.0", True, "state.path[0]: True, allowed: 'spider'"),
    ("state.path.0", None, "state.path[0]: null, allowed: 'spider'"),
    ("state.path.0", 100, "state.path[0]: 100, allowed: a whole number ≤ 99"),
    ("state.removed.0", "artifact", "state.removed[0]: 'artifact', allowed: 'spider'"),
    ("state.pocket", -1, "state.pocket: -1, allowed: a whole number ≥ 0"),
    ("state.leftovers", [1.5], "state.leftovers[0]: 1.5, allowed: a whole number"),
    ("state.artifacts", 3, "state.artifacts: 3, allowed: an object"),
    ("state.artifacts.found", 3, "state.artifacts.found: no such field, allowed: lost, taken"),
    ("state.next", "deal", "state.next: 'deal', allowed: 'card', 'choice' or 'over'"),
]
RULES = [
    ("state.path.0", 6, "state.path[0]: 6, allowed: 1, 2, 3"),
    ("state.path.0", "artifact-7", "state.path[0]: 'artifact-7', allowed: 1, 2"),
    ("state.path.2", "spider", "state.path[2]: 'spider', allowed: one spider on the path"),
    ("state.path", [3, 5, 5, 5], "state.path[3]: 5, allowed: at most 2 of this card"),
    ("state.path", [1, 2, 3, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 15], "state.path[15]: 15, allowed: at most 1"),
    ("state.path", ["artifact"] * 6, "state.path[5]: 'artifact', allowed: at most 5"),
    ("state.path", "-", "state.path: missing"),
    ("state.removed", "-", "state.removed: missing"),
    ("state.removed", ["fire"] * 3, "state.removed[2]: 'fire', allowed: at most 2 fire cards"),
    ("state.removed", ["fire", "snake", "mummy"], "state.removed: ['fire', 'snake', 'mummy'], allowed: at most 2"),
    ("state.players.1.artifacts", "-", "state.players[1].artifacts: missing"),
    ("state.players.1.artifacts", [5], "state.players[1].artifacts: [5], allowed: how many"),
    ("state.players.1.artifacts", 6, "state.players[1].artifacts: 6, allowed: how many"),
    ("state.players.0.artifacts", 3, "state.artifacts: '3 taken, 1 lost, 0 on the path', allowed: at most 3"),
    ("state.players.0.artifacts", 2, "state.artifacts: '2 taken and 1 lost, 0 of them held by those outside'"),
    ("state.artifacts.taken", 0, "state.artifacts.taken: 0, allowed: 1"),
    ("state.artifacts.lost", 3, "state.artifacts: '1 taken, 3 lost"),
    ("state.artifacts.lost", [5], "state.artifacts.lost: [5], allowed: how many"),
    ("state.artifacts.lost", 6, "state.artifacts.lost: 6, allowed: at most 5"),
    ("state.artifacts", "-", "state.artifacts.lost: missing"),
    ("state.players.1.inside", "-", "state.players[1].inside: missing"),
    ("state.pocket", "-", "state.pocket: missing"),
    ("state.leftovers", "-", "state.leftovers: missing"),
    ("state.leftovers", [2], "state.leftovers: [2], allowed: one number"),
    ("state.pocket", 5, "state.pocket: 5, allowed: what some order of leaving gives"),
    ("state.leftovers", 1, "state.leftovers: 1, allowed: what some order of leaving gives"),
    ("state.players.3.gems", 0, "state.players: '0 gems and artifacts [] outside', allowed: what some order"),
    ("state.players.0.gems", 300, "state.players[0].gems: 300, allowed: at most 220"),
    ("state.players.0.gems", 200, "state.players: '255 gems in all tents', allowed: at most 222"),
]


def refusal(given: dict[str, Any]) -> str:
    with pytest.raises(PositionError) as error:
        Position.from_dict(given)
    return str(error.value)


def test_the_base_is_accepted() -> None:
    assert Position.from_dict(BASE).to_dict()["state"] == {
        **BASE["state"],
        "artifacts": {"taken": 1, "lost": 1},
        "next": "choice",
    }


@pytest.mark.parametrize(("place", "value", "message"), FORM)
def test_a_malformed_field_is_refused(place: str, value: Any, message: str) -> None:
    assert refusal(edited(BASE, {place: value})).startswith(message)


@pytest.mark.parametrize(("place", "value", "message"), RULES)
def test_the_rules_refuse_a_field(place: str, value: Any, message: str) -> None:
    assert refusal(edited(BASE, {place: value})).startswith(message)


def tents(*held: Any) -> list[dict[str, Any]]:
    return [{"gems": 0, "artifacts": artifacts, "inside": True} for artifacts in held]


def later(rules: str, number: int, lost: Any, *held: Any, **artifacts: Any) -> dict[str, Any]:
    """The start of a later round: three players with these artifacts, no bust so far."""
    players = tents(*held, *[[]] * (3 - len(held)))
    return document(rules=rules, round=number, removed=[], artifacts={"lost": lost, **artifacts}, players=players)


OUT = {**PLAYER, "gems": 2, "inside": False}
ALONE = {"gems": 1, "artifacts": 0}
TABLES = [
    # round 1 is exact
    (document(players=[{**PLAYER, "gems": 4}, PLAYER, PLAYER], path=["fire"]), "state.players[0].gems: 4, allowed: 0"),
    (document(players=tents(1, 0, 0), path=[3]), "state.players[0].artifacts: 1, allowed: at most 0"),
    (document(path=[5], pocket=2), "state.pocket: 2, allowed: 1: everyone is still inside"),
    (document(path=[5], leftovers=1), "state.leftovers: 1, allowed: 2: everyone is still inside"),
    (document(path=[5], removed=["fire"]), "state.removed: ['fire'], allowed: at most 0"),
    (document(path=[], next="choice"), "state.next: 'choice', allowed: 'card'"),
    (
        document(2, path=[5], pocket=2, leftovers=0, next="card", players=[OUT, PLAYER]),
        "state.players: '2 gems in all tents', allowed: 3",
    ),
    (
        document(2, path=[4], pocket=2, leftovers=0, next="choice", players=[OUT, PLAYER]),
        "state.pocket: 2, allowed: what some order of leaving gives",
    ),
    (
        document(2, path=[4], pocket=2, leftovers=0, players=[OUT] * 2),
        "state.players: 'nobody inside', allowed: somebody",
    ),
    (document(path=[], players=[{**PLAYER, "inside": False}, PLAYER, PLAYER]), "state.players[0].inside: False"),
    (document(path=["artifact", "artifact"]), "state.artifacts: '0 taken, 0 lost, 2 on the path', allowed: at most 1"),
    # the end
    (document(next="over", round=4), "state.round: 4, allowed: 5"),
    (document(next="over", round=5, path=[5]), "state.path: [5], allowed: []"),
    (
        document(next="over", round=5, removed=[], artifacts={"lost": 0}),
        "state.players[0].inside: True, allowed: false",
    ),
    (document(rules={"preset": "seed", "rounds": 2}, round=3, removed=[]), "state.round: 3, allowed: a whole number"),
    # one player
    (document(1, round=2, removed=[], players=[{"gems": 111, "artifacts": 0}]), "state.players[0].gems: 111"),
    (document(1, round=2, removed=["fire"], players=[ALONE], artifacts={"lost": 0}), "state.players[0].gems: 1"),
    (document(1, round=2, removed=[], players=[ALONE], artifacts={"lost": 1}), "state.artifacts.lost: 1"),
    (
        document(
            1,
            {"preset": "seed", "deck": [4, 6]},
            round=3,
            removed=[],
            artifacts={"lost": 0},
            players=[{"gems": 18, "artifacts": 0}],
        ),
        "state.players[0].gems: 18, allowed: a sum of the deck's cards",
    ),
    # artifacts by order, printed, none
    (later("print_2006", 3, 0, [10]), "state.players: '0 artifacts worth 5 and 1 worth 10'"),
    (later("print_2006", 5, 0, [10, 5], [5], [5]), "state.players[0].artifacts[1]: 5, allowed: 10"),
    (later("print_2006", 3, 0, [7]), "state.players[0].artifacts[0]: 7, allowed: 5, 10"),
    (later("print_2006", 3, 0, 1), "state.players[0].artifacts: 1, allowed: a list"),
    (later("bga", 4, 2, [10]), "state.players: '0 artifacts worth 5 and 1"),
    (later("print", 2, [], [7]), "state.players[0].artifacts: [7], allowed: without 7"),
    (later("print", 2, [], [8]), "state.players[0].artifacts[0]: 8, allowed: 5, 7"),
    (later("print", 3, [5], [5]), "state.artifacts.lost[0]: 5, allowed: each artifact in one place"),
    (later("print", 2, [7]), "state.artifacts.lost[0]: 7, allowed: 5"),
    (later("print", 2, 1), "state.artifacts.lost: 1, allowed: a list"),
    (later("print", 2, [], [5], taken=[7]), "state.artifacts.taken: [7], allowed: [5]"),
    (document(rules="print", path=["artifact"]), "state.path[0]: 'artifact', allowed: 1, 2"),
    (document(rules="diamant_2005", path=["artifact"]), "state.path[0]: 'artifact', allowed: 1, 2"),
    (document(rules="diamant_2005", players=tents(1, 0, 0)), "state.players[0].artifacts: 1, allowed: none"),
    # leftovers by card
    (document(rules="iello", path=[5], leftovers=[3]), "state.leftovers: [3], allowed: remainders below 3"),
    (document(rules="iello", path=[5], leftovers=[1, 1]), "state.leftovers: [1, 1], allowed: [2]"),
    (document(rules={"preset": "seed", "hazards": [3, 3, 3]}, path=["snake"]), "state.path[0]: 'snake', allowed: 1, 2"),
]


@pytest.mark.parametrize(("given", "message"), TABLES, ids=[message[:50] for _, message in TABLES])
def test_the_rules_refuse_a_table(given: dict[str, Any], message: str) -> None:
    assert refusal(given).startswith(message)
