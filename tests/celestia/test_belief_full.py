"""On the full deck sampled worlds replay what was seen, and their hands have the exact marginals."""

from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

from orienteer.core.celestia import Celestia, hands
from orienteer.core.celestia.components import CARDS, HAZARDS
from orienteer.core.errors import TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View

from .belief_games import events
from .oracle import random_play

ALPHA = 1e-6
# A cell of .05 that is 7 % off adds n · .05 · .07² to χ² on average: about 73 at this n, far beyond its quantile.
NUM_DRAWS = 300_000
PATIENT = frozenset({"stay", "fly", "pass"})


def view_of(seat, seed, steps, **options):
    """What a seat has seen of a game on the full deck."""
    game = Celestia(**options)
    view = View(game.new_initial_state(), seat)
    for state in random_play(game, Random(seed), PATIENT, steps):
        view = view.after(state.observation(seat))
    return view


def can_have_been(start, total, log, seat):
    """Whether a hand that drew the cards of `total` in some order could do all that the log says of it."""
    empty = (0,) * len(CARDS)
    drawn = {c for c in product(*(range(n + 1) for n in total)) if sum(c) == start}
    played = empty
    for event in log:
        if event[0] == "draw" and event[1] == seat:
            drawn = {add(c, i) for c in drawn for i in range(len(CARDS)) if c[i] < total[i]}
        elif event[0] == "crash" and event[1] == seat:
            need = [event[2].count(hazard) for hazard in HAZARDS]
            drawn = {c for c in drawn if any(c[i] - played[i] < need[i] for i in range(4))}
        elif event[0] in ("play", "eject", "hook", "fly") and event[1] == seat:
            gone, none_left = plays(event)
            played = tuple(a + b for a, b in zip(played, gone, strict=True))
            drawn = {c for c in drawn if all(a >= b for a, b in zip(c, played, strict=True))}
            drawn = {c for c in drawn if all(c[i] == played[i] for i in none_left)}
    return bool(drawn)


def add(counts, card):
    return (*counts[:card], counts[card] + 1, *counts[card + 1 :])


def plays(event):
    if event[0] != "fly":
        name = {"play": event[2], "eject": "ejection", "hook": "grappling_hook"}[event[0]]
        return tuple(int(card == name) for card in CARDS), ()
    turbos = [event[3].count(hazard) for hazard in HAZARDS]
    equipment = [event[2].count(hazard) - turbo for hazard, turbo in zip(HAZARDS, turbos, strict=True)]
    return (*equipment, sum(turbos), 0, 0, 0, 0, 0), [i for i in range(4) if turbos[i]]


@pytest.mark.parametrize(
    ("players", "seat", "seed", "steps"), [(4, 2, 1, 200), (4, 0, 5, 300), (2, 1, 3, 150), (6, 3, 2, 120), (4, 1, 1, 470)]
)
def test_law_sampled_worlds_replay_the_public_history(players, seat, seed, steps):
    view = view_of(seat, seed, steps, players=players, grappling_hook=players == 2)
    belief, stream, log = view.belief(), RandomStream(seed), events(view.evidence)
    for _ in range(30):
        world = belief.sample(stream)
        world.check()
        assert world.mask(seat) == view.mask
        held = world.fields()["hands"]
        for other in range(players):
            if other != seat:
                gone = np.sum([plays(e)[0] for e in log if e[0] in ("play", "eject", "hook", "fly") and e[1] == other], axis=0)
                total = tuple(int(n) for n in np.array(held[other]) + gone)
                draws = sum(event[0] == "draw" and event[1] == other for event in log)
                assert can_have_been(sum(total) - draws, total, log, other)


def assert_fits(belief, cards_of, seed):
    """χ² of the number of some cards that seats hold in sampled worlds against the exact weights."""
    drawn = belief.sample_hands(RandomStream(seed), NUM_DRAWS)
    for seat, cards in cards_of.items():
        assert_fits_exact(drawn[:, seat, list(cards)], belief.marginal(seat, cards))


def assert_fits_exact(drawn, exact):
    total = sum(exact.values())
    values, counts = np.unique(drawn, axis=0, return_counts=True)
    found = {tuple(map(int, value)): int(count) for value, count in zip(values, counts, strict=True)}
    assert set(found) <= set(exact)
    wanted = {cell: NUM_DRAWS * weight / total for cell, weight in exact.items()}
    assert sum(share >= 0.05 * NUM_DRAWS for share in wanted.values()) >= 2
    cells = [cell for cell, share in wanted.items() if share >= 20]
    rest = NUM_DRAWS - sum(wanted[cell] for cell in cells)
    observed = [found.get(cell, 0) for cell in cells] + [NUM_DRAWS - sum(found.get(cell, 0) for cell in cells)] * (rest >= 1)
    expected = [wanted[cell] for cell in cells] + [rest] * (rest >= 1)
    statistic = sum((a - b) ** 2 / b for a, b in zip(observed, expected, strict=True))
    assert statistic < chi2.isf(ALPHA, len(observed) - 1), (statistic, len(observed))


CALLS = (
    ("crash", 1, ("cloud", "lightning")),
    ("crash", 2, ("cloud", "pirates")),
    ("draw", 1, None, None),
    ("fly", 1, ("cloud", "bird"), ("bird",)),
    ("crash", 2, ("bird", "bird")),
    ("draw", 2, None, None),
    ("crash", 3, ("lightning", "pirates")),
    ("crash", 1, ("cloud", "lightning")),
    ("draw", 3, None, None),
    ("crash", 3, ("cloud", "cloud")),
)


def crashed(number):
    """Four players after many crash calls, of the first `number` of the others."""
    game = Celestia(players=4)
    state, stream = game.new_initial_state(), RandomStream(3)
    while state.fields()["phase"] == "deal":
        state.apply(state.sample_chance(stream))
    fields = state.mask(0).fields()
    log = tuple(event for event in CALLS if event[1] <= number)
    sizes = list(fields["hand_sizes"])
    discards = list(fields["discards"])
    for event in log:
        sizes[event[1]] += event[0] == "draw"
        if event[0] == "fly":
            gone = plays(event)[0]
            sizes[event[1]] -= sum(gone)
            discards = [a + b for a, b in zip(discards, gone, strict=True)]
    fields |= {"hand_sizes": tuple(sizes), "discards": tuple(discards)}
    fields["deck_size"] = 84 - sum(sizes) - sum(discards)
    return game.belief(game.state_from(fields), 0, log)


@pytest.mark.parametrize("number", [1, 2])
def test_law_hands_have_the_exact_marginals(number):
    belief = crashed(number)
    assert belief.live_hands() == (1, 2, 3)[:number]
    assert_fits(belief, {1: (0, 3), 2: (0, 3), 3: (1, 2)}, 7 + number)


def test_law_three_live_hands_are_sampled_exactly_and_not_counted(monkeypatch):
    belief = crashed(3)
    with pytest.raises(TooLargeError, match="3 hidden hands"):
        belief.marginal(3, (0,))
    monkeypatch.setattr(hands, "MAX_LIVE", 3)
    assert_fits(belief, {3: (0, 1)}, 5)


def test_law_hands_across_a_reshuffle_have_the_exact_marginals():
    """Nothing is left of the old deck: the last hand takes what the others left of it."""
    view = view_of(1, 8, 260, players=3, deck=(8, 7, 6, 5, 3, 0, 0, 0, 0, 0), hand=4)
    assert any(event[0] == "draw" and event[3] for event in events(view.evidence))
    belief = view.belief()
    assert len(belief.live_hands()) == 2
    assert_fits(belief, {0: (0, 2), 2: (2, 3)}, 1)
