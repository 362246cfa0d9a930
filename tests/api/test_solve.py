"""`solve` and `orienteer solve`: games by name, positions, files, limits, Ctrl-C, bad input."""

import json
import os
import signal
import threading

import pytest

import orienteer
from orienteer.core.errors import OptionError, OrienteerError, TooLargeError
from orienteer.core.reference.kuhn_poker import KuhnPoker
from orienteer.core.reference.leduc_poker import LeducPoker
from orienteer.core.reference.liars_dice import LiarsDice
from orienteer.core.state import View
from orienteer.limits import Limits

from .command_line import good, interrupted, run

# The last round of a game for two: one treasure and two pairs of hazards are left.
POSITION = {
    "format": 1,
    "game": "incan_gold",
    "rules": {"preset": "seed", "deck": [3], "hazards": [2, 2], "rounds": 1, "artifacts": False},
    "viewer": 0,
    "state": {"round": 1, "players": [{"gems": 0, "inside": True}, {"gems": 0, "inside": True}], "path": []},
}


def test_a_game_and_a_view():
    found = orienteer.solve(KuhnPoker(), target=1e-4)
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-4)
    state = KuhnPoker().new_initial_state().child(2).child(1)
    after = orienteer.solve(View(state, 0), target=1e-4)
    assert list(after.moves) == [0]
    assert after.assumptions[-1].startswith("prior: chance alone")


def test_the_true_state_of_a_game_that_hides_something_is_refused():
    with pytest.raises(OptionError, match="a Position or a View: kuhn_poker hides information"):
        orienteer.solve(KuhnPoker().new_initial_state())


def test_limits_and_progress():
    told = []
    found = orienteer.solve(LeducPoker(), target=0, limits=Limits(iterations=20), progress=lambda *given: told.append(given))
    assert (found.iterations, found.stopped_by, len(told)) == (20, "iterations", 2)
    with pytest.raises(TooLargeError, match=r"limits\.nodes"):
        orienteer.solve(LeducPoker(), limits=Limits(nodes=100))
    with pytest.raises(OrienteerError, match="stopped before there was an answer; allow more seconds"):
        orienteer.solve(LiarsDice(), limits=Limits(seconds=0.02))


def test_ctrl_c_gives_the_best_so_far():
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    found = orienteer.solve(LeducPoker(), target=0)
    timer.join()
    assert found.stopped_by == "stop"
    assert 0 < found.nash_conv < 0.5


def test_a_position():
    found = orienteer.solve(POSITION, target=1e-3)
    assert found.game == "incan_gold"
    assert found.unit == "shares of a win"
    assert found.nash_conv <= 1e-3
    assert found.values[0] + found.values[1] == pytest.approx(1)


def test_command_line_on_a_game(tmp_path):
    path = tmp_path / "strategy.json"
    table = good("solve", "liars_dice", "--option", "sides=3", "--option", "wild=ones", "--target", "1e-4", "-o", str(path))
    assert "NashConv" in table
    assert "seat 0 2x" in table
    loaded = orienteer.Equilibrium.load(path)
    assert loaded.options == {"players": 2, "dice": 1, "sides": 3, "wild": "ones"}
    plain = json.loads(good("solve", "kuhn_poker", "--method", "lp", "--json"))
    assert plain["values"][0] == pytest.approx(-1 / 18)
    assert plain["nash_conv_in_points"] < 1e-9


def test_command_line_on_a_position(tmp_path):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    table = good("solve", str(path), "--target", "1e-3", "--rows", "1")
    assert table.startswith("incan_gold, win at the end of the game: seat 0 0.5")
    again = good("solve", "-", "--target", "1e-3", "--rows", "1", stdin=path.read_text())
    assert again.splitlines()[0] == table.splitlines()[0]
    done = run("solve", str(path), "--option", "players=2")
    assert (done.returncode, "option" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", "chess"), "chess"),
        (("solve", "kuhn_poker", "--option", "cards=4"), "cards"),
        (("solve", "kuhn_poker", "--option", "cards"), "name=value"),
        (("solve", "kuhn_poker", "--target", "-1"), "target"),
        (("solve", "liars_dice", "--option", "players=3", "--option", "sides=2", "--method", "lp"), "only for two players"),
        (("solve", "leduc_poker", "--nodes", "50"), "limits.nodes"),
    ],
)
def test_bad_input_ends_with_2(arguments, said):
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_on_the_command_line_ends_with_130():
    done = interrupted("solve", "solve", "leduc_poker", "--target", "0", "--json")
    assert done.returncode == 130, done.stderr
    assert json.loads(done.stdout)["stopped_by"] == "stop"
