"""Checks on how play proceeds: facts of the game, legal actions, chance, copies, playouts, keys, names."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import pairwise

import pytest
from scipy.stats import chi2, chi2_contingency

from orienteer.core.errors import IllegalActionError, OptionError
from orienteer.core.rng import RandomStream
from orienteer.core.state import (
    CHANCE_PLAYER,
    MAX_SEATS,
    OBJECTIVE_NAMES,
    SEGMENT_NAMES,
    SIMULTANEOUS_PLAYER,
    TERMINAL_PLAYER,
    Game,
    State,
)

from .walk import (
    MAX_HISTORIES,
    count_histories,
    count_value_states,
    graph,
    is_reduced,
    moves,
    sample_edges,
    sample_states,
    walks,
)

ALPHA = 1e-6  # chance that a correct game fails one statistical check
NUM_DRAWS = 2000


def check_facts(game: Game) -> None:
    """The game's attributes are in range; it rebuilds from its options and pickles; its reduced set is small."""
    assert 1 <= game.num_players <= MAX_SEATS
    assert game.objectives
    assert game.objectives == tuple(name for name in OBJECTIVE_NAMES if name in game.objectives)
    assert game.segments == tuple(name for name in SEGMENT_NAMES if name in game.segments)
    assert game.default_objective in game.objectives
    for same in (type(game)(**game.options), pickle.loads(pickle.dumps(game))):
        assert same == game
        assert hash(same) == hash(game)
        assert same.new_initial_state() == game.new_initial_state()
    with pytest.raises(OptionError):
        game.objective_code("luck")
    assert is_reduced(game.reduced()), "the reduced set of the reduced set is another one"


def check_reduced_size(game: Game) -> None:
    """The reduced set has fewer than 100,000 histories; where play need not end, fewer than 100,000 state keys."""
    small = game.reduced()
    if small.max_game_length is None:
        assert count_value_states(small) < MAX_HISTORIES
    else:
        assert count_histories(small, small.max_game_length) < MAX_HISTORIES


def check_legal_actions(game: Game) -> None:
    """Ascending, each once, below num_distinct_actions; none for who does not move; at least one for who does."""
    for state in sample_states(game):
        current = state.current_player()
        assert current in (CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER) or 0 <= current < game.num_players
        choices = [state.legal_actions(seat) for seat in range(game.num_players)]
        for seat, actions in enumerate(choices):
            assert all(a < b for a, b in pairwise(actions)), f"seat {seat} in {state}: {actions}"
            assert all(0 <= action < game.num_distinct_actions for action in actions), f"{state}: {actions}"
            if current >= 0:
                assert bool(actions) == (seat == current), f"seat {seat} in {state}: {actions}"
            elif current != SIMULTANEOUS_PLAYER:
                assert not actions, f"seat {seat} in {state}: {actions}"
        if current == SIMULTANEOUS_PLAYER:
            assert any(choices), f"{state}: a simultaneous choice of nobody"
        assert state.players_to_move() == [seat for seat, actions in enumerate(choices) if actions]
        for seat in (-1, game.num_players):
            with pytest.raises(OptionError):
                state.legal_actions(seat)


def check_length(game: Game) -> None:
    """Play ends within max_game_length, and a game that gives none can end."""
    if game.max_game_length is None:
        stream = RandomStream(7)
        assert game.new_initial_state().playout(stream) > 0
        return
    for walk in walks(game):
        assert len(walk) <= game.max_game_length, f"a game of {len(walk)} steps, max_game_length {game.max_game_length}"
        if walk and len(walk) < 200:
            assert walk[-1].after.is_terminal()
    if is_reduced(game):
        level = {graph(game).root}
        for _ in range(game.max_game_length):
            level = {after for key in level for _, _, after in graph(game).edges[key]}
        assert all(not graph(game).edges[key] for key in level), f"play goes on after {game.max_game_length} steps"


