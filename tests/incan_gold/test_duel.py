"""Two players in the last round against the slow twin on small decks, and rows 14 to 16 of the rules file."""

import random

import pytest

from orienteer.games.incan_gold.alone import alone_inside
from orienteer.games.incan_gold.cave_rules import CaveRules, Stopped, TooLarge
from orienteer.games.incan_gold.duel import LastRoundDuel

from .cave_positions import BGA, MODES, near, random_cave, spot_of, tents_of, told
from .cave_twin import Spot, Twin


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize("tie", ["shared", "artifacts"])
def test_duel_equals_twin(mode, tie):
    rng = random.Random(f"{mode}{tie}")
    for trial in range(5):
        cards = rng.choice([(1, 2, 5), (1, 1, 3), (7,), (1, 4, 4, 6)])
        rounds = rng.choice([1, 3, 5]) if mode.get("artifact_schedule") is None else 2
        options = {"rounds": rounds, "tie": tie, "leftovers": rng.choice(("pooled", "per_card")), **mode}
        options["decide_before_first_card"] = trial % 2 == 1
        rules, twin = CaveRules.from_cards(cards, **options), Twin(cards, **options)
        r, left, copies, shown, split = random_cave(rng, rules, 2)
        tents, taken = tents_of(rng, rules, split), len(split["taken0"]) + len(split["taken1"])
        start = {**split, "deck": split["deck"] + split["path"], "path": []}
        duel = LastRoundDuel(rules, tents, hazard_copies=copies, in_deck=told(rules, start["deck"]))
        both = {"tents": tents, "inside": (True, True), "taken": taken}
        spot = spot_of(rules, r, rules.counts, copies, (False,) * 5, start, **both)
        assert duel.start_value() == near(twin.decide(spot) if rules.decide_before_first_card else twin.card(spot))
        # Both inside, somewhere in the round.
        turned = [v for v, c, n in zip(rules.values, rules.counts, left, strict=True) for _ in range(c - n)]
        both |= {"pocket": sum(v // 2 for v in turned), "leftovers": (1,) * sum(v % 2 for v in turned)}
        spot = spot_of(rules, r, left, copies, shown, split, **both)
        path = told(rules, split["path"])
        assert duel.card_value(left, shown, on_path=path, pocket=both["pocket"]) == near(twin.card(spot))
        if turned or any(shown) or split["path"]:
            matrix, value, mix0, mix1 = duel.stage(left, shown, on_path=path, path_gems=len(both["leftovers"]))
            expected, expected_value = twin.game(spot)
            assert value == near(expected_value)
            for i in range(2):
                assert matrix[i] == near(expected[i])
            # The mixes hold the value against either reply.
            assert min(sum(mix0[i] * matrix[i][j] for i in range(2)) for j in range(2)) == near(value)
            assert max(sum(mix1[j] * matrix[i][j] for j in range(2)) for i in range(2)) == near(value)
        # One left alone, with any pocket.
        inside, pocket = rng.randrange(2), rng.randint(0, 9)
        spot = spot._replace(inside=(inside == 0, inside == 1), pocket=pocket, leftovers=())
        leave, stay = alone_inside(
            rules, tents, inside, left, shown, pocket,
            hazard_copies=copies, in_deck=told(rules, split["deck"]), on_path=path,
        )  # fmt: skip
        seat0 = [twin.leave(spot, [inside]), twin.card(spot)]
        assert (leave, stay) == tuple(near(x if inside == 0 else 1 - x) for x in seat0)


@pytest.mark.parametrize("gap", range(-14, 15))
def test_duel_equals_twin_at_every_gap(gap):
    rules, twin = CaveRules.from_cards((1, 3, 6), rounds=1), Twin((1, 3, 6), rounds=1)
    tents = ((max(gap, 0), 0, 0), (max(-gap, 0), 0, 0))
    spot = Spot(0, (1, 3, 6), ((3, False),) * 5, (0,), tents=tents, inside=(True, True))
    value = LastRoundDuel(rules, tents, in_deck=1).start_value()
    assert value == near(twin.card(spot))
    assert LastRoundDuel(rules, tents[::-1], in_deck=1).start_value() == near(1 - value)


@pytest.mark.parametrize(
    ("gap", "share"), [(0, "0.500000"), (1, "0.780080"), (5, "0.863156"), (10, "0.908334"), (20, "0.974745")]
)
def test_row_14_leaders_share(gap, share):
    assert f"{LastRoundDuel(CaveRules.from_cards(BGA), ((gap,), (0,)), in_deck=1).start_value():.6f}" == share


def test_row_15_staying_to_the_bust_is_no_equilibrium():
    rules = CaveRules.from_cards(BGA)
    duel = LastRoundDuel(rules, ((0,), (0,)), in_deck=1)
    matrix, value, _, _ = duel.stage(rules.counts, (1,) * 5, on_path=1)
    assert f"{matrix[1][0]:.6f}" == "0.531950"
    assert value == near(0.5)


@pytest.mark.parametrize(("behind", "share"), [(1, "0.693582"), (9, "0.501768"), (19, "0.265367")])
def test_row_16_alone_inside(behind, share):
    rules = CaveRules.from_cards(BGA)
    left = [c - (v in (5, 9, 14)) for v, c in zip(rules.values, rules.counts, strict=True)]
    for pocket in (14, 28):
        tents = ((3,), (3 + pocket + behind,))
        leave, stay = alone_inside(rules, tents, 0, left, (1, 1, 0, 0, 0), pocket, in_deck=1)
        assert leave == 0
        assert f"{stay:.6f}" == share


def test_duel_limit_and_refusals():
    rules = CaveRules.from_cards(BGA, artifact_value="taken_order")
    with pytest.raises(TooLarge, match="the last player inside"):
        LastRoundDuel(rules, ((40,), (0,)), in_deck=1, max_states=250_000)
    with pytest.raises(Stopped):
        LastRoundDuel(rules, ((0,), (0,)), in_deck=1, stop=lambda: True)
    with pytest.raises(ValueError, match="does not state"):
        LastRoundDuel(rules, ((0, 1), (0,)), in_deck=1)
    with pytest.raises(ValueError, match="in_deck"):
        LastRoundDuel(rules, ((0,), (0,)), in_deck=0)
    with pytest.raises(ValueError, match="in_deck"):
        LastRoundDuel(rules, ((0, 3, 15), (0, 2, 20)), in_deck=1)
    with pytest.raises(ValueError, match="20 stated"):
        LastRoundDuel(CaveRules.from_cards(BGA), ((0, 3, 20), (0,)), in_deck=1)
