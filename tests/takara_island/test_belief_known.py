"""Known answers of the rules as marginals of a belief, and what a belief refuses."""

from fractions import Fraction

import pytest

from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.takara_island import TakaraIsland, arrangements
from orienteer.core.takara_island.components import CARDS

GAME = TakaraIsland()
START = GAME.new_initial_state().fields()


def known(pile, slot, card, fields=START):
    """The viewer has seen this card."""
    return _changed(fields, pile, slot, cards=card)


def surveyed(pile, slot, seat, fields=START):
    return _changed(fields, pile, slot, proven=True, seen_by=(seat,))


def removed(pile, *cards, stone=None, fields=START):
    """These cards have left the pile, from its top."""
    row, gone = fields["piles"][pile], [list(counts) for counts in fields["gone"]]
    for slot, card in enumerate(cards, row["top"]):
        gone[slot // 3][CARDS.index(card)] += 1
    count = len(cards)
    shorter = {name: row[name][count:] for name in ("cards", "face_up", "seen_by", "proven")}
    changed = row | shorter | {"top": row["top"] + count, "stone": stone}
    return fields | {"piles": _put(fields["piles"], pile, changed), "gone": tuple(map(tuple, gone))}


def _changed(fields, pile, slot, **values):
    row = fields["piles"][pile]
    changed = row | {name: _put(row[name], slot - row["top"], value) for name, value in values.items()}
    return fields | {"piles": _put(fields["piles"], pile, changed)}


def _put(values, index, value):
    return (*values[:index], value, *values[index + 1 :])


def card(fields, pile, slot, name):
    return arrangements.card_marginal(GAME.options, fields, pile, slot).get(CARDS.index(name), Fraction(0))


def stones(fields, *piles):
    """The chance that each of these piles holds a stone not found yet."""
    law = arrangements.stone_piles(GAME.options, fields)
    return Fraction(sum(weight for held, weight in law.items() if held >= set(piles)), sum(law.values()))


ABOVE = ("gold_2",) * 3 + ("gold_4",) * 3


def test_known_2_and_3_stones_at_the_start():
    assert (stones(START, 4), stones(START, 1, 5), card(START, 2, 6, "stone")) == (
        Fraction(1, 3),
        Fraction(1, 15),
        Fraction(1, 9),
    )


def test_known_5_an_empty_pile_that_gave_no_stone():
    assert stones(removed(0, *ABOVE, "gold_6", "gold_6", "chest"), 3) == Fraction(2, 5)


def test_known_9_two_peeks():
    fields = known(1, 6, "xp_4", known(0, 6, "gold_6"))
    assert (stones(fields, 0), stones(fields, 2), stones(fields, 0, 1)) == (
        Fraction(14, 53),
        Fraction(39, 106),
        Fraction(2, 53),
    )


def test_known_10_a_stone_was_dug():
    fields = removed(0, *ABOVE, "stone", stone=1)
    assert (card(fields, 0, 7, "stone"), stones(fields, 1), card(fields, 1, 6, "stone")) == (0, Fraction(1, 5), Fraction(1, 15))


def test_known_11_one_card_left_in_each_of_three_piles():
    fields, rest = START, ["skeleton_a", "skeleton_b", "drake", "xp_4_hospital"]
    deep = iter(["gold_6"] * 3 + ["xp_4"] * 3 + ["xp_4_hospital"] * 3 + ["chest"] * 2)
    shallow = iter(["gold_2"] * 8 + ["rockfall"] * 4 + ["xp_1", "xp_1", "xp_1_hospital", "xp_1_hospital", "bat_a", "bat_b"])
    middle = iter(["gold_4"] * 7 + ["rockfall"] + ["xp_2", "xp_2_hospital"] * 3 + ["goblin_a", "goblin_b", "goblin_c", "chest"])
    for pile in range(6):
        left = [next(deep, None) or rest.pop() for _ in range(3 if pile < 3 else 2)]
        fields = removed(pile, *[next(shallow) for _ in range(3)], *[next(middle) for _ in range(3)], *left, fields=fields)
    assert stones(fields, 3) == Fraction(2, 3)


def test_known_12_a_survey_that_turned_nothing_up():
    fields = START
    for slot in range(3):
        fields = surveyed(0, slot, 1, fields)
    found = (card(fields, 0, 0, "gold_2"), card(fields, 1, 0, "gold_2"), card(fields, 1, 0, "rockfall"))
    assert found == (Fraction(4, 7), Fraction(44, 105), Fraction(4, 15))
    state = GAME.state_from(fields | {"viewer": 0})
    listed = GAME.belief(state, 0).enumerate()
    total = sum(weight for _, weight in listed)
    gold = sum(weight for world, weight in listed if world.fields()["piles"][0]["cards"][0] == "gold_2")
    assert Fraction(gold, total) == Fraction(4, 7)


def test_a_list_beyond_its_limit_and_what_is_not_known_are_refused():
    fields = START
    for slot in range(3):
        fields = surveyed(0, slot, 1, fields)
    mask = GAME.state_from(fields | {"viewer": 0})
    belief = GAME.belief(mask, 0)
    assert belief.places() == ((0, 0), (0, 1), (0, 2))
    with pytest.raises(TooLargeError, match=f"{belief.size_estimate()} states .3 cards.*limit 96"):
        belief.enumerate(limit=96)
    assert len(belief.enumerate(limit=97)) == belief.size_estimate() == 97
    with pytest.raises(OptionError, match="assumptions: 'turbos'"):
        GAME.belief(mask, 0, (), {"turbos": 1})
    with pytest.raises(OptionError, match="viewer: 1"):
        GAME.belief(mask, 1)
    with pytest.raises(OptionError, match="slot: 9"):
        arrangements.card_marginal(GAME.options, fields, 0, 9)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (known(1, 6, "drake", known(0, 6, "drake")), "1 more drake"),
        (known(0, 7, "stone", known(0, 6, "stone", known(1, 6, "stone"))), "1 more stone"),
    ],
)
def test_what_no_arrangement_agrees_with_is_refused(fields, message):
    with pytest.raises(ValueError, match=message):
        arrangements.unknown(GAME.options, fields)
