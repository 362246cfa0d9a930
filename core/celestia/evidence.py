"""What an observation log says about hidden hands and treasures, in the order in which it was seen.

`read` turns a log into facts; `Account` un-plays them from the masked state to the log's start, so that a log may begin at
the deal or anywhere: cards that are unseen there are exchangeable. Errors name the entry of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from orienteer.core.celestia.components import (
    CARDS,
    EJECTION,
    FACES,
    HAZARDS,
    HOOK,
    NUM_EQUIPMENT,
    TURBO,
    CityRow,
)
from orienteer.core.errors import OrienteerError

NUM_CARDS = len(CARDS)
TELESCOPE = 3  # worth index of a telescope; a city's values take the indices before it
NO_CARDS = (0,) * NUM_CARDS
# Entries that say nothing about what is hidden.
SILENT = ("roll", "stay", "leave", "go_on", "choose", "reroll", "settle", "pass")


@dataclass(frozen=True)
class Fact:
    """One entry of a log as far as it bears on what is hidden.

    Attributes:
        kind: "deal", "draw", "play", "crash", "treasure", "telescope", "hook", "journey" or "over".
        index: its place in the log.
        seat: who drew, played, called or used.
        cards: counts by card, of a play (a flight's included), a viewer's deal; of a call the equipment it was short of.
        none_left: equipment of which the hand held none after a flight.
        card: the card drawn, where it was seen.
        reshuffled: counts of the discards that were made the deck just before this draw.
        city: row of the city.
        worth: index of the treasure's worth, where it was seen.
        totals: points at the end of the game.
    """

    kind: str
    index: int
    seat: int = -1
    cards: tuple[int, ...] = NO_CARDS
    none_left: tuple[int, ...] = ()
    card: int | None = None
    reshuffled: tuple[int, ...] | None = None
    city: int = -1
    worth: int | None = None
    totals: tuple[int, ...] = ()


def refuse(index: int, text: str) -> OrienteerError:
    return OrienteerError(f"evidence[{index}]: {text}")


def is_question(entry: object) -> bool:
    """Whether an entry only says that the viewer is asked."""
    return isinstance(entry, tuple) and entry[:1] == ("asked",)


def own_passes(log: Sequence[object]) -> int:
    """How often the viewer has passed since the last event that others noticed."""
    count = 0
    for entry in reversed(log):
        if entry == ("pass",):
            count += 1
        elif not is_question(entry):
            break
    return count


def read(log: Sequence[object], players: int, cities: Sequence[CityRow]) -> list[Fact]:
    """The facts of a log. Raises OrienteerError, naming the entry, for one that is no observation."""
    facts = []
    for index, entry in enumerate(log):
        if is_question(entry):
            continue
        try:
            fact = _fact(index, entry, players, cities)
        except (TypeError, ValueError, IndexError) as error:
            if isinstance(error, OrienteerError):
                raise
            raise refuse(index, f"{entry!r} is not an observation") from error
        if fact is not None:
            facts.append(fact)
    return facts


def later(facts: list[Fact]) -> list[Fact]:
    """The facts without the oldest quarter, from the end of a journey on where one is near."""
    place = -(-len(facts) // 4)
    for fact in facts[place : 2 * place]:
        if fact.kind == "journey":
            return facts[facts.index(fact) :]
    return facts[place:]


def _fact(index: int, event: object, players: int, cities: Sequence[CityRow]) -> Fact | None:
    if not isinstance(event, tuple) or not event:
        raise refuse(index, f"{event!r} is not an observation")
    kind, *rest = event
    if kind in SILENT:
        return None
    if kind == "journey":
        return Fact("journey", index)
    if kind == "over":
        return Fact("over", index, totals=tuple(rest[0]))
    if kind == "deal":
        return _deal(index, rest)
    seat = rest[0]
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise refuse(index, f"seat {seat!r}, allowed: 0 to {players - 1}")
    if kind == "draw":
        _, card, reshuffled = rest
        number = None if card is None else CARDS.index(card)
        return Fact("draw", index, seat, card=number, reshuffled=None if reshuffled is None else tuple(reshuffled))
    if kind == "play":
        return Fact("play", index, seat, _one(CARDS.index(rest[1])))
    if kind == "eject":
        return Fact("play", index, seat, _one(EJECTION))
    if kind == "fly":
        return _flight(index, seat, rest[1], rest[2])
    if kind == "crash":
        need = _hazards(rest[1])
        if not any(need):
            raise refuse(index, f"a crash was called on {rest[1]!r}: no hazard")
        return Fact("crash", index, seat, (*need, *NO_CARDS[NUM_EQUIPMENT:]))
    if kind in ("treasure", "telescope", "hook"):
        city = [row[0] for row in cities].index(rest[1])
        worth = None if kind == "telescope" else _worth(rest[2], cities[city])
        return Fact(kind, index, seat, _one(HOOK) if kind == "hook" else NO_CARDS, city=city, worth=worth)
    raise refuse(index, f"{kind!r} is no kind of observation")


def _one(card: int) -> tuple[int, ...]:
    return tuple(int(i == card) for i in range(NUM_CARDS))


def _deal(index: int, rest: Sequence[Any]) -> Fact | None:
    cards = rest[-1]
    if not isinstance(cards, (tuple, list)):
        return None
    counts = [0] * NUM_CARDS
    for card in cards:
        counts[CARDS.index(card)] += 1
    return Fact("deal", index, cards=tuple(counts))


def _hazards(faces: Iterable[str]) -> tuple[int, ...]:
    shown = list(faces)
    for face in shown:
        if face not in FACES:
            raise ValueError(face)
    return tuple(shown.count(hazard) for hazard in HAZARDS)


def _flight(index: int, seat: int, dice: Sequence[str], turbos: Sequence[str]) -> Fact:
    need, paid = _hazards(dice), _hazards(turbos)
    if any(turbo > hazards for turbo, hazards in zip(paid, need, strict=True)):
        raise refuse(index, f"turbos for {turbos!r}, the dice show {dice!r}")
    cards = [hazards - turbo for turbo, hazards in zip(paid, need, strict=True)]
    cards += [sum(paid), *NO_CARDS[TURBO + 1 :]]
    return Fact("play", index, seat, tuple(cards), tuple(i for i in range(NUM_EQUIPMENT) if paid[i]))


def _worth(worth: object, row: CityRow) -> int | None:
    if worth is None:
        return None
    return TELESCOPE if worth == "telescope" else [value for value, _ in row[2]].index(worth)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Table:
    """What a viewer sees of hands, cards and treasures in his masked state; lists by seat and by city row."""

    viewer: int
    hand_sizes: list[int]
    own_hand: list[int]
    discards: list[int]
    deck_size: int
    backs: list[list[int]]
    own_treasures: list[list[int]]
    telescopes_used: list[int]


@dataclass
class Account:
    """The table at the log's start, and the pools from which hidden cards and treasures came.

    Attributes:
        hand_sizes: cards in each hand at the start.
        pools: by epoch, counts of the cards that hidden players drew from: all that were unseen at the start, then each
            reshuffled deck, less what the viewer drew of it.
        slots: by seat, how many cards a hidden player drew of each epoch (none for the viewer).
        epoch_of: epoch of each draw, by its place in the log.
        backs: by seat and city row, treasures at the start.
        treasures: by city row, counts by worth index of those unseen at the start.
    """

    facts: list[Fact]
    hand_sizes: list[int]
    pools: list[list[int]] = field(default_factory=list)
    slots: list[list[int]] = field(default_factory=list)
    epoch_of: dict[int, int] = field(default_factory=dict)
    backs: list[list[int]] = field(default_factory=list)
    treasures: list[list[int]] = field(default_factory=list)


def account(facts: list[Fact], now: Table, deck: Sequence[int], made: Sequence[Sequence[int]]) -> Account:
    """Un-play the facts from the table as it is now.

    `deck`: copies of each card; `made`: by city row, how many treasures there are of each worth index. Raises
    OrienteerError, naming the entry, where play cannot have been so.
    """
    found = Account(facts, list(now.hand_sizes))
    _cards(found, now, deck)
    _treasures(found, now, made)
    return found


def _cards(found: Account, now: Table, deck: Sequence[int]) -> None:
    viewer, sizes, own, discards, deck_size = now.viewer, found.hand_sizes, now.own_hand[:], now.discards[:], now.deck_size
    decks: list[tuple[int, ...]] = []
    drawn: list[list[int]] = [[0] * NUM_CARDS]  # the viewer's draws by epoch, newest first
    # 1. Backwards to the start; own draws are put back into the deck of their epoch.
    for fact in reversed(found.facts):
        if fact.kind == "deal":
            if tuple(own) != fact.cards:
                raise refuse(fact.index, f"a deal of {_words(fact.cards)} does not lead to the hand held now")
            if fact is not found.facts[0]:
                raise refuse(fact.index, "a deal comes first")
        elif fact.kind == "draw":
            sizes[fact.seat] -= 1
            if fact.seat == viewer:
                if fact.card is None:
                    raise refuse(fact.index, "the viewer sees the card that he draws")
                own[fact.card] -= 1
                drawn[-1][fact.card] += 1
            deck_size += 1
            if fact.reshuffled is not None:
                if deck_size != sum(fact.reshuffled) or any(discards) or len(fact.reshuffled) != NUM_CARDS:
                    raise refuse(fact.index, f"the deck was made of {fact.reshuffled}, which does not lead to the table now")
                deck_size, discards = 0, list(fact.reshuffled)
                decks.append(fact.reshuffled)
                drawn.append([0] * NUM_CARDS)
        elif any(fact.cards) and fact.kind != "crash":
            sizes[fact.seat] += sum(fact.cards)
            for card, count in enumerate(fact.cards):
                discards[card] -= count
                if fact.seat == viewer:
                    own[card] += count
                if discards[card] < 0:
                    raise refuse(fact.index, f"{count} {CARDS[card]} played, fewer among the discards since")
        if sizes[fact.seat] < 0 or (fact.seat == viewer and min(own) < 0):
            raise refuse(fact.index, f"does not lead to the hand that seat {fact.seat} holds now")
    # 2. Pools by epoch, oldest first.
    found.pools = [[total - gone - held for total, gone, held in zip(deck, discards, own, strict=True)]]
    found.pools += [list(counts) for counts in reversed(decks)]
    for pool, seen in zip(found.pools, reversed(drawn), strict=True):
        for card, count in enumerate(seen):
            pool[card] -= count
            if pool[card] < 0:
                raise OrienteerError(f"evidence: the viewer drew {count} {CARDS[card]}, more than there were unseen")
    if min(found.pools[0]) < 0:
        raise OrienteerError("evidence: more cards of a kind are known than there are in the deck")
    # 3. What hidden players drew of each epoch.
    found.slots = [[0] * len(found.pools) for _ in sizes]
    epoch = 0
    for seat, size in enumerate(sizes):
        found.slots[seat][0] = 0 if seat == viewer else size
    for fact in found.facts:
        if fact.kind == "draw":
            epoch += fact.reshuffled is not None
            found.epoch_of[fact.index] = epoch
            found.slots[fact.seat][epoch] += fact.seat != viewer
    for epoch, pool in enumerate(found.pools):
        taken = sum(slots[epoch] for slots in found.slots)
        left = now.deck_size if epoch == len(found.pools) - 1 else 0
        if sum(pool) != taken + left:
            raise OrienteerError(f"evidence: {taken} cards went to hidden hands and {left} are left of {sum(pool)}")


def _treasures(found: Account, now: Table, made: Sequence[Sequence[int]]) -> None:
    viewer, used = now.viewer, now.telescopes_used[:]
    backs = [row[:] for row in now.backs]
    own = [counts[:] for counts in now.own_treasures]
    for fact in reversed(found.facts):
        if fact.kind not in ("treasure", "telescope", "hook"):
            continue
        change = -1 if fact.kind == "treasure" else 1
        worth = TELESCOPE if fact.kind == "telescope" else fact.worth
        backs[fact.seat][fact.city] += change
        if fact.seat == viewer:
            if worth is None:
                raise refuse(fact.index, "the viewer knows his own treasures")
            own[fact.city][worth] += change
        if fact.kind == "telescope":
            used[fact.city] -= 1
        if backs[fact.seat][fact.city] < 0 or used[fact.city] < 0 or (fact.seat == viewer and min(own[fact.city]) < 0):
            raise refuse(fact.index, f"does not lead to the treasures that seat {fact.seat} holds now")
    found.backs = backs
    for city, counts in enumerate(made):
        pool = [total - held for total, held in zip(counts, own[city], strict=True)]
        pool[TELESCOPE] -= used[city]
        if min(pool) < 0:
            raise OrienteerError(f"evidence: more treasures of city row {city} are known than were made")
        found.treasures.append(pool)


def _words(counts: Sequence[int]) -> str:
    return ", ".join(f"{count} {card}" for card, count in zip(CARDS, counts, strict=True) if count) or "no cards"
