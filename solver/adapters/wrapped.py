"""OpenSpiel's games as games of ours, through the bridge for games in Python.

A value is a `Point`: an OpenSpiel state that is never changed, only copied. What a seat sees is a `Seen`: OpenSpiel's
information state string of that seat (where a game has none, its observation string), what the seat may do, and whether
play is over. A seat notices a transition when one of these changes or when it acted itself, so that the chain of what it
noticed tells apart the histories that OpenSpiel's strings tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any, NamedTuple

import pyspiel

from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError, TooLargeError
from orienteer.core.options import flag
from orienteer.core.python_game import PythonGame
from orienteer.core.state import INVALID_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER

MAX_HISTORIES = 200_000  # that a belief without evidence looks through
MAX_DENOMINATOR = 1_000_000  # of a probability that is taken for a fraction
ROUNDING = 1e-14  # between a probability and its fraction: nearer than such fractions come to other numbers


class Point:
    """A state of an OpenSpiel game. Equal points have equal keys: the moves from the start, or, merged, the text."""

    __slots__ = ("_key", "_seen", "merged", "name", "state")

    def __init__(self, name: str, state: Any, merged: bool) -> None:
        self.name = name
        self.state = state
        self.merged = merged
        self._key: tuple[Any, ...] | None = None
        self._seen: dict[int, Seen] = {}

    @property
    def key(self) -> tuple[Any, ...]:
        if self._key is None:
            if self.merged:
                self._key = ("text", str(self.state), self.state.current_player(), *self.state.returns())
            else:
                self._key = ("moves", *self.state.history())
        return self._key

    def seen_by(self, seat: int) -> Seen:
        found = self._seen.get(seat)
        if found is None:
            found = self._seen[seat] = _look(self.state, seat)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Point{self.key!r}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _point_after, (self.name, tuple(self.state.history()), self.merged)


class Seen(NamedTuple):
    """All that a seat is shown. turn: its number, SIMULTANEOUS or TERMINAL; INVALID where it has no choice."""

    seat: int
    text: str
    legal: tuple[int, ...]
    turn: int


class OpenSpielGame(PythonGame):
    """An OpenSpiel game; see `from_openspiel`."""

    def __init__(self, game: str, start: Sequence[int] = (), merge_by_text: bool = False) -> None:
        source = _load(game)
        kind = source.get_type()
        open_to_all = kind.information != pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
            raise OptionError("game", game, "sequential or simultaneous games, not mean-field ones")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise OptionError("game", game, "games that list their chance outcomes, not ones that only sample them")
        if not (open_to_all or kind.provides_information_state_string or kind.provides_observation_string):
            raise OptionError("game", game, "games that say what a player sees (information state or observation string)")
        if flag("merge_by_text", merge_by_text) and not open_to_all:
            raise OptionError("merge_by_text", merge_by_text, "false where information is hidden")
        super().__init__(
            name=kind.short_name,
            num_players=source.num_players(),
            num_distinct_actions=source.num_distinct_actions(),
            options={"game": game, "start": tuple(start), "merge_by_text": merge_by_text},
            objectives=("points",),
            max_chance_outcomes=source.max_chance_outcomes(),
            max_game_length=_longest(source),
            has_hidden_information=not open_to_all,
            validate=False,
        )
        self.source = source
        self._constant = kind.utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
        self._first = _point_after(game, tuple(start), merge_by_text)

    def is_constant_sum(self, objective: str | None = None) -> bool:
        self.objective_code(objective)
        return self._constant

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        self.objective_code(objective)
        return self.source.min_utility(), self.source.max_utility()

    # -- the rules ------------------------------------------------------------------------------------------------------

    def initial_value(self) -> Point:
        return self._first

    def current_player(self, value: Point | Seen) -> int:
        return value.turn if isinstance(value, Seen) else int(value.state.current_player())

    def legal_actions(self, value: Point | Seen, player: int) -> Sequence[int]:
        if isinstance(value, Seen):
            return value.legal if player == value.seat else ()
        return value.state.legal_actions(player)  # type: ignore[no-any-return]

    def chance_outcomes(self, value: Point) -> list[tuple[int, int]]:
        return whole_weights(value.state.chance_outcomes())

    def apply(self, value: Point, action: int) -> Point:
        return Point(value.name, value.state.child(action), value.merged)

    def apply_joint(self, value: Point, actions: tuple[int, ...]) -> Point:
        after = value.state.clone()
        after.apply_actions([max(action, 0) for action in actions])  # OpenSpiel ignores the entry of who has no choice
        return Point(value.name, after, value.merged)

    def returns(self, value: Point | Seen, objective: str) -> Sequence[float]:
        if isinstance(value, Seen):
            raise OrienteerError(f"{self.name}: what seat {value.seat} sees does not tell the returns")
        return value.state.returns()  # type: ignore[no-any-return]

    def key(self, value: Point | Seen) -> object:
        return ("seen", *value) if isinstance(value, Seen) else value.key

    # -- who sees what --------------------------------------------------------------------------------------------------

    def mask(self, value: Point | Seen, player: int) -> Point | Seen:
        if not self.has_hidden_information:
            return value
        if isinstance(value, Seen):
            if value.seat != player:
                raise OrienteerError(f"{self.name}: what seat {value.seat} sees does not tell what seat {player} sees")
            return value
        return value.seen_by(player)

    def observe(self, before: Point, actor: int, action: Any, after: Point, player: int) -> Any:
        """(own action or None, text, legal actions, turn) where one of them is new; open games: (actor, action)."""
        if not self.has_hidden_information:
            return actor, action
        own = None
        if actor == SIMULTANEOUS_PLAYER:
            own = action[player] if action[player] >= 0 else None
        elif actor == player:
            own = action
        seen = after.seen_by(player)
        return None if own is None and seen == before.seen_by(player) else (own, *seen[1:])

    def advance(self, masked: Point | Seen, player: int, observation: Any) -> Point | Seen:
        if not isinstance(masked, Seen):
            return super().advance(masked, player, observation)  # type: ignore[no-any-return]
        if not isinstance(observation, tuple) or len(observation) != 4 or not isinstance(observation[1], str):
            raise IllegalActionError(f"observation {observation!r}: not (own action, text, legal actions, turn)")
        own, text, legal, turn = observation
        if own not in (masked.legal or (None,)):
            raise IllegalActionError(f"observation {observation!r}: own action {own}, allowed: {masked.legal or None}")
        return Seen(player, text, tuple(legal), turn)

    def worlds(self, masked: Any, viewer: int, evidence: tuple[Any, ...]) -> Sequence[tuple[Any, int]]:
        """Histories that the viewer cannot tell apart, by their chance odds: those with the same evidence.

        Without evidence (but at the start, where there is none): those in which OpenSpiel gives the viewer the same
        information state. Raises TooLargeError beyond 200,000 histories.
        """
        if evidence or masked == self._first.seen_by(viewer):
            return super().worlds(masked, viewer, evidence)
        if not self.source.get_type().provides_information_state_string:
            raise OrienteerError(f"{self.name}: a belief needs the evidence, for there is no information state string")
        found: dict[Point, Fraction] = {}
        stack, listed = [(self._first, Fraction(1))], 0
        while stack:
            point, weight = stack.pop()
            listed += 1
            if listed > MAX_HISTORIES:
                raise TooLargeError(f"{self.name}: more than {MAX_HISTORIES} histories listed for a belief; shrink the game, "
                                    "or give the evidence")  # fmt: skip
            if point.seen_by(viewer) == masked:
                found[point] = weight
            stack += [(after, weight * odds) for after, odds in self._children(point)]
        scale = lcm(*(weight.denominator for weight in found.values()))
        return [(point, int(weight * scale)) for point, weight in found.items()]

    def _children(self, point: Point) -> list[tuple[Point, Fraction]]:
        state = self.state_at(point)
        if state.is_chance_node():
            listed = state.chance_outcomes()
            total = sum(weight for _, weight in listed)
            return [(self.apply(point, outcome), Fraction(weight, total)) for outcome, weight in listed]
        if state.is_simultaneous_node():
            choices = [state.legal_actions(seat) or [-1] for seat in range(self.num_players)]
            return [(self.apply_joint(point, joint), Fraction(1)) for joint in product(*choices)]
        return [(self.apply(point, action), Fraction(1)) for action in state.legal_actions()]

    # -- text -----------------------------------------------------------------------------------------------------------

    def value_to_string(self, value: Point | Seen) -> str:
        return value.text if isinstance(value, Seen) else str(value.state)


def from_openspiel(game: Any, *, start: Sequence[int] = (), merge_by_text: bool = False) -> OpenSpielGame:
    """An OpenSpiel game as a game of ours, with the one objective "points": OpenSpiel's returns.

    Args:
        game: a pyspiel.Game, or a text that pyspiel.load_game takes.
        start: moves that everybody knows to have been made: actions and outcomes in their order, a joint action as one
            entry a seat.
        merge_by_text: take states with equal text, turn and returns for the same state. Right only where the text tells
            all that matters; then solvers that share values need far less (Pig does not end otherwise). Open games only.

    Raises OptionError for a game that pyspiel cannot load by its text, mean-field games, games that only sample their
    chance, games that hide information and say nowhere what a player sees, and a start that cannot be played.
    """
    return OpenSpielGame(game if isinstance(game, str) else str(game), start, merge_by_text)


# -- helpers ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _load(game: str) -> Any:
    try:
        return pyspiel.load_game(game)
    except pyspiel.SpielError as error:
        raise OptionError("game", game, f"what pyspiel.load_game takes ({str(error).splitlines()[0]})") from None


def _longest(game: Any) -> int | None:
    """OpenSpiel counts chance apart, and not every game says how often it comes."""
    if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
        return int(game.max_game_length())
    try:
        return int(game.max_game_length() + game.max_chance_nodes_in_history())
    except pyspiel.SpielError:
        return None


def _point_after(name: str, moves: tuple[int, ...], merged: bool) -> Point:
    state, left = _load(name).new_initial_state(), list(moves)
    while left:
        taken = state.num_players() if state.is_simultaneous_node() else 1
        played, left = left[:taken], left[taken:]
        if state.is_simultaneous_node() and len(played) == taken:
            legal = all(a in (state.legal_actions(seat) or [a]) for seat, a in enumerate(played))
            apply = state.apply_actions
        else:
            legal = not state.is_simultaneous_node() and played[0] in state.legal_actions()
            apply = state.apply_action
        if not legal:
            raise OptionError("start", moves, f"legal moves; {played} is none after {state.history()}")
        apply(played if taken > 1 else played[0])
    return Point(name, state, merged)


def _look(state: Any, seat: int) -> Seen:
    kind = state.get_game().get_type()
    text = state.information_state_string(seat) if kind.provides_information_state_string else state.observation_string(seat)
    current = state.current_player()
    if current == TERMINAL_PLAYER:
        return Seen(seat, text, (), TERMINAL_PLAYER)
    legal = tuple(state.legal_actions(seat)) if current in (seat, SIMULTANEOUS_PLAYER) else ()
    return Seen(seat, text, legal, current if legal else INVALID_PLAYER)


def whole_weights(outcomes: Sequence[tuple[int, float]]) -> list[tuple[int, int]]:
    """(outcome, weight) with the smallest whole-number weights, outcomes of probability 0 left out.

    Raises OrienteerError where the probabilities are not, within 1e-14, fractions with denominators up to a million that
    add up to 1.
    """
    shares = {outcome: Fraction(odds).limit_denominator(MAX_DENOMINATOR) for outcome, odds in sorted(outcomes) if odds}
    if sum(shares.values()) != 1 or any(abs(float(shares[outcome]) - odds) > ROUNDING for outcome, odds in outcomes if odds):
        raise OrienteerError(f"chance outcomes {outcomes[:8]}: probabilities must be fractions of whole numbers up to "
                             f"{MAX_DENOMINATOR} that add up to 1")  # fmt: skip
    scale = lcm(*(share.denominator for share in shares.values()))
    return [(outcome, int(share * scale)) for outcome, share in shares.items()]
