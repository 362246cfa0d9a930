"""Plans read off what a solver has found: the viewer's play followed to the end of his turn.

The turn ends when the game's segment "turn" does (in a game without one: the round), with the game, or as soon as another
seat decides, alone or together with him; a choice that all make at once at the start belongs to it.

What may happen is followed by exact odds where the viewer's knowledge is an ordinary state: in games that hide nothing, in
an exact solution, and where the game's part `knowledge` turns the view into one. Else it is followed in worlds drawn from
his belief, on a random stream for each. Either way states are told apart by what he notices alone, and all words are those
of his observations.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from orienteer.core.errors import OrienteerError
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER, State, View
from orienteer.games import registry
from orienteer.mcts.search import Arm
from orienteer.plans import TURN_OVER, UNPLANNED, Probability, TurnBranch, TurnStep

if TYPE_CHECKING:
    from orienteer.core.state import Belief
    from orienteer.mcts import Search

MOST_STEPS = 64  # of a plan; the likeliest are planned first
MOST_STATES = 4000  # followed for a plan
SAMPLES = 200  # worlds, where odds are not exact
HURRY = 8  # a plan after a stop makes do with one in so many of both
PLAN_STREAMS = 1 << 41  # apart from those of trees and of fresh playouts
CUT = "cut"  # beyond the states that may be followed

Chain = tuple[int, ...]
Play = int | tuple[int, ...]
Mixes = Mapping[int, Mapping[int, float]]


class Choice(NamedTuple):
    """What the solver says at a decision."""

    action: int
    share: float
    visits: int


class Guide(Protocol):
    """Where a plan gets its moves from."""

    def choose(self, chain: Chain, state: State, history: tuple[Play, ...]) -> Choice | None:
        """The move after the player observed `chain` (tokens since the root, without zeros) in `state`, to which `history`
        led; None where the solver is not to be trusted."""

    def others(self, state: State) -> Mixes:
        """Probability by action for seats that choose at the same time as he does, at the root."""


@dataclass
class Particle:
    """A state that may have come about, with its weight. `stream` draws chance; None: all outcomes are followed."""

    state: State
    weight: Probability
    chain: Chain = ()
    history: tuple[Play, ...] = ()
    noticed: tuple[Any, ...] = ()
    stream: RandomStream | None = None


@dataclass
class Node:
    """A decision of the plan while it is made. `particles`: the states that the player cannot tell apart here."""

    choice: Choice
    particles: list[Particle]
    probability: Probability
    branches: list[Branch] = field(default_factory=list)


@dataclass
class Branch:
    """`particles`: where the turn ends, or what comes then is not planned."""

    noticed: tuple[Any, ...]
    probability: Probability
    end: str
    particles: list[Particle]
    next: Node | None = None


class Planner:
    """Follows one player's play to the end of his turn.

    Args:
        roots: what he holds possible, weights with the sum 1.
        player: whose turn it is.
        guide: what he does.
        most_states: states followed in all; what lies beyond is not planned.
    """

    def __init__(self, roots: Sequence[Particle], player: int, guide: Guide, most_states: int = MOST_STATES) -> None:
        self.roots = roots
        self.player = player
        self.guide = guide
        self.left = most_states
        game = roots[0].state.game
        kinds = [kind for kind in ("turn", "round") if kind in game.segments]
        self.segment = kinds[0] if kinds else None
        self.start = roots[0].state.segment(self.segment) if self.segment else 0

    def plan(self, first: Choice) -> Node:
        """The plan that begins with this choice at the root."""
        root = Node(first, list(self.roots), sum((p.weight for p in self.roots), Fraction(0)))
        waiting = [(-root.probability, 0, root)]
        made = 1
        while waiting and self.left > 0:
            _, _, node = heapq.heappop(waiting)
            self._extend(node)
            for branch in node.branches:
                if branch.next is not None and made < MOST_STEPS:
                    heapq.heappush(waiting, (-branch.next.probability, made, branch.next))
                    made += 1
                elif branch.next is not None:
                    branch.next, branch.end = None, UNPLANNED
        for _, _, node in waiting:
            node.branches = []
        return root

    def _extend(self, node: Node) -> None:
        """Play the node's move and sort by what is noticed."""
        groups: dict[tuple[Chain, str], list[Particle]] = {}
        for particle in node.particles:
            for end, after in self._follow(particle, node.choice.action):
                key = (after.chain, end) if end != CUT else ((), CUT)
                groups.setdefault(key, []).append(after)
        for (chain, end), particles in groups.items():
            weight = sum((p.weight for p in particles), Fraction(0))
            noticed = () if end == CUT else particles[0].noticed
            branch = Branch(noticed, weight / node.probability, UNPLANNED if end == CUT else end, particles)
            if end == "":
                one = particles[0]
                choice = self.guide.choose(chain, one.state, one.history)
                branch.end = UNPLANNED if choice is None else ""
                if choice is not None:
                    fresh = [Particle(p.state, p.weight, p.chain, p.history, (), p.stream) for p in particles]
                    branch.next = Node(choice, fresh, weight)
            node.branches.append(branch)
        node.branches.sort(key=lambda b: (-b.probability, str(b.noticed)))

    # -- following play ----------------------------------------------------------------------------------------------------

    def _follow(self, particle: Particle, action: int) -> Iterable[tuple[str, Particle]]:
        """(how it ends, the state) of all that may come of a move, up to his next choice or the end of his turn."""
        found: dict[tuple[str, Chain, int], Particle] = {}
        stack = list(self._own_move(particle, action))
        while stack:
            at = stack.pop()
            end = self._end(at.state)
            if end is None and self.left <= 0:
                end = CUT
            if end is not None:
                known = found.setdefault((end, at.chain, at.state.key()), at)
                if known is not at:
                    known.weight += at.weight
                continue
            stack.extend(self._steps(at))
        return [(end, p) for (end, _, _), p in found.items()]

    def _end(self, state: State) -> str | None:
        """TURN_OVER, "" where the player has a choice, None where play goes on by itself."""
        current = state.current_player()
        if current == TERMINAL_PLAYER or (self.segment and state.segment(self.segment) != self.start):
            return TURN_OVER
        if current == CHANCE_PLAYER:
            return None
        if current != self.player:
            return TURN_OVER
        return "" if len(state.legal_actions(self.player)) > 1 else None

    def _own_move(self, at: Particle, action: int) -> Iterable[Particle]:
        if at.state.current_player() != SIMULTANEOUS_PLAYER:
            yield self._after(at, action, at.state.child(action), Fraction(1))
            return
        mixes = {seat: mix for seat, mix in self.guide.others(at.state).items() if seat != self.player}
        seats = [seat for seat in at.state.players_to_move() if seat != self.player]
        for picked in product(*(_likely(mixes, seat, at.state) for seat in seats)):
            joint = [-1] * at.state.game.num_players
            joint[self.player] = action
            for seat, (theirs, _) in zip(seats, picked, strict=True):
                joint[seat] = theirs
            weight = prod((share for _, share in picked), start=Fraction(1))
            yield self._after(at, tuple(joint), at.state.child_joint(joint), weight)

    def _steps(self, at: Particle) -> Iterable[Particle]:
        state = at.state
        if state.current_player() != CHANCE_PLAYER:
            action = state.legal_actions()[0]
            return [self._after(at, action, state.child(action), Fraction(1))]
        if at.stream is not None:
            outcome = state.sample_chance(at.stream)
            return [self._after(at, outcome, state.child(outcome), Fraction(1))]
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return [self._after(at, outcome, state.child(outcome), Fraction(weight, total)) for outcome, weight in outcomes]

    def _after(self, at: Particle, play: Play, state: State, weight: Probability) -> Particle:
        self.left -= 1
        token = state.observed(self.player)
        chain, noticed = at.chain, at.noticed
        if token:
            chain = (*chain, token)
            # A forced move of his own says nothing that the state before it did not.
            if at.state.current_player() != self.player or not at.history:
                noticed = (*noticed, state.observation(self.player))
        return Particle(state, at.weight * weight, chain, (*at.history, play), noticed, at.stream)


