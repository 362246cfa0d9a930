"""Hints: the best move of a position, with reasons that a person can read.

Every number in a reason is an exact chance, a count that the player can see, or one of the evaluation's values with its error.
What a game has to say of its moves is in its package's part `hints`:

    WORDS                      phrases by key, for each language (orienteer.agents.speech)
    in_words(scene, move)      a move as a phrase, in a language other than English
    reasons(scene)             sentences, the weightiest first
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from orienteer.agents.speech import Speech
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.games import registry
from orienteer.moves import named_move

if TYPE_CHECKING:
    from orienteer.api import PositionLike
    from orienteer.core.state import State, View
    from orienteer.evaluation import Evaluation, Move, MoveEvaluation
    from orienteer.events import Odds

SURE = 1.96  # standard errors
SHOWN_MIX = 4
SAMPLES = 2000  # worlds for a chance that is too large to count


@dataclass(frozen=True)
class Hint:
    """The best move of a position and why.

    Attributes:
        player: whose move.
        move: the move; where best play is mixed the most likely one.
        text: one sentence, the move and what it is worth.
        reasons: further sentences, the weightiest first.
        language: of the texts.
        evaluation: what the hint rests on; None for a forced move.
    """

    player: int
    move: Move
    text: str
    reasons: tuple[str, ...]
    language: str
    evaluation: Evaluation | None

    def __str__(self) -> str:
        return "\n".join([self.text, *(f"- {reason}" for reason in self.reasons)])

    def to_dict(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "move": self.move.to_dict(),
            "text": self.text,
            "reasons": list(self.reasons),
            "language": self.language,
            "evaluation": None if self.evaluation is None else self.evaluation.to_dict(),
        }


@dataclass(frozen=True)
class Scene:
    """What a game's reasons are made from.

    Attributes:
        state: as the player knows it; view: the same with his evidence, None where nothing is hidden.
        player: whose move. names: by seat.
        say: the language. evaluation: None for a forced move, whose reasons are not asked for.
    """

    state: State
    view: View | None
    player: int
    names: tuple[str | None, ...]
    say: Speech
    evaluation: Evaluation

    @property
    def best(self) -> MoveEvaluation:
        found = self.evaluation.best
        assert found is not None
        return self.evaluation[found.id]

    @property
    def fields(self) -> Any:
        return self.state.fields()  # type: ignore[attr-defined]

    def who(self, seat: int) -> str:
        """A player's name, or the seat."""
        return self.names[seat] or self.say("seat", seat=seat)

    def odds(self, event: str) -> Odds | None:
        """An event's chance, None where it cannot be asked for here."""
        from orienteer.events import odds

        try:
            return odds(self.view or self.state, event, samples=SAMPLES)
        except OrienteerError:
            return None

    def headline(self, name: str) -> Odds | None:
        """The best move's odds of this name, else any move's."""
        for move in (self.best, *self.evaluation.moves):
            if name in move.odds:
                return move.odds[name]
        return None


def hint(position: PositionLike, *, language: str = "en", evaluation: Evaluation | None = None, **arguments: Any) -> Hint:
    """The best move with reasons, in English ("en") or Japanese ("ja").

    `evaluation` is what `evaluate` has said of the position; left out, it is asked, with the other arguments. Raises
    OrienteerError where nobody has a choice, OptionError for an evaluation of another position, else what `evaluate` raises.
    """
    from orienteer import api

    place = api.as_place(position)
    part = registry.optional_part(place.state.game.name, "hints")
    say = Speech(language, {} if part is None else part.WORDS)
    player = api.player_of(place)
    if player is None:
        raise OrienteerError("hint: nobody has a choice in this position")
    legal = place.state.legal_actions(player)
    worded = partial(_in_words, part, place.state, player, say)
    if len(legal) == 1:
        move = named_move(place.state, player, legal[0])
        return Hint(player, move, say("only", move=capital(worded(move))), (), language, None)
    if evaluation is None:
        evaluation = api.evaluate(place, **arguments)
    elif evaluation.player != player or not {m.move.action for m in evaluation.moves} <= set(legal) or not evaluation.moves:
        raise OptionError(
            "evaluation", f"of seat {evaluation.player} of {evaluation.game}", f"one of this position, seat {player}"
        )
    scene = Scene(place.state, place.view, player, place.names, say, evaluation)
    names = {m.move.id: worded(m.move) for m in evaluation.moves}
    own = [] if part is None else part.reasons(scene)
    best = scene.best
    text = say(evaluation.objective, move=capital(names[best.move.id]), value=_value(scene, best))
    return Hint(player, best.move, text, tuple(map(capital, (*own, *_sureness(scene, names)))), language, evaluation)


def move_words(state: State, player: int, move: Move, language: str) -> str:
    """A move of a state as a phrase, in a game without phrases of its own in English."""
    part = registry.optional_part(state.game.name, "hints")
    return _in_words(part, state, player, Speech(language, {} if part is None else part.WORDS), move)


def _in_words(part: Any, state: State, player: int, say: Speech, move: Move) -> str:
    if say.language == "en" or part is None:
        return move.text
    text: str = part.in_words(state, player, move, say)
    return text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- what the numbers are ------------------------------------------------------------------------------------------------------


def _value(scene: Scene, move: MoveEvaluation) -> str:
    value = _amount(scene, move.value)
    if move.interval is None:
        return value
    return f"{value} ± {_amount(scene, (move.interval[1] - move.interval[0]) / 2)}"


def _amount(scene: Scene, value: float) -> str:
    return f"{value:.1%}" if scene.evaluation.objective == "win" else f"{value:.2f}"


def _sureness(scene: Scene, names: Mapping[str, str]) -> list[str]:
    """How far the move is ahead of the next one, and what the numbers rest on."""
    evaluation, say, found = scene.evaluation, scene.say, []
    equals = [m for m in evaluation.moves if m.tied and m.move.id != scene.best.move.id]
    if equals:
        found.append(say("tied", other=say.listed(names[m.move.id] for m in equals[:SHOWN_MIX])))
    elif evaluation.mixed:
        shares = sorted(((m.share, m.move.id) for m in evaluation.moves if m.share > 0), reverse=True)[:SHOWN_MIX]
        found.append(say("mixed", mix=say.listed(f"{names[name]} {say.chance(share)}" for share, name in shares)))
    else:
        found += _comparison(scene, names)
    if evaluation.exact:
        found.append(say("exact"))
    elif evaluation.depth is not None:
        found.append(say("estimated", depth=evaluation.depth))
    elif evaluation.iterations:
        found.append(say("sampled", count=evaluation.iterations))
    if scene.state.is_simultaneous_node() and evaluation.strategies:
        found.append(say("assumed"))
    return found


def _comparison(scene: Scene, names: Mapping[str, str]) -> list[str]:
    evaluation, say = scene.evaluation, scene.say
    if evaluation.gap is None or evaluation.status in ("bounded", "estimated"):
        return []
    other = next(m for m in evaluation.moves if m.move.id != scene.best.move.id)
    name = names[other.move.id]
    worse = "worse_win" if evaluation.objective == "win" else "worse"
    gap = _amount(scene, abs(evaluation.gap))
    if evaluation.gap_stderr is None:
        return [say(worse, other=name, gap=gap)]
    error = SURE * evaluation.gap_stderr
    gap = f"{gap} ± {_amount(scene, error)}"
    if evaluation.gap > error:
        return [say(worse, other=name, gap=gap)]
    return [say("close", other=capital(name), gap=gap)]
