"""Lost Explorers' playout policy: legal under all options, sensible where it is plain; how searches use it."""

from collections import Counter
from itertools import product

import pytest

from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.rng import RandomStream
from orienteer.games.lost_explorers.needs import holdings, needs_of, steps_to_win
from orienteer.games.lost_explorers.playout import light
from orienteer.mcts import Search

from .build import counts, table
from .position_helpers import game_of, option_sets


def test_law_games_end_by_legal_moves():
    """Under every option, beside a uniform seat, so that odd situations come up."""
    for number, options in enumerate(option_sets()):
        game = game_of(options)
        choose, stream = light(game).choose, RandomStream(number)
        for _ in range(10):
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


def choices(it, runs=200):
    """How often each move is chosen."""
    state, stream = it.state, RandomStream(3)
    seat = state.current_player()
    return Counter(state.action_to_string(seat, light(state.game).choose(state, seat, stream)) for _ in range(runs))


def test_playouts_vary():
    it = table(missions={0: "B2+YB"}, vehicles={0: "rg"}, rows=("rybg", "gbyr"), rest=1)
    assert len(choices(it)) > 1


def test_the_fourth_clue_is_taken():
    it = table(leaders={0: (13, 2)}, missions={0: "B2+YB"}, placed={0: "B2 YB"})
    assert {move.split("-return-")[0] for move in choices(it)} == {"complete-B2+YB"}


def test_idle_members_come_back_and_places_are_explored():
    it = table(missions={0: "B2+YB"}, placed={0: "B2 R2"}, vehicles={0: "yyb"})
    assert choices(it) == {"retrieve-R2": 200}
    assert set(choices(it.play("retrieve-R2"))) == {"explore-YB-yellow", "explore-YB-blue"}


def test_no_vehicle_is_given_up_that_another_place_needs():
    """Known answer 9."""
    it = table(missions={0: "B2+YB"}, vehicles={0: "yybb"})
    assert set(choices(it)) == {"explore-YB-yellow", "explore-B2-blue"}


# -- the table behind it -----------------------------------------------------------------------------------------------------


def reachable(vehicles, places):
    """Whether all places can be explored one after another, by trying everything."""
    return not places or any(
        all(has >= need for has, need in zip(vehicles, places[i], strict=True))
        and reachable(tuple(n - (j == colour) for j, n in enumerate(vehicles)), places[:i] + places[i + 1 :])
        for i in range(len(places))
        for colour in range(4)
        if places[i][colour]
    )


@pytest.mark.parametrize("token", ["B2+YB", "R2+RB+GR", "B2+RB+BG", "RB+BG"])
def test_law_holdings_are_what_suffices(token):
    """Of all vehicles up to five a colour exactly those suffice that hold one of the listed."""
    game = LostExplorers()
    made = next(each for each in game.tables.tokens if each.name == token)
    places = tuple(game.tables.locations[place].needs for place in made.locations)
    listed, number = holdings(places), game.tables.tokens.index(made)
    used = [range(6) if any(needs[colour] for needs in places) else range(1) for colour in range(4)]
    for vehicles in product(*used):
        enough = any(all(has >= least for has, least in zip(vehicles, each, strict=True)) for each in listed)
        assert enough == reachable(vehicles, places), vehicles
        missing = min(sum(max(0, m - has) for m, has in zip(each, vehicles, strict=True)) for each in listed)
        assert needs_of(game.tables).missing_of(number, 2 ** len(places) - 1, vehicles) == missing


def test_missing_vehicles_counted_by_hand():
    """African Mask needs two yellow and a blue one, Chichén Itzá two blue ones."""
    tables = LostExplorers().tables
    number = next(n for n, token in enumerate(tables.tokens) if token.name == "B2+YB")
    missing = needs_of(tables).missing_of
    assert [missing(number, 3, counts(held)) for held in ("", "yybb", "yyb", "bbb", "yybbb")] == [4, 0, 1, 2, 0]
    assert [missing(number, 1, counts(held)) for held in ("", "b", "bb")] == [2, 1, 0]
    assert missing(number, 0, counts("")) == 0


def test_fewest_steps_to_win():
    """Rules file: 14 on one track, 17 with three and one clues, 18 with two and two; a track that has arrived needs no more."""
    assert [steps_to_win(*leaders) for leaders in ((0, 0), (12, 0), (9, 4), (14, 0), (9, 9), (8, 9))] == [14, 2, 4, 0, 0, 1]


# -- in searches -------------------------------------------------------------------------------------------------------------


def test_searches_widen_by_what_the_playouts_propose():
    """Few moves are tried at first; in the end every one is. With uniformly random playouts every one is at once."""
    state = table(missions={0: "B2+YB R2+RB+RY"}, vehicles={0: "rrrbbbyyygg"}, rows=("rybg", "gbyr")).state
    moves = len(state.legal_actions())
    assert moves > 16
    tried = []
    for iterations in (100, 400, 128 * moves + 400):
        search = Search(state, seed=1)
        search.run(iterations=iterations)
        tried.append(sum(move.visits > 0 for move in search.result(playouts=0).moves))
    assert 2 <= tried[0] <= 2 + 100**0.4
    assert tried[0] <= tried[1] <= 3 + 400**0.4 + 400 / 128
    assert tried[2] == moves
    plain = Search(state, seed=1, playout="uniform")
    plain.run(iterations=100)
    assert sum(move.visits > 0 for move in plain.result(playouts=0).moves) == moves


def test_playouts_that_are_cut_count_as_the_position_is_valued():
    """A game that ends is won or lost, so that sums are halves; what is cut short is neither."""
    state = table(missions={0: "B2+YB"}).state
    for turns, whole in ((0, True), (1, False), (None, False)):
        search = Search(state, seed=1, playout="light", playout_turns=turns)
        search.run(iterations=20)
        sums = [sum(row[4]) for row in search.trees[0].root_rows() if row[2]]
        halves = [2 * row[4][0] for row in search.trees[0].root_rows() if row[2]]
        assert sums == pytest.approx([row[2] for row in search.trees[0].root_rows() if row[2]])
        assert all(abs(number - round(number)) < 1e-9 for number in halves) == whole
