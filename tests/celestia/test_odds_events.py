"""Celestia's events against every world of small beliefs, against playing the worlds out, and their parameters."""

from fractions import Fraction

import pytest

from orienteer.core.celestia import Celestia
from orienteer.core.celestia.components import CARDS, city_rows
from orienteer.core.errors import OrienteerError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.events import odds

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
LAST = 60  # transitions of a random game


def views(options, seed):
    """Views of all seats along a random game, every few transitions, where a belief is small."""
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
        if state.fields()["phase"] != "deal" and number % 3 == seed % 3:
            for seat, log in enumerate(logs):
                yield View(state, seat, log)


def worlds(view):
    found = view.belief().enumerate(20_000)
    total = sum(weight for _, weight in found)
    return [(world, world.fields(), Fraction(weight, total)) for world, weight in found]


def mean(known, value):
    return sum((weight * value(fields) for _, fields, weight in known), Fraction(0))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", OPTIONS)
def test_cards_held_and_drawn_equal_every_world(options, seed):
    for view in views(options, seed):
        known = worlds(view)
        for card in (0, 4, 8):
            for seat in range(options["players"]):
                counts = {}
                for _, fields, weight in known:
                    held = fields["hands"][seat][card]
                    counts[held] = counts.get(held, 0) + weight
                assert odds(view, f"copies-held player={seat} card={CARDS[card]}").value == counts
                for least in (1, 2):
                    expected = sum(weight for held, weight in counts.items() if held >= least)
                    assert odds(view, f"holds player={seat} card={CARDS[card]} count={least}").value == expected
            pile = "deck" if view.mask.fields()["deck_size"] else "discards"
            if sum(known[0][1][pile]):
                expected = mean(known, lambda fields, c=card, p=pile: Fraction(fields[p][c], sum(fields[p])))
                assert odds(view, f"draws-card card={CARDS[card]}").value == expected


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", OPTIONS)
def test_treasures_equal_every_world(options, seed):
    rows = city_rows(Celestia(**options).options)
    for view in views(options, seed):
        known, table = worlds(view), view.mask.fields()
        for row, (value, _, worths, telescopes) in enumerate(rows):
            if not table["left"][row]:
                continue
            for column, (worth, _) in [*enumerate(worths), *[(3, ("telescope", 1))] * telescopes]:
                expected = mean(known, lambda fields, r=row, c=column: Fraction(fields["stock"][r][c], fields["left"][r]))
                found = odds(view, f"draws-treasure worth={worth} city={value}")
                agree(found, expected)
            for seat in range(options["players"]):
                expected = mean(known, lambda fields, r=row, p=seat: reaches(fields, rows, r, p, options["target"]))
                agree(odds(view, f"reaches-target player={seat} city={value}"), expected)
        for seat in range(options["players"]):
            expected = mean(known, lambda fields, p=seat: Fraction(fields["totals"][p] >= options["target"]))
            agree(odds(view, f"has-target player={seat}"), expected)
            agree(odds(view, f"total-points player={seat}"), mean(known, lambda fields, p=seat: fields["totals"][p]))


def reaches(fields, rows, row, seat, target):
    points = [worth for worth, _ in rows[row][2]] + [0] * (3 - len(rows[row][2])) + [2]
    enough = sum(
        count for worth, count in zip(points, fields["stock"][row], strict=True) if fields["totals"][seat] + worth >= target
    )
    return Fraction(enough, fields["left"][row])


def agree(found, expected):
    """Exactly, or within what the sampled answer says of itself."""
    if found.exact:
        assert found.mean == expected
    else:
        assert found.assumptions[-1].startswith("estimated from")
        assert abs(found.mean - float(expected)) <= 5 * max(found.stderr, 1 / found.samples)


def passive(state, player):
    """Nobody leaves, plays a card or a telescope; the captain flies where he may and rerolls nothing."""
    names = {state.action_to_string(player, action): action for action in state.legal_actions(player)}
    return {next(names[name] for name in ("stay", "fly", "crash", "pass", "reroll-none") if name in names): 1}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", OPTIONS)
def test_the_captain_passes_as_often_as_when_all_worlds_are_played_out(options, seed):
    tried = 0
    for view in views(options, seed):
        if view.mask.fields()["phase"] in ("draw", "after_move", "hook", "settle"):
            with pytest.raises(OrienteerError, match="no roll is due and no dice lie"):
                odds(view, "captain-passes")
            continue
        found = odds(view, "captain-passes")
        assert found.value == odds(view, "captain-passes", policies=passive).value, view.mask
        tried += 1
    assert tried > 3