def check_illegal_actions(game: Game) -> None:
    """Checked calls refuse what is not legal or of the wrong kind, and change nothing."""
    for state in sample_states(game)[:80]:
        legal = state.legal_actions() if state.current_player() != TERMINAL_PLAYER else []
        calls: list[tuple[str, object]] = [("apply", bad) for bad in (-1, game.num_distinct_actions + 999, True, 0.0, "0")]
        calls += [("apply", action) for action in range(game.num_distinct_actions) if action not in legal][:5]
        if state.is_simultaneous_node():
            calls += [("apply_joint", joint) for joint in _illegal_joints(state)]
        else:
            calls += [("apply_joint", [0] * game.num_players)]
        before, text, frozen = state.key(), str(state), pickle.dumps(state)
        for method, argument in calls:
            _assert_refused(state, method, argument)
            assert (state.key(), str(state)) == (before, text), f"{method}({argument!r}) changed {text}"
            assert pickle.dumps(state) == frozen, f"{method}({argument!r}) changed {text}"
        if not state.is_chance_node():
            with pytest.raises(IllegalActionError):
                state.chance_outcomes()


def _assert_refused(state: State, method: str, argument: object) -> None:
    text = str(state)
    try:
        getattr(state, method)(argument)
    except IllegalActionError:
        return
    raise AssertionError(f"{method}({argument!r}) was taken in {text}")


def _illegal_joints(state: State) -> list[list[object]]:
    """Joint actions with one bad entry, in each place, and with a wrong number of entries."""
    good: list[object] = [
        state.legal_actions(seat)[0] if state.legal_actions(seat) else None for seat in range(state.game.num_players)
    ]
    bad: list[list[object]] = [good[:-1], [*good, 0]]
    for seat in range(len(good)):
        bad += [[*good[:seat], wrong, *good[seat + 1 :]] for wrong in (state.game.num_distinct_actions + 9, "x", False)]
        bad.append([*good[:seat], None if state.legal_actions(seat) else 0, *good[seat + 1 :]])
    return bad


def check_uncommitted_choice(game: Game) -> None:
    """A joint action with one bad entry leaves no trace of the others' choices in anybody's view."""
    for state in [s for s in sample_states(game) if s.is_simultaneous_node()][:20]:
        seats = range(game.num_players)
        before = [(state.observation_key(seat), state.observation_string(seat), state.observed(seat)) for seat in seats]
        for joint in _illegal_joints(state):
            with pytest.raises(IllegalActionError):
                state.apply_joint(joint)  # type: ignore[arg-type]
        assert before == [(state.observation_key(seat), state.observation_string(seat), state.observed(seat)) for seat in seats]


def check_chance_weights(game: Game) -> None:
    """Outcomes ascending and below max_chance_outcomes, weights whole and above 0, the total their sum."""
    for state in sample_states(game):
        if state.is_chance_node():
            listed = state.chance_outcomes()  # compares the total
            outcomes = [outcome for outcome, _ in listed]
            assert outcomes, f"{state}: chance without outcomes"
            assert all(a < b for a, b in pairwise(outcomes)), f"{state}: {outcomes}"
            assert 0 <= outcomes[0] <= outcomes[-1] < game.max_chance_outcomes, f"{state}: {outcomes}"
            assert all(isinstance(weight, int) and weight > 0 for _, weight in listed), f"{state}: {listed}"


def check_forced_outcome(game: Game) -> None:
    """Forcing outcome k gives the same state each time, and another one than any other outcome, to see or in secret."""
    for state in [s for s in sample_states(game) if s.is_chance_node()][:60]:
        seen: dict[Hashable, int] = {}
        for outcome, _ in state.chance_outcomes():
            shown = [_shown(state.child(outcome)) for _ in range(2)]
            assert shown[0] == shown[1], f"{state}: outcome {outcome} forced twice gives {shown}"
            assert shown[0] not in seen, f"{state}: outcomes {seen.get(shown[0])} and {outcome} look the same"
            seen[shown[0]] = outcome


