"""Completing missions: members, leaders, clues and the fourth member."""

from __future__ import annotations

import pytest

from .build import start, table


@pytest.mark.parametrize(
    ("mission", "shut", "placed", "backs"),
    [
        ("B2+YB", "Y3 B3", "B2 YB", {"B2", "YB"}),
        ("B2+YB", "Y3 B3", "YB", set()),
        ("B2+YB", "Y3 B3", "YB R2 G2", set()),  # members elsewhere do not help
        ("B3+YB", "Y3 B3", "YB", {"YB"}),  # a closed place wants nobody
        ("B3+YB", "Y3 G3", "YB", set()),
        ("B3+YB", "Y3 G3", "YB B3 R2", {"YB", "B3"}),  # takes back one of those that it needs
        ("B2+YB+BG", "Y3 G3", "B2 YB BG", {"B2", "YB", "BG"}),
        ("B2+B3+BG", "Y3 B3", "B2 BG", {"B2", "BG"}),
    ],
)
def test_rule_a_mission_wants_members_on_all_its_open_places(mission, shut, placed, backs):
    it = table(players=4, shut=shut, missions={0: mission}, placed={0: placed})
    assert it.may("complete") == {f"{mission}-return-{back}" for back in backs}
    for back in backs:
        after = it.copy().play(f"complete-{mission}-return-{back}")
        assert set(after["placed"][0]) == set(placed.split()) - {back}
        assert (mission in after["missions"][0], after["finished"][0]) == (False, (mission,))
        assert after.seen == ("complete", 0, mission, back)


def test_rule_a_mission_without_an_open_place_is_never_completed(tmp_path):
    """No shipped token names closed places only: a file that has one."""
    from importlib.resources import files

    text = (files("orienteer.core.lost_explorers") / "shipped.toml").read_text()
    changed = text.replace('locations = ["R3", "RB"]', 'locations = ["R3", "B3"]')
    assert changed != text
    path = tmp_path / "tokens.toml"
    path.write_text(changed)
    it = table(data=str(path), colour_link="one", missions={0: "R3+B3"}, placed={0: "R2 B2 Y2"})
    assert it.may("complete") == set()


@pytest.mark.parametrize(
    ("mission", "leaders"),
    [
        ("R2+RB+GR", (2, 4)),
        ("Y2+YB+RY", (2, 4)),
        ("B2+YB+RB", (5, 1)),
        ("G2+BG+GR", (5, 1)),
        ("B2+B3", (3, 1)),
        ("Y2+Y3", (2, 2)),
    ],
)
def test_rule_the_leader_of_the_missions_colour_moves_by_its_open_places(mission, leaders):
    places = [place for place in mission.split("+") if place[1] != "3"]
    it = table(missions={0: mission}, placed={0: " ".join(places)}, leaders={0: (2, 1)}, discard="")
    assert it.play(f"complete-{mission}-return-{places[0]}")["leaders"][0] == leaders


@pytest.mark.parametrize(
    ("space", "mission", "clues", "leader"),
    [
        *((2, "B2+YB+RB", 1, 5), (2, "B2+YB", 0, 4), (4, "B2+B3", 1, 5), (5, "B2+YB+RB", 0, 8), (6, "B2+YB+RB", 1, 9)),
        *((9, "B2+YB", 0, 11), (10, "B2+YB", 1, 12), (11, "B2+YB", 1, 13), (12, "B2+B3", 0, 13)),
        *((11, "B2+YB+RB", 2, 14), (12, "B2+YB", 1, 14), (13, "B2+YB+RB", 1, 14)),  # clamped at the last space
    ],
)
def test_rule_clue_spaces_reached_or_passed(space, mission, clues, leader):
    places = [place for place in mission.split("+") if place[1] != "3"]
    it = table(missions={0: mission}, placed={0: " ".join(places)}, leaders={0: (space, 0)})
    before = it["clues"][0]
    it.play(f"complete-{mission}-return-{places[0]}")
    assert (it["clues"][0] - before, it["leaders"][0][0]) == (clues, leader)
    assert it.state.rewards("points") == [clues, 0]
    assert it.state.rewards("margin") == [clues, -clues]
    assert it.state.scores() == [before + clues, 0]


def test_rule_the_fourth_clue_wins_at_once():
    """No bonus although the leader was behind and tokens lie there; the mission is discarded, the turn does not end."""
    it = table(discard="rg", leaders={0: (8, 9), 1: (9, 8)}, missions={0: "B2+YB RY+GY"}, placed={0: "B2 YB"}, rest=1)
    it.play("complete-B2+YB-return-B2")
    assert (it["ending"], it["phase"], it["turn"], it["turns"]) == ("clues", "over", 0, 4)
    assert (it["clues"], it["leaders"][0], it.discard, it.vehicles(0)) == ((4, 3), (10, 9), "rbg", "")
    assert (it["missions"][0], it["placed"][0], it.legal) == (("RY+GY",), ("YB",), set())
    assert "B2+YB" in it["finished"][0]
    assert [it.state.returns(name) for name in ("win", "points", "margin")] == [[1, 0], [4, 3], [1, -1]]


def test_rule_two_clues_at_once_may_win():
    it = table(leaders={0: (11, 2)}, missions={0: "G2+BG+GR"}, placed={0: "G2 BG GR"}, discard="rg")
    it.play("complete-G2+BG+GR-return-G2")
    assert (it["ending"], it["clues"][0], it["leaders"][0]) == ("clues", 4, (14, 2))


def test_rule_the_winning_mission_may_bring_the_fourth_member():
    it = table(leaders={0: (12, 3)}, missions={0: "R2+RB"}, placed={0: "R2 RB"}).play("complete-R2+RB-return-RB")
    assert (it["ending"], it["clues"], it["members"]) == ("clues", (4, 0), (4, 3))


# -- the fourth member


@pytest.mark.parametrize(
    ("leaders", "members"), [((1, 4), 3), ((2, 3), 3), ((2, 4), 4), ((3, 4), 4), ((3, 9), 4), ((4, 4), 4), ((11, 3), 3)]
)
def test_rule_both_leaders_on_the_fourth_space_bring_a_member(leaders, members):
    it = table(leaders={0: leaders}, missions={0: "B2+YB"}, placed={0: "B2 YB"}).play("complete-B2+YB-return-B2")
    assert it["members"] == (members, 3)


def test_rule_the_fourth_member_is_usable_in_the_next_turn():
    it = table(rows=("rrrrrr", "b"), leaders={0: (2, 4)}, missions={0: "B2+YB RB+RY"}, placed={0: "B2 YB"}, vehicles={0: "rrb"})
    it.play("complete-B2+YB-return-YB")
    assert (it["members"][0], it.legal) == (4, {"end-turn"})
    it.play("end-turn", "end-turn")
    assert it.may("equip-left") == {f"{k}-{kind}" for k in (1, 2, 3) for kind in ("vehicle", "mission")}
    it.play("retrieve-B2")
    assert {name[0] for name in it.may("equip-left")} == {"1", "2", "3", "4"}


def test_rule_the_number_of_members_is_an_option():
    for members in (1, 2, 3):
        it = table(members=members, leaders={0: (4, 4)}, rows=("rrrrrr", "b"))
        assert it["members"] == (members + 1, members)
        assert {int(name[0]) for name in it.may("equip-left")} == set(range(1, members + 2))
    assert start(members=2)["members"] == (2, 2)
