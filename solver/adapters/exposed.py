"""Our games as OpenSpiel's, registered with pyspiel as "orienteer_<name>".

Parameters are the game's options with plain values, by their names; "objective"; and "more", the other options as
percent-encoded JSON (`to_openspiel` writes it). Returns are paid at the end. A player's observation string is the text of
what he is shown; his information state string adds a digest of all that he has noticed, so it has perfect recall.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from orienteer.core.errors import OptionError
from orienteer.core.python_game import PythonGame
from orienteer.core.registry import game_class, registered_games
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, MAX_SEATS, Game, View

PREFIX = "orienteer_"
UNBOUNDED_LENGTH = 1_000_000  # what OpenSpiel is told of games that need not end
_SIMULTANEOUS = ("goofspiel", "incan_gold")  # games of the registry in which players choose at once
_registered: dict[str, type[Game]] = {}


def to_openspiel(game: Game, objective: str | None = None) -> Any:
    """A game of ours as a pyspiel.Game, with the returns of one objective (default: the game's).

    A game that the registry does not know, such as one in Python, is registered with pyspiel under its name first.
    Raises OptionError for an objective that the game does not have, a name that another game has taken, and options that
    JSON cannot hold.
    """
    game.objective_code(objective)
    short_name = _register(game.name, type(game))
    defaults = _defaults(type(game))
    parameters: dict[str, Any] = {"objective": objective or game.default_objective}
    more = {}
    for name, value in game.options.items():
        if name in defaults and type(value) is type(defaults[name]):
            parameters[name] = value
        elif name in defaults or name not in _all_defaults(type(game)) or _all_defaults(type(game))[name] != value:
            more[name] = value
    if more:
        try:
            parameters["more"] = quote(json.dumps(more, separators=(",", ":")), safe="")
        except TypeError as error:
            raise OptionError("options", more, f"what JSON can hold ({error})") from None
    return pyspiel.load_game(short_name, parameters)


def register_games() -> tuple[str, ...]:
    """Make every registered game known to pyspiel.load_game; returns the names. Calling it again changes nothing."""
    return tuple(_register(name, game_class(name)) for name in registered_games())


class ExposedGame(pyspiel.Game):
    """`source` is the game of ours, `objective` what the returns are of. One subclass for each game is registered."""

    source_class: ClassVar[type[Game]]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        cls = self.source_class
        options = {name: value for name, value in parameters.items() if name not in ("objective", "more")}
        if parameters.get("more"):
            options |= {name: _tuples(value) for name, value in json.loads(unquote(parameters["more"])).items()}
        self.source = cls(**options)
        self.objective = parameters.get("objective") or self.source.default_objective
        low, high = self.source.utility_bounds(self.objective)
        total = _constant_sum(self.source, self.objective)
        length = self.source.max_game_length
        info = pyspiel.GameInfo(
            num_distinct_actions=self.source.num_distinct_actions,
            max_chance_outcomes=self.source.max_chance_outcomes,
            num_players=self.source.num_players,
            min_utility=low,
            max_utility=high,
            utility_sum=total,
            max_game_length=UNBOUNDED_LENGTH if length is None else length,
        )
        super().__init__(_game_type(self.source, cls, total), info, dict(parameters))

    def __reduce__(self) -> tuple[Any, ...]:
        return _reload, (self.source.name, self.source_class, dict(self.get_parameters()))

    def new_initial_state(self) -> ExposedState:
        return ExposedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:
        if params:
            raise OptionError("params", params, "none")
        return SeatObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class _Link:
    """The end of the chain of what a seat has noticed. Never changes: copies of a state share it."""

    __slots__ = ("before", "digest", "observation", "token")

    def __init__(self, before: _Link | None, token: int, observation: object) -> None:
        self.before = before
        self.token = token
        self.observation = observation
        self.digest: bytes = blake2b((before.digest if before else b"") + token.to_bytes(8, "little"), digest_size=16).digest()

    def __deepcopy__(self, memo: object) -> _Link:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _linked, (self.noticed(),)  # not link by link: chains are longer than pickle goes deep

    def noticed(self) -> list[tuple[int, object]]:
        """(token, observation), oldest first."""
        found, link = [], self
        while link.before is not None:
            found.append((link.token, link.observation))
            link = link.before
        return found[::-1]


_START = _Link(None, 0, None)


def _linked(noticed: list[tuple[int, object]]) -> _Link:
    link = _START
    for token, observation in noticed:
        link = _Link(link, token, observation)
    return link


class ExposedState(pyspiel.State):
    """A state of ours and, by seat, the chain of what it has noticed."""

    def __init__(self, game: ExposedGame) -> None:
        super().__init__(game)
        self.owner = _Shared(game)
        self.place = game.source.new_initial_state()
        self.chains = [_START] * game.source.num_players

    def current_player(self) -> int:
        return self.place.current_player()

    def is_terminal(self) -> bool:
        return self.place.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.place.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        listed = self.place.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return [(outcome, weight / total) for outcome, weight in listed]

    def _apply_action(self, action: int) -> None:
        self.place.apply(action)
        self._notice()

    def _apply_actions(self, actions: list[int]) -> None:
        """What is given for a seat without a choice is ignored, as OpenSpiel fills it in."""
        self.place.apply_joint([a if self.place.legal_actions(seat) else None for seat, a in enumerate(actions)])
        self._notice()

    def _notice(self) -> None:
        for seat, chain in enumerate(self.chains):
            token = self.place.observed(seat)
            if token:
                self.chains[seat] = _Link(chain, token, self.place.observation(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.place.action_to_string(player, action)

    def returns(self) -> list[float]:
        """The result, once the game is over; 0 before."""
        return self.place.returns(self.owner.game.objective) if self.is_terminal() else [0.0] * len(self.chains)

    def observation_string(self, player: int | None = None) -> str:
        return self.place.observation_string(self._seat(player))

    def information_state_string(self, player: int | None = None) -> str:
        return f"{self.observation_string(player)} #{self.chains[self._seat(player)].digest.hex()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ExposedState:
        """A state drawn from our belief of what `player` holds possible, by the chance odds alone.

        He has noticed the same in it; of the others only what they see now is kept, and its history is empty.
        """
        view = View(self.place, player, tuple(observation for _, observation in self.chains[player].noticed()))
        drawn: ExposedState = self.owner.game.new_initial_state()
        drawn.place = view.belief().sample(RandomStream(int(sampler() * (1 << 53))))
        for seat in range(len(self.chains)):
            seen = drawn.place.observation_key(seat)
            drawn.chains[seat] = self.chains[player] if seat == player else _Link(_START, seen & (1 << 64) - 1, None)
        return drawn

    def _seat(self, player: int | None) -> int:
        return self.current_player() if player is None else player

    def __str__(self) -> str:
        return str(self.place)


class _Shared:
    """A reference that copies of a state share."""

    def __init__(self, game: ExposedGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> _Shared:
        return self


class SeatObserver:
    """OpenSpiel's observer interface for what one seat sees. The tensor says only who observes and whose turn he sees it
    to be: seats, then chance, then "several, or not known"; what else a seat sees is in the text."""

    def __init__(self, game: ExposedGame, kind: Any) -> None:
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise OptionError("iig_obs_type", str(kind), "public information and that of a single player")
        seats = game.source.num_players
        self.perfect_recall = kind.perfect_recall
        self.tensor = np.zeros(2 * seats + 2, np.float32)
        self.dict = {"player": self.tensor[:seats], "turn": self.tensor[seats:]}

    def set_from(self, state: ExposedState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        turn = state.place.mask(player).current_player()
        seats = len(state.chains)
        if not state.is_terminal():
            self.dict["turn"][turn if turn >= 0 else seats + (turn != CHANCE_PLAYER)] = 1

    def string_from(self, state: ExposedState, player: int) -> str:
        return state.information_state_string(player) if self.perfect_recall else state.observation_string(player)


# -- facts for OpenSpiel -----------------------------------------------------------------------------------------------------


def _register(name: str, cls: type[Game]) -> str:
    short_name = PREFIX + name
    known = _registered.setdefault(short_name, cls)
    if known is not cls:
        raise OptionError("game", name, f"a name that no other game has taken; {known.__module__}.{known.__qualname__} has")
    if short_name not in pyspiel.registered_names():
        parameters = _defaults(cls) | {"objective": "", "more": ""}
        kind = _game_type(None, cls, None, short_name=short_name, parameters=parameters)
        pyspiel.register_game(kind, type(f"Exposed{cls.__name__}", (ExposedGame,), {"source_class": cls}))
    return short_name


def _reload(name: str, cls: type[Game], parameters: dict[str, Any]) -> Any:
    return pyspiel.load_game(_register(name, cls), parameters)


def _all_defaults(cls: type[Game]) -> dict[str, Any]:
    try:
        return cls().options
    except (TypeError, ValueError):
        return {}  # a game that cannot do without an option: all of them travel in "more"


def _defaults(cls: type[Game]) -> dict[str, Any]:
    """The options that OpenSpiel's parameters can hold."""
    return {name: value for name, value in _all_defaults(cls).items() if isinstance(value, (bool, int, float, str))}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _constant_sum(game: Game, objective: str) -> float | None:
    """What all returns add up to, None where that is not always the same."""
    if not game.is_constant_sum(objective):
        return None
    state = game.new_initial_state()
    state.playout(RandomStream(0))
    return sum(state.returns(objective))


def _game_type(
    game: Game | None, cls: type[Game], total: float | None, *, short_name: str = "", parameters: dict[str, Any] | None = None
) -> Any:
    """For one game with its options, or (None) what can be said of all of a class."""
    kinds = pyspiel.GameType
    if issubclass(cls, PythonGame):
        at_once = cls.apply_joint is not PythonGame.apply_joint
    else:
        at_once = (game.name if game else short_name.removeprefix(PREFIX)) in _SIMULTANEOUS
    chance = game is None or game.max_chance_outcomes > 0
    hidden = game is None or game.has_hidden_information
    utility = kinds.Utility.GENERAL_SUM if total is None else kinds.Utility.CONSTANT_SUM if total else kinds.Utility.ZERO_SUM
    return kinds(
        short_name=short_name or PREFIX + (game.name if game else ""),
        long_name=f"Orienteer: {cls.__name__}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.num_players if game else MAX_SEATS,
        min_num_players=game.num_players if game else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification=parameters or {},
    )
