"""The JSON of Incan Gold's positions, records and events as pydantic models. What the rules add is in position.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from orienteer.positions.models import Count, NamedPlayer, PositionDocument, RecordDocument, Strict, by_type

Hazard = Literal["spider", "mummy", "fire", "rockfall", "snake"]
CardWord = Literal[
    "spider", "mummy", "fire", "rockfall", "snake",
    "artifact", "artifact-5", "artifact-7", "artifact-8", "artifact-10", "artifact-12",
]  # fmt: skip
CardValue = Annotated[int, Field(ge=1, le=99)]
Card = Annotated[Annotated[CardValue, Tag("#value")] | Annotated[CardWord, Tag("#word")], by_type(value=int, word=str)]
# How many, or one entry each.
Counts = Annotated[Annotated[list[Count], Tag("#each")] | Annotated[Count, Tag("#number")], by_type(each=list, number=int)]
Choice = Literal["stay", "leave"]


class RulesDocument(Strict):
    """A preset and the options that differ from it."""

    preset: Literal["seed", "bga", "print", "print_2006", "diamant_2005", "iello"]
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    deck: (
        Annotated[
            Annotated[list[CardValue], Field(min_length=1, max_length=60), Tag("#values")]
            | Annotated[Literal["seed", "bga", "print"], Tag("#name")],
            by_type(values=list, name=str),
        ]
        | None
    ) = None
    hazards: Annotated[list[Annotated[int, Field(ge=1, le=3)]], Field(min_length=1, max_length=5)] | None = None
    rounds: Annotated[int, Field(ge=1, le=5)] | None = None
    artifacts: bool | None = None
    artifact_value: Literal["per_owner", "taken_order", "resolved_order", "printed"] | None = None
    artifact_schedule: Literal["per_round", "all_at_start"] | None = None
    leftovers: Literal["pooled", "per_card"] | None = None
    tie: Literal["shared", "artifacts"] | None = None
    decide_before_first_card: bool | None = None


Preset = Literal["seed", "bga", "print", "print_2006", "diamant_2005", "iello"]
Rules = Annotated[
    Annotated[RulesDocument, Tag("#options")] | Annotated[Preset, Tag("#preset")],
    by_type(options=dict, preset=str),
]


class PlayerDocument(NamedPlayer):
    """A player's tent, and whether he is still inside."""

    gems: Count
    artifacts: Counts | None = None
    inside: bool | None = None


class ArtifactsDocument(Strict):
    """Artifacts by where they ended; those on the path are cards of the path, the others lie in the deck."""

    taken: Counts | None = None
    lost: Counts | None = None


class TableDocument(Strict):
    """The table: what everyone can see, and the tents, which a player with a good memory knows."""

    round: Annotated[int, Field(ge=1, le=5)]
    players: Annotated[list[PlayerDocument], Field(min_length=1, max_length=8)]
    path: list[Card] | None = None
    removed: list[Hazard] | None = None
    pocket: Count | None = None
    leftovers: Counts | None = None
    artifacts: ArtifactsDocument | None = None
    next: Literal["card", "choice", "over"] | None = None


class CardEvent(Strict):
    """A card is turned up."""

    type: Literal["card"]
    card: Card


class ChoicesEvent(Strict):
    """Choices are revealed: by player's name or seat, or one entry a seat with null for those outside."""

    type: Literal["choices"]
    choices: Annotated[
        Annotated[dict[str, Choice | None], Tag("#named")]
        | Annotated[Annotated[list[Choice | None], Field(max_length=8)], Tag("#seats")],
        by_type(named=dict, seats=list),
    ]


def _event_tag(value: Any) -> str:
    return "#choices" if isinstance(value, dict) and value.get("type") == "choices" else "#card"


Event = Annotated[Annotated[CardEvent, Tag("#card")] | Annotated[ChoicesEvent, Tag("#choices")], Discriminator(_event_tag)]


class EventDocument(Strict):
    event: Event


class IncanGoldPosition(PositionDocument):
    """A position of Incan Gold."""

    game: Literal["incan_gold"]
    rules: Rules
    state: TableDocument
    evidence: Annotated[list[Event], Field(max_length=0)] | None = None


class IncanGoldRecord(RecordDocument):
    """A record of Incan Gold."""

    game: Literal["incan_gold"]
    rules: Rules
    events: list[Event]
