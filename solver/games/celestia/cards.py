"""Cards of a Celestia position: hands, discards, the deck. What adds up is derived, and must agree when given."""

from __future__ import annotations

from dataclasses import dataclass

from orienteer.core.celestia.components import CARDS, deck_counts, hand_size
from orienteer.games.celestia.happenings import card_counts
from orienteer.games.celestia.setting import Counts, Setting
from orienteer.positions.wording import missing, refused


@dataclass(frozen=True)
class CardFields:
    journey: int
    hands: tuple[Counts | None, ...]
    hand_sizes: Counts
    discards: Counts
    deck_size: int


def read_cards(setting: Setting, owed: Counts) -> CardFields:
    """Hands, discards and deck after the first deal. `owed`: by seat, 1 where he has yet to draw before this journey."""
    made = deck_counts(setting.options)
    discards = _discards(setting, made)
    hands = tuple(_hand(setting, seat) for seat in setting.seats)
    sizes = _hand_sizes(setting, hands, discards, sum(made), owed)
    _check_pool(setting, hands, sizes, discards, made)
    journey = _journey(setting, sizes, sum(discards), sum(made), owed)
    rest = sum(made) - sum(sizes) - sum(discards)
    if setting.table.deck_size is None:
        setting.notes.derive("state.deck_size", rest, f"{sum(made)} cards, {sum(sizes)} in hands, {sum(discards)} discarded")
    elif setting.table.deck_size != rest:
        parts = f"{sum(made)} cards, {sum(sizes)} in hands, {sum(discards)} discarded"
        raise refused("state.deck_size", setting.table.deck_size, f"{rest}: {parts}")
    return CardFields(journey, hands, sizes, discards, rest)


def _discards(setting: Setting, made: Counts) -> Counts:
    given = setting.table.discards
    if given is None:
        setting.notes.assume("state.discards", {})
        return (0,) * len(CARDS)
    found = card_counts(given)
    for card, n, most in zip(CARDS, found, made, strict=True):
        if n > most:
            raise refused("state.discards", f"{n} × {card}", f"at most {most}, as many as there are")
    return found


def _hand(setting: Setting, seat: int) -> Counts | None:
    """A player's hand, where the viewer knows it."""
    path, player = f"state.players[{seat}].hand", setting.player(seat)
    if not setting.knows(seat):
        if player.hand is not None:
            raise refused(path, player.hand, "null: the viewer does not see it (hand_size says how many cards)")
        return None
    if player.hand is None:
        raise missing(path, "his cards as words, [] for none: the viewer knows them")
    counts = card_counts(player.hand)
    if player.hand_size is not None and player.hand_size != sum(counts):
        raise refused(path, f"{sum(counts)} cards", f"{player.hand_size}, as hand_size says")
    return counts


def _hand_sizes(setting: Setting, hands: tuple[Counts | None, ...], discards: Counts, total: int, owed: Counts) -> Counts:
    sizes: list[int | None] = [
        sum(hand) if hand is not None else setting.player(seat).hand_size for seat, hand in enumerate(hands)
    ]
    unknown = [seat for seat in setting.seats if sizes[seat] is None]
    table = setting.table
    if len(unknown) == 1 and table.deck_size is not None:
        rest = total - table.deck_size - sum(discards) - sum(size or 0 for size in sizes)
        if rest < 0:
            raise refused(
                "state.deck_size", table.deck_size, f"at most {table.deck_size + rest}, what hands and discards leave"
            )
        sizes[unknown[0]] = rest
        setting.notes.derive(f"state.players[{unknown[0]}].hand_size", rest, "all other cards are accounted for")
    elif unknown and table.journey is not None and not sum(discards):
        for seat in unknown:
            sizes[seat] = hand_size(setting.options) + table.journey - 1 - owed[seat]
            setting.notes.derive(f"state.players[{seat}].hand_size", sizes[seat], "nothing was played so far")
    for seat, size in enumerate(sizes):
        if size is None:
            raise missing(f"state.players[{seat}].hand_size", "how many cards he holds")
    return tuple(size for size in sizes if size is not None)


def _check_pool(setting: Setting, hands: tuple[Counts | None, ...], sizes: Counts, discards: Counts, made: Counts) -> None:
    """No more cards of a kind, or in a hand, than there are."""
    open_cards = list(discards)
    for seat, hand in enumerate(hands):
        for card, n in enumerate(hand or ()):
            if n > made[card] - open_cards[card]:
                raise refused(
                    f"state.players[{seat}].hand", f"{n} × {CARDS[card]}",
                    f"at most {made[card] - open_cards[card]}: {made[card]} in all, {open_cards[card]} elsewhere",
                )  # fmt: skip
            open_cards[card] += n
    pool = sum(made) - sum(open_cards)
    for seat, hand in enumerate(hands):
        if hand is None:
            if sizes[seat] > pool:
                raise refused(
                    f"state.players[{seat}].hand_size", sizes[seat], f"at most {pool}, the cards that are left for it"
                )
            pool -= sizes[seat]


def _journey(setting: Setting, sizes: Counts, discarded: int, total: int, owed: Counts) -> int:
    """The journey's number, which says how many cards were drawn: all of them are in hands or discards until the deck runs
    out for the first time, and nobody holds more than he drew."""
    journey, first = setting.table.journey, hand_size(setting.options)
    players, seen = len(sizes), sum(sizes) + discarded + sum(owed)
    if journey is None:
        journey = max(1, seen // players - first + 1, *(n + o - first + 1 for n, o in zip(sizes, owed, strict=True)))
        if players * (first + journey - 1) != seen:  # then the deck ran out once
            journey = max(journey, total // players - first + 2)
        setting.notes.assume("state.journey", journey)
    drawn = players * (first + journey - 1)
    if drawn - sum(owed) <= total and seen != drawn:
        allowed = f"{drawn - sum(owed)}, all that were drawn up to journey {journey}"
        raise refused("state.discards", f"{seen - sum(owed)} cards in hands and discards", allowed)
    for seat, size in enumerate(sizes):
        most = first + journey - 1 - owed[seat]
        if size > most:
            raise refused(f"state.players[{seat}].hand_size", size, f"at most {most}, what he drew up to journey {journey}")
    return journey
