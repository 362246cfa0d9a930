"""How players choose: policies as functions, and things with a name and parameters that fit a line of text.

A policy maps a state and a seat that has a choice there to probabilities by action. In a game with hidden information
it is called with what that seat knows, the masked state. Policies, events and quantities written as `Named`
dataclasses are found by name, with parameters as text ("leave-at gems=15") or as a dict ({"type": "leave-at", "gems":
15}). A game's own ones live in `orienteer.games.<game>.policies` and `.events`, which are imported when first asked
for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.options import whole_number

if TYPE_CHECKING:
    from orienteer.core.state import Game, State

Probability = float | Fraction  # a whole number is a float to type checkers
Policy = Callable[["State", int], Mapping[int, Probability]]
PolicyLike = Policy | str | Mapping[str, Any]
Policies = PolicyLike | Mapping[int, PolicyLike]

T = TypeVar("T", bound="Named")
SUM_TOLERANCE = 1e-9  # of probabilities given as floats


# -- named things with parameters --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named:
    """Base of frozen dataclasses with a `name` and parameters that are validated when one is made.

    The first line of a subclass's docstring says what it is. Raises OptionError, naming the parameter, for a wrong
    value.
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for item in fields(self):
            given = getattr(self, item.name)
            if given is not None or item.default is not None:
                reader = item.metadata["reader"]
                object.__setattr__(self, item.name, reader(f"{type(self).name}: {item.name}", given))

    def to_dict(self) -> dict[str, Any]:
        given = {item.name: getattr(self, item.name) for item in fields(self)}
        return {"type": type(self).name} | {
            key: str(value) if isinstance(value, Fraction) else value for key, value in given.items() if value is not None
        }

    def __str__(self) -> str:
        parameters = self.to_dict()
        return " ".join([str(parameters.pop("type")), *(f"{key}={value}" for key, value in parameters.items())])

    @classmethod
    def usage(cls) -> str:
        """The name with its parameters and what each may be, those that can be left out in brackets."""
        words = [cls.name]
        for item in fields(cls):
            word = f"{item.name}=<{item.metadata['allowed']}>"
            words.append(word if item.default is MISSING else f"[{word}]")
        return " ".join(words)


def whole(low: int, high: int, **default: Any) -> Any:
    """A dataclass field: a whole number from `low` to `high`, also as text. `default=None` makes it optional."""

    def read(name: str, value: object) -> int:
        if isinstance(value, str) and value.lstrip("-").isdecimal():
            value = int(value)
        return whole_number(name, value, low, high)

    allowed = f"a whole number from {low} to {high}"
    return field(metadata={"reader": read, "allowed": allowed}, **default)


def probability(**default: Any) -> Any:
    """A dataclass field: a Fraction from 0 to 1. Text and floats are read as decimals: 0.3 is exactly 3/10."""
    allowed = "a probability from 0 to 1, such as 0.3 or 1/3"
    return field(metadata={"reader": partial(read_probability, allowed=allowed), "allowed": allowed}, **default)


def read_probability(name: str, value: object, allowed: str) -> Fraction:
    """A number or its text as a Fraction. Raises OptionError, saying what is `allowed`, unless it is one from 0 to 1."""
    try:
        if isinstance(value, bool) or not isinstance(value, (str, int, float, Fraction)):
            raise ValueError
        number = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise OptionError(name, value, allowed) from None
    if not 0 <= number <= 1:
        raise OptionError(name, value, allowed)
    return number


def word(allowed: str, **default: Any) -> Any:
    """A dataclass field: a name, kept as text; which ones exist depends on the game. A number is read as its digits."""

    def read(name: str, value: object) -> str:
        if isinstance(value, bool) or not isinstance(value, (str, int)) or not str(value).strip():
            raise OptionError(name, value, allowed)
        return str(value).strip()

    return field(metadata={"reader": read, "allowed": allowed}, **default)


class Registry(Generic[T]):
    """Named types of one kind, by game; "" holds those that every game has."""

    def __init__(self, kind: str, modules: tuple[str, ...]) -> None:
        self.kind = kind
        self.modules = modules
        self._types: dict[str, dict[str, type[T]]] = {}

    def register(self, game: str = "") -> Callable[[type[T]], type[T]]:
        """A class decorator. Raises OptionError when the name is taken."""

        def add(new: type[T]) -> type[T]:
            known = self._types.setdefault(game, {})
            if known.setdefault(new.name, new) is not new:
                raise OptionError(f"{self.kind} name", new.name, "a name not in use")
            return new

        return add

    def types(self, game: str, base: type[Named] = Named) -> dict[str, type[T]]:
        """What the game has, by name in alphabetical order; with `base`, only subclasses of it."""
        package = f"orienteer.games.{game}"
        if game.isidentifier() and find_spec(package):
            for module in self.modules:
                if find_spec(f"{package}.{module}"):
                    import_module(f"{package}.{module}")
        found = self._types.get("", {}) | self._types.get(game, {})
        return {name: found[name] for name in sorted(found) if issubclass(found[name], base)}

    def parse(self, game: str, text: str | Mapping[str, Any], *, base: type[Named] = Named, kind: str = "") -> T:
        """The thing that a text ("name key=value …") or a dict ({"type": name, key: value, …}) names.

        Raises OptionError, naming what is wrong and listing what is allowed.
        """
        kind = kind or self.kind
        # 1. Into a name and parameters.
        if isinstance(text, Mapping):
            given = dict(text)
            name = given.pop("type", None)
        else:
            name, *words = text.split() or [""]
            given = {}
            for item in words:
                key, equals, value = item.partition("=")
                if not equals or key in given:
                    raise OptionError(f"{kind} {name}", item, "parameters as key=value, each once")
                given[key] = value
        # 2. The name.
        types = self.types(game, base)
        if not isinstance(name, str) or name not in types:
            allowed = "; ".join(known.usage() for known in types.values()) or f"none, {game} has no {kind}"
            raise OptionError(f"{kind} of {game}", name, allowed)
        # 3. The parameters; their values are checked by the type.
        found = types[name]
        known_fields = {item.name: item for item in fields(found)}
        for key in given:
            if key not in known_fields:
                raise OptionError(f"{kind} {name}, parameter", key, found.usage())
        for key, parameter in known_fields.items():
            if key not in given and parameter.default is MISSING:
                raise OptionError(f"{kind} {name}, parameter {key}", None, found.usage())
        return found(**given)


