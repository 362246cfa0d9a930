"""Strategies saved and loaded: the same answer again, and every broken file refused by its field."""

import copy
import json
import pickle

import pytest

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.reference.goofspiel import Goofspiel
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.registry import load_game
from orienteer.core.state import View
from orienteer.equilibrium import Equilibrium, solve_subgame

from .helpers import played
from .levels import BLUFF, Levels


def solved(game=None, target=0.05):
    return solve_subgame((KuhnPoker() if game is None else game).new_initial_state(), target=target)


@pytest.mark.parametrize(
    "game", [KuhnPoker(), Goofspiel(cards=3), Levels(BLUFF, total=None), load_game("incan_gold", players=2).reduced()]
)
def test_round_trip(game, tmp_path):
    found = solved(game)
    found.save(tmp_path / "strategy.json")
    again = Equilibrium.load(tmp_path / "strategy.json")
    assert again == found
    assert again.to_dict() == found.to_dict()
    assert pickle.loads(pickle.dumps(found)) == found
    root = game.new_initial_state()
    players = [again.follow(root, seat) for seat in range(2)]
    assert played(root, players) == pytest.approx(found.values, abs=1e-12)


def test_a_view_keeps_what_it_assumes(tmp_path):
    state = KuhnPoker().new_initial_state().child(0).child(2)
    found = solve_subgame(View(state, 0), target=0.01)
    found.save(tmp_path / "strategy.json")
    assert Equilibrium.load(tmp_path / "strategy.json") == found


def test_the_file_says_what_its_numbers_are():
    plain = solved().to_dict()
    assert plain["nash_conv_in_points"] == pytest.approx(sum(plain["gains"]))
    assert "nash_conv_in_shares_of_a_win" in solved(Goofspiel(cards=3)).to_dict()
    assert json.loads(json.dumps(plain))["table"][0]["key"] == plain["table"][0]["key"]


def test_rows_by_number_and_by_key():
    found = solved()
    rows = list(found.table)
    assert len(found.table) == len(rows) == 12
    assert [found.table[i] for i in range(12)] == rows
    assert (found.table[-1], found.table[3:5], found.table[::-5]) == (rows[-1], tuple(rows[3:5]), tuple(rows[::-5]))
    assert all(found.row(row.seat, row.key) == row for row in rows)
    assert rows[0].text == "deal 0 J; deal 1"
    assert rows[0].moves == ("pass", "bet")
    assert {row.text.split("; ")[-1] for row in rows if row.seat == 1} == {"seat 0 pass", "seat 0 bet"}
    with pytest.raises(IndexError):
        found.table[12]
    for strategy in (found, Equilibrium.from_dict(found.to_dict())):
        with pytest.raises(OrienteerError, match=r"seat 0 has no information set with key 0+7b"):
            strategy.row(0, 123)


WRONG = [
    ("format", 2),
    ("game", 7),
    ("options", ["players"]),
    ("objective", None),
    ("values", "many"),
    ("values", [0.5]),
    ("values", [0.5, float("nan")]),
    ("gains", [True, 0.0]),
    ("target", "small"),
    ("iterations", -1),
    ("iterations", 2.5),
    ("sequences", 13),
    ("information_sets", [6, 7]),
    ("seconds", None),
    ("warnings", [1]),
    ("assumptions", "none"),
    ("moves", [0]),
    ("moves", {"first": {}}),
    ("moves", {"0": {"pass": "all"}}),
    ("table", None),
    ("table", [1]),
    ("table", []),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_field_is_named(name, value):
    plain = solved().to_dict()
    plain[name] = value
    with pytest.raises(OptionError, match=f"^(strategy: )?{'table' if name == 'information_sets' else name}"):
        Equilibrium.from_dict(plain)


@pytest.mark.parametrize("name", [name for name in solved().to_dict() if not name.startswith("nash_conv")])
def test_a_missing_field_is_named(name):
    plain = solved().to_dict()
    del plain[name]
    with pytest.raises(OptionError, match=f"^{name}"):
        Equilibrium.from_dict(plain)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seat", "north"),
        ("key", 12),
        ("key", "xyz"),
        ("text", None),
        ("actions", [0]),
        ("moves", ["pass", 1]),
        ("probabilities", [0.5, 0.6]),
        ("probabilities", [-0.5, 1.5]),
        ("probabilities", [0.5, "half"]),
    ],
)
def test_a_wrong_row_is_named(name, value):
    plain = copy.deepcopy(solved().to_dict())
    plain["table"][4][name] = value
    with pytest.raises(OptionError, match=r"^table\[4\]"):
        Equilibrium.from_dict(plain)
    del plain["table"][4][name]
    with pytest.raises(OptionError, match=r"^table\[4\]"):
        Equilibrium.from_dict(plain)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"a strategy"', "[" * 100_000])
def test_files_that_are_none(text, tmp_path):
    (tmp_path / "strategy.json").write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match=r"format|strategy\.json"):
        Equilibrium.load(tmp_path / "strategy.json")
