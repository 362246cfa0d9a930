"""Depth-limited search with iterative deepening.

Qualifies: games that hide nothing and in which one seat moves at a time, with or without chance, any number of players.
Guarantee: values are those of looking at everything to `depth`, with estimates there; "float" where every number was proven.
Cost: time grows with the number of moves to the power of the depth; memory is the table's.
One player, or two whose returns add up to a constant: paired.pyx. Else max^n: vector.pyx.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from orienteer.bounds import value_bounds
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.options import one_of, whole_number
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.games import registry
from orienteer.limits import Limits
from orienteer.lookahead.paired import PRUNING_NAMES, PairedWalker
from orienteer.lookahead.result import AT_LEAST, AT_MOST, EXACT, LookaheadResult, RootMove
from orienteer.lookahead.table import LossyTable
from orienteer.lookahead.valuation import CallableValuation, Valuation
from orienteer.lookahead.vector import VectorWalker
from orienteer.lookahead.walker import UNIT_NAMES

if TYPE_CHECKING:
    from orienteer.core.state import Game

MAX_DEPTH = 1000
TABLE_MB = 32.0
LOW, HIGH, PROVEN = 1, 2, 3
TIE = 1e-12
ASPIRATION = 0.04  # of the span of returns: half the first window around what the depth before has found
WIDER = 4  # times as far out when the value lay outside
LINE = 8


class Lookahead:
    """A search from one state; `run` goes on from the depth that it has reached.

    Args:
        state: where to start; it is not changed.
        objective: what players maximise; None = the game's default.
        horizon: "game", or a segment ("turn", "round") after whose end the returns count as they stand.
        valuation: what a position is worth where the search stops looking: a Valuation, a callable(State) -> returns by seat,
            or None for the game's own, in a game without one the returns as if the game ended there. Where one number says all
            for two players, that of seat 0 is taken.
        unit: what depth counts. "decisions": choices between at least two moves; what is forced is free, and so is chance,
            which is always followed to the next choice. "turns": ends of the segment "turn". "transitions": everything.
        pruning: for one player, or two with opposed interests: "none" looks at everything; "alpha-beta" begins afresh behind
            each chance node; "star1" hands windows on to outcomes; "star2" also looks them up and tries one move of each first.
        multi: value every move of the root; else only the best one's value is sure, others' are bounds, and it is faster.
        table_mb: megabytes (10^6 bytes) for the table.
        actions: moves of the root that count; None = all. Values of the root are then those of the best of them.
        tie: with max^n, "mix": a seat mixes evenly over moves that are worth the same to it; "first": takes the lowest.

    Raises OrienteerError for a game that hides information, and when several seats choose at the same time.
    """

    def __init__(
        self,
        state: State,
        *,
        objective: str | None = None,
        horizon: str = "game",
        valuation: Valuation | Callable[[State], Sequence[float]] | None = None,
        unit: str = "decisions",
        pruning: str = "star2",
        multi: bool = True,
        table_mb: float = TABLE_MB,
        tie: str = "mix",
        actions: Sequence[int] | None = None,
    ) -> None:
        game = state.game
        if game.has_hidden_information:
            raise OrienteerError(f"{game.name} hides information: lookahead would search the true hidden state; use ismcts")
        if state.is_simultaneous_node():
            raise OrienteerError("lookahead: several seats choose at the same time; use expectimax or a sampled search")
        if isinstance(table_mb, bool) or not 0 < table_mb < math.inf:
            raise OptionError("table_mb", table_mb, "megabytes above 0")
        if one_of("unit", unit, UNIT_NAMES) == "turns":
            game.segment_code("turn")
        self.game: Game = game
        self.root = state.clone()
        self.objective = game.default_objective if objective is None else objective
        self.horizon = horizon
        self.unit = unit
        self.multi = multi
        self.tie = one_of("tie", tie, ("mix", "first"))
        self.valuation = _valuation(game, valuation)
        self.single = game.num_players == 1 or (game.num_players == 2 and game.is_constant_sum(self.objective))
        code, low_high = game.objective_code(self.objective), value_bounds(game, self.objective)
        self._low, self._high = low_high
        self._constant = sum(state.returns(self.objective))
        self._walker: Any
        one_of("pruning", pruning, PRUNING_NAMES)
        options = (
            self.root,
            code,
            game.is_additive(self.objective),
            *low_high,
            UNIT_NAMES.index(unit),
            -1 if horizon == "game" else game.segment_code(horizon),
            self.valuation,
            LossyTable(2 if self.single else game.num_players, float(table_mb)),
        )
        if self.single:
            self._walker = PairedWalker(*options, PRUNING_NAMES.index(pruning))
        else:
            self._walker = VectorWalker(*options, self.tie == "mix", game.is_constant_sum(self.objective))
        self._begin(actions)

    def _begin(self, actions: Sequence[int] | None) -> None:
        """Nothing is known of the root."""
        current = self.root.current_player()
        self.player = current if current >= 0 else None
        legal = self.root.legal_actions() if self.player is not None else []
        for action in actions or ():
            one_of("actions", action, legal)
        self.actions = legal if actions is None else [a for a in legal if a in actions]
        self.depth = 0
        self.seconds = 0.0
        self._chosen = len(legal) > 1
        self._rows: dict[int, RootMove] = {a: self._unknown(a) for a in self.actions}
        self._order = list(self.actions)
        self._values: tuple[float, ...] = (math.nan,) * self.game.num_players
        self._solved, self._stopped_by = False, "depth"

    def at(self, state: State, *, multi: bool = False) -> Lookahead:
        """A search from another state of the game with the same options, horizon and table; one may run at a time."""
        if type(state) is not type(self.root) or state.game != self.game:
            raise OptionError("state", type(state).__name__, f"a state of {self.game!r}")
        other = copy(self)
        other.root, other.multi = state.clone(), multi
        other._begin(None)
        return other

    # -- running ------------------------------------------------------------------------------------------------------

    def run(
        self,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        budget: Budget | None = None,
        first: int = 1,
        report: Callable[[LookaheadResult], object] | None = None,
    ) -> LookaheadResult:
        """Look deeper until `depth` is complete, `nodes` were visited in this run, the budget is spent, or all is solved.

        `first`: the depth to begin with, where the table holds what a search from further up has found. `report` is called
        after every depth but the last. A depth that could not be completed counts for nothing with `multi`. Without, a
        move that proved better than the best of the depth before, itself looked into as far, takes its place.
        """
        last = MAX_DEPTH if depth is None else whole_number("depth", depth, 1, MAX_DEPTH)
        budget = Budget() if budget is None else budget
        began, walker = budget.elapsed(), self._walker
        walker.set_limits(budget, None if nodes is None else walker.nodes + whole_number("nodes", nodes, 1, 2**62))
        walker.table.grow_old()
        before = self.seconds
        self._stopped_by = "solved" if self._solved else "depth"
        while not self._solved and self.depth < last:
            ahead = min(last, max(first, self.depth + 1))
            if not self._deepen(ahead):
                self._stopped_by = "stop" if budget.stopped else "nodes" if not budget.spent() else "seconds"
                break
            self.depth = ahead
            self.seconds = before + budget.elapsed() - began
            if self._solved:
                self._stopped_by = "solved"
            elif report is not None and self.depth < last:
                report(self.result())
        self.seconds = before + budget.elapsed() - began
        return self.result()

    @property
    def nodes(self) -> int:
        """Positions visited, by all searches that share the table."""
        count: int = self._walker.nodes
        return count

    def result(self) -> LookaheadResult:
        """What is known now."""
        walker = self._walker
        moves = [self._rows[a] for a in self._order]
        return LookaheadResult(
            player=self.player,
            moves=tuple(replace(m, line=self.line(m)) for m in moves),
            values=self._values,
            status="float" if self._solved else "estimated",
            depth=self.depth,
            nodes=walker.nodes,
            hits=walker.hits,
            cutoffs=walker.cutoffs,
            probes=walker.probes if self.single else 0,
            replaced=walker.table.num_replaced,
            seconds=self.seconds,
            stopped_by=self._stopped_by,
        )

    def line(self, move: RootMove) -> tuple[int, ...]:
        """The move, then what the table holds of best play and the likeliest outcomes."""
        state, left = self.after(self.root, move.depth, move.action)
        found = [move.action]
        while len(found) < LINE and not state.is_terminal() and not self._is_past(state):
            if state.current_player() == CHANCE_PLAYER:
                step = max(state.chance_outcomes(), key=lambda pair: pair[1])[0]
            else:
                legal = state.legal_actions()
                known = legal[0] if len(legal) == 1 else self._walker.table_move(state, left)
                if known not in legal:
                    break
                step = known
            found.append(step)
            state, left = self.after(state, left, step)
        return tuple(found)

    # -- one depth ----------------------------------------------------------------------------------------------------

    def _deepen(self, depth: int) -> bool:
        """Take in the next depth; whether it was completed."""
        if self.player is None:
            window = (self._low, self._high) if self.single else ()
            found = self._walker.value(self.root, depth, *window)
            if found is None:
                return False
            self._values = self._by_seat(found[0])
            self._solved = found[1] == PROVEN
            return True
        if not self.single:
            return self._all_seats(depth)
        return self._every_move(depth) if self.multi else self._best_move(depth)

    def _every_move(self, depth: int) -> bool:
        rows: dict[int, RootMove] = {}
        for action in self._order:
            row = self._valued(depth, action)
            if row is None:
                if self.depth == 0:
                    self._rows.update(rows)
                    self._sort()
                return False
            rows[action] = row
        self._rows = rows
        self._sort()
        self._values = self._rows[self._order[0]].values
        self._solved = all(row.proven for row in rows.values())
        return True

    def _valued(self, depth: int, action: int) -> RootMove | None:
        """A move's value, from a narrow window around the last one that widens until it holds the value."""
        low, high = self._window(self._rows[action])
        while True:
            found = self._search(depth, action, low, high)
            if found is None:
                return None
            value, flags = found
            if value <= low and low > self._worst:
                low = self._wider(value, low, -1)
            elif value >= high and high < self._most:
                high = self._wider(value, high, 1)
            else:
                return RootMove(action, self._mine(value), EXACT, flags == PROVEN, depth)

    def _best_move(self, depth: int) -> bool:
        best = self._rows[self._order[0]]
        low, high = self._window(best)
        while True:
            rows: dict[int, RootMove] = {}
            flags_of: dict[int, int] = {}
            least, top = low, -math.inf
            for action in self._order:
                found = self._search(depth, action, least, high)
                if found is None:
                    self._take_part(rows, low)
                    return False
                value, flags = found
                bound = AT_MOST if value <= least and least > self._worst else AT_LEAST if value >= high < self._most else EXACT
                proven = flags == PROVEN if bound == EXACT else bool(flags & (HIGH if bound == AT_MOST else LOW))
                rows[action] = RootMove(action, self._mine(value), bound, proven, depth)
                flags_of[action] = flags
                top, least = max(top, value), max(least, value)
                if value >= high:
                    break
            if top <= low and low > self._worst:
                low = self._wider(top, low, -1)
            elif top >= high and high < self._most:
                high = self._wider(top, high, 1)
            else:
                break
        self._rows.update(rows)
        self._sort()
        first = self._rows[self._order[0]]
        self._values = first.values
        sure = top >= self._most or all(a in flags_of and flags_of[a] & HIGH for a in self.actions)
        self._solved = bool(flags_of[first.action] & LOW) and sure
        return True

    def _take_part(self, rows: dict[int, RootMove], low: float) -> None:
        """Of a depth that was not completed: moves that are better than the best one, which was looked into as far."""
        first = self._order[0]
        if not rows or first not in rows or (rows[first].bound == AT_MOST and self.depth > 0):
            return
        if self.depth == 0:
            self._rows.update(rows)
            self._sort()
            return
        self._rows[first] = rows[first]
        better = [a for a in self._order[1:] if a in rows and rows[a].bound != AT_MOST]
        for action in better:
            self._rows[action] = rows[action]
        best = better[-1] if better else first
        self._order = [best, *(a for a in self._order if a != best)]
        self._values = self._rows[best].values

    def _all_seats(self, depth: int) -> bool:
        assert self.player is not None
        rows: dict[int, RootMove] = {}
        for action in self._order:
            found = self._walker.action_value(self.root, depth, action, self._chosen)
            if found is None:
                if self.depth == 0:
                    self._rows.update(rows)
                    self._sort()
                return False
            rows[action] = RootMove(action, tuple(found[0]), EXACT, found[1] == PROVEN, depth)
        self._rows = rows
        self._sort()
        top = self._rows[self._order[0]].values[self.player]
        scale = max(1.0, abs(self._low), abs(self._high)) if math.isfinite(self._high - self._low) else 1.0
        ties = [rows[a].values for a in self.actions if rows[a].values[self.player] >= top - TIE * scale]
        ties = ties if self.tie == "mix" else ties[:1]
        self._values = tuple(sum(column) / len(ties) for column in zip(*ties, strict=True))
        self._solved = all(row.proven for row in rows.values())
        return True

    # -- helpers ------------------------------------------------------------------------------------------------------

    @property
    def _most(self) -> float:
        """The most that the mover can get, in his units: of two players, seat 1's are the negative of seat 0's."""
        return -self._low if self.player == 1 else self._high

    @property
    def _worst(self) -> float:
        return -self._high if self.player == 1 else self._low

    def _search(self, depth: int, action: int, low: float, high: float) -> tuple[float, int] | None:
        """(value to the mover, LOW and HIGH as he sees them) after an action."""
        if self.player == 0:
            found: tuple[float, int] | None = self._walker.action_value(self.root, depth, action, self._chosen, low, high)
            return found
        found = self._walker.action_value(self.root, depth, action, self._chosen, -high, -low)
        if found is None:
            return None
        value, flags = found
        return -value, (HIGH if flags & LOW else 0) | (LOW if flags & HIGH else 0)

    def _window(self, row: RootMove) -> tuple[float, float]:
        value = row.values[0] if self.player == 0 else -row.values[0]
        if row.depth == 0 or math.isnan(value):
            return self._worst, self._most
        half = ASPIRATION * self._span(value)
        return max(self._worst, value - half), min(self._most, value + half)

    def _span(self, value: float) -> float:
        span = self._high - self._low
        return span if math.isfinite(span) else max(1.0, abs(value))

    def _wider(self, value: float, bound: float, side: int) -> float:
        """A window's new bound after a value on or beyond the old one."""
        step = WIDER * ASPIRATION * self._span(value)
        if side > 0:
            return self._most if value + step >= self._most or value - bound > step else value + step
        return self._worst if value - step <= self._worst or bound - value > step else value - step

    def _mine(self, value: float) -> tuple[float, ...]:
        return self._by_seat(value if self.player == 0 else -value)

    def _by_seat(self, value: Any) -> tuple[float, ...]:
        if not self.single:
            return tuple(value)
        return (value, self._constant - value) if self.game.num_players == 2 else (value,)

    def _sort(self) -> None:
        """Best first; a bound behind an equal value, what is not known last."""
        assert self.player is not None
        seat: int = self.player

        def rank(action: int) -> tuple[bool, float, bool, int]:
            row = self._rows[action]
            value = row.values[seat]
            return math.isnan(value), -value, row.bound == AT_MOST, action

        self._order = sorted(self.actions, key=rank)

    def _unknown(self, action: int) -> RootMove:
        return RootMove(action, (math.nan,) * self.game.num_players, EXACT, False, 0)

    def after(self, state: State, left: int, step: int) -> tuple[State, int]:
        """What follows a step, and how far it is still looked into."""
        child = state.child(step)
        if self.unit == "transitions":
            return child, left - 1
        if self.unit == "turns":
            return child, left - (child.segment("turn") - state.segment("turn"))
        chosen = state.current_player() != CHANCE_PLAYER and len(state.legal_actions()) > 1
        return child, left - chosen

    def _is_past(self, state: State) -> bool:
        return self.horizon != "game" and state.segment(self.horizon) > self.root.segment(self.horizon)


def lookahead(state: State, *, limits: Limits | None = None, **options: Any) -> LookaheadResult:
    """Look ahead from `state` within limits (`depth`, `nodes` visited, `seconds`; `memory_mb` is the table's size).

    Options are those of Lookahead. Raises OptionError where nothing limits the search of a position that it cannot solve.
    """
    limits = Limits(seconds=1.0) if limits is None else limits
    if limits.memory_mb is not None:
        options.setdefault("table_mb", limits.memory_mb)
    return Lookahead(state, **options).run(depth=limits.depth, nodes=limits.nodes, budget=Budget(limits))


def _valuation(game: Game, given: Any) -> Valuation:
    if given is None:
        part = registry.optional_part(game.name, "valuation")
        found: Valuation = Valuation() if part is None else part.valuation(game)
        return found
    if isinstance(given, Valuation):
        return given
    if not callable(given):
        raise OptionError("valuation", given, "a Valuation, a callable(State) -> returns by seat, or None")
    return CallableValuation(given)
