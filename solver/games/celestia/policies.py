"""Named policies of Celestia: complete players for every choice, which read nothing but what their seat knows.

They look at the masked state alone: hand sizes and other public facts, the own hand and the own treasures. Each depends on
what the state key keeps, so exact distributions may merge states by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from orienteer.core.celestia.components import (
    FACES,
    HAZARDS,
    JETPACK,
    NUM_EQUIPMENT,
    TELESCOPE_POINTS,
    TURBO,
    city_rows,
)
from orienteer.games.celestia.counting import Dice, Hand, passes_after_reroll, passes_roll, shortfall
from orienteer.policies import POLICIES, NamedPolicy, Probability, whole

if TYPE_CHECKING:
    from orienteer.core.celestia import CelestiaState
    from orienteer.core.state import State

STAY, LEAVE, FLY, CRASH, PASS, PLAY_GUST, PLAY_DETOUR, PLAY_TELESCOPE, PLAY_JETPACK, PLAY_HOOK, EJECT = range(11)
UNCOVERED = Fraction(2, 3)  # about the share of cards that do not help against a given hazard
SPOIL_FROM = 9  # the next city's value from which a player who is off plays his gust

Choice = Mapping[int, Probability]


class Sight:
    """What a seat sees that is about to choose, as the rules below read it.

    Attributes:
        fields: the masked state as plain values.
        legal: the seat's actions.
        value, next_value: of the ship's city, 0 where no treasure is left there; of the one after it, 0 at the last.
        dice: the dice that lie, by face.
        hand: the own cards by card; `helpful`: equipment and turbos as `counting` takes them.
        aboard, leads: whether the seat is aboard; is captain.
    """

    def __init__(self, state: State, player: int) -> None:
        self.fields: dict[str, Any] = cast("CelestiaState", state).fields()
        self.options = state.game.options
        self.rows = city_rows(self.options)
        self.player = player
        self.state = state
        self.legal = state.legal_actions(player)
        self.city = [row[0] for row in self.rows].index(self.fields["city"])
        left: tuple[int, ...] = self.fields["left"]
        later = [city for city in range(self.city + 1, len(self.rows)) if left[city]]
        self.next_city = later[0] if later else len(self.rows)
        self.is_next_last = len(later) == 1
        self.value = self.rows[self.city][0] if left[self.city] else 0
        self.next_value = self.rows[self.next_city][0] if later else 0
        self.dice: Dice = tuple(self.fields["dice"].count(face) for face in FACES)
        self.hand: Hand = self.fields["hands"][player]
        self.aboard: bool = self.fields["aboard"][player]
        self.leads: bool = self.fields["captain"] == player

    @cached_property
    def hazards(self) -> int:
        return sum(self.dice[: len(HAZARDS)])

    @cached_property
    def captains_cards(self) -> int:
        return int(self.fields["hand_sizes"][self.fields["captain"]])

    @cached_property
    def helpful(self) -> Hand:
        return (*self.hand[:NUM_EQUIPMENT], self.hand[TURBO])

    @cached_property
    def turbos_needed(self) -> int:
        """Hazards that the own equipment leaves uncovered."""
        return shortfall(self.helpful, self.dice)

    @cached_property
    def covers(self) -> bool:
        """Whether the seat is captain and can fly on, with turbos if need be."""
        return self.leads and self.turbos_needed <= self.hand[TURBO]

    @cached_property
    def leaving_wins(self) -> bool:
        """Whether every treasure of this city but a telescope brings the seat to the target."""
        least = self.rows[self.city][2][0][0] if self.value else 0
        return bool(self.fields["totals"][self.player] + least >= self.options["target"])

    def roll_odds(self) -> Fraction:
        """P(the seat, alone aboard, covers the coming roll)."""
        row = self.city if self.options["dice_by"] == "current_city" else self.next_city - 1
        return passes_roll(self.helpful, self.rows[row][1])

    def odds_after(self, action: int) -> Fraction:
        """P(the captain covers the dice) once he has rerolled those that a detour's choice picks up."""
        words = self.state.action_to_string(self.player, action).split("-")
        picked = [words.count(face) for face in FACES]
        kept = tuple(lying - count for lying, count in zip(self.dice, picked, strict=True))
        return passes_after_reroll(self.helpful, kept, sum(picked))

    def telescope_pays(self) -> bool:
        """Whether the next city is worth more than the telescope, and more than a jetpack would bring."""
        instead = self.value if self.hand[JETPACK] else 0
        return self.next_value > TELESCOPE_POINTS + instead

    def next_aboard(self, seat: int) -> int:
        """The next seat clockwise that is aboard, or would be once the player is."""
        players = len(self.fields["aboard"])
        order = [(seat + step) % players for step in range(1, players + 1)]
        return next(who for who in order if self.fields["aboard"][who] or who == self.player)

    def shown_worth(self, seat: int) -> int:
        """Points of a seat's treasures, each taken as its city's value."""
        backs = self.fields["backs"][seat]
        return sum(count * row[0] for count, row in zip(backs, self.rows, strict=True))


