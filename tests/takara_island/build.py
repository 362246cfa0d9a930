"""Takara Island tables for tests: a state with given piles and holdings, played on by names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from orienteer.core.state import CHANCE_PLAYER
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import CARDS, SPECIALISTS, TREASURES, depths, gallery_counts

SIZE = 9
EMPTY = (SIZE, "")


class Table:
    """A state that is played by names of actions and outcomes."""

    def __init__(self, state: TakaraIslandState) -> None:
        self.state = state

    def play(self, *names: str) -> Table:
        for name in names:
            self.state.apply(self.state.string_to_action(self.state.current_player(), name))
            self.state.check()
        return self

    @property
    def legal(self) -> set[str]:
        player = self.state.current_player()
        return {self.state.action_to_string(player, action) for action in self.state.legal_actions()}

    def may(self, word: str) -> set[str]:
        """Legal actions that begin so."""
        return {name for name in self.legal if name.startswith(word)}

    @property
    def chance(self) -> dict[str, Fraction]:
        listed = self.state.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return {self.state.action_to_string(CHANCE_PLAYER, k): Fraction(weight, total) for k, weight in listed}

    def __getitem__(self, field: str) -> Any:
        return self.state.fields()[field]

    def top(self, pile: int) -> str | None:
        """The face-up card on a pile."""
        cards = self["piles"][pile]
        return cards["cards"][0] if cards["cards"] and cards["face_up"][0] else None

    def items(self, seat: int) -> list[int]:
        return [value for value, count in enumerate(self["items"][seat], 1) for _ in range(count)]

    def people(self, seat: int) -> tuple[int, int, int, int]:
        """Unused, used, in hospital, waiting."""
        fields = self.state.fields()
        return fields["unused"][seat], fields["used"][seat], fields["hospital"][seat], fields["waiting"][seat]

    def held(self, name: str) -> tuple[int | None, bool]:
        """Who holds a specialist, and whether it rests."""
        holder, resting = self["specialists"][SPECIALISTS.index(name)]
        return holder, resting

    def seen(self, seat: int) -> Any:
        return self.state.observation(seat)


def start(**options: Any) -> Table:
    return Table(TakaraIsland(**options).new_initial_state())


def table(
    *,
    piles: Mapping[int, tuple[int, str]] | None = None,
    stones: Mapping[int, int] | None = None,
    keep: str = "",
    turn: int = 0,
    turns: int | None = None,
    phase: str = "act",
    sword: bool = False,
    gold: tuple[int, ...] | None = None,
    items: Mapping[int, tuple[int, ...]] | None = None,
    tokens: tuple[int, ...] | None = None,
    skulls: tuple[int, ...] | None = None,
    people: Mapping[int, tuple[int, int, int, int]] | None = None,
    recruited: tuple[int, ...] = (),
    specialists: Mapping[str, tuple[int, bool]] | None = None,
    drawn: str = "",
    **options: Any,
) -> Table:
    """A table in mid-turn.

    Piles: `piles` by number as cards gone and what is known of the cards from the top, "[card]" face up, "card!0" proven and
    seen by seat 0, "card:0" seen by seat 0, "?" for a card that nobody has seen. Stones: `stones` by pile, with the seat that
    found each. The cards gone are plentiful ones, those named in `keep` last. Treasures `drawn` have left the deck.
    """
    game = TakaraIsland(**options)
    seats = range(game.num_players)
    fields = game.new_initial_state().fields()
    laid = [_pile(*(piles or {}).get(i, (0, "")), (stones or {}).get(i), game.num_players) for i in range(len(fields["piles"]))]
    supply = 3 * game.num_players
    fields |= {
        "phase": phase,
        "turn": turn,
        "turns": turn if turns is None else turns,
        "sword": sword,
        "piles": tuple(laid),
        "gone": _gone(game, laid, keep.split()),
        "gold": gold or (0,) * game.num_players,
        "items": tuple(tuple((items or {}).get(seat, ()).count(value) for value in range(1, 10)) for seat in seats),
        "tokens": tokens or (0,) * game.num_players,
        "skulls": skulls or (0,) * game.num_players,
        "recruits": tuple(seat not in recruited for seat in seats),
        "supply": supply - sum(tokens or ()),
        "specialists": tuple((specialists or {}).get(name, (None, False)) for name in SPECIALISTS),
        "treasures": tuple(
            count - drawn.split().count(name) for name, count in zip(TREASURES, fields["treasures"], strict=True)
        ),
    }
    for i, name in enumerate(("unused", "used", "hospital", "waiting")):
        fields[name] = tuple(people[seat][i] if people and seat in people else fields[name][seat] for seat in seats)
    return Table(game.state_from(fields))


def _pile(top: int, known: str, stone: int | None, players: int) -> dict[str, Any]:
    everybody = tuple(range(players))
    rows: list[tuple[str | None, bool, tuple[int, ...], bool]] = []
    for word in known.split():
        if word.startswith("["):
            rows.append((word[1:-1], True, everybody, False))
        elif word == "?":
            rows.append((None, False, (), False))
        else:
            card, seat = word.replace("!", ":").split(":")
            rows.append((card, False, (int(seat),), "!" in word))
    rows += [(None, False, (), False)] * (SIZE - top - len(rows))
    cards, face_up, seen_by, proven = zip(*rows, strict=True) if rows else ((), (), (), ())
    return {
        "top": top,
        "cards": cards,
        "face_up": face_up,
        "seen_by": seen_by,
        "proven": proven,
        "wounds": 0,
        "stone": stone,
    }


def _gone(game: TakaraIsland, laid: list[dict[str, Any]], keep: list[str]) -> tuple[tuple[int, ...], ...]:
    """As many cards of each level as have left the piles, plentiful ones first."""
    levels = [level for level, depth in enumerate(depths(game.options)) for _ in range(depth)]
    gone = []
    for level, made in enumerate(gallery_counts(game.options)):
        left = Counter(dict(zip(CARDS, made, strict=True)))
        for pile in laid:
            left -= Counter(card for slot, card in enumerate(pile["cards"], pile["top"]) if card and levels[slot] == level)
        found = Counter(stone=sum(pile["stone"] is not None for pile in laid) * (level == 2))
        missing = sum(levels[: pile["top"]].count(level) for pile in laid) - found.total()
        for _ in range(missing):
            card = max((c for c in left if c != "stone"), key=lambda c: (c not in keep, left[c], c))
            found[card] += 1
            left -= Counter([card])
        gone.append(tuple(found[card] for card in CARDS))
    return tuple(gone)
