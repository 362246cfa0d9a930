"""Which tables Incan Gold can reach: is there a history that ends in what a position states?

`check_history` refuses what is impossible and never what is possible. Within the round it searches every order of
leaving; of earlier rounds it holds totals: what the deck can have paid, which artifacts can have been resolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from orienteer.positions.wording import refused

MAX_CASES = 30_000  # a search with more counts as undecided
HAZARD, ARTIFACT = 0, -1  # codes of path cards; a treasure is its value
SMALL, LARGE, NUM_SMALL = 5, 10, 3  # an artifact's points, and how many are worth the smaller number

Leftovers = int | tuple[int, ...]  # pooled, or the remainders above 0 in ascending order
# What a player outside took home at most (round 1: exactly): gems, artifacts worth SMALL, others; at least so many now.
Tent = tuple[int, int, int, int]


class UndecidedError(Exception):
    """More than MAX_CASES cases."""


@dataclass(frozen=True)
class Table:
    """A position in plain values. `held` are the artifacts' points by seat; `lost` is how many left the game."""

    rounds_done: int
    over: bool
    path: tuple[int, ...]
    choosing: bool  # a choice is next, not a card
    inside: tuple[bool, ...]
    pocket: int
    leftovers: Leftovers
    gems: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    lost: int
    busts: int  # hazard cards removed, one a busted round
    deck: tuple[int, ...]
    per_card: bool
    opening: bool
    artifact_value: str
    entered: int  # artifacts, this round's included
    entered_before: int
    fresh: int | None  # printed: the worth that entered this round

    @property
    def stayers(self) -> int:
        return sum(self.inside)

    @cached_property
    def outside(self) -> tuple[int, ...]:
        return tuple(seat for seat, inside in enumerate(self.inside) if not inside)

    @cached_property
    def taken(self) -> int:
        return sum(map(len, self.held))

    @cached_property
    def taken_outside(self) -> int:
        return sum(len(self.held[seat]) for seat in self.outside)

    @property
    def by_order(self) -> bool:
        """Whether an artifact's points depend on how many went before it."""
        return self.artifact_value in ("taken_order", "resolved_order")

    @cached_property
    def path_gems(self) -> int:
        return sum(card for card in self.path if card > 0)

    @cached_property
    def pockets_to_come(self) -> list[list[int]]:
        """Bit g of entry [index][inside]: the path from this index on can add g to a pocket, seen by itself."""
        most = len(self.inside)
        rows = [[1] * (most + 1)]
        for card in reversed(self.path):
            row = [0] * (most + 1)
            for inside in range(self.stayers, most + 1):
                row[inside] = row[inside - 1] | rows[-1][inside] << max(card, 0) // inside
            rows.append(row)
        return rows[::-1]


def check_history(table: Table) -> list[str]:
    """Raise PositionError where no history ends here. Returns what remains assumed."""
    _check_artifacts(table)
    found = True if table.over else _tents_possible(table)
    decided = found or _check_pocket(table)
    _check_gems(table)
    if found is False:
        outside = ", ".join(f"{table.gems[seat]} gems and artifacts {list(table.held[seat])}" for seat in table.outside)
        raise refused("state.players", f"{outside or 'nobody'} outside", "what some order of leaving pays out on this path")
    return [] if decided and found else ["state: the order of leaving was not checked in full, it has too many cases"]


def possible_leftovers(table: Table) -> set[Leftovers] | None:
    """All that can lie on the path with this pocket, whatever the tents hold; None when there are too many cases."""
    try:
        return set(_endings(table, table.taken_outside, (), None))
    except UndecidedError:
        return None


# -- sums over rounds -------------------------------------------------------------------------------------------------


def _check_gems(table: Table) -> None:
    deck_sum = sum(table.deck)
    leftovers = table.leftovers if isinstance(table.leftovers, int) else sum(table.leftovers)
    banked_now = table.path_gems - table.pocket * table.stayers - leftovers
    if banked_now < 0:
        raise refused(
            "state.pocket",
            table.pocket,
            f"with {table.stayers} inside and {leftovers} left on the path, no more than its {table.path_gems} gems",
        )
    rounds = table.rounds_done
    if len(table.gems) == 1:
        _check_alone(table)
    if rounds == 0:
        for seat, gems in enumerate(table.gems):
            if table.inside[seat] and gems:
                raise refused(f"state.players[{seat}].gems", gems, "0: who is inside in round 1 has banked nothing")
        if sum(table.gems) != banked_now:
            raise refused("state.players", f"{sum(table.gems)} gems in all tents", f"{banked_now}, what the path has paid out")
    for seat, gems in enumerate(table.gems):
        most = rounds * deck_sum + (0 if table.inside[seat] else banked_now)
        if gems > most:
            raise refused(f"state.players[{seat}].gems", gems, f"at most {most}, the deck's {deck_sum} a round")
    most = rounds * deck_sum + banked_now
    if sum(table.gems) > most:
        raise refused("state.players", f"{sum(table.gems)} gems in all tents", f"at most {most}, the deck's {deck_sum} a round")


