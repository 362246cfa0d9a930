"""On small galleries the listed belief is exactly the oracle's, at every point of whole games; so is all that is counted."""

from collections import Counter
from fractions import Fraction

import pytest

from orienteer.core.rng import RandomStream
from orienteer.core.takara_island import arrangements
from orienteer.core.takara_island.components import CARDS

from .belief_games import SMALL, moments, tops, world_of


@pytest.mark.parametrize("name", SMALL)
def test_law_the_belief_is_the_share_of_all_arrangements(name):
    for moment in moments(name):
        belief = moment.view.belief()
        listed = belief.enumerate()
        total = sum(weight for _, weight in listed)
        shares = {world_of(state): Fraction(weight, total) for state, weight in listed}
        assert shares == moment.worlds, moment.view.mask
        assert len(listed) == len(shares) == belief.size_estimate()
        assert moment.truth.key() in {state.key() for state, _ in listed}


@pytest.mark.parametrize("name", SMALL)
def test_law_drawn_worlds_are_possible_and_look_alike(name):
    for number, moment in enumerate(moments(name)[::5]):
        world = moment.view.belief().sample(RandomStream(number))
        world.check()
        assert world_of(world) in moment.worlds
        assert world.mask(moment.view.viewer) == moment.view.mask


@pytest.mark.parametrize("name", SMALL)
def test_law_marginals_are_the_shares_of_all_arrangements(name):
    options = SMALL[name].options
    for moment in moments(name)[::4]:
        fields, oracle = moment.view.mask.fields(), moment.oracle
        for pile, row in enumerate(fields["piles"]):
            for slot in range(row["top"], row["top"] + len(row["cards"])):
                wanted = oracle.law(lambda cards, pile=pile, slot=slot: CARDS.index(cards[pile][slot]))
                assert arrangements.card_marginal(options, fields, pile, slot) == wanted, (pile, slot, moment.view.mask)
        known = arrangements.known_stones(fields)
        wanted = oracle.law(lambda cards, known=known: frozenset(i for i, row in enumerate(cards) if "stone" in row) - known)
        found = arrangements.stone_piles(options, fields)
        assert {piles: Fraction(weight, sum(found.values())) for piles, weight in found.items()} == wanted


def test_law_conjunctions_are_the_shares_of_all_arrangements():
    options = SMALL["three piles"].options
    positive = 0
    for moment in moments("three piles")[::7]:
        fields = moment.view.mask.fields()
        places = [(i, row["top"] + len(row["cards"]) - 1) for i, row in enumerate(fields["piles"]) if row["cards"]][:2]
        places += [(i, row["top"]) for i, row in enumerate(fields["piles"]) if len(row["cards"]) > 1][:1]
        for example in (moment.oracle.left[0], moment.oracle.left[-1]):
            event = {(pile, slot): CARDS.index(example[pile][slot]) for pile, slot in places}
            wanted = moment.oracle.chance(lambda cards, e=event: all(cards[p][s] == CARDS[c] for (p, s), c in e.items()))
            total = arrangements.arrangements(options, fields)
            assert Fraction(arrangements.arrangements(options, fields, event), total) == wanted
            positive += 0 < wanted < 1
    assert positive > 10


def test_law_every_fact_about_hidden_cards_comes_up():
    met = Counter()
    for name in SMALL:
        for moment in moments(name):
            seat, fields = moment.view.viewer, moment.view.mask.fields()
            last = moment.view.evidence[-1] if moment.view.evidence else ("start",)
            met[last[0], last[1:2] == (seat,)] += 1
            met["hidden stone"] += any(
                "stone" in truth and "stone" not in row["cards"]
                for row, truth in zip(fields["piles"], world_of(moment.truth), strict=True)
            )
            met["proven"] += any(
                card is None and proven
                for row in fields["piles"]
                for card, proven in zip(row["cards"], row["proven"], strict=True)
            )
            met["found"] += any(row["stone"] is not None for row in fields["piles"]) and len(moment.worlds) > 1
            met["two lookers"] += any(
                len(by) == 2 and not up
                for row in fields["piles"]
                for by, up in zip(row["seen_by"], row["face_up"], strict=True)
            )
            met["stone known"] += any("stone" in row["cards"] for row in fields["piles"])
            met["gone"] += sum(tops(moment.truth)) > 3
    for fact in ("look", "rockfall", "turn_up", "card", "survey", "hire"):
        assert met[fact, False], fact
        assert met[fact, True], fact
    for fact in ("proven", "found", "hidden stone", "two lookers", "stone known", "gone"):
        assert met[fact] > 10, fact
