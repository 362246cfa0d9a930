"""Games written in Python: the rules as pure functions on an immutable value, bridged to the compiled contract.

Subclass `PythonGame` and write its functions; search then runs on it as on any other game, only slower and in one
thread at a time. A value is anything hashable that never changes (a tuple, a frozen dataclass); "the same value" means
an equal one, and equal values must have equal `repr`, from which keys are made. What the functions return is checked,
with an error that names the function; an exception raised in one reaches whoever called the search.
"""

from bisect import bisect_right
from collections.abc import Hashable, Set
from dataclasses import fields, is_dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import accumulate, product
from math import isfinite, lcm

from libc.stdint cimport INT32_MAX, int64_t, uint64_t

from orienteer.core.rng cimport Rng, rng_below64, rng_uniform
from orienteer.core.state cimport (
    CHANCE, ERROR, INVALID, MAX_BRANCH, MAX_PLAYERS, NO_ACTION, SIMULTANEOUS, TERMINAL, Belief, Game, Key, State,
)

from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.options import whole_number
from orienteer.core.state import OBJECTIVE_NAMES as _OBJECTIVE_NAMES
from orienteer.core.state import SEGMENT_NAMES as _SEGMENT_NAMES

_MAX_REPLAYED = 200_000  # histories that the default belief follows


