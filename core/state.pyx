"""The contract's Python side: checked calls for people, defaults for games. The compiled side is explained in state.pxd."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from orienteer.core.rng cimport RandomStream, Rng, mix64, rng_below, rng_below64, rng_next

from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError, TooLargeError

cdef extern from *:
    bint likely(bint condition) noexcept nogil
    bint unlikely(bint condition) noexcept nogil

CHANCE_PLAYER = CHANCE
SIMULTANEOUS_PLAYER = SIMULTANEOUS
INVALID_PLAYER = INVALID
TERMINAL_PLAYER = TERMINAL
MAX_SEATS = MAX_PLAYERS
OBJECTIVE_NAMES = ("win", "points", "margin")
SEGMENT_NAMES = ("turn", "round", "journey")
_CODE_NAMES = {CHANCE: "chance", SIMULTANEOUS: "simultaneous", INVALID: "invalid", TERMINAL: "terminal"}


cdef class Game:
    """The rules with their options fixed. Immutable, hashable and picklable; two games with equal options are equal.

    Attributes:
        name: the game's name in the registry.
        num_players: seats are 0..num_players-1.
        options: every option with its value, defaults included.
        objectives: names that `returns` takes, from "win", "points", "margin".
        segments: kinds of segment that play has, from "turn", "round", "journey".
        num_distinct_actions: actions are below this number.
        max_chance_outcomes: outcomes are below this number.
        max_game_length: the most transitions that a game can take, or None where play need not end.
        has_hidden_information: whether a player may not know the whole state.
    """

    cdef State blank_state(self):
        """A state object to copy into; its contents do not matter."""
        return self.new_initial_state()

    def new_initial_state(self) -> State:
        raise NotImplementedError(f"{type(self).__name__} must implement new_initial_state")

    def reduced(self) -> Game:
        """The same rules on a set of components so small that all histories can be listed (fewer than 100,000)."""
        return self

    @property
    def default_objective(self) -> str:
        """ "win" where the game has it and more than one player, else "points"."""
        return "win" if "win" in self.objectives and self.num_players > 1 else "points"

    def objective_code(self, objective: str | None) -> int:
        """Number of an objective's name (None = the default). Raises OptionError for one that the game does not have."""
        name = self.default_objective if objective is None else objective
        if name not in self.objectives:
            raise OptionError("objective", objective, ", ".join(self.objectives))
        return OBJECTIVE_NAMES.index(name)

    def segment_code(self, segment: str) -> int:
        """Number of a segment's name. Raises OptionError for one that the game does not have."""
        if segment not in self.segments:
            raise OptionError("horizon", segment, ", ".join(("game", *self.segments)))
        return SEGMENT_NAMES.index(segment)

    def is_additive(self, objective: str | None = None) -> bool:
        """Whether returns are sums of rewards by transition: points always, a margin between at most two."""
        name = OBJECTIVE_NAMES[self.objective_code(objective)]
        return name == "points" or (name == "margin" and self.num_players <= 2)

    def is_constant_sum(self, objective: str | None = None) -> bool:
        """Whether the returns of all players add up to the same number at every terminal state."""
        name = OBJECTIVE_NAMES[self.objective_code(objective)]
        return name == "win" or (name == "margin" and self.num_players == 2)

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        """The least and the most that one player can return."""
        if OBJECTIVE_NAMES[self.objective_code(objective)] == "win":
            return 0.0, 1.0
        raise NotImplementedError(f"{type(self).__name__} must implement utility_bounds")

    def belief(self, mask: State, viewer: int, evidence: tuple = (), assumptions: dict | None = None) -> Belief:
        """What `viewer` may hold true, given his masked state and the log of what he noticed.

        Raises OrienteerError where the game hides something and does not say how to form a belief, or where no complete
        state agrees with mask and evidence.
        """
        if self.has_hidden_information:
            raise OrienteerError(f"{self.name} hides information and has no belief model")
        return CertainBelief(mask, viewer)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.options == (<Game>other).options

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    def __reduce__(self):
        return _rebuild_game, (type(self), self.options)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.options.items())})"


def _rebuild_game(cls, options):
    return cls(**options)


