"""Incan Gold, the last player inside in the last round, from any position: his share of the win, exact."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from orienteer.games.incan_gold.cave import NEVER, Round, StopTable, Treasures
from orienteer.games.incan_gold.cave_rules import (
    FRESH,
    Artifacts,
    CaveRules,
    Tent,
    TooLarge,
    hazard_classes,
    shown_classes,
)


def alone_inside(
    rules: CaveRules,
    tents: Sequence[tuple[int, ...] | Tent],
    inside: int,
    treasure_left: Sequence[int],
    shown: Sequence[bool],
    pocket: int,
    *,
    hazard_copies: Sequence[int] = FRESH,
    in_deck: Artifacts = 0,
    on_path: Artifacts = 0,
    max_states: int = 64_000_000,
) -> tuple[float, float]:
    """(leave, stay): the share of the win of seat `inside`, the last one inside in the last round, at his decision.

    tents: (gems, artifacts, their points) of both seats now, the other's with what he banked. treasure_left: cards of
    each value in the deck. hazard_copies: copies of each kind in the game; shown: the kinds on the path. pocket: of
    seat `inside`. in_deck, on_path: artifacts now, as counts or (with `printed`) as printed values; others not in a
    tent have been lost. stay is also the value just before a card is turned up. The path holds no gems: the other took
    them.
    """
    last = rules.rounds - 1
    me, other = Tent(*tents[inside]), Tent(*tents[1 - inside])
    deck, path = rules.code(in_deck, "in_deck", last), rules.code(on_path, "on_path", last)
    taken = me.artifacts + other.artifacts
    lost = rules.entered(last) - taken - rules.num_artifacts(deck) - rules.num_artifacts(path)
    if lost < 0 or (rules.printed and deck & path):
        raise ValueError("artifacts: deck, path and tents hold more than have entered the game")
    if pocket < 0:
        raise ValueError(f"pocket: {pocket} gems")
    if not all(0 <= n <= c for n, c in zip(treasure_left, rules.counts, strict=True)):
        raise ValueError(f"treasure_left: {tuple(treasure_left)} does not fit the deck's counts {rules.counts}")
    classes = hazard_classes(tuple(hazard_copies), last)
    # 1. Only the cards left can still be turned up: a smaller deck, in which nothing has been.
    left = [(v, n) for v, n in zip(rules.values, treasure_left, strict=True) if n]
    treasures = Treasures(tuple(v for v, _ in left), tuple(n for _, n in left), max_states)
    states = rules.artifact_states(deck + path, (rules.rank(me.artifacts, taken, lost),))
    cave = Round(treasures, classes, states)
    if cave.num_states > max_states:
        raise TooLarge("the last player inside", cave.num_states, max_states, "the deck, or the artifacts in it")
    # 2. Leaving wins, ties or loses by the gems turned up from here; where it wins, nothing is better.
    final_gap = rules.total(other) - rules.total(me)
    ahead = me.artifacts - other.artifacts
    gaps = range(pocket - final_gap, pocket - final_gap + treasures.shown_total(treasures.size - 1) + 1)
    leave = np.array(
        [
            [rules.win_share(gap + gain, ahead + count) for gap in gaps]
            for gain, count in zip(states.gains[0], states.num_path, strict=True)
        ]
    )
    wins = np.array([int(np.argmax(row == 1.0)) if row.max() == 1.0 else NEVER for row in leave], np.intc)
    lethal = np.array([sum(cave.lethal(h)) for h in range(cave.num_hazards)])
    bust = np.tile(lethal * rules.win_share(-final_gap, ahead), len(states))
    # 3. The sweep.
    table = StopTable()
    table.solve(cave, leave, bust, np.repeat(wins, cave.num_hazards))
    s = states.path.index(path)
    return float(leave[s, 0]), table.card_value(s, cave.hazard(shown_classes(hazard_copies, shown)), 0)
