"""Celestia's events as words, and as the observations of the core (docs/positions.md lists both)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orienteer.core.celestia.components import CARDS, FACES, HAZARDS, city_rows, deck_counts, hand_size
from orienteer.core.state import State
from orienteer.games.celestia.models import Card, Cards, EventDocument
from orienteer.positions.names import Names, who_is, word_for
from orienteer.positions.shapes import Observation, parsed_event
from orienteer.positions.wording import missing, refused

# By type of event: the fields after the type in the order in which an observation has them.
SHAPES: dict[str, tuple[str, ...]] = {
    "deal": ("player", "cards"),
    "roll": ("dice",),
    "stay": ("player",),
    "leave": ("player",),
    "go-on": ("player",),
    "treasure": ("player", "city", "worth"),
    "play": ("player", "card"),
    "eject": ("player", "target"),
    "telescope": ("player", "city"),
    "hook": ("player", "city", "worth"),
    "choose": ("dice",),
    "reroll": ("dice",),
    "fly": ("player", "dice", "turbos"),
    "crash": ("player", "dice"),
    "settle": (),
    "journey": ("captain",),
    "over": ("totals",),
    "draw": ("player", "card", "reshuffled"),
    "asked": ("window",),
    "pass": (),
}


def card_counts(cards: Cards | Sequence[Card]) -> tuple[int, ...]:
    """Counts in the order of CARDS."""
    counts: Counter[str] = Counter(cards)
    return tuple(counts[card] for card in CARDS)


def card_list(counts: Sequence[int]) -> tuple[str, ...]:
    """Every card as a word."""
    return tuple(card for card, n in zip(CARDS, counts, strict=True) for _ in range(n))


def card_words(counts: Sequence[int]) -> dict[str, int]:
    """How many by word."""
    return {card: n for card, n in zip(CARDS, counts, strict=True) if n}


# -- words to observations --------------------------------------------------------------------------------------------


def read_event(event: Any, state: State, names: Names, field: str) -> Observation:
    """The observation that State.observe takes, of an event as words or as State.observation gives it."""
    words = parsed_event(event, EventDocument, write_event, names, field)
    reader = _Reader(state, names, field)
    values = [reader.read(name, words) for name in SHAPES[words.type]]
    observation = (words.type.replace("-", "_"), *values)
    reader.check(observation)
    return observation


class _Reader:
    """Reads the fields of one event."""

    def __init__(self, state: State, names: Names, field: str) -> None:
        self.options = state.game.options
        self.viewer: int | None = state.fields()["viewer"]  # type: ignore[attr-defined]
        self.names = names
        self.field = field
        self.rows = {row[0]: row for row in city_rows(self.options)}

    def read(self, name: str, words: Any) -> Any:
        value, field = getattr(words, name), f"{self.field}.{name}"
        if name in ("player", "target", "captain"):
            return who_is(value, self.names, field)
        if name in ("dice", "turbos"):
            return tuple(sorted(value, key=FACES.index))
        if name in ("cards", "reshuffled"):
            counts = None if value is None else self.counts(value, field)
            return counts if counts is None or name == "reshuffled" else card_list(counts)
        if name == "city":
            if value not in self.rows:
                raise refused(field, value, ", ".join(map(str, self.rows)))
            return value
        if name == "worth":
            return self.worth(words)
        return self.totals(value, field) if name == "totals" else value

    def counts(self, cards: Cards, field: str) -> tuple[int, ...]:
        found = card_counts(cards)
        for card, n, made in zip(CARDS, found, deck_counts(self.options), strict=True):
            if n > made:
                raise refused(field, f"{n} × {card}", f"at most {made}, as many as there are")
        return found

    def worth(self, words: Any) -> int | str | None:
        """What the viewer saw of a treasure; where a city has one worth only, everyone knows it."""
        field = f"{self.field}.worth"
        given: int | str | None = words.worth
        row = self.rows.get(words.city)
        if row is None:
            return None  # the city is refused
        worths = [worth for worth, _ in row[2]] + ["telescope"] * (row[3] > 0)
        if given is not None and given not in worths:
            raise refused(field, given, ", ".join(map(repr, worths)))
        if len(worths) == 1:
            return worths[0]
        own = who_is(words.player, self.names, f"{self.field}.player") == self.viewer
        if own and given is None:
            raise missing(field, f"{', '.join(map(repr, worths))}: the viewer saw it")
        if not own and given is not None:
            raise refused(field, given, "null: the viewer does not see it")
        return given

    def totals(self, given: Mapping[str, int] | Sequence[int], field: str) -> tuple[int, ...]:
        seats = range(len(self.names))
        if not isinstance(given, Mapping):
            if len(given) != len(seats):
                raise refused(field, list(given), f"{len(seats)} entries, one a seat")
            return tuple(given)
        found: dict[int, int] = {}
        for word, points in given.items():
            seat = who_is(int(word) if word.isdecimal() else word, self.names, f"{field}.{word}")
            if seat in found:
                raise refused(f"{field}.{word}", points, "one entry a player")
            found[seat] = points
        for seat in seats:
            if seat not in found:
                raise missing(f"{field}.{word_for(seat, self.names)}", "his points")
        return tuple(found[seat] for seat in seats)

    # -- what the event's type asks for -------------------------------------------------------------------------------

    def check(self, observation: Observation) -> None:
        check: Callable[..., None] | None = getattr(self, f"_check_{observation[0]}", None)
        if check is not None:
            check(*observation[1:])

    def _check_deal(self, seat: int, cards: tuple[str, ...] | None) -> None:
        if seat != self.viewer and cards is not None:
            raise refused(f"{self.field}.cards", list(cards), "null: the viewer does not see them")
        if seat == self.viewer and cards is None:
            raise missing(f"{self.field}.cards", "the hand dealt to the viewer")
        if cards is not None and len(cards) != hand_size(self.options):
            raise refused(f"{self.field}.cards", f"{len(cards)} cards", f"{hand_size(self.options)}")

    def _check_roll(self, dice: tuple[str, ...]) -> None:
        numbers = sorted({row[1] for row in list(self.rows.values())[:-1]})
        if len(dice) not in numbers:
            raise refused(f"{self.field}.dice", list(dice), f"{' or '.join(map(str, numbers))} dice")

    def _check_reroll(self, dice: tuple[str, ...]) -> None:
        if not dice:
            raise refused(f"{self.field}.dice", [], "at least one die")

    def _check_crash(self, seat: int, dice: tuple[str, ...]) -> None:
        self._check_roll(dice)
        if dice.count("blank") == len(dice):
            raise refused(f"{self.field}.dice", list(dice), "dice with a hazard: without one the captain flies")

    def _check_fly(self, seat: int, dice: tuple[str, ...], turbos: tuple[str, ...]) -> None:
        self._check_roll(dice)
        for hazard in HAZARDS:
            if turbos.count(hazard) > dice.count(hazard):
                raise refused(f"{self.field}.turbos", list(turbos), f"hazards of the dice, {', '.join(dice)}")

    def _check_play(self, seat: int, card: str) -> None:
        if not deck_counts(self.options)[CARDS.index(card)]:
            raise refused(f"{self.field}.card", card, "a card of the deck")

    def _check_eject(self, seat: int, target: int) -> None:
        if seat == target and not self.options["self_ejection"]:
            raise refused(f"{self.field}.target", target, "another seat: the rules have no self_ejection")

    def _check_telescope(self, seat: int, city: int) -> None:
        if not self.rows[city][3]:
            having = ", ".join(str(value) for value, row in self.rows.items() if row[3])
            raise refused(f"{self.field}.city", city, f"a city with a telescope: {having or 'none has one'}")

    def _check_hook(self, seat: int, city: int, worth: object) -> None:
        if not self.options["grappling_hook"]:
            raise refused(f"{self.field}.type", "hook", "without the option grappling_hook no hook")

    def _check_draw(self, seat: int, card: str | None, reshuffled: tuple[int, ...] | None) -> None:
        if seat == self.viewer and card is None:
            raise missing(f"{self.field}.card", "the card: the viewer drew it")
        if seat != self.viewer and card is not None:
            raise refused(f"{self.field}.card", card, "null: the viewer does not see it")
        if card is not None and reshuffled is not None and not reshuffled[CARDS.index(card)]:
            raise refused(f"{self.field}.card", card, "a card that was shuffled into the deck")


# -- observations to words --------------------------------------------------------------------------------------------


def write_event(observation: Observation, names: Names) -> dict[str, Any]:
    """An observation as State.observation gives it, as words."""
    kind, *values = observation
    words: dict[str, Any] = {"type": kind.replace("_", "-")}
    for name, value in zip(SHAPES[words["type"]], values, strict=True):
        if name in ("player", "target", "captain"):
            words[name] = word_for(value, names)
        elif name == "reshuffled" and value is not None:
            words[name] = card_words(value)
        elif name == "totals":
            words[name] = list(value) if None in names else dict(zip(names, value, strict=True))
        elif value is not None:
            words[name] = list(value) if isinstance(value, tuple) else value
    return words