def _likely(mixes: Mixes, seat: int, state: State) -> list[tuple[int, Probability]]:
    """What a seat may choose, with odds; all alike where nothing is known of it."""
    mix = mixes.get(seat)
    if not mix:
        legal = state.legal_actions(seat)
        return [(action, Fraction(1, len(legal))) for action in legal]
    return [(action, Fraction(1) if share == 1 else share) for action, share in sorted(mix.items()) if share > 0]


# -- where plans start --------------------------------------------------------------------------------------------------------


def possible_roots(place: State | View, belief: Belief | None, seed: int, samples: int = SAMPLES) -> list[Particle]:
    """What a player holds possible: one state with exact odds where his knowledge is one, else worlds of equal weight."""
    if isinstance(place, State):
        return [Particle(place, Fraction(1))]
    part = registry.optional_part(place.mask.game.name, "knowledge")
    known: State | None = None if part is None else part.known_state(place)
    if known is not None:
        return [Particle(known, Fraction(1))]
    belief = place.belief() if belief is None else belief
    streams = [RandomStream(seed, PLAN_STREAMS + number) for number in range(samples)]
    return [Particle(belief.sample(stream), Fraction(1, samples), stream=stream) for stream in streams]


# -- guides ------------------------------------------------------------------------------------------------------------------


class SolutionGuide:
    """Moves of an exact solution; from a solver that knows the root alone, the first."""

    def __init__(self, solution: Any, player: int) -> None:
        self.solution = solution
        self.player = player

    def choose(self, chain: Chain, state: State, history: tuple[Play, ...]) -> Choice | None:
        if not hasattr(self.solution, "root"):
            return None
        try:
            mix = self.solution.strategy(state).get(self.player)
        except OrienteerError:
            return None
        return likeliest(mix, 0) if mix else None

    def others(self, state: State) -> Mixes:
        mixes: Mixes = self.solution.strategy()
        return mixes


