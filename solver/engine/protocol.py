"""The queries that the engine answers, as pydantic models; docs/engine.md describes the answers.

A query is an object with an `id`, what to `do`, and the fields of that. The server takes the fields alone (`QUESTIONS`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import Field, Tag, TypeAdapter, create_model

from orienteer.core.errors import OptionError, OrienteerError, PositionError, TooLargeError
from orienteer.engine.desk import BusyError
from orienteer.engine.wire import PROTOCOL
from orienteer.expectimax.errors import Stopped
from orienteer.positions.models import Strict, by_type
from orienteer.positions.wording import missing, parsed, refused

MAX_ID = 100

Id = Annotated[str, Field(min_length=1, max_length=MAX_ID, description="Comes back with every answer.")]
Short = Annotated[str, Field(min_length=1, max_length=200)]
Document = Annotated[dict[str, Any], Field(description="See docs/positions.md.")]
Seed = Annotated[int, Field(ge=0, le=2**64 - 1)]
# A named thing with parameters: "leave-after cards=6", or {"type": "leave-after", "cards": 6}.
Named = Annotated[
    Annotated[dict[str, Any], Tag("#words")] | Annotated[Short, Tag("#text")],
    by_type(words=dict, text=str),
]
Seat = Annotated[
    Annotated[Annotated[int, Field(ge=0)], Tag("#number")] | Annotated[Short, Tag("#text")],
    by_type(number=int, text=str),
]
Language = Literal["en", "ja"]
Method = Literal["auto", "exact", "mcts", "lookahead", "ismcts", "so-ismcts"]
ReportEvery = Annotated[
    Annotated[float, Field(ge=0.01, le=1e7)] | None, Field(description="Seconds between reports; left out: none are sent.")
]
Moves = Annotated[list[Short], Field(max_length=10_000)]


class LimitsModel(Strict):
    """What a computation may spend; the first limit reached ends it. Left out or null: no limit of that kind."""

    seconds: Annotated[float, Field(le=1e7)] | None = None
    iterations: Annotated[int, Field(le=10**15)] | None = None
    nodes: Annotated[int, Field(le=10**15)] | None = None
    memory_mb: Annotated[float, Field(le=1e9)] | None = None
    depth: Annotated[int, Field(le=10**6)] | None = None
    confidence: Annotated[float, Field(ge=0.5, lt=1)] | None = None


class Question(Strict):
    """Base of what may be asked."""


class OfPosition(Question):
    """Base of what is asked of a position: the document itself, never the name of a file."""

    position: Document


class Searched(OfPosition):
    """Base of what a search or an exact solver answers; the fields are those of `orienteer.evaluate`."""

    objective: Short | None = None
    horizon: Short = "game"
    method: Method = "auto"
    limits: LimitsModel | None = Field(None, description="Default: one second.")
    seed: Seed = 0
    trees: Annotated[int, Field(ge=1, le=1024)] = 1
    threads: Annotated[int, Field(ge=1, le=1024)] = 1
    assumptions: dict[str, Any] | None = None


class Evaluate(Searched):
    """Base of what values legal moves."""

    allow: Moves | None = Field(None, description="Ids of the moves to value.")
    avoid: Moves | None = Field(None, description="Ids of moves to leave out.")
    opponents: Named | None = Field(None, description="A policy of the others, or policies by seat or name.")
    report_every: ReportEvery = None


class ValueMoves(Evaluate):
    """Value every legal move."""

    hint: Language | None = Field(None, description="Language of a hint to add, null where nobody has a choice.")


class BestMove(Evaluate):
    """The best move; where the best play is mixed the most likely one, with its mix."""


class Hint(Evaluate):
    """The best move with reasons that a person can read."""

    language: Language = "en"


class Choose(OfPosition):
    """The move of a named level, which may be drawn from a mix."""

    level: Literal["beginner", "casual", "skilled", "strong", "strongest"] = "strong"
    limits: LimitsModel | None = Field(None, description="Instead of the level's own.")
    seed: Seed = 0


class Turns(Searched):
    """The best plans for the whole turn."""

    k: Annotated[int, Field(ge=1, le=100)] = 3


class Counted(OfPosition):
    """Base of what is counted or, beyond counting, sampled."""

    assumptions: dict[str, Any] | None = None
    limits: LimitsModel | None = None
    seed: Seed = 0


class Odds(Counted):
    """Chance of an event: an exact fraction where it can be counted."""

    event: Named
    policies: Named | None = Field(None, description="A policy of all, or policies by seat or name.")


class Distribution(Counted):
    """Distribution of a quantity when all seats follow the policies."""

    quantity: Short
    policies: Named
    horizon: Short | None = None
    player: Seat | None = None


class Explain(OfPosition):
    """The position written out, what was derived from it and what was assumed."""


class Step(OfPosition):
    """The position after what the viewer noticed next; null is nothing noticed, in a game that hides something."""

    event: Any


class Replay(Question):
    """The positions of a record, each with the event that followed."""

    record: Document
    index: Annotated[int, Field(ge=0)] | None = Field(None, description="Only the position before this event.")
    viewer: Seat | None = Field(None, description="Whose view; left out: that of the record.")


class Review(Question):
    """Every decision of a record valued, and luck told from skill; reports say how far it has come."""

    record: Document
    objective: Short | None = None
    players: Annotated[list[Seat], Field(max_length=100)] | None = Field(None, description="Whose decisions; left out: all.")
    method: Method = "auto"
    limits: LimitsModel | None = Field(None, description="Of each decision; default: 4000 iterations.")
    playouts: Annotated[int, Field(ge=0, le=10**6)] = Field(2000, description="Of each state, for luck; 0: none.")
    seed: Seed = 0
    report_every: ReportEvery = None


class Template(Question):
    """The smallest valid position of a game."""

    game: Short
    players: Annotated[int, Field(ge=1, le=100)] | None = None
    preset: Short | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class Games(Question):
    """The games with their presets, options, objectives and horizons."""


class Levels(Question):
    """A game's levels, weakest first, with what was measured of their strength."""

    game: Short


