"""`solve` on a round: against the generic best response, tables and files, what is refused, interruptions."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orienteer
from orienteer import Limits, OptionError, OrienteerError, StoppedError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.state import State
from orienteer.equilibrium import SequenceForm, best_responses
from orienteer.equilibrium.sequence_form import first_key, next_key
from orienteer.games.incan_gold.round_equilibrium import RoundEquilibrium

TINY: dict[str, Any] = {"deck": (3, 4), "hazards": (2, 2), "rounds": 1}
MIDDLE: dict[str, Any] = {"players": 3, "deck": (1, 2, 3, 4, 5, 7, 9, 11, 13), "rounds": 1}


def solved(game: IncanGold, **given: Any) -> RoundEquilibrium:
    found = orienteer.solve(game, objective="points", horizon="round", **given)
    assert isinstance(found, RoundEquilibrium)
    return found


@pytest.mark.parametrize(("players", "deck"), [(2, (3, 4)), (3, (7,))])
def test_the_generic_best_response_gains_nothing(players: int, deck: tuple[int, ...]) -> None:
    game = IncanGold(players=players, **{**TINY, "deck": deck})
    found = solved(game)
    form = SequenceForm([(game.new_initial_state(), 1)], "points", "round")
    mixes: dict[tuple[int, int], tuple[float, float]] = {}

    def visit(state: State, keys: list[int]) -> None:
        movers = state.players_to_move()
        if movers:
            leave = found.leave_probability(state)
            mixes.update({(seat, keys[seat]): (1 - leave, leave) for seat in movers})
            single = len(movers) == 1
            choices = [0, 1] if single else range(2 ** len(movers))
            joints = [[choice >> movers.index(s) & 1 if s in movers else -1 for s in range(players)] for choice in choices]
            after = [state.child(c) if single else state.child_joint(j) for c, j in zip(choices, joints, strict=True)]
        elif state.is_terminal():
            return
        else:
            after = [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        for child in after:
            visit(child, [next_key(key, child.observed(seat)) for seat, key in enumerate(keys)])

    root = game.new_initial_state()
    visit(root, [first_key(root, seat) for seat in range(players)])
    strategies = tuple(np.concatenate([[1.0], *(mixes[seat, key] for key in form.keys[seat])]) for seat in range(players))
    responses = best_responses(form, strategies)
    assert responses.values == pytest.approx(found.values, abs=1e-10)  # roots are found to 1e-12
    assert max(responses.gains) < 1e-9
    assert any(0 < leave < 1 for _, leave in mixes.values())


def test_command_line_prints_and_saves(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    arguments = ["solve", "incan_gold", "--option", "players=2", "--option", "deck=[3,4,7]", "--horizon", "round"]
    done = run(*arguments, "--objective", "points", "-o", str(path), "--rows", "3")
    assert done.returncode == 0, done.stderr
    assert "gains by deviating, by exact best response: " in done.stdout
    assert "where both moves pay the same" in done.stdout
    assert "3 of " in done.stdout
    loaded = orienteer.Equilibrium.load(path)
    found = solved(IncanGold(players=2, deck=(3, 4, 7)))
    assert loaded.values == found.values
    assert loaded.table == found.table
    assert json.loads(path.read_text())["mixed"] == found.mixed > 0


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "orienteer.cli", *arguments], capture_output=True, text=True, timeout=60)


def test_all_stages_as_columns_and_in_files(tmp_path: Path) -> None:
    found = solved(IncanGold(players=3, **TINY))
    stages = found.stages()
    assert len(stages["leave"]) == found.solver.num_stages
    assert ((stages["leave"] > 0) & (stages["leave"] < 1)).sum() == found.solver.num_mixed
    state = IncanGold(players=3, **TINY).new_initial_state().child(0)
    place = (stages["inside"] == 3) & (stages["left_3"] == 0) & (stages["left_4"] == 1) & (stages["shown_2"] == 0)
    place &= (stages["artifacts_deck"] == 1) & (stages["pocket"] == 1) & (stages["leftovers"] == 0)
    assert stages["leave"][place].tolist() == [found.leave_probability(state)]
    found.save(tmp_path / "stages.npz")
    with np.load(tmp_path / "stages.npz") as read:
        assert all((read[name] == column).all() for name, column in stages.items())
    found.save(tmp_path / "stages.csv")
    with (tmp_path / "stages.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [float(row["value"]) for row in rows] == stages["value"].tolist()


def test_a_player_of_it_follows_the_game() -> None:
    game = IncanGold(players=2, deck=(3, 4, 7))
    found = solved(game)
    state = game.new_initial_state()
    player = found.follow(state, 1)
    with pytest.raises(OrienteerError, match="does not decide"):
        player.mix()
    state.apply(state.string_to_action(-1, "spider"))
    player.notice(state)
    assert player.mix() == {0: 1.0, 1: 0.0}
    other = IncanGold(players=2, deck=(3, 4)).new_initial_state()
    with pytest.raises(OptionError, match=r"position\.options"):
        found.leave_probability(other.child(0))


@pytest.mark.parametrize(
    ("options", "asked", "said"),
    [
        ({"leftovers": "per_card"}, {}, "leftovers 'per_card', allowed: 'pooled'"),
        ({}, {"objective": "win"}, "objective 'win', allowed: 'points'"),
        ({}, {"horizon": "game"}, "horizon 'game', allowed: 'round'"),
    ],
)
def test_what_it_does_not_cover_is_refused_by_name(options: dict[str, Any], asked: dict[str, str], said: str) -> None:
    game = IncanGold(players=2, **options)
    with pytest.raises(OrienteerError, match=said):
        orienteer.solve(game, **{"objective": "points", "horizon": "round", "method": "symmetric", **asked})


def test_a_solve_that_was_killed_goes_on_to_the_same_answer(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    code = f"""if True:
        import os, orienteer
        from orienteer.core.incan_gold import IncanGold
        kill = lambda stages, _: stages > 40_000 and os.kill(os.getpid(), {int(signal.SIGKILL)})
        game = IncanGold(**{MIDDLE!r})
        orienteer.solve(game, objective="points", horizon="round", checkpoint={str(path)!r}, save_every=0.0, progress=kill)
    """
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == -signal.SIGKILL
    begun: list[int] = []
    game = IncanGold(**MIDDLE)
    again = solved(game, checkpoint=path, progress=lambda stages, _: begun.append(stages))
    whole = solved(game)
    assert begun[0] > 16_384  # where one that begins anew reports first
    for name in ("values", "gains", "histories", "mixed", "indifferent", "several", "largest_gain", "table"):
        assert getattr(again, name) == getattr(whole, name), name
    assert sorted(again.stages()["leave"]) == sorted(whole.stages()["leave"])
    with pytest.raises(OptionError, match=r"checkpoint\.players: 3, allowed: 2"):
        solved(IncanGold(**{**MIDDLE, "players": 2}), checkpoint=path)
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(OptionError, match="a whole file"):
        solved(game, checkpoint=path)


def test_ctrl_c_saves_and_says_so(tmp_path: Path) -> None:
    def interrupt(stages: int, _: float) -> None:
        if stages == 16_384:
            os.kill(os.getpid(), signal.SIGINT)

    path = tmp_path / "saved"
    with pytest.raises(StoppedError, match=r"stopped at [\d,]+ stages, kept in"):
        solved(IncanGold(**MIDDLE), checkpoint=path, progress=interrupt)
    assert path.exists()
    with pytest.raises(OptionError, match="None, but for a symmetric equilibrium"):
        orienteer.solve("examples/positions/celestia_captain_passes.json", checkpoint=path)


def test_seconds_and_nodes_are_kept() -> None:
    with pytest.raises(orienteer.TooLargeError, match="stages of a round"):
        solved(IncanGold(**MIDDLE), limits=Limits(nodes=1000))
    with pytest.raises(OrienteerError, match="allow more seconds"):
        solved(IncanGold(players=4, rounds=1), limits=Limits(seconds=0.01))
