"""Answers to questions: plain values in, plain values out, partial answers on the way, a stop from any thread."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, TypeVar, cast

from orienteer import api
from orienteer.background import Analysis
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, PositionError, TooLargeError
from orienteer.core.registry import load_game
from orienteer.engine import protocol as ask
from orienteer.engine.caps import DEFAULT_SECONDS, Caps
from orienteer.evaluation import Evaluation
from orienteer.expectimax.errors import Stopped
from orienteer.games.registry import game_part, refuse_files, registered_packages
from orienteer.limits import Limits
from orienteer.policies import Named, policy_types
from orienteer.positions import Position, explain, template
from orienteer.records import Record

T = TypeVar("T")
Plain = dict[str, Any]
Report = Callable[[Plain], None]
Answer = Callable[[Any, Budget, Report, Caps], Plain]


def answer(do: str, question: ask.Question, control: Budget, report: Report, caps: Caps) -> Plain:
    """The answer to a question, of those that `ANSWERS` lists.

    `control`: its `stop` ends the work early, with the best answer that there is. `report` gets partial answers.
    Raises OrienteerError for whatever is wrong with the question; Stopped where a stop left no answer.
    """
    timer = None if caps.seconds is None else threading.Timer(caps.seconds, control.stop)
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        return ANSWERS[do](question, control, report, caps)
    except OrienteerError as error:
        if control.stopped and not isinstance(error, (OptionError, PositionError)):
            raise Stopped(str(error)) from None
        raise
    except MemoryError:
        raise TooLargeError("out of memory; allow fewer nodes, or a limit of memory_mb") from None
    finally:
        if timer is not None:
            timer.cancel()


# -- what is searched ---------------------------------------------------------------------------------------------------------


def _evaluate(question: ask.Evaluate, control: Budget, report: Report, caps: Caps) -> Plain:
    return _analysed(question, control, report, caps, best_only=False).to_dict()


def _best_move(question: ask.BestMove, control: Budget, report: Report, caps: Caps) -> Plain:
    best = _analysed(question, control, report, caps, best_only=True).best
    if best is None:
        raise OrienteerError("best-move: nobody has a choice in this position")
    return best.to_dict()


def _analysed(question: ask.Evaluate, control: Budget, report: Report, caps: Caps, *, best_only: bool) -> Evaluation:
    every = question.report_every
    running: Analysis[Evaluation] = api.analysis(
        _position(question, caps),
        **_search_arguments(question, caps),
        limits=caps.limits(question.limits, DEFAULT_SECONDS),
        allow=question.allow,
        avoid=question.avoid,
        opponents=cast(Any, question.opponents),
        report_every=api.NO_REPORTS if every is None else every,
        best_only=best_only,
    )
    control.on_stop(running.stop)
    if every is not None:
        for partial in running:
            if running.running:
                report(partial.to_dict())
    return running.result()


def _turns(question: ask.Turns, control: Budget, report: Report, caps: Caps) -> Plain:
    budget = _part(control, caps.limits(question.limits, DEFAULT_SECONDS))
    found = api.turns(_position(question, caps), question.k, **_search_arguments(question, caps), budget=budget)
    return found.to_dict()


def _search_arguments(question: ask.Searched, caps: Caps) -> Plain:
    return {
        "objective": question.objective,
        "horizon": question.horizon,
        "method": question.method,
        "seed": question.seed,
        "trees": caps.check("trees", question.trees),
        "threads": caps.check("threads", question.threads),
        "assumptions": question.assumptions,
    }


# -- what is counted ----------------------------------------------------------------------------------------------------------


def _odds(question: ask.Odds, control: Budget, report: Report, caps: Caps) -> Plain:
    found = api.odds(
        _position(question, caps),
        question.event,
        policies=cast(Any, question.policies),
        assumptions=question.assumptions,
        seed=question.seed,
        budget=_part(control, caps.limits(question.limits)),
    )
    return found.to_dict()


def _distribution(question: ask.Distribution, control: Budget, report: Report, caps: Caps) -> Plain:
    found = api.distribution(
        _position(question, caps),
        question.quantity,
        policies=cast(Any, question.policies),
        assumptions=question.assumptions,
        horizon=question.horizon,
        player=question.player,
        seed=question.seed,
        budget=_part(control, caps.limits(question.limits)),
    )
    return found.to_dict()


def _part(control: Budget, limits: Limits) -> Budget:
    """A clock that begins now and stops with the whole."""
    budget = Budget(limits)
    control.on_stop(budget.stop)
    return budget


# -- positions and records ----------------------------------------------------------------------------------------------------


def _explain(question: ask.Explain, control: Budget, report: Report, caps: Caps) -> Plain:
    position = _position(question, caps)
    return {
        "position": position.to_dict(),
        "derived": list(position.derived),
        "assumptions": list(position.assumptions),
        "lines": explain(position),
    }


def _step(question: ask.Step, control: Budget, report: Report, caps: Caps) -> Plain:
    after, event = _position(question, caps).advanced(question.event)
    return {"position": after.to_dict(), "event": event}


def _replay(question: ask.Replay, control: Budget, report: Report, caps: Caps) -> Plain:
    document = dict(question.record)
    _without_files(document, caps, "record.rules")
    events = document.get("events")
    if not isinstance(events, list):
        raise PositionError("record.events: missing or no list, allowed: a list")
    # 1. The start, then one event after the other, so that a stop is heard in between.
    record = _within("record", lambda: Record.from_dict({**document, "events": []}))
    if question.index is not None and question.index > len(events):
        raise OptionError("index", question.index, f"a whole number from 0 to {len(events)}")
    positions: list[Plain] = []
    length = 0
    for index, event in enumerate([*events, None]):
        if control.stopped:
            raise Stopped(f"stopped after {index} of {len(events)} events")
        if question.index in (None, index):
            words = record.final().to_dict()
            length += len(json.dumps(words)) if question.index is None else 0
            if length > caps.answer_bytes:
                raise TooLargeError(
                    f"replay: {index} positions take more than {caps.answer_bytes:,} bytes; ask for one index at a time"
                )
            positions.append({"index": index, "position": words, "event": None})
        if index < len(events):
            before = len(record)
            _within("record", lambda event=event: record.append(event))  # type: ignore[misc]
            if question.index in (None, index):
                positions[-1]["event"] = record.events[before]
    return {"game": record.game.name, "players": list(record.names), "events": len(events), "positions": positions}


def _position(question: ask.OfPosition, caps: Caps) -> Position:
    """The position, not the name of one's file. Raises OptionError or PositionError with the path within the query."""
    _without_files(question.position, caps, "position.rules")
    return _within("position", lambda: Position.from_dict(question.position))


