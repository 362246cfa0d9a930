"""Every row of the table of known answers in Incan Gold's rules, by its number. Decimals are compared to the digits printed."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.budget import Budget
from orienteer.core.incan_gold import IncanGold
from orienteer.core.incan_gold.components import HAZARDS
from orienteer.games.incan_gold import exact
from orienteer.limits import Limits
from tests.incan_gold.helpers import card, choose, pay, scores, start

NO_LIMITS = Limits(seconds=600)


def optimum(**options):
    """Points of the best play of one player from the start, exactly."""
    return orienteer.evaluate(start(players=1, **options), objective="points", method="exact", limits=NO_LIMITS).values[0]


def last_round(lead=0, *, players=2, path=(), gems=None, inside=None, pocket=0, leftovers=0, phase=None, in_deck=1, on_path=0):
    """Two players in the last round of `bga`, per_owner, the other four artifacts lost."""
    game = IncanGold(players=players, deck="bga")
    return game.state_from_fields(
        {
            "round": 5,
            "phase": (1 if path else 0) if phase is None else phase,
            "path": tuple(map(str, path)),
            "inside": inside or (True,) * players,
            "pocket": pocket,
            "leftovers": (leftovers,),
            "gems": gems or (lead, 0),
            "artifact_count": (0,) * players,
            "artifact_points": (0,) * players,
            "removed": (0,) * 5,
            "artifacts_deck": in_deck,
            "artifacts_path": on_path,
            "artifacts_taken": 0,
            "artifacts_lost": 4,
        }
    )


def row_1():
    assert orienteer.odds(start(deck="bga"), "bust-within cards=2").value == Fraction(15, 30) * Fraction(2, 29)


def row_2():
    for deck in ("seed", "bga", "print", (1, 99)):
        assert orienteer.odds(start(deck=deck), "artifact-appears").value == Fraction(479, 2002)
    assert orienteer.odds(start(deck="bga"), "card-appears card=15").value == Fraction(479, 2002)


def row_3():
    assert orienteer.odds(card(start(deck="bga"), "fire", 5, "snake", 9, 2), "bust-next").value == Fraction(4, 25)


def row_4():
    for players, value, each, left in ((4, 11, 2, 3), (4, 3, 0, 3), (6, 17, 2, 5), (3, 13, 4, 1)):
        fields = card(start(players=players, deck="print"), value).fields()
        assert (fields["pocket"], fields["leftovers"]) == (each, (left,))


def row_5():
    state = card(start(players=3), 5, 4, 11, "artifact")  # of three inside 2 + 1 + 2 are left
    assert state.fields()["leftovers"] == (5,)
    pocket = state.fields()["pocket"]
    assert pay(state, [0]) == [pocket + 5]
    assert choose(state.clone(), 0).fields()["artifact_count"] == (1, 0, 0)
    assert pay(state, [0, 1]) == [pocket + 2] * 2
    both = choose(state.clone(), 0, 1).fields()
    assert (both["leftovers"], both["artifacts_path"], both["artifact_count"]) == ((1,), 1, (0, 0, 0))


def row_6():
    # Three inside: 4 and 7 leave 1 + 1. Four inside: 7 and 11 leave 3 + 3.
    for cards, players, pooled, per_card in (((4, 7), 3, (1, 0), (0, 2)), ((7, 11), 4, (3, 0), (2, 2))):
        for leftovers, (each, stay) in (("pooled", pooled), ("per_card", per_card)):
            state = card(start(players=players, leftovers=leftovers), *cards)
            pocket = state.fields()["pocket"]
            assert pay(state, [0, 1]) == [pocket + each] * 2
            assert sum(choose(state, 0, 1).fields()["leftovers"]) == stay


def row_7():
    for artifact_value, worth in (("taken_order", 5), ("resolved_order", 10), ("per_owner", 5), ("printed", 10)):
        state = start(artifact_value=artifact_value)
        for printed, kind in ((5, "spider"), (7, "mummy"), (8, "fire")):
            card(state, f"artifact-{printed}" if artifact_value == "printed" else "artifact", kind, kind)
        card(state, "artifact-10" if artifact_value == "printed" else "artifact")
        assert scores(choose(state, 0)) == [worth, 0]


def row_8():
    # 5, 11 and 5 leave 2 + 2 + 2, 4 leaves 1.
    for leftovers, each in (("pooled", 2), ("per_card", 0)):
        state = card(start(players=3, leftovers=leftovers, artifact_value="resolved_order"), 5, 11, 5, 4, "artifact")
        assert sum(state.fields()["leftovers"]) == 7
        pocket = state.fields()["pocket"]
        assert pay(state, [0, 1, 2]) == [pocket + each] * 3
        after = choose(state, 0, 1, 2)
        assert (after.fields()["artifacts_lost"], after.fields()["removed"], after.fields()["round"]) == (1, (0,) * 5, 2)
        # The lost artifact counts: two more lost, and the next one taken is worth 10.
        for kind in ("fire", "snake"):
            card(after, "artifact", kind, kind)
        before = scores(after)[0]
        assert scores(choose(card(after, "artifact"), 0))[0] == before + 10


def row_9():
    for treasures, best in (((9, 14), "leave"), ((9, 13), "stay")):
        state = card(start(players=1, deck="bga", rounds=1), "fire", *treasures, "snake")
        assert orienteer.evaluate(state, objective="points", method="exact", limits=NO_LIMITS).best.id == best


def row_10():
    assert f"{optimum(deck='print', rounds=1, artifacts=False):.6f}" == "17.339875"
    assert f"{optimum(deck='bga', rounds=1, artifacts=False):.6f}" == "15.063132"
    assert f"{optimum(deck='bga', rounds=1):.6f}" == "15.647246"
    assert f"{optimum(deck='seed', rounds=1):.6f}" == "15.990516"


def row_11():
    assert f"{optimum(deck='bga', artifacts=False):.6f}" == "79.832644"
    assert f"{optimum(deck='bga', artifact_value='taken_order'):.6f}" == "87.595815"
    assert f"{optimum(deck='print', artifact_value='taken_order'):.6f}" == "99.635468"


def row_12():
    from orienteer.core.incan_gold.components import DECKS
    from orienteer.games.incan_gold.cave_rules import CaveRules
    from orienteer.games.incan_gold.solitaire import SolitaireCave

    cave = SolitaireCave(CaveRules.from_cards(DECKS["print"], rounds=1, artifacts=False))
    values = {threshold: cave.threshold_value(threshold) for threshold in range(1, 126)}
    best = max(values, key=values.__getitem__)
    assert (best, f"{values[best]:.6f}") == (25, "15.993198")


def row_13():
    answer = orienteer.odds(start(deck="bga"), "round-length")
    assert sum(weight for _, weight in start(deck="bga").chance_outcomes()) == 30
    assert answer.mean == Fraction(14849, 2002)


def row_14():
    for lead, share in ((0, ".500000"), (1, ".780080"), (5, ".863156"), (10, ".908334"), (20, ".974745")):
        evaluation = orienteer.evaluate(last_round(lead), objective="win", method="exact", limits=NO_LIMITS)
        assert f"{evaluation.values[0]:.6f}"[1:] == share
        assert evaluation.exact


def row_15():
    state = last_round(path=("artifact", *HAZARDS), in_deck=0, on_path=1)
    solution = exact.solve(state, "win", "game", None, Budget(NO_LIMITS))
    assert f"{solution.action_values()[1, 0][0]:.6f}" == "0.531950"
    assert f"{solution.values()[0]:.6f}" == "0.500000"
    for treasures in ((5, 9), (2, 14, 4)):
        pocket, left = sum(v // 2 for v in treasures), sum(v % 2 for v in treasures)
        level = last_round(path=(*treasures, "fire"), pocket=pocket, leftovers=left)
        assert f"{orienteer.evaluate(level, objective='win', method='exact', limits=NO_LIMITS).values[0]:.6f}" == "0.500000"


def row_16():
    # 5, 9 and 14 gave each of two players 13 and left 2, which the other took with him.
    for behind, share in ((1, "0.693582"), (9, "0.501768"), (19, "0.265367")):
        mine = max(0, 15 - 13 - behind)
        gems = (mine, mine + 13 + behind)
        state = last_round(path=(5, 9, 14, "fire", "snake"), gems=gems, inside=(True, False), pocket=13)
        evaluation = orienteer.evaluate(state, objective="win", method="exact", limits=NO_LIMITS)
        assert f"{evaluation['stay'].value:.6f}" == share
        assert evaluation["leave"].value == 0


def row_17():
    state = start(players=4, deck="bga", rounds=1)
    others = dict.fromkeys((1, 2, 3), "never-leave")
    evaluation = orienteer.evaluate(state, objective="points", method="exact", opponents=others, limits=NO_LIMITS)
    assert f"{evaluation.values[0]:.6f}" == "7.187040"
    assert evaluation.exact


def row_18():
    state = start(players=5, deck="bga", rounds=1)
    means = {}
    for cards in range(1, 13):
        policy = f"leave-after cards={cards}"
        means[cards] = orienteer.evaluate(
            state, objective="points", method="exact", opponents=dict.fromkeys(range(5), policy), limits=NO_LIMITS
        ).values[0]
    best = max(means, key=means.__getitem__)
    assert (best, f"{means[best]:.4f}") == (6, "2.6632")
    counted = orienteer.distribution(state, "score", policies="leave-after cards=6", player=0)
    assert counted.exact
    assert f"{float(counted.mean):.4f}" == "2.6632"


ROWS = {int(name.removeprefix("row_")): check for name, check in list(globals().items()) if name.startswith("row_")}


@pytest.mark.known
@pytest.mark.parametrize("row", sorted(ROWS), ids=[f"incan_gold-{row}" for row in sorted(ROWS)])
def test_known(row):
    ROWS[row]()


def test_every_row_is_there():
    assert sorted(ROWS) == list(range(1, 19))
