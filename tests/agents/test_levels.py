"""Levels: five a game, playable, in ascending order of what was measured."""

import json

import pytest

from benchmarks.full.levels import BEGIN, DOCUMENT, END, table
from orienteer.agents import LEVEL_NAMES, Host, levels, parse_agent
from orienteer.agents.named_levels import read_levels
from orienteer.core.errors import OptionError
from orienteer.core.registry import load_game, registered_games
from orienteer.games import registry

RECIPE = {"agent": "random", "en": "any", "ja": "任意"}
RECIPES = dict.fromkeys(LEVEL_NAMES, RECIPE)
ROW = {
    "level": "casual",
    "agent": "random",
    "players": 2,
    "games": 4,
    "against": "random",
    "share": 0.5,
    "interval": [0.2, 0.7],
}


@pytest.mark.parametrize("name", registered_games())
def test_every_game_has_five_levels_that_read_as_agents(name):
    game = load_game(name)
    assert tuple(level.name for level in levels(name)) == LEVEL_NAMES
    assert len({level.agent for level in levels(name)}) == len(LEVEL_NAMES)
    for level in levels(name):
        assert parse_agent(game, level.name) is level
        assert parse_agent(game, level.agent).name == level.agent
        level.check(game)
        json.dumps(level.to_dict())


@pytest.mark.parametrize("name", registry.registered_packages("position"))
def test_measured_levels_beat_random_play_and_the_level_below(name):
    """The whole interval lies above a fair share."""
    for below, level in zip([None, *LEVEL_NAMES], levels(name), strict=False):
        assert {found.against for found in level.strength} == {"random"} | ({below} if below else set())
        for found in level.strength:
            assert found.games >= 60
            assert found.interval[0] > found.fair, f"{name}, {level.name} against {found.against}"


def test_the_document_holds_what_was_measured():
    assert BEGIN + table() + END in DOCUMENT.read_text(encoding="utf-8")


def test_a_level_plays_one_game_and_is_itself_as_an_agent():
    game = load_game("incan_gold", players=2, rounds=1)
    host = Host(game, [parse_agent(game, "beginner"), parse_agent(game, {"type": "casual"})], 3)
    assert sum(host.finish()) == 1
    with pytest.raises(OptionError, match="game: 'pig', allowed: 'incan_gold'"):
        parse_agent(game, "beginner").check(load_game("pig"))
    with pytest.raises(OptionError, match="game: 'chess'"):
        levels("chess")


@pytest.mark.parametrize(
    ("recipes", "rows", "message"),
    [
        (dict(list(RECIPES.items())[:4]), [], "beginner, casual, skilled, strong, strongest"),
        (RECIPES | {"casual": {"agent": "random"}}, [], "casual: .*en, ja"),
        (RECIPES, [{**ROW, "agent": "light"}], "measure it again"),
        (RECIPES, [{**ROW, "share": 0.8}], "within their interval"),
        (RECIPES, [{"level": "casual"}], "games, interval"),
    ],
)
def test_wrong_files_are_refused(recipes, rows, message):
    with pytest.raises(OptionError, match=message):
        read_levels("pig", recipes, rows)


def test_strength_is_read_with_its_level():
    casual = read_levels("pig", RECIPES, [ROW])[1]
    assert (casual.strength[0].share, casual.strength[0].fair, casual.description) == (0.5, 0.5, "any")
    assert not read_levels("pig", RECIPES, [ROW])[0].strength