def _within(whole: str, read: Callable[[], T]) -> T:
    """What `read` returns; errors get the path of `whole` before theirs."""
    try:
        return read()
    except OptionError as error:
        raise OptionError(f"{whole}.{error.field}", error.value, error.allowed) from None
    except PositionError as error:
        text = str(error)
        raise PositionError(text if error.field == whole else f"{whole}.{text}") from None


def _without_files(document: Plain, caps: Caps, field: str) -> None:
    game, rules = document.get("game"), document.get("rules")
    if not caps.files and isinstance(game, str) and isinstance(rules, dict):
        refuse_files(game, rules, field)


# -- games --------------------------------------------------------------------------------------------------------------------


def _template(question: ask.Template, control: Budget, report: Report, caps: Caps) -> Plain:
    if not caps.files:
        refuse_files(question.game, question.options, "options")
    given: Plain = {"players": question.players, "preset": question.preset}
    options = {key: tuple(value) if isinstance(value, list) else value for key, value in question.options.items()}
    return {"position": template(question.game, **options, **{key: value for key, value in given.items() if value is not None})}


def _games(question: ask.Games, control: Budget, report: Report, caps: Caps) -> Plain:
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


def _events(question: ask.Events, control: Budget, report: Report, caps: Caps) -> Plain:
    from orienteer.distributions import QUANTITIES
    from orienteer.events import Event, event_types

    game = load_game(question.game)
    quantities = [kind for kind in QUANTITIES.types(game.name).values() if not issubclass(kind, Event)]
    return {
        "game": game.name,
        "events": [_event(kind) for kind in event_types(game).values()],
        "quantities": [_named(kind) for kind in quantities],
        "policies": [_named(kind) for kind in policy_types(game).values()],
    }


def _event(kind: type[Any]) -> Plain:
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


ANSWERS: dict[str, Answer] = {
    "evaluate": _evaluate,
    "best-move": _best_move,
    "turns": _turns,
    "odds": _odds,
    "distribution": _distribution,
    "explain": _explain,
    "step": _step,
    "replay": _replay,
    "template": _template,
    "games": _games,
    "events": _events,
}