class Events(Question):
    """A game's named events, quantities and policies with their parameters."""

    game: Short


QUESTIONS: dict[str, type[Question]] = {
    "evaluate": ValueMoves,
    "best-move": BestMove,
    "hint": Hint,
    "choose": Choose,
    "turns": Turns,
    "odds": Odds,
    "distribution": Distribution,
    "explain": Explain,
    "step": Step,
    "replay": Replay,
    "review": Review,
    "template": Template,
    "games": Games,
    "events": Events,
    "levels": Levels,
}


class Stop(Strict):
    """Stop one query, or all. It answers with the best it has, where it has something."""

    target: Id | None = None


class Ready(Strict):
    """Answered at once with what is in work."""


class Quit(Strict):
    """Stop everything and end the process."""


# What a process does beyond answering questions.
COMMANDS: dict[str, type[Strict]] = {"stop": Stop, "ready": Ready, "quit": Quit}


def _query(do: str, fields: type[Strict]) -> type[Strict]:
    named: dict[str, Any] = {"id": (Id, ...), "do": (Literal[do], ...)}
    return create_model(f"{fields.__name__}Query", __base__=fields, __doc__=fields.__doc__, **named)


QUERIES: dict[str, type[Strict]] = {do: _query(do, fields) for do, fields in (QUESTIONS | COMMANDS).items()}


def read_query(document: Any) -> tuple[str, str, Strict]:
    """(id, do, fields) of a query's plain values. Raises PositionError or OptionError, naming the field."""
    if not isinstance(document, dict):
        raise refused("query", document, "an object")
    if "do" not in document:
        raise missing("do", ", ".join(QUERIES))
    do = document["do"]
    if not isinstance(do, str) or do not in QUERIES:
        raise OptionError("do", do, ", ".join(QUERIES))
    query: Any = parsed(QUERIES[do], document, "query")
    return query.id, do, query


def read_question(do: str, document: Any) -> Question:
    """The fields of what is asked without id and do. Raises PositionError, naming the field."""
    return parsed(QUESTIONS[do], document, "query")


def id_of(document: Any) -> str | None:
    """The id of a query that may be wrong in other fields."""
    found = document.get("id") if isinstance(document, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= MAX_ID else None


def query_schema() -> dict[str, Any]:
    """JSON Schema of one query, told apart by `do`."""
    union: Any = Annotated[Union[tuple(QUERIES.values())], Field(discriminator="do")]  # noqa: UP007
    adapter: TypeAdapter[Any] = TypeAdapter(union)
    return {"$comment": f"protocol {PROTOCOL}", **adapter.json_schema()}


def error_words(error: Exception) -> dict[str, Any]:
    """An error as {"kind", "message", "field", "value", "allowed"}; null for parts that it has not.

    Kinds: "refused" (the query has to change), "too-large" (it does not fit its limits), "busy" (the same may be asked again
    later), "stopped" (time was up before there was an answer), "internal" (an error of the program's own; its log says more).
    """
    kind, message = "refused", str(error)
    field = value = allowed = None
    if isinstance(error, OptionError):
        field, value, allowed = error.field, _plain(error.value), error.allowed
    elif isinstance(error, PositionError):
        field = error.field
        value, _, allowed = message[len(field) + 2 :].rpartition(", allowed: ")
        value, allowed = (value, allowed) if value else (None, allowed)
    elif isinstance(error, TooLargeError):
        kind = "too-large"
    elif isinstance(error, BusyError):
        kind = "busy"
    elif isinstance(error, Stopped):
        kind = "stopped"
    elif not isinstance(error, OrienteerError):
        kind, message = "internal", f"internal error: {type(error).__name__}"
    return {"kind": kind, "message": message, "field": field, "value": value, "allowed": allowed}


def _plain(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 200 else f"{text[:199]}…"