cdef class PythonGame(Game):
    """Base of a game written in Python. Call `super().__init__` with the facts of the game, then write these methods.

    Always: initial_value, current_player, legal_actions, apply, returns. Where the game has chance or simultaneous
    choices: chance_outcomes, apply_joint. Where it hides something: mask, observe, advance, and worlds (the default of
    the last replays all histories). The others have defaults. A subclass that takes options accepts them as keywords
    and passes them on as `options`: copies and pickles of a game are made by calling the class with them.

    `validate=False` skips the checks of what the methods return, apart from those that keep memory safe.
    """

    state_class = PythonState

    def __init__(self, *, name: str, num_players: int, num_distinct_actions: int, options: dict | None = None,
                 objectives: tuple = ("win",), segments: tuple = (), max_chance_outcomes: int = 0,
                 max_game_length: int | None = None, has_hidden_information: bool = False, validate: bool = True):
        self.name = name
        self.num_players = whole_number("num_players", num_players, 1, MAX_PLAYERS)
        self.num_distinct_actions = whole_number("num_distinct_actions", num_distinct_actions, 0, INT32_MAX)
        self.max_chance_outcomes = whole_number("max_chance_outcomes", max_chance_outcomes, 0, INT32_MAX)
        self.options = dict(options or {})
        self.objectives = _names("objectives", objectives, _OBJECTIVE_NAMES)
        self.segments = _names("segments", segments, _SEGMENT_NAMES)
        if not self.objectives:
            raise OptionError("objectives", objectives, "at least one")
        self.max_game_length = max_game_length
        self.has_hidden_information = has_hidden_information
        self.validate = validate

    cdef State blank_state(self):
        cdef PythonState state = self.state_class.__new__(self.state_class)
        state.game = self
        state.actor = state.current = INVALID
        return state

    def new_initial_state(self):
        return self.state_at(self.initial_value())

    def state_at(self, value: Hashable) -> PythonState:
        """The state with this value, without a last transition."""
        cdef PythonState state = self.blank_state()
        state.become(value, None, INVALID, None)
        return state

    # -- the rules: to be written -------------------------------------------------------------------------------------

    def initial_value(self) -> Hashable:
        raise NotImplementedError(f"{type(self).__name__} must implement initial_value")

    def current_player(self, value: Hashable) -> int:
        """A seat, CHANCE_PLAYER, SIMULTANEOUS_PLAYER or TERMINAL_PLAYER; INVALID_PLAYER in a mask that cannot tell."""
        raise NotImplementedError(f"{type(self).__name__} must implement current_player")

    def legal_actions(self, value: Hashable, player: int) -> list[int]:
        """Actions of a player who moves now, ascending; at a simultaneous node [] for a seat without a choice."""
        raise NotImplementedError(f"{type(self).__name__} must implement legal_actions")

    def chance_outcomes(self, value: Hashable) -> list[tuple[int, int]]:
        """(outcome, whole-number weight > 0), outcomes ascending."""
        raise NotImplementedError(f"{type(self).__name__} must implement chance_outcomes")

    def apply(self, value: Hashable, action: int) -> Hashable:
        """The value after a legal action of the current player, or an outcome of chance."""
        raise NotImplementedError(f"{type(self).__name__} must implement apply")

    def apply_joint(self, value: Hashable, actions: tuple[int, ...]) -> Hashable:
        """The value after a joint action: one entry a seat, −1 where that seat has no choice."""
        raise NotImplementedError(f"{type(self).__name__} must implement apply_joint")

    def returns(self, value: Hashable, objective: str) -> list[float]:
        """Result by seat, as if the game ended now."""
        raise NotImplementedError(f"{type(self).__name__} must implement returns")

    # -- the rules: with defaults -------------------------------------------------------------------------------------

    def rewards(self, before: Hashable, after: Hashable, objective: str) -> list[float]:
        """What a transition added to the returns of an additive objective."""
        new, old = self.returns(after, objective), self.returns(before, objective)
        return [x - y for x, y in zip(new, old, strict=True)]

    def scores(self, value: Hashable) -> list[float]:
        """Running points by seat."""
        if "points" not in self.objectives:
            raise NotImplementedError(f"{type(self).__name__} must implement scores: it has no objective 'points'")
        return self.returns(value, "points")

    def key(self, value: Hashable) -> object:
        """Equal exactly for values that are the same to the rules."""
        return value

    def state_key(self, value: Hashable, objective: str) -> object:
        """Equal only for values with the same value still to come; see `c_state_key` in state.pxd."""
        return self.key(value)

    def segment(self, value: Hashable, kind: str) -> int:
        """How many segments of this kind have ended."""
        return 0

    def is_settled(self, value: Hashable, player: int, objective: str, kind: str | None) -> bool:
        """Whether the player's returns can no longer change before a segment of this kind ends (None: the game)."""
        return False

    def mask(self, value: Hashable, player: int) -> Hashable:
        """The value with all that `player` cannot know overwritten. The other functions must be able to take it."""
        return value

    def observe(self, before: Hashable, actor: int, action: object, after: Hashable, player: int) -> Hashable:
        """What `player` notices of a transition; None = nothing. `action` is a tuple after a simultaneous choice.

        His own action must be part of it. The default shows everything.
        """
        return actor, action

    def advance(self, masked: Hashable, player: int, observation: Hashable) -> Hashable:
        """The masked value after a transition of which `player` noticed `observation`: the mask of the value after it.

        The default goes with that of `observe`. Raises IllegalActionError for what cannot happen.
        """
        state = self.state_at(masked)
        if observation[0] == SIMULTANEOUS:
            state.apply_joint(list(observation[1]))
        else:
            state.apply(observation[1])
        return state.value

    def worlds(self, masked: Hashable, viewer: int, evidence: tuple) -> list[tuple[Hashable, int]]:
        """Every complete value that agrees with the viewer's mask and evidence, with its whole-number weight.

        The default replays all histories from the start whose observations, in order, are the evidence. It needs the
        evidence from the start on, and raises TooLargeError when there are too many histories.
        """
        found, stack, replayed = {}, [(self.initial_value(), 0, Fraction(1))], 0
        wanted = _encode(self.key(masked))
        while stack:
            value, seen, weight = stack.pop()
            replayed += 1
            if replayed > _MAX_REPLAYED:
                raise TooLargeError(f"{self.name}: more than {_MAX_REPLAYED} histories replayed for a belief; "
                                    "write worlds, or shrink the game")
            if seen == len(evidence) and _encode(self.key(self.mask(value, viewer))) == wanted:
                found[value] = found.get(value, 0) + weight
            for actor, action, after, odds in _transitions(self, value):
                observation = self.observe(value, actor, action, after, viewer)
                if observation is None:
                    stack.append((after, seen, weight * odds))
                elif seen < len(evidence) and observation == evidence[seen]:
                    stack.append((after, seen + 1, weight * odds))
        scale = lcm(*(weight.denominator for weight in found.values()))
        return [(value, int(weight * scale)) for value, weight in found.items()]

    def belief(self, mask, viewer, evidence=(), assumptions=None):
        """What `viewer` may hold true, from `worlds`."""
        if assumptions:
            raise OptionError("assumptions", assumptions, "none")
        if not self.has_hidden_information:
            return Game.belief(self, mask, viewer, evidence)
        return PythonBelief(mask, viewer, self.worlds((<PythonState?>mask).value, viewer, tuple(evidence)))

    def action_to_string(self, player: int, action: int) -> str:
        """Name of an action, or of an outcome (player = CHANCE_PLAYER)."""
        return str(action)

    def value_to_string(self, value: Hashable) -> str:
        """Text of a value, masked or not."""
        return repr(value)

    def check(self, value: Hashable) -> None:
        """Raise OrienteerError where the value breaks a fact that the rules guarantee."""


