"""Takara Island's moves in words and the odds beside them: each said once, and nothing that the mover has not seen."""

from fractions import Fraction

import pytest

from orienteer.core.state import View
from orienteer.games.takara_island.moves import describe, headline_odds

from .odds_games import OPTIONS, views
from .odds_positions import full_state, play

RICH = {"gold": (30, 0), "sword": True}


def said(state, name, seat=0):
    return describe(state, seat, state.string_to_action(seat, name))


def beside(state, name, seat=0):
    found = headline_odds(View(state, seat), seat, state.string_to_action(seat, name), {})
    assert all(odds.status == "rational" and odds.assumptions for odds in found.values())
    return {word: odds.value for word, odds in found.items()}


def table():
    piles = {
        0: {"up": ["rockfall"], "seen": {0: ("rockfall", (0, 1)), 1: ("gold_2", (0,))}},
        1: {"top": 6, "up": ["skeleton_b"], "wounds": 1},
        2: {"seen": {0: ("xp_1_hospital", (0,))}, "proven": [0]},
        3: {"seen": {0: ("bat_b", (1,))}},
        4: {"top": 6},
        5: {"up": ["rockfall"]},
    }
    return full_state(piles, changes=RICH)


@pytest.mark.parametrize(
    ("name", "text", "data"),
    [
        ("tavern", "go to the tavern for 1 gold", {"type": "tavern"}),
        ("buy-token", "buy a token of 2 XP for 5 gold", {"type": "buy-token"}),
        ("survey-2", "survey pile 2", {"type": "survey", "pile": 2}),
        ("dig-2", "dig pile 2: xp 1 hospital", {"type": "dig", "pile": 2}),
        ("dig-3", "dig pile 3", {"type": "dig", "pile": 3}),
        ("destroy-5", "destroy the rockfall on pile 5 for 4 gold", {"type": "destroy", "pile": 5}),
        ("fight-1", "fight the skeleton b on pile 1: 2 of 3 health", {"type": "fight", "pile": 1}),
        ("miner-0", "hire the miner for 5 gold: on pile 0", {"type": "hire", "specialist": "miner", "pile": 0}),
        (
            "soothsayer-4-6",
            "hire the soothsayer for 3 gold: on pile 4, from slot 6",
            {"type": "hire", "specialist": "soothsayer", "pile": 4, "slot": 6},
        ),
        (
            "impostor-archaeologist-3",
            "hire the impostor as archaeologist for 4 gold: on pile 3",
            {"type": "hire", "specialist": "impostor", "copied": "archaeologist", "pile": 3},
        ),
    ],
)
def test_actions_in_words(name, text, data):
    state = full_state(changes=RICH, impostor="any") if name.startswith("impostor") else table()
    assert said(state, name) == (text, data)


def test_other_choices_in_words():
    start = full_state(gold=9, changes={"phase": "sword"}, players=3)
    assert said(start, "rent")[0] == "rent the sword for 3 gold"
    assert said(start, "no-rent") == ("do not rent the sword", {"type": "no-rent"})
    survey = play(start, "no-rent", "survey-1", "bat_a")
    assert said(survey, "stop")[0] == "end the survey"
    assert said(survey, "go-on")[0] == "go on with the survey"
    assert said(survey, "turn-up") == ("turn up the monster that was seen", {"type": "turn-up"})
    mining = play(full_state(gold=9, miner_may_stop=True), "miner-1", "gold_2")
    assert [said(mining, name)[0] for name in ("stop", "go-on")] == ["end the miner", "go on with the miner"]
    sold = full_state(changes={"items": ((1, 0, 0, 0, 0, 0, 0, 1, 0), (0,) * 9)})
    assert said(sold, "sell-8") == ("sell an item of 8 XP for 40 gold", {"type": "sell", "value": 8})
    mapped = play(full_state({0: {"top": 8}}, gone=["drake"]), "dig-0", "chest", "treasure:map")
    assert [said(mapped, name)[0] for name in ("map-gold", "map-xp")] == ["take the map as 5 gold", "take the map as 2 XP"]


def test_ends_of_the_day_in_words():
    day = {"phase": "end_of_day", "gold": (12, 0), "unused": (0, 2), "used": (0, 0), "hospital": (2, 0)}
    state = full_state(changes=day)
    assert said(state, "end-day-cure-0") == ("end the day: cure nobody", {"type": "end-day", "cure": 0, "recruit": False})
    assert said(state, "end-day-cure-2-recruit") == (
        "end the day: cure 2 of 2 in hospital for 4 gold, recruit an adventurer for 5 gold",
        {"type": "end-day", "cure": 2, "recruit": True},
    )
    well = full_state(changes={**day, "unused": (2, 2), "hospital": (0, 0)})
    assert said(well, "end-day-cure-0")[0] == "end the day: pay for nothing"


def test_odds_beside_the_moves():
    state = table()
    assert beside(state, "dig-2") == {"gold": 0, "xp": 1, "injury": 1}
    # 17 deep cards are unknown, three in pile 4 and two in pile 1; the sword is rented.
    stone = Fraction(7, 60)
    others = {word: (1 - stone) * Fraction(count, 15) for word, count in {"gold": 3, "xp": 7, "injury": 4}.items()}
    assert beside(state, "dig-4") == {**others, "stone": stone}
    assert beside(state, "fight-1") == {"kill": Fraction(4, 9)}
    assert beside(state, "survey-2") == {"rockfall": 1 - Fraction(6 * 5, 8 * 7)}  # two of eight unknown cards are rockfalls
    assert beside(state, "tavern") == {}
    assert beside(state, "soothsayer-4-6") == {}
    assert set(beside(state, "miner-4")) == {"no card", "stone"}
    assert headline_odds(state, 0, state.string_to_action(0, "dig-2"), {}) == {}


@pytest.mark.parametrize("options", OPTIONS)
def test_every_move_has_words_of_its_own_and_shows_no_more_than_its_player_knows(options):
    moves = 0
    for seed in range(2):
        for view in views(options, seed, every=4):
            if view.mask.current_player() != view.viewer:
                continue
            legal = view.mask.legal_actions()
            found = [describe(view.mask, view.viewer, action) for action in legal]
            assert len({text for text, _ in found}) == len({str(data) for _, data in found}) == len(legal)
            assert found == [describe(view.mask.alone(view.viewer), view.viewer, action) for action in legal]
            for action in legal[:: 1 + len(legal) // 12]:
                for odds in headline_odds(view, view.viewer, action, {}).values():
                    assert 0 <= odds.value <= 1
            moves += len(legal)
    assert moves > 150
