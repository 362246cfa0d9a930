"""Tables at the terminal: every position of whole games can be drawn, in both languages, and shows what the seat may see."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from orienteer.agents import parse_agent
from orienteer.core.lost_explorers import data
from orienteer.core.registry import load_game
from orienteer.games import registry
from orienteer.playing.events import in_words
from orienteer.playing.table import Table
from orienteer.playing.tables import is_drawn
from orienteer.records import Record
from orienteer.vocabulary import Vocabulary

RULES = {
    "celestia": [{"players": 2, "max_journeys": 3}, {"players": 4, "grappling_hook": True, "max_journeys": 3}],
    "incan_gold": [
        {"players": 1},
        {"players": 8, "leftovers": "per_card", "artifact_value": "printed", "decide_before_first_card": True},
    ],
    "lost_explorers": [{"players": 2, "max_turns": 12}, {"players": 4, "vehicles": 1, "max_turns": 12}],
    "takara_island": [{"players": 2, "max_rounds": 3}, {"players": 4, "max_rounds": 2}],
}
CASES = [(name, options) for name, cases in RULES.items() for options in cases]


def table_of(name, language="en", names=None, **options):
    game = load_game(name, **options)
    console = Console(width=140, highlight=False, record=True, color_system=None, file=io.StringIO())
    return Table(game, levels=("beginner",), language=language, names=names, console=console)


def shown(table):
    table.console.export_text()
    table.tell()
    table.show()
    return table.console.export_text()


def followed(table):
    """What is shown at every decision of the person, who plays like a beginner, and at the end."""
    mover = parse_agent(table.game, "random").seat(table.view, 5)
    while not table.host.state.is_terminal():
        legal = table.view.mask.legal_actions(table.seat)
        if legal:
            yield shown(table)
        table.step({table.seat: mover.choose().action} if legal else {})
        mover.notice(table.host.state.observation(table.seat))
    yield shown(table)


def test_every_game_with_documents_has_a_drawing():
    assert all(map(is_drawn, registry.registered_packages("position")))
    assert not is_drawn("pig")
    assert not is_drawn("my-game")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_law_whole_games_can_be_drawn(name, options, language):
    """No phrase is missing, and none is shown as its key; in Japanese no English phrase is left."""
    texts = list(followed(table_of(name, language, **options)))
    assert texts
    for text in texts:
        assert Vocabulary(language)(f"games.{name}") in text
        assert not re.search(r"\b(None|table\.|phases\.|events\.|seat \d)", text), text
        if language == "ja":
            assert not re.search(r"\b(players|round|captain|inside|cards|gold|stays|leaves)\b", text), text


def test_incan_gold_shows_the_path_and_the_pocket():
    table = table_of("incan_gold", names=("Ann", "Bob", None), players=3)
    table.record.append({"type": "card", "card": 14})
    text = shown(table)
    for said in ("Round 1 of 5", "Inside 3", "Each inside holds 4", "Left on the path 2", "│ 14 │", "Ann", "seat 2"):
        assert said in text, said
    table.record.append({"type": "choices", "choices": ["stay", "stay", "leave"]})
    table.record.append({"type": "card", "card": "fire"})
    text = shown(table)
    for said in ("Inside 2", "Each inside holds 4", "Left on the path 0", "│ 14 ││ fire │"):
        assert said in text, said


def test_takara_island_shows_a_card_that_the_seat_has_seen_and_who_has_seen_others():
    table = table_of("takara_island", names=("Ann", "Bob"), players=2)
    table.record = Record.from_dict(
        {
            "format": 1,
            "game": "takara_island",
            "rules": "seed",
            "viewer": 0,
            "players": ["Ann", "Bob"],
            "events": [
                {"type": "survey", "player": "Ann", "pile": 2},
                {"type": "look", "player": "Ann", "pile": 2, "slot": 0, "card": "gold_2"},
            ],
        }
    )
    assert "(2 gold)" in shown(table)


def test_lost_explorers_draws_a_map_of_ones_own(tmp_path):
    file = tmp_path / "map.toml"
    text = (Path(data.__file__).parent / "shipped.toml").read_text(encoding="utf-8").replace("Great Wall", "Long Wall")
    file.write_text(text, encoding="utf-8")
    said = shown(table_of("lost_explorers", "ja", players=2, data=str(file)))
    assert "R2 Long Wall" in said
    assert "万里の長城" not in said


@pytest.mark.parametrize(
    ("event", "english", "japanese"),
    [
        ({"type": "choices", "choices": {"Ann": "leave", "Bob": "stay"}}, "leaving: Ann; staying: Bob", "戻る:Ann、進む:Bob"),
        (
            {"type": "roll", "dice": ["bird", "bird", "blank"]},
            "the dice show (bird × 2, blank)",
            "ダイスの目 (ダモク鳥 × 2、無地)",
        ),
        ({"type": "eject", "player": 0, "target": 1}, "Ann: ejects (target: Bob)", "Ann: 追放 (対象: Bob)"),
        ({"type": "over", "totals": [51, 3]}, "the game is over (Ann 51, Bob 3)", "ゲーム終了 (Ann 51、Bob 3)"),
        (
            {"type": "attack", "player": "Bob", "pile": 3, "killed": False, "wounds": 2},
            "Bob: attack (pile 3, wounds 2)",
            "Bob: 攻撃 (山札 3、負傷 2)",
        ),
        ("anything else", "anything else", "anything else"),
    ],
)
def test_events_in_words(event, english, japanese):
    def name(who):
        return who if isinstance(who, str) else ("Ann", "Bob")[who]

    assert in_words(event, name, Vocabulary("en")) == english
    assert in_words(event, name, Vocabulary("ja")) == japanese


def test_a_vocabulary_numbers_and_names():
    words = Vocabulary("en")
    assert [words("table.cards", number=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert words.term("no_such_card") == "no such card"
    assert words.tally(["turbo", "gust", "turbo"]) == "turbo × 2, gust"
    assert (words.find("table"), words.find("table.nothing.at-all")) == (None, None)
    with pytest.raises(KeyError, match="nothing"):
        words("table.nothing")
