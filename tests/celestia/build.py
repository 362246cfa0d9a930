"""Celestia tables for tests: a state between two legs with given hands and treasures, played on by names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from orienteer.core.celestia import Celestia, CelestiaState
from orienteer.core.celestia.components import CARDS, city_rows, deck_counts
from orienteer.core.state import CHANCE_PLAYER

WAITS = ("before_announcement", "after_crash_call", "after_move")
Holdings = Mapping[int, Mapping[int, Sequence[int | str]]]  # seat → city → worths of treasures, "telescope" for one


class Table:
    """A state that is played by names of actions and outcomes."""

    def __init__(self, state: CelestiaState) -> None:
        self.state = state
        self.seen: list[list[Any]] = [[] for _ in range(state.game.num_players)]

    def play(self, *names: str) -> Table:
        """Play these, and after each whatever leads to the next question."""
        for name in names:
            self.seen = [[] for _ in self.seen]
            self._step(name)
            while self.turn[0] in WAITS:
                self._step("ask")
        return self

    def _step(self, name: str) -> None:
        self.state.apply(self.state.string_to_action(self.state.current_player(), name))
        for seat, seen in enumerate(self.seen):
            seen += [self.state.observation(seat)] * (self.state.observed(seat) != 0)

    @property
    def legal(self) -> set[str]:
        player = self.state.current_player()
        return {self.state.action_to_string(player, action) for action in self.state.legal_actions()}

    @property
    def chance(self) -> dict[str, Fraction]:
        listed = self.state.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return {self.state.action_to_string(CHANCE_PLAYER, k): Fraction(weight, total) for k, weight in listed}

    @property
    def turn(self) -> tuple[str, int | None]:
        """The phase, with the seat to move."""
        fields = self.state.fields()
        return fields["phase"], fields["turn"]

    def __getitem__(self, field: str) -> Any:
        return self.state.fields()[field]

    def noticed(self, seat: int) -> Any:
        """What the seat noticed of the last step played by name, None for nothing."""
        return next((seen for seen in self.seen[seat] if seen[0] != "asked"), None)

    def asked(self, seat: int) -> str | None:
        """The window in which the seat is asked since that step."""
        return next((seen[1] for seen in self.seen[seat] if seen[0] == "asked"), None)


def cards(names: str) -> tuple[int, ...]:
    """Counts by card of "compass turbo turbo"."""
    return tuple(names.split().count(card) for card in CARDS)


def start(**options: Any) -> Table:
    return Table(Celestia(**options).new_initial_state())


def table(
    *hands: str,
    city: int | None = None,
    captain: int = 0,
    ashore: Sequence[int] = (),
    treasures: Holdings | None = None,
    used: Sequence[int] = (),
    deck: str | None = None,
    discards: str = "",
    **options: Any,
) -> Table:
    """A leg's beginning at `city` (the first one by default); the `hands`, one a seat, say how many play.

    Cards: `deck` and `discards` by name; without a deck it is what remains. Treasures: `treasures` that seats hold, and
    telescopes `used` by city; the rest lies in the cities.
    """
    options = {"players": max(2, len(hands)), **options}
    if any("grappling_hook" in hand for hand in hands):
        options["grappling_hook"] = True
    if deck is not None:
        options |= {"deck": tuple(map(sum, zip(*map(cards, [*hands, deck, discards]), strict=True))), "hand": 0}
    game = Celestia(**options)
    seats, rows = range(game.num_players), city_rows(game.options)
    held = [*map(cards, hands), *[cards("")] * (game.num_players - len(hands))]
    rest = tuple(made - sum(out) for made, *out in zip(deck_counts(game.options), cards(discards), *held, strict=True))
    aboard = [seat not in ashore for seat in seats]
    owned = tuple(tuple(_counts(row, (treasures or {}).get(seat, {}).get(row[0], ())) for row in rows) for seat in seats)
    backs = tuple(tuple(map(sum, mine)) for mine in owned)
    made = [sum(n for _, n in row[2]) + row[3] for row in rows]
    left = [n - sum(mine[r] for mine in backs) - (rows[r][0] in used) for r, n in enumerate(made)]
    fields = game.new_initial_state().fields() | {
        "phase": "lone" if sum(aboard) == 1 else "roll",
        "turn": captain if sum(aboard) == 1 else None,
        "captain": captain,
        "aboard": tuple(aboard),
        "city": city or next(row[0] for row, n in zip(rows, left, strict=True) if n),
        "pending": None,
        "hands": tuple(held),
        "hand_sizes": tuple(map(sum, held)),
        "discards": cards(discards),
        "deck": rest,
        "deck_size": sum(rest),
        "treasures": owned,
        "backs": backs,
        "left": tuple(left),
        "telescopes_used": tuple(used),
        "totals": tuple(_points(rows, mine) for mine in owned),
    }
    return Table(game.state_from(fields))


def _counts(row: tuple[Any, ...], worths: Sequence[int | str]) -> tuple[int, ...]:
    counts = [worths.count(worth) for worth, _ in row[2]]
    return (*counts, *[0] * (3 - len(counts)), worths.count("telescope"))


def _points(rows: Sequence[tuple[Any, ...]], owned: Sequence[tuple[int, ...]]) -> int:
    return sum(
        worth * n + 2 * mine[-1] * (i == 0)
        for row, mine in zip(rows, owned, strict=True)
        for i, ((worth, _), n) in enumerate(zip(row[2], mine[:3], strict=False))
    )


def in_a(*hands: str, dice: str = "cloud-blank", **options: Any) -> Table:
    """Window A after everyone has stayed."""
    at = table(*hands, **options).play(dice)
    return at.play(*["stay"] * (at.state.game.num_players - 1))


def in_b(*hands: str, dice: str = "cloud-blank", **options: Any) -> Table:
    """Window B after everyone has stayed, passed in A, and the captain has called a crash."""
    at = in_a(*hands, dice=dice, **options)
    while at.turn[0] == "window_a":
        at.play("pass")
    return at.play("crash")
