"""Subgames that begin at what one seat sees: which private states there are, their prior, and the viewer's own mix."""

from fractions import Fraction

import pytest

from orienteer.core.errors import OrienteerError, TooLargeError
from orienteer.core.python_game import PythonGame
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.reference.liars_dice import LiarsDice
from orienteer.core.state import View
from orienteer.equilibrium import solve_subgame
from orienteer.equilibrium.private_roots import PRIOR, private_roots
from tests.conformance.tiny_games import Dig, Duel, DuelValue, Voyage

from .helpers import played
from .levels import BLUFF, POKER, Levels
from .test_sequence_form import late


def after(game, *actions):
    state = game.new_initial_state()
    for action in actions:
        state = state.child(action)
    return state


def listed(state, viewer, limit=10_000):
    """{key: share} of the roots, and the roots."""
    roots = private_roots(View(state, viewer), limit, lambda: None)
    total = sum(weight for _, weight in roots)
    return {world.key(): Fraction(weight, total) for world, weight in roots}, roots


def by_brute_force(state, moves):
    """{key: share} of all states after these moves, whatever chance dealt: (None = chance, action) in order."""
    found = [(state.game.new_initial_state(), Fraction(1))]
    for move in moves:
        later = []
        for place, odds in found:
            if move is None:
                total = sum(weight for _, weight in place.chance_outcomes())
                later += [(place.child(o), odds * Fraction(weight, total)) for o, weight in place.chance_outcomes()]
            else:
                later.append((place.child(move), odds))
        found = later
    return {place.key(): odds for place, odds in found}


CASES = {
    "kuhn": (after(KuhnPoker(), 0, 2, 1), (None, None, 1)),
    "leduc": (after(LeducPoker(), 0, 0, 2), (None, None, 2)),
    "liar's dice": (after(LiarsDice(sides=3), 2, 0, 1), (None, None, 1)),
    "liar's dice for three": (after(LiarsDice(players=3, sides=2, dice=2), 2, 0, 1, 0), (None, None, None, 0)),
    "cards": (after(Levels(POKER), 2, 1, 0), (None, None, 0)),
}


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", CASES)
def test_roots_are_all_deals_by_their_odds(name, viewer):
    state, moves = CASES[name]
    assert listed(state, viewer)[0] == by_brute_force(state, moves)


STATES = {
    **{name: state for name, (state, _) in CASES.items()},
    "leduc with its public card": after(LeducPoker(), 0, 1, 1, 1, 2),
    "voyage": after(Voyage(), 0, 1, 0, 1, 2),
    "duel": after(Duel(), 2, 3),
    "dig": after(Dig(), 0, 1),
    "bluff": after(Levels(BLUFF), 1, 1, 0),
    **{f"celestia {left}": late("celestia", 2, left) for left in (3, 6, 8)},
    **{f"takara {left}": late("takara_island", 2, left, seed=1) for left in (3, 6)},
}


@pytest.mark.parametrize("name", STATES)
def test_every_belief_is_the_prior_seen_from_a_seat(name):
    state = STATES[name]
    shares, roots = listed(state, 0)
    assert state.key() in shares
    assert listed(state, 1)[0] == shares
    for seat in range(state.game.num_players):
        masks = {world.mask(seat).key(): world.mask(seat) for world, _ in roots}
        for key, mask in masks.items():
            believed = {world.key(): weight for world, weight in state.game.belief(mask, seat).enumerate()}
            same = {world.key() for world, _ in roots if world.mask(seat).key() == key}
            assert set(believed) == same
            total = sum(believed.values())
            within = sum(shares[world] for world in same)
            assert all(shares[world] / within == Fraction(weight, total) for world, weight in believed.items())


@pytest.mark.parametrize(("card", "call"), [(0, 0.0), (1, 1.0), (2, 1.0)])
def test_known_kuhn_poker_after_a_bet(card, call):
    """Every deal is as likely: the jack folds, the king calls, and so does the queen, who has the bettor even."""
    state = after(KuhnPoker(), (card + 1) % 3, card, 1)
    found = solve_subgame(View(state, 1), target=1e-9)
    assert found.assumptions == (PRIOR,)
    assert found.values[1] == pytest.approx((-1 + 0 + 2) / 3, abs=1e-8)
    assert list(found.moves) == [1]
    assert found.moves[1]["bet"] == pytest.approx(call, abs=1e-6)
    # The table holds the other cards as well.
    assert len([row for row in found.table if row.seat == 1]) == 3


@pytest.mark.parametrize("name", ["kuhn", "liar's dice", "voyage", "duel", "bluff", "celestia 6", "takara 6"])
def test_players_who_follow_from_every_private_state_get_the_values(name):
    state = STATES[name]
    viewer = 0 if 0 in state.players_to_move() else 1
    found = solve_subgame(View(state, viewer), target=0.05)
    shares, roots = listed(state, viewer)
    seats = range(state.game.num_players)
    values = [0.0 for _ in seats]
    for world, _ in roots:
        worth = played(world, [found.follow(world, seat) for seat in seats], found.objective)
        values = [value + float(shares[world.key()]) * more for value, more in zip(values, worth, strict=True)]
    assert values == pytest.approx(found.values, abs=1e-9)
    mine = found.follow(View(state, viewer).mask, viewer)
    legal = state.legal_actions(viewer)
    if legal:
        named = {state.action_to_string(viewer, action): share for action, share in mine.mix().items()}
        assert found.moves == {viewer: named}


def test_too_many_private_states_are_refused():
    with pytest.raises(TooLargeError, match=r"more than 3 private states.*limits\.nodes|limit 3"):
        listed(after(KuhnPoker(), 0, 2, 1), 1, limit=3)


class Lopsided(Duel):
    """A seat with a 3 takes the other's 1 to be twice as likely."""

    def worlds(self, masked, viewer, evidence):
        found = super().worlds(masked, viewer, evidence)
        return [(value, weight * (2 if viewer == 1 and value == DuelValue((1, 3)) else 1)) for value, weight in found]


class Blind(Duel):
    """A seat with a 3 does not hold a 1 possible."""

    def worlds(self, masked, viewer, evidence):
        found = super().worlds(masked, viewer, evidence)
        return [pair for pair in found if not (viewer == 1 and pair[0] == DuelValue((1, 3)))]


@pytest.mark.parametrize(
    ("game", "message"),
    [(Lopsided, "beliefs do not come from one prior"), (Blind, "seat 1 does not hold possible what it sees")],
)
def test_beliefs_without_a_prior_are_refused(game, message):
    assert issubclass(game, PythonGame)
    with pytest.raises(OrienteerError, match=message):
        listed(after(game(), 1, 3), 0)