cdef class State:
    """A point of play. Calls are checked: an illegal one raises and leaves the state as it was."""

    # -- the compiled contract: defaults ------------------------------------------------------------------------------

    cdef int c_current_player(self) except ERROR nogil:
        return _missing(self, "c_current_player")

    cdef int c_legal_actions(self, int player, int* actions) except ERROR nogil:
        return _missing(self, "c_legal_actions")

    cdef int c_apply(self, int action) except ERROR nogil:
        return _missing(self, "c_apply")

    cdef int c_apply_joint(self, const int* actions) except ERROR nogil:
        return _missing(self, "c_apply_joint")

    cdef int c_chance_outcomes(self, int* outcomes, int64_t* weights, int64_t* total) except ERROR nogil:
        return _missing(self, "c_chance_outcomes")

    cdef int c_sample_chance(self, Rng* rng) except ERROR nogil:
        cdef int[MAX_BRANCH] outcomes
        cdef int64_t[MAX_BRANCH] weights
        cdef int64_t total, ticket
        cdef int i, n = self.c_chance_outcomes(outcomes, weights, &total)
        ticket = rng_below64(rng, total)
        for i in range(n):
            ticket -= weights[i]
            if ticket < 0:
                return outcomes[i]
        return _missing(self, "weights that add up to their total")

    cdef int c_playout(self, Rng* rng) except ERROR nogil:
        return generic_playout(self, rng)

    cdef int c_returns(self, int objective, double* values) except ERROR nogil:
        return _missing(self, "c_returns")

    cdef int c_rewards(self, int objective, double* values) except ERROR nogil:
        return _missing(self, "c_rewards")

    cdef int c_scores(self, double* values) except ERROR nogil:
        return self.c_returns(POINTS, values)

    cdef int c_copy_from(self, State other) except ERROR nogil:
        return _missing(self, "c_copy_from")

    cdef int c_struct(self, void** data) except ERROR nogil:
        return 0

    cdef int c_key(self, Key* key) except ERROR nogil:
        cdef void* data
        cdef int size = self.c_struct(&data)
        if size == 0:
            return _missing(self, "c_key")
        hash_bytes(data, size, key)
        return 0

    cdef int c_state_key(self, int objective, Key* key) except ERROR nogil:
        return self.c_key(key)

    cdef int c_segment(self, int kind) except ERROR nogil:
        return 0

    cdef int c_is_settled(self, int player, int objective, int kind) except ERROR nogil:
        return 0

    cdef int c_observed(self, int player, uint64_t* token) except ERROR nogil:
        return _missing(self, "c_observed")

    cdef int c_mask(self, int player) except ERROR nogil:
        return 0

    # -- whose turn, what is legal ------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """A seat, or one of the codes CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER."""
        return self.c_current_player()

    def is_terminal(self) -> bool:
        return self.c_current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        return self.c_current_player() == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self.c_current_player() == SIMULTANEOUS

    def legal_actions(self, player: object = None) -> list[int]:
        """Legal actions of `player` (default: the current player) in ascending order; none where he does not move now.

        At a chance node, without a player, the outcomes. Raises OptionError for a seat that the game does not have.
        """
        cdef int[MAX_BRANCH] actions
        cdef int n, current = self.c_current_player()
        if player is None:
            if current == CHANCE:
                return [outcome for outcome, _ in self.chance_outcomes()]
            if current < 0:
                return []
            player = current
        n = self.c_legal_actions(self._seat(player), actions)
        return [actions[i] for i in range(n)]

    def players_to_move(self) -> list[int]:
        """The seats that have a choice now: one, several at a simultaneous node, none at chance or terminal nodes."""
        cdef int current = self.c_current_player()
        if current >= 0:
            return [current]
        if current == SIMULTANEOUS:
            return [seat for seat in range(self.game.num_players) if self.legal_actions(seat)]
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """(outcome, weight) in ascending order; the probability of an outcome is its weight by the sum of all weights."""
        cdef int[MAX_BRANCH] outcomes
        cdef int64_t[MAX_BRANCH] weights
        cdef int64_t total
        cdef int n
        if self.c_current_player() != CHANCE:
            raise IllegalActionError(f"chance_outcomes: {self._turn_text()}, not chance")
        n = self.c_chance_outcomes(outcomes, weights, &total)
        listed = [(outcomes[i], weights[i]) for i in range(n)]
        if sum(weight for _, weight in listed) != total:
            raise OrienteerError(f"{type(self).__name__}.c_chance_outcomes: weights add up to "
                                 f"{sum(weight for _, weight in listed)}, the total given is {total}")
        return listed

    def sample_chance(self, stream: RandomStream) -> int:
        """One outcome of this chance node drawn by the weights."""
        if self.c_current_player() != CHANCE:
            raise IllegalActionError(f"sample_chance: {self._turn_text()}, not chance")
        return self.c_sample_chance(&stream.rng)

    # -- play -----------------------------------------------------------------------------------------------------------

    def apply(self, action: object) -> None:
        """Play a legal action of the current player, or force an outcome at a chance node.

        Raises IllegalActionError, and changes nothing, for anything else.
        """
        cdef int current = self.c_current_player()
        if current == SIMULTANEOUS:
            raise IllegalActionError(f"action {action}: several players choose at once, use apply_joint")
        if current == TERMINAL:
            raise IllegalActionError(f"action {action}: the game is over")
        if isinstance(action, bool) or not isinstance(action, int) or action not in self.legal_actions():
            raise IllegalActionError(f"action {action!r}: not legal for {self._turn_text()}, allowed: {self._allowed_text()}")
        self.c_apply(action)

    def apply_joint(self, actions: object) -> None:
        """Play one action a seat at a simultaneous node; seats without a choice get None or -1."""
        cdef int[MAX_PLAYERS] joint
        if self.c_current_player() != SIMULTANEOUS:
            raise IllegalActionError(f"joint action {actions}: {self._turn_text()}, not a simultaneous choice")
        if len(actions) != self.game.num_players:
            raise IllegalActionError(f"joint action {actions}: {len(actions)} entries, one a seat is {self.game.num_players}")
        for seat, action in enumerate(actions):
            legal = self.legal_actions(seat)
            if not legal and (action is None or action == NO_ACTION):
                joint[seat] = NO_ACTION
            elif isinstance(action, bool) or not isinstance(action, int) or action not in legal:
                allowed = ", ".join(f"{a} ({self.action_to_string(seat, a)})" for a in legal) or "None"
                raise IllegalActionError(f"joint action of seat {seat}: {action!r}, allowed: {allowed}")
            else:
                joint[seat] = action
        self.c_apply_joint(joint)

    def apply_unchecked(self, action: int) -> None:
        """`apply` without the check: an illegal action leaves the state undefined."""
        self.c_apply(action)

    def child(self, action: object) -> State:
        """A copy of this state after `action`."""
        cdef State copy = self.clone()
        copy.apply(action)
        return copy

    def child_joint(self, actions: object) -> State:
        """A copy of this state after a joint action."""
        cdef State copy = self.clone()
        copy.apply_joint(actions)
        return copy

    def clone(self) -> State:
        cdef State copy = self.game.blank_state()
        copy.c_copy_from(self)
        return copy

    def copy_from(self, other: State) -> None:
        """Become a copy of `other`. Raises OptionError for a state of another game."""
        if type(other) is not type(self) or not (other.game is self.game or other.game == self.game):
            raise OptionError("state", type(other).__name__, f"a state of {self.game!r}")
        self.c_copy_from(other)

    def playout(self, stream: RandomStream, generic: bool = False) -> int:
        """Play uniformly at random to the end; returns the number of nodes passed. `generic` forces the contract's loop."""
        return generic_playout(self, &stream.rng) if generic else self.c_playout(&stream.rng)

    # -- results --------------------------------------------------------------------------------------------------------

    def returns(self, objective: str | None = None) -> list[float]:
        """Result by seat, as if the game ended now."""
        cdef double[MAX_PLAYERS] values
        self.c_returns(self.game.objective_code(objective), values)
        return [values[i] for i in range(self.game.num_players)]

    def rewards(self, objective: str | None = None) -> list[float]:
        """What the last transition added to `returns`, by seat. Raises OptionError unless the objective is additive."""
        cdef double[MAX_PLAYERS] values
        if not self.game.is_additive(objective):
            raise OptionError("objective", objective, "an additive one: points, or margin with at most two players")
        self.c_rewards(self.game.objective_code(objective), values)
        return [values[i] for i in range(self.game.num_players)]

    def scores(self) -> list[float]:
        """Running points by seat."""
        cdef double[MAX_PLAYERS] values
        self.c_scores(values)
        return [values[i] for i in range(self.game.num_players)]

    def segment(self, kind: str) -> int:
        """How many segments of this kind ("turn", "round", "journey") have ended."""
        return self.c_segment(self.game.segment_code(kind))

    def is_settled(self, player: object, objective: str | None = None, segment: str | None = None) -> bool:
        """Whether the player's returns can no longer change before the segment ends (None: the game), as far as the game
        can tell. Raises OptionError unless the objective is additive."""
        if not self.game.is_additive(objective):
            raise OptionError("objective", objective, "an additive one: points, or margin with at most two players")
        kind = -1 if segment is None else self.game.segment_code(segment)
        return self.c_is_settled(self._seat(player), self.game.objective_code(objective), kind) != 0

    # -- keys and information ---------------------------------------------------------------------------------------------

    def key(self) -> int:
        """128-bit key of the whole state."""
        cdef Key key
        self.c_key(&key)
        return (<object>key.high << 64) | key.low

    def state_key(self, objective: str | None = None) -> int:
        """128-bit key under which values may be shared; see `c_state_key` in state.pxd."""
        cdef Key key
        self.c_state_key(self.game.objective_code(objective), &key)
        return (<object>key.high << 64) | key.low

    def observed(self, player: object) -> int:
        """Token of what `player` noticed of the last transition; 0 = nothing."""
        cdef uint64_t token = 0
        self.c_observed(self._seat(player), &token)
        return token

    def observation(self, player: object) -> object:
        """What `player` noticed of the last transition, as words and numbers that `observe` takes; None = nothing.

        Two transitions give equal observations exactly when they give equal tokens.
        """
        raise NotImplementedError(f"{type(self).__name__} must implement observation")

    def observe(self, player: int, observation: object) -> None:
        """On a masked state: advance by what its viewer noticed. Raises IllegalActionError for what could not happen."""
        raise NotImplementedError(f"{type(self).__name__} must implement observe")

    def mask(self, player: object) -> State:
        """A copy in which all that `player` cannot know is unknown."""
        cdef State copy = self.clone()
        copy.c_mask(self._seat(player))
        return copy

    def observation_key(self, player: object) -> int:
        """Key of the masked state."""
        return self.mask(player).key()

    def observation_string(self, player: object) -> str:
        """Text of the masked state."""
        return str(self.mask(player))

    # -- text -------------------------------------------------------------------------------------------------------------

    def action_to_string(self, player: int, action: int) -> str:
        """Stable name of an action (player = CHANCE_PLAYER: of an outcome), unique within the game."""
        raise NotImplementedError(f"{type(self).__name__} must implement action_to_string")

    def string_to_action(self, player: int, text: str) -> int:
        """The legal action (or outcome) with this name. Raises IllegalActionError, listing the names, for any other."""
        actions = self.legal_actions() if player == CHANCE else self.legal_actions(player)
        names = {self.action_to_string(player, action): action for action in actions}
        if text not in names:
            raise IllegalActionError(f"action {text!r}: not legal here, allowed: {', '.join(names) or 'none'}")
        return names[text]

    def check(self) -> None:
        """Raise OrienteerError, naming what is wrong, where the state breaks a fact that the rules guarantee."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.game == (<State>other).game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict) -> State:
        return self.clone()

    def __reduce__(self):
        cdef void* data
        cdef int size = self.c_struct(&data)
        if size == 0:
            raise NotImplementedError(f"{type(self).__name__} must implement __reduce__")
        return _rebuild_state, (self.game, (<char*>data)[:size])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game!r}: {self._turn_text()} to move>"

    def _seat(self, player: object) -> int:
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < self.game.num_players:
            raise OptionError("player", player, f"a seat from 0 to {self.game.num_players - 1}")
        return player

    def _turn_text(self) -> str:
        cdef int current = self.c_current_player()
        return _CODE_NAMES.get(current, f"seat {current}")

    def _allowed_text(self) -> str:
        current = self.c_current_player()
        return ", ".join(f"{a} ({self.action_to_string(current, a)})" for a in self.legal_actions()[:40])


def _rebuild_state(game, data):
    cdef State state = (<Game>game).blank_state()
    cdef void* target
    cdef int size = state.c_struct(&target)
    if size != len(data):
        raise OrienteerError(f"pickled state: {len(data)} bytes, {game!r} has {size}")
    memcpy(target, <char*>data, size)
    return state


cdef int _missing(State state, const char* what) except ERROR nogil:
    with gil:
        raise NotImplementedError(f"{type(state).__name__} must implement {what.decode()}")


# -- playing at random ------------------------------------------------------------------------------------------------------

cdef int generic_playout(State state, Rng* rng) except ERROR nogil:
    cdef int[MAX_BRANCH] actions
    cdef int[MAX_PLAYERS] joint
    cdef int player, seat, n, nodes = 0
    cdef int num_players = state.game.num_players
    cdef uint64_t bits = 1  # a 1 above the random bits not used yet
    while True:
        player = state.c_current_player()
        if player == CHANCE:
            state.c_apply(state.c_sample_chance(rng))
        elif player >= 0:
            n = state.c_legal_actions(player, actions)
            state.c_apply(actions[_pick(rng, n, &bits)])
        elif player == SIMULTANEOUS:
            for seat in range(num_players):
                n = state.c_legal_actions(seat, actions)
                # NO_ACTION, which is all ones, where there is no choice; not a branch, for nobody can foresee it.
                joint[seat] = actions[_pick(rng, n, &bits)] | -<int>(n == 0)
            state.c_apply_joint(joint)
        else:
            return nodes
        nodes += 1


cdef inline uint32_t _pick(Rng* rng, uint32_t n, uint64_t* bits) noexcept nogil:
    """A whole number in [0, n), n ≤ MAX_BRANCH, without bias; 0 for n = 0. One random word serves many choices."""
    cdef uint32_t product
    if unlikely(bits[0] < 0x10000):
        bits[0] = rng_next(rng) | <uint64_t>1 << 63
    # One of at most two: a single bit, or none, without a branch between them.
    if likely(n <= 2):
        product = <uint32_t>bits[0] & (n >> 1)
        bits[0] >>= n >> 1
        return product
    # More: Lemire 2019 on 16 bits.
    product = <uint32_t>(bits[0] & 0xFFFF) * n
    bits[0] >>= 16
    if (product & 0xFFFF) < n and (product & 0xFFFF) < <uint32_t>0x10000 % n:
        return rng_below(rng, n)
    return product >> 16


def random_games(game: Game, count: int, stream: RandomStream, objective: str | None = None, generic: bool = True):
    """Play `count` games at random, without the GIL. Returns (nodes passed in all, summed returns by seat).

    `generic` plays through the contract's loop, else the game's own whole-playout function.
    """
    cdef State start = game.new_initial_state(), state = game.blank_state()
    cdef int code = game.objective_code(objective), seat
    cdef int64_t i, games = count, nodes = 0
    cdef double[MAX_PLAYERS] values, sums
    for seat in range(MAX_PLAYERS):
        sums[seat] = 0
    with nogil:
        for i in range(games):
            state.c_copy_from(start)
            nodes += generic_playout(state, &stream.rng) if generic else state.c_playout(&stream.rng)
            state.c_returns(code, values)
            for seat in range(state.game.num_players):
                sums[seat] += values[seat]
    return nodes, [sums[seat] for seat in range(game.num_players)]


# -- keys -------------------------------------------------------------------------------------------------------------------

cdef void hash_bytes(const void* data, size_t size, Key* key) noexcept nogil:
    cdef const unsigned char* bytes = <const unsigned char*>data
    cdef uint64_t word, low = <uint64_t>0x9E3779B97F4A7C15 ^ size, high = <uint64_t>0xC2B2AE3D27D4EB4F + size
    cdef size_t i = 0
    while i < size:
        word = 0
        memcpy(&word, bytes + i, 8 if size - i >= 8 else size - i)
        low = mix64(low ^ word) * <uint64_t>0x9FB21C651E98DF25
        high = (mix64(high + word) ^ (high >> 31)) * <uint64_t>0xD6E8FEB86659FD93
        i += 8
    key.low = mix64(low ^ (high << 1))
    key.high = mix64(high)


# -- beliefs ------------------------------------------------------------------------------------------------------------------

cdef class Belief:
    """Base of a game's belief. A world's weight is the product of its chance weights times, for each observed choice of
    another player, 1 if that choice was legal in it and 0 if not (or its probability under a stated policy)."""

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        with gil:
            raise NotImplementedError(f"{type(self).__name__} must implement c_sample")

    def sample(self, stream: RandomStream) -> State:
        """One complete state drawn by its weight."""
        cdef State out = self.game.blank_state()
        self.c_sample(&stream.rng, out)
        return out

    def enumerate(self, limit: int = 100_000) -> list[tuple[State, int]]:
        """Every possible state with its whole-number weight. Raises TooLargeError beyond `limit` states."""
        raise NotImplementedError(f"{type(self).__name__} must implement enumerate")

    def size_estimate(self) -> int:
        """About how many states `enumerate` would list."""
        raise NotImplementedError(f"{type(self).__name__} must implement size_estimate")


cdef class CertainBelief(Belief):
    def __init__(self, state: State, viewer: int):
        self.game = state.game
        self.viewer = viewer
        self.state = state.clone()

    cdef int c_sample(self, Rng* rng, State out) except ERROR nogil:
        return out.c_copy_from(self.state)

    def enumerate(self, limit: int = 100_000) -> list[tuple[State, int]]:
        if limit < 1:
            raise TooLargeError(f"belief: 1 state, limit {limit}; raise the limit")
        return [(self.state.clone(), 1)]

    def size_estimate(self) -> int:
        return 1


cdef class View:
    """What one seat knows: its masked state and the log of all that it noticed. Immutable.

    Attributes:
        viewer: the seat.
        mask: the masked state (do not change it; clone it first).
        evidence: observations in their order, oldest first.
    """

    cdef readonly int viewer
    cdef readonly State mask
    cdef readonly tuple evidence

    def __init__(self, state: State, viewer: int, evidence: tuple = ()):
        self.viewer = state._seat(viewer)
        self.mask = state.mask(viewer)
        self.evidence = tuple(evidence)

    def after(self, observation: object) -> View:
        """The view after one more transition, of which the seat noticed `observation` (None = nothing: the same view)."""
        if observation is None:
            return self
        cdef View later = View.__new__(View)
        later.viewer = self.viewer
        later.mask = self.mask.clone()
        later.mask.observe(self.viewer, observation)
        later.evidence = (*self.evidence, observation)
        return later

    def belief(self, assumptions: dict | None = None) -> Belief:
        return self.mask.game.belief(self.mask, self.viewer, self.evidence, assumptions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.viewer, self.mask, self.evidence) == (other.viewer, other.mask, other.evidence)

    def __hash__(self) -> int:
        return hash((self.viewer, self.mask))


# -- storage ------------------------------------------------------------------------------------------------------------------

cdef class StateStore:
    def __init__(self, example: State):
        cdef void* data
        self.example = example.clone()
        self.struct_size = self.example.c_struct(&data)
        self.objects = []

    def __dealloc__(self):
        free(self.data)

    cdef Py_ssize_t c_put(self, State state) except -1 nogil:
        """Store a copy; returns its index."""
        cdef void* source
        cdef char* grown
        cdef Py_ssize_t index = self.count
        if self.struct_size == 0:
            with gil:
                self.objects.append(state.clone())
        else:
            if self.count == self.capacity:
                grown = <char*>realloc(self.data, (2 * self.capacity + 1024) * self.struct_size)
                if grown == NULL:
                    with gil:
                        raise MemoryError(f"{2 * self.capacity + 1024} states of {self.struct_size} bytes")
                self.data = grown
                self.capacity = 2 * self.capacity + 1024
            state.c_struct(&source)
            memcpy(self.data + index * self.struct_size, source, self.struct_size)
        self.count += 1
        return index

    cdef int c_get(self, Py_ssize_t index, State out) except ERROR nogil:
        """Copy the state at `index` into `out`."""
        cdef void* target
        if self.struct_size == 0:
            with gil:
                out.c_copy_from(self.objects[index])
        else:
            out.c_struct(&target)
            memcpy(target, self.data + index * self.struct_size, self.struct_size)
        return 0

    cdef int c_shrink(self, Py_ssize_t count) except ERROR nogil:
        """Forget the states from index `count` on; the room stays."""
        if self.struct_size == 0:
            with gil:
                del self.objects[count:]
        self.count = count
        return 0
