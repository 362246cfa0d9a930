"""A record as transitions of states: what each seat knew before, and which actions were played or what chance did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product

from orienteer.core.errors import OrienteerError
from orienteer.core.state import CHANCE_PLAYER, State, View
from orienteer.records import Record


@dataclass(frozen=True)
class Transition:
    """One event of a record.

    Attributes:
        index: the event's number in the record.
        before, after: the states, as the record's viewer knows them.
        views: by seat whose knowledge is known, what he knew before.
        actions: by seat that chose, his action; empty at an event of chance.
        outcome: what chance did, None for a choice.
    """

    index: int
    before: State
    after: State
    views: Mapping[int, View]
    actions: Mapping[int, int]
    outcome: int | None


def replay(record: Record) -> Iterator[Transition]:
    """The transitions of a record that its viewer noticed.

    Where something is hidden and the record is one seat's own, events of other seats and of chance have neither actions nor
    an outcome. Raises OrienteerError where an event fits no legal action.
    """
    start = record.start
    seats = range(record.game.num_players)
    hidden = record.game.has_hidden_information
    whole = not hidden or start.seat is None
    views = {seat: View(start.state, seat) for seat in seats} if whole else {}
    positions = [position for _, position, _ in record.positions()] + [record.final()]
    for index, (position, later) in enumerate(pairwise(positions)):
        before, after = position.state, later.state
        if not whole:
            views = {position.view().viewer: position.view()}
        if whole or set(before.players_to_move()) & set(views):
            actions, outcome = _taken(before, after, index, None if whole else start.seat)
        else:
            actions, outcome = {}, None
        yield Transition(index, before, after, dict(views), actions, outcome)
        if whole:
            views = {seat: view.after(after.observation(seat)) if hidden else View(after, seat) for seat, view in views.items()}


def _taken(before: State, after: State, index: int, viewer: int | None) -> tuple[dict[int, int], int | None]:
    """The actions, or the outcome, that lead from one state to the next; with a viewer, to what he sees of it."""

    def same(child: State) -> bool:
        return child.key() == after.key() if viewer is None else child.observation_key(viewer) == after.observation_key(viewer)

    if before.is_simultaneous_node():
        choices: list[list[int | None]] = [[*before.legal_actions(seat)] or [None] for seat in range(before.game.num_players)]
        joints = [joint for joint in product(*choices) if same(before.child_joint(joint))]
        if joints:
            return {seat: action for seat, action in enumerate(joints[0]) if action is not None}, None
    else:
        player = before.current_player()
        for action in before.legal_actions(None if player == CHANCE_PLAYER else player):
            if same(before.child(action)):
                return ({}, action) if player == CHANCE_PLAYER else ({player: action}, None)
    raise OrienteerError(f"events[{index}]: no legal action leads from {before} to {after}")
