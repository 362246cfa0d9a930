"""The solitaire cave against the slow twin on small decks, every option, and rows 9 to 12 of the rules file."""

import random

import numpy as np
import pytest

from orienteer.games.incan_gold import solitaire
from orienteer.games.incan_gold.cave import NEVER
from orienteer.games.incan_gold.cave_rules import CaveRules, Stopped, TooLarge
from orienteer.games.incan_gold.solitaire import SolitaireCave

from .cave_positions import BGA, MODES, PRINT, SEED, near, random_cave, spot_of, told
from .cave_twin import Twin


@pytest.mark.parametrize("opening", [False, True])
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_solitaire_equals_twin(mode, opening):
    rng = random.Random(str(mode))
    for cards, rounds in (((1, 2, 5), 2), ((2, 2, 9), 3), ((4,), 4 if mode.get("artifact_value") == "printed" else 5)):
        options = {"rounds": rounds, "decide_before_first_card": opening, **mode}
        rules, twin = CaveRules.from_cards(cards, **options), Twin(cards, **options)
        solver = SolitaireCave(rules)
        assert solver.start_value() == near(twin.start())
        for _ in range(7):
            r, left, copies, shown, split = random_cave(rng, rules, 1)
            taken = len(split["taken0"])
            pocket = sum(v * (c - n) for v, c, n in zip(rules.values, rules.counts, left, strict=True))
            spot = spot_of(rules, r, left, copies, shown, split, pocket=pocket, taken=taken, tents=((0, taken, 0),))
            known = {
                "in_deck": told(rules, split["deck"]), "on_path": told(rules, split["path"]),
                "taken": told(rules, split["taken0"]), "lost": told(rules, split["lost"]),
            }  # fmt: skip
            assert solver.card_value(r, left, copies, shown, **known) == near(twin.card(spot))
            empty = tuple(left) == rules.counts and not any(shown) and not split["path"]
            if empty and not opening:
                with pytest.raises(ValueError, match="no decision"):
                    solver.values(r, left, copies, shown, **known)
                continue
            leave, stay = solver.values(r, left, copies, shown, **known, opening=empty, pocket=pocket)
            assert (leave, stay) == (near(twin.leave(spot, [0])), near(twin.card(spot)))


def test_row_9_artifact_makes_23_the_border():
    rules = CaveRules.from_cards(BGA, rounds=1)
    solver = SolitaireCave(rules)
    for taken, leaves in (((5, 7, 11), True), ((9, 14), True), ((7, 15), False), ((4, 7, 11), False)):
        left = [c - taken.count(v) for v, c in zip(rules.values, rules.counts, strict=True)]
        leave, stay = solver.values(0, left, (3,) * 5, (1, 1, 0, 0, 0), in_deck=1, pocket=sum(taken))
        assert (leave > stay) is leaves


@pytest.mark.parametrize(
    ("cards", "artifacts", "points"),
    [(PRINT, False, "17.339875"), (BGA, False, "15.063132"), (BGA, True, "15.647246"), (SEED, True, "15.990516")],
)
def test_row_10_one_round(cards, artifacts, points):
    assert f"{SolitaireCave(CaveRules.from_cards(cards, rounds=1, artifacts=artifacts)).start_value():.6f}" == points


@pytest.mark.parametrize(
    ("cards", "artifacts", "points"), [(BGA, False, "79.832644"), (BGA, True, "87.595815"), (PRINT, True, "99.635468")]
)
def test_row_11_five_rounds(cards, artifacts, points):
    rules = CaveRules.from_cards(cards, artifacts=artifacts, artifact_value="taken_order")
    assert f"{SolitaireCave(rules).start_value():.6f}" == points


def test_row_12_best_threshold_is_25():
    solver = SolitaireCave(CaveRules.from_cards(PRINT, rounds=1, artifacts=False))
    values = {threshold: solver.threshold_value(threshold) for threshold in range(sum(PRINT) + 2)}
    assert f"{values[25]:.6f}" == "15.993198"
    assert all(value < values[25] for threshold, value in values.items() if threshold != 25)
    assert values[sum(PRINT) + 1] == 0


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_law_stop_region_changes_nothing(mode, monkeypatch):
    rules = CaveRules.from_cards((1, 4, 9, 9, 15), **mode)
    value = SolitaireCave(rules).start_value()
    monkeypatch.setattr(
        solitaire,
        "_stop_region",
        lambda states, base, after_bust, classes, lethal, total: np.full(len(states) * len(lethal), NEVER, np.intc),
    )
    assert SolitaireCave(rules).start_value() == near(value)


def test_law_deck_order_and_hazard_labels_change_nothing():
    solver = SolitaireCave(CaveRules.from_cards((5, 1, 2), rounds=3))
    same = SolitaireCave(CaveRules.from_cards((1, 2, 5), rounds=3))
    here = solver.values(2, (1, 0, 0), (3, 2, 3, 2, 3), (1, 1, 0, 0, 0), in_deck=2, lost=1)
    assert here == same.values(2, (1, 0, 0), (2, 3, 3, 3, 2), (0, 0, 1, 0, 1), in_deck=2, lost=1)


def test_progress_stop_and_limit():
    rules = CaveRules.from_cards((1, 2, 5), rounds=3)
    seen = []
    SolitaireCave(rules).start_value(progress=lambda done, total: seen.append((done, total)))
    assert seen == [(k, len(seen)) for k in range(1, len(seen) + 1)]
    with pytest.raises(Stopped):
        SolitaireCave(rules).start_value(stop=lambda: True)
    with pytest.raises(TooLarge, match=r"1,152,921,504,606,846,976 states, the limit is 20,000,000: shrink the deck"):
        SolitaireCave(CaveRules.from_cards(range(1, 61)))
    with pytest.raises(TooLarge, match="a round's table needs"):
        SolitaireCave(rules, max_states=200).start_value()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pocket": 4}, "pocket"),
        ({"in_deck": 2}, "only 1 have entered"),
        ({"on_path": 1}, "must be the 1 that have entered"),
        ({"in_deck": 0, "lost": 1}, "this round's artifact"),
        ({"hazard_copies": (2, 3, 3, 3, 3)}, "hazard_copies"),
        ({"treasure_left": (1, 1, 2)}, "treasure_left"),
        ({"opening": True}, "opening"),
        ({"round_index": 1}, "round_index"),
    ],
)
def test_impossible_positions_are_refused(change, message):
    position = {
        "round_index": 0,
        "treasure_left": (1, 1, 0),
        "shown": (0,) * 5,
        "hazard_copies": (3,) * 5,
        "in_deck": 1,
    }
    with pytest.raises(ValueError, match=message):
        SolitaireCave(CaveRules.from_cards((1, 2, 5), rounds=1)).values(**position | change)
