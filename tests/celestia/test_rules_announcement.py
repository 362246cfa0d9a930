"""The captain's announcement: what he must and what he may do, and when he announces afresh."""

from __future__ import annotations

from typing import Any

import pytest

from .build import Table, cards, table


def announced(hand: str, *dice: str, **options: Any) -> Table:
    """The captain faces these dice; the other seat stays and has nothing to play."""
    where = {2: 1, 3: 9, 4: 20}[len(dice)]
    return table(hand, city=where, **options).play("-".join(dice), "stay")


@pytest.mark.parametrize(
    ("hand", "dice", "legal"),
    [
        ("compass turbo", ("cloud", "blank"), {"fly"}),  # row 5
        ("compass turbo", ("cloud", "pirates"), {"fly", "crash"}),  # row 6
        ("compass compass cannon turbo turbo turbo", ("cloud", "cloud", "pirates"), {"fly"}),  # row 7
        ("", ("blank", "blank"), {"fly"}),
        ("compass", ("blank", "blank"), {"fly"}),
        ("", ("cloud", "blank"), {"crash"}),
        ("turbo", ("cloud", "pirates"), {"crash"}),
        ("turbo turbo", ("cloud", "pirates"), {"fly", "crash"}),
        ("compass turbo", ("cloud", "cloud", "bird"), {"crash"}),
        ("turbo turbo turbo turbo", ("cloud", "cloud", "bird", "bird"), {"fly", "crash"}),
        ("compass lightning_rod foghorn cannon", ("cloud", "lightning", "bird", "pirates"), {"fly"}),
        ("lightning_rod foghorn cannon", ("cloud", "blank"), {"crash"}),
    ],
)
def test_rule_equipment_must_fly_turbos_may(hand: str, dice: tuple[str, ...], legal: set[str]) -> None:
    at = announced(hand, *dice)
    assert at.turn == ("announcement", 0)
    assert at.legal == legal


@pytest.mark.parametrize(
    ("hand", "dice", "played", "turbos"),
    [
        ("compass turbo", ("cloud", "blank"), "compass", ()),
        ("compass turbo", ("cloud", "pirates"), "compass turbo", ("pirates",)),
        ("compass compass cannon turbo turbo turbo", ("cloud", "cloud", "pirates"), "compass compass cannon", ()),
        ("compass turbo turbo turbo", ("cloud", "cloud", "lightning"), "compass turbo turbo", ("cloud", "lightning")),
        ("compass turbo", ("blank", "blank"), "", ()),
    ],
)
def test_rule_a_flight_spends_equipment_first_and_turbos_for_the_shortfall(
    hand: str, dice: tuple[str, ...], played: str, turbos: tuple[str, ...]
) -> None:
    at = announced(hand, *dice).play("fly")
    assert at["discards"] == cards(played)
    assert at["hands"][0] == tuple(h - p for h, p in zip(cards(hand), cards(played), strict=True))
    assert at.noticed(1) == ("fly", 0, dice, turbos)


@pytest.mark.parametrize("hand", ["compass", "compass turbo"])
def test_rule_a_forced_and_a_chosen_crash_call_look_alike_and_spend_nothing(hand: str) -> None:
    at = announced(hand, "cloud", "bird").play("crash")
    assert at.noticed(1) == ("crash", 0, ("cloud", "bird"))
    assert at["hands"][0] == cards(hand)
    assert at["discards"] == cards("")
    assert at.turn[0] == "journey_end"


@pytest.mark.parametrize("reannounce", ["window_end", "at_once"])
def test_rule_a_reroll_in_b_leads_to_a_fresh_announcement_and_a_fresh_b(reannounce: str) -> None:
    at = table("turbo", "gust detour", city=1, reannounce=reannounce).play("cloud-blank", "stay", "pass", "crash")
    assert at.turn == ("window_b", 1)
    at.play("gust", "pirates")
    if reannounce == "window_end":  # the holder of the detour is asked once more before the window ends
        assert at.turn == ("window_b", 1)
        at.play("pass")
    assert at.turn == ("announcement", 0)
    assert at["dice"] == ("cloud", "pirates")
    assert at.legal == {"crash"}
    at.play("crash")
    assert at.turn == ("window_b", 1)
    at.play("detour", "reroll-cloud", "blank")
    assert at.turn == ("announcement", 0)
    assert at.legal == {"fly", "crash"}
    at.play("crash")
    assert at.turn[0] == "journey_end"


@pytest.mark.parametrize("reannounce", ["window_end", "at_once"])
def test_rule_a_reroll_of_no_dice_leaves_b_open_and_the_crash_final(reannounce: str) -> None:
    at = table("", "detour", "gust", reannounce=reannounce).play("cloud-blank", "stay", "stay", "pass", "pass", "crash")
    at.play("detour", "reroll-none")
    assert at.turn == ("window_b", 2)
    assert at.play("pass").turn[0] == "journey_end"


@pytest.mark.parametrize("reannounce", ["window_end", "at_once"])
def test_rule_a_die_that_shows_the_same_face_again_was_rerolled(reannounce: str) -> None:
    at = table("turbo", "detour", reannounce=reannounce).play("bird-blank", "stay", "pass", "crash", "detour", "reroll-bird")
    assert at.play("bird").turn == ("announcement", 0)
    assert at.legal == {"fly", "crash"}
    assert at.play("fly")["city"] == 2


@pytest.mark.parametrize("reannounce", ["window_end", "at_once"])
def test_rule_row_23_a_gust_after_a_detour_comes_before_the_captain_announces_again(reannounce: str) -> None:
    """Under window_end; under at_once the detour ends the window, and the captain flies on two blanks."""
    at = table("", "detour", "gust", reannounce=reannounce).play("cloud-blank", "stay", "leave", "city-1:1", "pass", "pass")
    at.play("crash", "detour", "reroll-cloud", "blank")
    if reannounce == "at_once":
        assert at.turn == ("announcement", 0)
        return
    assert at.turn == ("window_b", 2)
    at.play("gust", "bird-pirates")
    assert at.turn == ("announcement", 0)
    assert at.legal == {"crash"}


@pytest.mark.parametrize("reannounce", ["window_end", "at_once"])
def test_rule_a_reroll_can_force_a_flight(reannounce: str) -> None:
    at = table("compass turbo detour", reannounce=reannounce).play("cloud-pirates", "stay", "pass", "crash")
    at.play("detour", "reroll-pirates", "cloud")
    assert at.legal == {"fly", "crash"}
    again = table("compass detour", reannounce=reannounce).play("cloud-pirates", "stay", "pass", "crash")
    again.play("detour", "reroll-pirates", "blank")
    assert again.legal == {"fly"}
