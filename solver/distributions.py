"""Exact and sampled distributions of what play brings when everyone follows a stated policy.

Any game that keeps the contract qualifies. Exact: forward dynamic programming, one layer a transition. A layer maps
(key of the state, what the quantity has seen) to one state and its weight; weights are whole numbers over one
denominator a layer, so results are Fractions without rounding. States merge by `state_key` where every policy declares
(`merges`) that it needs no more, else by the key of the whole state; in both cases how play came to the state is
forgotten. Policies that return floats make the weights floats (status "float"). Cost: time is the number of states
passed, memory one layer. Beyond the limit: fresh playouts, seeded, with standard error and 95 % intervals (status
"sampled"). From a view of a game that hides something: every world of the belief by its weight, where there are few,
else each playout from a world drawn afresh.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, Literal, cast

from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.options import one_of, whole_number
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, Belief, State, View
from orienteer.limits import Limits
from orienteer.policies import Named, Policies, Policy, Probability, Registry, by_seat, policies_text, weights, whole
from orienteer.worlds import MIN_SAMPLES, POLL_EVERY, Assumptions, belief_of, belief_text, state_and_view

Value = bool | int | Fraction
Status = Literal["rational", "float", "sampled"]
Action = int | tuple[int | None, ...]

DEFAULT_NODES = 200_000
DEFAULT_SAMPLES = 10_000
EXACT_SHARE = 0.3  # of a time limit that the exact pass may use before sampling begins
MAX_WORLDS = 2_000  # of a belief that the exact pass begins from
Z95 = 1.959963984540054


# -- quantities --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quantity(Named):
    """Base of what a distribution is of. A walk begins with `start`, each transition calls `step`, `value` is the end.

    objective: states may merge by its state_key, None = only whole states. only_horizon: the one it makes sense for.
    """

    objective: ClassVar[str | None] = None
    only_horizon: ClassVar[str | None] = None

    def check(self, state: State) -> None:
        """Raise OrienteerError where the quantity does not apply."""

    def start(self, state: State) -> Hashable:
        return None

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        """What has been seen after `player` (a seat or a player code) played `action` and `state` came out."""
        return cast("Hashable", seen)

    def finished(self, seen: Any) -> bool:
        """Whether the value is known before the horizon."""
        return False

    def value(self, seen: Any, start: State, end: State) -> Value:
        raise NotImplementedError(f"{type(self).__name__} must implement value")


QUANTITIES: Registry[Quantity] = Registry("quantity", ("events",))


@dataclass(frozen=True)
class SeatQuantity(Quantity):
    """Base of quantities of one seat, which may be left out where there is a single one."""

    seat: int | None = whole(0, 7, default=None)

    def check(self, state: State) -> None:
        seats = state.game.num_players
        if self.seat is None and seats == 1:
            return
        if self.seat is None or self.seat >= seats:
            raise OptionError(f"{self.name}: seat", self.seat, f"a seat from 0 to {seats - 1}")


@QUANTITIES.register()
@dataclass(frozen=True)
class Score(SeatQuantity):
    """The seat's running points at the horizon, those it has now included."""

    name: ClassVar[str] = "score"
    objective: ClassVar[str | None] = "points"

    def start(self, state: State) -> Hashable:
        return state.scores()[self.seat or 0]

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        # Merged states differ in what the key leaves out, never in what has been seen: this is every one's score.
        return state.scores()[self.seat or 0]

    def value(self, seen: Any, start: State, end: State) -> Value:
        return _plain(seen)


@QUANTITIES.register()
@dataclass(frozen=True)
class Gain(Score):
    """The points that the seat adds to its present ones until the horizon."""

    name: ClassVar[str] = "gain"

    def value(self, seen: Any, start: State, end: State) -> Value:
        return _plain(seen - start.scores()[self.seat or 0])


