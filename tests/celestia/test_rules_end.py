"""How the game ends: the target, the last journey, ties."""

from __future__ import annotations

import pytest

from .build import table


@pytest.mark.parametrize(("target", "over"), [(50, True), (51, False)])
def test_rule_the_game_ends_at_the_target_and_after_the_journey_only(target, over):
    at = table("", "", "", city=15, treasures={0: {1: (1, 4)}, 2: {25: (25,)}, 1: {15: (15, 15)}}, target=target)
    at.play("blank-blank-blank-blank", "leave", "city-15:15", "stay", "fly", "blank-blank-blank-blank", "leave")
    at.play("city-20:20", "fly", "city-25:25")
    assert at["totals"] == (25, 45, 50)
    assert not at.state.is_terminal()
    assert at.play("journey-end").state.is_terminal() == over


@pytest.mark.parametrize(("max_journeys", "over"), [(1, True), (2, False), (None, False)])
def test_rule_max_journeys_ends_the_game_without_draws(max_journeys, over):
    at = table("", "", treasures={1: {4: (4,)}}, max_journeys=max_journeys).play("bird-bird", "stay", "crash", "journey-end")
    assert at.state.is_terminal() == over
    if over:
        assert at.noticed(0) == ("over", (0, 4))
        assert at.state.mask(0).fields()["totals"] == (0, 4)
    else:
        assert at.turn == ("draw", None)


def test_rule_ties_are_a_shared_win():
    at = table("", "", "", treasures={0: {25: (25,)}, 2: {25: (25,)}}, max_journeys=1)
    at.play("bird-bird", "stay", "stay", "crash", "journey-end")
    assert at.state.returns("win") == [0.5, 0.0, 0.5]
    assert at.state.returns("points") == [25.0, 0.0, 25.0]
    assert at.state.returns("margin") == [0.0, -25.0, 0.0]
