"""Lost Explorers tables for tests: a state with given tokens, members and leaders, played on by names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.data import Token
from orienteer.core.state import CHANCE_PLAYER

COLOURS = ("red", "yellow", "blue", "green")
LETTERS = "rybg"
BLUE = {token.name for token in LostExplorers().tables.tokens if token.main and COLOURS[token.colour] == "blue"}


class Table:
    """A state that is played by names of actions and outcomes."""

    def __init__(self, state: LostExplorersState) -> None:
        self.state = state

    def play(self, *names: str) -> Table:
        for name in names:
            self.state.apply(self.state.string_to_action(self.state.current_player(), name))
            self.state.check()
        return self

    def copy(self) -> Table:
        return Table(self.state.clone())

    @property
    def legal(self) -> set[str]:
        player = self.state.current_player()
        return {self.state.action_to_string(player, action) for action in self.state.legal_actions()}

    def may(self, word: str) -> set[str]:
        """Legal actions that begin so, without that beginning."""
        return {name.removeprefix(word).lstrip("-") for name in self.legal if name.startswith(word)}

    @property
    def chance(self) -> dict[str, Fraction]:
        listed = self.state.chance_outcomes()
        total = sum(weight for _, weight in listed)
        return {self.state.action_to_string(CHANCE_PLAYER, k): Fraction(weight, total) for k, weight in listed}

    def __getitem__(self, field: str) -> Any:
        return self.state.fields()[field]

    def vehicles(self, seat: int) -> str:
        return letters(self["vehicles"][seat])

    @property
    def discard(self) -> str:
        return letters(self["discard"])

    @property
    def rows(self) -> tuple[str, str]:
        left, right = ("".join(colour[0] for colour in row) for row in self["rows"])
        return left, right

    @property
    def seen(self) -> Any:
        return self.state.observation(0)


def letters(counts: tuple[int, ...]) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def counts(tokens: str) -> tuple[int, ...]:
    """Four counts by colour of tokens written as first letters."""
    return tuple(tokens.count(letter) for letter in LETTERS)


def start(**options: Any) -> Table:
    return Table(LostExplorers(**options).new_initial_state())


def table(
    *,
    rows: tuple[str, str] = ("rybg", "gbyr"),
    vehicles: Mapping[int, str] | None = None,
    missions: Mapping[int, str] | None = None,
    placed: Mapping[int, str] | None = None,
    leaders: Mapping[int, tuple[int, int]] | None = None,
    discard: str = "",
    rest: int | str = -1,
    shut: str = "R3 Y3 B3 G3",
    turn: int = 0,
    turns: int | None = None,
    **others: Any,
) -> Table:
    """A table in a menu, by default in the third round.

    Rows, front first, vehicles and the discard are first letters of colours; the other tokens are vehicles of seat `rest` or in
    the discard. Missions and places are ids. Leaders have come as far as finished missions of their tracks take them; those are
    chosen. A seat with no start mission among all these has one more, which it cannot explore for if there is such. As many
    places of `shut` are closed as the number of players asks for. Other names are fields or options.
    """
    fields = {name: others.pop(name) for name in ("phase", "idle", "stage", "used", "sides", "pending") if name in others}
    game = LostExplorers(**others)
    seats = range(game.num_players)
    closed = tuple(shut.split()[: 6 - game.num_players])
    held = [tuple((missions or {}).get(seat, "").split()) for seat in seats]
    finished: list[tuple[str, ...]] = []
    for seat in seats:
        taken = {name for names in (*held, *finished) for name in names}
        starts = [token for token in _playing(game) if not token.main]
        has_start = any(token.name in held[seat] for token in starts)
        spare = [token for token in starts if token.name not in taken]
        done = _finished(game, closed, (leaders or {}).get(seat, (0, 0)), taken, not has_start)
        finished.append(done)
        if not has_start and not any(token.name in done for token in starts):
            held[seat] += (min(spare, key=partial(_use, game, (vehicles or {}).get(seat, ""))).name,)
    loose = [Counter((vehicles or {}).get(seat, "")) for seat in seats]
    gone = Counter(discard)
    left = _made(game) - Counter("".join(rows)) - gone
    for seat in seats:
        left -= loose[seat] + Counter(COLOURS[token.colour][0] for token in game.tables.tokens if token.name in held[seat])
    (gone if rest == "discard" else loose[int(rest)]).update(left)
    fields = {
        "phase": "menu",
        "turn": turn,
        "turns": 2 * game.num_players + turn if turns is None else turns,
        "idle": 0,
        "stage": "start",
        "used": 0,
        "sides": (False, False),
        "closed": closed,
        "rows": tuple(tuple(COLOURS[LETTERS.index(letter)] for letter in row) for row in rows),
        "undealt": (0, 0, 0, 0),
        "vehicles": tuple(tuple(own[letter] for letter in LETTERS) for own in loose),
        "missions": tuple(held),
        "finished": tuple(finished),
        "placed": tuple(tuple((placed or {}).get(seat, "").split()) for seat in seats),
        "leaders": tuple((leaders or {}).get(seat, (0, 0)) for seat in seats),
        "discard": tuple(gone[letter] for letter in LETTERS),
        "shown": tuple(name for names in (*held, *finished) for name in names),
        "pending": None,
        "ending": None,
    } | fields
    return Table(game.state_from(fields))


def _made(game: LostExplorers) -> Counter[str]:
    """Tokens in the game by the letter of the colour."""
    made = Counter(COLOURS[token.colour][0] for token in _playing(game) if token.main)
    for letter in {COLOURS[token.colour][0] for token in _playing(game) if not token.main}:
        made[letter] += game.num_players
    return made + Counter(dict.fromkeys(LETTERS, game.num_players * game.options["vehicles"]))


def _playing(game: LostExplorers) -> list[Token]:
    names = game.options["tokens"]
    return [token for token in game.tables.tokens if names == "all" or token.name in names]


def _use(game: LostExplorers, vehicles: str, token: Token) -> int:
    """How many of a mission's places these vehicles reach."""
    needs = [game.tables.locations[place].needs for place in token.locations]
    return sum(all(has >= need for has, need in zip(counts(vehicles), needed, strict=True)) for needed in needs)


def _finished(
    game: LostExplorers, closed: tuple[str, ...], leaders: tuple[int, int], taken: set[str], with_start: bool
) -> tuple[str, ...]:
    """Finished missions that make the steps of both leaders, the longest first; perhaps a start mission among them."""
    chosen: list[str] = []
    for track, colours in enumerate(((2, 3), (0, 1))):
        left = leaders[track]
        free = [token for token in _playing(game) if token.colour in colours and token.name not in taken]
        steps = {token.name: sum(game.tables.locations[place].id not in closed for place in token.locations) for token in free}
        starts = [token.name for token in free if not token.main and 0 < steps[token.name] <= left]
        if with_start and starts:
            chosen.append(starts[0])
            left -= steps[starts[0]]
            with_start = False
        for name in sorted((token.name for token in free if token.main), key=lambda name: -steps[name]):
            if 0 < steps[name] <= left:
                chosen.append(name)
                left -= steps[name]
        assert left == 0
    return tuple(chosen)
