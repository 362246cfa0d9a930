"""Exact values, moves and strategies of a position by backward induction over everything that can follow.

Qualifies: any game with nothing hidden, any number of players, chance, choices at the same time, and cycles.
Guarantee: see `status` and `eps`. Cost: one node for each different position that can be reached, held in memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from orienteer.bounds import value_bounds
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.options import one_of
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, State
from orienteer.expectimax.components import Components
from orienteer.expectimax.expand import expand, policy_probabilities
from orienteer.expectimax.graph import Graph, Monitor
from orienteer.expectimax.single import solve_single
from orienteer.expectimax.vector import solve_vector
from orienteer.matrix_games import solve_general_sum, solve_zero_sum

if TYPE_CHECKING:
    from orienteer.core.state import Game

Policy = Callable[[State, int], Mapping[int, float | Fraction]] | Literal["uniform"]
Play = int | tuple[int, ...]
ROUNDING = 1e-12


class Expectimax:
    """The value of a position and of all that can follow, solved when the object is made.

    Args:
        state: where to start; it is not changed.
        objective: what players maximise; None = the game's default.
        horizon: "game", or a segment ("turn", "round", "journey") after whose end play is cut off.
        depth: the most transitions to look ahead, chance and forced moves counted; None = no limit.
        leaf: callable(State) -> returns by seat, for positions where play is cut off. None: as if the game ended there.
        policies: by seat, "uniform" or callable(State, seat) -> {action: probability}. Such a seat does not
            optimise. A policy, and `leaf`, may depend only on what the key keeps, and is asked once a node.
        tie: "mix" (indifferent players mix evenly over their best moves) or "first"; matters where values of others
            differ.
        paranoid_seat: all others minimise this seat's value instead of maximising their own; only its value is known.
        focus: only this seat's value is wanted, as when it answers the policies of all others, which must be given. Play
            that cannot change it any more is not followed (`State.is_settled`).
        budget: limits (nodes, memory, seconds) and the stop flag.
        key: "state" merges positions with equal values to come (`State.state_key`), "full" only equal ones.
        progress: callable(nodes), about every 0.1 s.
        hides_nothing: the game hides information, but nothing that is hidden in this state can matter any more. A game's own
            exact part says so, having made sure of it and put what is unknown anywhere; nobody else may.

    Attributes:
        num_nodes, num_edges, num_terminal: the size of the graph; terminal = the game is over.
        num_ties: decisions between moves that are worth the same to the mover and not to somebody else: there, values
            depend on `tie`. Always 0 where one seat's gain is the others' loss.
        num_cyclic: positions to which play can return.
        longest_play: the most transitions of one play, chance behind a choice counted with it; None where play can recur.
        status: "float" (rounding only, ≤ 1e-12 of the scale), "bounded" (values are within eps; or, with `fixed_point`,
            several seats decide where play can recur: the values are a fixed point, eps is by how much the last sweep
            changed them and bounds no error), or "equilibrium" (stages in which payoffs are not opposed: at each, no
            seat gains more than eps by deviating; other equilibria may have other values).
        eps, fixed_point: see status.
        bytes: memory at the largest; seconds: time taken.

    Raises TooLargeError beyond a limit, Stopped after `budget.stop()`, and OrienteerError for a game with hidden
    information: it would search the true hidden state, which no player knows.
    """

    method = "expectimax"

    def __init__(
        self,
        state: State,
        *,
        objective: str | None = None,
        horizon: str = "game",
        depth: int | None = None,
        leaf: Callable[[State], Sequence[float]] | None = None,
        policies: Mapping[int, Policy] | None = None,
        tie: str = "mix",
        paranoid_seat: int | None = None,
        focus: int | None = None,
        budget: Budget | None = None,
        key: str = "state",
        progress: Callable[[int], object] | None = None,
        hides_nothing: bool = False,
    ) -> None:
        game = state.game
        if game.has_hidden_information and not hides_nothing:
            raise OrienteerError(
                f"{game.name} hides information: expectimax would search the true hidden state; "
                "use best_response_value, an equilibrium solver on a small subgame, or a sampled search"
            )
        if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
            raise OptionError("depth", depth, "a whole number ≥ 0, or None")
        self.game: Game = game
        self.root = state.clone()
        self.objective: str = objective if objective is not None else game.default_objective
        self.tie = one_of("tie", tie, ("mix", "first"))
        self.paranoid_seat = None if paranoid_seat is None else one_of("paranoid_seat", paranoid_seat, range(game.num_players))
        self._policies = _checked_policies(policies, game.num_players)
        self.focus = None if focus is None else _checked_focus(focus, self._policies, self.paranoid_seat)
        self._only = self.focus if self.paranoid_seat is None else self.paranoid_seat  # whose value alone is known
        code = game.objective_code(self.objective)
        paired = game.num_players == 2 and game.is_constant_sum(self.objective) and self._only is None
        single = paired or game.num_players == 1 or self._only is not None
        self._graph = Graph(
            self.root,
            code,
            additive=game.is_additive(self.objective),
            num_values=1 if single else game.num_players,
            focus=self._only or 0,
            paired=paired,
            segment_kind=-1 if horizon == "game" else game.segment_code(horizon),
            depth=-1 if depth is None else depth,
            full_key=one_of("key", key, ("state", "full")) == "full",
            leaf=leaf,
            prunes=self.focus is not None and leaf is None and game.is_additive(self.objective),
        )
        self._solve(Budget() if budget is None else budget, progress)

    def _solve(self, budget: Budget, progress: Callable[[int], object] | None) -> None:
        graph, monitor = self._graph, Monitor(budget, progress)
        started = budget.elapsed()
        # 1. Everything that can follow.
        expand(graph, self.root, monitor, self._policies)
        self.num_nodes = graph.num_nodes - graph.num_synthetic
        self.num_edges = graph.num_edges
        self.num_terminal = graph.num_terminal
        # 2. Values, from the end backwards.
        low, high = _bounds(self.game, self.objective, graph.additive)
        components = Components(graph, monitor)
        self.longest_play = components.longest_play()
        self.num_ties, self.fixed_point, stage_eps = 0, False, 0.0
        if graph.num_values == 1:
            self.eps, self.num_cyclic = solve_single(graph, components, monitor, low, high)
        else:
            found = solve_vector(graph, components, monitor, low, high, self.tie == "mix")
            self.eps, self.num_cyclic, self.num_ties = found["eps"], found["num_cyclic"], found["num_ties"]
            self.fixed_point, stage_eps = found["fixed_point"], found["stage_eps"]
        # 3. How sure they are.
        scale = max([1.0, *(abs(bound) for bound in (low, high) if math.isfinite(bound))])
        if graph.num_values > 1 and graph.num_stages:
            self.status, self.eps = "equilibrium", max(self.eps, stage_eps)
        elif self.fixed_point or self.eps > ROUNDING * scale:
            self.status = "bounded"
        else:
            self.status = "float"
        self.bytes = monitor.peak_bytes
        graph.drop_edges()
        self.seconds = budget.elapsed() - started

    # -- values -------------------------------------------------------------------------------------------------------

    def values(self, state: State | None = None) -> list[float]:
        """Expected returns by seat at the horizon, from the root or from a position that can be reached from it.

        With `paranoid_seat` or `focus` the other seats' are NaN.
        """
        return self._values(*self._find(self.root if state is None else state))

    def action_values(self, state: State | None = None) -> dict[Play, list[float]]:
        """`values` after each legal action, joint action (−1: no choice) or outcome.

        What a policy never plays is left out.
        """
        state, left, _ = self._find(self.root if state is None else state)
        if self._graph.is_leaf(state, left):
            raise OrienteerError(f"{state!r} is where play ends or is cut off: no action was searched")
        found: dict[Play, list[float]] = {}
        for play in _plays(state):
            child = state.child_joint(list(play)) if isinstance(play, tuple) else state.child(play)
            below = self._node(child, left - 1 if left > 0 else left)
            if below is not None:
                found[play] = self._values(child, *below)
        return found

    def strategy(self, state: State | None = None) -> dict[int, dict[int, float]]:
        """What each seat that chooses now does: {seat: {action: probability}}."""
        state = self.root if state is None else state
        values = self.action_values(state)
        seats = state.players_to_move()
        fixed = {seat: self._policy(state, seat) for seat in seats if self._policies[seat] is not None}
        free = [seat for seat in seats if seat not in fixed]
        if state.current_player() != SIMULTANEOUS_PLAYER:
            return {seat: fixed[seat] if seat in fixed else self._decision(seat, values) for seat in seats}
        return {**fixed, **self._stage(state, free, fixed, values)}

    def principal_line(self, state: State | None = None, length: int = 10) -> list[Play]:
        """The likeliest play and outcomes from here, the first of equals; at most `length` long."""
        state = (self.root if state is None else state).clone()
        line: list[Play] = []
        while len(line) < length and not state.is_terminal():
            _, left, _ = self._find(state)
            if self._graph.is_leaf(state, left):
                break
            play: Play
            if state.current_player() == CHANCE_PLAYER:
                play = max(state.chance_outcomes(), key=lambda pair: pair[1])[0]
                state.apply(play)
            elif state.current_player() == SIMULTANEOUS_PLAYER:
                mixes = self.strategy(state)
                joint = [_likeliest(mixes[seat]) if seat in mixes else -1 for seat in range(self.game.num_players)]
                play = tuple(joint)
                state.apply_joint(joint)
            else:
                play = _likeliest(self.strategy(state)[state.current_player()])
                state.apply(play)
            line.append(play)
        return line

    # -- helpers ------------------------------------------------------------------------------------------------------

    def _find(self, state: State) -> tuple[State, int, list[float]]:
        if type(state) is not type(self.root) or state.game != self.game:
            raise OptionError("state", type(state).__name__, f"a state of {self.game!r}")
        found = self._node(state)
        if found is None:
            raise OrienteerError(f"{state!r} cannot be reached from the root within the horizon: {state}")
        return state, *found

    def _node(self, state: State, remaining: int | None = None) -> tuple[int, list[float]] | None:
        """(transitions left, stored values) of a position's node, None where it has none."""
        found: tuple[int, list[float]] | None = self._graph.find(state, remaining)
        if found is not None or not (self._graph.has_lone_chance and state.is_chance_node()):
            return found
        # A chance node that is not in the table: the mean of what is behind it, which is.
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        sums = [0.0] * self._graph.num_values
        for outcome, weight in outcomes:
            child = state.child(outcome)
            below = self._graph.find(child)
            if below is None:
                return None
            gains = [0.0] * self.game.num_players
            if self._graph.additive:
                pairs = zip(child.returns(self.objective), state.returns(self.objective), strict=True)
                gains = [after - before for after, before in pairs]
            for k, value in enumerate(below[1]):
                seat = self._graph.focus if self._graph.num_values == 1 else k
                sums[k] += weight / total * (value + gains[seat])
        return -1, sums

    def _values(self, state: State, left: int, stored: list[float]) -> list[float]:
        graph = self._graph
        if graph.additive:
            now = state.returns(self.objective)
            stored = [v + now[graph.focus if graph.num_values == 1 else k] for k, v in enumerate(stored)]
        if graph.paired:
            return [stored[0], graph.constant - stored[0]]
        if self._only is not None:
            return [stored[0] if seat == self._only else math.nan for seat in range(self.game.num_players)]
        return stored

    def _own(self, seat: int, values: list[float]) -> float:
        if self.paranoid_seat is not None and seat != self.paranoid_seat:
            return -values[self.paranoid_seat]
        return values[seat]

    def _policy(self, state: State, seat: int) -> dict[int, float]:
        legal = state.legal_actions(seat)
        return dict(zip(legal, policy_probabilities(self._policies[seat], state.clone(), seat, legal), strict=True))

    def _decision(self, seat: int, values: Mapping[Play, list[float]]) -> dict[int, float]:
        return self._best({action: self._own(seat, v) for action, v in values.items() if isinstance(action, int)})

    def _best(self, own: Mapping[int, float]) -> dict[int, float]:
        most = max(own.values())
        best = [action for action, value in own.items() if value >= most - ROUNDING * max(1.0, abs(most))]
        if self.tie == "first":
            best = best[:1]
        return {action: 1 / len(best) if action in best else 0.0 for action in own}

    def _stage(
        self, state: State, free: list[int], fixed: dict[int, dict[int, float]], values: Mapping[Play, list[float]]
    ) -> dict[int, dict[int, float]]:
        """The equilibrium of a stage among the free seats, policies averaged out."""
        if not free:
            return {}
        legal = {seat: state.legal_actions(seat) for seat in free}
        payoffs = {joint: [0.0] * len(free) for joint in product(*(legal[seat] for seat in free))}
        for play, value in values.items():
            assert isinstance(play, tuple)
            p = math.prod(mix[play[seat]] for seat, mix in fixed.items())
            cell = payoffs[tuple(play[seat] for seat in free)]
            for k, seat in enumerate(free):
                cell[k] += p * self._own(seat, value)
        if self.focus is not None:
            return {self.focus: self._best({joint[0]: value[0] for joint, value in payoffs.items()})}
        if self._graph.num_values > 1:
            _, mixes, _ = solve_general_sum(list(payoffs.values()), [len(legal[seat]) for seat in free])
            return {seat: dict(zip(legal[seat], mix, strict=True)) for seat, mix in zip(free, mixes, strict=True)}
        return self._opposed(free, legal, payoffs)

    def _opposed(
        self, free: list[int], legal: dict[int, list[int]], payoffs: dict[tuple[int, ...], list[float]]
    ) -> dict[int, dict[int, float]]:
        """One seat against the others; each of several others gets his share of their joint mix."""
        focus = self._graph.focus
        others = [seat for seat in free if seat != focus]
        rows = legal.get(focus, [-1])
        columns = list(product(*(legal[seat] for seat in others)))
        sign = 1.0 if free[0] == focus else -1.0  # the first free seat's payoff is at hand
        matrix = []
        for row in rows:
            cells = [dict(zip(others, column, strict=True)) | {focus: row} for column in columns]
            matrix.append([sign * payoffs[tuple(cell[seat] for seat in free)][0] for cell in cells])
        _, x, y = solve_zero_sum(matrix)
        found = {focus: dict(zip(rows, x, strict=True))} if focus in free else {}
        for k, seat in enumerate(others):
            found[seat] = {a: sum(p for c, p in zip(columns, y, strict=True) if c[k] == a) for a in legal[seat]}
        return dict(sorted(found.items()))


