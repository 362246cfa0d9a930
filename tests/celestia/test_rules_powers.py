"""Gust, detour and ejection in the windows: who may play them and what they do."""

from __future__ import annotations

import pytest

from .build import in_a, in_b, table

OPENED = pytest.mark.parametrize(("opened", "window"), [(in_a, "window_a"), (in_b, "window_b")])


@OPENED
def test_rule_a_gust_rerolls_all_blanks(opened, window):
    at = opened("", "gust", dice="bird-blank-blank", city=9)
    assert at.turn == (window, 1)
    assert at.legal == {"pass", "gust"}
    at.play("gust")
    assert at.noticed(0) == ("play", 1, "gust")
    assert at.turn == ("reroll", None)
    assert len(at.chance) == 15  # two dice
    at.play("cloud-blank")
    assert (at.noticed(0), at.asked(0)) == (("reroll", ("cloud", "blank")), "announcement")
    assert at["dice"] == ("cloud", "bird", "blank")
    assert at["discards"][8] == 1


@OPENED
def test_rule_no_gust_without_a_blank(opened, window):
    assert opened("", "gust", dice="bird-pirates").turn[0] == ("announcement" if window == "window_a" else "journey_end")


@OPENED
def test_rule_a_player_who_left_may_gust_but_not_detour_or_eject(opened, window):
    for hand, legal in (("gust detour ejection", {"pass", "gust"}), ("detour ejection", None)):
        at = table("", hand, "").play("bird-blank", "leave", "city-1:1", "stay")
        if window == "window_b":
            at.play(*["pass"] * (legal is not None), "crash")
        if legal:
            assert at.turn == (window, 1)
            assert at.legal == legal
        else:
            assert at.turn[0] == ("announcement" if window == "window_a" else "journey_end")


@OPENED
@pytest.mark.parametrize("player", [0, 1])
def test_rule_a_detour_lets_the_captain_choose_dice(opened, window, player):
    hands = ["", ""]
    hands[player] = "detour"
    at = opened(*hands, dice="cloud-cloud-blank", city=9)
    assert at.turn == (window, player)
    at.play("detour")
    assert at.turn == ("detour", 0)
    assert at.legal == {f"reroll-{d}" for d in ("none", "cloud", "blank", "cloud-cloud", "cloud-blank", "cloud-cloud-blank")}
    at.play("reroll-cloud")
    assert at.noticed(1) == ("choose", ("cloud",))
    assert at.chance["blank"] == 2 * at.chance["cloud"]
    assert at.play("blank")["dice"] == ("cloud", "blank", "blank")


@pytest.mark.parametrize("player", [0, 1, 2])
def test_rule_an_ejection_puts_a_passenger_off_with_a_treasure_at_once(player):
    hands = ["", "", ""]
    hands[player] = "ejection"
    at = in_a(*hands)
    assert at.turn == ("window_a", player)
    assert at.legal == {"pass", "eject-1", "eject-2"}
    at.play("eject-2")
    assert at.noticed(0) == ("eject", player, 2)
    assert at.turn == ("treasure", None)
    at.play("city-1:4")
    assert at["aboard"] == (True, True, False)
    assert at["left_now"] == (False, False, True)
    assert at["totals"] == (0, 0, 4)


def test_rule_ejection_is_for_window_a_alone():
    assert in_b("", "ejection").turn[0] == "journey_end"


def test_rule_the_captain_cannot_be_ejected_and_faces_the_roll_alone():
    at = in_a("compass ejection", "ejection", city=2)
    assert at.legal == {"pass", "eject-1"}
    at.play("eject-1", "city-2:2")
    assert at["aboard"] == (True, False)
    assert at.turn == ("announcement", 0)
    assert at.play("fly").turn == ("lone", 0)


@pytest.mark.parametrize(("self_ejection", "legal"), [(True, {"pass", "eject-1", "eject-2"}), (False, {"pass", "eject-2"})])
def test_rule_self_ejection(self_ejection, legal):
    assert in_a("", "ejection", "", self_ejection=self_ejection).legal == legal


def test_rule_without_self_ejection_the_last_passenger_is_not_asked():
    assert in_a("", "ejection", self_ejection=False).turn == ("announcement", 0)
    assert in_a("", "ejection").legal == {"pass", "eject-1"}
