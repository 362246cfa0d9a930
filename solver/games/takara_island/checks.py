"""What play cannot lead to: checks across the fields of a Takara Island position."""

from __future__ import annotations

from collections import Counter
from typing import Any

from orienteer.core.takara_island.components import (
    CARDS,
    DEEP,
    LEVELS,
    NUM_STONES,
    ROCKFALL,
    SOOTHSAYER_LOOKS,
    STONE,
    SURVEY_LOOKS,
    SWORD_COST,
)
from orienteer.games.takara_island.piles import PileFields
from orienteer.games.takara_island.setting import Counts, Setting
from orienteer.positions.wording import refused

Fields = dict[str, Any]
Piles = tuple[PileFields, ...]


def ending_of(setting: Setting, piles: Piles, busy: int | None = None) -> str | None:
    """The ending that stones and empty piles bring. `busy`: a pile with an action under way, which is checked after it."""
    found = sum(pile.stone is not None for pile in piles)
    empty = sum(not pile.cards for number, pile in enumerate(piles) if number != busy)
    if found == NUM_STONES:
        return "both_stones"
    if found == 1 and empty >= len(piles) - 1:
        return "one_stone"
    if found == 0 and empty >= max(1, len(piles) - 2):
        return "no_stone"
    return None


# -- piles ------------------------------------------------------------------------------------------------------------


def check_piles(setting: Setting, piles: Piles, gone: tuple[Counts, ...], fields: Fields) -> None:
    """No more cards than there are, a place for those not seen yet, and looks that somebody can have had."""
    found = sum(pile.stone is not None for pile in piles)
    if found > NUM_STONES:
        last = max(number for number, pile in enumerate(piles) if pile.stone is not None)
        raise refused(
            f"state.piles[{last}].stone", setting.word(piles[last].stone or 0), f"null: there are {NUM_STONES} stones"
        )
    known = _count_known(setting, piles, gone)
    _check_stones(piles)
    _check_places(setting, piles, gone, known)
    for number in range(len(piles)):
        _check_looks(setting, number, piles[number], fields)


def _count_known(setting: Setting, piles: Piles, gone: tuple[Counts, ...]) -> list[Counter[str]]:
    """Cards that the viewer knows in the piles, by level; refused where they are more than there are."""
    known: list[Counter[str]] = [Counter() for _ in LEVELS]
    for number, pile in enumerate(piles):
        for i, at in enumerate(pile.cards):
            level = setting.levels[pile.top + i]
            if at.card is None:
                continue
            path, card = f"state.piles[{number}].cards[{i}]", CARDS.index(at.card)
            made = setting.gallery[level][card]
            if not made:
                raise refused(path, at.card, f"a card of the {LEVELS[level]} level")
            if known[level][at.card] + gone[level][card] >= made:
                elsewhere = f"{gone[level][card]} gone, {known[level][at.card]} in other places"
                raise refused(path, at.card, f"another card: of the {made} in the {LEVELS[level]} level are {elsewhere}")
            known[level][at.card] += 1
    return known


def _check_stones(piles: Piles) -> None:
    for number, pile in enumerate(piles):
        stones = [i for i, at in enumerate(pile.cards) if at.card == CARDS[STONE]]
        if len(stones) > 1 or (stones and pile.stone is not None):
            why = "the pile gave its stone" if pile.stone is not None else "it has one above"
            raise refused(f"state.piles[{number}].cards[{stones[-1]}]", CARDS[STONE], f"another card: {why}")


def _check_places(setting: Setting, piles: Piles, gone: tuple[Counts, ...], known: list[Counter[str]]) -> None:
    """The rockfalls and stones that are left fit into the cards that the viewer does not know."""
    for level, name in enumerate(LEVELS):
        places = [0] * len(piles)
        for number, pile in enumerate(piles):
            may_hide = pile.stone is None and all(at.card != CARDS[STONE] for at in pile.cards)
            for i, at in enumerate(pile.cards):
                if setting.levels[pile.top + i] == level and at.card is None:
                    places[number] += may_hide if level == DEEP else not at.proven
        card = STONE if level == DEEP else ROCKFALL
        left = setting.gallery[level][card] - gone[level][card] - known[level][CARDS[card]]
        room = sum(n > 0 for n in places) if level == DEEP else sum(places)
        if left > room:
            what = "piles that can hide one" if level == DEEP else "cards that can be one"
            raise refused("state.piles", f"{left} {CARDS[card]} of the {name} level left, {room} {what}", f"room for {left}")


# -- looks ------------------------------------------------------------------------------------------------------------


