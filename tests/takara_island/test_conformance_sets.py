"""The sets of options on which the conformance suite runs meet everything that Takara Island has."""

import re

import pytest

from orienteer.core.takara_island import components
from orienteer.core.takara_island.components import CARDS, SPECIALISTS, TREASURES
from tests.conformance.games import registered
from tests.conformance.walk import graph, is_reduced, walks

GAMES = [game for game in registered() if game.name == "takara_island"]
ACTIONS = {
    *("rent", "no-rent", "stop", "go-on", "turn-up", "map-gold", "map-xp", "tavern", "buy-token", "sell"),
    *("survey", "dig", "destroy", "fight", *SPECIALISTS[:3], *(f"impostor-{copied}" for copied in SPECIALISTS[:3])),
    *("end-day-cure", "end-day-cure-recruit"),
}
OUTCOMES = {
    *CARDS,
    *(f"treasure:{name}" for name in TREASURES),
    *("kill", "fail-0", "fail-1", "fail-2", "fail-3", "mimic-beaten", "mimic-wins"),
}


def phases_and_steps(edges):
    """(phase, kind of action or outcome) of every step."""
    found = set()
    for state, move in edges:
        name = state.action_to_string(move.actor, move.action)
        found.add((state.fields()["phase"], re.sub(r"-\d+", "", name) if move.actor >= 0 else name))
    return found


def test_walks_take_every_kind_of_step_and_meet_every_outcome():
    edges = [(edge.before, edge.move) for game in GAMES if not is_reduced(game) for walk in walks(game) for edge in walk]
    found = phases_and_steps(edges)
    assert {name for _, name in found} == ACTIONS | OUTCOMES
    assert {("mine_on", "stop"), ("mine_on", "go-on"), ("survey", "turn-up")} <= found


@pytest.mark.parametrize("number", [0, 1])
def test_reduced_sets_reach_hires_that_are_copied_injuries_and_treasures(number):
    whole = graph([game for game in GAMES if is_reduced(game)][number])
    found = {
        name for _, name in phases_and_steps((whole.states[key], move) for key, out in whole.edges.items() for move, *_ in out)
    }
    assert {"soothsayer", "archaeologist", "impostor-archaeologist", "turn-up", "end-day-cure-recruit"} <= found
    assert {"rockfall", "chest", "stone", "bat_a", "xp_4_hospital"} <= found
    assert {"treasure:map", "map-gold", "map-xp", "treasure:mimic", "mimic-beaten", "mimic-wins"} <= found


def test_every_value_of_every_option_occurs():
    values = {name: {game.options[name] for game in GAMES} for name in components.OPTIONS}
    assert values["players"] == {2, 3, 4}
    assert values["miner_may_stop"] == {False, True}
    for name in ("mimic_fail", "impostor", "survey_blocked_by", "map_choice", "miner_on_monster", "tie"):
        assert values[name] == set(getattr(components, name.upper())), name