def _shown(state: State) -> Hashable:
    return state.key(), str(state), tuple(state.observation(seat) for seat in range(state.game.num_players))


def check_sample_chance(game: Game) -> None:
    """Draws have the listed odds (χ², 1 in a million)."""
    stream = RandomStream(3)
    chosen = {(len(s.chance_outcomes()), i % 3): s for i, s in enumerate(sample_states(game)) if s.is_chance_node()}
    for state in list(chosen.values())[:10]:
        weights = dict(state.chance_outcomes())
        drawn = Counter(state.sample_chance(stream) for _ in range(NUM_DRAWS))
        assert_frequencies(drawn, weights, f"{state}")


def assert_frequencies(drawn: Mapping[int, int], weights: Mapping[int, int], where: str) -> None:
    """Counts agree with whole-number weights; categories expected fewer than five times are taken together."""
    assert set(drawn) <= set(weights), f"{where}: drew {set(drawn) - set(weights)}, which has no weight"
    total, num_draws = sum(weights.values()), sum(drawn.values())
    observed, expected, rest = [], [], [0.0, 0.0]
    for category, weight in weights.items():
        often = num_draws * weight / total
        if often >= 5:
            observed.append(float(drawn.get(category, 0)))
            expected.append(often)
        else:
            rest = [rest[0] + drawn.get(category, 0), rest[1] + often]
    if rest[1] > 0:
        observed.append(rest[0])
        expected.append(rest[1])
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    if len(observed) > 1:
        tail = chi2.sf(statistic, len(observed) - 1)
        assert tail > ALPHA, f"{where}: drew {dict(drawn)} by weights {dict(weights)}, p = {tail:.1e}"


def check_playout(game: Game) -> None:
    """The game's own playout has the same lengths and results as the contract's loop, and ends the game."""
    lengths: dict[bool, list[int]] = {False: [], True: []}
    results: dict[bool, list[Hashable]] = {False: [], True: []}
    start = game.new_initial_state()
    for generic, stream in ((False, RandomStream(11)), (True, RandomStream(11))):
        state = start.clone()
        for _ in range(400):
            state.copy_from(start)
            lengths[generic].append(state.playout(stream, generic))
            assert state.is_terminal()
            results[generic].append(tuple(state.returns(game.objectives[-1])))
    if lengths[False] != lengths[True] or results[False] != results[True]:
        _assert_alike(lengths[False], lengths[True], "playout lengths")
        _assert_alike(results[False], results[True], "playout results")


def _assert_alike(one: Iterable[Hashable], two: Iterable[Hashable], what: str) -> None:
    """Two samples come from one distribution; values seen fewer than ten times are taken together."""
    first, second = Counter(one), Counter(two)
    both = first + second
    common = [value for value in both if both[value] >= 10]
    table = [[count[value] for value in common] for count in (first, second)]
    for row, count in zip(table, (first, second), strict=True):
        row.append(sum(count.values()) - sum(row) + 1)
    assert len(table[0]) < 2 or chi2_contingency(table).pvalue > ALPHA, f"{what}: {first} and {second}"


def check_copies(game: Game) -> None:
    """Clones, copies into another state and pickles agree in all that can be asked, and in the game that follows."""
    spare = game.new_initial_state()
    for state in sample_states(game)[:150]:
        spare.copy_from(state)
        same = (state.clone(), spare, pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state))
        wanted = _answers(state)
        for other in same:
            assert _answers(other) == wanted
            assert other == state
            assert hash(other) == hash(state)
        ends = []
        for other in same[:3]:
            other.playout(RandomStream(5))
            ends.append(_answers(other))
        assert ends[0] == ends[1] == ends[2], f"copies of {state} play on differently"
        assert _answers(state) == wanted, f"playing a copy changed {state}"


