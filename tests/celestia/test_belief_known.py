"""Known answers of the rules as marginals of a belief, assumptions about turbos, and what contradicts itself."""

from fractions import Fraction
from itertools import product

import pytest

from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import BASE_DECK, CARDS
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError

NOTHING = (0,) * len(CARDS)
GAME = Celestia(players=2)
CALL = ("crash", 1, ("cloud", "pirates"))


def mask(size, *, discards=NOTHING, backs=NOTHING[:9]):
    """Before a roll: seat 0 looks on with an empty hand, seat 1 holds unknown cards and treasures."""
    fields = GAME.new_initial_state().fields()
    fields |= {"phase": "roll", "viewer": 0, "turn": None, "pending": None, "aboard": (True, True), "captain": 1, "start": 1}
    fields |= {"hand_sizes": (0, size), "hands": (NOTHING, None if size else NOTHING), "deck": None, "discards": discards}
    fields |= {"deck_size": sum(BASE_DECK) - size - sum(discards), "totals": None, "stock": None}
    fields["backs"] = (NOTHING[:9], backs)
    fields["left"] = tuple(left - held for left, held in zip(fields["left"], backs, strict=True))
    fields["treasures"] = (fields["treasures"][0], (None,) * 9)
    return GAME.state_from(fields)


def belief(size, *log, turbos=None, **rest):
    return GAME.belief(mask(size, **rest), 0, log, {"turbos": turbos} if turbos is not None else None)


def chance(weights, event):
    return Fraction(sum(weight for case, weight in weights.items() if event(case)), sum(weights.values()))


@pytest.mark.parametrize(("turbos", "answer"), [(None, Fraction(85, 229)), ("always", Fraction(515, 1453))])
def test_known_4_a_compass_after_a_crash_call(turbos, answer):
    assert chance(belief(2, CALL, turbos=turbos).marginal(1, (0,)), lambda counts: counts[0] >= 1) == answer


@pytest.mark.parametrize("share", ["0", "1/3", "9/10", "1"])
def test_turbos_weigh_a_call_by_how_often_they_are_withheld(share):
    weights = {False: 0, True: 0}
    for first, second in product(range(sum(BASE_DECK)), repeat=2):
        if first != second:
            hand = [max(card for card in range(10) if sum(BASE_DECK[:card]) <= place) for place in (first, second)]
            missing = (0 not in hand) + (3 not in hand)
            weight = 0 if missing == 0 else 1 - Fraction(share) if missing <= hand.count(4) else 1
            weights[0 in hand] += weight
    assert chance(belief(2, CALL, turbos=share).marginal(1, (0,)), lambda counts: counts[0] >= 1) == Fraction(
        weights[True], sum(weights.values())
    )


def test_known_20_a_cannon_or_a_turbo_after_a_call_and_a_draw():
    found = belief(6, ("crash", 1, ("cloud",)), ("journey", 0), ("draw", 1, None, None))
    assert chance(found.marginal(1, (3, 4)), any) == Fraction(2197811, 2390224)


@pytest.mark.parametrize(("log", "answer"), [((("journey", 0),), Fraction(11, 15)), ((), Fraction(55, 126))])
def test_known_21_a_total_when_play_went_on(log, answer):
    found = belief(6, *log, backs=(0, 0, 0, 0, 1, 3, 0, 0, 0))
    assert chance(found.treasure_marginal(1), lambda total: total == 48) == answer


def test_known_22_a_card_of_the_reshuffled_deck():
    # Seat 1 held the 54 cards that were not shuffled, 10 compasses among them.
    found = belief(55, ("draw", 1, None, (10, 5, 5, 5, 5, 0, 0, 0, 0, 0)))
    assert chance(found.marginal(1, (0,)), lambda counts: counts[0] == 11) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ((("crash", 1, ("blank",)),), r"evidence\[0\]: a crash was called"),
        ((CALL, ("fly", 1, ("cloud",), ())), r"evidence\[1\]: 1 compass played"),
        ((("draw", 1, None, None),) * 3, r"evidence\[0\]: does not lead to the hand"),
        ((("draw", 0, None, None),), r"evidence\[0\]: does not lead to the hand|the viewer sees"),
        ((("crash", 7, ("cloud",)),), r"evidence\[0\]: seat 7"),
        ((("dance", 1),), r"evidence\[0\]: 'dance'"),
        ((("crash", 1, ("snow",)),), r"evidence\[0\]: .* is not an observation"),
        ((("treasure", 1, 4, None),), r"evidence\[0\]: does not lead to the treasures"),
        ((("telescope", 1, 2),), r"evidence\[0\]: does not lead to the treasures"),
    ],
)
def test_evidence_that_cannot_be_is_refused_by_its_entry(log, message):
    with pytest.raises(OrienteerError, match=message):
        belief(2, *log)


def test_evidence_that_no_hand_satisfies_is_refused_by_its_entry():
    # He covered a cloud by a turbo for want of a compass, and has drawn nothing when he pays with a compass.
    played = (1, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    with pytest.raises(OrienteerError, match=r"evidence\[1\]: no hand of seat 1"):
        belief(2, ("fly", 1, ("cloud",), ("cloud",)), ("fly", 1, ("cloud",), ()), discards=played)


def test_assumptions_are_checked():
    for turbos in ("sometimes", 2, "-1/2", True, 0.5):
        with pytest.raises(OptionError, match="turbos"):
            belief(2, CALL, turbos=turbos)
    with pytest.raises(OptionError, match="assumptions"):
        GAME.belief(mask(2), 0, (), {"jetpacks": "always"})
    with pytest.raises(OrienteerError, match=r"evidence\[0\]: turbos were used"):
        belief(2, ("fly", 1, ("cloud",), ("cloud",)), turbos="never", discards=(0, 0, 0, 0, 1, 0, 0, 0, 0, 0))


def test_a_list_beyond_its_limit_is_refused():
    found = belief(6, CALL)
    assert found.size_estimate() > 1000
    with pytest.raises(TooLargeError, match="states"):
        found.enumerate(limit=100)
    assert len(found.enumerate(limit=10_000)) <= found.size_estimate()
