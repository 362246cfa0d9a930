"""What a seat of Takara Island knows when it is to choose, and what its actions bring on average, in gold.

An XP counts GOLD_PER_XP pieces. The odds of a card that the seat has not seen are those of the masked state.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from orienteer.core.takara_island.components import (
    CARDS,
    CHEST,
    CURE_COST,
    DESTROY_GOLD,
    GOLD,
    GOLD_BAG_GOLD,
    GOLD_PER_XP,
    HEALTH,
    HOSPITAL_FACES,
    IDOL_XP,
    INJURES,
    MAP_GOLD,
    MAP_XP,
    MIMIC_HEALTH,
    MIMIC_XP,
    MINER_CARDS,
    ROCKFALL,
    SKULL_GOLD,
    SKULL_XP,
    STONE,
    STONE_XP,
    SURVEY_LOOKS,
    SWORD_FACES,
    TABLET_XP,
    TOKEN_XP,
    XP,
    depths,
    gallery_counts,
)

if TYPE_CHECKING:
    from orienteer.core.state import State
    from orienteer.core.takara_island import TakaraIslandState

DIG = 26  # + pile: the action
HIT = Fraction(SWORD_FACES, SWORD_FACES + HOSPITAL_FACES)
ROCKFALL_NAME = CARDS[ROCKFALL]
DECISIVE = 50 * GOLD_PER_XP  # a win or a loss, in gold
NO_CURE = GOLD_PER_XP  # an injury that cannot be paid for
# Gold's worth of each treasure; of the mimic without what is drawn after it.
TREASURE_WORTH = (
    TABLET_XP * GOLD_PER_XP,
    IDOL_XP * GOLD_PER_XP,
    GOLD_BAG_GOLD,
    SKULL_GOLD + SKULL_XP * GOLD_PER_XP,
    max(MAP_GOLD, MAP_XP * GOLD_PER_XP),
    HIT**MIMIC_HEALTH * MIMIC_XP * GOLD_PER_XP,
)

Odds = Mapping[int, Fraction]


class Sight:
    """What a seat sees that is about to choose, as the rules below read it.

    Attributes:
        fields: the masked state as plain values.
        legal: the seat's actions.
        piles: those of `fields`.
        gold: the seat's; `unused`: its adventurers who have not acted yet.
        found, empty: stones found; piles without cards.
    """

    def __init__(self, state: State, player: int) -> None:
        self.state = state
        self.player = player
        self.legal = state.legal_actions(player)
        self.options = state.game.options
        self.fields: dict[str, Any] = cast("TakaraIslandState", state).fields()
        self.piles: tuple[dict[str, Any], ...] = self.fields["piles"]
        self.gold: int = self.fields["gold"][player]
        self.unused: int = self.fields["unused"][player]
        self.found = sum(pile["stone"] is not None for pile in self.piles)
        self._odds: dict[int, Odds] = {}
        self.empty = sum(not pile["cards"] for pile in self.piles)

    def piles_of(self, kind: int) -> list[int]:
        """The piles that are targets of an action with one target."""
        return [action - kind for action in self.legal if kind <= action < kind + len(self.piles)]

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The level of each slot."""
        return tuple(level for level, depth in enumerate(depths(self.options)) for _ in range(depth))

    @cached_property
    def unseen(self) -> tuple[tuple[int, ...], ...]:
        """By level, how many of each card lie where the seat has not looked."""
        left = [
            [made - gone for made, gone in zip(*rows, strict=True)]
            for rows in zip(gallery_counts(self.options), self.fields["gone"], strict=True)
        ]
        for pile in self.piles:
            for slot, card in enumerate(pile["cards"], pile["top"]):
                if card is not None:
                    left[self.levels[slot]][CARDS.index(card)] -= 1
        return tuple(map(tuple, left))

    def card_on_top(self, pile: int) -> int | None:
        """The top card where the seat has seen it."""
        card = self.piles[pile]["cards"][0]
        return None if card is None else CARDS.index(card)

    def odds(self, pile: int) -> Odds:
        """Of the card that a dig there turns up."""
        if pile in self._odds:
            return self._odds[pile]
        outcomes = self.state.child(DIG + pile).chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        self._odds[pile] = {card: Fraction(weight, total) for card, weight in outcomes}
        return self._odds[pile]

    @cached_property
    def injury(self) -> int:
        """What an injury costs."""
        return CURE_COST if self.gold >= CURE_COST else NO_CURE

    @cached_property
    def chest(self) -> Fraction:
        """What a chest brings on average, a mimic's further treasure left out."""
        left = self.fields["treasures"]
        worth = sum(count * worth for count, worth in zip(left, TREASURE_WORTH, strict=True))
        return Fraction(worth) / max(1, int(sum(left)))

    def taken(self, card: int, pile: int) -> Fraction:
        """What a card brings without its gold: XP, treasure or stone."""
        if card == STONE:
            return self.stone_gain(pile)
        if card == CHEST:
            return self.chest
        return Fraction(0 if HEALTH[card] else XP[card] * GOLD_PER_XP)

    def dug(self, card: int, pile: int) -> Fraction:
        """What digging this card brings."""
        hurts = INJURES[card] or (HEALTH[card] > 0 and not self.fields["sword"])
        return self.taken(card, pile) + (0 if HEALTH[card] else GOLD[card]) - hurts * self.injury

    def stone_gain(self, pile: int) -> Fraction:
        """The second stone ends the game, won or lost."""
        if self.found == 0:
            return Fraction(STONE_XP * GOLD_PER_XP)
        holders = [self.player, *(other["stone"] for other in self.piles if other["stone"] is not None)]
        if len({*holders}) == 1:
            return Fraction(DECISIVE)
        totals = [self.total(seat) + STONE_XP * holders.count(seat) for seat in range(len(self.fields["gold"]))]
        return Fraction(DECISIVE if totals[self.player] == max(totals) else -DECISIVE)

    def total(self, seat: int) -> int:
        """Without stones."""
        items = sum(value * count for value, count in enumerate(self.fields["items"][seat], 1))
        own = TOKEN_XP * self.fields["tokens"][seat] + SKULL_XP * self.fields["skulls"][seat]
        return int(items + own + self.fields["gold"][seat] // GOLD_PER_XP)

    def ending(self, pile: int, odds_of_stone: Fraction, cards: int = 1) -> Fraction:
        """What it means where these are the pile's last cards and it gives no stone."""
        if len(self.piles[pile]["cards"]) > cards:
            return Fraction(0)
        if self.found == 0 and self.empty + 1 >= max(1, len(self.piles) - 2):
            return -DECISIVE * (1 - odds_of_stone)
        if self.found == 1 and self.empty + 1 >= len(self.piles) - 1:
            totals = [self.total(seat) for seat in range(len(self.fields["gold"]))]
            return (DECISIVE if totals[self.player] == max(totals) else -DECISIVE) * (1 - odds_of_stone)
        return Fraction(0)

    def dig_gain(self, pile: int) -> Fraction:
        odds = self.odds(pile)
        gain = sum((share * self.dug(card, pile) for card, share in odds.items()), Fraction(0))
        stays = sum((share for card, share in odds.items() if HEALTH[card] or card == ROCKFALL), Fraction(0))
        return gain + (1 - stays) * self.ending(pile, odds.get(STONE, Fraction(0)) / (1 - stays) if stays < 1 else Fraction(0))

    def injury_odds(self, pile: int) -> Fraction:
        """P(a dig there injures)."""
        sword = self.fields["sword"]
        return sum((p for card, p in self.odds(pile).items() if INJURES[card] or (HEALTH[card] and not sword)), Fraction(0))

    def fight_odds(self, pile: int) -> Fraction:
        """P(one attack kills the monster on top)."""
        card = self.card_on_top(pile)
        assert card is not None
        wounds: int = self.piles[pile]["wounds"]
        return HIT ** (HEALTH[card] - wounds)

    def fight_gain(self, pile: int) -> Fraction:
        card, odds = self.card_on_top(pile), self.fight_odds(pile)
        assert card is not None
        reward = GOLD[card] + XP[card] * GOLD_PER_XP + self.ending(pile, Fraction(0))
        return odds * reward - (1 - odds) * self.injury

    def monsters(self) -> list[int]:
        """The piles with a face-up monster on top."""
        return [i for i, pile in enumerate(self.piles) if pile["face_up"][:1] == (True,) and pile["cards"][0] != ROCKFALL_NAME]

    def rockfalls(self) -> int:
        """Piles with a face-up rockfall on top."""
        return sum(pile["face_up"][:1] == (True,) and pile["cards"][0] == ROCKFALL_NAME for pile in self.piles)

    def destroy_gain(self, pile: int) -> Fraction:
        return DESTROY_GOLD * self.rockfalls() + self.ending(pile, Fraction(0))

    def miner_gain(self, pile: int) -> Fraction:
        """Of the two cards on top, each unseen one taken as the mean of its level; the price is left out."""
        gain, stone = Fraction(0), Fraction(0)
        cards = self.piles[pile]["cards"][:MINER_CARDS]
        for slot, name in enumerate(cards, self.piles[pile]["top"]):
            if name is None:
                counts = self.unseen[self.levels[slot]]
                odds = {card: Fraction(count, sum(counts)) for card, count in enumerate(counts) if count}
                if self.piles[pile]["stone"] is not None:
                    odds.pop(STONE, None)
            else:
                odds = {CARDS.index(name): Fraction(1)}
            gain += sum((share * self.taken(card, pile) for card, share in odds.items()), Fraction(0))
            stone = max(stone, odds.get(STONE, Fraction(0)))
            if name is not None and HEALTH[CARDS.index(name)]:
                return gain
        return gain + self.ending(pile, stone, MINER_CARDS)

    def new_cards(self, pile: int) -> int:
        """How many cards a survey there would show for the first time, if no rockfall ends it."""
        count = 0
        for card, face_up in zip(self.piles[pile]["cards"][:SURVEY_LOOKS], self.piles[pile]["face_up"], strict=False):
            if face_up:
                break
            count += card is None
        return count