@QUANTITIES.register()
@dataclass(frozen=True)
class WinShare(SeatQuantity):
    """The seat's share of the win at the end of the game: 1 alone, 1/m in a tie of m, else 0."""

    name: ClassVar[str] = "win-share"
    objective: ClassVar[str | None] = "win"
    only_horizon: ClassVar[str | None] = "game"

    def value(self, seen: Any, start: State, end: State) -> Value:
        return _plain(end.returns("win")[self.seat or 0])


# -- result ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Distribution:
    """Probabilities by value, values ascending. Fractions when `status` is "rational", else floats.

    Attributes:
        quantity: what of, as text.
        status: "rational", "float" (policies gave floats: rounding only) or "sampled".
        assumptions: sentences that the numbers depend on.
        counts: playouts by value when sampled, else None.
        samples: playouts made; 0 when exact.
        nodes: states passed by the exact pass, also where it was given up.
        seed: of the playouts.
    """

    quantity: str
    probabilities: Mapping[Value, Fraction | float]
    status: Status
    assumptions: tuple[str, ...]
    counts: Mapping[Value, int] | None = None
    samples: int = 0
    nodes: int = 0
    seed: int = 0

    @property
    def exact(self) -> bool:
        return self.status != "sampled"

    @property
    def mean(self) -> Fraction | float:
        mean = sum(value * share for value, share in self.probabilities.items())
        return Fraction(mean) if self.status == "rational" else float(mean)

    @property
    def variance(self) -> Fraction | float:
        """Of one value; that of the mean of the playouts is this by `samples`."""
        mean = self.mean
        return sum((value - mean) ** 2 * share for value, share in self.probabilities.items())

    @property
    def stderr(self) -> float:
        """Standard error of the mean; 0 when exact."""
        return math.sqrt(float(self.variance) / self.samples) if self.samples else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the mean."""
        mean, margin = float(self.mean), Z95 * self.stderr
        return mean - margin, mean + margin

    @property
    def intervals(self) -> dict[Value, tuple[float, float]]:
        """95 % interval of each value's probability (Wilson); its ends meet when exact."""
        if self.counts is None:
            return {value: (float(share), float(share)) for value, share in self.probabilities.items()}
        return {value: wilson(count, self.samples) for value, count in self.counts.items()}

    def at_least(self, bound: Value) -> Fraction | float:
        """P(value ≥ bound)."""
        total = sum(share for value, share in self.probabilities.items() if value >= bound)
        return Fraction(total) if self.status == "rational" else float(total)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: probabilities by value as floats and, when rational, as texts such as "14849/2002"."""
        result: dict[str, Any] = {
            "quantity": self.quantity,
            "status": self.status,
            "exact": self.exact,
            "probabilities": {value_text(value): float(share) for value, share in self.probabilities.items()},
            "mean": float(self.mean),
            "stderr": self.stderr,
            "interval": list(self.interval),
            "assumptions": list(self.assumptions),
            "nodes": self.nodes,
        }
        if self.status == "rational":
            result["fractions"] = {value_text(value): str(share) for value, share in self.probabilities.items()}
            result["mean_fraction"] = str(self.mean)
        if self.counts is not None:
            result["counts"] = {value_text(value): count for value, count in self.counts.items()}
            result |= {"samples": self.samples, "seed": self.seed}
        return result


def value_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def wilson(count: float, samples: int) -> tuple[float, float]:
    """95 % interval of a probability from `count` hits in `samples` draws (Wilson 1927)."""
    share, z2 = count / samples, Z95 * Z95
    centre = share + z2 / (2 * samples)
    margin = Z95 * math.sqrt(share * (1 - share) / samples + z2 / (4 * samples * samples))
    scale = 1 + z2 / samples
    low = (centre - margin) / scale if count else 0.0
    high = (centre + margin) / scale if count < samples else 1.0
    return low, high


# -- public function ---------------------------------------------------------------------------------------------------


def distribution(
    place: State | View,
    quantity: str | Mapping[str, Any] | Quantity,
    *,
    policies: Policies,
    assumptions: Assumptions | None = None,
    horizon: str | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    samples: int = DEFAULT_SAMPLES,
    key: str = "auto",
    budget: Budget | None = None,
) -> Distribution:
    """Distribution of `quantity` from a state or a view on, under `policies` (one for all, or one a seat).

    Args:
        assumptions: of a viewer's belief, such as {"turbos": "always"}.
        quantity: such as "score seat=0"; `QUANTITIES.types(game.name)` lists them.
        horizon: "game", or the kind of segment of play ("round") whose end counts. Default: the quantity's own,
            else the round where the game has rounds, else the game.
        limits: `nodes` bounds the states of the exact pass (default 200,000), `iterations` the playouts (default:
            `samples`), `seconds` both: the exact pass may use 30 % of it.
        key: "auto" merges as the policies allow; "full" only whole states; "state" by state_key whatever the policies.
        budget: to stop from another thread; its limits replace `limits`.

    Raises OrienteerError for a game that is over, an unknown quantity, policy or horizon, and a wrong policy.
    """
    budget = Budget(limits) if budget is None else budget
    limits = budget.limits
    state, view = state_and_view(place)
    walk = _walk(state, quantity, policies, horizon, key)
    samples = limits.iterations or whole_number("samples", samples, 1, 10**12)
    belief = belief_of(view, assumptions)
    text = str(walk.quantity)
    said: tuple[str, ...] = (policies_text(walk.policies), f"counted to the end of the {walk.segment or 'game'}")
    if belief is not None:
        said = (*said, belief_text(belief, assumptions))
    # 1. Exactly, if it fits: rational, or with floats where the policies give some.
    tally = Tally(limits.nodes or DEFAULT_NODES, budget)
    found = _exact(walk, tally) if belief is None else _exact_on_belief(walk, tally, belief)
    if found is not None:
        status: Status = "rational" if tally.rational else "float"
        return Distribution(text, dict(sorted(found.items())), status, said, nodes=tally.nodes)
    # 2. Else by playouts.
    counts = _sample(walk, belief, samples, seed, budget)
    made = sum(counts.values())
    why = "stopped" if budget.stopped else "out of time" if budget.spent() else "time" if tally.late else tally.beyond
    reason = {
        "stopped": "stopped by the caller",
        "out of time": "the time limit was reached",
        "time": "the exact pass needs more than its share of the time",
        "states": f"the exact pass needs more than {tally.limit:,} states",
        "worlds": f"the belief has more than {MAX_WORLDS:,} worlds",
    }[why]
    shares = {value: count / made for value, count in sorted(counts.items())}
    said = (*said, f"estimated from {made:,} playouts: {reason}")
    ordered = dict(sorted(counts.items()))
    return Distribution(text, shares, "sampled", said, ordered, made, tally.nodes, seed)


# -- the walk ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Walk:
    """One question: from where, what of, under which policies, how far, and what states merge by."""

    start: State
    quantity: Quantity
    policies: tuple[Policy, ...]
    segment: str | None
    key: Callable[[State], int]

    @cached_property
    def ended(self) -> Callable[[State], bool]:
        """Whether a state lies at or beyond the horizon. The end of the game ends every segment."""
        if self.segment is None:
            return State.is_terminal
        segment, first = self.segment, self.start.segment(self.segment)
        return lambda state: state.segment(segment) != first or state.is_terminal()


@dataclass
class Tally:
    """What the exact pass has used."""

    limit: int
    budget: Budget
    nodes: int = 0
    rational: bool = True
    late: bool = False
    beyond: str = "states"  # which limit the pass went over, when not late
    polls: int = field(default=0, repr=False)

    def over(self, pending: int = 0) -> bool:
        """Whether to give up, with `pending` states still to pass. Reads the clock now and then only."""
        self.polls += 1
        if self.polls % POLL_EVERY == 1:
            seconds = self.budget.limits.seconds
            self.late = self.budget.spent() or (seconds is not None and self.budget.elapsed() > EXACT_SHARE * seconds)
        return self.late or self.nodes + pending > self.limit


class _FloatPolicy(Exception):
    """A policy gave floats while the weights are whole numbers."""


def _walk(
    state: State, quantity: str | Mapping[str, Any] | Quantity, policies: Policies, horizon: str | None, key: str
) -> Walk:
    game = state.game
    if not isinstance(quantity, Quantity):
        quantity = QUANTITIES.parse(game.name, quantity)
    if state.is_terminal():
        raise OrienteerError(f"{quantity}: the game is over, nothing is left to happen")
    quantity.check(state)
    if horizon is None:
        horizon = quantity.only_horizon or ("round" if "round" in game.segments else "game")
    if quantity.only_horizon not in (None, horizon):
        raise OptionError(f"{quantity.name}: horizon", horizon, repr(quantity.only_horizon))
    segment = None if horizon == "game" else horizon
    if segment is not None:
        game.segment_code(segment)
    seats = by_seat(game, policies)
    one_of("key", key, ("auto", "full", "state"))
    objective = quantity.objective if quantity.objective in game.objectives else None
    merges = all(getattr(policy, "merges", False) for policy in seats) and not game.has_hidden_information
    if objective is None or key == "full" or (key == "auto" and not merges):
        return Walk(state, quantity, seats, segment, State.key)
    return Walk(state, quantity, seats, segment, lambda other: other.state_key(objective))


def _exact(walk: Walk, tally: Tally) -> dict[Value, Fraction | float] | None:
    """Probabilities by value; None where the tally's limit was passed."""
    try:
        return _layers(walk, tally)
    except _FloatPolicy:
        tally.rational = False
        return _layers(walk, tally)


