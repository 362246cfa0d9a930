"""Named events of Celestia about the captain: whether he covers the dice, now or after a card has changed them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from orienteer.core.celestia.components import FACES, NUM_EQUIPMENT, TURBO
from orienteer.core.errors import OrienteerError
from orienteer.distributions import QUANTITIES, Action, Value
from orienteer.games.celestia.card_events import HandEvent
from orienteer.games.celestia.counting import (
    ONE,
    ZERO,
    Dice,
    Hand,
    Then,
    passes,
    passes_after_detour,
    passes_after_gust,
    passes_after_reroll,
    passes_roll,
)
from orienteer.games.celestia.parameters import TURBOS, faces_word, seat_or, turbos_word
from orienteer.games.celestia.table import Table, face_counts
from orienteer.policies import whole

if TYPE_CHECKING:
    from collections.abc import Hashable

    from orienteer.core.state import State

EQUIPMENT = tuple(range(NUM_EQUIPMENT))


@dataclass(frozen=True)
class PassEvent(HandEvent):
    """Base: the captain, or `player` in his place, covers the dice that lie, those of the roll due, or `dice`."""

    horizon: ClassVar[str] = "round"
    then: ClassVar[Then] = "nothing"
    dice: str | None = faces_word(default=None)
    player: int | None = whole(0, 5, default=None)
    turbos: str = turbos_word(default="always")

    def check(self, state: State) -> None:
        table = Table(state)
        seat_or(self.name, table, self.player, table.captain)
        dice = self.lying(table)
        if dice is None:
            table.num_dice()
        elif self.then == "gust" and not dice[FACES.index("blank")]:
            raise OrienteerError(f"{self.name}: no die is blank, a gust cannot be played")

    @property
    def pays(self) -> Fraction:
        return {"always": ONE, "never": ZERO}[self.turbos] if self.turbos in TURBOS else Fraction(self.turbos)

    def whose(self, table: Table) -> int:
        return seat_or(self.name, table, self.player, table.captain)

    def lying(self, table: Table) -> Dice | None:
        """The dice asked about, None where they are still to be rolled."""
        if self.dice is not None:
            return face_counts(self.dice.split("+"))
        return table.dice if table.dice_lie else None

    def crash_is_final(self, table: Table) -> bool:
        """Whether these are dice on which a crash was called, and nothing was rerolled since."""
        return self.dice is None and table.dice_lie and table.crash_is_final

    def cards(self, table: Table) -> tuple[int, ...]:
        dice = self.lying(table)
        if dice is None or self.then != "nothing" or table["to_roll"]:
            return (*EQUIPMENT, TURBO)
        # The other kinds of equipment do not matter.
        return (*(kind for kind in EQUIPMENT if dice[kind]), TURBO)

    def chance(self, table: Table) -> Callable[[Hand], Fraction]:
        of, places = self.of_hand(table), {card: place for place, card in enumerate(self.cards(table))}
        return lambda counts: of(tuple(counts[places[card]] if card in places else 0 for card in (*EQUIPMENT, TURBO)))

    def of_hand(self, table: Table) -> Callable[[Hand], Fraction]:
        """The chance by equipment and turbos."""
        dice, pays, final = self.lying(table), self.pays, self.crash_is_final(table)
        if dice is None:
            num_dice, then = table.num_dice(), self.then
            return lambda hand: passes_roll(hand, num_dice, then, pays)
        lying: Dice = dice
        if self.then == "detour":
            return lambda hand: passes_after_detour(hand, lying, pays, rerolls=int(final))
        if self.then == "gust":
            return lambda hand: passes_after_gust(hand, lying, pays)
        if final:
            return lambda hand: ZERO
        if self.dice is None and table["to_roll"]:
            rerolled = table["to_roll"]
            return lambda hand: passes_after_reroll(hand, lying, rerolled, pays)
        return lambda hand: passes(hand, lying, pays)

    def assumptions(self, state: State) -> tuple[str, ...]:
        table = Table(state)
        often = f"{self.turbos} pays" if self.turbos in TURBOS else f"pays, with probability {self.turbos},"
        said = [f"the captain {often} turbos where he needs them"]
        if self.whose(table) != table.captain:
            said.append(f"seat {self.player} is captain")
        if self.dice is not None:
            said.append(f"the dice show {self.dice}")
        elif table.phase == "lone":
            said.append("the captain flies on")
        elif self.crash_is_final(table) and self.then == "nothing":
            said.append("the crash that was called is final")
        return (*super().assumptions(state), *said)


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class CaptainPasses(PassEvent):
    """The captain covers the dice that lie, or those of the roll due. Under policies: the ship moves on, whatever is played."""

    name: ClassVar[str] = "captain-passes"
    assumes: ClassVar[str | None] = "nobody plays a power card or a telescope"

    def start(self, state: State) -> Hashable:
        return (state.segment("journey"), Table(state)["city"], False)

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        journey, city, moved = seen
        return (journey, city, moved or (state.segment("journey") == journey and Table(state)["city"] > city))

    def finished(self, seen: Any) -> bool:
        return bool(seen[2])

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(seen[2])


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class PassesAfterDetour(PassEvent):
    """The captain covers the dice after a detour, having rerolled those that are best for his hand."""

    name: ClassVar[str] = "passes-after-detour"
    then: ClassVar[Then] = "detour"
    assumes: ClassVar[str | None] = "a detour is played on these dice, the captain rerolls as is best for his hand, and no more"


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class PassesAfterGust(PassEvent):
    """The captain covers the dice after a gust has rerolled all blanks."""

    name: ClassVar[str] = "passes-after-gust"
    then: ClassVar[Then] = "gust"
    assumes: ClassVar[str | None] = "a gust is played if a die is blank, and no more"
