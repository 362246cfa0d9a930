"""The light playout against the one-step rule in plain Python: complete under all options, sure points kept, varied."""

import pytest

from orienteer.core.incan_gold import IncanGold
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER
from orienteer.games.incan_gold.playout import light
from orienteer.games.incan_gold.policies import banked_alone, lethal_cards, next_gains
from orienteer.mcts import Search

from .helpers import card, choose, start

NO_ACTION, STAY, LEAVE = -1, 0, 1
OPTIONS = [
    {},
    {"players": 1},
    {"players": 2, "deck": "bga", "artifact_value": "resolved_order", "tie": "artifacts"},
    {"players": 3, "deck": "print", "artifact_value": "printed", "decide_before_first_card": True},
    {"players": 4, "artifact_value": "taken_order", "artifact_schedule": "all_at_start", "leftovers": "per_card"},
    {"players": 8, "deck": "print", "artifacts": False},
    {"players": 2, "deck": (1, 1, 2, 99), "hazards": (3, 2), "rounds": 3},
    {"players": 3, "deck": (*range(1, 60), 99), "artifact_schedule": "all_at_start"},
]


def leaves(state, player, runs=200):
    """How often the player leaves."""
    policy, stream = light(state.game), RandomStream(3)
    chosen = [policy.choose(state, player, stream) for _ in range(runs)]
    assert set(chosen) <= set(state.legal_actions(player))
    return chosen.count(LEAVE)


def expected(state, player):
    """What the rule says, by the functions behind the policy `one-step`."""
    fields = state.fields()
    lethal, banked = lethal_cards(state, fields), banked_alone(state, fields, player)
    if banked == 0 or (lethal == 0 and sum(fields["inside"]) == 1):
        return "stay"
    return "mostly leave" if lethal * banked >= next_gains(state, fields, player) else "mostly stay"


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_law_choices_are_legal_and_prefer_what_the_rule_prefers(options):
    game, stream, seen = IncanGold(**options), RandomStream(5), set()
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == CHANCE_PLAYER:
                assert light(game).choose(state, 0, stream) == NO_ACTION
                state.apply(state.sample_chance(stream))
                continue
            joint = [NO_ACTION] * game.num_players
            for seat in range(game.num_players):
                if state.fields()["inside"][seat]:
                    count, rule = leaves(state, seat), expected(state, seat)
                    assert {"stay": count == 0, "mostly stay": 0 < count < 100, "mostly leave": 100 < count < 200}[rule]
                    seen.add(rule)
                    joint[seat] = LEAVE if stream.below(6) == 0 else STAY
                else:
                    assert light(game).choose(state, seat, stream) == NO_ACTION
            state.apply(joint[state.current_player()]) if state.current_player() >= 0 else state.apply_joint(joint)
    assert seen == {"stay", "mostly stay", "mostly leave"}


def test_sure_points_are_not_thrown_away():
    # Nothing to bank: before the first card, and after hazards alone.
    assert leaves(start(3, decide_before_first_card=True), 0) == 0
    assert leaves(card(start(1), "spider", "fire", "mummy"), 0) == 0
    # Alone inside with no hazard on the path, staying is free; another inside might take the path's gem.
    state = choose(card(start(2), "15", "14"), 1)
    assert leaves(card(state, "1"), 0) == 0
    assert leaves(card(start(2), "15", "14"), 0) > 0


def test_known_choices():
    """One hazard kind: L·P against G by hand, and how often the rule is kept."""
    rest = {"rounds": 1, "artifacts": False}
    state = card(start(1, deck=(3, 5), hazards=(2,), **rest), "spider", "3")  # 1 · 3 < 5
    assert 900 < leaves(state, 0, 4000) < 1100
    state = card(start(1, deck=(3, 5), hazards=(3,), **rest), "spider", "3")  # 2 · 3 ≥ 5
    assert 3420 < leaves(state, 0, 4000) < 3580
    # Shared by two, a 5 gives 2 and leaves 1 on the path: 1 · (1 + 1) < 3, and 1 · (2 + 1) ≥ 1 + 1.
    assert leaves(card(start(2, deck=(3, 5), hazards=(2,), **rest), "spider", "3"), 1) < 100
    assert leaves(card(start(2, deck=(3, 5), hazards=(2,), **rest), "spider", "5"), 1) > 100


@pytest.mark.parametrize(
    ("artifact_value", "owned", "lost", "large"),
    [
        ("per_owner", (2, 1), 1, False),
        ("per_owner", (3, 0), 1, True),
        ("taken_order", (1, 1), 2, False),
        ("taken_order", (0, 3), 1, True),
        ("resolved_order", (0, 1), 1, False),
        ("resolved_order", (0, 1), 2, True),
    ],
)
def test_worth_of_artifacts_depends_on_those_before(artifact_value, owned, lost, large):
    """L·P against G = 19 // 2 + 1 = 10 with L = 1: P is a gem and 5 points, or 10 from the fourth artifact on."""
    game_start = start(2, deck=(2, 19), hazards=(2, 2, 2, 2, 2), artifact_value=artifact_value)
    fields = card(game_start, "spider", "2", "artifact").fields()
    fields |= {"artifact_count": owned, "artifact_points": tuple(5 * count for count in owned)}
    fields |= {"artifacts_taken": sum(owned), "artifacts_lost": lost, "round": sum(owned) + lost + 1}
    assert (leaves(game_start.game.state_from_fields(fields), 0) > 100) == large


@pytest.mark.parametrize("objective", ["win", "points"])
def test_search_with_light_playouts_is_repeatable(objective):
    def found(**options):
        search = Search(start(3, rounds=2), seed=4, objective=objective, trees=2, **options)
        search.run(iterations=400)
        return search.result(playouts=100).position, sum(tree.playout_nodes for tree in search.trees)

    assert found(playout="light") == found(playout="light", threads=2)
    assert found(playout="light") != found(playout="uniform")