def _exact_on_belief(walk: Walk, tally: Tally, belief: Belief) -> dict[Value, Fraction | float] | None:
    """The mean over all worlds of the belief by their weights; None where they are many, or the tally's limit was passed."""
    try:
        worlds = belief.enumerate(MAX_WORLDS)
    except TooLargeError:
        tally.beyond = "worlds"
        return None
    total = sum(weight for _, weight in worlds)
    results: dict[Value, Fraction | float] = {}
    for world, weight in worlds:
        found = _exact(replace(walk, start=world), tally)
        if found is None:
            return None
        for value, share in found.items():
            results[value] = results.get(value, 0) + share * Fraction(weight, total)
    return results


def _layers(walk: Walk, tally: Tally) -> dict[Value, Fraction | float] | None:
    quantity, key, rational = walk.quantity, walk.key, tally.rational
    step, ended_at, play = quantity.step, walk.ended, _play
    finished = None if type(quantity).finished is Quantity.finished else quantity.finished
    results: dict[Value, Fraction | float] = {}
    denominator = 1
    layer: dict[Hashable, list[Any]] = {None: [walk.start, quantity.start(walk.start), 1 if rational else 1.0]}
    while layer:
        # 1. What can happen at each state of the layer, and one denominator for all of it.
        expanded = []
        common = 1
        tally.nodes += len(layer)
        for state, seen, weight in layer.values():
            if tally.over():
                return None
            player, moves, total = _moves(walk, state, rational)
            if rational:
                common = math.lcm(common, total)
            expanded.append((state, seen, weight, player, moves, total))
        denominator *= common
        # 2. The next layer; what has ended goes to the results.
        layer = {}
        ended_here: dict[Value, Any] = {}
        for state, seen, weight, player, moves, total in expanded:
            if tally.over(len(layer)):
                return None
            weight = weight * (common // total) if rational else weight / total
            alone = len(moves) == 1 and state is not walk.start  # nobody else needs this state: play on with it
            for action, count in moves:
                child = state if alone else state.clone()
                play(child, player, action)
                ended = ended_at(child)
                now = step(seen, player, action, child, ended)
                if ended or (finished is not None and finished(now)):
                    value = quantity.value(now, walk.start, child)
                    ended_here[value] = ended_here.get(value, 0) + weight * count
                    continue
                merged = (key(child), now)
                entry = layer.get(merged)
                if entry is None:
                    layer[merged] = [child, now, weight * count]
                else:
                    entry[2] += weight * count
        # 3. Keep the whole numbers small.
        for value, weight in ended_here.items():
            results[value] = results.get(value, 0) + (Fraction(weight, denominator) if rational else weight)
        if rational and layer:
            shared = math.gcd(denominator, *(entry[2] for entry in layer.values()))
            denominator //= shared
            for entry in layer.values():
                entry[2] //= shared
    return results


def _moves(walk: Walk, state: State, rational: bool) -> tuple[int, list[tuple[Action, Any]], Any]:
    """(who moves, [(action, weight)], total weight) at a state that is not terminal."""
    total: Any
    player = state.current_player()
    if player == CHANCE_PLAYER:
        outcomes = state.chance_outcomes()
        return player, list(outcomes), sum(weight for _, weight in outcomes)
    if player >= 0:
        chosen, whole_of = weights(walk.policies[player], state, player)
        if rational and isinstance(whole_of, float):
            raise _FloatPolicy
        return player, list(chosen), whole_of
    # Several at once: the product of their choices. A policy that treats all alike is asked once.
    seats: list[list[tuple[int | None, Any]]] = []
    asked: dict[int, tuple[list[tuple[int, Probability]], Probability]] = {}
    total = 1
    for seat, policy in enumerate(walk.policies):
        if not state.legal_actions(seat):
            seats.append([(None, 1)])
            continue
        answer = asked.get(id(policy)) or weights(policy, state, seat)
        if getattr(policy, "same_for_all", False):
            asked[id(policy)] = answer
        if rational and isinstance(answer[1], float):
            raise _FloatPolicy
        seats.append(list(answer[0]))
        total *= answer[1]
    if all(len(choices) == 1 for choices in seats):
        return player, [(tuple([choices[0][0] for choices in seats]), total)], total
    joint: list[tuple[Action, Any]] = [
        (tuple(action for action, _ in choice), math.prod(weight for _, weight in choice)) for choice in product(*seats)
    ]
    return player, joint, total


def _play(state: State, player: int, action: Action) -> None:
    if player == SIMULTANEOUS_PLAYER:
        assert isinstance(action, tuple)
        state.apply_joint(list(action))
    else:
        assert isinstance(action, int)
        state.apply_unchecked(action)


def _sample(walk: Walk, belief: Belief | None, samples: int, seed: int, budget: Budget) -> dict[Value, int]:
    """Playouts by value, from worlds of the belief where there is one.

    Ends early when the budget is spent, after MIN_SAMPLES at the earliest.
    """
    stream = RandomStream(seed)
    quantity = walk.quantity
    counts: dict[Value, int] = {}
    state = walk.start.clone()
    for made in range(samples):
        if made >= MIN_SAMPLES and made % POLL_EVERY == 0 and budget.spent():
            break
        start = walk.start if belief is None else belief.sample(stream)
        state.copy_from(start)
        seen = quantity.start(state)
        ended = False
        while not ended and not quantity.finished(seen):
            player = state.current_player()
            action = _drawn(walk, state, player, stream)
            _play(state, player, action)
            ended = walk.ended(state)
            seen = quantity.step(seen, player, action, state, ended)
        value = quantity.value(seen, start, state)
        counts[value] = counts.get(value, 0) + 1
    return counts


def _drawn(walk: Walk, state: State, player: int, stream: RandomStream) -> Action:
    if player == CHANCE_PLAYER:
        return state.sample_chance(stream)
    if player >= 0:
        return _choice(walk.policies[player], state, player, stream)
    return tuple(
        _choice(walk.policies[seat], state, seat, stream) if state.legal_actions(seat) else None
        for seat in range(state.game.num_players)
    )


def _choice(policy: Policy, state: State, player: int, stream: RandomStream) -> int:
    moves, total = weights(policy, state, player)
    if len(moves) == 1:
        return moves[0][0]
    ticket = stream.uniform() * float(total)
    for action, weight in moves:
        ticket -= float(weight)
        if ticket < 0:
            return action
    return moves[-1][0]


def _plain(number: float) -> Value:
    """A whole number, or the share 1/m that a float stands for."""
    return int(number) if number == int(number) else Fraction(number).limit_denominator(1000)
