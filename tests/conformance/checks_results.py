"""Checks on results: rewards, bounds, constant sums, and the keys under which values are shared."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest
from scipy.sparse import csr_matrix, identity
from scipy.sparse.linalg import spsolve

from orienteer.core.errors import OptionError
from orienteer.core.state import Game, State

from .walk import graph, is_reduced, sample_edges, sample_states, walks

TOLERANCE = 1e-9
NUM_STEPS = 8  # how far values look ahead where play need not end


def check_rewards(game: Game) -> None:
    """Rewards of an additive objective add up to the returns, at every step."""
    for objective in game.objectives:
        start = game.new_initial_state()
        if not game.is_additive(objective):
            with pytest.raises(OptionError):
                start.rewards(objective)
            continue
        assert start.rewards(objective) == [0.0] * game.num_players
        for walk in walks(game):
            total = np.array(start.returns(objective))
            for edge in walk:
                total += edge.after.rewards(objective)
                wanted = edge.after.returns(objective)
                assert np.allclose(total, wanted, atol=TOLERANCE), f"{objective} of {edge.after}: {total}, {wanted}"


def check_bounds(game: Game) -> None:
    """Returns are finite and lie within utility_bounds; scores are one number a seat."""
    for state in sample_states(game):
        for objective in game.objectives:
            low, high = game.utility_bounds(objective)
            values = state.returns(objective)
            assert len(values) == game.num_players
            assert all(isfinite(x) and low - TOLERANCE <= x <= high + TOLERANCE for x in values), f"{state}: {values}"
        if "points" in game.objectives:
            assert len(state.scores()) == game.num_players


def check_constant_sum(game: Game) -> None:
    """Where the game says so, all players' returns have the same sum at every terminal state."""
    ends = [edge.after for edge in sample_edges(game) if edge.after.is_terminal()]
    for objective in game.objectives:
        if game.is_constant_sum(objective) and ends:
            sums = [sum(state.returns(objective)) for state in ends]
            assert max(sums) - min(sums) <= TOLERANCE, f"{objective}: sums from {min(sums)} to {max(sums)}"


def check_state_key(game: Game) -> None:
    """Equal state keys mean equal values still to come under uniform play, and as many legal actions (reduced sets)."""
    if not is_reduced(game):
        return
    whole = graph(game)
    states = list(whole.states.values())
    choices = [tuple(len(state.legal_actions(seat)) for seat in range(game.num_players)) for state in states]
    for objective in game.objectives:
        values, num_steps = _values_to_come(game, objective)
        deepest = max(whole.depth.values()) - 1 - num_steps  # states from here on have unknown children
        known = [i for i, depth in enumerate(whole.depth.values()) if whole.is_whole or depth <= deepest]
        shared: dict[int, int] = {}
        first = [shared.setdefault(states[i].state_key(objective), i) for i in known]
        for one, other in zip(first, known, strict=True):
            assert choices[one] == choices[other], f"{objective}: {states[other]} shares its key with other choices"
        apart = np.abs(values[first] - values[known]).max(axis=1)
        worst = int(apart.argmax())
        assert apart[worst] <= TOLERANCE, (
            f"{objective}: {states[known[worst]]} is worth {values[known[worst]]}, another state with its key "
            f"{values[first[worst]]}"
        )


def check_settled(game: Game) -> None:
    """Where a player's returns are said to be settled until a segment ends, nothing changes them until then."""
    for objective in filter(game.is_additive, game.objectives):
        for segment in (None, *game.segments):
            for player in range(game.num_players):
                _check_settled_walks(game, objective, segment, player)
                if is_reduced(game):
                    _check_settled_graph(game, objective, segment, player)


def _segment(state: State, segment: str | None) -> int:
    return 0 if segment is None else state.segment(segment)


def _check_settled_walks(game: Game, objective: str, segment: str | None, player: int) -> None:
    for walk in walks(game):
        settled: tuple[State, float] | None = None
        for edge in walk:
            # 1. The promise of an earlier state holds until its segment ends, the last transition included.
            if settled is None and edge.before.is_settled(player, objective, segment):
                settled = edge.before, edge.before.returns(objective)[player]
            if settled is not None:
                assert edge.after.returns(objective)[player] == settled[1], (
                    f"{settled[0]}: seat {player}, {objective}, {segment}"
                )
            # 2. Then a new one may be made.
            if _segment(edge.after, segment) != _segment(edge.before, segment):
                settled = None


def _check_settled_graph(game: Game, objective: str, segment: str | None, player: int) -> None:
    whole = graph(game)
    parents: dict[int, list[int]] = {}
    changing = []
    for key, out in whole.edges.items():
        before = whole.states[key]
        for _, after, after_key in out:
            if after.rewards(objective)[player] != 0:
                changing.append(key)
            elif _segment(after, segment) == _segment(before, segment):
                parents.setdefault(after_key, []).append(key)
    found = set(changing)
    while changing:
        for key in parents.get(changing.pop(), ()):
            if key not in found:
                found.add(key)
                changing.append(key)
    for key in found:
        state = whole.states[key]
        assert not state.is_settled(player, objective, segment), f"{state}: seat {player}, {objective}, {segment}"


def _values_to_come(game: Game, objective: str) -> tuple[np.ndarray, int]:
    """One row a state of the graph: expected rewards to come, or final returns, when all choose uniformly.

    Where the graph is not whole: those of the next few steps only, whose number is the second result.
    """
    whole = graph(game)
    index = {key: i for i, key in enumerate(whole.states)}
    additive = game.is_additive(objective)
    gain = np.zeros((len(index), game.num_players))
    rows, columns, odds = [], [], []
    for key, out in whole.edges.items():
        if not out:
            ended = not additive and whole.states[key].is_terminal()
            gain[index[key]] = whole.states[key].returns(objective) if ended else 0
        weight = sum(move.odds for move, _, _ in out)  # 1 at chance, else the number of choices
        for move, after, after_key in out:
            probability = float(move.odds / weight)
            rows.append(index[key])
            columns.append(index[after_key])
            odds.append(probability)
            if additive:
                gain[index[key]] += probability * np.array(after.rewards(objective))
    moves = csr_matrix((odds, (rows, columns)), shape=(len(index), len(index)))
    if not whole.is_whole:
        values = gain
        for _ in range(NUM_STEPS - 1):
            values = gain + moves @ values
        return values, NUM_STEPS
    system = (identity(len(index), format="csr") - moves).tocsc()
    return np.column_stack([spsolve(system, gain[:, seat]) for seat in range(game.num_players)]), 0
