"""Laws that hold whatever the algorithm: nothing depends on hashing, on the caller's labels, or on chance hidden in a seed."""

import os
import subprocess
import sys

import pytest

import orienteer
from orienteer.core.incan_gold import IncanGold
from tests.incan_gold.helpers import card, choose, start

PATIENT = orienteer.Limits(seconds=120)
SCRIPT = """
import orienteer
from tests.incan_gold.helpers import card, start
state = card(start(players=3, deck="bga"), 5, "fire", 9, "artifact")
answer = orienteer.evaluate(state, method="mcts", limits=orienteer.Limits(iterations=400), trees=2, threads=THREADS)
print({**answer.to_dict(), "seconds": 0})
"""


def test_law_same_seed_same_answer_for_any_hash_seed_and_threads():
    answers = set()
    for hash_seed, threads in (("0", 1), ("12345", 2)):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.replace("THREADS", str(threads))],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=os.path.dirname(os.path.dirname(os.path.dirname(__file__))),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        answers.add(done.stdout)
    assert len(answers) == 1


def values(state, objective):
    return orienteer.evaluate(state, objective=objective, method="exact", limits=PATIENT).values


@pytest.mark.parametrize("kinds", [("spider", "mummy"), ("snake", "fire"), ("rockfall", "spider")])
def test_law_relabelled_hazards_change_nothing(kinds):
    state = card(start(players=2, deck=(2, 5, 9), rounds=1), kinds[0], 9, kinds[1])
    assert values(state, "win") == pytest.approx(
        values(card(start(players=2, deck=(2, 5, 9), rounds=1), "mummy", 9, "fire"), "win")
    )


@pytest.mark.parametrize("objective", ["win", "margin"])
def test_law_swapped_seats_swap_values(objective):
    game = IncanGold(players=2, deck=(2, 5, 9), rounds=1, hazards=(2, 2))
    fields = card(game.new_initial_state(), 9, "spider").fields()
    ahead, behind = (game.state_from_fields({**fields, "gems": gems}) for gems in ((3, 0), (0, 3)))
    assert values(ahead, objective) == pytest.approx(values(behind, objective)[::-1], abs=1e-12)


def test_law_a_scale_of_points_scales_values():
    small = IncanGold(players=1, deck=(1, 3), hazards=(2, 2), rounds=1, artifacts=False).new_initial_state()
    large = IncanGold(players=1, deck=(10, 30), hazards=(2, 2), rounds=1, artifacts=False).new_initial_state()
    assert values(large, "points")[0] == pytest.approx(10 * values(small, "points")[0], abs=1e-12)


def test_law_the_cave_solver_agrees_with_expectimax():
    from orienteer.expectimax import Expectimax

    for options in ({"deck": (2, 5, 9)}, {"deck": (3, 4), "artifact_value": "printed"}, {"deck": (1, 6), "tie": "artifacts"}):
        duel = card(start(players=2, rounds=1, **options), "spider", next(iter(options["deck"])))
        assert values(duel, "win") == pytest.approx(Expectimax(duel, objective="win").values(), abs=1e-12)
        alone = choose(duel.clone(), 1)
        assert values(alone, "win") == pytest.approx(Expectimax(alone, objective="win").values(), abs=1e-12)
        solitaire = card(start(players=1, rounds=2, **options), "spider", next(iter(options["deck"])))
        exact = Expectimax(solitaire, objective="points").values()
        assert values(solitaire, "points") == pytest.approx(exact, abs=1e-12)
