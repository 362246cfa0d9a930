"""Hints: sentences whose every number is an exact chance, a count on the table, or the evaluation's own."""

import json
import re
from fractions import Fraction

import pytest

from orienteer.agents import Host, parse_agent
from orienteer.agents.hints import hint
from orienteer.agents.speech import Speech
from orienteer.api import evaluate
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.registry import load_game
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.events import Odds
from orienteer.limits import Limits

POSITIONS = "examples/positions"
FEW = Limits(iterations=40, nodes=500)
GAMES = {
    "celestia": {"players": 3, "grappling_hook": True},
    "incan_gold": {"players": 3},
    "lost_explorers": {"players": 2},
    "takara_island": {"players": 2},
}
STEP = {"celestia": 67, "incan_gold": 13, "lost_explorers": 31, "takara_island": 53}  # of a game's choices one in so many


def test_known_leaving_alone_with_what_lies_on_the_path():
    """Incan Gold, solitaire: 2/13 of the cards bust, leaving banks 23; exact."""
    found = hint(f"{POSITIONS}/incan_gold_solitaire.json", method="exact", horizon="round", limits=Limits())
    assert found.move.id == "leave"
    assert found.text == "Leave with 23 gems: it is worth 23.00 points."
    assert found.reasons[:2] == ("Leaving banks 23.", "One more card busts with 15.4%: 4 of the 26 cards left.")
    assert found.reasons[-1] == "These values are exact."
    assert found.evaluation.exact


def test_known_the_captain_passes():
    """Celestia: 171788719/223659735 by counting hands."""
    found = hint(f"{POSITIONS}/celestia_captain_passes.json", limits=FEW)
    assert found.reasons[0] == "The captain, Ann, passes with 76.8%."
    assert "A treasure of city 2 is worth 3.3 points on average." in found.reasons
    assert float(Fraction(171788719, 223659735)) == pytest.approx(0.768, abs=5e-4)


def test_known_where_a_stone_may_lie():
    found = hint(f"{POSITIONS}/takara_island_private_peeks.json", limits=FEW)
    assert "A stone lies in: pile 0 with 100%, pile 2 with 33.3% and pile 4 with 33.3%." in found.reasons


def test_known_what_the_nearest_mission_needs():
    found = hint(f"{POSITIONS}/lost_explorers_endgame.json", method="exact", limits=Limits())
    assert found.text.endswith("it wins 36.4%.")
    assert "The nearest mission, Y2+YB+GY, needs 1 more place(s) and 1 more vehicle(s)." in found.reasons
    assert "You have 2 of 4 clues, the best of the others, Ben, has 2." in found.reasons
    assert any(reason.startswith("Exactly as good: ") for reason in found.reasons)


@pytest.mark.parametrize("name", GAMES)
def test_law_every_choice_of_a_game_has_a_hint_in_both_languages(name):
    game = load_game(name, **GAMES[name])
    texts = ["careless share=1/2 light"] * game.num_players
    host, choices = Host(game, [parse_agent(game, text) for text in texts], 11), 0
    while not host.state.is_terminal():
        for seat in host.state.players_to_move():
            choices += 1
            if choices % STEP[name] == 0:
                _assert_hints(host.seats[seat].view)
        host.advance()
    assert choices > STEP[name]


def _assert_hints(view):
    english = hint(view, limits=FEW)
    japanese = hint(view, language="ja", evaluation=english.evaluation)
    assert japanese.move == english.move
    for text in (japanese.text, *japanese.reasons):
        assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", text), text
    for text in (english.text, *english.reasons):
        assert text[0] == text[0].upper()
        assert text.isascii() or "±" in text or "×" in text, text
        assert text.endswith(".")
    assert len(english.reasons) == len(japanese.reasons)
    json.dumps(english.to_dict())


def test_two_worlds_that_look_the_same_give_the_same_hint():
    """Celestia: the other's hand is dealt again."""
    state, stream = load_game("celestia", players=2).new_initial_state(), RandomStream(4)
    while state.is_chance_node() or state.current_player() != 1:
        state.apply(state.sample_chance(stream) if state.is_chance_node() else state.legal_actions()[0])
    seen = View(state, 1)
    worlds = [seen.belief().sample(stream) for _ in range(2)]
    assert worlds[0] != worlds[1]
    assert str(hint(View(worlds[0], 1), limits=FEW)) == str(hint(View(worlds[1], 1), limits=FEW))


def test_a_forced_move_has_no_reasons():
    state = load_game("celestia", players=2, hand=0).new_initial_state()
    stream = RandomStream(0)
    while state.is_chance_node() or len(state.legal_actions()) > 1:
        state.apply(state.sample_chance(stream) if state.is_chance_node() else state.legal_actions()[0])
    found = hint(View(state, state.current_player()))
    assert found.text.endswith("the only move.")
    assert (found.reasons, found.evaluation) == ((), None)


def test_games_without_words_of_their_own_say_what_is_common():
    game = load_game("pig", target=12)
    found = hint(game.new_initial_state(), method="exact", limits=Limits(), language="ja")
    assert found.text.startswith("Roll：勝率")
    assert found.reasons[-1] == "この評価は正確な値。"


def test_sampled_chances_have_their_error():
    say = Speech("en")
    assert say.chance(Odds("x", 0.9035, "sampled", (), 0.006, (0.89, 0.917))) == "90.3% ± 1.4%"
    assert say.chance(Fraction(1, 3)) == "33.3%"
    assert (say.chance(Fraction(1)), say.chance(Fraction(0)), say.chance(1e-9), say.chance(1 - 1e-9)) == (
        "100%",
        "0%",
        "<0.1%",
        ">99.9%",
    )


def test_wrong_questions_are_refused():
    game = load_game("incan_gold", players=2)
    with pytest.raises(OptionError, match="language: 'fr', allowed: 'en', 'ja'"):
        hint(game.new_initial_state(), language="fr")
    with pytest.raises(OrienteerError, match="nobody has a choice"):
        hint(game.new_initial_state())
    other = evaluate(load_game("pig", target=12).new_initial_state(), method="exact", limits=Limits())
    with pytest.raises(OptionError, match="evaluation: 'of seat 0 of pig', allowed: one of this position, seat 1"):
        hint(f"{POSITIONS}/celestia_captain_passes.json", evaluation=other)
