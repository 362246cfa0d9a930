"""Named policies of Takara Island: complete players for every choice, which read nothing but what their seat knows.

They look at the masked state alone: public facts, the cards that the seat has seen, and the odds of any other card that follow
from both. Among equally good actions they choose at random, so that which pile is which does not matter and exact
distributions may merge states by the state key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from orienteer.core.takara_island.components import (
    CURE_COST,
    DESTROY_GOLD,
    GOLD_PER_XP,
    IMPOSTOR_EXTRA,
    RECRUIT_COST,
    SPECIALIST_COST,
    SWORD_COST,
    TAVERN_GOLD,
    TOKEN_COST,
    TOKEN_XP,
)
from orienteer.games.takara_island.sight import DIG, Sight
from orienteer.policies import POLICIES, NamedPolicy, Probability, whole

if TYPE_CHECKING:
    from orienteer.core.state import State

RENT, NO_RENT, STOP, GO_ON, TURN_UP, TAKE_GOLD, TAKE_XP, TAVERN, BUY, SELL = range(10)
SURVEY, DESTROY, FIGHT, MINER, IMPOSTOR_MINER = 20, 32, 38, 44, 110  # + pile

Choice = Mapping[int, Probability]


def best(actions: Iterable[int], gain: Callable[[int], Any]) -> tuple[list[int], Any]:
    """The actions with the highest gain, and it; of no actions ([], None)."""
    gains = {action: gain(action) for action in actions}
    most = max(gains.values(), default=None)
    return [action for action, value in gains.items() if value == most], most


@dataclass(frozen=True)
class Baseline(NamedPolicy):
    """Base of players that choose by simple rules; a subclass says when a sword is rented, and how an adventurer acts.

    Here: surveys turn every monster up and go on as long as they can, so does the miner unless that loses the game; the map
    becomes whatever is missing for the recruit, else XP; at the end of the day everyone is cured who can be paid for, and the
    recruit is hired with what is left.
    """

    def __call__(self, state: State, player: int) -> Choice:
        sight = Sight(state, player)
        if len(sight.legal) == 1:
            return {sight.legal[0]: 1}
        actions = getattr(self, f"choose_{sight.fields['phase']}")(sight)
        return dict.fromkeys(actions, Fraction(1, len(actions)))

    def choose_sword(self, sight: Sight) -> list[int]:
        raise NotImplementedError(f"{type(self).__name__} must implement choose_sword")

    def choose_act(self, sight: Sight) -> list[int]:
        raise NotImplementedError(f"{type(self).__name__} must implement choose_act")

    def choose_survey(self, sight: Sight) -> list[int]:
        return [TURN_UP if TURN_UP in sight.legal else GO_ON]

    def choose_mine_on(self, sight: Sight) -> list[int]:
        pile = sight.fields["pending"]["pile"]
        return [GO_ON if sight.ending(pile, Fraction(0)) >= 0 else STOP]

    def choose_map(self, sight: Sight) -> list[int]:
        recruits = sight.fields["recruits"][sight.player] and sight.gold < RECRUIT_COST
        return [TAKE_GOLD if recruits else TAKE_XP]

    def choose_end_of_day(self, sight: Sight) -> list[int]:
        return [max(sight.legal)]


@POLICIES.register("takara_island")
@dataclass(frozen=True)
class GreedyDigger(Baseline):
    """Take what brings most at once on average: dig, fight, destroy, miner, bank or tavern; never survey or look.

    Rents the sword where the best fight gains more than it costs. Buys a token whenever `keep` gold is left after it, and
    sells his smallest item where he can then recruit. A stone counts 10 XP; the second one, and a pile's last card, by who
    would win.
    """

    name: ClassVar[str] = "greedy-digger"
    keep: int = whole(0, 99, default=2)

    def choose_sword(self, sight: Sight) -> list[int]:
        gains = [sight.fight_gain(pile) for pile in sight.monsters()]
        return [RENT if max(gains, default=Fraction(0)) > SWORD_COST else NO_RENT]

    def choose_act(self, sight: Sight) -> list[int]:
        return best(sight.legal, lambda action: self.gain(sight, action))[0]

    def gain(self, sight: Sight, action: int) -> Fraction:
        if action == TAVERN:
            return Fraction(TAVERN_GOLD)
        if action == BUY:
            return Fraction(TOKEN_XP * GOLD_PER_XP - TOKEN_COST if sight.gold >= TOKEN_COST + self.keep else 0)
        if action < SURVEY:
            return Fraction(RECRUIT_COST if self.sells_for_recruit(sight, action - SELL) else 0)
        if DIG <= action < DESTROY:
            return sight.dig_gain(action - DIG)
        if DESTROY <= action < FIGHT:
            # It takes two adventurers.
            return sight.destroy_gain(action - DESTROY) / 2
        if FIGHT <= action < MINER:
            return sight.fight_gain(action - FIGHT)
        if MINER <= action < MINER + len(sight.piles):
            return sight.miner_gain(action - MINER) - SPECIALIST_COST[0]
        if IMPOSTOR_MINER <= action < IMPOSTOR_MINER + len(sight.piles):
            return sight.miner_gain(action - IMPOSTOR_MINER) - SPECIALIST_COST[0] - IMPOSTOR_EXTRA
        return Fraction(0)

    def sells_for_recruit(self, sight: Sight, value: int) -> bool:
        """Whether selling the item, the smallest, pays for the recruit that could not be paid for."""
        smallest = next(item for item, count in enumerate(sight.fields["items"][sight.player], 1) if count)
        missing = sight.fields["recruits"][sight.player] and sight.gold < RECRUIT_COST
        return bool(missing and value == smallest and sight.gold + value * GOLD_PER_XP >= RECRUIT_COST)


@POLICIES.register("takara_island")
@dataclass(frozen=True)
class CautiousSurveyor(Baseline):
    """Survey before digging; dig where a cure can be paid for or an injury is unlikely: at most `risk_percent` in a hundred.

    In this order: a known card that pays, stones first; a fight with the sword, where the odds are best; two rockfalls or
    more destroyed; a survey where most cards are new; a dig of an unknown card; a token; a rockfall destroyed; the tavern.
    Rents the sword where an attack on a face-up monster, or a second one, kills at least as often as not. Never hires, never
    takes a stone or a pile's last card that would lose the game.
    """

    name: ClassVar[str] = "cautious-surveyor"
    risk_percent: int = whole(0, 100, default=20)

    def choose_sword(self, sight: Sight) -> list[int]:
        odds = max((sight.fight_odds(pile) for pile in sight.monsters()), default=Fraction(0))
        if sight.unused > 1:
            odds = 1 - (1 - odds) ** 2
        return [RENT if odds >= Fraction(1, 2) else NO_RENT]

    def choose_act(self, sight: Sight) -> list[int]:
        digs = {pile: sight.dig_gain(pile) for pile in sight.piles_of(DIG)}
        known, gain = best((pile for pile in digs if len(sight.odds(pile)) == 1), digs.__getitem__)
        if known and gain > TAVERN_GOLD:
            return [DIG + pile for pile in known]
        fights, gain = best(sight.piles_of(FIGHT), lambda pile: sight.fight_odds(pile) if sight.fight_gain(pile) > 0 else 0)
        if fights and gain > 0:
            return [FIGHT + pile for pile in fights]
        destroys, gain = best(sight.piles_of(DESTROY), sight.destroy_gain)
        if destroys and gain >= 2 * DESTROY_GOLD:
            return [DESTROY + pile for pile in destroys]
        surveys, new = best((pile for pile in sight.piles_of(SURVEY) if len(sight.odds(pile)) > 1), sight.new_cards)
        if surveys and new > 0:
            return [SURVEY + pile for pile in surveys]
        safe, gain = best(
            (pile for pile in digs if sight.gold >= CURE_COST or 100 * sight.injury_odds(pile) <= self.risk_percent),
            digs.__getitem__,
        )
        if safe and gain > 0:
            return [DIG + pile for pile in safe]
        if BUY in sight.legal:
            return [BUY]
        if destroys and gain is not None and gain > 0:
            return [DESTROY + pile for pile in destroys]
        return [TAVERN]
