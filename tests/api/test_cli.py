"""The command line: output, exit codes, one clear line for bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import good, interrupted, run

ROOT = Path(__file__).parents[2]
POSITIONS = ROOT / "examples" / "positions"
FIVE = str(POSITIONS / "incan_gold_five_players.json")
DUEL = str(POSITIONS / "incan_gold_last_round_duel.json")
ENDGAME = str(POSITIONS / "lost_explorers_endgame.json")
SOLITAIRE = str(POSITIONS / "incan_gold_solitaire.json")


def test_as_a_program_of_its_own():
    for arguments, stdin, code in ((("best-move", "-"), Path(SOLITAIRE).read_text(), 0), (("evaluate", "-"), "{bad", 2)):
        done = subprocess.run(
            [sys.executable, "-m", "orienteer.cli", *arguments], input=stdin, capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stdout, done.stderr) == run(*arguments, stdin=stdin)
        assert done.returncode == code


def test_evaluate_as_a_table_and_as_json():
    table = good("evaluate", DUEL, "--seconds", "60")
    assert "stay" in table
    assert "cave solver" in table
    answer = json.loads(good("evaluate", DUEL, "--seconds", "60", "--json"))
    assert answer["exact"] is True
    assert {m["move"]["id"] for m in answer["moves"]} == {"stay", "leave"}


def test_turns_as_a_tree_and_as_json():
    asked = ("turns", DUEL, "-k", "2", "--method", "mcts", "--iterations", "2000")
    assert "1. " in good(*asked)
    answer = json.loads(good(*asked, "--json"))
    assert [plan["plan"]["id"] for plan in answer["plans"]] == ["stay", "leave"]
    assert answer["plans"][0]["gap"] == 0
    assert good(*asked, "--json").count('"plan"') == 2


def test_position_from_standard_input():
    assert good("best-move", "-", stdin=Path(SOLITAIRE).read_text()) == good("best-move", SOLITAIRE)


def test_odds_are_fractions():
    answer = json.loads(good("odds", SOLITAIRE, "bust-next", "--json"))
    assert "/" in answer["value"]
    assert "bust-within" in good("odds", SOLITAIRE)


def test_distribution():
    answer = json.loads(good("distribution", SOLITAIRE, "score", "--policies", "leave-at gems=40", "--seconds", "60", "--json"))
    assert answer["exact"] is True


def test_tree_formats():
    for form, sign in (("text", "root: simultaneous"), ("dot", "digraph")):
        assert sign in good("tree", DUEL, "--depth", "1", "--format", form)


def test_tree_into_a_file(tmp_path):
    good("tree", ENDGAME, "--depth", "1", "--values", "-o", str(tmp_path / "tree.svg"))
    assert b"<svg" in (tmp_path / "tree.svg").read_bytes()


def test_template_is_a_valid_position():
    for players in ("1", "8"):
        made = good("template", "incan_gold", "--players", players)
        assert f"seat {int(players) - 1}" in good("explain", "-", stdin=made)


def test_schema_and_games():
    assert json.loads(good("schema", "incan_gold"))
    assert json.loads(good("schema"))
    games = {
        "celestia",
        "goofspiel",
        "incan_gold",
        "kuhn_poker",
        "leduc_poker",
        "liars_dice",
        "lost_explorers",
        "pig",
        "takara_island",
    }
    assert set(json.loads(good("games", "--json"))) == games


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (("evaluate", "-"), "{bad", "line 1"),
        (("evaluate", "-"), "[" * 100_000, "position"),
        (("evaluate", "-"), '{"format": 1, "game": "chess"}', "game"),
        (("evaluate", "-"), "x" * 2_000_000, "position"),
        (("evaluate", "no_such_file.json"), None, "no_such_file.json"),
        (("evaluate", FIVE, "--method", "exact", "--nodes", "500"), None, "500"),
        (("evaluate", FIVE, "--seconds", "-1"), None, "limits.seconds"),
        (("evaluate", FIVE, "--objective", "glory"), None, "objective"),
        (("evaluate", FIVE, "--horizon", "journey"), None, "horizon"),
        (("evaluate", FIVE, "--allow", "dance"), None, "allow"),
        (("evaluate", FIVE, "--method", "ismcts"), None, "hides nothing"),
        (("evaluate", FIVE, "--assume", "turbos"), None, "name=value"),
        (("evaluate", FIVE, "--assume", "turbos=always"), None, "hides nothing"),
        (("odds", FIVE, "dragon"), None, "dragon"),
        (("odds", FIVE, "bust-within", "cards=0"), None, "cards"),
        (("odds", FIVE, "bust-within", "cards=three"), None, "cards"),
        (("odds", FIVE, "bust"), None, "policies"),
        (("distribution", FIVE, "score"), None, "policies"),
        (("distribution", FIVE, "glory", "--policies", "never-leave"), None, "glory"),
        (("template", "chess"), None, "chess"),
        (("template", "incan_gold", "--players", "9"), None, "players"),
        (("tree", FIVE, "--depth", "-1"), None, "depth"),
        (("tree", DUEL, "--format", "svg"), None, "output"),
        (("tree", DUEL, "-o", "tree.gif"), None, "output"),
        (("turns", FIVE, "-k", "0"), None, "k"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, stdin, says):
    done = run(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("error: ")
    assert says in done.stderr


def test_ctrl_c_prints_the_best_so_far():
    done = interrupted("analysis", "evaluate", FIVE, "--method", "mcts", "--seconds", "60", "--json")
    assert done.returncode == 130, done.stderr
    assert json.loads(done.stdout)["stopped_by"] == "stop"