def _check_alone(table: Table) -> None:
    """One player banks in each round without a bust, and takes or loses what lies on the path."""
    rounds = table.rounds_done - table.busts
    sums = 1  # bit g: some set of cards is worth g
    for card in table.deck * rounds:
        sums |= sums << card
    if not sums >> table.gems[0] & 1:
        raise refused(
            "state.players[0].gems",
            table.gems[0],
            f"a sum of the deck's cards, each once in {rounds} rounds without a bust",
        )
    if table.lost and not table.busts:
        raise refused("state.artifacts.lost", table.lost, "0: a single player loses artifacts in a bust only")
    if table.taken and not rounds:
        raise refused("state.players[0].artifacts", table.taken, "none: every round so far was a bust")


def _check_artifacts(table: Table) -> None:
    visible = table.path.count(ARTIFACT)
    total = table.taken + table.lost + visible
    if total > table.entered:
        counts = f"{table.taken} taken, {table.lost} lost, {visible} on the path"
        raise refused("state.artifacts", counts, f"at most {table.entered} in all")
    if table.lost > table.entered_before:
        raise refused("state.artifacts.lost", table.lost, f"at most {table.entered_before}, as many as earlier rounds had")
    for seat, held in enumerate(table.held):
        field = f"state.players[{seat}].artifacts"
        if table.inside[seat] and len(held) > table.entered_before:
            raise refused(field, len(held), f"at most {table.entered_before}: he is inside, and that many came before")
        if table.inside[seat] and table.fresh in held:
            raise refused(field, list(held), f"without {table.fresh}, which entered this round: he is still inside")
    if not _takes_now(table):
        counts = f"{table.taken} taken and {table.lost} lost, {table.taken_outside} of them held by those outside"
        raise refused("state.artifacts", counts, f"at most {table.entered_before} before this round")
    if table.by_order:
        fives = sum(held.count(SMALL) for held in table.held)
        if not any(_order_possible(table, now) for now in _takes_now(table)):
            raise refused(
                "state.players",
                f"{fives} artifacts worth 5 and {table.taken - fives} worth 10",
                f"the first {NUM_SMALL} {'taken or lost' if table.artifact_value == 'resolved_order' else 'taken'} are "
                f"worth 5, later ones 10; lost so far: {table.lost}",
            )


def _takes_now(table: Table) -> range:
    """How many artifacts can have been taken in this round."""
    least = max(0, table.taken + table.lost - table.entered_before)
    if table.over:
        return range(1)
    if table.rounds_done == 0:
        least = table.taken
    return range(least, table.taken_outside + 1)


def _worths_now(table: Table, taken_now: int) -> tuple[int, ...]:
    """Points of the artifacts taken in this round, in their order, where the order decides; else all SMALL."""
    before = table.taken - taken_now
    if table.artifact_value == "resolved_order":
        before += table.lost
    elif table.artifact_value != "taken_order":
        return (SMALL,) * taken_now
    return tuple(SMALL if before + i < NUM_SMALL else LARGE for i in range(taken_now))


def _order_possible(table: Table, taken_now: int) -> bool:
    """Whether earlier rounds can have given out the artifacts that are held beside those of this round."""
    if not table.by_order:
        return True
    fives = sum(held.count(SMALL) for held in table.held) - _worths_now(table, taken_now).count(SMALL)
    before = table.taken - taken_now
    if fives == min(NUM_SMALL, before):
        return True
    # Artifacts lost in an earlier round can have used up the small ones.
    early_losses = table.artifact_value == "resolved_order" and table.rounds_done >= 2
    return early_losses and 0 <= fives < min(NUM_SMALL, before) and fives + table.lost >= NUM_SMALL


# -- the round --------------------------------------------------------------------------------------------------------


def _check_pocket(table: Table) -> bool:
    """Refuse a pocket and leftovers that no order of leaving gives; False when there are too many orders."""
    reachable = possible_leftovers(table)
    if reachable is not None and table.leftovers not in reachable:
        left = table.leftovers if isinstance(table.leftovers, int) else list(table.leftovers)
        field, value = ("state.leftovers", left) if reachable else ("state.pocket", table.pocket)
        raise refused(field, value, "what some order of leaving gives on this path, with this many inside")
    return reachable is not None


