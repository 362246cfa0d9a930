"""The strategies that a search has found, read off for every information set below its root."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.state import SIMULTANEOUS_PLAYER, State
from orienteer.mcts.info_tree import InfoTree
from orienteer.mcts.search import Search

Chain = tuple[int, ...]


class InformationSet(NamedTuple):
    """What one seat can tell apart, and what it does there.

    Attributes:
        player: the seat.
        chain: the tokens that it has observed since the root, without zeros.
        state: as the seat sees it.
        strategy: {action: probability}; all alike where no tree has been there.
    """

    player: int
    chain: Chain
    state: State
    strategy: dict[int, float]


def strategies_by_information_set(search: Search, *, max_nodes: int = 100_000) -> list[InformationSet]:
    """Every set in which a seat chooses, in the order of a walk through all histories from every world of the belief.

    For a search with mode "mo". Raises TooLargeError beyond `max_nodes` histories.
    """
    tree = search.trees[0] if search.trees else None
    if not isinstance(tree, InfoTree) or tree.one_tree:
        raise OptionError("search", "one without a tree for each seat", 'a search with hidden information and mode="mo"')
    found: dict[tuple[int, int, Chain], InformationSet] = {}
    players = range(search.state.game.num_players)
    passed = 0
    for world, _ in tree.belief.enumerate(max_nodes):
        seen = [world.observation_key(player) for player in players]
        stack: list[tuple[State, tuple[Chain, ...]]] = [(world, tuple(() for _ in players))]
        while stack:
            state, chains = stack.pop()
            passed += 1
            if passed > max_nodes:
                raise TooLargeError(f"information sets: more than {max_nodes} histories; raise max_nodes")
            for player in state.players_to_move():
                key = (player, seen[player], chains[player])
                if key not in found:
                    found[key] = _read(search, player, chains[player], state, world)
            stack.extend(reversed([(child, _later(child, chains)) for child in _children(state)]))
    return list(found.values())


def _read(search: Search, player: int, chain: Chain, state: State, world: State) -> InformationSet:
    legal = state.legal_actions(player)
    strategy = search.strategy_at(player, chain, world)
    if not strategy:
        strategy = dict.fromkeys(legal, 1 / len(legal))
    return InformationSet(player, chain, state.mask(player), strategy)


def _later(child: State, chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """The chains with what each seat noticed of the transition to `child`."""
    tokens = [child.observed(player) for player in range(len(chains))]
    return tuple((*chain, token) if token else chain for chain, token in zip(chains, tokens, strict=True))


def _children(state: State) -> list[State]:
    if state.current_player() == SIMULTANEOUS_PLAYER:
        choices = [state.legal_actions(player) or [-1] for player in range(state.game.num_players)]
        return [state.child_joint(list(joint)) for joint in product(*choices)]
    return [state.child(action) for action in state.legal_actions()]
