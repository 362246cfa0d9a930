"""Takara Island's playout policy: legal under all options, sensible where it is plain, blind to what the seat cannot know."""

from collections import Counter

import pytest

from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland
from orienteer.games.takara_island.playout import light
from orienteer.mcts import Search

from .agent_games import OPTIONS, after, few_piles, random_states


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_law_games_end_by_legal_moves(options):
    """Beside a uniform seat, so that odd situations come up; on the full and the reduced components."""
    for game in (TakaraIsland(**options), TakaraIsland(**options).reduced()):
        choose, stream = light(game).choose, RandomStream(5)
        for _ in range(4):
            state = game.new_initial_state()
            while not state.is_terminal():
                seat = state.current_player()
                if seat < 0:
                    state.apply(state.sample_chance(stream))
                    continue
                legal = state.legal_actions()
                action = legal[stream.below(len(legal))] if seat == 0 else choose(state, seat, stream)
                assert action in legal, f"{action} at {state}"
                state.apply(action)


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_law_choices_depend_on_what_the_seat_knows_alone(options):
    """The same numbers give the same choice in the true state, in its mask and where only the seat has ever looked."""
    game, compared, hidden = TakaraIsland(**options), 0, 0
    choose = light(game).choose
    for number, state in enumerate(random_states(game, 8)):
        seat = state.current_player()
        mask, alone = state.mask(seat), state.alone(seat)
        found = {choose(each, seat, RandomStream(number, 1)) for each in (state, mask, alone)}
        assert len(found) == 1, f"{found} at {state}"
        compared += 1
        hidden += state.key() != alone.key()
    assert compared > 100
    assert hidden > compared // 4, "others know cards that the seat does not"


def test_law_worlds_of_the_belief_are_played_alike():
    """Every world that the seat holds possible, cards that others have seen drawn anew."""
    game = TakaraIsland(players=3)
    choose, compared, differing = light(game).choose, 0, 0
    for number, state in enumerate(random_states(game, 4)):
        seat = state.current_player()
        belief = game.belief(state.mask(seat), seat)
        worlds = [belief.sample(RandomStream(number, draw)) for draw in range(3)]
        assert len({choose(world, seat, RandomStream(number)) for world in (state, *worlds)}) == 1, str(state)
        compared += 1
        differing += len({world.key() for world in worlds}) > 1
    assert differing > 50, f"worlds differ in {differing} of {compared} states"


def choices(state, runs=400):
    """How often each move is chosen."""
    choose, seat, stream = light(state.game).choose, state.current_player(), RandomStream(3)
    return Counter(state.action_to_string(seat, choose(state, seat, stream)) for _ in range(runs))


def test_playouts_vary():
    kinds = {name.split("-")[0] for name in choices(TakaraIsland().new_initial_state())}
    assert kinds == {"survey", "dig"}


def test_the_stone_that_wins_is_taken():
    own = after(few_piles(piles=3, adventurers=3, gold=2), "dig-0", "stone", "archaeologist-1", "stone", "gold_6")
    assert choices(own) == {"dig-1": 400}


def test_the_stone_that_loses_is_left():
    """12 points against 11 for him who takes the second one."""
    opening = ("no-rent", "dig-0", "stone", "tavern", "tavern", "end-day-cure-0")
    behind = after(few_piles(adventurers=3, gold=8), *opening, "no-rent", "archaeologist-1", "stone", "gold_6")
    assert behind.current_player() == 1
    assert "dig-1" in [behind.action_to_string(1, action) for action in behind.legal_actions()]
    assert "dig-1" not in choices(behind)


def test_the_day_ends_with_a_recruit_and_all_cures_that_can_be_paid():
    injured = after(TakaraIsland(adventurers=1, gold=7), "no-rent", "dig-0", "xp_1_hospital")
    assert choices(injured) == {"end-day-cure-1-recruit": 400}
    poor = after(TakaraIsland(adventurers=1, gold=6), "no-rent", "dig-0", "xp_1_hospital")
    assert choices(poor) == {"end-day-cure-0-recruit": 400}


def test_searches_widen_by_what_the_playouts_propose():
    """Of 68 moves few are tried at first; in the end every one is."""
    state = after(TakaraIsland(gold=20), "no-rent")
    moves = len(state.legal_actions())
    assert moves == 12 + 1 + 1 + 6 * (1 + 7 + 1)
    tried = []
    for iterations in (100, 400, 128 * moves + 200):
        search = Search(View(state, 0), seed=1)
        search.run(iterations=iterations)
        tried.append(sum(move.visits > 0 for move in search.result(playouts=0).moves))
    assert 2 <= tried[0] <= 1 + 100**0.3 + 100 / 128 + 1
    assert tried[0] <= tried[1] <= 1 + 400**0.3 + 400 / 128 + 1
    assert tried[2] == moves
    plain = Search(View(state, 0), seed=1, playout="uniform")
    plain.run(iterations=100)
    assert sum(move.visits > 0 for move in plain.result(playouts=0).moves) == moves
