"""The JSON of Celestia's positions, records and events as pydantic models. What the rules add is in reading.py."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from orienteer.positions.full_events import FullEvent, is_full_event
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

Card = Literal[
    "compass", "lightning_rod", "foghorn", "cannon",
    "turbo", "ejection", "jetpack", "detour", "gust", "grappling_hook",
]  # fmt: skip
Face = Literal["cloud", "lightning", "bird", "pirates", "blank"]
Hazard = Literal["cloud", "lightning", "bird", "pirates"]
Dice = Annotated[list[Face], Field(max_length=4)]
Points = Annotated[int, Field(ge=0, le=99)]
CityValue = Annotated[int, Field(ge=1, le=99)]
# What a treasure is worth: points, or a telescope.
Worth = Annotated[
    Annotated[Points, Tag("#points")] | Annotated[Literal["telescope"], Tag("#word")], by_type(points=int, word=str)
]
# Cards: a word each, or how many by word.
Cards = Annotated[
    Annotated[dict[Card, Count], Tag("#counts")] | Annotated[Annotated[list[Card], Field(max_length=300)], Tag("#words")],
    by_type(counts=dict, words=list),
]
# By city; a key is the city's value as text: {"4": 2}.
CityCounts = dict[str, Count]
Window = Literal["window_a", "announcement", "window_b", "jetpack", "hook"]
Phase = Literal[
    "deal", "lone", "roll", "passenger", "treasure", "window_a", "announcement", "window_b", "jetpack", "hook",
    "detour", "reroll", "settle", "journey_end", "draw", "over", "before_announcement", "after_crash_call", "after_move",
]  # fmt: skip
Preset = Literal["seed", "print", "literal"]

# A city of one's own as the option takes it: [value, dice, [[worth, copies], …], telescopes].
CityEntry = Annotated[
    Annotated[list[Annotated[list[Count], Field(max_length=2)]], Tag("#worths")] | Annotated[Count, Tag("#number")],
    by_type(worths=list, number=int),
]
CityRow = Annotated[list[CityEntry], Field(min_length=4, max_length=4)]


class RulesDocument(Strict):
    """A preset and the options that differ from it."""

    preset: Preset
    players: Annotated[int, Field(ge=2, le=6)] | None = None
    grappling_hook: bool | None = None
    dice_by: Literal["next_city", "current_city"] | None = None
    target: Annotated[int, Field(ge=1, le=98)] | None = None
    after_journey_captain: Literal["next_seat", "next_aboard"] | None = None
    empty_city: Literal["no_leaving", "leave_for_nothing"] | None = None
    reannounce: Literal["window_end", "at_once"] | None = None
    self_ejection: bool | None = None
    first_captain: Annotated[int, Field(ge=0, le=5)] | None = None
    max_journeys: Annotated[int, Field(ge=1, le=30_000)] | None = None  # null: no limit
    deck: (
        Annotated[
            Annotated[list[Count], Field(min_length=10, max_length=10), Tag("#counts")]
            | Annotated[Literal["base"], Tag("#name")],
            by_type(counts=list, name=str),
        ]
        | None
    ) = None
    cities: (
        Annotated[
            Annotated[list[CityRow], Field(min_length=2, max_length=9), Tag("#rows")]
            | Annotated[Literal["standard"], Tag("#name")],
            by_type(rows=list, name=str),
        ]
        | None
    ) = None
    hand: Annotated[int, Field(ge=0, le=20)] | None = None


Rules = Annotated[
    Annotated[RulesDocument, Tag("#options")] | Annotated[Preset, Tag("#preset")], by_type(options=dict, preset=str)
]


class PlayerDocument(NamedPlayer):
    """A player: what everyone sees of him and, of the viewer, his hand and his treasures."""

    captain: bool | None = None
    aboard: bool | None = None
    hand: Cards | None = None
    hand_size: Count | None = None
    treasures: dict[str, Annotated[list[Worth], Field(max_length=100)]] | None = None
    backs: CityCounts | None = None
    left_now: bool | None = None
    drew_now: bool | None = None
    leg_treasure: Worth | None = None
    jetpack_used: bool | None = None
    total: Count | None = None


class TableDocument(Strict):
    """The table as one seat sees it."""

    journey: Annotated[int, Field(ge=1, le=30_000)] | None = None
    city: CityValue | None = None
    captain: Who | None = None
    players: Annotated[list[PlayerDocument], Field(min_length=2, max_length=6)]
    dice: Dice | None = None
    phase: Phase | None = None
    turn: Who | None = None
    crash_called: bool | None = None
    rerolled: bool | None = None
    loop_start: Who | None = None
    loop: Literal["window_a", "window_b", "jetpack", "hook"] | None = None
    through: Annotated[int, Field(ge=0, le=6)] | None = None
    from_city: CityValue | None = None
    drawing: Who | None = None
    ejected: bool | None = None
    draws_left: Count | None = None
    legs: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    discards: Cards | None = None
    deck_size: Count | None = None
    treasures_left: CityCounts | None = None
    telescopes_used: Annotated[list[CityValue], Field(max_length=9)] | None = None


class DealEvent(Strict):
    """A player's hand is dealt; its cards where it is the viewer's."""

    type: Literal["deal"]
    player: Who
    cards: Cards | None = None


class RollEvent(Strict):
    """The leg's dice are rolled."""

    type: Literal["roll"]
    dice: Dice