# -- policies ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NamedPolicy(Named):
    """Base of policies with a name.

    merges: what it does is a function of `State.state_key`, under every objective.
    same_for_all: at one state every seat that has a choice is given the same answer.
    constant: probability by the action's name where it is the same at every choice, else None.
    """

    merges: ClassVar[bool] = True

    @property
    def same_for_all(self) -> bool:
        return False

    @property
    def constant(self) -> Mapping[str, Probability] | None:
        return None

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        raise NotImplementedError(f"{type(self).__name__} must implement __call__")


POLICIES: Registry[NamedPolicy] = Registry("policy", ("policies",))


@POLICIES.register()
@dataclass(frozen=True)
class Uniform(NamedPolicy):
    """Every legal action equally often."""

    name: ClassVar[str] = "uniform"

    def __call__(self, state: State, player: int) -> Mapping[int, Probability]:
        actions = state.legal_actions(player)
        return dict.fromkeys(actions, Fraction(1, len(actions)))


uniform = Uniform()


def policy_types(game: Game) -> dict[str, type[NamedPolicy]]:
    """The named policies of a game; each type's docstring and `usage()` describe it."""
    return POLICIES.types(game.name)


def parse_policy(game: Game, text: str | Mapping[str, Any]) -> NamedPolicy:
    """The policy that a text such as "leave-at gems=15" names. Raises OptionError, listing names and parameters."""
    return POLICIES.parse(game.name, text)


def by_seat(game: Game, policies: Policies) -> tuple[Policy, ...]:
    """One policy a seat, from one for all or a mapping with every seat. Raises OptionError for a seat without one."""
    seats = range(game.num_players)
    if isinstance(policies, Mapping) and "type" not in policies:
        if set(policies) != set(seats):
            raise OptionError("policies", sorted(policies, key=str), f"one for all, or one for each seat of {[*seats]}")
        given = cast("Mapping[int, PolicyLike]", policies)
        return tuple(as_policy(game, given[seat]) for seat in seats)
    return (as_policy(game, cast("PolicyLike", policies)),) * len(seats)


def policy_text(policy: Policy) -> str:
    return str(policy) if isinstance(policy, Named) else getattr(policy, "__name__", type(policy).__name__)


def policies_text(policies: tuple[Policy, ...]) -> str:
    """A sentence that says who plays what."""
    texts = [policy_text(policy) for policy in policies]
    if len(set(texts)) == 1:
        return f"{'the player plays' if len(texts) == 1 else 'everyone plays'} {texts[0]}"
    return "; ".join(f"seat {seat} plays {text}" for seat, text in enumerate(texts))


def weights(policy: Policy, state: State, player: int) -> tuple[list[tuple[int, Probability]], Probability]:
    """A policy's choice as (action, weight > 0) in ascending order, and the total: whole numbers where it is rational.

    Raises OrienteerError unless these are probabilities of legal actions with the sum 1 (floats: within 1e-9).
    """
    view = state.mask(player) if state.game.has_hidden_information else state
    given = policy(view, player)
    legal = state.legal_actions(player)
    if len(given) == 1:
        ((action, share),) = given.items()
        if share == 1 and action in legal:
            return [(action, 1)], 1
    total: Any = sum(given.values())
    rational = not any(isinstance(share, float) for share in given.values())
    if (
        any(action not in legal for action in given)
        or any(share < 0 for share in given.values())
        or (total != 1 if rational else not abs(total - 1) <= SUM_TOLERANCE)
    ):
        raise OrienteerError(
            f"policy {policy_text(policy)}, seat {player}: {dict(given)!r}, allowed: probabilities of actions {legal} "
            f"with the sum 1; at {state}"
        )
    chosen = sorted((action, share) for action, share in given.items() if share)
    if not rational:
        return list(chosen), float(total)
    common = math.lcm(*(share.denominator for _, share in chosen if not isinstance(share, float)))
    return [(action, int(share * common)) for action, share in chosen], common


def as_policy(game: Game, policy: PolicyLike) -> Policy:
    """A policy from a function of (state, player), or from its text or dict. Raises OptionError for anything else."""
    if isinstance(policy, (str, Mapping)):
        return parse_policy(game, policy)
    if not callable(policy):
        raise OptionError("policies", policy, "a function of (state, player), a policy's text, or one of these by seat")
    return policy