@dataclass(frozen=True)
class Baseline(NamedPolicy):
    """Base of players that choose by simple rules; a subclass says when a passenger leaves, and what it does better.

    Here: a lone captain leaves where flying on is worth less than this city, counting one leg; the captain flies whenever he
    can; a telescope is played where it pays, a jetpack always, other cards never; a detour rerolls what is not covered.
    """

    def __call__(self, state: State, player: int) -> Choice:
        sight = Sight(state, player)
        if len(sight.legal) == 1:
            return {sight.legal[0]: 1}
        return {getattr(self, f"choose_{sight.fields['phase']}")(sight): 1}

    def leaves(self, sight: Sight) -> bool:
        """Whether a passenger gets off with the dice that lie."""
        raise NotImplementedError(f"{type(self).__name__} must implement leaves")

    def choose_lone(self, sight: Sight) -> int:
        return LEAVE if sight.roll_odds() * sight.next_value < sight.value else FLY

    def choose_passenger(self, sight: Sight) -> int:
        return LEAVE if self.leaves(sight) else STAY

    def choose_announcement(self, sight: Sight) -> int:
        return FLY

    def choose_window_a(self, sight: Sight) -> int:
        return PASS

    def choose_window_b(self, sight: Sight) -> int:
        return PLAY_TELESCOPE if PLAY_TELESCOPE in sight.legal and sight.telescope_pays() else PASS

    def choose_jetpack(self, sight: Sight) -> int:
        return PLAY_JETPACK

    def choose_hook(self, sight: Sight) -> int:
        return PASS

    def choose_detour(self, sight: Sight) -> int:
        return max(sight.legal, key=lambda action: (sight.odds_after(action), -action))


@POLICIES.register("celestia")
@dataclass(frozen=True)
class ThresholdPassenger(Baseline):
    """Leave from a city of value `leave_at` on; below it when the odds times the next city's value are below this city's.

    The odds go by the captain's number of cards k and the hazards h shown: (1 - (2/3)^k)^h. Alone aboard the own cards are
    counted instead.
    """

    name: ClassVar[str] = "threshold-passenger"
    leave_at: int = whole(1, 99, default=6)

    def leaves(self, sight: Sight) -> bool:
        odds = (1 - UNCOVERED**sight.captains_cards) ** sight.hazards
        return sight.value >= self.leave_at or odds * sight.next_value < sight.value

    def choose_lone(self, sight: Sight) -> int:
        return LEAVE if sight.value >= self.leave_at else super().choose_lone(sight)


@POLICIES.register("celestia")
@dataclass(frozen=True)
class RuleBot(Baseline):
    """Stay while the captain holds at least `cards` cards for each hazard shown; play cards by rules of thumb.

    Leaves where that wins the game, stays with a jetpack in hand. As captain spends turbos where the next city is worth at
    least `points` for each, and always when alone. Detour: on dice that look lost, unless a jetpack is at hand; after a
    crash call a telescope that pays comes first.
    Gust: from off the ship, when it is bound for a city of 9 or more. Ejection: himself from dice that look lost, else the
    passenger with most treasures before the last city. Hook: when the ship came to a city worth more, and as a passenger.
    """

    name: ClassVar[str] = "rule-bot"
    cards: int = whole(0, 20, default=4)
    points: int = whole(0, 99, default=3)

    def looks_lost(self, sight: Sight) -> bool:
        return not sight.covers if sight.leads else sight.captains_cards < self.cards * sight.hazards

    def leaves(self, sight: Sight) -> bool:
        if sight.leaving_wins:
            return True
        return self.looks_lost(sight) and not sight.hand[JETPACK]

    def choose_lone(self, sight: Sight) -> int:
        return LEAVE if sight.leaving_wins else super().choose_lone(sight)

    def choose_announcement(self, sight: Sight) -> int:
        alone = sum(sight.fields["aboard"]) == 1
        return FLY if alone or sight.next_value >= self.points * sight.turbos_needed else CRASH

    def choose_window_a(self, sight: Sight) -> int:
        if PLAY_GUST in sight.legal and not sight.aboard and sight.next_value >= SPOIL_FROM:
            return PLAY_GUST
        if self.looks_lost(sight):
            if EJECT + sight.player in sight.legal and not sight.hand[JETPACK]:
                return EJECT + sight.player
            return self.detour(sight)
        rivals = [action - EJECT for action in sight.legal if action >= EJECT and action != EJECT + sight.player]
        if rivals and sight.is_next_last:
            return EJECT + max(rivals, key=lambda seat: (sight.shown_worth(seat), -seat))
        return PASS

    def choose_window_b(self, sight: Sight) -> int:
        if PLAY_TELESCOPE in sight.legal and sight.telescope_pays():
            return PLAY_TELESCOPE
        return self.detour(sight)

    def detour(self, sight: Sight) -> int:
        return PLAY_DETOUR if PLAY_DETOUR in sight.legal and not sight.hand[JETPACK] else PASS

    def choose_hook(self, sight: Sight) -> int:
        drawn = sight.fields["leg_treasures"][sight.player]
        gained = sight.value > (TELESCOPE_POINTS if drawn == "telescope" else drawn)
        # Who would be captain next cannot leave where he comes to.
        leads_next = sight.next_aboard(sight.fields["captain"]) == sight.player and sight.next_value > 0
        return PLAY_HOOK if gained and not leads_next else PASS
