"""Counting card by card against numbers of whole arrangements, and dice and treasures against their plain recursions."""

from fractions import Fraction
from itertools import product

import pytest

from orienteer.core.errors import OptionError
from orienteer.core.takara_island.arrangements import arrangements, card_marginal
from orienteer.core.takara_island.components import CARDS, HEALTH, STANDARD_TREASURES, STONE, TREASURES
from orienteer.games.takara_island.counting import Piles, chest_gives, wins_fight

from .odds_games import OPTIONS, views
from .odds_positions import full_state

HIT = Fraction(2, 3)


def random_piles(every=9):
    for options in OPTIONS:
        for seed in range(3):
            for view in views(options, seed, every=every):
                yield Piles.of(view.mask)


def share(piles, cards):
    """The share of arrangements in which slots hold cards, from their whole numbers."""
    count = arrangements(piles.options, piles.fields, cards)
    return Fraction(count, arrangements(piles.options, piles.fields))


def test_chances_of_a_slot_equal_shares_of_arrangements():
    undecided = 0
    for piles in random_piles():
        for pile in piles.numbers:
            for slot in piles.slots(pile, piles.size(pile)):
                chances = piles.chances(pile, slot)
                assert chances == card_marginal(piles.options, piles.fields, pile, slot)
                undecided += len(chances) > 1
    assert undecided > 1000


def test_chances_of_runs_equal_shares_of_arrangements():
    runs = 0
    for number, piles in enumerate(random_piles(every=3)):
        pile = number % len(piles.numbers)
        slots = piles.slots(pile, 3)
        if not slots:
            continue
        found = list(piles.runs(pile, slots, lambda card: HEALTH[card] > 0))
        assert sum(chance for _, chance in found) == 1
        for cards, chance in found:
            assert len(cards) == len(slots) or HEALTH[cards[-1]]
            assert chance == share(piles, {(pile, slot): card for slot, card in zip(slots, cards, strict=False)})
        runs += len(found)
    assert runs > 1000


def test_stones_equal_shares_of_arrangements():
    pairs = 0
    for piles in random_piles(every=40):
        found = piles.stone_pairs()
        assert sum(found.values()) == 1
        taken = {pile for pile in piles.numbers if piles.fields["piles"][pile]["stone"] is not None}
        for pile in piles.numbers:
            lies = piles.stone_in(pile)
            slots = piles.slots(pile, piles.size(pile))
            assert lies == sum(share(piles, {(pile, slot): STONE}) for slot in slots)
            if pile not in taken:
                assert lies == sum(chance for pair, chance in found.items() if pile in pair)
        for a, b in found:
            if not taken & {a, b}:
                slots = [piles.slots(pile, piles.size(pile)) for pile in (a, b)]
                both = [share(piles, {(a, i): STONE, (b, j): STONE}) for i, j in product(*slots)]
                assert found[a, b] == sum(both)
                pairs += 1
    assert pairs > 50


def test_fights_equal_the_dice_rolled_one_by_one():
    def wins(health, adventurers):
        if not health or not adventurers:
            return Fraction(not health)
        return HIT * wins(health - 1, adventurers) + (1 - HIT) * wins(health, adventurers - 1)

    for health, adventurers in product(range(1, 6), range(1, 6)):
        assert wins_fight(health, adventurers) == wins(health, adventurers)


@pytest.mark.parametrize("treasures", [STANDARD_TREASURES, (1, 0, 0, 0, 0, 1), (1, 1, 0, 2, 0, 2), (0, 0, 0, 1, 0, 3)])
def test_chests_equal_treasures_drawn_one_by_one(treasures):
    found = dict.fromkeys((*TREASURES, "nothing"), Fraction(0))

    def draw(deck, chance):
        for kind, treasure in enumerate(deck):
            left = [*deck[:kind], *deck[kind + 1 :]]
            each = chance / len(deck)
            if treasure != "mimic":
                found[treasure] += each
            else:
                found["nothing"] += each * Fraction(5, 9)
                draw(left, each * Fraction(4, 9))
        if not deck:
            found["mimic"] += chance

    draw([name for name, count in zip(TREASURES, treasures, strict=True) for _ in range(count)], Fraction(1))
    assert chest_gives(treasures) == {name: chance for name, chance in found.items() if chance}


def test_a_pile_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="pile: 6, allowed: 0 to 5"):
        Piles.of(full_state()).size(6)
    with pytest.raises(OptionError, match="slot: 9, allowed: a card that lies in pile 0: 0 to 8"):
        Piles.of(full_state()).chances(0, 9)
    assert Piles.of(full_state()).chances(0, 0).keys() < set(range(len(CARDS)))