class SearchGuide:
    """Moves of a search, all trees merged: the most visited, or the likeliest of the average strategy."""

    def __init__(self, search: Search, player: int, mixes: Mixes) -> None:
        self.search = search
        self.player = player
        self.mixes = mixes
        hidden = search.belief is not None
        self.mixed = hidden and search.trees[0].mixed
        self._known: dict[tuple[Play, ...], list[Cursor]] = {} if hidden else {(): [Cursor(p) for p in search.frozen()]}

    def choose(self, chain: Chain, state: State, history: tuple[Play, ...]) -> Choice | None:
        legal = set(state.legal_actions(self.player))
        arms = {action: arm for action, arm in self.arms(chain, history).items() if action in legal}
        if not arms or sum(arm.visits for arm in arms.values()) < self.search.trust:
            return None
        best = max(arms, key=lambda action: (arms[action].weight, -action))
        share = arms[best].weight / sum(arm.weight for arm in arms.values()) if self.mixed else 1.0
        return Choice(best, share, arms[best].visits)

    def arms(self, chain: Chain, history: tuple[Play, ...]) -> dict[int, Arm]:
        """What the search knows of the player's actions where he decides; without gains where nothing is hidden."""
        if self.search.belief is not None:
            return self.search.decision_at(self.player, chain)
        counts: Counter[int] = Counter()
        for cursor in self._cursors(history):
            counts.update(cursor.visits(self.player))
        return {action: Arm(visits, visits, 0.0) for action, visits in counts.items()}

    def _cursors(self, history: tuple[Play, ...]) -> list[Cursor]:
        if history not in self._known:
            self._known[history] = [cursor.after(history[-1]) for cursor in self._cursors(history[:-1])]
        return self._known[history]

    def others(self, state: State) -> Mixes:
        return self.mixes


class Cursor:
    """A point of play in one tree of a search that hides nothing; beyond the tree once `node` is None."""

    def __init__(self, policy: Any, index: int = 0, forced: int | None = None) -> None:
        self.policy = policy
        self.node = policy.node(index)
        self.forced = self.node.forced if forced is None else forced  # steps still to go to the node

    def after(self, play: Play) -> Cursor:
        if self.node is None:
            return self
        if self.forced:
            return Cursor(self.policy, self.node.index, self.forced - 1)
        if isinstance(play, tuple) and self.node.joint:
            play = play[self.node.player]
        index = self.node.children.get(play)
        if index is not None:
            return Cursor(self.policy, index)
        lost = Cursor(self.policy, self.node.index)
        lost.node = None
        return lost

    def visits(self, player: int) -> Mapping[int, int]:
        """By action where the player decides here."""
        here = self.node is not None and not self.forced
        found: Mapping[int, int] = self.node.strategies.get(player, {}) if here else {}
        return found


def likeliest(mix: Mapping[int, float], visits: int) -> Choice:
    """The likeliest action, the lowest of equals."""
    best = max(mix, key=lambda action: (mix[action], -action))
    return Choice(best, mix[best], visits)


# -- from nodes to plans -------------------------------------------------------------------------------------------------------


def as_step(node: Node, state: State, player: int, names: tuple[str | None, ...]) -> TurnStep:
    """The plan in words. `state`: any of the game, for names of actions."""
    words = _common_start([branch.noticed for branch in node.branches if branch.noticed or branch.end != UNPLANNED])
    return TurnStep(
        id=state.action_to_string(player, node.choice.action),
        action=node.choice.action,
        share=node.choice.share,
        probability=node.probability,
        visits=node.choice.visits,
        branches=tuple(
            TurnBranch(
                noticed=tuple(noticed_text(state, event, player, names) for event in branch.noticed[words:]),
                probability=branch.probability,
                next=None if branch.next is None else as_step(branch.next, state, player, names),
                end=branch.end,
            )
            for branch in node.branches
        ),
    )


def _common_start(rows: Sequence[tuple[Any, ...]]) -> int:
    """How many of the first events are the same in all rows."""
    count = 0
    while rows and all(len(row) > count and row[count] == rows[0][count] for row in rows):
        count += 1
    return count


def noticed_text(state: State, event: Any, player: int, names: tuple[str | None, ...]) -> str:
    """An observation in the words of the game's events ("card card=fire"); the player's own seat is left out."""
    part = registry.optional_part(state.game.name, "position")
    if part is None:
        return " ".join(str(word) for word in event) if isinstance(event, tuple) else str(event)
    words = dict(part.write_event(event, names))
    own = names[player] or player
    if words.get("player") == own:
        del words["player"]
    return " ".join([str(words.pop("type")), *(f"{key}={_value_text(value)}" for key, value in words.items())])


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return "+".join(f"{key}:{_value_text(part)}" for key, part in value.items())
    if isinstance(value, (list, tuple)):
        return "+".join(map(_value_text, value)) or "none"
    return str(value)
