"""Exact play of small random endgames against backward induction in plain Python with Fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice

from orienteer.budget import Budget
from orienteer.core.errors import TooLargeError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.state import State
from orienteer.expectimax import Expectimax
from orienteer.limits import Limits
from orienteer.lookahead import Lookahead
from tests.lookahead.random_games import twin

ENDGAMES = 200
FEWEST, MOST = 8, 90  # positions of an endgame
OBJECTIVES = ("win", "points", "margin")


def random_game(draw: random.Random) -> LostExplorers:
    """A few tokens of the shipped table, few vehicles and members, near ends."""
    tokens = LostExplorers().tables.tokens
    main = draw.sample([token.name for token in tokens if token.main], draw.randint(4, 8))
    players, colour = draw.randint(2, 4), draw.randrange(4)
    start = [token.name for token in tokens if not token.main and token.colour == colour][:players]
    return LostExplorers(
        players=players,
        tokens=(*main, *start),
        vehicles=draw.randint(1, 3),
        members=draw.randint(1, 3),
        stall_rounds=draw.randint(1, 2),
        max_turns=draw.randint(2, 5) * players,
        bonus=draw.choice(("mandatory", "optional")),
        rows_empty=draw.choice(("after_turn", "after_round")),
    )


def one_game(draw: random.Random) -> list[State]:
    """Positions of a random game, in which seats rather act than end their turn."""
    state = random_game(draw).new_initial_state()
    seen = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply(draw.choice(state.chance_outcomes())[0])
        else:
            legal = state.legal_actions()
            state.apply(draw.choice(legal[1:] if len(legal) > 1 and draw.random() < 0.9 else legal))
        seen.append(state.clone())
    return seen


@cache
def endgames(objective: str) -> list[tuple[State, Expectimax]]:
    return list(islice(_endgames(objective), ENDGAMES // len(OBJECTIVES) + 1))


def _endgames(objective: str) -> Iterator[tuple[State, Expectimax]]:
    """The earliest position of each random game that is small enough, solved."""
    draw = random.Random(OBJECTIVES.index(objective))
    while True:
        best = None
        for state in one_game(draw)[-2::-1]:
            try:
                best = state, Expectimax(state, objective=objective, budget=Budget(Limits(nodes=MOST)))
            except TooLargeError:
                break
        if best is not None and best[1].num_nodes >= FEWEST:
            yield best


def test_expectimax_agrees_with_plain_backward_induction():
    count = branching = 0
    for objective in OBJECTIVES:
        for state, solved in endgames(objective):
            values, sure = twin(state, None, objective=objective)
            assert sure
            assert solved.status == "float"
            assert max(abs(Fraction(a) - b) for a, b in zip(solved.values(), values, strict=True)) <= 1e-12, state.fields()
            count += 1
            branching += solved.num_edges
    assert count >= ENDGAMES
    assert branching > 30 * ENDGAMES


def test_lookahead_that_reaches_the_end_agrees():
    for objective in OBJECTIVES:
        for state, solved in endgames(objective)[::2]:
            found = Lookahead(state, objective=objective, table_mb=0.1).run(depth=60)
            assert found.status == "float"
            assert max(abs(a - b) for a, b in zip(solved.values(), found.values, strict=True)) <= 1e-12, state.fields()