def _answers(state: State) -> tuple[object, ...]:
    seats = range(state.game.num_players)
    return (
        state.key(),
        str(state),
        [state.legal_actions(seat) for seat in seats],
        [(state.observed(seat), state.observation(seat)) for seat in seats],
        [state.returns(name) for name in state.game.objectives],
        [state.state_key(name) for name in state.game.objectives],
        [state.rewards(name) for name in state.game.objectives if state.game.is_additive(name)],
        [(move.action, move.odds) for move in moves(state)],
    )


def check_children(game: Game) -> None:
    """`child` is a clone with the action applied; the parent stays as it was; unchecked play does the same."""
    for before, move, after in sample_edges(game)[:400]:
        key, text = before.key(), str(before)
        if isinstance(move.action, tuple):
            child = before.child_joint(list(move.action))
        else:
            child = before.child(move.action)
            unchecked = before.clone()
            unchecked.apply_unchecked(move.action)
            assert _answers(unchecked) == _answers(child)
        assert _answers(child) == _answers(after)
        assert (before.key(), str(before)) == (key, text), f"a child of {text} changed it"


def check_keys(game: Game) -> None:
    """One key for equal states, and equal keys only for states in which all that can be asked is the same.

    What the last transition was need not be in the key: rewards and observations are not compared.
    """
    states = list(graph(game).states.values()) if is_reduced(game) else list(sample_states(game))
    listed = {id(state): (state, state.key()) for state in states + [edge.after for edge in sample_edges(game)]}
    shared = Counter(key for _, key in listed.values())
    kept: dict[int, Hashable] = {}
    keys: dict[Hashable, int] = {}
    for state, key in listed.values():
        if shared[key] > 1:  # else no other state has to look like it
            asked = _asked(state)
            assert kept.setdefault(key, asked) == asked, f"two states with key {key:#x}, one is {state}"
        frozen = pickle.dumps(state)
        assert keys.setdefault(frozen, key) == key, f"two keys for {state}"


def _asked(state: State) -> Hashable:
    game, seats = state.game, range(state.game.num_players)
    chance = state.chance_outcomes() if state.is_chance_node() else []
    told = [(state.legal_actions(seat), str(state.mask(seat))) for seat in seats]
    worth = [(state.returns(name), state.state_key(name)) for name in game.objectives]
    return str(state), state.current_player(), repr((chance, told, worth))


def check_action_strings(game: Game) -> None:
    """Names of actions, and of outcomes, are stable and unique within the game, and lead back to the action."""
    names: dict[bool, dict[str, int]] = {True: {}, False: {}}
    numbers: dict[bool, dict[int, str]] = {True: {}, False: {}}
    for state in sample_states(game)[:400]:
        chance = state.is_chance_node()
        for player in [CHANCE_PLAYER] if chance else state.players_to_move():
            for action in state.legal_actions() if chance else state.legal_actions(player):
                name = state.action_to_string(player, action)
                assert names[chance].setdefault(name, action) == action, f"two actions named {name!r}"
                assert numbers[chance].setdefault(action, name) == name, f"action {action}: two names"
                assert state.string_to_action(player, name) == action
            with pytest.raises(IllegalActionError):
                state.string_to_action(player, "no such action")


def check_segments(game: Game) -> None:
    """Counters start at 0 and never fall; a kind that the game does not have is refused."""
    for kind in SEGMENT_NAMES:
        if kind in game.segments:
            assert game.new_initial_state().segment(kind) == 0
            for edge in sample_edges(game)[:1500]:
                assert edge.before.segment(kind) <= edge.after.segment(kind)
        else:
            with pytest.raises(OptionError):
                game.new_initial_state().segment(kind)


def check_invariants(game: Game) -> None:
    """Every state passes its own check, and asking changes nothing."""
    for state in sample_states(game)[:400]:
        before = state.key()
        state.check()
        _answers(state)
        repr(state)
        for seat in range(game.num_players):
            state.mask(seat)
        assert state.key() == before
