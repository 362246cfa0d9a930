"""Tables at the terminal: every position of whole games can be drawn, in both languages, and shows what the seat may see."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console, Group

from orienteer.agents import parse_agent
from orienteer.core.lost_explorers import data
from orienteer.core.registry import load_game
from orienteer.core.takara_island.components import CARDS
from orienteer.games import registry
from orienteer.playing.events import in_words
from orienteer.playing.pieces import Seen
from orienteer.playing.table import Table
from orienteer.positions import Position
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
EXAMPLES = Path(__file__).parents[2] / "examples" / "positions"
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
    """What is shown at every decision of the person, who plays at random, and at the end."""
    mover = parse_agent(table.game, "random").seat(table.view, 5)
    while not table.host.state.is_terminal():
        legal = table.view.mask.legal_actions(table.seat)
        if legal:
            yield shown(table)
        table.step({table.seat: mover.choose().action} if legal else {})
        mover.notice(table.host.state.observation(table.seat))
    yield shown(table)


def test_every_game_with_documents_has_a_drawing():
    assert set(registry.registered_packages("position")) <= set(registry.registered_packages("terminal"))


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


def drawing(position, viewer=0):
    """The lines of a position's drawing, without space that does not tell words apart."""
    names = tuple(name or f"seat {seat}" for seat, name in enumerate(position.names))
    seen = Seen(position, viewer, names, Vocabulary("en"))
    console = Console(width=200, color_system=None, file=io.StringIO(), record=True)
    console.print(Group(*registry.game_part(position.game.name, "terminal").draw(seen)))
    return [re.sub(r" {2,}", "  ", line.rstrip()) for line in console.export_text().splitlines()]


def example(name):
    return Position.from_file(EXAMPLES / f"{name}.json")


def test_celestia_shows_the_ship_the_hand_and_what_was_drawn():
    lines = drawing(example("celestia_six_players"))
    for line in (
        "Journey 7 · captain Eve · Next passengers decide · Ends at 50 · Cards in the deck 12",
        "City  1  2  4  6  ▲9  12  15  20  25",
        "treasures left  2  6  8  8  9  7  6  5  6",
        "Dice  2  2  2  3  3  3  4  4",
        "│ cloud ││ lightning ││ blank │",
        "compass × 4, foghorn, cannon, jetpack",
        "▶ Ann  aboard  7 cards  city 1: 1, city 2: 4, city 12: 12  17 points",
        "  Eve  captain  aboard  10 cards  city 1 × 2, city 2 × 1, city 4 × 1, city 6 × 1",
        "  Finn  off the ship  12 cards  city 1 × 1, city 2 × 1, city 12 × 1",
    ):
        assert line in lines, (line, lines)


def test_celestia_shows_cities_of_ones_own():
    game = load_game("celestia", players=2, cities=((3, 1, ((3, 4),), 1), (7, 2, ((7, 2),), 0)))
    lines = drawing(Position.from_state(game.new_initial_state(), 0, ("Ann", "Bob"), None, cheating=True))
    assert "City  ▲3  7" in lines
    assert "treasures left  5  2" in lines  # a telescope among them


def test_takara_island_shows_cards_seen_and_turned_up_and_who_else_has_seen_them():
    lines = drawing(example("takara_island_private_peeks"))
    for line in (
        "Round 8 · Next an adventurer acts · Magic sword not rented · Tokens at the bank 9",
        "  Pile 0 (8)  Pile 1 (0)  Pile 2 (9)  Pile 3 (0)  Pile 4 (4)  Pile 5 (4)",
        "shallow  rockfall",  # of pile 2, the only one that nobody has dug
        "  (2 gold) BC  (1 XP, hurt)",
        "  rockfall  (rockfall)",
        "middle  ?  (4 gold)",
        "  ?  ?  ? C  rockfall",
        "deep  (chest)  ?  ? C  ? B",
        "▶ Ann  7  7  items 1 + 1 + 1 + 1 + 2  3 ready  soothsayer (face down)",
        "  Ben  31  21  items 1 + 1 + 2 + 3 + 8  3 ready  archaeologist (face down)",
        "  Cleo  5  11  items 2 + 2 + 2 + 4  3 ready",
    ):
        assert line in lines, (line, lines)


def test_takara_island_shows_the_levels_of_a_gallery_of_ones_own():
    """Piles of one shallow card and two deep ones."""
    shallow, deep = [0] * len(CARDS), [0] * len(CARDS)
    shallow[CARDS.index("chest")] = 2
    deep[CARDS.index("xp_4")] = deep[CARDS.index("stone")] = 2
    gallery = (tuple(shallow), (0,) * len(CARDS), tuple(deep))
    game = load_game("takara_island", players=2, piles=2, gallery=gallery)
    lines = drawing(Position.from_state(game.new_initial_state(), 0, ("Ann", "Bob"), None, cheating=True))
    start = lines.index("  Pile 0 (3)  Pile 1 (3)")
    assert lines[start + 1 : start + 4] == ["shallow  ?  ?", "deep  ?  ?", "  ?  ?"]


def test_lost_explorers_shows_the_map_the_rows_and_the_players():
    lines = drawing(example("lost_explorers_endgame"))
    for line in (
        "× R3 Orthodox Church  rrr  YB African Mask  yyb  Ann",
        "  Y2 Sphinx  yy  Ann  RB Totem Pole  rrb  Ann",
        "× B3 Moai  bbb  RY Taj Mahal  rry",
        "left  y",
        "▶ Ann  2  8 of 14  5 of 14  0 of 4 free  8",
        "  Ben  2  7 of 14  7 of 14  3 of 4 free  8",
        "  Ann  red × 3, yellow × 2, green  ✓Y2 Sphinx + ✓YB African Mask + GY Uluru; "
        "✓RB Totem Pole + BG Polar Station; G2 Machu Picchu + ✓GR Mount Fuji + GY Uluru",
    ):
        assert line in lines, (line, lines)


def test_lost_explorers_draws_a_map_of_ones_own(tmp_path):
    file = tmp_path / "map.toml"
    text = (Path(data.__file__).parent / "shipped.toml").read_text(encoding="utf-8").replace("Great Wall", "Long Wall")
    file.write_text(text, encoding="utf-8")
    table = table_of("lost_explorers", "ja", players=2, data=str(file))
    assert "R2 Long Wall" in shown(table)
    told = in_words({"type": "close", "locations": ["R2"]}, table.name, table.words)
    assert told == "探検済みの場所 (Long Wall)"


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
