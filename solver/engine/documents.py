"""Answers about positions, records and games, which take no search."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from orienteer.agents import levels
from orienteer.api import Place
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, TooLargeError
from orienteer.core.registry import load_game
from orienteer.core.state import View
from orienteer.engine import protocol as ask
from orienteer.engine.caps import Caps
from orienteer.engine.reading import position_of, record_of, within
from orienteer.expectimax.errors import Stopped
from orienteer.games.registry import game_part, refuse_files, registered_packages
from orienteer.moves import named_move
from orienteer.policies import Named, policy_types
from orienteer.positions import Position, explain, template
from orienteer.records import Record

Plain = dict[str, Any]
Report = Callable[[Plain], None]


def answer_explain(question: ask.Explain, control: Budget, report: Report, caps: Caps) -> Plain:
    position = position_of(question, caps)
    movers = position.state.players_to_move()
    player = position.seat if position.seat in movers else None
    if player is None and movers and not position.game.has_hidden_information:
        player = movers[0]
    actions = [] if player is None else position.state.legal_actions(player)
    return {
        "position": position.to_dict(),
        "derived": list(position.derived),
        "assumptions": list(position.assumptions),
        "lines": explain(position),
        "to_move": list(movers),
        "player": player,
        "moves": [named_move(position.state, player, action).to_dict() for action in actions] if player is not None else [],
    }


def answer_step(question: ask.Step, control: Budget, report: Report, caps: Caps) -> Plain:
    after, event = position_of(question, caps).advanced(question.event)
    return {"position": after.to_dict(), "event": event}


def answer_replay(question: ask.Replay, control: Budget, report: Report, caps: Caps) -> Plain:
    record, events = record_of(question.record, caps)
    if question.index is not None and question.index > len(events):
        raise OptionError("index", question.index, f"a whole number from 0 to {len(events)}")
    follow = _own_view if question.viewer is None else _seat_view(record, question.viewer)
    positions: list[Plain] = []
    length = 0
    # One event after the other, so that a stop is heard in between.
    for index, event in enumerate([*events, None]):
        if control.stopped:
            raise Stopped(f"stopped after {index} of {len(events)} events")
        seen = follow(record.final())
        if question.index in (None, index):
            words = seen.to_dict()
            length += len(json.dumps(words)) if question.index is None else 0
            if length > caps.answer_bytes:
                raise TooLargeError(
                    f"replay: {index} positions take more than {caps.answer_bytes:,} bytes; ask for one index at a time"
                )
            positions.append({"index": index, "position": words, "event": None})
        if index < len(events):
            within("record", lambda event=event: record.append(event))  # type: ignore[misc]
            if question.index in (None, index):
                positions[-1]["event"] = record.events[index]
    return {"game": record.game.name, "players": list(record.names), "events": len(events), "positions": positions}


def _own_view(position: Position) -> Position:
    return position


def _seat_view(record: Record, viewer: int | str) -> Callable[[Position], Position]:
    """A function that gets the positions of a record one after another and returns what a seat of it sees."""
    start = record.start
    seat = Place(start.state, start.viewer, start.names).seat_of(viewer)
    if record.game.has_hidden_information and start.seat not in (None, seat):
        raise OptionError("viewer", viewer, f"the record's own, {start.viewer!r}: what others saw is not in it")
    view: View | None = None

    def follow(position: Position) -> Position:
        nonlocal view
        if start.seat == seat:
            return position
        state = position.state
        hidden = state.game.has_hidden_information
        view = View(state, seat) if view is None or not hidden else view.after(state.observation(seat))
        return Position.from_state(state, seat, position.names, position.rules, evidence=view.evidence)

    return follow


# -- games --------------------------------------------------------------------------------------------------------------------


def answer_template(question: ask.Template, control: Budget, report: Report, caps: Caps) -> Plain:
    if not caps.files:
        refuse_files(question.game, question.options, "options")
    given: Plain = {"players": question.players, "preset": question.preset}
    for name in ("game", *given):
        if name in question.options:
            raise OptionError(f"options.{name}", question.options[name], f"none: {name} is a field of its own")
    options = {key: tuple(value) if isinstance(value, list) else value for key, value in question.options.items()}
    return {"position": template(question.game, **options, **{key: value for key, value in given.items() if value is not None})}


def answer_games(question: ask.Games, control: Budget, report: Report, caps: Caps) -> Plain:
    return {"games": [_game(name) for name in registered_packages("position")]}


def _game(name: str) -> Plain:
    part, game = game_part(name, "position"), load_game(name)
    schema = part.DOCUMENT.model_json_schema()
    players = schema["$defs"]["TableDocument"]["properties"]["players"]
    return {
        "name": name,
        "players": [players["minItems"], players["maxItems"]],
        "options": game.options,
        "presets": {preset: dict(changes) for preset, changes in part.PRESETS.items()},
        "objectives": list(game.objectives),
        "default_objective": game.default_objective,
        "horizons": ["game", *game.segments],
        "hides_information": game.has_hidden_information,
    }


def answer_levels(question: ask.Levels, control: Budget, report: Report, caps: Caps) -> Plain:
    return {"game": question.game, "levels": [level.to_dict() for level in levels(question.game)]}


def answer_events(question: ask.Events, control: Budget, report: Report, caps: Caps) -> Plain:
    from orienteer.distributions import QUANTITIES
    from orienteer.events import Event, event_types

    game = load_game(question.game)
    quantities = [kind for kind in QUANTITIES.types(game.name).values() if not issubclass(kind, Event)]
    return {
        "game": game.name,
        "events": [event_words(kind) for kind in event_types(game).values()],
        "quantities": [_named(kind) for kind in quantities],
        "policies": [_named(kind) for kind in policy_types(game).values()],
    }


def event_words(kind: type[Any]) -> Plain:
    return {
        **_named(kind),
        "assumes": kind.assumes,
        "horizon": kind.horizon,
        "distribution": kind.distribution_valued,
    }


def _named(kind: type[Named]) -> Plain:
    parameters = [
        {"name": item.name, "allowed": item.metadata["allowed"], "needed": item.default is MISSING} for item in fields(kind)
    ]
    about = (kind.__doc__ or "").strip().splitlines()[0]
    return {"name": kind.name, "about": about, "usage": kind.usage(), "parameters": parameters}
