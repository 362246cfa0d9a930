"""Matches: one player against copies of another, and what they tell about his share of wins.

Games are paired: a deal fixes all chance, and is played once from each seat. Each kind of chance has a random stream of its
own that depends on the deal alone, so that the n-th roll, treasure or card comes from the same numbers whatever was played
before; in Takara Island each slot of each pile has one. Seats differ, and rotation evens that out.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from scipy import stats

from orienteer.core.rng import RandomStream
from orienteer.core.state import Game, State, View
from orienteer.games.registry import game_part
from orienteer.lookahead import Lookahead
from orienteer.mcts import Search
from orienteer.policies import as_policy, weights

T = TypeVar("T")

CLAIM = 1.5  # the share of the wins tested for, in fair shares
ERROR = 0.05  # of either kind, in the sequential test
TABLE_MB = 8  # of a lookahead


# -- players -------------------------------------------------------------------------------------------------------------


class Player(Protocol):
    """Chooses by what the seat knows. `stream` is the seat's own."""

    watches: bool  # whether a view has to be kept for it in a game that hides something

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
class LightPlayer:
    """Plays what searches play on with beyond their trees, by what the seat knows."""

    watches = False

    def choose(self, state: State, seat: int, view: View | None, stream: RandomStream) -> int:
        choice: int = game_part(state.game.name, "playout").light(state.game).choose(state.mask(seat), seat, stream)
        return choice


@dataclass(frozen=True)
class SearchPlayer:
    """Searches from its view, or the state where nothing is hidden: the most visited action after so many iterations.

    Forced moves are played at once.
    """

    iterations: int
    options: tuple[tuple[str, Any], ...] = ()
    watches = True

    def choose(self, state: State, seat: int, view: View | None, stream: RandomStream) -> int:
        legal = state.legal_actions(seat)
        if len(legal) == 1:
            return legal[0]
        search = Search(state if view is None else view, seed=stream.below(2**31), **dict(self.options))
        search.run(iterations=self.iterations)
        best = search.result(playouts=0).best
        assert best is not None
        return best


@dataclass(frozen=True)
class LookaheadPlayer:
    """Looks as many moves ahead as so many nodes allow, in a game that hides nothing. Forced moves are played at once."""

    nodes: int
    watches = False

    def choose(self, state: State, seat: int, view: View | None, stream: RandomStream) -> int:
        legal = state.legal_actions(seat)
        if len(legal) == 1:
            return legal[0]
        return Lookahead(state, multi=False, table_mb=TABLE_MB).run(nodes=self.nodes).moves[0].action


# -- chance ----------------------------------------------------------------------------------------------------------------

# By game, the phases of chance with a stream of their own, and whether other chance shows a slot of a pile; else it has one
# outcome.
CHANCE_KINDS = {
    "celestia": ("deal", "roll", "reroll", "treasure", "draw"),
    "lost_explorers": ("close", "deal", "show", "turn_up"),
    "takara_island": ("treasure", "mimic", "fight"),
}
PILE_GAMES = ("takara_island",)
MAX_SLOTS = 16
FIRST_SLOT = 100


class Chance:
    """The random streams of one deal."""

    def __init__(self, game: Game, deal: int) -> None:
        self.kinds = CHANCE_KINDS[game.name]
        self.has_piles = game.name in PILE_GAMES
        self.deal = deal
        self.streams: dict[int, RandomStream] = {}

    def seat_stream(self, seat: int) -> RandomStream:
        """What a seat draws from for its own choices."""
        return RandomStream(self.deal, len(self.kinds) + seat)

    def draw(self, state: State) -> int:
        fields: dict[str, Any] = state.fields()  # type: ignore[attr-defined]
        number = FIRST_SLOT - 1
        if fields["phase"] in self.kinds:
            number = self.kinds.index(fields["phase"])
        elif self.has_piles:
            number = FIRST_SLOT + MAX_SLOTS * fields["pending"]["pile"] + fields["pending"]["slot"]
        return state.sample_chance(self.streams.setdefault(number, RandomStream(self.deal, number)))


# -- games ---------------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A game: the seat's share of the win, and whether nobody won."""

    share: float
    lost: bool


