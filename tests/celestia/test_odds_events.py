"""Celestia's events against every world of small beliefs, against playing the worlds out, and their parameters."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import CARDS, city_rows
from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.events import odds, parse_event
from orienteer.games.celestia.table import Table

SMALL = {
    "players": 3,
    "deck": (2, 1, 0, 1, 2, 0, 1, 1, 2, 0),
    "cities": ((1, 2, ((1, 2), (3, 1)), 1), (2, 2, ((2, 2), (4, 1)), 0), (5, 2, ((5, 2),), 1), (8, 2, ((8, 2),), 0)),
    "hand": 2,
    "target": 9,
    "max_journeys": 3,
}
OPTIONS = [
    SMALL,
    {**SMALL, "players": 2, "hand": 3, "dice_by": "current_city", "reannounce": "at_once"},
    {**SMALL, "deck": (1, 1, 1, 0, 1, 1, 0, 1, 1, 2), "grappling_hook": True, "after_journey_captain": "next_aboard"},
]
LAST = 90  # transitions of a random game


def views(options, seed):
    """Views of one seat or another along a random game, where the belief is small and it is known who is asked."""
    stream = RandomStream(seed)
    state = Celestia(**options).new_initial_state()
    logs = [() for _ in range(options["players"])]
    for number in range(LAST):
        player = state.current_player()
        legal = state.legal_actions() if player >= 0 else []
        state.apply(legal[stream.below(len(legal))] if legal else state.sample_chance(stream))
        if state.is_terminal():
            return
        for seat, log in enumerate(logs):
            noticed = state.observation(seat)
            logs[seat] = log if noticed is None else (*log, noticed)
        if state.fields()["phase"] != "deal" and number % 4 == seed:
            seat = stream.below(len(logs))
            view = View(state, seat, logs[seat])
            if not Table(view.mask).turn_is_hidden and view.belief().size_estimate() < 2_000:
                yield view


def worlds(belief):
    """Worlds, their plain values and weights, and the sum of these."""
    found = [(world, world.fields(), weight) for world, weight in belief.enumerate()]
    return found, sum(weight for _, _, weight in found)


def mean(known, value):
    found, total = known
    by_value = Counter()
    for _, fields, weight in found:
        by_value[value(fields)] += weight
    return sum((weight * number for number, weight in by_value.items()), Fraction(0)) / total


def counted(view, belief, text):
    event = parse_event(view.mask.game, text)
    event.check(view.mask)
    return event.counted_view(view, belief)


def sampled(view, known, text):
    """What is averaged over sampled worlds, over all of them."""
    found, total = known
    in_world = parse_event(view.mask.game, text).by_world(view)
    answers = [(in_world(world), weight) for world, _, weight in found]
    if isinstance(answers[0][0], dict):
        answers = [(sum(number * share for number, share in answer.items()), weight) for answer, weight in answers]
    return sum((answer * weight for answer, weight in answers), Fraction(0)) / total


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", OPTIONS)
def test_cards_held_and_drawn_equal_every_world(options, seed):
    for view in views(options, seed):
        belief = view.belief()
        known = worlds(belief)
        for card, seat in product((0, 4, 8), range(options["players"])):
            chances = [mean(known, lambda f, n=n, p=seat, c=card: int(f["hands"][p][c] == n)) for n in range(4)]
            held = counted(view, belief, f"copies-held player={seat} card={CARDS[card]}")
            assert held == {number: chance for number, chance in enumerate(chances) if chance}
            for least in (1, 2):
                text = f"holds player={seat} card={CARDS[card]} count={least}"
                assert counted(view, belief, text) == sampled(view, known, text) == sum(chances[least:])
        pile = "deck" if view.mask.fields()["deck_size"] else "discards"
        if sum(known[0][0][1][pile]):
            expected = mean(known, lambda f, of=pile: Fraction(f[of][4], sum(f[of])))
            text = "draws-card card=turbo"
            assert counted(view, belief, text) == sampled(view, known, text) == expected


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", OPTIONS)
def test_treasures_equal_every_world(options, seed):
    rows, exact = city_rows(Celestia(**options).options), Counter()
    for view in views(options, seed):
        belief = view.belief()
        known, left = worlds(belief), view.mask.fields()["left"]
        expected = {}
        for row, (value, _, worths, telescopes) in enumerate(rows):
            if left[row]:
                for column, worth in [*enumerate(worth for worth, _ in worths), *[(3, "telescope")] * telescopes]:
                    share = mean(known, lambda f, r=row, c=column: Fraction(f["stock"][r][c], f["left"][r]))
                    expected[f"draws-treasure worth={worth} city={value}"] = share
                for seat in range(options["players"]):
                    share = mean(known, lambda f, r=row, p=seat: reaches(f, rows, r, p, options["target"]))
                    expected[f"reaches-target player={seat} city={value}"] = share
        for seat in range(options["players"]):
            enough = mean(known, lambda f, p=seat: int(f["totals"][p] >= options["target"]))
            expected[f"has-target player={seat}"] = enough
            expected[f"total-points player={seat}"] = mean(known, lambda f, p=seat: f["totals"][p])
        for text, chance in expected.items():
            assert sampled(view, known, text) == chance, text
            try:
                found = counted(view, belief, text)
            except TooLargeError:
                exact[text.split()[0], False] += 1
                continue
            exact[text.split()[0], True] += 1
            found = sum(number * share for number, share in found.items()) if isinstance(found, dict) else found
            assert found == chance, (text, view.evidence)
    assert all(exact[name, True] > exact[name, False] for name, _ in exact)


def reaches(fields, rows, row, seat, target):
    points = [worth for worth, _ in rows[row][2]] + [0] * (3 - len(rows[row][2])) + [2]
    stock = zip(points, fields["stock"][row], strict=True)
    return Fraction(sum(count for worth, count in stock if fields["totals"][seat] + worth >= target), fields["left"][row])


def passive(state, player):
    """Nobody leaves, plays a card or a telescope; the captain flies where he may and rerolls nothing."""
    names = {state.action_to_string(player, action): action for action in state.legal_actions(player)}
    return {next(names[name] for name in ("stay", "fly", "crash", "pass", "reroll-none") if name in names): 1}


@pytest.mark.parametrize("options", OPTIONS)
def test_the_captain_passes_as_often_as_when_all_worlds_are_played_out(options):
    phases = Counter()
    for view in (view for seed in range(4) for view in views(options, seed)):
        belief, table = view.belief(), Table(view.mask)
        if not table.dice_lie and table.phase not in ("lone", "roll"):
            with pytest.raises(OrienteerError, match="no roll is due and no dice lie"):
                odds(view, "captain-passes")
            continue
        found, total = worlds(belief)
        expected = sum(weight * odds(world, "captain-passes", policies=passive).value for world, _, weight in found)
        assert counted(view, belief, "captain-passes") == expected / total, view.mask
        phases[table.phase] += 1
    assert len(phases) > 3