def _check_looks(setting: Setting, number: int, pile: PileFields, fields: Fields) -> None:
    """Surveys look at cards from the top, soothsayers at three in a row, archaeologists at five from the top.

    What has left the pile since may have been among them. A card that the looker has before him now needs no more.
    """
    size, path = setting.pile_size, f"state.piles[{number}]"
    pending, peeking = fields["pending"], fields["phase"] == "peek"
    for i, at in enumerate(pile.cards):
        if (at.face_up or at.proven) and not any(_has_surveyed(pile, seat, i) for seat in setting.seats):
            if i >= SURVEY_LOOKS:
                raise refused(f"{path}.cards[{i}].proven", True, f"false: a survey looks at the top {SURVEY_LOOKS} cards")
            why = "a player who has looked at all cards above it too: a survey begins at the top"
            raise refused(f"{path}.cards[{i}].seen_by", sorted(map(setting.word, at.seen_by), key=str), why)
        if at.face_up:
            continue
        for seat in sorted(at.seen_by):
            slot, seen = pile.top + i, {pile.top + k for k, card in enumerate(pile.cards) if seat in card.seen_by}
            seen |= set(range(pile.top))
            if peeking and seat == setting.turn and pending["pile"] == number:
                seen |= set(range(pending["slot"], pending["slot"] + pending["looks"] + 1))
            width = min(SOOTHSAYER_LOOKS, size)
            windows = [range(k, k + width) for k in range(max(0, slot - width + 1), min(slot, size - width) + 1)]
            if (at.proven and _has_surveyed(pile, seat, i)) or any(seen.issuperset(window) for window in windows):
                continue
            how = f"a survey proves the cards from the top on, a soothsayer sees {SOOTHSAYER_LOOKS} in a row"
            raise refused(f"{path}.cards[{i}].seen_by", setting.word(seat), f"players who can have looked at it: {how}")


def _has_surveyed(pile: PileFields, seat: int, index: int) -> bool:
    """Whether the seat can have surveyed the pile down to this card."""
    return index < SURVEY_LOOKS and all(seat in at.seen_by for at in pile.cards[: index + 1])


# -- the moment -------------------------------------------------------------------------------------------------------


def check_moment(setting: Setting, piles: Piles, fields: Fields) -> None:
    """The phase, the day so far and the end of the game fit the piles and the players."""
    phase, seat, pending = fields["phase"], setting.turn, fields["pending"]
    if phase != "over":
        ending = ending_of(setting, piles, pending["pile"] if pending else None)
        if ending is not None:
            empty, found = sum(not pile.cards for pile in piles), sum(pile.stone is not None for pile in piles)
            raise refused("state.piles", f"{empty} empty piles, {found} stones found", f"fewer: the game is over ({ending})")
    _check_day(setting, fields, f"state.players[{seat}]")
    spent = fields["used"][seat]
    fresh = any(holder == seat and not resting for holder, resting in fields["specialists"])
    if phase in ("sword", "act") and spent < fields["banked"] + fresh:
        what = "the bank and the specialist take one" if fields["banked"] and fresh else "it takes one"
        path = "state.banked" if fields["banked"] else f"state.players[{seat}].resting"
        raise refused(path, bool(fields["banked"]), f"{not fields['banked']}: {spent} adventurers are used, {what}".lower())
    if fields["map_due"] and setting.options["map_choice"] != "end_of_day":
        raise refused("state.map_due", True, "false: the rules ask for the map's choice at once")


def _check_day(setting: Setting, fields: Fields, path: str) -> None:
    phase, seat = fields["phase"], setting.turn
    at_home = phase == "end_of_day" or (phase == "map" and fields["map_due"])
    if phase == "sword":
        if fields["gold"][seat] < SWORD_COST:
            raise refused("state.phase", "sword", f"'act': he has {fields['gold'][seat]} gold, the sword costs {SWORD_COST}")
        if setting.table.sword:
            raise refused("state.sword", True, "false: it is offered now")
        for name in ("used", "hospital"):
            if fields[name][seat]:
                raise refused(f"{path}.adventurers.{name}", fields[name][seat], "0: the sword is offered before any action")
    if phase in ("sword", "act") and not fields["unused"][seat]:
        raise refused(f"{path}.adventurers.unused", 0, f"at least 1 in phase {phase!r}")
    if at_home:
        for name in ("used", "waiting"):
            if fields[name][seat]:
                raise refused(f"{path}.adventurers.{name}", fields[name][seat], "0: at the end of the day they are home")
        if setting.table.sword:
            raise refused("state.sword", True, "false: at the end of the day it is back")
    if phase in ("end_of_day", "over") and fields["map_due"]:
        raise refused("state.map_due", True, f"false in phase {phase!r}")
    if phase in ("sword", "over"):
        for name in ("banked", "sword"):
            if fields[name]:
                raise refused(f"state.{name}", True, f"false in phase {phase!r}")