def play(game: Game, players: tuple[Player, ...], deal: int) -> list[float]:
    """The seats' shares of the win."""
    state, chance = game.new_initial_state(), Chance(game, deal)
    streams = [chance.seat_stream(seat) for seat in range(len(players))]
    watching = [seat for seat, player in enumerate(players) if player.watches and game.has_hidden_information]
    views = {seat: View(state, seat) for seat in watching}
    while not state.is_terminal():
        if state.is_chance_node():
            action = chance.draw(state)
        else:
            seat = state.current_player()
            action = players[seat].choose(state, seat, views.get(seat), streams[seat])
        state.apply(action)
        views = {seat: view.after(state.observation(seat)) for seat, view in views.items()}
    return state.returns("win")


def rotation(game: Game, one: Player, others: Player, deal: int) -> list[Played]:
    """One deal with `one` in every seat in turn, against copies of `others`."""
    found = []
    for seat in range(game.num_players):
        players: list[Player] = [others] * game.num_players
        players[seat] = one
        shares = play(game, tuple(players), deal)
        found.append(Played(shares[seat], sum(shares) == 0))
    return found


def mirror(game: Game, player: Player, deals: int, processes: int) -> tuple[list[float], float]:
    """Every seat played by copies of one player: the mean share of the win by seat, and the share of games nobody won."""
    work = partial(play, game, (player,) * game.num_players)
    games = list(_in_order(work, range(deals), processes))
    return [statistics.mean(shares) for shares in zip(*games, strict=True)], statistics.mean(sum(each) == 0 for each in games)


# -- what they tell ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchResult:
    """Share of the wins of one seat; `interval` is 95 %, by deals; `verdict` is that of the sequential test; `lost` is the
    share of the games that nobody won."""

    games: int
    share: float
    interval: tuple[float, float]
    verdict: str
    lost: float

    def __str__(self) -> str:
        low, high = self.interval
        nobody = f", nobody won {self.lost:.3f}" if self.lost else ""
        return f"share {self.share:.3f} [{low:.3f}, {high:.3f}] of {self.games} games{nobody}: {self.verdict}"


def match(
    game: Game,
    one: Player,
    others: Player,
    *,
    at_least: int,
    at_most: int,
    processes: int,
    first: int = 0,
    show: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Play deals from number `first` on until the sequential test decides, after at least and at most so many games.

    The test (Wald 1945) is of a fair share against 1.5 times that, each error at most 5 %. A shared win counts in part, which
    only makes the first kind of error rarer: the likelihood ratio is convex in the share; so does a game that nobody wins.
    `show` is called after every deal.
    """
    fair = 1 / game.num_players
    bound = math.log((1 - ERROR) / ERROR)
    gain, loss = math.log(CLAIM), math.log((1 - CLAIM * fair) / (1 - fair))
    ratio, verdict = 0.0, "undecided"
    means: list[float] = []
    lost: list[bool] = []
    deals = range(first, first + at_most // game.num_players)
    for played in _in_order(partial(rotation, game, one, others), deals, processes):
        means.append(statistics.mean(each.share for each in played))
        lost.extend(each.lost for each in played)
        ratio += sum(each.share * gain + (1 - each.share) * loss for each in played)
        decided = len(lost) >= at_least and abs(ratio) >= bound
        if decided:
            verdict = f"above {CLAIM * fair:.3f} rather than {fair:.3f}" if ratio > 0 else f"{fair:.3f} rather than above"
        found = MatchResult(len(lost), statistics.mean(means), _interval(means, len(lost)), verdict, statistics.mean(lost))
        if show is not None:
            show(found)
        if decided:
            break
    return found


def _interval(means: list[float], games: int) -> tuple[float, float]:
    """95 % for the share, from its means by deal; where these are all the same, Clopper and Pearson's from the games."""
    share = statistics.mean(means)
    if len({*means}) == 1:
        low, high = stats.binomtest(round(share * games), games).proportion_ci(0.95, "exact")
        return float(low), float(high)
    error = float(stats.sem(means) * stats.t.ppf(0.975, len(means) - 1))
    return max(0.0, share - error), min(1.0, share + error)


def _in_order(work: Callable[[int], T], deals: range, processes: int) -> Iterator[T]:
    """Results by deal, in order, whichever process is first."""
    if processes == 1:
        yield from map(work, deals)
        return
    with ProcessPoolExecutor(processes) as pool:
        step = 2 * processes
        for at in range(0, len(deals), step):
            yield from pool.map(work, deals[at : at + step])
