"""Every decision of a game valued from what its player could know, and luck told from skill."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orienteer.api import Place, evaluate
from orienteer.core.errors import OptionError
from orienteer.core.options import whole_number
from orienteer.core.state import CHANCE_PLAYER, OBJECTIVE_NAMES
from orienteer.evaluation import Evaluation, MoveEvaluation
from orienteer.limits import Limits
from orienteer.records import Record
from orienteer.reviews.luck import Worth, split, worth, yardstick
from orienteer.reviews.replay import Transition, replay

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

DEFAULT_LIMITS = Limits(iterations=4000)  # a decision
DEFAULT_PLAYOUTS = 2000  # a state
# What a decision is called by its loss, in shares of the range of returns; a loss within its sampling error is "fine".
VERDICTS = ((0.10, "very bad"), (0.05, "bad"), (0.02, "doubtful"))


@dataclass(frozen=True)
class Decision:
    """One choice of one seat.

    Attributes:
        index: number of the event in the record.
        seat, player: who chose.
        seen: the table as he saw it.
        evaluation: every move he had, valued from what he could know.
        played: the move he made; where the search has not come to it, valued by another one, of it and the best.
        verdict: "best", "fine", "doubtful", "bad" or "very bad".
    """

    index: int
    seat: int
    player: str
    seen: str
    evaluation: Evaluation
    played: MoveEvaluation
    verdict: str

    @property
    def best(self) -> MoveEvaluation:
        """The best move (the most likely one where play is mixed)."""
        assert self.evaluation.best is not None
        return self.evaluation[self.evaluation.best.id]

    @property
    def loss(self) -> float:
        """What the move gave up against the best one, ≥ 0, in returns of the objective."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def loss_margin(self) -> float:
        """95 % margin of `loss`: 0 where the values are not sampled; else from the intervals of the two moves, which stay wide
        where all of a few playouts ended alike; infinite where a move has none."""
        if self.evaluation.status != "sampled":
            return 0.0
        if self.played.interval is None or self.best.interval is None:
            return math.inf
        return math.hypot(self.played.interval[1] - self.played.value, self.best.value - self.best.interval[0])

    @property
    def beyond_noise(self) -> bool:
        """Whether the loss exceeds what sampling alone explains (95 %)."""
        return self.loss > max(1e-12, self.loss_margin)

    def to_dict(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "seat": self.seat,
            "player": self.player,
            "seen": self.seen,
            "played": self.played.move.id,
            "best": self.best.move.id,
            "loss": self.loss,
            "loss_margin": self.loss_margin if math.isfinite(self.loss_margin) else None,
            "verdict": self.verdict,
            "evaluation": self.evaluation.to_dict(),
        }


@dataclass(frozen=True)
class ChanceEvent:
    """One event of chance: what it was, how likely, and what each seat could expect before and after it."""

    index: int
    outcome: str
    probability: Fraction
    expected: Worth
    actual: Worth

    @property
    def luck(self) -> tuple[float, ...]:
        """By seat, the actual worth minus the expected one."""
        return tuple(after - before for after, before in zip(self.actual.means, self.expected.means, strict=True))

    @property
    def luck_stderr(self) -> tuple[float, ...]:
        return tuple(map(math.hypot, self.actual.stderrs, self.expected.stderrs))

    def to_dict(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "outcome": self.outcome,
            "probability": str(self.probability),
            "expected": list(self.expected.means),
            "actual": list(self.actual.means),
            "luck": list(self.luck),
            "luck_stderr": list(self.luck_stderr),
        }


@dataclass(frozen=True)
class PlayerSummary:
    """One seat's game.

    Attributes:
        result: the returns; None in a record that does not reach the end.
        decisions: choices with more than one legal move that were looked at.
        loss, loss_margin: the sum of what those gave up whose loss exceeds its sampling error: the best of several sampled
            values is likely too high, so that small losses would add up to much that is none.
        verdicts: how many decisions by verdict.
        luck, luck_stderr: what chance added to the worth of the table for this seat; None where it cannot be told.
        choices, choices_stderr: what everybody's choices added.
    """

    seat: int
    player: str
    result: float | None
    decisions: int
    loss: float
    loss_margin: float
    verdicts: Mapping[str, int]
    luck: float | None
    luck_stderr: float | None
    choices: float | None
    choices_stderr: float | None

    def to_dict(self) -> dict[str, Any]:
        return {**self.__dict__, "verdicts": dict(self.verdicts)}


