"""Every row of the table of known answers in Takara Island's rules, by its number. Fractions are compared as fractions."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.core.state import CHANCE_PLAYER, View
from tests.takara_island.odds_positions import full_state, play

EMPTY = {"top": 9}
NO_STONE = ("gold_6", (0,))  # what the viewer, seat 0, has seen


def odds(state, event, seat=0):
    """What a seat's view answers, a Fraction or Fractions by number."""
    found = orienteer.odds(View(state, seat), event)
    assert found.status == "rational"
    return found.value


def mean(state, event):
    return sum(number * chance for number, chance in odds(state, event).items())


def outcomes(state):
    """Chances of a chance node's outcomes by name."""
    weights = dict(state.chance_outcomes())
    total = sum(weights.values())
    return {state.action_to_string(CHANCE_PLAYER, outcome): Fraction(weight, total) for outcome, weight in weights.items()}


def row_1():
    alone = {1: Fraction(2, 3), 2: Fraction(4, 9), 3: Fraction(8, 27), 4: Fraction(16, 81)}
    both = {1: Fraction(8, 9), 2: Fraction(20, 27), 3: Fraction(16, 27), 4: Fraction(112, 243)}
    monsters = {1: ("bat_a", 0), 2: ("goblin_b", 3), 3: ("skeleton_a", 6), 4: ("drake", 6)}
    for health, (monster, top) in monsters.items():
        state = full_state({2: {"top": top, "up": [monster]}}, changes={"sword": True})
        assert outcomes(play(state, "fight-2"))["kill"] == alone[health]
        assert odds(state, f"win-fight health={health} adventurers=1") == alone[health]
        assert odds(state, "win-fight pile=2") == odds(state, f"win-fight health={health} adventurers=2") == both[health]


def row_2():
    state = full_state()
    assert {odds(state, f"stone-in-pile pile={pile}") for pile in range(6)} == {Fraction(1, 3)}
    pairs = [(a, b) for a in range(6) for b in range(a + 1, 6)]
    assert odds(state, "stones") == {10 * a + b: Fraction(1, 15) for a, b in pairs}
    assert {odds(state, f"both-stones pile={b} other={a}") for a, b in pairs} == {Fraction(1, 15)}


def row_3():
    state = full_state()
    assert {odds(state, f"stone-at pile={pile} slot=6") for pile in range(6)} == {Fraction(1, 9)}


def row_4():
    for pile in range(6):
        digs = outcomes(play(full_state(), f"dig-{pile}"))
        assert (digs["gold_2"], digs["rockfall"], digs["bat_a"] + digs["bat_b"]) == (
            Fraction(8, 18),
            Fraction(4, 18),
            Fraction(2, 18),
        )
        kinds = {kind: odds(full_state(), f"next-card pile={pile} card={kind}") for kind in ("gold", "rockfall", "monster")}
        assert kinds == {"gold": Fraction(8, 18), "rockfall": Fraction(4, 18), "monster": Fraction(2, 18)}
        assert odds(full_state(), f"injury-when-digging pile={pile}") == Fraction(4, 18)


def row_5():
    state = full_state({0: EMPTY})
    assert {odds(state, f"stone-in-pile pile={pile}") for pile in range(1, 6)} == {Fraction(2, 5)}


def row_6():
    state = full_state({pile: {"up": ["rockfall"]} for pile in (0, 2, 3, 5)})
    state = play(state, "destroy-2")
    assert state.fields()["gold"] == (8, 0)
    assert [pile for pile, row in enumerate(state.fields()["piles"]) if row["cards"][0] == "rockfall"] == [0, 3, 5]


def row_7():
    state = full_state({0: {"top": 7}}, changes={"items": ((0, 0, 0, 1, 0, 0, 0, 0, 0), (0,) * 9)})
    fields = play(state, "sell-4").fields()
    assert (fields["gold"], sum(fields["items"][0])) == ((20, 0), 0)


def row_8():
    state = full_state({0: {"top": 8}}, gone=["drake", "skeleton_a"])
    drawn = play(state, "dig-0", "chest", "treasure:mimic")
    assert outcomes(drawn) == {"mimic-beaten": Fraction(4, 9), "mimic-wins": Fraction(5, 9)}


def row_9():
    state = full_state({0: {"seen": {6: NO_STONE}}, 1: {"seen": {6: NO_STONE}}})
    assert odds(state, "stone-in-pile pile=0") == Fraction(14, 53)
    assert odds(state, "stone-in-pile pile=2") == Fraction(39, 106)
    assert odds(state, "both-stones pile=0 other=1") == Fraction(2, 53)


def row_10():
    state = play(full_state({0: {"top": 6}}), "dig-0", "stone")
    assert odds(state, "stone-at pile=0 slot=7") == 0
    assert odds(state, "stone-in-pile pile=1") == Fraction(1, 5)
    assert odds(state, "stone-at pile=1 slot=6") == Fraction(1, 15)


def row_11():
    gone = ["drake", "skeleton_a", "skeleton_b", *["chest"] * 4]  # a monster stays, a chest is drawn for first
    state = full_state({pile: EMPTY if pile < 3 else {"top": 8} for pile in range(6)}, gone=gone)
    for pile in (3, 4, 5):
        assert odds(state, f"stone-at pile={pile} slot=8") == Fraction(2, 3)
        assert odds(state, f"digging-loses pile={pile}") == Fraction(1, 3)
        dug = outcomes(play(state, f"dig-{pile}"))
        lost = [name for name in dug if play(state, f"dig-{pile}", name).fields()["ending"] == "no_stone"]
        assert (dug["stone"], sum(dug[name] for name in lost)) == (Fraction(2, 3), Fraction(1, 3))


def row_12():
    state = play(full_state(), "survey-0", "gold_2", "go-on", "bat_a", "go-on", "xp_1", "stop")
    assert odds(state, "next-card pile=0 card=gold", seat=1) == Fraction(4, 7)
    assert odds(state, "next-card pile=1 card=gold", seat=1) == Fraction(44, 105)
    assert odds(state, "next-card pile=1 card=rockfall", seat=1) == Fraction(4, 15)


def row_13():
    for pile in range(6):
        assert odds(full_state(), f"survey-rockfall pile={pile}") == Fraction(113, 204)
        assert mean(full_state(), f"survey-gold pile={pile} turn_up=yes") == Fraction(83, 51)
        assert mean(full_state(), f"survey-looks pile={pile}") == Fraction(121, 51)


def row_14():
    gives = {name: odds(full_state(), f"chest-gives treasure={name}") for name in ("nothing", "tablet", "idol")}
    assert gives == {"nothing": Fraction(5, 72), "tablet": Fraction(67, 504), "idol": Fraction(67, 168)}


def row_15():
    for pile in range(6):
        cards = odds(full_state(), f"miner-cards pile={pile}")
        assert cards == {0: Fraction(1, 9), 1: Fraction(16, 153), 2: Fraction(40, 51)}
        assert mean(full_state(), f"miner-xp pile={pile}") == Fraction(64, 153)


ROWS = {int(name.removeprefix("row_")): check for name, check in list(globals().items()) if name.startswith("row_")}


@pytest.mark.known
@pytest.mark.parametrize("row", sorted(ROWS), ids=[f"takara_island-{row}" for row in sorted(ROWS)])
def test_known(row):
    ROWS[row]()


def test_every_row_is_there():
    assert sorted(ROWS) == list(range(1, 16))
