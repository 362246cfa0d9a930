"""Small galleries in which every fact about hidden cards comes up, played at random with an oracle beside each seat."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import CARDS

from .belief_oracle import Oracle, World


def counts(words: str) -> tuple[int, ...]:
    """A level of a gallery from the names of its cards."""
    cards = words.split()
    return tuple(cards.count(card) for card in CARDS)


def gallery(shallow: str, middle: str, deep: str, **options: Any) -> TakaraIsland:
    return TakaraIsland(gallery=(counts(shallow), counts(middle), counts(deep)), **options)


SMALL = {
    "reduced": TakaraIsland().reduced(),
    "two piles": gallery(
        "rockfall rockfall gold_2 bat_b", "rockfall goblin_a", "stone stone xp_4 drake", piles=2, adventurers=3, gold=10
    ),
    "three piles": gallery(
        "rockfall gold_2 bat_a", "rockfall gold_4 goblin_a", "stone stone gold_6 gold_6 xp_4 skeleton_a", piles=3, gold=9
    ),
    "three players": gallery(
        "rockfall rockfall gold_2 gold_2 bat_a xp_1",
        "gold_4 gold_4 chest",
        "stone stone chest",
        piles=3,
        players=3,
        gold=12,
        adventurers=3,
        impostor="any",
    ),
    "three deep piles": gallery(
        "", "", "stone stone gold_6 gold_6 gold_6 xp_4 xp_4 xp_4 drake", piles=3, gold=12, adventurers=3
    ),
    "stones": gallery("", "gold_4 rockfall", "stone stone gold_6 xp_4 drake chest", piles=2, gold=12, adventurers=3),
    "passing": gallery(
        "rockfall gold_2 bat_a bat_b",
        "rockfall goblin_a",
        "stone stone",
        piles=2,
        gold=6,
        adventurers=3,
        survey_blocked_by="rockfall",
    ),
}
SEEDS = range(6)
MAX_STEPS = 150
LIKED = {"survey": 6, "go": 3, "stop": 1, "dig": 3, "soothsayer": 4, "archaeologist": 4, "miner": 2, "impostor": 3, "rent": 2}


@dataclass(frozen=True)
class Moment:
    """What a seat knew at some point of a game, what the oracle makes of it, and the true state."""

    view: View
    oracle: Oracle
    worlds: dict[World, Fraction]
    truth: TakaraIslandState


@lru_cache(maxsize=len(SMALL))
def moments(name: str) -> tuple[Moment, ...]:
    """All that the seats noticed in the games of a small gallery, a seat a game."""
    return tuple(moment for seed in SEEDS for moment in _one_game(SMALL[name], seed))


def _one_game(game: TakaraIsland, seed: int) -> list[Moment]:
    random = Random(seed)
    seat = seed % game.num_players
    state = game.new_initial_state()
    oracle, view = Oracle(game, seat), View(state, seat)
    found = []
    for _ in range(MAX_STEPS):
        found.append(Moment(view, _frozen(oracle), oracle.worlds(tops(state)), state.clone()))
        if state.is_terminal():
            break
        state.apply(random_move(state, random))
        observation = state.observation(seat)
        if observation is not None:
            view = view.after(observation)
            oracle.follow(observation)
    return found


def _frozen(oracle: Oracle) -> Oracle:
    copy = Oracle.__new__(Oracle)
    copy.seat, copy.left, copy.looked, copy.surveys = oracle.seat, oracle.left, set(oracle.looked), oracle.surveys
    return copy


def random_move(state: TakaraIslandState, random: Random) -> int:
    """An outcome by its weight, or an action, such as hires and digs more often than others."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        return random.choices([o for o, _ in outcomes], [float(p) for _, p in outcomes])[0]
    seat = state.current_player()
    legal = state.legal_actions()
    return random.choices(legal, [LIKED.get(state.action_to_string(seat, a).split("-")[0], 1) for a in legal])[0]


def tops(state: TakaraIslandState) -> list[int]:
    """How many cards of each pile have gone."""
    return [row["top"] for row in state.fields()["piles"]]


def world_of(state: TakaraIslandState) -> World:
    """The cards that a complete state has decided."""
    return tuple(row["cards"] for row in state.fields()["piles"])
