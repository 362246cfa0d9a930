"""The JSON of Takara Island's positions, records and events as pydantic models. What the rules add is in reading.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

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
    "gold_2", "gold_4", "gold_6", "rockfall", "xp_1", "xp_1_hospital", "xp_2", "xp_2_hospital", "xp_4", "xp_4_hospital",
    "bat_a", "bat_b", "goblin_a", "goblin_b", "goblin_c", "skeleton_a", "skeleton_b", "drake", "chest", "stone",
]  # fmt: skip
Monster = Literal["bat_a", "bat_b", "goblin_a", "goblin_b", "goblin_c", "skeleton_a", "skeleton_b", "drake"]
Level = Literal["shallow", "middle", "deep"]
Treasure = Literal["tablet", "idol", "gold_bag", "skull", "map", "mimic"]
Copied = Literal["miner", "soothsayer", "archaeologist"]
Specialist = Literal["miner", "soothsayer", "archaeologist", "impostor"]
Phase = Literal[
    "sword", "act", "look", "survey", "peek", "dig", "mine", "mine_on", "treasure", "mimic", "map", "fight", "end_of_day",
    "over",
]  # fmt: skip
Preset = Literal["seed", "print", "bga"]
Value = Annotated[int, Field(ge=1, le=9)]
Gold = Annotated[int, Field(ge=0, le=1_000_000)]
Pile = Annotated[int, Field(ge=0, le=5)]
Slot = Annotated[int, Field(ge=0, le=8)]

# Cards: a word each, or how many by word.
CardCounts = dict[Card, Count]
Cards = Annotated[
    Annotated[CardCounts, Tag("#counts")] | Annotated[Annotated[list[Card], Field(max_length=54)], Tag("#words")],
    by_type(counts=dict, words=list),
]


def _gone_tag(value: Any) -> str:
    if isinstance(value, list):
        return "#words"
    levels = isinstance(value, dict) and any(level in value for level in ("shallow", "middle", "deep"))
    return "#levels" if levels else "#counts"


# Cards that have left the piles: all together, or by level.
Gone = Annotated[
    Annotated[dict[Level, Cards], Tag("#levels")]
    | Annotated[CardCounts, Tag("#counts")]
    | Annotated[Annotated[list[Card], Field(max_length=54)], Tag("#words")],
    Discriminator(_gone_tag),
]


class RulesDocument(Strict):
    """A preset and the options that differ from it."""

    preset: Preset
    players: Annotated[int, Field(ge=2, le=4)] | None = None
    mimic_fail: Literal["reshuffle", "removed"] | None = None
    impostor: Literal["held_by_other", "any"] | None = None
    survey_blocked_by: Literal["any", "rockfall"] | None = None
    map_choice: Literal["at_once", "end_of_day"] | None = None
    miner_on_monster: Literal["illegal", "wasted"] | None = None
    miner_may_stop: bool | None = None
    tie: Literal["xp", "shared"] | None = None
    max_rounds: Annotated[int, Field(ge=1, le=1000)] | None = None
    gallery: (
        Annotated[
            Annotated[
                list[Annotated[list[Count], Field(min_length=20, max_length=20)]],
                Field(min_length=3, max_length=3),
                Tag("#counts"),
            ]
            | Annotated[Literal["standard"], Tag("#name")],
            by_type(counts=list, name=str),
        ]
        | None
    ) = None
    piles: Annotated[int, Field(ge=2, le=6)] | None = None
    treasures: (
        Annotated[
            Annotated[list[Count], Field(min_length=6, max_length=6), Tag("#counts")]
            | Annotated[Literal["standard"], Tag("#name")],
            by_type(counts=list, name=str),
        ]
        | None
    ) = None
    adventurers: Annotated[int, Field(ge=1, le=3)] | None = None
    gold: Annotated[int, Field(ge=0, le=100)] | None = None


Rules = Annotated[
    Annotated[RulesDocument, Tag("#options")] | Annotated[Preset, Tag("#preset")], by_type(options=dict, preset=str)
]


class AdventurersDocument(Strict):
    """Where a player's adventurers are, as numbers."""

    unused: Count | None = None
    used: Count | None = None
    hospital: Count | None = None
    waiting: Count | None = None


class PlayerDocument(NamedPlayer):
    """A player; everything is public."""

    gold: Gold
    items: Annotated[list[Value], Field(max_length=100)] = Field(default_factory=list)
    tokens: Count = 0
    skulls: Count = 0
    adventurers: AdventurersDocument | None = None
    recruited: bool | None = None
    specialist: Specialist | None = None
    resting: bool | None = None


class CardDocument(Strict):
    """A card that lies in a pile, as far as the viewer knows it."""

    card: Card | None = None
    face_up: bool = False
    seen_by: Annotated[list[Who], Field(max_length=4)] | None = None
    proven: bool | None = None


# A card of a pile: null where nobody has looked at it, its word where the viewer alone has, else an object.
PileCard = Annotated[Annotated[CardDocument, Tag("#object")] | Annotated[Card, Tag("#word")], by_type(object=dict, word=str)]


class PileDocument(Strict):
    """A pile: how many cards lie there, and what is known of them from the top."""

    size: Annotated[int, Field(ge=0, le=9)]
    cards: Annotated[list[PileCard | None], Field(max_length=9)] = Field(default_factory=list)
    wounds: Annotated[int, Field(ge=0, le=3)] = 0
    stone: Who | None = None


AnyPile = Annotated[
    Annotated[PileDocument, Tag("#object")] | Annotated[Annotated[int, Field(ge=0, le=9)], Tag("#size")],
    by_type(object=dict, size=int),
]


