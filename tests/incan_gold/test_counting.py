"""Odds by counting against every order of small decks, and rows 1, 2, 3, 13 of the rules file's known answers."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from orienteer.games.incan_gold.counting import CaveCounts

SMALL = [
    CaveCounts(2, 1, (), (2, 2)),
    CaveCounts(1, 2, (2,), (2, 1)),
    CaveCounts(1, 1, (1, 2), (3,)),
    CaveCounts(3, 0, (), (3, 1)),
    CaveCounts(2, 2, (), (1, 1)),  # no bust possible
    CaveCounts(2, 1, (0,), (1, 1, 1)),  # a kind on the path without a copy left
    CaveCounts(0, 0, (2,), ()),
    CaveCounts(0, 1, (), ()),
    CaveCounts(1, 3, (1,), (2,)),
    CaveCounts(0, 0, (), ()),
]


def walk(cave):
    """Every order of the deck, equally likely: (index of the bust or None, safe cards and hazards before it)."""
    cards = [("treasure", i) for i in range(cave.treasures)] + [("artifact", i) for i in range(cave.artifacts)]
    for kind, copies in enumerate(cave.shown + cave.unshown):
        cards += [(kind, i) for i in range(copies)]
    for order in permutations(cards):
        path, before = set(range(len(cave.shown))), []
        for index, card in enumerate(order, 1):
            if card[0] in path:
                yield index, before
                break
            if isinstance(card[0], int):
                path.add(card[0])
            before.append(card)
        else:
            yield None, before


def distribution(items):
    count = Counter(items)
    return {key: Fraction(n, count.total()) for key, n in count.items()}


@pytest.mark.parametrize("cave", SMALL, ids=str)
def test_equals_every_order_of_the_deck(cave):
    walks = list(walk(cave))
    index = distribution(bust for bust, _ in walks)
    assert cave.no_bust() == index.pop(None, 0)
    assert cave.bust_index() == index
    assert cave.bust_next() == index.get(1, 0)
    assert len(cave.survival()) == cave.num_cards + 1
    for k, survive in enumerate(cave.survival()):
        assert 1 - survive == cave.bust_within(k) == sum(p for i, p in index.items() if i <= k)
    on_path = distribution(
        None if bust is None else len(cave.shown) + 1 + sum(isinstance(card[0], int) for card in before)
        for bust, before in walks
    )
    assert cave.no_bust() == on_path.pop(None, 0)
    assert cave.hazards_out_at_bust() == on_path
    seen = distribution(sum(card[0] == "artifact" for card in before) for _, before in walks)
    assert {i: p for i, p in cave.artifacts_before_bust().items() if p} == seen
    assert cave.artifact_before_bust() == 1 - seen.get(0, 0)
    for card in (("treasure", 0), ("artifact", 0)):
        if getattr(cave, card[0] + "s"):
            assert cave.card_before_bust() == distribution(card in before for _, before in walks).get(True, 0)


def test_row_1_bust_on_card_2():
    assert CaveCounts(14, 1).bust_index()[2] == Fraction(1, 29)


@pytest.mark.parametrize("cave", [CaveCounts(14, 1), CaveCounts(15, 1), CaveCounts(60, 0), CaveCounts(1, 5)], ids=str)
def test_row_2_given_safe_card_before_the_bust(cave):
    assert cave.card_before_bust() == Fraction(479, 2002)
    if cave.artifacts == 1:
        assert cave.artifact_before_bust() == Fraction(479, 2002)


def test_row_3_next_card_busts():
    assert CaveCounts(14 - 3, 1, (2, 2), (3, 3, 3)).bust_next() == Fraction(4, 25)


def test_row_13_mean_index_of_the_bust():
    cave = CaveCounts(14, 1)
    assert cave.num_cards == 30
    assert sum(k * p for k, p in cave.bust_index().items()) == Fraction(14849, 2002)
    # Linearity: each of the 15 safe cards and every hazard up to the bust counts once.
    hazards = sum(m * p for m, p in cave.hazards_out_at_bust().items())
    assert 15 * cave.card_before_bust() + hazards == Fraction(14849, 2002)


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        CaveCounts(-1)
    with pytest.raises(ValueError, match="3 cards of 2"):
        CaveCounts(2, 0, (), ()).bust_within(3)
