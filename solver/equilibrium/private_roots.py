"""All private states that the players may hold possible of each other, with their prior.

What a viewer may hold true is his belief; what the others may hold true in each of those states is theirs; and so on until
nothing new comes. The prior makes every belief the same distribution, seen from another seat; it follows from the ratios within
each. Beliefs are asked without logs: the prior is that of chance, given what the players see now.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from orienteer.core.errors import OrienteerError, TooLargeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from orienteer.core.state import State, View

PRIOR = "prior: chance alone, given what each seat sees now; nothing that was played before says anything of hidden things"


def private_roots(view: View, limit: int, poll: Callable[[], object]) -> list[tuple[State, int]]:
    """The states with whole-number weights.

    Raises TooLargeError beyond `limit` states, and OrienteerError where the seats' beliefs are not those of one prior.
    """
    game = view.mask.game
    found: dict[int, tuple[State, Fraction]] = {}
    asked: set[tuple[int, int]] = set()
    waiting: deque[tuple[State, Fraction]] = deque()

    def add(worlds: list[tuple[State, int]], scale: Fraction) -> None:
        for world, weight in worlds:
            known = found.get(world.key())
            if known is None:
                found[world.key()] = (world, scale * weight)
                waiting.append((world, scale * weight))
            elif known[1] != scale * weight:
                raise OrienteerError(f"{game.name}: the seats' beliefs do not come from one prior")
        if len(found) > limit:
            raise TooLargeError(
                f"equilibrium: more than {limit:,} private states; start later in the game, take a smaller set of components, "
                "or raise limits.nodes"
            )

    def belief(mask: State, seat: int) -> list[tuple[State, int]]:
        asked.add((seat, mask.key()))
        return game.belief(mask, seat).enumerate(limit)

    add(belief(view.mask, view.viewer), Fraction(1))
    while waiting:
        poll()
        world, prior = waiting.popleft()
        for seat in range(game.num_players):
            mask = world.mask(seat)
            if (seat, mask.key()) in asked:
                continue
            worlds = belief(mask, seat)
            own = next((weight for other, weight in worlds if other.key() == world.key()), None)
            if own is None:
                raise OrienteerError(f"{game.name}: seat {seat} does not hold possible what it sees")
            add(worlds, prior / own)
    common = lcm(*(prior.denominator for _, prior in found.values()))
    return [(world, int(prior * common)) for world, prior in found.values()]