class PendingDocument(Strict):
    """The action that is going on."""

    pile: Pile
    slot: Slot
    looks: Annotated[int, Field(ge=0, le=5)] = 0
    mining: bool = False
    turned: bool = False


class TableDocument(Strict):
    """The table as one seat sees and remembers it."""

    turn: Who
    round: Annotated[int, Field(ge=1, le=1000)] | None = None
    phase: Phase | None = None
    players: Annotated[list[PlayerDocument], Field(min_length=2, max_length=4)]
    piles: Annotated[list[AnyPile], Field(min_length=2, max_length=6)]
    gone: Gone | None = None
    treasures_gone: dict[Treasure, Count] | None = None
    supply: Count | None = None
    sword: bool = False
    banked: bool = False
    map_due: bool = False
    pending: PendingDocument | None = None
    ending: Literal["both_stones", "one_stone", "no_stone", "cap"] | None = None


class BareEvent(Strict):
    """Rents the sword or not, stops, goes on, visits the tavern, buys a token."""

    type: Literal["rent", "no-rent", "stop", "go-on", "tavern", "buy"]
    player: Who


class PileEvent(Strict):
    """Surveys, digs, destroys a rockfall or fights at a pile."""

    type: Literal["survey", "dig", "destroy", "fight"]
    player: Who
    pile: Pile


class LookEvent(Strict):
    """A private look at a card; the card where the viewer looks."""

    type: Literal["look"]
    player: Who
    pile: Pile | None = None
    slot: Slot | None = None
    card: Card | None = None


class RockfallEvent(Strict):
    """A survey met a rockfall, which is turned up."""

    type: Literal["rockfall"]
    player: Who
    pile: Pile | None = None
    slot: Slot | None = None


class TurnUpEvent(Strict):
    """A surveyor turns up the monster that he has just seen."""

    type: Literal["turn-up"]
    player: Who
    pile: Pile | None = None
    slot: Slot | None = None
    card: Monster


class CardEvent(Strict):
    """A card is turned up by digging or mining, or a card that lies face up is mined."""

    type: Literal["card"]
    player: Who
    pile: Pile | None = None
    slot: Slot | None = None
    card: Card


class SellEvent(Strict):
    """An item is sold to the bank."""

    type: Literal["sell"]
    player: Who
    value: Value


class HireEvent(Strict):
    """A specialist is hired; `copied` for the impostor, `slot` is the first of the soothsayer's window."""

    type: Literal["hire"]
    player: Who
    specialist: Specialist
    copied: Copied | None = None
    pile: Pile
    slot: Slot | None = None


class AttackEvent(Strict):
    """How an adventurer's attack ended, and the wounds it dealt."""

    type: Literal["attack"]
    player: Who
    pile: Pile | None = None
    killed: bool
    wounds: Annotated[int, Field(ge=0, le=4)] | None = None


class TreasureEvent(Strict):
    """A treasure is drawn."""

    type: Literal["treasure"]
    player: Who
    treasure: Treasure


class MimicEvent(Strict):
    """The fight with a mimic."""

    type: Literal["mimic"]
    player: Who
    beaten: bool


class MapEvent(Strict):
    """The map is taken as gold or as XP."""

    type: Literal["map"]
    player: Who
    take: Literal["gold", "xp"]


class EndOfDayEvent(Strict):
    """A turn ends: how many in hospital are cured, and whether the recruit is hired."""

    type: Literal["end-of-day"]
    player: Who
    cured: Annotated[int, Field(ge=0, le=4)] = 0
    recruited: bool = False


Event = Annotated[
    Annotated[BareEvent, Tag("#rent")]
    | Annotated[BareEvent, Tag("#no-rent")]
    | Annotated[PileEvent, Tag("#survey")]
    | Annotated[LookEvent, Tag("#look")]
    | Annotated[RockfallEvent, Tag("#rockfall")]
    | Annotated[BareEvent, Tag("#stop")]
    | Annotated[BareEvent, Tag("#go-on")]
    | Annotated[TurnUpEvent, Tag("#turn-up")]
    | Annotated[PileEvent, Tag("#dig")]
    | Annotated[CardEvent, Tag("#card")]
    | Annotated[PileEvent, Tag("#destroy")]
    | Annotated[BareEvent, Tag("#tavern")]
    | Annotated[SellEvent, Tag("#sell")]
    | Annotated[BareEvent, Tag("#buy")]
    | Annotated[HireEvent, Tag("#hire")]
    | Annotated[PileEvent, Tag("#fight")]
    | Annotated[AttackEvent, Tag("#attack")]
    | Annotated[TreasureEvent, Tag("#treasure")]
    | Annotated[MimicEvent, Tag("#mimic")]
    | Annotated[MapEvent, Tag("#map")]
    | Annotated[EndOfDayEvent, Tag("#end-of-day")],
    Discriminator(event_tag),
]


class EventDocument(Strict):
    event: Event


class TakaraIslandPosition(PositionDocument):
    """A position of Takara Island."""

    game: Literal["takara_island"]
    rules: Rules
    state: TableDocument
    evidence: Annotated[list[Event], Field(max_length=0)] | None = None


RecordEvent = Annotated[
    Annotated[Event, Tag("#seen")] | Annotated[FullEvent, Tag("#full")],
    Discriminator(lambda value: "#full" if is_full_event(value) else "#seen"),
]


class TakaraIslandRecord(RecordDocument):
    """A record of Takara Island: what a seat noticed, or all moves and outcomes."""

    game: Literal["takara_island"]
    rules: Rules
    events: list[RecordEvent | None]
