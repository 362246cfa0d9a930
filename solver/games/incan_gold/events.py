"""Named events of Incan Gold: what the rest of this round brings.

Without policies every event but `bust` is counted exactly (counting.py) on the assumption that nobody leaves; at a
choice, the opening one included, that everyone inside stays now too. With policies an event counts only if play comes
to it: nothing is turned up once everyone has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from orienteer.core.errors import OptionError
from orienteer.core.incan_gold.components import HAZARDS
from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.distributions import QUANTITIES, Action, Value
from orienteer.events import Answer, Event
from orienteer.games.incan_gold.counting import CaveCounts
from orienteer.policies import whole, word

if TYPE_CHECKING:
    from collections.abc import Hashable

    from orienteer.core.incan_gold import IncanGold, IncanGoldState

MAX_CARDS = 80  # that a deck can hold


@dataclass(frozen=True)
class CaveEvent(Event):
    """Base of this game's events. None tells hazard kinds apart, so states merge by their key for points."""

    objective: ClassVar[str | None] = "points"
    only_horizon: ClassVar[str | None] = "round"
    horizon: ClassVar[str] = "round"
    assumes: ClassVar[str | None] = "nobody leaves before the bust"

    def assumptions(self, state: State) -> tuple[str, ...]:
        first = () if state.is_chance_node() else ("everyone inside stays at the choice that is due",)
        return first + super().assumptions(state)


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class BustNext(CaveEvent):
    """The next card is the second of a hazard kind."""

    name: ClassVar[str] = "bust-next"
    assumes: ClassVar[str | None] = "a card is turned up"

    def assumptions(self, state: State) -> tuple[str, ...]:
        return () if state.is_chance_node() else ("somebody stays at the choice that is due",)

    def counted(self, state: State) -> Answer:
        return counts(state).bust_next()

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        return _bust_or(player, ended, "no" if player == CHANCE_PLAYER else None)

    def finished(self, seen: Any) -> bool:
        return seen is not None

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(seen == "bust")


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class BustWithin(CaveEvent):
    """The round ends in a bust within the next `cards` cards."""

    name: ClassVar[str] = "bust-within"
    cards: int = whole(1, MAX_CARDS)

    def assumptions(self, state: State) -> tuple[str, ...]:
        return super().assumptions(state) if self.cards > 1 else BustNext().assumptions(state)

    def counted(self, state: State) -> Answer:
        cave = counts(state)
        return cave.bust_within(min(self.cards, cave.num_cards))

    def start(self, state: State) -> Hashable:
        return 0

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        turned_up = seen + (player == CHANCE_PLAYER)
        return _bust_or(player, ended, turned_up)

    def finished(self, seen: Any) -> bool:
        return seen in ("bust", self.cards)

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(seen == "bust")


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class Bust(CaveEvent):
    """This round ends in a bust. Needs policies: if nobody ever leaves it is certain."""

    name: ClassVar[str] = "bust"
    assumes: ClassVar[str | None] = None

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        return _bust_or(player, ended, None)

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(seen == "bust")