cdef class PythonState(State):
    """A state of a PythonGame; `value` is what its functions get."""

    cdef int become(self, object value, object before, int actor, object action) except ERROR:
        self.value = value
        self.before = before
        self.actor = actor
        self.action = action
        self.masked = 0
        self.current = INVALID
        self.legal = self.outcomes = None
        return 0

    cdef int ask_current(self) except ERROR:
        if self.current == INVALID:
            current = self.game.current_player(self.value)
            known = current in (CHANCE, SIMULTANEOUS, TERMINAL) or (current == INVALID and self.masked)
            if not _is_whole(current) or not (known or 0 <= current < self.game.num_players):
                raise _wrong(self, "current_player", current,
                             f"a seat below {self.game.num_players}, or the code of chance, simultaneous or terminal")
            self.current = current
        return self.current

    cdef list ask_legal(self, int player):
        cdef int current = self.ask_current()
        if current != player and current != SIMULTANEOUS:
            return []
        if self.legal is None:
            self.legal = [None] * self.game.num_players
        if self.legal[player] is None:
            actions = list(self.game.legal_actions(self.value, player))
            if len(actions) > MAX_BRANCH:
                raise _wrong(self, "legal_actions", f"{len(actions)} actions", f"at most {MAX_BRANCH}")
            if not actions and current == player:
                raise _wrong(self, "legal_actions", "no action for the current player", "at least one")
            if (<PythonGame>self.game).validate:
                _ascending(self, "legal_actions", actions, self.game.num_distinct_actions, "num_distinct_actions")
            self.legal[player] = actions
        return self.legal[player]

    cdef list ask_outcomes(self):
        if self.outcomes is None:
            listed = list(self.game.chance_outcomes(self.value))
            if not 1 <= len(listed) <= MAX_BRANCH:
                raise _wrong(self, "chance_outcomes", f"{len(listed)} outcomes", f"1 to {MAX_BRANCH}")
            if (<PythonGame>self.game).validate:
                if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in listed):
                    raise _wrong(self, "chance_outcomes", listed, "pairs (outcome, weight)")
                _ascending(self, "chance_outcomes", [outcome for outcome, _ in listed], self.game.max_chance_outcomes,
                           "max_chance_outcomes")
                for _, weight in listed:
                    if not _is_whole(weight) or weight < 1:
                        raise _wrong(self, "chance_outcomes", weight, "whole-number weights above 0")
            if sum(weight for _, weight in listed) >= 1 << 63:
                raise _wrong(self, "chance_outcomes", "weights that add up to 2**63 or more", "a smaller sum")
            self.outcomes = listed
        return self.outcomes

    cdef int put_legal(self, int player, int* actions) except ERROR:
        cdef list legal = self.ask_legal(player)
        cdef int i, n = len(legal)
        for i in range(n):
            actions[i] = legal[i]
        return n

    cdef int put_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR:
        cdef list listed = self.ask_outcomes()
        cdef int i, n = len(listed)
        total[0] = 0
        for i in range(n):
            outcomes[i], weights[i] = listed[i]
            total[0] += weights[i]
        return n

    cdef int copy_all(self, PythonState source) except ERROR:
        self.value = source.value
        self.before = source.before
        self.actor = source.actor
        self.action = source.action
        self.masked = source.masked
        self.current = source.current
        self.legal = source.legal
        self.outcomes = source.outcomes
        return 0

    # -- the compiled contract ----------------------------------------------------------------------------------------

    cdef int c_current_player(self) except ERROR nogil:
        if self.current != INVALID:
            return self.current
        with gil:
            return self.ask_current()

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        with gil:
            return self.put_legal(player, actions)

    cdef int c_apply(self, int action) except ERROR nogil:
        with gil:
            actor = self.ask_current()
            after = self.game.apply(self.value, action)
            _check_value(self, "apply", after)
            self.become(after, self.value, actor, action)
        return 0

    cdef int c_apply_joint(self, const int* actions) except ERROR nogil:
        cdef int seat
        with gil:
            joint = tuple([actions[seat] for seat in range(self.game.num_players)])
            after = self.game.apply_joint(self.value, joint)
            _check_value(self, "apply_joint", after)
            self.become(after, self.value, SIMULTANEOUS, joint)
        return 0

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        with gil:
            return self.put_outcomes(outcomes, weights, total)

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        with gil:
            _fill(self, "returns", self.game.returns(self.value, _OBJECTIVE_NAMES[objective]), values)
        return 0

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        cdef int seat
        with gil:
            if self.actor == INVALID:
                for seat in range(self.game.num_players):
                    values[seat] = 0
            else:
                _fill(self, "rewards", self.game.rewards(self.before, self.value, _OBJECTIVE_NAMES[objective]), values)
        return 0

    cdef int c_scores(self, double* values) except ERROR nogil:
        with gil:
            _fill(self, "scores", (<PythonGame>self.game).scores(self.value), values)
        return 0

    cdef int c_copy_from(self, State other) except ERROR nogil:
        with gil:
            self.copy_all(other)
        return 0

    cdef int c_key(self, Key* key) except ERROR nogil:
        with gil:
            _hash_key(self.game.key(self.value), key)
        return 0

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        with gil:
            _hash_key(self.game.state_key(self.value, _OBJECTIVE_NAMES[objective]), key)
        return 0

    cdef int c_is_settled(self, int player, int objective, int kind) except ERROR nogil:
        with gil:
            name = None if kind < 0 else _SEGMENT_NAMES[kind]
            return bool(self.game.is_settled(self.value, player, _OBJECTIVE_NAMES[objective], name))

    cdef int c_segment(self, int kind) except ERROR nogil:
        cdef int count
        with gil:
            count = self.game.segment(self.value, _SEGMENT_NAMES[kind])
        return count

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        cdef Key key
        with gil:
            observation = self.observation(player)
            if observation is None:
                token[0] = 0
            else:
                _hash_key(observation, &key)
                token[0] = key.low or 1
        return 0

    cdef int c_mask(self, int player) except ERROR nogil:
        with gil:
            masked = self.game.mask(self.value, player)
            _check_value(self, "mask", masked)
            self.become(masked, None, INVALID, None)
            self.masked = 1
        return 0

    # -- the Python side ----------------------------------------------------------------------------------------------

    def observation(self, player):
        if self.actor == INVALID:
            return None
        return self.game.observe(self.before, self.actor, self.action, self.value, self._seat(player))

    def observe(self, player, observation):
        value = self.game.advance(self.value, self._seat(player), observation)
        _check_value(self, "advance", value)
        self.become(value, None, INVALID, None)
        self.masked = 1

    def action_to_string(self, player, action):
        return self.game.action_to_string(player, action)

    def check(self):
        self.game.check(self.value)

    def __str__(self):
        return self.game.value_to_string(self.value)

    def __reduce__(self):
        return _rebuild_state, (self.game, self.value, self.before, self.actor, self.action, self.masked)


