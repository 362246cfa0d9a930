"""The symmetric equilibrium of a round as an answer: values, leave probabilities by position, all its stages as a table."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from orienteer.core.errors import OrienteerError
from orienteer.equilibrium import Equilibrium, InformationSet, StrategyPlayer
from orienteer.equilibrium.sequence_form import first_key, next_key
from orienteer.games.incan_gold.round_setup import RoundSetup
from orienteer.games.incan_gold.symmetric import Stage, SymmetricRound

if TYPE_CHECKING:
    from orienteer.core.state import State

STAY, LEAVE = 0, 1
SLOTS_AT_ONCE = 1 << 20


@dataclass(frozen=True)
class RoundEquilibrium(Equilibrium):
    """What all inside a round play in its symmetric equilibrium.

    `gains` are exact: a best response to the others' play was computed. `histories` are the stages solved; `table` holds the
    first of them, along the path on which everybody stays, for one seat, since those inside play alike.

    Attributes:
        mixed, indifferent, several: stages where p is neither 0 nor 1; where leaving and staying pay the same however many
            leave; with more than one symmetric equilibrium.
        largest_gain: the most that one player gains by deviating at one stage.
    """

    mixed: int
    indifferent: int
    several: int
    largest_gain: float
    setup: RoundSetup = field(repr=False)
    solver: SymmetricRound = field(repr=False)

    def stage(self, position: Any) -> Stage:
        """Value, leave probability, and what staying and leaving pay by how many others leave, at a decision of this round.

        `position`: a state or a position as `evaluate` takes it. Solves what was not looked into yet. Raises OptionError,
        naming the field, for a position that cannot follow; OrienteerError where nobody decides.
        """
        return self.solver.stage(*self._place(position))

    def leave_probability(self, position: Any) -> float:
        """Chance that one of those inside leaves; arguments and errors of `stage`."""
        return self.solver.leave_probability(*self._place(position))

    def _place(self, position: Any) -> tuple[int, int, int, int, int, int]:
        from orienteer.api import as_place

        state = as_place(position).state
        place = self.setup.stage_of(self.solver, state)
        if not state.players_to_move():
            raise OrienteerError("stage: a card is due in this position, nobody decides")
        return place

    def follow(self, root: State, seat: int) -> RoundPlayer:
        """A player of this seat, who begins with what it sees of `root`."""
        return RoundPlayer(self, seat, root)

    def lines(self) -> Iterator[str]:
        yield f"the most that one player gains by deviating, by exact best response: {max(self.gains):.3g} {self.unit}"
        yield (
            f"{self.histories:,} stages, {self.mixed:,} of them mixed, {self.indifferent:,} where both moves pay the same, "
            f"{self.several:,} with several symmetric equilibria; {self.bytes / 1e6:.1f} MB, {self.seconds:.2f} s"
        )

    # -- files --------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, as `Equilibrium.load` reads them, with the first stages only."""
        plain = super().to_dict()
        del plain["setup"], plain["solver"]
        return plain

    def save(self, path: str | Path) -> None:
        """Write the answer as JSON; to a name that ends in .csv or .npz all stages as columns, see `stages`."""
        path = Path(path)
        if path.suffix == ".npz":
            np.savez_compressed(path, **self.stages())  # type: ignore[arg-type]
        elif path.suffix == ".csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                for number, columns in enumerate(self._chunks()):
                    if number == 0:
                        writer.writerow(columns)
                    writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
        else:
            super().save(path)

    def stages(self) -> dict[str, NDArray[Any]]:
        """Every stage solved, by column: arrays of equal length in no order.

        inside; left_V, cards of treasure V in the deck; shown_C, hazard kinds on the path that have C copies in the game;
        artifacts_deck, artifacts_path; pocket, leftovers; value: what each inside expects; leave: the leave probability.
        """
        chunks = list(self._chunks())
        return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}

    def _chunks(self) -> Iterator[dict[str, NDArray[Any]]]:
        for first in range(0, self.solver.stages.num_slots, SLOTS_AT_ONCE):
            yield self._columns(self.solver.table(first, first + SLOTS_AT_ONCE))

    def _columns(self, raw: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        columns: dict[str, NDArray[Any]] = {"inside": raw["inside"].astype(np.uint8)}
        rest = raw["treasures"]
        for value, count in zip(self.setup.values, self.setup.counts, strict=True):
            columns[f"left_{value}"] = (count - rest % (count + 1)).astype(np.uint8)
            rest = rest // (count + 1)
        rest = raw["hazard"]
        for copies, kinds in enumerate(self.setup.classes, 1):
            columns[f"shown_{copies}"] = (rest % (kinds + 1)).astype(np.uint8)
            rest = rest // (kinds + 1)
        columns["artifacts_deck"] = np.array(self.solver.states.deck, np.uint8)[raw["artifact"]]
        columns["artifacts_path"] = np.array(self.solver.states.path, np.uint8)[raw["artifact"]]
        return {**columns, **{name: raw[name] for name in ("pocket", "leftovers", "value", "leave")}}


class RoundPlayer(StrategyPlayer):
    """One seat that plays a round's equilibrium."""

    def __init__(self, strategy: RoundEquilibrium, seat: int, root: State) -> None:
        super().__init__(strategy, seat, first_key(root, seat))
        self._round, self._state = strategy, root

    def notice(self, state: State) -> None:
        """The seat observes the last transition of `state`."""
        self._state = state.clone()

    def mix(self) -> dict[int, float]:
        """Probability by action where the seat decides now. Raises OrienteerError outside the round or where it does not."""
        if self.seat not in self._state.players_to_move():
            raise OrienteerError(f"seat {self.seat}: does not decide in this position")
        leave = self._round.leave_probability(self._state)
        return {STAY: 1 - leave, LEAVE: leave}


def first_stages(root: State, setup: RoundSetup, solver: SymmetricRound, cards: int) -> list[InformationSet]:
    """Rows of the stages within so many cards while everybody stays, for the first seat inside; one order of cards each.

    Those where somebody may leave come first, of these the ones with fewer cards.
    """
    seat = setup.inside[0]
    rows, listed = [], set()
    reached: list[tuple[State, int, tuple[str, ...]]] = [(root, first_key(root, seat), ())]
    for depth in range(cards + 1):
        following = []
        for state, key, words in reached:
            if seat in state.players_to_move():
                stage = setup.stage_of(solver, state)
                if stage in listed:
                    continue
                listed.add(stage)
                leave = solver.leave_probability(*stage)
                text = " ".join(words) or "the start"
                rows.append(InformationSet(seat, key, text, (STAY, LEAVE), ("stay", "leave"), (1 - leave, leave)))
                state = state.child_joint([STAY] * len(setup.banked)) if len(setup.inside) > 1 else state.child(STAY)
                key = next_key(key, state.observed(seat))
            if depth < cards and state.is_chance_node():
                for outcome, _ in state.chance_outcomes():
                    after = state.child(outcome)
                    # A bust ends the round; what follows is no stage of it.
                    if not after.is_terminal() and after.fields()["inside"][seat] and after.players_to_move():  # type: ignore[attr-defined]
                        name = state.action_to_string(-1, outcome)
                        following.append((after, next_key(key, after.observed(seat)), (*words, name)))
        reached = following
    return sorted(rows, key=lambda row: row.probabilities[LEAVE] == 0)
