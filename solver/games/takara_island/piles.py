"""The piles of a Takara Island position: what lies there, who has looked at it, what the viewer knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orienteer.core.takara_island.components import CARDS, DEEP, HEALTH, LEVELS, MONSTERS, ROCKFALL, SURVEY_LOOKS
from orienteer.games.takara_island.models import CardDocument, PileDocument
from orienteer.games.takara_island.setting import Setting
from orienteer.positions.names import Names, who_is, word_for
from orienteer.positions.wording import missing, refused

FACE_UP = ("rockfall", *(CARDS[card] for card in MONSTERS))


@dataclass(frozen=True)
class CardAt:
    """What is known of a card in a pile. Everybody sees one that lies face up."""

    card: str | None
    face_up: bool
    seen_by: frozenset[int]
    proven: bool


@dataclass(frozen=True)
class PileFields:
    top: int  # the slot of the top card
    cards: tuple[CardAt, ...]
    wounds: int
    stone: int | None

    def to_fields(self) -> dict[str, Any]:
        """As TakaraIslandState.fields has a pile."""
        return {
            "top": self.top,
            "cards": tuple(at.card for at in self.cards),
            "face_up": tuple(at.face_up for at in self.cards),
            "seen_by": tuple(tuple(sorted(at.seen_by)) for at in self.cards),
            "proven": tuple(at.proven for at in self.cards),
            "wounds": self.wounds,
            "stone": self.stone,
        }


def read_piles(setting: Setting) -> tuple[PileFields, ...]:
    """Every pile by itself; what the piles say together is checked in checks.py."""
    given = setting.table.piles
    if len(given) != setting.options["piles"]:
        raise refused("state.piles", f"{len(given)} piles", f"{setting.options['piles']}, empty ones as 0")
    return tuple(_pile(setting, number) for number in range(len(given)))


def _pile(setting: Setting, number: int) -> PileFields:
    path, given = f"state.piles[{number}]", setting.table.piles[number]
    if isinstance(given, int):
        given, size_path = PileDocument(size=given), path
    else:
        size_path = f"{path}.size"
    if given.size > setting.pile_size:
        raise refused(size_path, given.size, f"at most {setting.pile_size}, as many as a pile begins with")
    if len(given.cards) > given.size:
        raise refused(f"{path}.cards", f"{len(given.cards)} cards", f"at most {given.size}, as many as lie there")
    cards = [_card(setting, f"{path}.cards[{i}]", card) for i, card in enumerate(given.cards)]
    cards += [CardAt(None, False, frozenset(), False)] * (given.size - len(cards))
    cards = _prove(setting, path, cards, given)
    _check_face_up(path, cards)
    pile = PileFields(setting.pile_size - given.size, tuple(cards), given.wounds, _finder(setting, path, given))
    _check_wounds(path, pile)
    return pile


def _card(setting: Setting, path: str, given: CardDocument | str | None) -> CardAt:
    """One card, all but what the cards below it prove."""
    if given is None:
        return CardAt(None, False, frozenset(), False)
    if isinstance(given, str):
        if setting.viewer is None:
            raise refused(path, given, "an object with 'seen_by': an omniscient viewer has looked at nothing himself")
        given = CardDocument(card=given)  # type: ignore[arg-type]
    if given.face_up:
        if given.card not in FACE_UP:
            raise refused(f"{path}.card", given.card, f"{', '.join(FACE_UP)}: no other card stays face up")
        _check_seats(setting, path, given, frozenset(setting.seats), "it lies face up")
        if given.proven:
            raise refused(f"{path}.proven", True, "false: it lies face up")
        return CardAt(given.card, True, frozenset(setting.seats), False)
    return _face_down(setting, path, given)


def _face_down(setting: Setting, path: str, given: CardDocument) -> CardAt:
    viewer = setting.viewer
    if given.seen_by is not None:
        seats = frozenset(who_is(who, setting.names, f"{path}.seen_by[{i}]") for i, who in enumerate(given.seen_by))
        if len(seats) < len(given.seen_by):
            raise refused(f"{path}.seen_by", given.seen_by, "every player once")
    elif given.card is not None and viewer is not None:
        seats = frozenset({viewer})
    elif given.card is not None or given.proven:
        raise missing(f"{path}.seen_by", "who has looked at it: it is known or proven")
    else:
        seats = frozenset()
    knows = bool(seats) if viewer is None else viewer in seats
    if given.card is not None and not knows:
        how = "nobody has" if viewer is None else f"{setting.word(viewer)!r} has not"
        raise refused(f"{path}.card", given.card, f"null: {how} looked at it")
    if given.card is None and knows:
        who = "somebody" if viewer is None else f"{setting.word(viewer)!r}"
        raise missing(f"{path}.card", f"what it is: {who} has looked at it")
    if given.proven and not seats:
        raise refused(f"{path}.seen_by", [], "who surveyed it: it is proven to be no rockfall")
    if given.proven and given.card == "rockfall":
        raise refused(f"{path}.proven", True, "false: it is a rockfall")
    return CardAt(given.card, False, seats, bool(given.proven))


def _check_seats(setting: Setting, path: str, given: CardDocument, seats: frozenset[int], why: str) -> None:
    if given.seen_by is None:
        return
    found = frozenset(who_is(who, setting.names, f"{path}.seen_by[{i}]") for i, who in enumerate(given.seen_by))
    if found != seats:
        raise refused(f"{path}.seen_by", given.seen_by, f"all players, or left out: {why}")


def _prove(setting: Setting, path: str, cards: list[CardAt], given: PileDocument) -> list[CardAt]:
    """Every card above one that is face up or proven is itself face up or proven; where that is left out, it is derived."""
    last = max((i for i, at in enumerate(cards) if at.face_up or at.proven), default=0)
    found = list(cards)
    for i in range(last):
        at = cards[i]
        if at.face_up or at.proven:
            continue
        below = f"{'face up' if cards[last].face_up else 'proven'}"
        why = f"the card below it at cards[{last}] is {below}, so a survey passed it"
        if not at.seen_by:
            raise refused(f"{path}.cards[{i}]", None, f"a card with 'seen_by': {why}")
        document = given.cards[i]
        if isinstance(document, CardDocument) and document.proven is False:
            raise refused(f"{path}.cards[{i}].proven", False, f"true: {why}")
        if at.card == "rockfall":
            raise refused(f"{path}.cards[{i}].card", "rockfall", f"another card: {why}")
        found[i] = CardAt(at.card, False, at.seen_by, True)
        setting.notes.derive(f"{path}.cards[{i}].proven", True, why)
    return found


def _check_face_up(path: str, cards: list[CardAt]) -> None:
    rockfalls = [i for i, at in enumerate(cards) if at.face_up and at.card == "rockfall"]
    if len(rockfalls) > 1:
        raise refused(f"{path}.cards[{rockfalls[1]}].face_up", True, "false: at most one face-up rockfall lies in a pile")
    for i, at in enumerate(cards):
        if i >= SURVEY_LOOKS and at.face_up:
            raise refused(f"{path}.cards[{i}].face_up", True, f"false: only the top {SURVEY_LOOKS} cards can lie face up")


def _finder(setting: Setting, path: str, given: PileDocument) -> int | None:
    """Who found the pile's stone."""
    if given.stone is None:
        return None
    deep = sum(level == DEEP for level in setting.levels)
    if given.size >= deep:
        raise refused(f"{path}.stone", given.stone, f"null: with {given.size} cards left no {LEVELS[DEEP]} card has gone")
    return who_is(given.stone, setting.names, f"{path}.stone")