@dataclass(frozen=True)
class Appears(CaveEvent):
    """Base: at least one of some safe cards is turned up in the rest of this round."""

    def wanted(self, game: IncanGold) -> set[int]:
        """Outcomes that are such cards."""
        raise NotImplementedError(f"{type(self).__name__} must implement wanted")

    def counted(self, state: State) -> Answer:
        game = cast("IncanGold", state.game)
        wanted = self.wanted(game)
        marked = sum(count for outcome, count in _deck(state).items() if outcome in wanted)
        cave = counts(state)
        if not marked:
            return Fraction(0)
        # Only which safe cards are the marked ones matters here, not what they are.
        safe = cave.treasures + cave.artifacts
        return CaveCounts(safe - marked, marked, cave.shown, cave.unshown).artifact_before_bust()

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        # A choice may end the round, and a joint action is no outcome.
        return "yes" if player == CHANCE_PLAYER and action in self.wanted(cast("IncanGold", state.game)) else None

    def finished(self, seen: Any) -> bool:
        return bool(seen == "yes")

    def value(self, seen: Any, start: State, end: State) -> Value:
        return bool(seen == "yes")


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class ArtifactAppears(Appears):
    """An artifact, any of those in the deck, is turned up before the bust."""

    name: ClassVar[str] = "artifact-appears"

    def wanted(self, game: IncanGold) -> set[int]:
        return {outcome for outcome, text in enumerate(game.outcome_names) if text.startswith("artifact")}


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class CardAppears(Appears):
    """A card of this name (a treasure's value, "artifact", "artifact-7") is turned up before the bust."""

    name: ClassVar[str] = "card-appears"
    card: str = word("a treasure's value or an artifact")

    def check(self, state: State) -> None:
        game = cast("IncanGold", state.game)
        names = [name for name in game.outcome_names if name not in HAZARDS]
        if self.card not in names:
            raise OptionError("card-appears: card", self.card, ", ".join(names))

    def wanted(self, game: IncanGold) -> set[int]:
        return {game.outcome_names.index(self.card)}


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class RoundLength(CaveEvent):
    """How many more cards this round turns up, the busting card included."""

    name: ClassVar[str] = "round-length"
    distribution_valued: ClassVar[bool] = True

    def counted(self, state: State) -> Answer:
        return counts(state).bust_index()

    def start(self, state: State) -> Hashable:
        return 0

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        return int(seen) + (player == CHANCE_PLAYER)

    def value(self, seen: Any, start: State, end: State) -> Value:
        return int(seen)


@QUANTITIES.register("incan_gold")
@dataclass(frozen=True)
class HazardsOut(CaveEvent):
    """How many hazard cards lie on the path when the round ends, the busting card and those there now included."""

    name: ClassVar[str] = "hazards-out"
    distribution_valued: ClassVar[bool] = True

    def counted(self, state: State) -> Answer:
        return counts(state).hazards_out_at_bust()

    def start(self, state: State) -> Hashable:
        return sum(name in HAZARDS for name in cast("IncanGoldState", state).fields()["path"])

    def step(self, seen: Any, player: int, action: Action, state: State, ended: bool) -> Hashable:
        if player != CHANCE_PLAYER:
            return int(seen)
        assert isinstance(action, int)
        return int(seen) + (cast("IncanGold", state.game).outcome_names[action] in HAZARDS)

    def value(self, seen: Any, start: State, end: State) -> Value:
        return int(seen)


# -- the deck ----------------------------------------------------------------------------------------------------------


def counts(state: State) -> CaveCounts:
    """The deck before the next card, as the counting needs it."""
    names = cast("IncanGold", state.game).outcome_names
    path = cast("IncanGoldState", state).fields()["path"]
    deck = {names[outcome]: count for outcome, count in _deck(state).items()}
    hazards = HAZARDS[: len(state.game.options["hazards"])]
    return CaveCounts(
        treasures=sum(count for name, count in deck.items() if name.isdecimal()),
        artifacts=sum(count for name, count in deck.items() if name.startswith("artifact")),
        shown=tuple(deck.get(kind, 0) for kind in hazards if kind in path),
        unshown=tuple(deck.get(kind, 0) for kind in hazards if kind not in path),
    )


def _deck(state: State) -> dict[int, int]:
    """Cards by outcome; at a choice, the deck that everyone's staying comes to."""
    if state.is_simultaneous_node():
        stay = [0 if state.legal_actions(seat) else None for seat in range(state.game.num_players)]
        state = state.child_joint(stay)
    elif not state.is_chance_node():
        state = state.child(0)
    return dict(state.chance_outcomes())


def _bust_or(player: int, ended: bool, otherwise: int | str | None) -> int | Literal["bust"] | str | None:
    """The word "bust" when a card has ended the round."""
    return "bust" if ended and player == CHANCE_PLAYER else otherwise
