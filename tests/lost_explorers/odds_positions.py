"""Lost Explorers positions for tests of odds and exact play, built from what matters in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.components import COLOURS
from orienteer.core.state import CHANCE_PLAYER, State

MARKABLE = ("R3", "Y3", "B3", "G3")
GOAL = 14
ROW = 32


def table(
    missions: Sequence[Iterable[str]] = (),
    *,
    leaders: Sequence[tuple[int, int]] = (),
    vehicles: Sequence[Mapping[str, int]] = (),
    placed: Sequence[Iterable[str]] = (),
    discard: Mapping[str, int] | None = None,
    rows: tuple[Sequence[str], Sequence[str]] | None = None,
    closed: Sequence[str] = MARKABLE,
    changes: Mapping[str, Any] | None = None,
    **options: Any,
) -> LostExplorersState:
    """The menu of seat 0 in the third round: missions, leaders, vehicles and places by seat; what is left out is empty.

    Finished missions are made to fit the leaders; each seat holds or has finished one start token. Tokens that are named
    nowhere fill the rows, then the last seat's vehicles; with `rows` given all of them go to the discard.
    """
    game = LostExplorers(**options)
    seats = range(game.num_players)
    held = [sorted(missions[seat], key=_order(game)) if seat < len(missions) else [] for seat in seats]
    goals = [leaders[seat] if seat < len(leaders) else (0, 0) for seat in seats]
    finished = _finished(game, held, goals, set(closed))
    wheels = [[(vehicles[seat] if seat < len(vehicles) else {}).get(colour, 0) for colour in COLOURS] for seat in seats]
    dropped = [(discard or {}).get(colour, 0) for colour in COLOURS]
    front = ([], []) if rows is None else (list(rows[0]), list(rows[1]))
    colour_of = {token.name: token.colour for token in game.tables.tokens}
    shown = {name for names in (*held, *finished) for name in names}
    for colour, word in enumerate(COLOURS):
        tokens = sum(token.colour == colour and token.main for token in game.tables.tokens) + game.num_players
        tokens -= sum(colour_of[name] == colour for names in held for name in names)
        tokens -= sum(counts[colour] for counts in wheels) + dropped[colour] + sum(row.count(word) for row in front)
        assert tokens >= 0, f"{word}: {-tokens} tokens too many"
        if rows is not None:
            dropped[colour] += tokens
            continue
        unseen = sum(token.main and token.colour == colour and token.name not in shown for token in game.tables.tokens)
        for row in front:
            fits = min(tokens, unseen, ROW - len(row))
            row.extend([word] * fits)
            tokens -= fits
            unseen -= fits
        wheels[-1][colour] += tokens
    fields = {
        "phase": "menu",
        "turn": 0,
        "turns": 2 * len(seats),
        "idle": 0,
        "stage": "start",
        "used": 0,
        "sides": (False, False),
        "closed": tuple(closed),
        "rows": (tuple(front[0]), tuple(front[1])),
        "undealt": (0, 0, 0, 0),
        "vehicles": tuple(tuple(counts) for counts in wheels),
        "missions": tuple(tuple(names) for names in held),
        "finished": tuple(tuple(sorted(names, key=_order(game))) for names in finished),
        "placed": tuple(tuple(placed[seat]) if seat < len(placed) else () for seat in seats),
        "leaders": tuple(goals),
        "discard": tuple(dropped),
        "shown": tuple(sorted(shown, key=_order(game))),
        "pending": None,
        "ending": None,
    }
    return game.state_from(fields | dict(changes or {}))


def _order(game: LostExplorers) -> Any:
    names = [token.name for token in game.tables.tokens]
    return names.index


def _finished(
    game: LostExplorers, held: list[list[str]], goals: Sequence[tuple[int, int]], closed: set[str]
) -> list[list[str]]:
    """Finished missions by seat that bring the leaders where they are, with as many as needed to clamp at the end."""
    free = [token for token in game.tables.tokens if not any(token.name in names for names in held)]
    steps = {t.name: sum(game.tables.locations[i].id not in closed for i in t.locations) for t in free}
    starts = {token.name for token in game.tables.tokens if not token.main}
    found: list[list[str]] = []
    for names, goal in zip(held, goals, strict=True):
        mine: list[str] = []
        needs_start = not starts & set(names)
        for track, target in enumerate(goal):
            pool = [t for t in free if (COLOURS[t.colour] in ("red", "yellow")) == bool(track) and steps[t.name]]
            if needs_start and target >= 2:
                first = next(t for t in pool if not t.main)
                mine.append(first.name)
                pool.remove(first)
                free.remove(first)
                target -= steps[first.name]
                needs_start = False
            chosen = _summing(tuple(steps[t.name] for t in pool if t.main), target)
            main = [t for t in pool if t.main]
            mine += [main[index].name for index in chosen]
            free = [t for t in free if t.name not in mine]
        if needs_start:  # one that he still tries to complete
            spare = next(t for t in free if not t.main)
            names.append(spare.name)
            names.sort(key=_order(game))
            free.remove(spare)
        found.append(mine)
    return found


@lru_cache(maxsize=256)
def _summing(numbers: tuple[int, ...], target: int) -> tuple[int, ...]:
    """Indexes of some of the numbers that add up to the target, as few as a greedy choice with one step back needs."""
    left, chosen = target, []
    for size in (3, 2, 1):
        for index, number in enumerate(numbers):
            if number == size and number <= left:
                chosen.append(index)
                left -= number
    assert not left, f"no missions with {target} steps"
    return tuple(chosen)


def play(state: State, *names: str) -> Any:
    """The state after actions and outcomes by name."""
    state = state.clone()
    for name in names:
        mover = CHANCE_PLAYER if state.is_chance_node() else state.current_player()
        state.apply(state.string_to_action(mover, name))
    return state


def legal(state: State) -> list[str]:
    """What the seat to move may do, by name."""
    return [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]


def dealt(*names: str, **options: Any) -> LostExplorersState:
    """The start of a game after closing and dealing (all red first, then yellow …), and then these steps."""
    state = LostExplorers(**options).new_initial_state()
    while state.fields()["phase"] in ("close", "deal"):
        state.apply(state.chance_outcomes()[0][0])
    return play(state, *names)
