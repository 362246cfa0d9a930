"""Sampled treasures on the full set have the exact distribution, and sampled stops where it is hidden who is asked."""

from collections import Counter, defaultdict
from itertools import product
from random import Random

import pytest
from scipy.stats import chi2

from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import STANDARD_CITIES
from orienteer.core.rng import RandomStream
from orienteer.core.state import View

from .belief_games import events
from .oracle import random_play

ALPHA = 1e-6
# A cell of .05 that is 5 % off adds n · .05 · .05² to χ² on average: 40 at this n. assert_fits proves that this is enough.
NUM_DRAWS = 320_000


def statistic(found, exact):
    """χ² of counts against exact weights over the cells of .05 and more and all others as one, and its quantile."""
    total = sum(exact.values())
    wanted = {cell: NUM_DRAWS * weight / total for cell, weight in exact.items() if weight >= 0.05 * total}
    rest = NUM_DRAWS - sum(wanted.values())
    gaps = [(found[cell] - share) ** 2 / share for cell, share in wanted.items()]
    if rest >= 1:
        gaps.append((NUM_DRAWS - sum(found[cell] for cell in wanted) - rest) ** 2 / rest)
    return sum(gaps), chi2.isf(ALPHA, len(gaps) - 1)


def assert_fits(found, exact):
    """The counts fit the weights, and would not if any cell of .05 and more were 5 % larger."""
    assert set(found) <= set(exact)
    value, most = statistic(found, exact)
    assert value < most
    large = [cell for cell, weight in exact.items() if weight >= 0.05 * sum(exact.values())]
    assert len(large) >= 2
    for cell in large:
        # Enlarging one cell takes from all others what it adds.
        share = exact[cell] / sum(exact.values())
        less = (1 - 1.05 * share) / (1 - share)
        wrong = {other: weight * (1.05 if other == cell else less) for other, weight in exact.items()}
        value, most = statistic(found, wrong)
        assert value > most, cell


# -- treasures ----------------------------------------------------------------------------------------------------------------

# By place in the log, of what city a slot was drawn and by whom. Seat 1 uses his telescope of city 4 at 0, while he holds two
# treasures of city 1; at 1 and 3 nobody has 50 points; seat 2 draws another treasure of city 9 at 2.
LOG = (("telescope", 1, 4), ("journey", 0), ("treasure", 2, 9, None), ("journey", 1))
SLOTS = (
    [(1, 1, -1)] * 2 + [(1, 4, -1)] * 3 + [(1, 9, -1)] * 3 + [(2, 1, -1)] * 2 + [(2, 9, -1)] + [(2, 12, -1)] * 2 + [(2, 9, 2)]
)


def table():
    """Three players' treasures as SLOTS say, with the telescope used."""
    game = Celestia(players=3)
    state, stream = game.new_initial_state(), RandomStream(3)
    while state.fields()["phase"] == "deal":
        state.apply(state.sample_chance(stream))
    fields = state.mask(0).fields()
    values = [row[0] for row in STANDARD_CITIES]
    backs = [[sum(slot[:2] == (seat, value) for slot in SLOTS) for value in values] for seat in range(3)]
    backs[1][2] -= 1
    fields |= {"backs": tuple(map(tuple, backs)), "telescopes_used": (4,), "totals": None, "stock": None}
    gone = [sum(slot[1] == value for slot in SLOTS) for value in values]
    fields["left"] = tuple(left - count for left, count in zip(fields["left"], gone, strict=True))
    fields["treasures"] = (fields["treasures"][0], (None,) * 9, (None,) * 9)
    return game.belief(game.state_from(fields), 0, LOG)


def city_ways(value, worths, telescopes):
    """Weights of the points of seat 1 and of seat 2 at 1 and at the end, from one city."""
    copies = [*worths, (2, telescopes)] if telescopes else list(worths)
    slots = [slot for slot in SLOTS if slot[1] == value]
    found = defaultdict(int)
    for kinds in product(range(len(copies)), repeat=len(slots)):
        weight, left = 1, [count for _, count in copies]
        for kind in kinds:
            weight *= left[kind]
            left[kind] -= 1
        mine = [kind for kind, slot in zip(kinds, slots, strict=True) if slot[0] == 1]
        telescope = len(worths)
        if not weight or (value == 4 and telescope not in mine) or (value == 1 and telescope in mine):
            continue
        points = [0, 0, 0]
        for kind, (seat, _, birth) in zip(kinds, slots, strict=True):
            worth = 0 if value == 4 and kind == telescope else copies[kind][0]
            points[0] += worth * (seat == 1)
            points[1] += worth * (seat == 2 and birth < 1)
            points[2] += worth * (seat == 2)
        found[tuple(points)] += weight
    return found


def exact_totals():
    """Weights of the totals of seats 1 and 2, all ways listed city by city."""
    sums = {(0, 0, 0): 1}
    for value, _, worths, telescopes in STANDARD_CITIES:
        more = defaultdict(int)
        for old, weight in sums.items():
            for points, ways in city_ways(value, worths, telescopes).items():
                more[tuple(a + b for a, b in zip(old, points, strict=True))] += weight * ways
        sums = more
    found = defaultdict(int)
    for (first, _, last), weight in sums.items():
        if first < 50 and last < 50:
            found[first, last] += weight
    return found


def test_law_totals_under_binding_limits_and_a_used_telescope_are_exact():
    exact, belief, stream = exact_totals(), table(), RandomStream(4)
    drawn = Counter()
    for _ in range(NUM_DRAWS):
        drawn[tuple(belief.sample(stream).scores()[1:])] += 1
    assert set(drawn) <= set(exact)
    for place in (0, 1):
        found, wanted = Counter(), defaultdict(int)
        for totals, count in drawn.items():
            found[totals[place]] += count
        for totals, weight in exact.items():
            wanted[totals[place]] += weight
        assert_fits(found, wanted)


# -- stops --------------------------------------------------------------------------------------------------------------------

MIDDLE = {
    "players": 3,
    "hand": 2,
    "deck": (4, 3, 2, 2, 2, 1, 1, 1, 2, 0),
    "cities": ((1, 2, ((1, 3), (3, 2)), 1), (3, 2, ((3, 3), (5, 1)), 1), (6, 1, ((6, 4),), 0)),
    "target": 14,
}


def waiting(steps):
    """What seat 0, who is not asked, knows after so many steps of a game."""
    game = Celestia(**MIDDLE)
    view = View(game.new_initial_state(), 0)
    for state in random_play(game, Random(0), frozenset({"stay", "pass", "crash", "jetpack"}), steps):
        view = view.after(state.observation(0))
    return view


@pytest.mark.parametrize(("steps", "phase"), [(40, "before_announcement"), (29, "after_crash_call")])
def test_law_worlds_at_hidden_stops_are_exact(steps, phase):
    view = waiting(steps)
    belief, stream = view.belief(), RandomStream(2)
    assert view.mask.fields()["phase"] == phase
    assert (("pass",) in events(view.evidence)[-1:]) == (phase == "before_announcement")
    # Who is asked, and whether seat 1 holds a compass.
    label, exact = {}, defaultdict(int)
    for state, weight in belief.enumerate():
        fields = state.fields()
        cell = (fields["phase"], fields["turn"], fields["hands"][1][0] > 0)
        label[state.key()] = cell
        exact[cell] += weight
    assert len({cell[:2] for cell in exact}) >= 3
    found = Counter(belief.sample(stream).key() for _ in range(NUM_DRAWS))
    cells = Counter()
    for key, count in found.items():
        cells[label[key]] += count
    assert_fits(cells, exact)
