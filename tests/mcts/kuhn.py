"""Strategies of Kuhn poker, or of another small game for two, read off searches, and how much they can be exploited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from orienteer.best_response import best_response_value
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.state import Game, State, View
from orienteer.mcts import InformationSet, Search, strategies_by_information_set

GAME = KuhnPoker()


def kuhn(*moves: int) -> State:
    """The state after these cards (0 J, 1 Q, 2 K; seat 0's first) and actions (0 pass, 1 bet)."""
    state = GAME.new_initial_state()
    for move in moves:
        state.apply(move)
    return state


def nash_conv(strategies: Iterable[InformationSet], game: Game = GAME) -> float:
    """What both seats together gain by answering these strategies as well as they can; 0 at an equilibrium."""
    table = {(found.player, found.state.key()): found.strategy for found in strategies}

    def policy(seen: State, seat: int) -> Mapping[int, float]:
        return table[seat, seen.key()]

    return sum(best_response_value(game, seat, policy) for seat in (0, 1))


def value(strategies: Iterable[InformationSet]) -> float:
    """Exact worth to seat 0 of both seats' strategies."""
    table = {(found.player, found.state.key()): found.strategy for found in strategies}

    def worth(state: State) -> float:
        if state.is_terminal():
            return state.returns()[0]
        seat = state.current_player()
        if seat < 0:
            return sum(worth(state.child(card)) for card in state.legal_actions()) / len(state.legal_actions())
        return sum(odds * worth(state.child(a)) for a, odds in table[seat, state.mask(seat).key()].items())

    return worth(GAME.new_initial_state())


def from_the_root(iterations: int, game: Game = GAME, **options: Any) -> list[InformationSet]:
    """(a) One search before the deal, all information sets read off it."""
    search = Search(View(game.new_initial_state(), 0), private_roots=True, **options)
    search.run(iterations=iterations)
    return strategies_by_information_set(search)


def set_by_set(iterations: int, **options: Any) -> list[InformationSet]:
    """(b) One search for each information set, from a belief that asks nothing of how the others came to act so."""
    found = []
    for known in from_the_root(1):
        state = next(state for state in decisions() if state.mask(known.player).key() == known.state.key())
        search = Search(View(state, known.player), private_roots=True, **options)
        search.run(iterations=iterations)
        found.append(known._replace(strategy=search.result(playouts=0).strategies[known.player]))
    return found


def decisions() -> list[State]:
    """Every history in which a seat is to move."""
    found, stack = [], [kuhn()]
    while stack:
        state = stack.pop()
        if state.current_player() >= 0:
            found.append(state)
        stack.extend(state.child(action) for action in state.legal_actions())
    return found
