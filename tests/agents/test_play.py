"""Playing at the terminal with scripted input, and the commands on hints and levels."""

import json
import re

import pytest
from typer.testing import CliRunner

from orienteer.cli import app
from orienteer.core.errors import OptionError
from orienteer.records import Record

SHORT = {
    "celestia": ["--players", "2", "--option", "max_journeys=1"],
    "incan_gold": ["--players", "3", "--option", "rounds=1"],
    "kuhn_poker": [],
    "lost_explorers": ["--option", "max_turns=4"],
    "pig": ["--option", "target=4"],
    "takara_island": ["--option", "max_rounds=1"],
}


def played(*arguments, typed):
    """At a terminal wide enough for every line."""
    text = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(app, ["play", *map(str, arguments)], input=text, env={"COLUMNS": "250"})


@pytest.mark.parametrize("name", SHORT)
def test_whole_games_with_the_first_move_every_time(name):
    done = played(name, *SHORT[name], "--level", "beginner", "--seed", 3, typed=["1"] * 200)
    assert done.exit_code == 0, done.output
    assert "share of the win" in done.output
    assert "You" in done.output


def test_the_same_seed_gives_the_same_game():
    first, again, other = (
        played("incan_gold", *SHORT["incan_gold"], "--seed", seed, typed=["1"] * 9).output for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_commands_beside_moves(tmp_path):
    file = tmp_path / "record.json"
    typed = ["help", "odds", "odds bust-next", "hint", "", "table", "nonsense", "9", "odds nothing", "save", "undo"]
    typed += ["stay", "undo", "stay", f"save {file}", f"save {tmp_path}/no/such/folder", "quit"]
    done = played("incan_gold", "--players", 2, "--seed", 4, "--names", "Ann, Bob", typed=typed)
    assert done.exit_code == 0
    for said in (
        "write what you have seen until now as a record",
        "The next card is the second of a hazard kind.",
        "the best move, with reasons",
        "From 2,800 simulated games.",
        "move: 'nonsense', allowed: 1 to 2, the name of a move, or help",
        "move: '9', allowed: 1 to 2",
        "allowed: artifact-appears",
        "save: None, allowed: the name of a file",
        "undo: 'nothing', allowed: a choice of yours to take back",
        "No such file or directory",
        "You have left the game.",
        "Incan Gold, seen by Ann",
    ):
        assert said in done.output, said
    record = Record.from_file(file)
    assert (record.start.viewer, record.names) == (0, ("Ann", "Bob"))
    assert [event["type"] for event in record.events] == ["card", "choices", "card"]


def test_names_are_no_markup():
    done = played("incan_gold", "--players", 2, "--seed", 4, "--names", "[b]Ann, :snake:", typed=["1", "quit"])
    assert "seen by [b]Ann" in done.output
    assert "  :snake:" in done.output


def test_undo_takes_back_the_choice_and_not_the_cards():
    """The same card comes up again: chance is not asked anew."""
    done = played("incan_gold", "--players", 2, "--level", "policy never-leave", "--seed", 4, typed=["1", "undo", "1", "quit"])
    cards = re.findall(r"turned up: (\w+)", done.output)
    assert len(cards) == 3
    assert cards[1] == cards[2]
    done = played("celestia", "--players", 2, "--seed", 4, typed=["undo", "quit"])
    assert "undo: 'celestia', allowed: games that hide nothing" in done.output


def test_input_that_ends_ends_politely():
    done = played("takara_island", typed=["1"])
    assert done.exit_code == 0
    assert done.output.endswith("The input has ended, and with it the game.\n")


def test_what_others_hold_is_not_shown():
    done = played("kuhn_poker", "--seed", 5, typed=["quit"])
    assert re.search(r"cards [JQK], \?", done.output)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "game: 'chess'"),
        (["pig", "--seat", "2"], "seat: 2"),
        (["pig", "--level", "godlike"], "allowed: beginner; casual; skilled"),
        (
            ["incan_gold", "--players", "4", "--level", "casual", "--level", "strong"],
            "one for all others, or one for each of the 3",
        ),
        (["pig", "--names", "Ann"], "2, one a seat"),
        (["pig", "--option", "target"], "name=value"),
        (["pig", "--language", "fr"], "'en', 'ja'"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(OptionError, match=message):
        CliRunner().invoke(app, ["play", *arguments], catch_exceptions=False)


def test_hint_and_levels_on_the_command_line():
    run = CliRunner().invoke
    asked = ["hint", "examples/positions/incan_gold_last_round_duel.json", "--iterations", "300"]
    text = run(app, [*asked, "--language", "ja"]).output
    assert text.startswith("探検を続ける：勝率")
    assert "- 次の一枚で失敗する確率は13%（残り23枚中3枚）。" in text
    assert json.loads(run(app, [*asked, "--json"]).output)["move"]["id"] == "stay"
    assert "beginner" in run(app, ["levels", "celestia"]).output
    listed = json.loads(run(app, ["levels", "pig", "--json"]).output)
    assert [level["name"] for level in listed] == ["beginner", "casual", "skilled", "strong", "strongest"]