@dataclass(frozen=True)
class Review:
    """A game looked at again, in returns of `objective` at the end of the game.

    Attributes:
        players: a summary by seat.
        decisions, chances: in order of play.
        timeline: the worth of the table before each event and after the last; empty where luck cannot be told.
        assumptions: what the numbers rest on.
        complete: whether every decision was looked at, not stopped before.
    """

    game: str
    objective: str
    players: tuple[PlayerSummary, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[ChanceEvent, ...]
    timeline: tuple[Worth, ...]
    assumptions: tuple[str, ...]
    complete: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, under the attributes' names."""
        return {
            "game": self.game,
            "objective": self.objective,
            "players": [player.to_dict() for player in self.players],
            "decisions": [decision.to_dict() for decision in self.decisions],
            "chances": [chance.to_dict() for chance in self.chances],
            "timeline": [{"means": list(each.means), "stderrs": list(each.stderrs)} for each in self.timeline],
            "assumptions": list(self.assumptions),
            "complete": self.complete,
        }

    def to_html(self) -> str:
        """A page of its own with charts. Needs the extra "report"."""
        from orienteer.reviews.report import html_report

        return html_report(self)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from orienteer.reviews.table import review_table

        yield from review_table(self)


def review(
    record: Record | Mapping[str, Any] | str | Path,
    *,
    objective: str | None = None,
    players: Iterable[int | str] | None = None,
    limits: Limits = DEFAULT_LIMITS,
    playouts: int = DEFAULT_PLAYOUTS,
    method: str = "auto",
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Look at every decision of a record and at every event of chance.

    Args:
        record: a Record, its document or the path of its file. An omniscient one is reviewed for every seat, one seat's own
            for that seat; there, in a game that hides something, luck is left out, since the table is not known.
        objective: a name from the game's objectives, None: its default.
        players: seats or names whose decisions are looked at; None: all.
        limits, method, seed: of each decision, see `evaluate`.
        playouts: of each state, for luck; 0 leaves luck out.
        progress: called with (events done, events). Ctrl-C ends the review with what is done (`complete` is False).

    Raises PositionError for a record that is none, OptionError for other values out of range.
    """
    game_record = _as_record(record)
    game, start = game_record.game, game_record.start
    objective = OBJECTIVE_NAMES[game.objective_code(objective)]
    place = Place(start.state, start.viewer, game_record.names)
    known = [start.seat] if game.has_hidden_information and start.seat is not None else range(game.num_players)
    wanted = {place.seat_of(who) for who in players} if players is not None else set(known)
    if not wanted <= set(known):
        raise OptionError("players", sorted(wanted), f"the record's viewer alone, seat {start.seat}: it holds what he knew")
    if whole_number("playouts", playouts, 0, 10**9) == 1:
        raise OptionError("playouts", playouts, "0, or at least 2: one has no standard error")
    luck = playouts > 0 and (not game.has_hidden_information or start.seat is None)
    transitions = list(replay(game_record))
    ask = partial(evaluate, objective=objective, limits=limits, method=method, seed=seed)
    appraise = partial(worth, objective=objective, playouts=playouts, seed=seed) if luck else None
    decisions, worths, done = _walk(transitions, game_record.names, wanted, ask, appraise, progress)
    complete = done == len(transitions)
    transitions = transitions[:done]
    if appraise is not None:
        worths.append(appraise(transitions[-1].after if transitions else start.state, index=done))
    final = game_record.final().state
    results = final.returns(objective) if complete and final.is_terminal() else None
    by_chance = [transition.outcome is not None for transition in transitions]
    names = [name or f"seat {seat}" for seat, name in enumerate(game_record.names)]
    return Review(
        game.name,
        objective,
        tuple(_summary(seat, names[seat], decisions, worths, by_chance, results) for seat in sorted(wanted)),
        tuple(decisions),
        tuple(_chance(worths, number, each) for number, each in enumerate(transitions) if luck and by_chance[number]),
        tuple(worths),
        _assumptions(decisions, luck, playouts, game.name),
        complete,
    )


# -- parts ---------------------------------------------------------------------------------------------------------------------


def _walk(
    transitions: list[Transition],
    names: tuple[str | None, ...],
    wanted: set[int],
    ask: Callable[..., Evaluation],
    appraise: Callable[..., Worth] | None,
    progress: Callable[[int, int], object] | None,
) -> tuple[list[Decision], list[Worth], int]:
    """The decisions of the events looked at, the worth of the table before each, and how many there are: all, or those before
    Ctrl-C."""
    decisions: list[Decision] = []
    worths: list[Worth] = []
    done = 0
    try:
        for done, transition in enumerate(transitions):
            if progress is not None:
                progress(done, len(transitions))
            if appraise is not None:
                worths.append(appraise(transition.before, index=done))
            for seat, action in transition.actions.items():
                if seat in wanted and seat in transition.views and len(transition.before.legal_actions(seat)) > 1:
                    decisions.append(_decision(transition, seat, action, partial(ask, _place(transition, seat, names))))
        done = len(transitions)
        if progress is not None:
            progress(done, done)
    except KeyboardInterrupt:
        pass
    return [decision for decision in decisions if decision.index < done], worths[:done], done


def _as_record(record: Record | Mapping[str, Any] | str | Path) -> Record:
    if isinstance(record, Record):
        return record
    return Record.from_dict(dict(record)) if isinstance(record, Mapping) else Record.from_file(record)


def _place(transition: Transition, seat: int, names: tuple[str | None, ...]) -> Place:
    """What the seat knew, as the public calls take it."""
    view = transition.views[seat]
    hidden = view.mask.game.has_hidden_information
    return Place(view.mask, seat, names, view=view if hidden else None)


def _decision(transition: Transition, seat: int, action: int, ask: Callable[..., Evaluation]) -> Decision:
    state = transition.views[seat].mask
    name = state.action_to_string(seat, action)
    evaluation = _heard(ask())
    played = evaluation[name]
    if evaluation.status == "sampled" and played.interval is None:
        # A search that widens need not come to it, and its playouts have not.
        assert evaluation.best is not None
        played = _heard(ask(allow=[name, evaluation.best.id]))[name]
    decision = Decision(
        transition.index,
        seat,
        evaluation.player_name or f"seat {seat}",
        state.observation_string(seat),
        evaluation,
        played,
        "fine",
    )
    return replace(decision, verdict=_verdict(decision, state.game.utility_bounds(evaluation.objective)))


def _heard(evaluation: Evaluation) -> Evaluation:
    """Raises KeyboardInterrupt where Ctrl-C has ended the evaluation, which by itself keeps quiet about it."""
    if evaluation.stopped_by == "stop":
        raise KeyboardInterrupt
    return evaluation


def _verdict(decision: Decision, bounds: tuple[float, float]) -> str:
    if decision.played.move == decision.best.move or decision.loss <= 1e-12:
        return "best"
    if not decision.beyond_noise:
        return "fine"
    share = decision.loss / (bounds[1] - bounds[0])
    return next((name for least, name in VERDICTS if share >= least), "fine")


def _chance(worths: Sequence[Worth], number: int, transition: Transition) -> ChanceEvent:
    state, outcome = transition.before, transition.outcome
    assert outcome is not None
    weights = dict(state.chance_outcomes())
    probability = Fraction(weights[outcome], sum(weights.values()))
    text = state.action_to_string(CHANCE_PLAYER, outcome)
    return ChanceEvent(transition.index, text, probability, worths[number], worths[number + 1])


def _summary(
    seat: int,
    name: str,
    decisions: list[Decision],
    worths: list[Worth],
    by_chance: list[bool],
    results: list[float] | None,
) -> PlayerSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    lost = [decision for decision in own if decision.verdict != "best" and decision.beyond_noise]
    verdicts = dict.fromkeys(("best", "fine", *(name for _, name in reversed(VERDICTS))), 0)
    for decision in own:
        verdicts[decision.verdict] += 1
    luck, choices = split(worths, by_chance, seat) if worths else (None, None)
    return PlayerSummary(
        seat=seat,
        player=name,
        result=None if results is None else results[seat],
        decisions=len(own),
        loss=math.fsum(decision.loss for decision in lost),
        loss_margin=math.hypot(*(decision.loss_margin for decision in lost)),
        verdicts=verdicts,
        luck=None if luck is None else luck.means[0],
        luck_stderr=None if luck is None else luck.stderrs[0],
        choices=None if choices is None else choices.means[0],
        choices_stderr=None if choices is None else choices.stderrs[0],
    )


def _assumptions(decisions: list[Decision], luck: bool, playouts: int, game: str) -> tuple[str, ...]:
    named = dict.fromkeys(text for decision in decisions for text in decision.evaluation.assumptions)
    if luck:
        named[f"luck: the worth of a table is the mean of {playouts:,} playouts in which everyone plays {yardstick(game)}"] = (
            None
        )
    return tuple(named)