def _check_wounds(path: str, pile: PileFields) -> None:
    if not pile.wounds:
        return
    top = pile.cards[0] if pile.cards else None
    if top is None or not top.face_up or top.card == CARDS[ROCKFALL]:
        raise refused(f"{path}.wounds", pile.wounds, "0: no face-up monster lies on top")
    health = HEALTH[CARDS.index(str(top.card))]
    if pile.wounds >= health:
        raise refused(f"{path}.wounds", pile.wounds, f"at most {health - 1}: {top.card} has {health} health")


# -- writing ----------------------------------------------------------------------------------------------------------


def write_pile(fields: dict[str, Any], names: Names) -> dict[str, Any]:
    """A pile of TakaraIslandState.fields as words."""
    cards: list[dict[str, Any] | None] = []
    for card, face_up, seen_by, proven in zip(
        fields["cards"], fields["face_up"], fields["seen_by"], fields["proven"], strict=True
    ):
        if face_up:
            cards.append({"card": card, "face_up": True})
        elif seen_by:
            known = {} if card is None else {"card": card}
            proof = {"proven": True} if proven else {}
            cards.append({**known, "seen_by": [word_for(seat, names) for seat in seen_by], **proof})
        else:
            cards.append(None)
    while cards and cards[-1] is None:
        cards.pop()
    words: dict[str, Any] = {"size": len(fields["cards"])}
    if cards:
        words["cards"] = cards
    if fields["wounds"]:
        words["wounds"] = fields["wounds"]
    if fields["stone"] is not None:
        words["stone"] = word_for(fields["stone"], names)
    return words
