"""The JSON of Lost Explorers' positions, records and events as pydantic models. What the rules add is in reading.py.

Locations and tokens go by names that the data file gives them, so the models know them as text only.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from orienteer.positions.models import (
    Count,
    NamedPlayer,
    PositionDocument,
    RecordDocument,
    Strict,
    Who,
    by_type,
    event_tag,
)

Colour = Literal["red", "yellow", "blue", "green"]
Side = Literal["left", "right"]
Phase = Literal["close", "deal", "choose", "show", "menu", "turn_up", "bonus", "over"]
Place = Annotated[str, Field(max_length=12)]
Mission = Annotated[str, Field(max_length=40)]  # ids of locations, joined with +, in any order
Places = Annotated[list[Place], Field(max_length=24)]
Missions = Annotated[list[Mission], Field(max_length=80)]
Initials = Annotated[str, Field(max_length=130, pattern="^[rybg]*$")]
# Tokens whose order does not matter: how many by colour, or their initials.
Colours = Annotated[
    Annotated[dict[Colour, Count], Tag("#counts")] | Annotated[Initials, Tag("#initials")], by_type(counts=dict, initials=str)
]
# Tokens from the front: initials or words.
Row = Annotated[
    Annotated[Annotated[list[Colour], Field(max_length=32)], Tag("#words")] | Annotated[Initials, Tag("#initials")],
    by_type(words=list, initials=str),
]


class RulesDocument(Strict):
    """A preset and the options that differ from it."""

    preset: Literal["seed"]
    players: Annotated[int, Field(ge=2, le=4)] | None = None
    data: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    colour_link: Literal["every", "one"] | None = None
    closed: Annotated[list[Place], Field(max_length=4)] | None = None
    first_turn_limit: Literal["all", "equip_only"] | None = None
    rows_empty: Literal["after_turn", "after_round"] | None = None
    bonus: Literal["mandatory", "optional"] | None = None
    mission_discard: Literal["after_bonus", "before_bonus"] | None = None
    stall_rounds: Annotated[int, Field(ge=0, le=20)] | None = None
    max_turns: Annotated[int, Field(ge=1, le=10_000)] | None = None  # null: no limit
    tokens: (
        Annotated[
            Annotated[Missions, Tag("#names")] | Annotated[Literal["all"], Tag("#all")],
            by_type(names=list, all=str),
        ]
        | None
    ) = None
    members: Annotated[int, Field(ge=1, le=3)] | None = None
    vehicles: Annotated[int, Field(ge=0, le=3)] | None = None


Rules = Annotated[
    Annotated[RulesDocument, Tag("#options")] | Annotated[Literal["seed"], Tag("#preset")],
    by_type(options=dict, preset=str),
]


class PlayerDocument(NamedPlayer):
    """A player; everything is public."""

    vehicles: Colours | None = None
    missions: Missions = Field(default_factory=list)
    finished: Missions = Field(default_factory=list)
    members_at: Places = Field(default_factory=list)
    leaders: Annotated[list[Count], Field(min_length=2, max_length=2)] | None = None
    clues: Count | None = None
    members: Count | None = None


class RowsDocument(Strict):
    """Both rows, each from its front."""

    left: Row
    right: Row


class TableDocument(Strict):
    """The table, which everyone sees."""

    turn: Who | None = None
    round: Annotated[int, Field(ge=1, le=100_000)] | None = None
    phase: Phase | None = None
    stage: Literal["start", "phase_1", "phase_2"] | None = None
    used: Annotated[int, Field(ge=0, le=4)] | None = None
    sides: Annotated[list[Side], Field(max_length=2)] | None = None
    idle: Annotated[int, Field(ge=0, le=80)] | None = None
    closed: Annotated[list[Place], Field(max_length=4)] | None = None
    rows: RowsDocument | None = None
    players: Annotated[list[PlayerDocument], Field(min_length=2, max_length=4)]
    discard: Colours | None = None
    undealt: Colours | None = None
    shown: Missions | None = None
    pending: Mission | None = None
    ending: Literal["clues", "rows_empty", "stall", "cap"] | None = None


class CloseEvent(Strict):
    """Locations are closed."""

    type: Literal["close"]
    locations: Annotated[list[Place], Field(max_length=4)]


class DealEvent(Strict):
    """The next token of the rows is laid, the left row first, from the front."""

    type: Literal["deal"]
    colour: Colour


class ChooseEvent(Strict):
    """A player chooses the colour of his first mission."""

    type: Literal["choose"]
    player: Who
    colour: Colour


class ShowEvent(Strict):
    """A mission is turned up: a player's first one, or the token that he has just taken."""

    type: Literal["show"]
    player: Who
    mission: Mission


class RetrieveEvent(Strict):
    """Members are taken back at the start of a turn."""

    type: Literal["retrieve"]
    player: Who
    locations: Annotated[list[Place], Field(min_length=1, max_length=4)]


class EquipEvent(Strict):
    """So many members take a token of a row as a vehicle or as a mission; its colour may be left out."""

    type: Literal["equip"]
    player: Who
    side: Side
    members: Annotated[int, Field(ge=1, le=4)]
    kind: Literal["vehicle", "mission"]
    colour: Colour | None = None


class ExploreEvent(Strict):
    """A member goes to a location for a vehicle; whom it sends home may be left out."""

    type: Literal["explore"]
    player: Who
    location: Place
    colour: Colour
    ejected: Who | None = None


class CompleteEvent(Strict):
    """A mission is completed; the member at the location comes back."""

    type: Literal["complete"]
    player: Who
    mission: Mission
    location: Place


class BonusEvent(Strict):
    """A token of the discard is taken; without a colour none is."""

    type: Literal["bonus"]
    player: Who
    colour: Colour | None = None


class EndTurnEvent(Strict):
    """A turn ends."""

    type: Literal["end-turn"]
    player: Who


Event = Annotated[
    Annotated[CloseEvent, Tag("#close")]
    | Annotated[DealEvent, Tag("#deal")]
    | Annotated[ChooseEvent, Tag("#choose")]
    | Annotated[ShowEvent, Tag("#show")]
    | Annotated[RetrieveEvent, Tag("#retrieve")]
    | Annotated[EquipEvent, Tag("#equip")]
    | Annotated[ExploreEvent, Tag("#explore")]
    | Annotated[CompleteEvent, Tag("#complete")]
    | Annotated[BonusEvent, Tag("#bonus")]
    | Annotated[EndTurnEvent, Tag("#end-turn")],
    Discriminator(event_tag),
]


class EventDocument(Strict):
    event: Event


class LostExplorersPosition(PositionDocument):
    """A position of Lost Explorers."""

    game: Literal["lost_explorers"]
    rules: Rules
    state: TableDocument
    evidence: Annotated[list[Any], Field(max_length=0)] | None = None


class LostExplorersRecord(RecordDocument):
    """A record of Lost Explorers."""

    game: Literal["lost_explorers"]
    rules: Rules
    events: list[Event]
