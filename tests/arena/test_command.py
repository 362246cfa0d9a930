"""`orienteer arena`."""

import json

import pytest
from typer.testing import CliRunner

from orienteer.cli import app
from orienteer.core.errors import OrienteerError

ASKED = [
    "arena",
    "incan_gold",
    "policy leave-after cards=4",
    "random",
    "--players",
    "2",
    "--option",
    "rounds=1",
    "--workers",
    "1",
]


def run(*more):
    return CliRunner().invoke(app, [*ASKED, *more])


def test_tables_tell_what_was_played():
    done = run("--deals", "5")
    assert done.exit_code == 0, done.output
    assert "incan_gold, 2 players, match: 5 of 5 deals, 10 games" in done.output
    for word in ("leave-after", "random", "share of wins by seat", "intervals: 95 %, by deals"):
        assert word in done.output


def test_json_goes_on_with_a_file(tmp_path):
    file = tmp_path / "results"
    first = run("--deals", "2", "--out", str(file), "--json")
    more = run("--deals", "4", "--out", str(file), "--json", "--resume", "--test", "1.2")
    assert json.loads(first.output)["deals"] == 2
    found = json.loads(more.output)
    assert (found["deals"], found["games"], found["verdict"]) == (4, 8, "undecided")
    assert [standing["name"] for standing in found["standings"]] == ["policy leave-after cards=4", "random"]
    assert len(file.read_text().splitlines()) == 5


def test_wrong_input_is_refused():
    for more, message in ((["--kind", "mirror"], "one in a mirror"), (["--test", "3"], "below 2"), (["--deals", "0"], "deals")):
        done = run(*more)
        assert isinstance(done.exception, OrienteerError)
        assert message in str(done.exception)


@pytest.mark.parametrize("kind", ["mirror", "round-robin"])
def test_other_kinds_are_played(kind):
    names = ["random"] if kind == "mirror" else ["random", "light", "policy one-step"]
    done = CliRunner().invoke(app, ["arena", "incan_gold", *names, "--players", "3", "--deals", "2", "--workers", "1"])
    assert f"3 players, {kind}: 2 of 2 deals" in done.output