class ChoiceEvent(Strict):
    """A passenger stays or leaves; a captain alone aboard leaves or goes on."""

    type: Literal["stay", "leave", "go-on"]
    player: Who


class TreasureEvent(Strict):
    """A treasure is drawn; its worth where the viewer saw it."""

    type: Literal["treasure"]
    player: Who
    city: CityValue
    worth: Worth | None = None


class PlayEvent(Strict):
    """A gust, detour or jetpack is played."""

    type: Literal["play"]
    player: Who
    card: Literal["gust", "detour", "jetpack"]


class EjectEvent(Strict):
    """An ejection is played on a passenger."""

    type: Literal["eject"]
    player: Who
    target: Who


class TelescopeEvent(Strict):
    """A telescope from this city is used."""

    type: Literal["telescope"]
    player: Who
    city: CityValue


class HookEvent(Strict):
    """A grappling hook gives a treasure back to its city; its worth where the viewer saw it."""

    type: Literal["hook"]
    player: Who
    city: CityValue
    worth: Worth | None = None


class DiceEvent(Strict):
    """The captain chooses dice to reroll, maybe none; or what the dice rerolled show now."""

    type: Literal["choose", "reroll"]
    dice: Dice


class FlyEvent(Strict):
    """The captain flies on; `turbos` are the hazards covered by turbos, one a die, all others by their equipment."""

    type: Literal["fly"]
    player: Who
    dice: Dice
    turbos: Annotated[list[Hazard], Field(max_length=4)] = Field(default_factory=list)


class CrashEvent(Strict):
    """The captain calls a crash on these dice."""

    type: Literal["crash"]
    player: Who
    dice: Dice


class DrawEvent(Strict):
    """A card is drawn after a journey; `reshuffled` are the discards that became the deck just before."""

    type: Literal["draw"]
    player: Who
    card: Card | None = None
    reshuffled: Cards | None = None


class JourneyEvent(Strict):
    """A journey ended and play goes on with a new captain."""

    type: Literal["journey"]
    captain: Who


class OverEvent(Strict):
    """The game ended; everyone's points, by seat or by player's name."""

    type: Literal["over"]
    totals: Annotated[
        Annotated[dict[str, Count], Tag("#named")] | Annotated[Annotated[list[Count], Field(max_length=6)], Tag("#seats")],
        by_type(named=dict, seats=list),
    ]


class BareEvent(Strict):
    """The viewer passes; or nobody hooks, and the ship settles at its city."""

    type: Literal["pass", "settle"]


class AskedEvent(Strict):
    """Nothing to be seen but that the viewer is asked now."""

    type: Literal["asked"]
    window: Window


Event = Annotated[
    Annotated[DealEvent, Tag("#deal")]
    | Annotated[RollEvent, Tag("#roll")]
    | Annotated[ChoiceEvent, Tag("#stay")]
    | Annotated[ChoiceEvent, Tag("#leave")]
    | Annotated[ChoiceEvent, Tag("#go-on")]
    | Annotated[TreasureEvent, Tag("#treasure")]
    | Annotated[PlayEvent, Tag("#play")]
    | Annotated[EjectEvent, Tag("#eject")]
    | Annotated[TelescopeEvent, Tag("#telescope")]
    | Annotated[HookEvent, Tag("#hook")]
    | Annotated[DiceEvent, Tag("#choose")]
    | Annotated[DiceEvent, Tag("#reroll")]
    | Annotated[FlyEvent, Tag("#fly")]
    | Annotated[CrashEvent, Tag("#crash")]
    | Annotated[DrawEvent, Tag("#draw")]
    | Annotated[JourneyEvent, Tag("#journey")]
    | Annotated[OverEvent, Tag("#over")]
    | Annotated[BareEvent, Tag("#pass")]
    | Annotated[BareEvent, Tag("#settle")]
    | Annotated[AskedEvent, Tag("#asked")],
    Discriminator(event_tag),
]


class EventDocument(Strict):
    event: Event


class CelestiaPosition(PositionDocument):
    """A position of Celestia."""

    game: Literal["celestia"]
    rules: Rules
    state: TableDocument
    evidence: list[Event] | None = None


RecordEvent = Annotated[
    Annotated[Event, Tag("#seen")] | Annotated[FullEvent, Tag("#full")],
    Discriminator(lambda value: "#full" if is_full_event(value) else "#seen"),
]


class CelestiaRecord(RecordDocument):
    """A record of Celestia: what a seat noticed, null for nothing, or all moves and outcomes."""

    game: Literal["celestia"]
    rules: Rules
    events: list[RecordEvent | None]