def _checked_policies(policies: Mapping[int, Policy] | None, num_players: int) -> list[Any]:
    checked: list[Any] = [None] * num_players
    for seat, policy in (policies or {}).items():
        one_of("policies: seat", seat, range(num_players))
        if policy != "uniform" and not callable(policy):
            raise OptionError(f"policies[{seat}]", policy, '"uniform" or a callable(State, seat) -> {action: probability}')
        checked[seat] = policy
    return checked


def _checked_focus(focus: int, policies: list[Any], paranoid_seat: int | None) -> int:
    one_of("focus", focus, range(len(policies)))
    if paranoid_seat is not None:
        raise OptionError("focus", focus, "None, together with paranoid_seat")
    missing = [seat for seat, policy in enumerate(policies) if policy is None and seat != focus]
    if missing:
        raise OptionError("focus", focus, f"None, unless every other seat has a policy: {missing} have none")
    return focus


def _bounds(game: Game, objective: str, additive: bool) -> tuple[float, float]:
    """Bounds on every node's value; infinite where the game states none (they are needed only where play can recur)."""
    low, high = value_bounds(game, objective)
    return (low - high, high - low) if additive else (low, high)


def _plays(state: State) -> list[Play]:
    if state.current_player() == SIMULTANEOUS_PLAYER:
        return list(product(*(state.legal_actions(seat) or [-1] for seat in range(state.game.num_players))))
    if state.current_player() == CHANCE_PLAYER:
        return [outcome for outcome, _ in state.chance_outcomes()]
    return list(state.legal_actions())


def _likeliest(mix: Mapping[int, float]) -> int:
    return max(mix, key=lambda action: (mix[action], -action))
