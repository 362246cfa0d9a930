"""What a colour shows and what a turn can complete: small cases by hand, and every play of the turn in random positions."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.lost_explorers import LostExplorers
from orienteer.core.rng import RandomStream
from orienteer.core.state import CHANCE_PLAYER
from tests.lost_explorers.odds_positions import dealt, legal, play, table


def odds(state, event):
    found = orienteer.odds(state, event)
    assert found.status == "rational"
    return found.value


# -- the pools -------------------------------------------------------------------------------------------------------------


def test_a_mission_shown_leaves_the_pool_and_a_vehicle_stays():
    state = table([["B2+B3"]], vehicles=[{"blue": 3}])
    assert odds(state, "mission-is token=B2+B3") == 0
    assert odds(state, "mission-is token=B2+B3+YB") == Fraction(1, 15)
    assert odds(state, "mission-names place=B2 colour=blue") == Fraction(6, 15)
    assert odds(state, "mission-needs colour=blue") == {1: Fraction(3, 15), 2: Fraction(8, 15), 3: Fraction(4, 15)}


def test_before_closing_needs_are_a_mean_over_the_closings():
    start = LostExplorers(players=3).new_initial_state()
    assert odds(start, "mission-needs colour=red")[1] == Fraction(3, 4) * Fraction(4, 16)
    fixed = LostExplorers(players=3, closed=("Y3", "B3", "G3")).new_initial_state()
    assert odds(fixed, "mission-needs colour=red") == {2: Fraction(6, 16), 3: Fraction(10, 16)}
    assert odds(fixed, "location-closed place=R3") == 0
    assert orienteer.odds(fixed, "location-closed place=R3").assumptions == ()


def test_odds_are_those_of_the_chance_node():
    state = play(table([["B2+B3"]], rows=(["blue"], [])), "equip-left-1-mission")
    weights = {state.action_to_string(CHANCE_PLAYER, outcome): weight for outcome, weight in state.chance_outcomes()}
    assert len(weights) == 15
    for name, weight in weights.items():
        assert odds(state, f"mission-is token={name}") == Fraction(weight, 15)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("mission-is token=XX", "mission-is: token: 'XX'"),
        ("mission-names place=XX colour=blue", "mission-names: place: 'XX'"),
        ("mission-names place=YB colour=pink", "mission-names: colour: 'pink'"),
        ("mission-needs colour=blue set=other", "mission-needs: set: 'other'"),
        ("mission-completable", "a colour, or a side with a number of members"),
        ("mission-completable side=left", "a colour, or a side with a number of members"),
        ("mission-completable colour=blue side=left members=1", "a colour, or a side"),
        ("mission-completable side=left members=4", "can take no token of the left side with 4 members"),
        ("finish-mission token=B2+YB turns=1 player=2", "player: '2'"),
        ("finish-mission token=B2+B3 turns=1", "a mission of seat 0"),
    ],
)
def test_wrong_questions_are_refused(event, message):
    with pytest.raises((OptionError, OrienteerError), match=message):
        orienteer.odds(table([["B2+YB"]]), event)


def test_no_mission_can_be_taken_after_a_completion():
    state = play(table([["B2+YB"]], placed=[["B2", "YB"]]), "complete-B2+YB-return-B2")
    with pytest.raises(OrienteerError, match="phase 1"):
        orienteer.odds(state, "mission-completable side=left members=1")


# -- completable in this turn ------------------------------------------------------------------------------------------------


def test_a_member_on_the_place_makes_missions_of_one_place_completable():
    # Closed: B3. Of the sixteen blue ones only B2+B3 needs B2 alone.
    state = table(placed=[["B2"]], rows=(["blue"], []))
    assert odds(state, "mission-completable side=left members=1") == Fraction(1, 16)
    assert odds(state, "mission-completable colour=blue") == Fraction(1, 16)
    nobody = table(rows=(["blue"], []))
    assert odds(nobody, "mission-completable colour=blue") == 0
    assert odds(play(state, "equip-left-1-mission"), "mission-completable") == Fraction(1, 16)


def test_vehicles_retrieving_and_equipping_count():
    # B2 lies two vehicles away: held, or one of them taken from the other side.
    held = table(vehicles=[{"blue": 2}], rows=(["blue"], []))
    assert odds(held, "mission-completable colour=blue") == Fraction(1, 16)
    half = table(vehicles=[{"blue": 1}], rows=(["blue"], ["blue"]))
    assert odds(half, "mission-completable colour=blue") == Fraction(1, 16)
    assert odds(half, "mission-completable colour=blue equip=no") == 0
    # All members elsewhere: without one taken back there is nobody to take the mission.
    away = table(vehicles=[{"blue": 2}], placed=[["R2", "RY", "GR"]], rows=(["blue"], []))
    assert odds(away, "mission-completable colour=blue") == Fraction(1, 16)
    with pytest.raises(OrienteerError, match="can take no"):
        odds(away, "mission-completable colour=blue retrieve=no")


def test_the_first_turn_leaves_no_member_to_explore():
    state = dealt("choose-blue", "B2+YB", "choose-red", "R2+RB")
    assert legal(state)[0] == "end-turn"
    assert odds(state, "mission-completable side=left members=1") == 0


def _completable_by_play(state, token):
    """Whether some play of phase 1 lets the mission be completed, by trying all; states that were seen are not tried again."""
    seen, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        if here.key() in seen:
            continue
        seen.add(here.key())
        names = legal(here)
        if any(name.startswith(f"complete-{token}-") for name in names):
            return True
        waiting += [play(here, n) for n in names if n.startswith("explore-") or (n.startswith("equip-") and "vehicle" in n)]
    return False


def _best_by_play(state, side, members):
    """The chance over all ways to retrieve first, then the mission, then every play of the turn."""
    starts = [state, *(play(state, name) for name in legal(state) if name.startswith("retrieve-"))]
    chances = []
    for start in starts:
        if f"equip-{side}-{members}-mission" in legal(start):
            shown = play(start, f"equip-{side}-{members}-mission")
            outcomes = [shown.action_to_string(CHANCE_PLAYER, outcome) for outcome, _ in shown.chance_outcomes()]
            done = sum(_completable_by_play(play(shown, token), token) for token in outcomes)
            chances.append(Fraction(done, len(outcomes)))
    return max(chances, default=None)


@pytest.mark.parametrize(
    "options",
    [{"vehicles": 2}, {"players": 3, "vehicles": 3}, {"vehicles": 3, "first_turn_limit": "equip_only"}],
)
def test_completable_is_what_trying_every_play_finds(options):
    stream = RandomStream(7)
    state = LostExplorers(**options).new_initial_state()
    checked, positive = 0, 0
    while not state.is_terminal() and checked < 14:
        if state.fields()["phase"] == "menu" and state.fields()["stage"] != "phase_2" and stream.uniform() < 0.15:
            for name in [name for name in legal(state) if name.endswith("-1-mission")]:
                side = name.split("-")[1]
                found = odds(state, f"mission-completable side={side} members=1")
                assert found == _best_by_play(state, side, 1), state
                checked += 1
                positive += found > 0
        actions = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply(actions[int(stream.uniform() * len(actions))])
    assert positive >= 3