def _rebuild_state(game, value, before, actor, action, masked):
    cdef PythonState state = (<PythonGame?>game).blank_state()
    state.become(value, before, actor, action)
    state.masked = masked
    return state


cdef class PythonBelief(Belief):
    """A belief listed in full: values with whole-number weights; equal values count once."""

    def __init__(self, mask: PythonState, viewer: int, worlds: list[tuple[Hashable, int]]):
        self.game = mask.game
        self.viewer = mask._seat(viewer)
        merged = {}
        for value, weight in worlds:
            if not _is_whole(weight) or weight < 1:
                raise _wrong(mask, "worlds", weight, "whole-number weights above 0")
            merged[value] = merged.get(value, 0) + weight
        if not merged:
            raise OrienteerError(f"{self.game.name}: no state agrees with what seat {viewer} has seen")
        self.values = list(merged)
        self.weights = list(merged.values())
        self.bounds = list(accumulate(self.weights))
        self.total = self.bounds[len(self.bounds) - 1]

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        with gil:
            if self.total < 1 << 63:
                ticket = rng_below64(rng, self.total)
            else:
                ticket = int(Fraction(rng_uniform(rng)) * self.total)
            (<PythonState?>out).become(self.values[bisect_right(self.bounds, ticket)], None, INVALID, None)
        return 0

    def enumerate(self, limit=100_000):
        if len(self.values) > limit:
            raise TooLargeError(f"belief: {len(self.values)} states, limit {limit}; raise the limit")
        return [((<PythonGame>self.game).state_at(value), weight) for value, weight in zip(self.values, self.weights)]

    def size_estimate(self):
        return len(self.values)


