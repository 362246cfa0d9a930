"""A strategy for every seat of a subgame, by information set, and how far it is from an equilibrium."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError
from orienteer.equilibrium.sequence_form import first_key, next_key
from orienteer.equilibrium.table import InformationSet, Table

if TYPE_CHECKING:
    from orienteer.core.state import State

FORMAT = 1


@dataclass(frozen=True)
class Equilibrium:
    """A strategy profile, in returns of `objective` at the `horizon`.

    Attributes:
        values: by seat, the expected returns when all play it.
        gains: by seat, by how much its best response does better; nash_conv is their sum. `unit` says in what.
        target: the NashConv asked for; `stopped_by` is "target" where it was reached, else the limit that was.
        method, iterations, histories, terminals, rows, sequences, information_sets, bytes, seconds: how it was found.
        warnings: where theory guarantees nothing. assumptions: what the answer takes for granted, the prior among it.
        table: the rows, those of a seat together; after solving, a row's words are made when it is asked for.
        moves: by seat that moves at the root, its mix by move: the viewer's own, from his position.
    """

    game: str
    options: Mapping[str, Any]
    objective: str
    horizon: str
    method: str
    values: tuple[float, ...]
    gains: tuple[float, ...]
    target: float
    stopped_by: str
    iterations: int
    histories: int
    terminals: int
    rows: int
    sequences: tuple[int, ...]
    information_sets: tuple[int, ...]
    bytes: int
    seconds: float
    warnings: tuple[str, ...]
    assumptions: tuple[str, ...]
    moves: Mapping[int, Mapping[str, float]]
    table: Table = field(repr=False)

    @property
    def nash_conv(self) -> float:
        """The sum of all seats' gains, in `unit`; 0 at an equilibrium."""
        return sum(self.gains)

    @property
    def unit(self) -> str:
        return "shares of a win" if self.objective == "win" else self.objective

    @property
    def exploitability(self) -> float:
        """NashConv by seat: with two players of opposed interests, what a best opponent takes on average over the seats."""
        return self.nash_conv / len(self.gains)

    def lines(self) -> Iterator[str]:
        """How far it is from an equilibrium, and what finding it took, in words."""
        yield f"NashConv {self.nash_conv:.3g} {self.unit} after {self.iterations:,} iterations of {self.method}"
        size = f"{self.histories:,} histories, {sum(self.information_sets):,} information sets, {self.rows:,} payoff rows"
        yield f"{size}, {self.bytes / 1e6:.1f} MB, {self.seconds:.2f} s"

    def row(self, seat: int, key: int) -> InformationSet:
        """The row of an information set. Raises OrienteerError where the subgame has none with this key."""
        return self.table.row(seat, key)

    def follow(self, root: State, seat: int) -> StrategyPlayer:
        """A player of this seat, who begins with what it sees of `root`."""
        return StrategyPlayer(self, seat, first_key(root, seat))

    # -- files --------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; keys of information sets are hexadecimal, `nash_conv_…` is named by its unit."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        plain["options"] = dict(self.options)
        plain["moves"] = {str(seat): dict(mix) for seat, mix in self.moves.items()}
        plain[f"nash_conv_in_{self.unit.replace(' ', '_')}"] = self.nash_conv
        plain["format"] = FORMAT
        plain["table"] = [{**asdict(row), "key": f"{row.key:032x}"} for row in self.table]
        return plain

    def save(self, path: str | Path) -> None:
        """Write the strategy as JSON."""
        Path(path).write_text(json.dumps(self.to_dict(), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Equilibrium:
        """Read a strategy that `save` wrote. Raises OptionError, naming the field, for anything else."""
        try:
            return cls.from_dict(json.loads(Path(path).read_text(encoding="utf-8")))
        except (ValueError, RecursionError) as error:
            raise OptionError("strategy", str(path), f"a file that save() wrote ({error})") from None

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Equilibrium:
        """The inverse of `to_dict`. Raises OptionError, naming the field, for anything else."""
        if not isinstance(plain, Mapping) or plain.get("format") != FORMAT:
            raise OptionError("format", plain.get("format") if isinstance(plain, Mapping) else plain, str(FORMAT))
        given = {}
        for name, (read, allowed) in _READERS.items():
            if name not in plain:
                raise OptionError(name, None, allowed)
            try:
                given[name] = read(plain[name])
            except OptionError:
                raise
            except (AttributeError, KeyError, TypeError, ValueError):
                raise OptionError(name, plain[name], allowed) from None
        found = cls(**given)
        if not len(found.values) == len(found.gains) == len(found.sequences) == len(found.information_sets):
            raise OptionError("values", found.values, "one a seat, as gains, sequences and information_sets have")
        if sum(found.information_sets) != len(found.table):
            raise OptionError("table", f"{len(found.table)} rows", f"{sum(found.information_sets)}, as information_sets says")
        return found


# -- reading files ------------------------------------------------------------------------------------------------------------


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError
    return float(value)


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read_all(values: object) -> tuple[Any, ...]:
        if not isinstance(values, (list, tuple)):
            raise TypeError
        return tuple(read(value) for value in values)

    return read_all


def _options(value: Any) -> dict[str, Any]:
    """Options as the game keeps them: lists of a file are tuples there."""
    return {_text(name): tuple(given) if isinstance(given, list) else given for name, given in value.items()}


def _mix(value: Any) -> dict[str, float]:
    return {_text(name): _number(share) for name, share in value.items()}


def _table(rows: Any) -> Table:
    found = []
    for number, row in enumerate(_list_of(dict)(rows)):
        try:
            actions, moves = _list_of(_count)(row["actions"]), _list_of(_text)(row["moves"])
            shares = _list_of(_number)(row["probabilities"])
            if not len(actions) == len(moves) == len(shares) or abs(sum(shares) - 1) > 1e-6 or min(shares) < 0:
                raise ValueError
            found.append(InformationSet(_count(row["seat"]), int(row["key"], 16), _text(row["text"]), actions, moves, shares))
        except (KeyError, TypeError, ValueError):
            allowed = "seat, key, text, actions, moves and probabilities, one an action, that add up to 1"
            raise OptionError(f"table[{number}]", row, allowed) from None
    return Table(found)


# How each field is read, and what it may be.
_READERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    **dict.fromkeys(("game", "objective", "horizon", "method", "stopped_by"), (_text, "a text")),
    "options": (_options, "the game's options by name"),
    **dict.fromkeys(("values", "gains"), (_list_of(_number), "a list of numbers, one a seat")),
    **dict.fromkeys(("target", "seconds"), (_number, "a number")),
    **dict.fromkeys(("iterations", "histories", "terminals", "rows", "bytes"), (_count, "a whole number from 0 on")),
    **dict.fromkeys(("sequences", "information_sets"), (_list_of(_count), "a list of whole numbers, one a seat")),
    **dict.fromkeys(("warnings", "assumptions"), (_list_of(_text), "a list of texts")),
    "moves": (lambda mixes: {int(seat): _mix(mix) for seat, mix in mixes.items()}, "mixes by seat"),
    "table": (_table, "a list of rows"),
}


# -- playing -----------------------------------------------------------------------------------------------------------------


class StrategyPlayer:
    """One seat that plays a strategy: tell it every token that the seat observes, ask it for its mix."""

    def __init__(self, strategy: Equilibrium, seat: int, key: int) -> None:
        self.strategy, self.seat, self.key = strategy, seat, key

    def notice(self, state: State) -> None:
        """The seat observes the last transition of `state`."""
        self.key = next_key(self.key, state.observed(self.seat))

    def mix(self) -> dict[int, float]:
        """Probability by action where the seat decides now. Raises OrienteerError outside the subgame."""
        return self.strategy.table.mix(self.seat, self.key)
