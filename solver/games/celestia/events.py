"""Named events of Celestia: the captain's chances, what players hold, and what they draw.

Everything is counted on the viewer's belief: hands as compositions (counting.py), treasures as draws without replacement.
Beyond the belief's limits (evidence on more than two hidden hands) the same chances are averaged over sampled worlds.
Each event says what it assumes of choices to come; what others did until now is an assumption of the belief.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, cast

from orienteer.core.celestia.components import CARDS, FACES, NUM_EQUIPMENT, TURBO
from orienteer.core.errors import OrienteerError
from orienteer.distributions import QUANTITIES, Action, Value
from orienteer.events import Answer, Event
from orienteer.games.celestia.counting import (
    ONE,
    ZERO,
    Dice,
    Hand,
    Then,
    mean,
    passes,
    passes_after_detour,
    passes_after_gust,
    passes_after_reroll,
    passes_roll,
)
from orienteer.games.celestia.parameters import TURBOS, card_word, faces_word, seat_or, turbos_word
from orienteer.games.celestia.table import Table, face_counts
from orienteer.games.celestia.treasure_events import (
    DrawsAtLeast,
    DrawsTreasure,
    HasTarget,
    ReachesTarget,
    TotalPoints,
    TreasurePoints,
)
from orienteer.policies import whole

if TYPE_CHECKING:
    from collections.abc import Hashable

    from orienteer.core.celestia.belief import CelestiaBelief
    from orienteer.core.state import Belief, State, View

__all__ = [
    "CaptainPasses",
    "CopiesHeld",
    "DrawsAtLeast",
    "DrawsCard",
    "DrawsTreasure",
    "HasTarget",
    "Holds",
    "PassesAfterDetour",
    "PassesAfterGust",
    "ReachesTarget",
    "TotalPoints",
    "TreasurePoints",
]

HIDDEN_TURN = "who is asked now is hidden: counts leave out what that tells of hands, samples do not"
EQUIPMENT = tuple(range(NUM_EQUIPMENT))
MAX_CARDS = 99  # in a hand


@dataclass(frozen=True)
class CardEvent(Event):
    """Base: a chance that depends on who holds which cards."""

    def assumptions(self, state: State) -> tuple[str, ...]:
        hidden = (HIDDEN_TURN,) if Table(state).turn_is_hidden else ()
        return (*super().assumptions(state), *hidden)


@dataclass(frozen=True)
class HandEvent(CardEvent):
    """Base: a chance that depends on one seat's hand alone."""

    def whose(self, table: Table) -> int:
        """The seat."""
        raise NotImplementedError(f"{type(self).__name__} must implement whose")

    def cards(self, table: Table) -> tuple[int, ...]:
        """The cards whose counts matter."""
        raise NotImplementedError(f"{type(self).__name__} must implement cards")

    def chance(self, table: Table) -> Callable[[Hand], Fraction]:
        """The chance by those counts."""
        raise NotImplementedError(f"{type(self).__name__} must implement chance")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        table = Table(view.mask)
        weights = table.hand_weights(cast("CelestiaBelief", belief), self.whose(table), self.cards(table))
        return mean(weights, self.chance(table))

    def by_world(self, view: View) -> Callable[[State], Answer]:
        table = Table(view.mask)
        seat, cards, chance = self.whose(table), self.cards(table), self.chance(table)
        found: dict[Hand, Fraction] = {}

        def in_world(world: State) -> Answer:
            held = Table(world)["hands"][seat]
            hand = tuple(held[card] for card in cards)
            if hand not in found:
                found[hand] = chance(hand)
            return found[hand]

        return in_world


# -- the captain ---------------------------------------------------------------------------------------------------------


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


# -- cards ---------------------------------------------------------------------------------------------------------------


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class Holds(HandEvent):
    """A player holds at least `count` copies of a card now."""

    name: ClassVar[str] = "holds"
    assumes: ClassVar[str | None] = "cards are drawn at random"
    player: int = whole(0, 5)
    card: str = card_word()
    count: int = whole(1, MAX_CARDS, default=1)

    def check(self, state: State) -> None:
        self.whose(Table(state))

    def whose(self, table: Table) -> int:
        return seat_or(self.name, table, self.player, 0)

    def cards(self, table: Table) -> tuple[int, ...]:
        return (CARDS.index(self.card),)

    def chance(self, table: Table) -> Callable[[Hand], Fraction]:
        return lambda counts: Fraction(counts[0] >= self.count)


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class CopiesHeld(CardEvent):
    """How many copies of a card a player holds now."""

    name: ClassVar[str] = "copies-held"
    assumes: ClassVar[str | None] = "cards are drawn at random"
    distribution_valued: ClassVar[bool] = True
    player: int = whole(0, 5)
    card: str = card_word()

    def check(self, state: State) -> None:
        seat_or(self.name, Table(state), self.player, 0)

    def counted_view(self, view: View, belief: Belief) -> Answer:
        weights = Table(view.mask).hand_weights(cast("CelestiaBelief", belief), self.player, (CARDS.index(self.card),))
        total = sum(weights.values())
        return {counts[0]: Fraction(weight, total) for counts, weight in sorted(weights.items()) if weight}

    def by_world(self, view: View) -> Callable[[State], Answer]:
        card = CARDS.index(self.card)
        return lambda world: {Table(world)["hands"][self.player][card]: ONE}


@QUANTITIES.register("celestia")
@dataclass(frozen=True)
class DrawsCard(CardEvent):
    """The next card drawn from the deck, by whomever, is this one."""

    name: ClassVar[str] = "draws-card"
    assumes: ClassVar[str | None] = "a card is drawn before any other is played"
    card: str = card_word()

    def check(self, state: State) -> None:
        table = Table(state)
        if not table["deck_size"] + sum(table["discards"]):
            raise OrienteerError(f"{self.name}: the deck and the discards are empty, no card can be drawn")

    def counted_view(self, view: View, belief: Belief) -> Answer:
        table, card = Table(view.mask), CARDS.index(self.card)
        if not table["deck_size"]:
            return _share(table["discards"], card)
        in_hands = ZERO
        for seat in table.seats:
            if table["hands"][seat] is None:
                weights = table.hand_weights(cast("CelestiaBelief", belief), seat, (card,))
                in_hands += mean(weights, lambda counts: Fraction(counts[0]))
        return (table.unseen_cards()[card] - in_hands) * Fraction(1, table["deck_size"])

    def by_world(self, view: View) -> Callable[[State], Answer]:
        card = CARDS.index(self.card)

        def in_world(world: State) -> Answer:
            table = Table(world)
            return _share(table["deck"] if table["deck_size"] else table["discards"], card)

        return in_world


def _share(counts: tuple[int, ...], card: int) -> Fraction:
    return Fraction(counts[card], sum(counts))