# -- checks of what a game's functions return ------------------------------------------------------------------------

def _wrong(state, method, found, allowed):
    return OrienteerError(f"{type(state.game).__name__}.{method} returned {found!r}, allowed: {allowed}")


cdef inline bint _is_whole(object x):
    return isinstance(x, int) and not isinstance(x, bool)


cdef int _ascending(PythonState state, str method, list numbers, object bound, str bound_name) except ERROR:
    previous = -1
    for number in numbers:
        if not _is_whole(number) or number <= previous:
            raise _wrong(state, method, numbers, "whole numbers ≥ 0 in ascending order, each once")
        previous = number
    if previous >= bound:
        raise _wrong(state, method, previous, f"numbers below {bound_name}, which is {bound}")
    return 0


cdef int _check_value(PythonState state, str method, object value) except ERROR:
    if value is None:
        raise _wrong(state, method, value, "a value; functions return the new one and change none")
    if (<PythonGame>state.game).validate:
        try:
            hash(value)
        except TypeError as error:
            found = f"{type(state.game).__name__}.{method} returned a {type(value).__name__}"
            raise OrienteerError(f"{found}: {error}") from error
    return 0


cdef int _fill(PythonState state, str method, object numbers, double* values) except ERROR:
    cdef int seat = 0
    if len(numbers) != state.game.num_players:
        raise _wrong(state, method, numbers, f"{state.game.num_players} numbers, one a seat")
    for number in numbers:
        values[seat] = number
        if not isfinite(values[seat]):
            raise _wrong(state, method, numbers, "finite numbers")
        seat += 1
    return 0


def _names(field, given, known):
    for name in given:
        if name not in known:
            raise OptionError(field, name, ", ".join(known))
    return tuple(name for name in known if name in given)


# -- keys ------------------------------------------------------------------------------------------------------------

cdef int _hash_key(object value, Key* key) except ERROR:
    cdef bytes digest = blake2b((<str>_encode(value)).encode(), digest_size=16).digest()
    key.low = int.from_bytes(digest[:8], "little")
    key.high = int.from_bytes(digest[8:], "little")
    return 0


cdef str _encode(object value):
    """Text of a value that is the same in every process: sets are sorted, addresses refused."""
    kind = type(value)
    if kind is int or kind is str or value is None or kind is bool:
        return repr(value)
    if isinstance(value, tuple):
        return "(" + ",".join([_encode(item) for item in value]) + ")"
    if isinstance(value, list):
        return "[" + ",".join([_encode(item) for item in value]) + "]"
    if isinstance(value, Set):
        return "{" + ",".join(sorted([_encode(item) for item in value])) + "}"
    if is_dataclass(value):
        return f"{kind.__qualname__}({','.join([_encode(getattr(value, field.name)) for field in fields(value)])})"
    if kind.__repr__ is object.__repr__:
        raise OrienteerError(f"key: {kind.__name__} has no repr of its own, and its address is not a key")
    return repr(value)


# -- histories -------------------------------------------------------------------------------------------------------

def _transitions(game, value):
    """(actor, action, value after, probability of the outcome or 1) for every move from here."""
    state = game.state_at(value)
    current = state.current_player()
    if current == CHANCE:
        listed = state.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return [(CHANCE, outcome, game.apply(value, outcome), Fraction(weight, total)) for outcome, weight in listed]
    if current == SIMULTANEOUS:
        choices = [state.legal_actions(seat) or [NO_ACTION] for seat in range(game.num_players)]
        return [(SIMULTANEOUS, joint, game.apply_joint(value, joint), 1) for joint in product(*choices)]
    return [(current, action, game.apply(value, action), 1) for action in state.legal_actions()] if current >= 0 else []
