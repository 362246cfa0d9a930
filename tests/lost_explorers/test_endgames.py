"""Exact play of small random endgames against backward induction in plain Python with Fractions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

from orienteer.budget import Budget
from orienteer.core.errors import TooLargeError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.lost_explorers.components import CLUE_SPACES, CLUES_TO_WIN, COLOURS, RIGHT_COLOURS
from orienteer.core.rng import RandomStream
from orienteer.core.state import State
from orienteer.expectimax import Expectimax
from orienteer.limits import Limits
from orienteer.lookahead import Lookahead, Valuation
from tests.lookahead.random_games import twin

ENDGAMES = 200
MOST = 150  # positions of an endgame
OBJECTIVES = ("win", "points", "margin")


@cache
def set_up(players: int, number: int) -> dict[str, Any]:
    """What the first turn begins with."""
    draw = random.Random(number)
    state = LostExplorers(players=players).new_initial_state()
    while state.is_chance_node() or state.fields()["phase"] == "choose":
        steps = [step for step, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply(draw.choice(steps))
    fields: dict[str, Any] = state.fields()
    return fields


def late_state(draw: random.Random) -> State:
    """A position of the whole game near its end: rows nearly empty, leaders next to clues, a mission of each seat nearly done,
    few vehicles, one or two turns left."""
    players = draw.randint(2, 4)
    turns = 20 * players + draw.randrange(players)
    game = LostExplorers(
        players=players,
        max_turns=turns + draw.randint(1, 2),
        stall_rounds=draw.randint(1, 2),
        bonus=draw.choice(("mandatory", "optional")),
        rows_empty=draw.choice(("after_turn", "after_round")),
    )
    fields = set_up(players, draw.randrange(4))
    # 1. Missions finished and open; a leader takes a step for each open location of one finished.
    free = [
        [t for t in game.tables.tokens if t.main and (COLOURS[t.colour] in RIGHT_COLOURS) == side] for side in (False, True)
    ]
    finished, missions, leaders, placed, spent = [], [], [], [], Counter[int]()
    taken = set(fields["closed"])
    for names in fields["missions"]:
        done: list[str] = []
        steps = [0, 0]
        for side in (0, 1):
            goal = draw.choice((4, 8, 10) if side == 0 else (4, 7))  # one or two open locations short of a clue, or beyond
            while steps[side] < goal - 1:
                token = free[side].pop(draw.randrange(len(free[side])))
                done.append(token.name)
                steps[side] += sum(game.tables.locations[place].id not in fields["closed"] for place in token.locations)
        held = [free[side].pop(draw.randrange(len(free[side]))) for side in (0, 1)][: draw.randint(1, 2)]
        spent.update(token.colour for token in held)
        wanted = [game.tables.locations[place].id for token in held for place in token.locations]
        placed.append(tuple(name for name in dict.fromkeys(wanted) if name not in taken)[: draw.randint(1, 3)])
        taken.update(placed[-1])
        finished.append(tuple(done))
        missions.append((*names, *(token.name for token in held)))
        leaders.append(tuple(min(CLUE_SPACES[-1], count) for count in steps))
    rows = tuple(row[: draw.randint(side, 2)] for side, row in enumerate(fields["rows"]))
    lying = Counter(colour for row in rows for colour in row)
    unseen = Counter(COLOURS[token.colour] for side in free for token in side)
    if lying - unseen or any(sum(space <= steps for steps in own for space in CLUE_SPACES) >= CLUES_TO_WIN for own in leaders):
        return late_state(draw)
    # 2. What is left of the rows, a few vehicles, and the rest in the discard.
    pool = Counter(COLOURS.index(colour) for row in fields["rows"] for colour in row)
    pool -= Counter(COLOURS.index(colour) for row in rows for colour in row) + spent
    vehicles = []
    for held in fields["vehicles"]:
        keep = [draw.randint(0, count) for count in held]
        pool += Counter({colour: count - keep[colour] for colour, count in enumerate(held)})
        vehicles.append(tuple(keep))
    return game.state_from(
        fields
        | {
            "turns": turns,
            "turn": turns % players,
            "rows": rows,
            "vehicles": tuple(vehicles),
            "finished": tuple(finished),
            "leaders": tuple(leaders),
            "placed": tuple(placed),
            "missions": tuple(missions),
            "discard": tuple(pool[colour] for colour in range(4)),
            "shown": tuple(name for names in (*missions, *finished) for name in names),
        }
    )


@cache
def endgames(objective: str) -> list[tuple[State, Expectimax]]:
    return list(islice(_endgames(objective), ENDGAMES // len(OBJECTIVES) + 1))


def _endgames(objective: str) -> Iterator[tuple[State, Expectimax]]:
    """The first position of each random game that is small enough and in which the next choice matters, solved."""
    draw = random.Random(OBJECTIVES.index(objective))
    while True:
        state = late_state(draw)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(draw.choice(state.chance_outcomes())[0])
                continue
            solved = _solved(state, objective)
            seat = state.current_player()
            if solved is not None and len({round(v[seat], 9) for v in solved.action_values().values()}) > 1:
                yield state, solved
                break
            state.apply(draw.choice(state.legal_actions()[1:] or state.legal_actions()))


def _solved(state: State, objective: str) -> Expectimax | None:
    try:
        return Expectimax(state, objective=objective, budget=Budget(Limits(nodes=MOST)))
    except TooLargeError:
        return None


def test_expectimax_agrees_with_plain_backward_induction():
    count = edges = 0
    for objective in OBJECTIVES:
        for state, solved in endgames(objective):
            values, sure = twin(state, None, objective=objective)
            assert sure
            assert solved.status == "float"
            assert max(abs(Fraction(a) - b) for a, b in zip(solved.values(), values, strict=True)) <= 1e-12, state.fields()
            count += 1
            edges += solved.num_edges
    assert count >= ENDGAMES
    assert edges > 25 * ENDGAMES


def test_lookahead_that_reaches_the_end_agrees():
    for objective in OBJECTIVES:
        for state, solved in endgames(objective)[::2]:
            found = Lookahead(state, objective=objective, table_mb=0.1).run(depth=60)
            assert found.status == "float"
            assert max(abs(a - b) for a, b in zip(solved.values(), found.values, strict=True)) <= 1e-12, state.fields()


def test_pruning_in_mid_game_saves_nodes_and_changes_no_value():
    nodes = Counter[str]()
    for seed in range(3):
        stream = RandomStream(7, seed)
        state = LostExplorers(players=2).new_initial_state()
        while state.is_chance_node() or state.segment("turn") < 10:
            legal = [] if state.is_chance_node() else state.legal_actions()
            state.apply(legal[stream.below(len(legal))] if legal else state.sample_chance(stream))
        values = set()
        for pruning in ("none", "alpha-beta", "star1", "star2"):
            search = Lookahead(state, objective="margin", valuation=Valuation(), pruning=pruning, multi=False)
            found = search.run(depth=2)
            values.add(round(found.values[0], 12))
            nodes[pruning] += found.nodes
        assert len(values) == 1
    assert nodes["none"] > nodes["alpha-beta"] > nodes["star1"] > 1.5 * nodes["star2"]
