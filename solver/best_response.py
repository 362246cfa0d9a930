"""The most that one seat can get against known policies of all others, hidden information respected.

The whole tree is listed once. A seat decides by information set, the chain of all tokens that it has observed
(`State.observed`, perfect recall); at each it takes the action with the highest value summed over the histories in it,
weighted by chance and the others' policies. Sets are decided from those with most own decisions behind them backwards,
so each is decided once. Exact up to rounding; cost is the full tree, so it is for small games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, Game, State
from orienteer.expectimax.expand import policy_probabilities

Policy = Callable[[State, int], Mapping[int, float]] | Literal["uniform"]
Chain = tuple[int, ...]


@dataclass
class _Node:
    """A history. level: own decisions behind it. chain: set where the seat decides; children then go by action."""

    reach: float
    level: int
    children: list[int] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)
    chain: Chain | None = None
    value: float = 0.0


def best_response_value(
    game: Game | State,
    seat: int,
    policy: Policy | Mapping[int, Policy],
    objective: str | None = None,
    *,
    max_nodes: int = 1_000_000,
) -> float:
    """Expected returns of `seat` when it answers the others' policies as well as it can.

    Args:
        game: a game, from its start, or a state, which everybody is taken to know.
        policy: of every other seat, or one by seat: "uniform", or callable(State, seat) -> {action: probability}. It is
            given the state as that seat sees it (`State.mask`).
        max_nodes: TooLargeError beyond this many histories.
    """
    root = game.clone() if isinstance(game, State) else game.new_initial_state()
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < root.game.num_players:
        raise OptionError("seat", seat, f"a seat from 0 to {root.game.num_players - 1}")
    others = [s for s in range(root.game.num_players) if s != seat]
    policies: dict[int, Any] = dict(policy) if isinstance(policy, Mapping) else dict.fromkeys(others, policy)
    for other in others:
        if policies.get(other) != "uniform" and not callable(policies.get(other)):
            raise OptionError(f"policy of seat {other}", policies.get(other), '"uniform" or a callable')
    nodes = _list_tree(root, seat, policies, objective, max_nodes)
    return _decide(nodes)


def _list_tree(root: State, seat: int, policies: dict[int, Any], objective: str | None, max_nodes: int) -> list[_Node]:
    """All histories, children after their parents."""
    nodes = [_Node(1.0, 0)]
    stack: list[tuple[int, State, Chain]] = [(0, root, ())]

    def add(parent: int, probability: float, own: bool) -> int:
        if len(nodes) >= max_nodes:
            raise TooLargeError(
                f"best response: {len(nodes)} histories so far, limit {max_nodes}; raise max_nodes, start later in the "
                "game, or take a smaller set of components"
            )
        nodes.append(_Node(nodes[parent].reach * probability, nodes[parent].level + own))
        nodes[parent].children.append(len(nodes) - 1)
        nodes[parent].probabilities.append(probability)
        return len(nodes) - 1

    while stack:
        index, state, chain = stack.pop()
        # 1. The end of a history.
        if state.is_terminal():
            nodes[index].value = state.returns(objective)[seat]
            continue
        # 2. The own choice, if there is one now, then everybody else's and chance's.
        own = state.legal_actions(seat) if seat in state.players_to_move() else []
        if own:
            nodes[index].chain = chain
        choices: list[int | None] = [*own] if own else [None]
        for action in choices:
            behind = index if action is None else add(index, 1.0, True)
            for child, probability in _others(state, seat, action, policies):
                token = child.observed(seat)
                stack.append((add(behind, probability, False), child, (*chain, token) if token else chain))
    return nodes


def _others(state: State, seat: int, action: int | None, policies: dict[int, Any]) -> list[tuple[State, float]]:
    """(state after, probability) of what chance and the other seats do beside the own action."""
    current = state.current_player()
    if current == CHANCE_PLAYER:
        total = sum(weight for _, weight in state.chance_outcomes())
        return [(state.child(outcome), weight / total) for outcome, weight in state.chance_outcomes()]
    if current == seat:
        assert action is not None
        return [(state.child(action), 1.0)]
    if current != SIMULTANEOUS_PLAYER:
        return [(state.child(a), p) for a, p in _mix(state, current, policies).items() if p > 0]
    choices: list[list[tuple[int, float]]] = []
    for other in range(state.game.num_players):
        if other == seat:
            choices.append([(-1 if action is None else action, 1.0)])
        elif state.legal_actions(other):
            choices.append([(a, p) for a, p in _mix(state, other, policies).items() if p > 0])
        else:
            choices.append([(-1, 1.0)])
    return [(state.child_joint([a for a, _ in joint]), math.prod(p for _, p in joint)) for joint in product(*choices)]


def _mix(state: State, other: int, policies: dict[int, Any]) -> dict[int, float]:
    legal = state.legal_actions(other)
    return dict(zip(legal, policy_probabilities(policies[other], state.mask(other), other, legal), strict=True))


def _decide(nodes: list[_Node]) -> float:
    levels: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        levels.setdefault(node.level, []).append(index)
    for level in sorted(levels, reverse=True):
        # 1. Each information set of this level: the action that is worth most over its histories.
        sums: dict[Chain, list[float]] = {}
        for index in levels[level]:
            node = nodes[index]
            if node.chain is not None:
                worth = sums.setdefault(node.chain, [0.0] * len(node.children))
                for k, child in enumerate(node.children):
                    worth[k] += node.reach * nodes[child].value
        choice = {chain: max(range(len(worth)), key=worth.__getitem__) for chain, worth in sums.items()}
        # 2. Values of this level, children before parents.
        for index in reversed(levels[level]):
            node = nodes[index]
            if node.chain is not None:
                node.value = nodes[node.children[choice[node.chain]]].value
            elif node.children:
                node.value = sum(p * nodes[child].value for p, child in zip(node.probabilities, node.children, strict=True))
    return nodes[0].value
