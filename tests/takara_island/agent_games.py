"""Games of Takara Island in which players are tried: options, states met in random play, and short lines of play."""

from collections.abc import Iterator

from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import CARDS, PRESETS, STONE

OPTIONS = [
    {},
    {"players": 3, "miner_may_stop": True, "mimic_fail": "removed", "tie": "shared", "gold": 12},
    {"players": 4, **PRESETS["bga"]},
    {"players": 2, **PRESETS["bga"], "miner_may_stop": True, "adventurers": 3, "gold": 20},
    {"players": 4, "max_rounds": 2, "adventurers": 1},
]


def random_states(game: TakaraIsland, games: int, seed: int = 7) -> Iterator[TakaraIslandState]:
    """Every state of some random games where somebody chooses."""
    stream = RandomStream(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample_chance(stream))
                continue
            yield state
            legal = state.legal_actions()
            state.apply(legal[stream.below(len(legal))])


def few_piles(piles: int = 2, **options) -> TakaraIsland:
    """Piles of two deep cards: two stones, all others six gold."""
    deep = [0] * len(CARDS)
    deep[STONE], deep[CARDS.index("gold_6")] = 2, 2 * piles - 2
    nothing = [0] * len(CARDS)
    return TakaraIsland(gallery=(nothing, nothing, deep), piles=piles, treasures=(0, 1, 0, 0, 0, 0), **options)


def after(game: TakaraIsland, *names: str) -> TakaraIslandState:
    """The state after these actions and outcomes."""
    state = game.new_initial_state()
    for name in names:
        seat = CHANCE_PLAYER if state.is_chance_node() else state.current_player()
        state.apply(state.string_to_action(seat, name))
    return state
