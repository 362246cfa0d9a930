"""A strategy for every seat of a subgame, by information set, and how far it is from an equilibrium."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.equilibrium.sequence_form import SequenceForm, first_key, next_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from orienteer.core.state import State

FORMAT = 1


@dataclass(frozen=True)
class InformationSet:
    """One row of a strategy: what the seat has noticed, and the probability of each move.

    `key` is the set's key (see sequence_form); `actions` are numbers, `moves` their names, in the same order.
    """

    seat: int
    key: int
    text: str
    actions: tuple[int, ...]
    moves: tuple[str, ...]
    probabilities: tuple[float, ...]


@dataclass(frozen=True)
class Equilibrium:
    """A strategy profile, in returns of `objective` at the `horizon`.

    Attributes:
        values: by seat, the expected returns when all play it.
        gains: by seat, by how much its best response does better; nash_conv is their sum. `unit` says in what.
        target: the NashConv asked for; `stopped_by` is "target" where it was reached, else the limit that was.
        method, iterations, histories, terminals, rows, sequences, information_sets, bytes, seconds: how it was found.
        warnings: where theory guarantees nothing. assumptions: what the answer takes for granted, the prior among it.
        table: the rows, those of a seat together.
        moves: by seat that moves at the root, its mix by move: the viewer's own, from his position.
    """

    game: str
    options: Mapping[str, Any]
    objective: str
    horizon: str
    method: str
    values: tuple[float, ...]
    gains: tuple[float, ...]
    target: float | None
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
    table: tuple[InformationSet, ...] = field(repr=False)
    _by_key: dict[tuple[int, int], InformationSet] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._by_key.update({(row.seat, row.key): row for row in self.table})

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

    def row(self, seat: int, key: int) -> InformationSet:
        """The row of an information set. Raises OrienteerError where the subgame has none with this key."""
        found = self._by_key.get((seat, key))
        if found is None:
            raise OrienteerError(f"strategy: seat {seat} has no information set with key {key:032x} in this subgame")
        return found

    def follow(self, root: State, seat: int) -> StrategyPlayer:
        """A player of this seat, who begins with what it sees of `root`."""
        return StrategyPlayer(self, seat, first_key(root, seat))

    # -- files --------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; keys of information sets are hexadecimal, `nash_conv_…` is named by its unit."""
        plain = {name: value for name, value in asdict(self).items() if name not in ("table", "_by_key")}
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
        """The inverse of `to_dict`."""
        if not isinstance(plain, Mapping) or plain.get("format") != FORMAT:
            raise OptionError("format", plain.get("format") if isinstance(plain, Mapping) else plain, str(FORMAT))
        names = [name for name in cls.__dataclass_fields__ if not name.startswith("_")]
        missing = [name for name in names if name not in plain]
        if missing:
            raise OptionError(missing[0], None, "present in a strategy's file")
        given: dict[str, Any] = {name: tuple(plain[name]) if isinstance(plain[name], list) else plain[name] for name in names}
        given["moves"] = {int(seat): mix for seat, mix in plain["moves"].items()}
        given["table"] = tuple(_read_row(row, number) for number, row in enumerate(plain["table"]))
        return cls(**given)


def _read_row(row: Mapping[str, Any], number: int) -> InformationSet:
    try:
        actions, moves, shares = tuple(row["actions"]), tuple(row["moves"]), tuple(row["probabilities"])
        if not len(actions) == len(moves) == len(shares) or abs(sum(shares) - 1) > 1e-6 or min(shares) < 0:
            raise ValueError("probabilities, one an action, that add up to 1")
        return InformationSet(int(row["seat"]), int(row["key"], 16), str(row["text"]), actions, moves, shares)
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(f"table[{number}]", row, f"a row of a strategy ({error})") from None


class StrategyPlayer:
    """One seat that plays a strategy: tell it every token that the seat observes, ask it for its mix."""

    def __init__(self, strategy: Equilibrium, seat: int, key: int) -> None:
        self.strategy, self.seat, self.key = strategy, seat, key

    def notice(self, state: State) -> None:
        """The seat observes the last transition of `state`."""
        self.key = next_key(self.key, state.observed(self.seat))

    def mix(self) -> dict[int, float]:
        """Probability by action where the seat decides now. Raises OrienteerError outside the subgame."""
        row = self.strategy.row(self.seat, self.key)
        return dict(zip(row.actions, row.probabilities, strict=True))


# -- rows of a solved sequence form ------------------------------------------------------------------------------------------


def rows_of(form: SequenceForm, strategies: Sequence[NDArray[np.float64]]) -> Iterator[InformationSet]:
    """Every information set of every seat with its words and probabilities."""
    for seat in range(form.num_players):
        first = form.first[seat]
        for number, key in enumerate(form.keys[seat]):
            begin, end = int(first[number]), int(first[number + 1])
            actions = tuple(int(action) for action in form.actions[seat][begin:end])
            state, text = _replayed(form, form.paths[seat][number], seat)
            moves = tuple(state.action_to_string(seat, action) for action in actions)
            yield InformationSet(seat, key, text, actions, moves, tuple(float(p) for p in strategies[seat][begin:end]))


def _replayed(form: SequenceForm, path: tuple[Any, ...], seat: int) -> tuple[State, str]:
    """The state at the end of a path, and what the seat has noticed on it, in words."""
    state = form.roots[path[0]][0].clone()
    words = [] if state == form.game.new_initial_state() else [" / ".join(state.observation_string(seat).splitlines())]
    for action in path[1:]:
        mover, name = state.current_player(), None
        if isinstance(action, tuple):
            state.apply_joint([None if choice < 0 else choice for choice in action])
        else:
            name = state.action_to_string(mover, action)
            state.apply(action)
        if state.observed(seat):
            # Who noticed what the mover did knows the move.
            known = mover >= 0 and state.observation(seat) == state.observation(mover)
            words.append(f"seat {mover} {name}" if known else _words(state.observation(seat)))
    return state, "; ".join(words) or "the start"


def _words(observation: object) -> str:
    if isinstance(observation, (tuple, list)):
        return " ".join(_words(part) for part in observation if part is not None)
    return str(observation)
