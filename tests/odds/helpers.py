"""Slow, obvious twins of the odds code, and ways to make positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from orienteer.core.incan_gold import IncanGold
from orienteer.core.incan_gold.components import HAZARDS, deck_values
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, State

from ..incan_gold.helpers import bust, card, choose, start

__all__ = ["SMALL", "bust", "card", "choose", "orders", "positions", "shares", "start", "tree"]

SMALL: dict[str, Any] = {"deck": (1, 4), "hazards": (2, 2), "rounds": 2}

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(1, 8),
        "deck": st.sampled_from(["seed", "bga", "print", (1, 1, 2)]),
        "hazards": st.sampled_from([(3, 3, 3, 3, 3), (2, 3, 2), (3, 3, 1)]),
        "rounds": st.integers(1, 4),
        "artifacts": st.booleans(),
        "artifact_value": st.sampled_from(["per_owner", "taken_order", "resolved_order", "printed"]),
        "artifact_schedule": st.sampled_from(["per_round", "all_at_start"]),
        "leftovers": st.sampled_from(["pooled", "per_card"]),
        "decide_before_first_card": st.booleans(),
    }
).filter(lambda o: (o["artifact_value"], o["artifact_schedule"]) != ("printed", "all_at_start") or not o["artifacts"])


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A state that is not over, reached by random play in which few leave."""
    game = IncanGold(**draw(OPTIONS))
    stream = RandomStream(draw(st.integers(0, 2**32)))
    state = last = game.new_initial_state()
    for _ in range(draw(st.integers(0, 40))):
        player = last.current_player()
        if player == CHANCE_PLAYER:
            state = last.child(last.sample_chance(stream))
        elif player == SIMULTANEOUS_PLAYER:
            state = last.child_joint([leave(stream) if last.legal_actions(i) else None for i in range(game.num_players)])
        else:
            state = last.child(leave(stream))
        if state.is_terminal():
            break
        last = state
    return last


def leave(stream: RandomStream) -> int:
    return int(stream.below(8) == 0)


def orders(state: State) -> Iterator[tuple[Fraction, list[str]]]:
    """Every order of the deck as far as it is turned up if nobody leaves, with its probability, from the components."""
    fields, options = state.fields(), state.game.options
    deck = Counter(map(str, deck_values(options["deck"])))
    for kind, (copies, gone) in enumerate(zip(options["hazards"], fields["removed"], strict=True)):
        deck[HAZARDS[kind]] = copies - gone
    deck -= Counter(name for name in fields["path"] if not name.startswith("artifact"))
    left = fields["artifacts_deck"]
    if isinstance(left, tuple):
        deck.update(f"artifact-{worth}" for worth in left)
    else:
        deck["artifact"] = left

    def visit(weight: Fraction, seen: list[str], shown: set[str]) -> Iterator[tuple[Fraction, list[str]]]:
        for name in list(deck):
            share = weight * Fraction(deck[name], deck.total())
            if name in shown:
                yield share, [*seen, name]
            elif share:
                deck[name] -= 1
                yield from visit(share, [*seen, name], shown | ({name} & set(HAZARDS)))
                deck[name] += 1

    yield from visit(Fraction(1), [], {name for name in fields["path"] if name in HAZARDS})


def tree(state: State, policies: list[Any], horizon: str | None) -> Iterator[tuple[Fraction, list[tuple[int, Any]], State]]:
    """All histories without merging: (probability, [(player, action)], state at the horizon)."""
    start = 0 if horizon is None else state.segment(horizon)

    def visit(node: State, weight: Fraction, history: list[tuple[int, Any]]) -> Iterator[Any]:
        if node.is_terminal() or (horizon and node.segment(horizon) != start):
            yield weight, history, node
            return
        player = node.current_player()
        for action, share in moves(node, player, policies):
            after = node.child_joint(list(action)) if player == SIMULTANEOUS_PLAYER else node.child(action)
            yield from visit(after, weight * share, [*history, (player, action)])

    yield from visit(state, Fraction(1), [])


def moves(node: State, player: int, policies: list[Any]) -> Iterator[tuple[Any, Fraction]]:
    if player == CHANCE_PLAYER:
        outcomes = node.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        yield from ((outcome, Fraction(weight, total)) for outcome, weight in outcomes)
    elif player >= 0:
        yield from ((action, Fraction(share)) for action, share in policies[player](node, player).items() if share)
    else:
        seats = range(node.game.num_players)
        choices = [policies[i](node, i).items() if node.legal_actions(i) else [(None, 1)] for i in seats]
        for joint in product(*choices):
            share = Fraction(1)
            for _, part in joint:
                share *= part
            if share:
                yield tuple(action for action, _ in joint), share


def shares(values: Iterable[tuple[Fraction, Any]]) -> dict[Any, Fraction]:
    """Probabilities by value."""
    found: dict[Any, Fraction] = {}
    for weight, value in values:
        found[value] = found.get(value, Fraction(0)) + weight
    return found
