"""Exact counting of the arrangements that a masked state of Takara Island leaves possible (rules: docs/rules/takara_island.md).

All functions read `options` of the game and `fields` of a state: a viewer's mask gives what he may hold true, a full state
its chance weights. A slot is *undecided* where `fields` shows no card. The levels are independent of each other; in each,
an arrangement gives every undecided slot a card that has not left and is not known to lie elsewhere, such that no proven
slot is a rockfall and no pile holds two stones, those found in it included. All arrangements weigh the same. Cards are
indices into CARDS; stones lie in the deep level only, rockfalls only above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, prod
from typing import Any

from orienteer.core.counting import multinomial
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.takara_island.components import CARDS, LEVELS, ROCKFALL, STONE, depths, gallery_counts

Options = Mapping[str, Any]
Fields = Mapping[str, Any]
Place = tuple[int, int]  # (pile, slot)


@dataclass(frozen=True)
class Unknown:
    """What the undecided slots of one level may hold.

    Attributes:
        level: 0 shallow, 1 middle, 2 deep.
        places: the undecided slots, ascending.
        proven: those that are no rockfall.
        closed: piles with a known or found stone; no other stone lies there.
        left: for each card, how many lie in undecided slots.
    """

    level: int
    places: tuple[Place, ...]
    proven: frozenset[Place]
    closed: frozenset[int]
    left: tuple[int, ...]

    def given(self, cards: Mapping[Place, int]) -> Unknown | None:
        """What is left where these undecided slots hold these cards; None where they cannot."""
        left, closed = list(self.left), set(self.closed)
        for place, card in cards.items():
            left[card] -= 1
            if left[card] < 0 or (card == ROCKFALL and place in self.proven) or (card == STONE and place[0] in closed):
                return None
            if card == STONE:
                closed.add(place[0])
        places = tuple(place for place in self.places if place not in cards)
        return Unknown(self.level, places, self.proven - cards.keys(), frozenset(closed), tuple(left))

    def stone_room(self) -> dict[int, int]:
        """The number of undecided slots of every pile that may hold a stone not known yet."""
        room: dict[int, int] = {}
        for pile, _ in self.places:
            if pile not in self.closed:
                room[pile] = room.get(pile, 0) + 1
        return room

    def count(self) -> int:
        """The number of arrangements."""
        others = [count for card, count in enumerate(self.left) if card not in (ROCKFALL, STONE)]
        return self.count_rockfalls() * self.count_stones() * multinomial(others)

    def count_rockfalls(self) -> int:
        """Choices of slots for the rockfalls."""
        return comb(len(self.places) - len(self.proven), self.left[ROCKFALL])

    def count_stones(self) -> int:
        """Choices of slots for the stones: in different piles."""
        ways = [1]
        for room in self.stone_room().values():
            ways = [a + room * b for a, b in zip([*ways, 0], [0, *ways], strict=True)]
        return ways[self.left[STONE]] if self.left[STONE] < len(ways) else 0


def unknown(options: Options, fields: Fields) -> tuple[Unknown, ...]:
    """What is open, by level. Raises OrienteerError where no arrangement agrees with all that is known."""
    made, deep = gallery_counts(options), depths(options)
    found = []
    for level in range(len(LEVELS)):
        first = sum(deep[:level])
        places, proven, closed = [], set(), set()
        left = [count - gone for count, gone in zip(made[level], fields["gone"][level], strict=True)]
        for pile, row in enumerate(fields["piles"]):
            if row["stone"] is not None:
                closed.add(pile)
            for slot, (card, is_proven) in enumerate(zip(row["cards"], row["proven"], strict=True), row["top"]):
                if not first <= slot < first + deep[level]:
                    continue
                if card is None:
                    places.append((pile, slot))
                    if is_proven:
                        proven.add((pile, slot))
                else:
                    left[CARDS.index(card)] -= 1
                    if card == "stone":
                        closed.add(pile)
        found.append(Unknown(level, tuple(places), frozenset(proven), frozenset(closed), tuple(left)))
        _check(found[-1])
    return tuple(found)


def _check(level: Unknown) -> None:
    where = f"piles: {LEVELS[level.level]} cards"
    for card, count in zip(CARDS, level.left, strict=True):
        if count < 0:
            raise OrienteerError(f"{where}: {-count} more {card} lie there or are gone than there are")
    if sum(level.left) != len(level.places):
        raise OrienteerError(f"{where}: {len(level.places)} are not known, {sum(level.left)} are left")
    if not level.count_rockfalls():
        open_slots = len(level.places) - len(level.proven)
        raise OrienteerError(f"{where}: {level.left[ROCKFALL]} rockfalls are left for {open_slots} that are not proven")
    if not level.count_stones():
        raise OrienteerError(
            f"{where}: {level.left[STONE]} stones are left for {len(level.stone_room())} piles that may hold one"
        )


def arrangements(options: Options, fields: Fields, cards: Mapping[Place, int] | None = None) -> int:
    """The number of arrangements in which these slots hold these cards (without any: of all).

    The chance of a conjunction is arrangements(…, cards) / arrangements(…). Slots may be decided: a slot that is known to
    hold another card gives 0. Raises OptionError for a slot with no card.
    """
    open_cards, agrees = {}, True
    for place, card in (cards or {}).items():
        known = card_at(fields, place)
        if known is None:
            open_cards[place] = card
        else:
            agrees = agrees and known == card
    levels = unknown(options, fields)
    return prod(_count_given(level, open_cards) for level in levels) if agrees else 0


def _count_given(level: Unknown, cards: Mapping[Place, int]) -> int:
    later = level.given({place: cards[place] for place in level.places if place in cards})
    return later.count() if later else 0


def card_at(fields: Fields, place: Place) -> int | None:
    """The card of a slot as `fields` shows it, None where it is undecided. Raises OptionError where no card lies."""
    pile, slot = place
    piles = fields["piles"]
    if not 0 <= pile < len(piles):
        raise OptionError("pile", pile, f"0 to {len(piles) - 1}")
    row = piles[pile]
    if not 0 <= slot - row["top"] < len(row["cards"]):
        raise OptionError(
            "slot", slot, f"a card that lies in pile {pile}: {row['top']} to {row['top'] + len(row['cards']) - 1}"
        )
    card = row["cards"][slot - row["top"]]
    return None if card is None else CARDS.index(card)


def card_marginal(options: Options, fields: Fields, pile: int, slot: int) -> dict[int, Fraction]:
    """The chance of every card that this slot may hold. Raises OptionError where no card lies there."""
    known = card_at(fields, (pile, slot))
    if known is not None:
        return {known: Fraction(1)}
    level = next(level for level in unknown(options, fields) if (pile, slot) in level.places)
    weights = {card: _count_given(level, {(pile, slot): card}) for card, count in enumerate(level.left) if count}
    total = level.count()
    return {card: Fraction(weight, total) for card, weight in weights.items() if weight}


def stone_piles(options: Options, fields: Fields) -> dict[frozenset[int], int]:
    """Whole-number weights of the piles in which the stones lie that are neither found nor known; {frozenset(): 1} if none.

    Within its pile a stone is in every undecided deep slot equally likely.
    """
    deep = unknown(options, fields)[-1]
    law = {frozenset[int](): 1}
    for pile, room in deep.stone_room().items():
        law |= {piles | {pile}: weight * room for piles, weight in law.items()}
    law = {piles: weight for piles, weight in law.items() if len(piles) == deep.left[STONE]}
    shared = gcd(*law.values())
    return {piles: weight // shared for piles, weight in law.items()}


def known_stones(fields: Fields) -> frozenset[int]:
    """Piles with a stone that is found or known to lie there."""
    return frozenset(i for i, row in enumerate(fields["piles"]) if row["stone"] is not None or "stone" in row["cards"])


# -- worlds: the cards that somebody else has looked at --------------------------------------------------------------------


def hidden_places(fields: Fields) -> tuple[Place, ...]:
    """Undecided slots that some seat has looked at: what a complete state decides besides `fields`."""
    return tuple(
        (pile, row["top"] + i)
        for pile, row in enumerate(fields["piles"])
        for i, card in enumerate(row["cards"])
        if card is None and row["seen_by"][i]
    )


def count_worlds(options: Options, fields: Fields) -> int:
    """The exact number of ways to decide `hidden_places`."""
    return prod(_count_level(level, hidden_places(fields)) for level in unknown(options, fields))


def _count_level(level: Unknown, hidden: tuple[Place, ...]) -> int:
    """Sequences of cards in the level's hidden slots that leave an arrangement of the rest."""
    places = [place for place in hidden if place in level.places]
    rest = Unknown(
        level.level, tuple(p for p in level.places if p not in hidden), level.proven - set(hidden), level.closed, level.left
    )
    others = _sequences([count for card, count in enumerate(level.left) if card not in (ROCKFALL, STONE)], len(places))
    total = 0
    open_slots = [place for place in places if place not in level.proven]
    for rockfalls in range(level.left[ROCKFALL] + 1):
        if level.left[ROCKFALL] - rockfalls <= len(rest.places) - len(rest.proven) and rockfalls <= len(places):
            total += comb(len(open_slots), rockfalls) * others[len(places) - rockfalls]
    if not level.left[STONE]:
        return total
    return sum(ways * others[len(places) - stones] for stones, ways in _stones_shown(level, places, rest).items())


