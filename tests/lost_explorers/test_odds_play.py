"""Odds under stated policies: a mission finished and the fourth clue within own turns, the end of the game."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.core.errors import OrienteerError
from tests.lost_explorers.odds_positions import legal, table


def by_order(*beginnings):
    """A policy: the first legal action whose name begins with the first of these that any has, else the end of the turn."""

    def policy(state, player):
        names = dict(zip(legal(state), state.legal_actions(), strict=True))
        for beginning in beginnings:
            for name, action in names.items():
                if name.startswith(beginning):
                    return {action: 1}
        return {names["end-turn"]: 1}

    return policy


COMPLETER = by_order("complete", "explore", "bonus")
BLIND = by_order("complete", "equip-left-1-mission", "bonus")
PASSER = by_order()


def odds(state, event, *policies):
    found = orienteer.odds(state, event, policies=dict(enumerate(policies)))
    assert found.status == "rational"
    return found.value


def test_a_mission_in_reach_is_finished_at_once():
    state = table([["B2+YB"]], vehicles=[{"yellow": 2, "blue": 2}])
    assert odds(state, "finish-mission token=B2+YB turns=1", COMPLETER, PASSER) == 1
    assert odds(state, "finish-mission token=B2+YB turns=3", PASSER, COMPLETER) == 0


def test_own_turns_are_counted():
    # Vehicles for one place a turn: the blue ones of the first seat suffice for B2 alone.
    state = table([["B2+YB"]], vehicles=[{"blue": 2}], placed=[["YB"]])
    assert odds(state, "finish-mission token=B2+YB turns=1", COMPLETER, PASSER) == 1
    later = table([["B2+YB"]], vehicles=[{"blue": 2}], placed=[["YB"]], changes={"turn": 1, "turns": 5})
    for turns, chance in ((1, 1), (2, 1)):
        assert odds(later, f"finish-mission token=B2+YB turns={turns} player=0", COMPLETER, PASSER) == chance
    # The other seat's turn comes first: it sends the member on YB home.
    rival = {"missions": ("YB+RB",), "vehicles": {"yellow": 2, "blue": 1}}
    state = table(
        [["B2+YB"], rival["missions"]],
        vehicles=[{"blue": 2}, rival["vehicles"]],
        placed=[["YB"]],
        rows=(["red"] * 4, []),
        changes={"turn": 1, "turns": 5},
    )
    assert odds(state, "finish-mission token=B2+YB turns=1 player=0", COMPLETER, COMPLETER) == 0


def test_the_fourth_clue_by_a_blind_mission():
    # Left leader on 12, three clues. A blue mission of two open places, or of more, wins; members stand on B2 and YB.
    state = table(leaders=[(12, 0)], placed=[["B2", "YB"]], rows=(["blue"], []))
    fits = orienteer.odds(state, "mission-completable colour=blue retrieve=no equip=no").value
    pool = 16 - sum(name in state.fields()["finished"][0] for name in _blue_main(state))
    assert fits == Fraction(len(_fitting(state, {"B2", "YB"})), pool)
    two = [token for token in _fitting(state, {"B2", "YB"}) if len(_open(token)) == 2]
    assert odds(state, "fourth-clue turns=1", BLIND, PASSER) == Fraction(len(two), pool)
    assert odds(state, "fourth-clue turns=1 player=1", BLIND, PASSER) == 0


def _open(token):
    return set(token.split("+")) - {"R3", "Y3", "B3", "G3"}


def _blue_main(state):
    return [token.name for token in state.game.tables.tokens if token.main and token.colour == 2]


def _fitting(state, placed):
    shown = state.fields()["shown"]
    return [name for name in _blue_main(state) if name not in shown and _open(name) <= placed]


def test_how_the_game_ends():
    state = table(rows=(["blue"], []))
    assert odds(state, "ends-by ending=rows_empty", by_order("equip-left-1-vehicle"), PASSER) == 1
    assert odds(state, "ends-by ending=stall", PASSER, PASSER) == 1
    endless = table(rows=(["blue"], []), stall_rounds=0)
    with pytest.raises(OrienteerError, match="the rules have no stall"):
        orienteer.odds(endless, "ends-by ending=stall", policies=PASSER)


def test_without_policies_there_is_no_answer():
    state = table([["B2+YB"]])
    for event in ("finish-mission token=B2+YB turns=2", "fourth-clue turns=2", "ends-by ending=clues"):
        with pytest.raises(OrienteerError, match="give policies"):
            orienteer.odds(state, event)
    with pytest.raises(OrienteerError, match="leave the policies out"):
        orienteer.odds(state, "mission-completable side=left members=1", policies=PASSER)


def test_beyond_the_exact_pass_it_is_sampled():
    state = table([["B2+YB"]], vehicles=[{"yellow": 2, "blue": 2}])
    found = orienteer.odds(
        state, "finish-mission token=B2+YB turns=2", policies="uniform", limits=orienteer.Limits(nodes=50, iterations=200)
    )
    assert (found.status, found.samples) == ("sampled", 200)
    assert found.interval[0] <= found.probability <= found.interval[1]
    assert found.stderr > 0
