"""What a Takara Island position may leave out, and what is refused; a message begins with the path of the field."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from orienteer.core.errors import PositionError
from orienteer.positions import Position
from tests.positions.laws import edited

# Twelve shallow and two middle cards are gone. Ann has surveyed pile 0, and hired the soothsayer for pile 4.
BASE: dict[str, Any] = {
    "format": 1,
    "game": "takara_island",
    "rules": "seed",
    "viewer": "Ann",
    "state": {
        "turn": "Ann",
        "round": 6,
        "players": [
            {"name": "Ann", "gold": 4, "items": [4, 1], "adventurers": {"used": 1}},
            {"name": "Ben", "gold": 9, "items": [2], "adventurers": {"waiting": 1}, "specialist": "miner"},
            {"name": "Cleo", "gold": 0, "items": [1], "tokens": 2, "recruited": True},
        ],
        "piles": [
            {
                "size": 7,
                "cards": [
                    {"card": "gold_2", "seen_by": ["Ann"]},
                    {"card": "goblin_a", "seen_by": ["Ann", "Cleo"], "proven": True},
                    {"seen_by": ["Cleo"]},
                    {"seen_by": ["Cleo"]},
                ],
            },
            {"size": 6, "cards": [{"card": "goblin_b", "face_up": True}], "wounds": 1},
            {"size": 8, "cards": [{"card": "rockfall", "face_up": True}]},
            9,
            {"size": 4, "cards": ["xp_2", "gold_6", "stone"]},
            {"size": 6, "cards": [{"seen_by": ["Ben"], "proven": True}]},
        ],
        "gone": {
            "gold_2": 6, "rockfall": 2, "xp_1": 1, "xp_1_hospital": 2, "bat_a": 1, "gold_4": 1, "chest": 1,
        },
        "treasures_gone": {"idol": 1},
    },
}  # fmt: skip
PLAYER = "state.players."
PILE = "state.piles."
CARD = "state.piles.{}.cards.{}"


changed = partial(edited, BASE)


def test_the_base_is_read() -> None:
    position = Position.from_dict(BASE)
    assert position.assumptions == ()
    assert position.derived == (
        "state.piles[0].cards[0].proven = true: the card below it at cards[1] is proven, so a survey passed it",
        "state.phase = 'act': adventurers are left to act",
        "state.supply = 7: 9 tokens, 2 with players",
        "state.players[1].resting = true: it turned face down when his turn ended",
    )
    table = position.to_dict()["state"]
    assert table["gone"]["shallow"] == {"gold_2": 6, "rockfall": 2, "xp_1": 1, "xp_1_hospital": 2, "bat_a": 1}
    assert table["gone"]["middle"] == {"gold_4": 1, "chest": 1}
    assert [list(player["adventurers"].values()) for player in table["players"]] == [[1, 1, 0, 0], [1, 0, 0, 1], [3, 0, 0, 0]]
    assert table["piles"][4]["cards"][2] == {"card": "stone", "seen_by": ["Ann"]}
    assert Position.from_dict(position.to_dict()) == position


def test_what_is_left_open_is_assumed() -> None:
    position = Position.from_dict(changed({"state.round": "-", PLAYER + "0.adventurers": "-"}))
    assert position.assumptions == (
        "state.phase = 'sword': the document does not say",
        "state.round = 1: the document does not say",
    )
    assert Position.from_dict(changed({"rules": "bga"})).game.options["mimic_fail"] == "removed"


CASES: list[tuple[dict[str, Any], str]] = [
    ({"viewer": "public"}, "viewer: 'public', allowed: a seat from 0 to 2: takara_island hides something"),
    ({"rules": {"preset": "seed", "swords": 2}}, "rules.swords: no such field, allowed: adventurers, gallery"),
    ({"rules": {"preset": "seed", "tie": "none"}}, "rules.tie: 'none', allowed: 'xp' or 'shared'"),
    ({"evidence": [{"type": "tavern", "player": "Ben"}]}, "evidence: 1 entries, allowed: at most 0"),
    # Cards: 54 of them, each in one place.
    ({"state.gone.gold_2": 7}, "state.gone: '15 cards', allowed: 14, as many as the piles lack"),
    ({PILE + "3": 10}, "state.piles[3]: 10, allowed: a whole number ≤ 9"),
    ({PILE + "3": 8}, "state.gone: '14 cards', allowed: 15, as many as the piles lack"),
    ({"state.gone.gold_2": 9}, "state.gone: '9 × gold_2', allowed: at most 8, as many as there are"),
    ({"state.gone.gold_2": 5, "state.gone.gold_4": 2}, "state.gone: {'gold_2': 5, "),
    ({"state.gone": {"shallow": {"gold_2": 12}}}, "state.gone.shallow: '12 × gold_2', allowed: at most 8"),
    ({"state.gone": {"shallow": {"gold_2": 6}}}, "state.gone.shallow: '6 cards', allowed: 12, as many as the piles lack"),
    ({"state.gone": "-"}, "state.gone: missing, allowed: the cards that left the piles: 12 shallow, 2 middle"),
    ({"state.gone": ["gold_2", None]}, "state.gone[1]: null, allowed: 'gold_2'"),
    ({"state.gone.gold_3": 1}, "state.gone.gold_3: 'gold_3', allowed: 'gold_2'"),
    ({CARD.format(4, 1): "gold_2"}, "state.piles[4].cards[1]: 'gold_2', allowed: a card of the deep level"),
    ({CARD.format(4, 0): "goblin_b"}, "state.piles[4].cards[0]: 'goblin_b', allowed: another card: of the 1 in the middle"),
    ({PILE + "4.cards": ["xp_2", "gold_6", "stone", "stone"]}, "state.piles[4].cards[3]: 'stone', allowed: another card: it"),
    ({"state.gone.stone": 1}, "state.gone: '1 × stone', allowed: 0: the piles name the finders of 0"),
    ({PILE + "4": {"size": 3, "stone": "Ben"}}, "state.piles[4].stone: 'Ben', allowed: null: with 3 cards left no deep card"),
    ({PILE + "4": {"size": 2, "cards": ["stone"], "stone": "Ben"}, "state.gone.goblin_c": 1},
     "state.piles[4].cards[0]: 'stone', allowed: another card: the pile gave its stone"),
    # Face up and face down.
    ({CARD.format(2, 0): {"card": "gold_2", "face_up": True}}, "state.piles[2].cards[0].card: 'gold_2', allowed: rockfall,"),
    ({PILE + "2.cards": [{"card": "rockfall", "face_up": True}] * 2},
     "state.piles[2].cards[1].face_up: True, allowed: false: at most one face-up rockfall lies in a pile"),
    ({PILE + "3": {"size": 9, "cards": [*["gold_2"] * 3, {"card": "goblin_c", "face_up": True}]}},
     "state.piles[3].cards[3].face_up: True, allowed: false: only the top 3 cards"),
    ({PILE + "3": {"size": 9, "cards": [None, {"card": "bat_b", "face_up": True}]}},
     "state.piles[3].cards[0]: null, allowed: a card with 'seen_by': the card below it at cards[1] is face up"),
    ({CARD.format(0, 0) + ".proven": False}, "state.piles[0].cards[0].proven: False, allowed: true: the card below it"),
    ({CARD.format(0, 0) + ".card": "rockfall"}, "state.piles[0].cards[0].card: 'rockfall', allowed: another card: the card"),
    ({CARD.format(5, 0) + ".seen_by": []}, "state.piles[5].cards[0].seen_by: [], allowed: who surveyed it"),
    ({CARD.format(2, 0) + ".seen_by": ["Ann"]}, "state.piles[2].cards[0].seen_by: ['Ann'], allowed: all players, or left out"),
    ({PILE + "1.wounds": 2}, "state.piles[1].wounds: 2, allowed: at most 1: goblin_b has 2 health"),
    ({PILE + "2.wounds": 1}, "state.piles[2].wounds: 1, allowed: 0: no face-up monster lies on top"),
    # Looks.
    ({CARD.format(5, 0) + ".card": "gold_4"}, "state.piles[5].cards[0].card: 'gold_4', allowed: null: 'Ann' has not looked at"),
    ({CARD.format(0, 2): {"seen_by": ["Ann", "Cleo"]}}, "state.piles[0].cards[2].card: missing, allowed: what it is: 'Ann'"),
    ({CARD.format(0, 1) + ".seen_by": ["Ann", "Eve"]}, "state.piles[0].cards[1].seen_by[1]: 'Eve', allowed: a player"),
    ({CARD.format(0, 1) + ".seen_by": ["Ann", "Ann"]}, "state.piles[0].cards[1].seen_by: ['Ann', 'Ann'], allowed: every"),
    ({CARD.format(0, 3): None}, "state.piles[0].cards[1].seen_by: 'Cleo', allowed: players who can have looked at it"),
    ({PILE + "3": {"size": 9, "cards": ["gold_2"]}}, "state.piles[3].cards[0].seen_by: 'Ann', allowed: players who can have"),
    ({PILE + "3": {"size": 9, "cards": [None, None, "xp_1", "gold_4"]}}, "state.piles[3].cards[2].seen_by: 'Ann', allowed:"),
    ({CARD.format(0, 0) + ".seen_by": ["Ben"], CARD.format(0, 0) + ".card": "-"},
     "state.piles[0].cards[1].seen_by: ['Ann', 'Cleo'], allowed: a player who has looked at all cards above it too"),
    # Treasures.
    ({"state.treasures_gone": "-"}, "state.treasures_gone: missing, allowed: the treasures drawn and kept, {} for none: 1"),
    ({"state.treasures_gone": {"idol": 4}}, "state.treasures_gone.idol: 4, allowed: at most 3"),
    ({"state.treasures_gone": {"idol": 1, "tablet": 1}}, "state.treasures_gone: '2 treasures besides mimics', allowed: at"),
    ({"state.treasures_gone": {"skull": 1}}, "state.treasures_gone.skull: 1, allowed: 0, what the players have"),
    # Players.
    ({PLAYER + "0.gold": -1}, "state.players[0].gold: -1, allowed: a whole number ≥ 0"),
    ({PLAYER + "1.items": [4]}, "state.players[1].items: '1 × 4', allowed: at most 0: 1 were found, 1 with others"),
    ({PLAYER + "1.items": [0]}, "state.players[1].items[0]: 0, allowed: a whole number ≥ 1"),
    ({PLAYER + "2.tokens": 10}, "state.players[2].tokens: 10, allowed: at most 9: there are 9"),
    ({"state.supply": 8}, "state.supply: 8, allowed: 7: 9 tokens, 2 with players"),
    ({PLAYER + "1.adventurers": {"unused": 2, "waiting": 1, "used": 0}, PLAYER + "1.recruited": False},
     "state.players[1].adventurers: '3 adventurers', allowed: 2: 2 at the start, the recruit is not hired"),
    ({PLAYER + "1.adventurers.waiting": 3}, "state.players[1].adventurers: '3 adventurers', allowed: 2"),
    ({PLAYER + "1.adventurers": {"hospital": 1}}, "state.players[1].adventurers.hospital: 1, allowed: 0: it is 'Ann''s turn"),
    ({PLAYER + "2.specialist": "miner"}, "state.players[2].specialist: 'miner', allowed: another one: 'Ben' holds it"),
    ({PLAYER + "1.resting": False}, "state.players[1].resting: False, allowed: true: it turned face down"),
    ({PLAYER + "0.specialist": "impostor"}, "state.players[0].resting: missing, allowed: true if the specialist lies face"),
    ({PLAYER + "0.resting": True}, "state.players[0].resting: True, allowed: false: he holds no specialist"),
    # The moment.
    ({"state.turn": "Eve"}, "state.turn: 'Eve', allowed: a player: 'Ann', 'Ben', 'Cleo'"),
    ({"state.round": 101}, "state.round: 101, allowed: at most 100, as the rules say"),
    ({"state.phase": "sword"}, "state.players[0].adventurers.used: 1, allowed: 0: the sword is offered before any action"),
    ({"state.phase": "dig"}, "state.pending: missing, allowed: 'pile' and 'slot' of the action under way in phase 'dig'"),
    ({"state.pending": {"pile": 0, "slot": 2}}, "state.pending: {'pile': 0, "),
    ({"state.phase": "dig", "state.pending": {"pile": 0, "slot": 4}}, "state.pending: slot 4, the top card is at 2"),
    ({PLAYER + "0.adventurers": {"used": 2}}, "state.phase: missing, allowed: 'end_of_day'"),
    ({"state.phase": "end_of_day"}, "state.players[0].adventurers.used: 1, allowed: 0: at the end of the day they are home"),
    ({"state.banked": True, PLAYER + "0.adventurers": {"used": 0}, "state.phase": "act"}, "state.banked: True, allowed:"),
    ({"state.map_due": True}, "state.map_due: True, allowed: false: the rules ask for the map's choice at once"),
    ({"state.phase": "over"}, "state.phase: 'over', allowed: another phase: neither stones, empty piles nor 100 rounds"),
    ({"state.ending": "cap"}, "state.ending: 'cap', allowed: null: the phase is 'act'"),
    ({"state.piles": [1, 2, 3]}, "state.piles: '3 piles', allowed: 6, empty ones as 0"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), CASES, ids=[message[:70] for _, message in CASES])
def test_a_field_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as error:
        Position.from_dict(changed(changes))
    assert str(error.value).startswith(message)


# Two piles of two shallow and two deep cards.
SMALL = {
    "preset": "seed",
    "piles": 2,
    "gallery": [[2, 0, 0, 2, *[0] * 16], [0] * 20, [0, 0, 2, *[0] * 16, 2]],
    "treasures": [0, 0, 0, 0, 0, 0],
}
PROVEN = {"size": 4, "cards": [{"seen_by": [1], "proven": True}] * 2}
SMALL_CASES: list[tuple[list[Any], dict[str, int], str]] = [
    ([PROVEN, PROVEN], {}, "state.piles: '2 rockfall of the shallow level left, 0 cards that can be one', allowed: room for 2"),
    (
        [0, 2],
        {"gold_2": 2, "rockfall": 2, "gold_6": 2},
        "state.piles: '2 stone of the deep level left, 1 piles that can hide one'",
    ),
    (
        [{"size": 0, "stone": 1}, 2],
        {"gold_2": 2, "rockfall": 2, "gold_6": 1},
        "state.piles: '1 empty piles, 1 stones found', allowed: fewer: the game is over (one_stone)",
    ),
    (
        [{"size": 1, "stone": 1}, {"size": 1, "stone": 0}],
        {"gold_2": 2, "rockfall": 2},
        "state.piles: '0 empty piles, 2 stones found', allowed: fewer: the game is over (both_stones)",
    ),
]


@pytest.mark.parametrize(("piles", "gone", "message"), SMALL_CASES, ids=[message[:70] for *_, message in SMALL_CASES])
def test_cards_that_are_left_need_a_place_and_the_end_ends(piles: list[Any], gone: dict[str, int], message: str) -> None:
    state = {"turn": 0, "round": 3, "players": [{"gold": 0}, {"gold": 0}], "piles": piles, "gone": gone}
    with pytest.raises(PositionError) as error:
        Position.from_dict({"format": 1, "game": "takara_island", "rules": SMALL, "viewer": 0, "state": state})
    assert str(error.value).startswith(message)
