"""Plain values that describe no state are refused by name, and never reach the struct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island import TakaraIsland

from .build import Table, table

Fields = dict[str, Any]
GAME = TakaraIsland()
FIELDS = GAME.new_initial_state().fields()


def middle() -> Table:
    """Rockfalls, monsters, proven and peeked cards, a stone found, one specialist held."""
    piles = {
        0: (0, "gold_2!1 [bat_a]"),
        1: (0, "[rockfall]"),
        2: (7, ""),
        3: (6, "[drake] gold_6:0"),
        4: (0, "xp_1:0 xp_1:0"),
        5: (3, "[rockfall]"),
    }
    return table(piles=piles, stones={2: 0}, gold=(7, 3), specialists={"miner": (1, True)}, items={0: (4,)}, tokens=(1, 0))


def pile(number: int, **change: Any) -> Callable[[Fields], Fields]:
    """Change one pile: a dictionary replaces single entries."""

    def changed(fields: Fields) -> Fields:
        mine = dict(fields["piles"][number])
        for name, value in change.items():
            if isinstance(value, dict):
                mine[name] = tuple(value.get(i, old) for i, old in enumerate(mine[name]))
            else:
                mine[name] = value
        piles = fields["piles"]
        return {"piles": (*piles[:number], mine, *piles[number + 1 :])}

    return changed


def fixed(**change: Any) -> Callable[[Fields], Fields]:
    return lambda fields: change


WRONG: list[tuple[Callable[[Fields], Fields], str]] = [
    (fixed(piles=FIELDS["piles"][:5]), "piles: .*, allowed: 6 entries"),
    (fixed(gone=((0,) * 20,) * 2), "gone: .*, allowed: 3 entries"),
    (fixed(gone=((0,) * 19,) * 3), r"gone\[0\]: .*, allowed: 20 entries"),
    (fixed(gold=(1,)), r"gold: \(1,\), allowed: 2 entries"),
    (fixed(phase="lunch"), "ValueError"),
    (fixed(turn=2), "seat 2, allowed: 0 to 1"),
    (pile(4, top=10), "allowed: 0 to 9"),
    (pile(4, cards={0: "elixir"}), r"piles\[4\].cards\[0\]: 'elixir', allowed: gold_2, .*"),
    (pile(4, seen_by={0: (2,)}), "seat 2, allowed: 0 to 1"),
    # Cards in the piles.
    (pile(1, cards={0: "gold_2"}), r"piles\[1\].cards\[0\]: gold_2, a face-up card is a rockfall or a monster"),
    (pile(4, face_up={0: True}, cards={0: None}), r"piles\[4\].cards\[0\]: unknown, a face-up card"),
    (pile(1, seen_by={0: (0,)}), r"piles\[1\].cards\[0\]: face up, everybody sees it"),
    (pile(1, proven={0: True}), r"piles\[1\].cards\[0\]: proven no rockfall"),
    (pile(0, proven={0: False}), r"piles\[0\].cards\[1\]: face up or proven, the cards above it are not"),
    (pile(4, cards={1: None}), r"piles\[4\].cards\[1\]: seats 0 have looked at it"),
    (pile(4, seen_by={1: ()}), r"piles\[4\].cards\[1\]: xp_1, nobody has looked at it"),
    (pile(3, wounds=4), r"piles\[3\].wounds: 4, allowed: 0 to below"),
    (pile(1, wounds=1), r"piles\[1\].wounds: 1, "),
    (pile(4, wounds=1), r"piles\[4\].wounds: 1, no face-up monster lies on top"),
    (pile(0, stone=1), r"piles\[0\].stone: found, but 9 cards lie there"),
    (pile(3, cards={1: "stone", 2: "stone"}, seen_by={2: (0,)}), r"piles\[3\]: 2 stones, a pile has at most one"),
    (
        pile(1, cards={1: "rockfall"}, seen_by={1: (0, 1)}, face_up={1: True}),
        r"piles\[1\]: 2 face-up rockfalls, a pile has at most one",
    ),
    (
        pile(
            0,
            cards={0: "gold_2", 1: "bat_a", 2: "xp_2", 3: "goblin_a"},
            seen_by={2: (1,), 3: (0, 1)},
            proven={2: True},
            face_up={3: True},
        ),
        r"piles\[0\].cards\[3\]: face up below the top three",
    ),
    # Numbers.
    (pile(4, cards={0: "bat_a"}), "shallow bat_a: .*, 1 were made"),
    (fixed(gone=((0,) * 20, (0,) * 20, (0,) * 20)), r"gone\[0\]: 0 cards, the piles have lost"),
    (pile(2, stone=None), r"gone\[2\]: 1 stones, the piles name 0 finders"),
    (fixed(supply=6), "supply: 6, with those of the players 7, there are 6"),
    (fixed(tokens=(0, 0)), "supply: 5, with those of the players 5, there are 6"),
    (fixed(treasures=(2, 3, 1, 1, 1, 1)), r"treasures\[0\]: 2, allowed: 0 to 1"),
    (fixed(skulls=(1, 0)), "skulls: more than were drawn"),
    # Players.
    (fixed(unused=(3, 2)), "seat 0: 3 adventurers, 2 are the seat's"),
    (fixed(recruits=(False, True)), "seat 0: 2 adventurers, 3 are the seat's"),
    (fixed(unused=(3, 2), used=(-1, 0)), "seat 0: a number of adventurers below 0"),
    (fixed(unused=(2, 1), hospital=(0, 1)), "seat 1: adventurers used or in hospital outside the seat's turn"),
    (fixed(gold=(-1, 0)), "seat 0: gold, tokens or skulls below 0"),
    (fixed(specialists=((1, True), (1, False), (None, False), (None, False))), "specialists: seat 1 holds more than one"),
    (fixed(specialists=((None, True), *((None, False),) * 3)), r"specialists\[0\]: resting at the docks"),
    # Play.
    (fixed(turn=1), "turns: 0 finished, it cannot be seat 1's turn"),
    (fixed(turns=200), "turns: 200"),
    (fixed(phase="over"), "turns: 0, ending: None, phase: over"),
    (fixed(ending="cap"), "turns: 0, ending: cap"),
    (fixed(phase="dig"), "pending: none in phase dig"),
    (fixed(unused=(0, 2), waiting=(2, 0)), r"unused\[0\]: 0, nobody can act"),
    (fixed(phase="sword", unused=(1, 2), used=(1, 0)), "phase: sword, which is offered before any action"),
    (fixed(phase="end_of_day", unused=(1, 2), used=(1, 0)), "seat 0: adventurers are home at the end of the day"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_fields_that_fit_no_state_are_refused(change: Callable[[Fields], Fields], message: str) -> None:
    fields = middle().state.fields()
    with pytest.raises(OrienteerError, match=message):
        GAME.state_from(fields | change(fields))


def test_fields_and_state_are_inverse() -> None:
    for state in (middle().state, middle().state.mask(0), middle().state.mask(1), GAME.new_initial_state()):
        assert GAME.state_from(state.fields()) == state


def test_a_missing_field_is_named() -> None:
    with pytest.raises(OrienteerError, match="KeyError: 'piles'"):
        GAME.state_from({name: value for name, value in FIELDS.items() if name != "piles"})
