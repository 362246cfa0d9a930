"""Matches of Celestia: one player against copies of another, and what they tell about his share of the wins.

Games are paired: a deal fixes all chance, and is played once from each seat. Each kind of chance (deal, dice, rerolls,
treasures, cards) has a random stream of its own that depends on the deal alone, so that the n-th roll, treasure or card comes
from the same numbers whatever was played before. The first captain is seat 0, so seats differ, and rotation evens that out.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from scipy import stats

from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.rng import RandomStream
from orienteer.core.state import State, View
from orienteer.mcts import Search
from orienteer.policies import as_policy, weights

CHANCE_KINDS = ("deal", "roll", "reroll", "treasure", "draw")
OTHER_STREAM = len(CHANCE_KINDS)
CLAIM = 1.5  # the share of the wins tested for, in fair shares
ERROR = 0.05  # of either kind, in the sequential test


# -- players -------------------------------------------------------------------------------------------------------------


class Player(Protocol):
    """Chooses by what the seat knows. `stream` is the seat's own."""

    watches: bool  # whether a view has to be kept for it

    def choose(self, state: State, seat: int, view: View | None, stream: RandomStream) -> int: ...


@dataclass(frozen=True)
class PolicyPlayer:
    """Plays a named policy, which is called with the masked state."""

    text: str
    watches = False

    def choose(self, state: State, seat: int, view: View | None, stream: RandomStream) -> int:
        choices, total = weights(as_policy(state.game, self.text), state, seat)
        ticket = stream.uniform() * float(total)
        for action, weight in choices[:-1]:
            ticket -= float(weight)
            if ticket < 0:
                return action
        return choices[-1][0]


@dataclass(frozen=True)
class SearchPlayer:
    """Searches from its view: the most visited action after so many iterations. Forced moves are played at once."""

    iterations: int
    options: tuple[tuple[str, Any], ...] = ()
    watches = True

    def choose(self, state: State, seat: int, view: View | None, stream: RandomStream) -> int:
        assert view is not None
        legal = view.mask.legal_actions(seat)
        if len(legal) == 1:
            return legal[0]
        search = Search(view, seed=stream.below(2**31), **dict(self.options))
        search.run(iterations=self.iterations)
        best = search.result(playouts=0).best
        assert best is not None
        return best


# -- games ---------------------------------------------------------------------------------------------------------------


def play(game: Celestia, players: tuple[Player, ...], deal: int) -> list[float]:
    """The seats' shares of the win."""
    state = game.new_initial_state()
    chance = {kind: RandomStream(deal, index) for index, kind in enumerate(CHANCE_KINDS)}
    streams = [RandomStream(deal, OTHER_STREAM + seat) for seat in range(len(players))]
    views = {seat: View(state, seat) for seat, player in enumerate(players) if player.watches}
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample_chance(chance.get(_phase(state), streams[0]))
        else:
            seat = state.current_player()
            action = players[seat].choose(state, seat, views.get(seat), streams[seat])
        state.apply(action)
        views = {seat: view.after(state.observation(seat)) for seat, view in views.items()}
    return state.returns("win")


def rotation(game: Celestia, one: Player, others: Player, deal: int) -> list[float]:
    """One deal from every seat: the share of the win of `one` by the seat he had."""
    shares = []
    for seat in range(game.num_players):
        players: list[Player] = [others] * game.num_players
        players[seat] = one
        shares.append(play(game, tuple(players), deal)[seat])
    return shares


def _phase(state: State) -> str:
    assert isinstance(state, CelestiaState)
    return str(state.fields()["phase"])


# -- what they tell ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchResult:
    """Share of the wins of one seat; `interval` is 95 %, by deals; `verdict` is that of the sequential test."""

    games: int
    share: float
    interval: tuple[float, float]
    verdict: str

    def __str__(self) -> str:
        low, high = self.interval
        return f"share {self.share:.3f} [{low:.3f}, {high:.3f}] of {self.games} games: {self.verdict}"


def match(game: Celestia, one: Player, others: Player, *, at_least: int, at_most: int, processes: int) -> MatchResult:
    """Play deals until the sequential test decides, after at least and at most so many games.

    The test (Wald 1945) is of a fair share against 1.5 times that, each error at most 5 %. A shared win counts in part, which
    only makes the first kind of error rarer: the likelihood ratio is convex in the share.
    """
    fair = 1 / game.num_players
    bound = math.log((1 - ERROR) / ERROR)
    gain, loss = math.log(CLAIM), math.log((1 - CLAIM * fair) / (1 - fair))
    ratio, means = 0.0, []
    verdict = "undecided"
    for shares in _deals(partial(rotation, game, one, others), at_most // game.num_players, processes):
        means.append(statistics.mean(shares))
        ratio += sum(share * gain + (1 - share) * loss for share in shares)
        if len(means) * game.num_players >= at_least and abs(ratio) >= bound:
            verdict = f"above {CLAIM * fair:.3f} rather than {fair:.3f}" if ratio > 0 else f"{fair:.3f} rather than above"
            break
    share = statistics.mean(means)
    error = stats.sem(means) * stats.t.ppf(0.975, len(means) - 1) if len(means) > 1 else math.inf
    return MatchResult(len(means) * game.num_players, share, (share - error, share + error), verdict)


def _deals(work: Callable[[int], list[float]], count: int, processes: int) -> Iterator[list[float]]:
    """Results by deal, in order, whichever process is first."""
    if processes == 1:
        yield from map(work, range(count))
        return
    with ProcessPoolExecutor(processes) as pool:
        step = 2 * processes
        for first in range(0, count, step):
            yield from pool.map(work, range(first, min(first + step, count)))