def _tents_possible(table: Table) -> bool | None:
    """Whether some order of leaving gives all that is stated; None when there are too many orders."""
    tents = tuple(sorted(_tent(table, seat) for seat in table.outside))
    try:
        return any(
            left == table.leftovers
            for taken_now in _takes_now(table)
            if _order_possible(table, taken_now)
            for left in _endings(table, taken_now, _worths_now(table, taken_now), tents)
        )
    except UndecidedError:
        return None


def _tent(table: Table, seat: int) -> Tent:
    held = table.held[seat]
    small = held.count(SMALL) if table.by_order else len(held)
    gems = table.gems[seat] if table.rounds_done == 0 else min(table.gems[seat], table.path_gems)
    return gems, small, len(held) - small, int(table.fresh in held)


def _endings(table: Table, taken_now: int, worths: tuple[int, ...], tents: tuple[Tent, ...] | None) -> Iterator[Leftovers]:
    """What lies on the path at the end of each history of this round that agrees with the path, who is inside, the
    pocket, and `tents` (None: any, and any number of artifacts taken up to `taken_now`). Artifacts taken in this round
    are gone from the path: they may have been turned up anywhere.

    Raises UndecidedError after MAX_CASES cases.
    """
    path, stayers, exact = table.path, table.stayers, table.rounds_done == 0
    to_come = table.pockets_to_come
    first_artifact = path.index(ARTIFACT) if ARTIFACT in path else len(path)
    nothing: Leftovers = () if table.per_card else 0
    # index into the path, inside, pocket, leftovers, artifacts that lie hidden from us, taken, choosing, tents to come
    start = (0, len(table.inside), 0, nothing, 0, 0, table.opening, tents)
    stack, seen = [start], {start}
    while stack:
        index, inside, pocket, left, hidden, taken, choosing, rest = stack.pop()
        there = index == len(path) and inside == stayers and choosing == table.choosing and not hidden
        if there and pocket == table.pocket and (taken == taken_now or tents is None):
            yield left
        if pocket > table.pocket or not to_come[index][inside] >> (table.pocket - pocket) & 1:
            continue
        shown = index > first_artifact  # an artifact lies there for good: no single player leaves any more
        later = []
        if choosing:
            # 1. A choice: nobody, or up to as many as are missing in the end.
            later.append((index, inside, pocket, left, hidden, taken, False, rest))
            for leavers in range(1, inside - stayers + 1):
                if leavers == 1 and shown:
                    continue
                share, kept = _split(left, leavers)
                takes = hidden if leavers == 1 else 0
                worth = worths[taken : taken + takes]
                small = worth.count(SMALL)
                paid = (pocket + share, small, takes - small)
                later.extend(
                    (index, inside - leavers, pocket, kept, hidden - takes, taken + takes, False, remaining)
                    for remaining in _paid_out(rest, leavers, paid, exact)
                )
        else:
            # 2. A card: the next one of the path, or an artifact that a single leaver takes later.
            if index < len(path):
                card = path[index]
                gain, remainder = divmod(card, inside) if card > 0 else (0, 0)
                added = _add(left, remainder)
                if not (card == ARTIFACT and hidden):
                    later.append((index + 1, inside, pocket + gain, added, hidden, taken, True, rest))
            if taken + hidden < taken_now and not shown and inside > stayers:
                later.append((index, inside, pocket, left, hidden + 1, taken, True, rest))
        for case in reversed(later):  # staying is searched first
            if case not in seen:
                seen.add(case)
                stack.append(case)
        if len(seen) > MAX_CASES:
            raise UndecidedError


def _paid_out(
    tents: tuple[Tent, ...] | None, leavers: int, paid: tuple[int, int, int], exact: bool
) -> Iterator[tuple[Tent, ...] | None]:
    """The tents that remain when so many of them have got `paid` each, in every way that differs."""
    if tents is None:
        yield None
        return
    gems, small, large = paid
    fitting = [
        i
        for i, tent in enumerate(tents)
        if (tent[:3] == paid if exact else tent[0] >= gems and tent[1] >= small and tent[2] >= large)
        and small + large >= tent[3]
    ]
    found = set()
    for chosen in combinations(fitting, leavers):
        remaining = tuple(tent for i, tent in enumerate(tents) if i not in chosen)
        if remaining not in found:
            found.add(remaining)
            yield remaining


def _split(left: Leftovers, leavers: int) -> tuple[int, Leftovers]:
    """What each leaver gets of the path's gems, and what stays."""
    if isinstance(left, int):
        return divmod(left, leavers)
    return sum(gems // leavers for gems in left), tuple(sorted(gems % leavers for gems in left if gems % leavers))


def _add(left: Leftovers, remainder: int) -> Leftovers:
    if isinstance(left, int):
        return left + remainder
    return tuple(sorted((*left, remainder))) if remainder else left
