"""From deal to end: captains, the lone captain, draws and reshuffles, target, last journey, six players."""

from __future__ import annotations

import pytest

from .build import cards, start, table

DEALT = ("compass", "compass", "lightning_rod", "lightning_rod", "foghorn", "foghorn")


@pytest.mark.parametrize(("players", "size"), [(2, 8), (3, 8), (4, 6), (5, 6), (6, 6)])
def test_rule_hands_are_dealt_seat_by_seat_and_seen_by_their_owner(players, size):
    at = start(players=players, first_captain=1)
    for seat in range(players):
        for _ in range(size):
            assert at["pending"] == seat
            assert at.noticed(seat) is None or at.noticed(seat)[1] == seat - 1
            at.play(DEALT[seat])
    assert at["hand_sizes"] == (size,) * players
    assert at.noticed(players - 1) == ("deal", players - 1, (DEALT[players - 1],) * size)
    assert at.noticed(0) == ("deal", players - 1, None)
    assert at.turn == ("roll", None)
    assert at["captain"] == 1


@pytest.mark.parametrize(("grappling_hook", "size"), [(False, 84), (True, 86)])
def test_rule_grappling_hook_adds_two_cards(grappling_hook, size):
    assert start(grappling_hook=grappling_hook)["deck_size"] == size


def test_rule_passengers_choose_clockwise_from_the_captains_left():
    at = table("", "", "", "", "", captain=3, ashore=[0]).play("blank-blank")
    for seat in (4, 1, 2):
        assert at.turn == ("passenger", seat)
        at.play("stay")
    assert at.turn == ("announcement", 3)


def test_rule_captaincy_passes_to_the_next_aboard_who_alone_keeps_it():
    at = table("", "", "", "", captain=2).play("blank-blank", "leave", "city-1:1", "stay", "stay", "fly")
    assert at["captain"] == 0
    at = table("", "", "", captain=2).play("blank-blank", "leave", "city-1:1", "leave", "city-1:1", "fly")
    assert at.turn == ("lone", 2)


@pytest.mark.parametrize("choice", ["leave", "fly"])
def test_rule_a_lone_captain_leaves_with_a_treasure_before_the_roll_or_goes_on(choice):
    at = table("", "", "", city=12, captain=1, ashore=[0, 2])
    assert at.legal == {"leave", "fly"}
    at.play(choice)
    assert at.noticed(0) == ("leave" if choice == "leave" else "go_on", 1)
    if choice == "leave":
        at.play("city-12:15")
        assert at["totals"] == (0, 15, 0)
        assert at.turn == ("journey_end", None)
    else:
        at.play("blank-blank-blank")
        assert at.turn == ("announcement", 1)
        assert at.play("fly").turn == ("lone", 1)


ENDS = {
    "crash": ("bird-bird-bird-bird", "stay", "stay", "crash"),
    "last city": ("blank-blank-blank-blank", "stay", "stay", "fly", *["city-25:25"] * 3),
    "alone": ("leave", "city-20:20"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("rule", ["next_seat", "next_aboard"])
def test_rule_after_journey_captain(end, rule):
    ashore = [0, 2, 3] if end == "alone" else [2]
    at = table("", "", "", "", city=20, captain=1, ashore=ashore, after_journey_captain=rule).play(*ENDS[end])
    at.play("journey-end")
    assert at["captain"] == (3 if rule == "next_aboard" and end != "alone" else 2)
    assert at.noticed(0) == ("journey", at["captain"])
    assert at["aboard"] == (True,) * 4
    assert at["city"] == 1


def test_rule_next_aboard_alone_is_himself_and_jetpack_users_count():
    at = table("", "", city=20, captain=1, ashore=[0], after_journey_captain="next_aboard")
    assert at.play("fly", "bird-bird-bird-bird", "crash", "journey-end")["captain"] == 1
    at = table("", "", "jetpack", "", after_journey_captain="next_aboard", captain=1)
    at.play("bird-bird", "stay", "stay", "stay", "crash", "jetpack", "city-1:1", "journey-end")
    assert at["captain"] == 2


def test_rule_every_player_draws_one_card_from_the_new_captain_on_and_without_limit():
    at = table(*["compass compass"] * 4, captain=1).play("bird-bird", "stay", "stay", "stay", "crash", "journey-end")
    for seat in (2, 3, 0, 1):
        assert at.turn == ("draw", None)
        assert at["pending"] == seat
        at.play("turbo")
        assert [at.noticed(v) for v in range(4)] == [("draw", seat, "turbo" if v == seat else None, None) for v in range(4)]
    assert at["hand_sizes"] == (3,) * 4
    assert at.turn == ("roll", None)


def test_rule_a_reshuffle_in_the_middle_of_the_draws():
    at = table("", "", "", deck="compass", discards="turbo turbo gust")
    at.play("bird-bird", "stay", "stay", "crash", "journey-end")
    assert list(at.chance) == ["compass"]
    at.play("compass")
    assert {name: odds.denominator for name, odds in at.chance.items()} == {"turbo": 3, "gust": 3}
    at.play("gust")
    assert at.noticed(1) == ("draw", 2, None, cards("turbo turbo gust"))
    assert at["discards"] == cards("")
    at.play("turbo")
    assert at.noticed(1) == ("draw", 0, None, None)
    assert (at["deck_size"], at["hand_sizes"]) == (1, (1, 1, 1))


def test_rule_a_draw_is_skipped_when_deck_and_discards_are_empty():
    at = table("", "", "", deck="compass").play("bird-bird", "stay", "stay", "crash", "journey-end", "compass")
    assert at.turn == ("roll", None)
    assert at["hand_sizes"] == (0, 1, 0)
    at = table("", "", deck="").play("bird-bird", "stay", "crash", "journey-end")
    assert at.turn == ("roll", None)
