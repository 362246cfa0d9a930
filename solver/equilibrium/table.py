"""The rows of a strategy, one an information set: listed from a file, or worded when they are asked for after solving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, overload

from orienteer.core.errors import OrienteerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from orienteer.core.state import State
    from orienteer.equilibrium.sequence_form import SequenceForm


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


class Table(Sequence[InformationSet]):
    """Rows that are all there."""

    def __init__(self, rows: Iterable[InformationSet]) -> None:
        self._rows = tuple(rows)
        self._by_key = {(row.seat, row.key): row for row in self._rows}

    @overload
    def __getitem__(self, index: int) -> InformationSet: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[InformationSet, ...]: ...
    def __getitem__(self, index: int | slice) -> InformationSet | tuple[InformationSet, ...]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def row(self, seat: int, key: int) -> InformationSet:
        """The row of an information set. Raises OrienteerError where the subgame has none with this key."""
        found = self._by_key.get((seat, key))
        if found is None:
            raise unknown(seat, key)
        return found

    def mix(self, seat: int, key: int) -> dict[int, float]:
        """Probability by action at an information set."""
        row = self.row(seat, key)
        return dict(zip(row.actions, row.probabilities, strict=True))


class SolvedTable(Table):
    """The rows of a solved sequence form. A row's words need its history played through, so they are made when asked for."""

    def __init__(self, form: SequenceForm, strategies: Sequence[NDArray[np.float64]]) -> None:
        self._form, self._strategies = form, strategies
        self._starts = (0, *accumulate(form.num_information_sets))

    def __reduce__(self) -> tuple[type[Table], tuple[tuple[InformationSet, ...]]]:
        return Table, (tuple(self),)

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> InformationSet: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[InformationSet, ...]: ...
    def __getitem__(self, index: int | slice) -> InformationSet | tuple[InformationSet, ...]:
        numbers = range(len(self))[index]
        if isinstance(numbers, int):
            return next(self._listed([numbers]))
        return tuple(self._listed(numbers))

    def __iter__(self) -> Iterator[InformationSet]:
        return self._listed(range(len(self)))

    def row(self, seat: int, key: int) -> InformationSet:
        return self[self._starts[seat] + self._number(seat, key)]

    def mix(self, seat: int, key: int) -> dict[int, float]:
        return dict(zip(*self._plays(seat, self._number(seat, key)), strict=True))

    def _number(self, seat: int, key: int) -> int:
        try:
            return self._form.information_set(seat, key)
        except KeyError:
            raise unknown(seat, key) from None

    def _plays(self, seat: int, number: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
        begin, end = (int(bound) for bound in self._form.first[seat][number : number + 2])
        return (
            tuple(int(action) for action in self._form.actions[seat][begin:end]),
            tuple(float(share) for share in self._strategies[seat][begin:end]),
        )

    def _listed(self, numbers: Iterable[int]) -> Iterator[InformationSet]:
        form = self._form
        replays = [_Replay(form, seat) for seat in range(form.num_players)]
        for number in numbers:
            seat = next(seat for seat in range(form.num_players) if number < self._starts[seat + 1])
            within = number - self._starts[seat]
            actions, shares = self._plays(seat, within)
            state, words = replays[seat].follow(form.paths[seat][within])
            moves = tuple(state.action_to_string(seat, action) for action in actions)
            text = "; ".join(words) or "the start"
            yield InformationSet(seat, form.keys[seat][within], text, actions, moves, shares)


def unknown(seat: int, key: int) -> OrienteerError:
    return OrienteerError(f"strategy: seat {seat} has no information set with key {key:032x} in this subgame")


class _Replay:
    """Plays paths through, one after the other, for one seat's words; what two in a row have in common is played once."""

    def __init__(self, form: SequenceForm, seat: int) -> None:
        self._form, self._seat = form, seat
        self._path: tuple[Any, ...] = ()
        self._reached: list[tuple[State, tuple[str, ...]]] = []

    def follow(self, path: tuple[Any, ...]) -> tuple[State, tuple[str, ...]]:
        """The state at the end, and what the seat has noticed on the way."""
        common = 0
        while common < min(len(path), len(self._path)) and path[common] == self._path[common]:
            common += 1
        del self._reached[common:]
        for step in path[common:]:
            self._reached.append(self._step(*self._reached[-1], step) if self._reached else self._root(step))
        self._path = path
        return self._reached[-1]

    def _root(self, number: int) -> tuple[State, tuple[str, ...]]:
        root = self._form.roots[number][0]
        return root, first_words(root, self._seat)

    def _step(self, state: State, words: tuple[str, ...], action: Any) -> tuple[State, tuple[str, ...]]:
        after = state.child_joint(list(action)) if isinstance(action, tuple) else state.child(action)
        return after, (*words, *step_words(state, action, after, self._seat))


def first_words(root: State, seat: int) -> tuple[str, ...]:
    """What a seat sees of a root; nothing of the start of a game."""
    if root == root.game.new_initial_state():
        return ()
    return (" / ".join(root.observation_string(seat).splitlines()),)


def step_words(before: State, action: int | tuple[int, ...], after: State, seat: int) -> tuple[str, ...]:
    """What a seat notices of an action, an outcome or a joint action: nothing, or one text."""
    if not after.observed(seat):
        return ()
    mover = before.current_player()
    # Who noticed what the mover did knows the move.
    if isinstance(action, int) and mover >= 0 and after.observation(seat) == after.observation(mover):
        return (f"seat {mover} {before.action_to_string(mover, action)}",)
    return (_words(after.observation(seat)),)


def _words(observation: object) -> str:
    if isinstance(observation, (tuple, list)):
        return " ".join(_words(part) for part in observation if part is not None)
    return str(observation)
