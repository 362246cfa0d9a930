"""Checks on who knows what: tokens, masks, views, beliefs.

The oracle for beliefs lists all histories of a reduced game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from fractions import Fraction
from math import lcm

import pytest

from orienteer.core.errors import IllegalActionError, TooLargeError
from orienteer.core.rng import RandomStream
from orienteer.core.state import INVALID_PLAYER, Game, State, View

from .checks_play import assert_frequencies
from .walk import MAX_HISTORIES, History, histories, is_reduced, moves, sample_edges, sample_states, step

NUM_OPEN_HISTORIES = 2000  # enough where nothing is hidden
NUM_BELIEFS = 400
NUM_EDGES = 1500
NUM_DRAWS = 2000


def _histories(game: Game) -> tuple[History, ...]:
    if not is_reduced(game):
        return ()
    return histories(game, MAX_HISTORIES if game.has_hidden_information else NUM_OPEN_HISTORIES)


def _asked(masked: State) -> tuple[Hashable, ...]:
    """All that a masked state tells."""
    seats = range(masked.game.num_players)
    return masked.key(), str(masked), masked.current_player(), *(tuple(masked.legal_actions(seat)) for seat in seats)


def _seats(state: State, number: int) -> set[int]:
    """Who chooses here and two others, who change from state to state: of many onlookers each gets his turn."""
    seats = state.game.num_players
    return {number % seats, (number + 1 + number // seats) % seats, *state.players_to_move()[:2]}


def check_tokens(game: Game) -> None:
    """Observations are equal exactly when tokens are; nothing noticed is None and 0."""
    for seat in range(game.num_players):
        assert game.new_initial_state().observed(seat) == 0
        assert game.new_initial_state().observation(seat) is None
        tokens: dict[object, int] = {None: 0}
        observations: dict[int, object] = {0: None}
        for edge in sample_edges(game):
            token, observation = edge.after.observed(seat), edge.after.observation(seat)
            assert tokens.setdefault(observation, token) == token, f"seat {seat}: {observation} has two tokens"
            assert observations.setdefault(token, observation) == observation, (
                f"seat {seat}: {observation} and {observations[token]} share a token"
            )


def check_own_action(game: Game) -> None:
    """A player notices what he did himself: other choices of his give other tokens."""
    for state in sample_states(game)[:300]:
        for seat in state.players_to_move():
            owner: dict[int, int] = {}
            for move in moves(state)[:100]:
                own = move.action[seat] if isinstance(move.action, tuple) else move.action
                token = step(state, move).observed(seat)
                assert token, f"seat {seat} does not notice his own action {own} in {state}"
                assert owner.setdefault(token, own) == own, f"{state}: actions {own} and {owner[token]} share a token"


def check_view_law(game: Game) -> None:
    """Stepping, then viewing, equals viewing, then `View.after`; who notices nothing keeps his view."""
    edges = sample_edges(game)
    for number, (before, move, after) in enumerate(edges[:: 1 + len(edges) // NUM_EDGES]):
        for seat in _seats(before, number):
            observation = after.observation(seat)
            view = View(before, seat).after(observation)
            wanted = View(after, seat, () if observation is None else (observation,))
            where = f"seat {seat}, {before} after {move.action}"
            assert _asked(view.mask) == _asked(wanted.mask), f"{where}: '{view.mask}', should be '{wanted.mask}'"
            assert view == wanted


def check_impossible_observation(game: Game) -> None:
    """A view refuses what could not be noticed, and stays as it was."""
    for state in sample_states(game)[:20]:
        view = View(state, 0)
        before = _asked(view.mask)
        with pytest.raises((IllegalActionError, ValueError, TypeError, KeyError, IndexError)):
            view.after(("no", "such", "thing", -99, "at", "all"))
        assert _asked(view.mask) == before


def check_mask(game: Game) -> None:
    """Masking twice is masking once; it leaves the state alone and tells the mover what he may do."""
    for number, state in enumerate(sample_states(game)[:600]):
        before = state.key()
        for seat in _seats(state, number):
            masked = state.mask(seat)
            assert _asked(masked.mask(seat)) == _asked(masked)
            assert masked.key() == state.observation_key(seat)
            assert str(masked) == state.observation_string(seat)
            # Whose turn it is may be hidden from a seat that is not asked itself.
            told = masked.current_player()
            assert told == state.current_player() or (told == INVALID_PLAYER and seat not in state.players_to_move())
            assert masked.legal_actions(seat) == state.legal_actions(seat)
        assert state.key() == before


def check_information_sets(game: Game) -> None:
    """Histories in which a player noticed the same give him the same mask, text and legal actions (reduced sets)."""
    for seat in range(game.num_players):
        kept: dict[Hashable, tuple[Hashable, ...]] = {}
        choices: dict[Hashable, list[int]] = {}
        told: dict[int, tuple[tuple[Hashable, ...], list[int]]] = {}  # by state: many histories lead to one
        alike = Counter(history.tokens[seat] for history in _histories(game))
        for history in _histories(game):
            chain, key = history.tokens[seat], history.state.key()
            if alike[chain] == 1:
                continue
            if key not in told:
                told[key] = _asked(history.state.mask(seat)), history.state.legal_actions(seat)
            asked, legal = told[key]
            assert kept.setdefault(chain, asked) == asked, f"seat {seat} tells {asked[1]} from {kept[chain][1]}"
            if legal:
                assert choices.setdefault(chain, legal) == legal, f"seat {seat} cannot tell {legal} from {choices[chain]}"


def check_hidden_flag(game: Game) -> None:
    """has_hidden_information is set exactly where some mask differs from the state."""
    hides = any(s.observation_key(seat) != s.key() for s in sample_states(game) for seat in range(game.num_players))
    assert hides == game.has_hidden_information


def information_sets(game: Game, seat: int) -> dict[tuple[object, ...], list[History]]:
    """Histories by all that `seat` noticed. Where he cannot tell a history from its own beginning, those count in which
    he moves: there the rules of perfect recall hold."""
    found: dict[tuple[object, ...], list[History]] = defaultdict(list)
    for history in _histories(game):
        found[history.observations[seat]].append(history)
    for chain, group in list(found.items()):
        if any(history.parent and history.parent.observations[seat] == chain for history in group):
            found[chain] = [history for history in group if seat in history.state.players_to_move()]
            if not found[chain]:
                del found[chain]
    return dict(found)


def _view(game: Game, seat: int, chain: tuple[object, ...]) -> View:
    view = View(game.new_initial_state(), seat)
    for observation in chain:
        view = view.after(observation)
    return view


def _shares(weights: dict[int, Fraction]) -> dict[int, Fraction]:
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


def check_belief(game: Game) -> None:
    """The listed belief equals the oracle's: all histories with the same chain, by the product of their chance odds."""
    for seat in range(game.num_players):
        groups = information_sets(game, seat)
        for chain in list(groups)[:: max(1, len(groups) // NUM_BELIEFS)]:
            wanted: dict[int, Fraction] = defaultdict(Fraction)
            for history in groups[chain]:
                wanted[history.state.key()] += history.odds
            belief = _view(game, seat, chain).belief()
            listed: dict[int, Fraction] = defaultdict(Fraction)
            for state, weight in belief.enumerate():
                assert isinstance(weight, int)
                assert weight > 0
                state.check()
                listed[state.key()] += weight
                assert _asked(state.mask(seat)) == _asked(groups[chain][0].state.mask(seat))
            assert _shares(listed) == _shares(wanted), f"seat {seat} after {chain}"
            assert belief.size_estimate() >= 1
            assert belief.viewer == seat
            with pytest.raises(TooLargeError):
                belief.enumerate(limit=len(listed) - 1)


def check_belief_samples(game: Game) -> None:
    """Sampled worlds cover the oracle's, with its odds (χ², 1 in a million)."""
    stream = RandomStream(23)
    for seat in range(game.num_players):
        groups = information_sets(game, seat)
        largest = sorted(groups, key=lambda chain: len({h.state.key() for h in groups[chain]}), reverse=True)[:4]
        for chain in largest:
            wanted: dict[int, Fraction] = defaultdict(Fraction)
            for history in groups[chain]:
                wanted[history.state.key()] += history.odds
            scale = lcm(*(odds.denominator for odds in wanted.values()))
            belief = _view(game, seat, chain).belief()
            drawn = Counter(belief.sample(stream).key() for _ in range(NUM_DRAWS))
            assert_frequencies(drawn, {key: int(odds * scale) for key, odds in wanted.items()}, f"seat {seat}, {chain}")
