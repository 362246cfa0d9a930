"""Answers to questions: plain values in, plain values out, partial answers on the way, a stop from any thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from orienteer import api
from orienteer.agents import hint, parse_agent
from orienteer.background import Analysis
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, PositionError, TooLargeError
from orienteer.engine import documents
from orienteer.engine import protocol as ask
from orienteer.engine.caps import DEFAULT_SECONDS, Caps
from orienteer.engine.reading import position_of, record_of, within
from orienteer.evaluation import Evaluation
from orienteer.expectimax.errors import Stopped
from orienteer.limits import Limits
from orienteer.positions import Position
from orienteer.reviews import review
from orienteer.reviews.reviewing import DEFAULT_LIMITS as REVIEW_LIMITS

ENDING = 0.015  # seconds: the plan for the turn is made when the search is over, and the answer is written
LEAST_SHARE = 0.5  # of its seconds that a search has in any case

Plain = dict[str, Any]
Report = Callable[[Plain], None]
Answer = Callable[[Any, Budget, Report, Caps], Plain]


def answer(do: str, question: ask.Question, control: Budget, report: Report, caps: Caps) -> Plain:
    """The answer to a question, of those that `ANSWERS` lists.

    `control`: its `stop` ends the work early, with the best answer that there is. `report` gets partial answers.
    Raises OrienteerError for whatever is wrong with the question; Stopped where a stop left no answer.
    """
    most = caps.time_of(do)
    timer = None if most is None else threading.Timer(most, control.stop)
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


def _evaluate(question: ask.ValueMoves, control: Budget, report: Report, caps: Caps) -> Plain:
    began, position = time.perf_counter(), position_of(question, caps)
    evaluation = _analysed(question, position, began, control, report, caps)
    words = evaluation.to_dict()
    if question.hint is not None:
        said = hint(position, language=question.hint, evaluation=evaluation) if evaluation.moves else None
        words["hint"] = said and {key: value for key, value in said.to_dict().items() if key != "evaluation"}
    return words


def _best_move(question: ask.BestMove, control: Budget, report: Report, caps: Caps) -> Plain:
    began, position = time.perf_counter(), position_of(question, caps)
    best = _analysed(question, position, began, control, report, caps, best_only=True).best
    if best is None:
        raise OrienteerError("best-move: nobody has a choice in this position")
    return best.to_dict()


def _hint(question: ask.Hint, control: Budget, report: Report, caps: Caps) -> Plain:
    began, position = time.perf_counter(), position_of(question, caps)
    player = api.player_of(api.as_place(position))
    open_choice = player is not None and len(position.state.legal_actions(player)) > 1
    evaluation = _analysed(question, position, began, control, report, caps) if open_choice else None
    return hint(position, language=question.language, evaluation=evaluation).to_dict()


def _choose(question: ask.Choose, control: Budget, report: Report, caps: Caps) -> Plain:
    position = position_of(question, caps)
    player = api.player_of(api.as_place(position))
    if player is None:
        raise OrienteerError("choose: nobody has a choice in this position")
    limits = None if question.limits is None else caps.limits(question.limits)
    seat = parse_agent(position.game, question.level).seat(position.view(player), question.seed)
    return seat.choose(limits).to_dict()


def _analysed(
    question: ask.Evaluate,
    position: Position,
    began: float,
    control: Budget,
    report: Report,
    caps: Caps,
    *,
    best_only: bool = False,
) -> Evaluation:
    """The evaluation of the question's position, whose reading `began` at that time, within the question's limits."""
    every = question.report_every
    limits = caps.limits(question.limits, DEFAULT_SECONDS)
    running: Analysis[Evaluation] = api.analysis(
        position,
        **_search_arguments(question, caps),
        limits=_left(limits, time.perf_counter() - began),
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


def _left(limits: Limits, spent: float) -> Limits:
    """Limits whose seconds leave room for what was spent on reading the position and for what ends an answer."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(limits.seconds - spent - ENDING, limits.seconds * LEAST_SHARE))


def _turns(question: ask.Turns, control: Budget, report: Report, caps: Caps) -> Plain:
    budget = _part(control, caps.limits(question.limits, DEFAULT_SECONDS))
    found = api.turns(position_of(question, caps), question.k, **_search_arguments(question, caps), budget=budget)
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
        position_of(question, caps),
        question.event,
        policies=cast(Any, question.policies),
        assumptions=question.assumptions,
        seed=question.seed,
        budget=_part(control, caps.limits(question.limits)),
    )
    return found.to_dict()


def _distribution(question: ask.Distribution, control: Budget, report: Report, caps: Caps) -> Plain:
    found = api.distribution(
        position_of(question, caps),
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


# -- reviews ------------------------------------------------------------------------------------------------------------------


def _review(question: ask.Review, control: Budget, report: Report, caps: Caps) -> Plain:
    record, events = record_of(question.record, caps)
    last = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal last
        if control.stopped:
            raise KeyboardInterrupt  # which a review takes as the word to end with what it has
        if question.report_every is not None and control.elapsed() - last >= question.report_every:
            last = control.elapsed()
            report({"done": done, "total": total})

    for event in events:
        if control.stopped:
            raise Stopped("stopped before the record was read")
        within("record", lambda event=event: record.append(event))  # type: ignore[misc]
    return review(
        record,
        objective=question.objective,
        players=question.players,
        limits=REVIEW_LIMITS if question.limits is None else caps.limits(question.limits, DEFAULT_SECONDS),
        playouts=question.playouts,
        method=question.method,
        seed=question.seed,
        progress=progress,
    ).to_dict()


ANSWERS: dict[str, Answer] = {
    "evaluate": _evaluate,
    "best-move": _best_move,
    "hint": _hint,
    "choose": _choose,
    "turns": _turns,
    "odds": _odds,
    "distribution": _distribution,
    "review": _review,
    "explain": documents.answer_explain,
    "step": documents.answer_step,
    "replay": documents.answer_replay,
    "template": documents.answer_template,
    "games": documents.answer_games,
    "events": documents.answer_events,
    "levels": documents.answer_levels,
}
