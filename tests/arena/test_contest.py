"""Who sits where, and what makes games of one deal comparable."""

import pickle
from collections import Counter

import pytest

from orienteer.arena.chance import DealChance
from orienteer.arena.contest import Contest
from orienteer.core.errors import OptionError
from orienteer.core.registry import load_game
from orienteer.games.takara_island.chance import chance_kind
from tests.takara_island.agent_games import after

from .helpers import contest, quick

SAME = {  # game: options and a policy
    "celestia": ({"players": 3, "target": 12}, "rule-bot"),
    "incan_gold": ({"players": 3, "rounds": 3}, "mix leave=0.3"),
    "lost_explorers": ({"players": 2, "max_turns": 6}, "greedy-completer"),
    "takara_island": ({"players": 2, "max_rounds": 4}, "greedy-digger"),
}


def seats_of(players, *texts, kind="", deal=0):
    return contest("incan_gold", *texts, kind=kind, players=players).tables(deal)


def test_rule_a_match_seats_the_first_everywhere_among_copies_of_the_second():
    assert seats_of(2, "random", "light") == ((0, 1), (1, 0))
    assert seats_of(4, "random", "light") == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert seats_of(1, "random", "light") == ((0,), (1,))


def test_rule_a_mirror_match_is_one_game_a_deal():
    assert seats_of(3, "random") == ((0, 0, 0),)


def test_rule_a_round_robin_seats_everybody_alike():
    three = ("random", "light", "policy uniform")
    assert seats_of(2, *three) == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    assert seats_of(3, *three) == ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    assert seats_of(3, *three, deal=1) == ((2, 1, 0), (1, 0, 2), (0, 2, 1)), "others before and behind"
    filled = seats_of(4, *three)
    assert len(filled) == 12
    assert Counter(agent for table in filled for agent in table) == {0: 16, 1: 16, 2: 16}
    assert all(set(table) == {0, 1, 2} for table in filled)
    for seat in range(4):
        assert Counter(table[seat] for table in filled) == {0: 4, 1: 4, 2: 4}
    assert seats_of(4, "random", "light", kind="round-robin")[4] == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("texts", "more", "message"),
    [
        (("random", "random"), {}, "agents: 'random, random'"),
        ((), {}, "agents of a round-robin: 0"),
        (("random", "light"), {"kind": "mirror"}, "agents of a mirror: 2"),
        (("random",), {"kind": "match"}, "agents of a match: 1"),
        (("random", "light"), {"kind": "cup"}, "kind: 'cup'"),
        (("random",), {"objective": "glory"}, "objective: 'glory'"),
        (("random",), {"seed": -1}, "seed: -1"),
        (tuple(f"mcts iterations={n}" for n in range(1, 15)), {"players": 4}, "agents: 14, allowed: at most 1000 games"),
    ],
)
def test_wrong_contests_are_refused(texts, more, message):
    with pytest.raises(OptionError) as caught:
        contest("incan_gold", *texts, **more)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("name", SAME)
def test_law_what_is_played_alike_ends_alike(name):
    """Two names of one way to play: all games of a deal are the same game, and deals differ."""
    options, policy = SAME[name]
    match = contest(name, f"policy {policy}", f"careless share=0 policy {policy}", objective="points", seed=3, **options)
    deals = [match.play(number) for number in range(2)]
    for deal in deals:
        assert len({(game.returns, game.decisions) for game in deal.games}) == 1
    assert deals[0].games[0] != deals[1].games[0]
    assert pickle.loads(pickle.dumps(match)).play(1) == deals[1]


def test_law_rounds_of_incan_gold_are_drawn_alike_however_long_they_last():
    game = load_game("incan_gold", players=2, artifacts=False)

    def path_of_round_two(cards_before):
        state, chance = game.new_initial_state(), DealChance(game, 5, 1)
        while state.segment("round") < 1:
            if state.is_chance_node():
                state.apply(chance.draw(state))
            else:
                state.apply_joint([int(len(state.fields()["path"]) >= cards_before)] * 2)
        cards = []
        while state.segment("round") < 2 and len(cards) < 5:
            if state.is_chance_node():
                cards.append(chance.draw(state))
                state.apply(cards[-1])
            else:
                state.apply_joint([0, 0])
        assert state.fields()["removed"] == (0, 0, 0, 0, 0), "no hazard has changed the deck"
        return cards

    paths = {tuple(path_of_round_two(cards)) for cards in (1, 2, 3)}
    assert len(paths) == 1


def test_rule_each_slot_of_takara_island_has_numbers_of_its_own():
    lines = {("dig-3",): "pile 3 slot 0", ("survey-2",): "pile 2 slot 0", ("dig-3", "gold_2", "survey-3"): "pile 3 slot 1"}
    for moves, kind in lines.items():
        assert chance_kind(after(load_game("takara_island", players=2), *moves)) == kind


def test_law_deals_depend_on_the_seed():
    assert quick(seed=1).play(0) != quick(seed=2).play(0)
    assert isinstance(hash(quick()), int)
    assert Contest(quick().game, quick().agents) == quick()
