"""Named events of Takara Island about actions with chance in them: fights, surveys, the miner, chests.

Each says how the action is carried out; the cards are those of counting.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.takara_island.components import (
    CARDS,
    HEALTH,
    MINER_CARDS,
    ROCKFALL,
    STONE,
    SURVEY_LOOKS,
    TURN_UP_GOLD,
    XP,
)
from orienteer.distributions import QUANTITIES
from orienteer.events import Answer
from orienteer.games.takara_island.counting import ONE, ZERO, Card, Piles, chest_gives, wins_fight
from orienteer.games.takara_island.parameters import treasure_word, yes_or_no
from orienteer.games.takara_island.pile_events import LAST_PILE, CountedEvent, PileEvent
from orienteer.policies import whole

if TYPE_CHECKING:
    from orienteer.core.state import State

MAX_HEALTH = 9
MAX_ADVENTURERS = 9
Run = tuple[tuple[Card, ...], Fraction]


# -- fights ----------------------------------------------------------------------------------------------------------------


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class WinFight(CountedEvent):
    """Adventurers, one after another, kill the monster on top of `pile`, wounds counted, or one that lacks `health` wounds.

    `adventurers`: how many may attack; default those that the player to move has left, the one who is fighting included.
    """

    name: ClassVar[str] = "win-fight"
    assumes: ClassVar[str | None] = "the sword is rented, and adventurers attack until the monster is dead or none is left"
    pile: int | None = whole(0, LAST_PILE, default=None)
    health: int | None = whole(1, MAX_HEALTH, default=None)
    adventurers: int | None = whole(1, MAX_ADVENTURERS, default=None)

    def check(self, state: State) -> None:
        piles = Piles.of(state)
        if (self.pile is None) == (self.health is None):
            raise OptionError(f"{self.name}: pile, health", (self.pile, self.health), "exactly one of the two")
        self.lacking(piles)
        self.attackers(piles)

    def lacking(self, piles: Piles) -> int:
        """Wounds that the monster still takes. Raises OrienteerError where none lies face up on top."""
        if self.pile is None:
            assert self.health is not None
            return self.health
        row = piles.fields["piles"][self.pile] if piles.size(self.pile) else None
        health = HEALTH[CARDS.index(row["cards"][0])] if row and row["face_up"][0] else 0
        if row is None or not health:
            raise OrienteerError(f"{self.name}: no monster lies face up on top of pile {self.pile}")
        return health - int(row["wounds"])

    def attackers(self, piles: Piles) -> int:
        if self.adventurers is not None:
            return self.adventurers
        turn = piles.fields["turn"]
        count = 0 if turn is None else piles.fields["unused"][turn] + (piles.fields["phase"] == "fight")
        if not count:
            raise OrienteerError(f"{self.name}: nobody to move has an adventurer left; give adventurers")
        return int(count)

    def answer(self, piles: Piles) -> Answer:
        return wins_fight(self.lacking(piles), self.attackers(piles))

    def assumptions(self, state: State) -> tuple[str, ...]:
        count = self.attackers(Piles.of(state))
        return (*super().assumptions(state), f"{count} adventurer{'' if count == 1 else 's'} may attack")


# -- surveys ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SurveyEvent(PileEvent):
    """Base: a survey of `pile` now that goes on for at most `looks` cards; `turn_up`: whether monsters are turned up."""

    assumes: ClassVar[str | None] = "the surveyor goes on as long as the survey may and he has looks"
    looks: int = whole(1, SURVEY_LOOKS, default=SURVEY_LOOKS, kw_only=True)

    def check(self, state: State) -> None:
        super().check(state)
        piles = Piles.of(state)
        if not seen_by_survey(piles, self.pile):
            raise OrienteerError(f"{self.name}: the top card of pile {self.pile} is face up, it cannot be surveyed")

    def surveys(self, piles: Piles) -> Iterator[Run]:
        """Every run of cards that is looked at, with its chance; a rockfall ends it."""
        slots = seen_by_survey(piles, self.pile)[: self.looks]
        return piles.runs(self.pile, slots, lambda card: card == ROCKFALL)


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class SurveyRockfall(SurveyEvent):
    """A survey of this pile meets a rockfall."""

    name: ClassVar[str] = "survey-rockfall"

    def answer(self, piles: Piles) -> Answer:
        return sum((chance for cards, chance in self.surveys(piles) if cards[-1] == ROCKFALL), ZERO)


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class SurveyGold(SurveyEvent):
    """The gold that a survey of this pile brings."""

    name: ClassVar[str] = "survey-gold"
    distribution_valued: ClassVar[bool] = True
    turn_up: str = yes_or_no(default="yes", kw_only=True)

    def answer(self, piles: Piles) -> Answer:
        paying = {ROCKFALL} | {card for card, health in enumerate(HEALTH) if health and self.turn_up == "yes"}
        return by_number(
            (TURN_UP_GOLD * sum(card in paying for card in cards), chance) for cards, chance in self.surveys(piles)
        )

    def assumptions(self, state: State) -> tuple[str, ...]:
        return (*super().assumptions(state), f"monsters are {'' if self.turn_up == 'yes' else 'not '}turned up")


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class SurveyLooks(SurveyEvent):
    """How many cards a survey of this pile looks at."""

    name: ClassVar[str] = "survey-looks"
    distribution_valued: ClassVar[bool] = True

    def answer(self, piles: Piles) -> Answer:
        return by_number((len(cards), chance) for cards, chance in self.surveys(piles))


def seen_by_survey(piles: Piles, pile: int) -> list[int]:
    """The face-down slots that a survey may look at, from the top; none where it may not begin.

    A card that is face up already blocks it; with `survey_blocked_by="rockfall"` a monster does not, but uses up a look.
    """
    seen: list[int] = []
    passes = piles.options["survey_blocked_by"] == "rockfall"
    for slot in piles.slots(pile, SURVEY_LOOKS):
        if not piles.face_up(pile, slot):
            seen.append(slot)
        elif not seen or not passes or ROCKFALL in piles.chances(pile, slot):
            break
    return seen


# -- the miner -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MinerEvent(PileEvent):
    """Base: a miner sent to `pile` now."""

    assumes: ClassVar[str | None] = "a miner takes both cards unless a monster or the end of the game comes first"

    def check(self, state: State) -> None:
        super().check(state)
        row = Piles.of(state).fields["piles"][self.pile]
        if row["face_up"][0] and HEALTH[CARDS.index(row["cards"][0])]:
            raise OrienteerError(f"{self.name}: a monster lies face up on top of pile {self.pile}, a miner takes nothing")

    def takes(self, piles: Piles) -> Iterator[Run]:
        """Every run of cards that is taken, with its chance."""
        found = sum(row["stone"] is not None for row in piles.fields["piles"])

        def ends(card: Card) -> bool:
            return HEALTH[card] > 0 or (card == STONE and found == 1)

        for cards, chance in piles.runs(self.pile, piles.slots(self.pile, MINER_CARDS), ends):
            yield cards[:-1] if HEALTH[cards[-1]] else cards, chance


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class MinerCards(MinerEvent):
    """How many cards a miner takes from this pile."""

    name: ClassVar[str] = "miner-cards"
    distribution_valued: ClassVar[bool] = True

    def answer(self, piles: Piles) -> Answer:
        return by_number((len(cards), chance) for cards, chance in self.takes(piles))


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class MinerXp(MinerEvent):
    """The XP of the XP cards that a miner takes from this pile; stones and chests are not counted."""

    name: ClassVar[str] = "miner-xp"
    distribution_valued: ClassVar[bool] = True

    def answer(self, piles: Piles) -> Answer:
        return by_number((sum(XP[card] for card in cards), chance) for cards, chance in self.takes(piles))


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class MinerStone(MinerEvent):
    """A miner takes a Stone of Legend from this pile."""

    name: ClassVar[str] = "miner-stone"

    def answer(self, piles: Piles) -> Answer:
        return sum((chance for cards, chance in self.takes(piles) if STONE in cards), ZERO)


# -- chests ----------------------------------------------------------------------------------------------------------------


@QUANTITIES.register("takara_island")
@dataclass(frozen=True)
class ChestGives(CountedEvent):
    """The next chest gives this treasure at last, behind a beaten mimic too, or nothing: a mimic wins."""

    name: ClassVar[str] = "chest-gives"
    assumes: ClassVar[str | None] = "a chest is taken before any other; treasures are drawn at random"
    treasure: str = treasure_word()

    def check(self, state: State) -> None:
        if not sum(Piles.of(state).fields["treasures"]):
            raise OrienteerError(f"{self.name}: no treasure is left")

    def answer(self, piles: Piles) -> Answer:
        return chest_gives(piles.fields["treasures"]).get(self.treasure, ZERO)


# -- helpers ---------------------------------------------------------------------------------------------------------------


def by_number(chances: Iterator[tuple[int, Fraction]]) -> dict[int, Fraction]:
    """Chances summed by number, ascending."""
    found: dict[int, Fraction] = {}
    for number, chance in chances:
        found[number] = found.get(number, ZERO) + chance
    assert sum(found.values()) == ONE
    return dict(sorted(found.items()))
