"""Ways through a game, by public calls only: single steps, random walks, all states, all histories."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, Game, State

NUM_WALKS = 12
MAX_STEPS = 200  # of a sampled walk; games without a bound may be cut off
MAX_HISTORIES = 100_000
MAX_ENDLESS_STATES = 3000  # of a game that need not end


class Move(NamedTuple):
    """A transition: `action` is an action, an outcome, or a tuple with one action a seat."""

    actor: int
    action: int | tuple[int, ...]
    odds: Fraction  # of an outcome of chance; 1 for choices


class Edge(NamedTuple):
    before: State
    move: Move
    after: State


def moves(state: State) -> list[Move]:
    """Every move from here."""
    current = state.current_player()
    if current == CHANCE_PLAYER:
        listed = state.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return [Move(current, outcome, Fraction(weight, total)) for outcome, weight in listed]
    if current == SIMULTANEOUS_PLAYER:
        choices = [state.legal_actions(seat) or [-1] for seat in range(state.game.num_players)]
        return [Move(current, joint, Fraction(1)) for joint in product(*choices)]
    if current >= 0:
        return [Move(current, action, Fraction(1)) for action in state.legal_actions()]
    return []


def play(state: State, move: Move) -> None:
    if isinstance(move.action, tuple):
        state.apply_joint(list(move.action))
    else:
        state.apply(move.action)


def step(state: State, move: Move) -> State:
    after = state.clone()
    play(after, move)
    return after


def random_walk(game: Game, random: Random, max_steps: int = MAX_STEPS) -> Iterator[Edge]:
    """Uniform over moves, not over odds: rare outcomes get their turn."""
    state = game.new_initial_state()
    for _ in range(max_steps):
        listed = moves(state)
        if not listed:
            return
        move = random.choice(listed)
        after = step(state, move)
        yield Edge(state, move, after)
        state = after


@lru_cache(maxsize=64)
def walks(game: Game) -> tuple[tuple[Edge, ...], ...]:
    """The same random walks at every call."""
    random = Random(20240229)
    return tuple(tuple(random_walk(game, random)) for _ in range(NUM_WALKS))


def is_reduced(game: Game) -> bool:
    """Whether the game is its own reduced set, so that all of it may be listed."""
    return game.reduced() == game


class Graph:
    """All distinct states of a reduced game, by key, with their moves; where play need not end, the nearest of them.

    Attributes:
        states: by key, in breadth-first order.
        edges: moves by key, with the state after each and its key; none yet for states that were not reached in time.
        depth: fewest steps from the start, by key.
        is_whole: whether every state is there.
    """

    def __init__(self, game: Game) -> None:
        start = game.new_initial_state()
        self.root = start.key()
        self.states: dict[int, State] = {self.root: start}
        self.edges: dict[int, list[tuple[Move, State, int]]] = {self.root: []}
        self.depth: dict[int, int] = {self.root: 0}
        self.is_whole = True
        waiting = [self.root]
        for key in waiting:
            if game.max_game_length is None and len(self.states) > MAX_ENDLESS_STATES:
                self.is_whole = False
                break
            for move in moves(self.states[key]):
                after = step(self.states[key], move)
                after_key = after.key()
                self.edges[key].append((move, after, after_key))
                if after_key not in self.states:
                    self.states[after_key] = after
                    self.edges[after_key] = []
                    self.depth[after_key] = self.depth[key] + 1
                    waiting.append(after_key)
                    if len(self.states) > MAX_HISTORIES:
                        raise AssertionError(f"{game!r}: more than {MAX_HISTORIES} states in the reduced set")


@lru_cache(maxsize=16)
def graph(game: Game) -> Graph:
    return Graph(game)


@lru_cache(maxsize=64)
def sample_edges(game: Game) -> tuple[Edge, ...]:
    """Transitions to check laws on: those of the random walks, and all of them where the game is small."""
    found = [edge for walk in walks(game) for edge in walk]
    if is_reduced(game):
        whole = graph(game)
        found += [Edge(whole.states[key], move, after) for key, out in whole.edges.items() for move, after, _ in out][:5000]
    return tuple(found)


@lru_cache(maxsize=64)
def sample_states(game: Game) -> tuple[State, ...]:
    """The start and the states behind `sample_edges`, each once."""
    start = game.new_initial_state()
    found = {start.key(): start}
    for edge in sample_edges(game):
        found.setdefault(edge.after.key(), edge.after)
    return tuple(found.values())[:1500]


_Noticed = tuple[tuple[Any, ...], ...]


@dataclass
class History:
    """A path from the start with what every seat noticed on it (nothing noticed = nothing added)."""

    state: State
    parent: History | None
    odds: Fraction
    tokens: tuple[tuple[int, ...], ...]
    observations: tuple[tuple[object, ...], ...]


@lru_cache(maxsize=16)
def histories(game: Game, limit: int) -> tuple[History, ...]:
    """All histories of a reduced game in breadth-first order, at most `limit` of them.

    Many lead to the same state, and what follows it is played once.
    """
    start = game.new_initial_state()
    nothing: tuple[tuple[()], ...] = tuple(() for _ in range(game.num_players))
    found, keys = [History(start, None, Fraction(1), nothing, nothing)], [start.key()]
    steps: dict[int, list[tuple[Fraction, State, int, _Noticed, _Noticed]]] = {}
    for history, key in zip(found, keys, strict=True):
        if key not in steps:
            steps[key] = [
                (move.odds, after, after.key(), *_noticed(after))
                for move in moves(history.state)
                for after in [step(history.state, move)]
            ]
        for odds, after, after_key, tokens, observations in steps[key]:
            keys.append(after_key)
            found.append(
                History(
                    after,
                    history,
                    history.odds * odds,
                    tuple(a + b for a, b in zip(history.tokens, tokens, strict=True)),
                    tuple(a + b for a, b in zip(history.observations, observations, strict=True)),
                )
            )
            if len(found) >= limit:
                return tuple(found)
    return tuple(found)


def _noticed(after: State) -> tuple[_Noticed, _Noticed]:
    """By seat, the token and the observation of the last transition, each alone in a tuple that is empty if there is none."""
    seats = [seat if after.observed(seat) else None for seat in range(after.game.num_players)]
    return (
        tuple(() if seat is None else (after.observed(seat),) for seat in seats),
        tuple(() if seat is None else (after.observation(seat),) for seat in seats),
    )


def count_value_states(game: Game) -> int:
    """Number of states that differ in a state key: finite also where play need not end."""
    start = game.new_initial_state()
    found = {tuple(start.state_key(name) for name in game.objectives)}
    waiting = [start]
    for state in waiting:
        for move in moves(state):
            after = step(state, move)
            keys = tuple(after.state_key(name) for name in game.objectives)
            if keys not in found and len(found) < MAX_HISTORIES:
                found.add(keys)
                waiting.append(after)
    return len(found)


def count_histories(game: Game, max_depth: int) -> int:
    """Number of paths from the start, of at most `max_depth` steps, without listing them."""
    whole = graph(game)
    level, total = {whole.root: 1}, 1
    for _ in range(max_depth):
        following: dict[int, int] = {}
        for key, count in level.items():
            for _, _, after in whole.edges[key]:
                following[after] = following.get(after, 0) + count
        level = following
        total += sum(level.values())
        if not level or total >= MAX_HISTORIES:
            break
    return total