def _stones_shown(level: Unknown, places: list[Place], rest: Unknown) -> dict[int, int]:
    """By number of stones in these slots, the choices of their slots for which the other stones have room elsewhere."""
    shown = [pile for pile, _ in places if pile not in level.closed]
    room = set(rest.stone_room())
    found: dict[int, int] = {}
    choices: list[frozenset[int]] = [frozenset()]
    for pile in shown:
        choices += [piles | {pile} for piles in choices if pile not in piles and len(piles) < level.left[STONE]]
    for piles in choices:
        if len(room - piles) >= level.left[STONE] - len(piles):
            found[len(piles)] = found.get(len(piles), 0) + 1
    return found


def _sequences(counts: list[int], length: int) -> list[int]:
    """The number of sequences of each length up to `length` that take from a multiset with these counts."""
    ways = [1, *[0] * length]
    for count in counts:
        ways = [sum(comb(n, k) * ways[n - k] for k in range(min(count, n) + 1)) for n in range(length + 1)]
    return ways


def worlds(options: Options, fields: Fields) -> Iterator[tuple[dict[Place, int], int]]:
    """Every way to decide `hidden_places`, once, with the number of arrangements that agree with it."""
    levels = unknown(options, fields)
    hidden = hidden_places(fields)
    yield from _decided(levels, hidden, {})


def _decided(
    levels: tuple[Unknown, ...], hidden: tuple[Place, ...], cards: dict[Place, int]
) -> Iterator[tuple[dict[Place, int], int]]:
    if len(cards) == len(hidden):
        yield dict(cards), prod(level.count() for level in levels)
        return
    place = hidden[len(cards)]
    index = next(i for i, level in enumerate(levels) if place in level.places)
    for card, count in enumerate(levels[index].left):
        later = levels[index].given({place: card}) if count else None
        if later is not None and later.count():
            yield from _decided((*levels[:index], later, *levels[index + 1 :]), hidden, cards | {place: card})
