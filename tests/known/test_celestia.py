"""Every row of the table of known answers in Celestia's rules, by its number. Fractions are compared as fractions."""

from fractions import Fraction

import pytest

import orienteer
from orienteer.core.state import View
from orienteer.limits import Limits
from tests.celestia.journeys import CITIES, journeys
from tests.celestia.odds_positions import cards, full_state, play
from tests.celestia.stopping import action_values

NO_LIMITS = Limits(seconds=600)
TELESCOPE = (0, 0, 0, 1)


def odds(view, event, **assumptions):
    """The exact answer, a Fraction or Fractions by number."""
    found = orienteer.odds(view, event, assumptions=assumptions or None)
    assert found.status == "rational"
    return found.value


def unknown(size, *evidence, **position):
    """The view of seat 0, who holds no card, of a captain with as many unknown ones: the pool is the fresh deck."""
    words = f"{size} compass" if size else ""
    return View(full_state(["", words], **{"captain": 1, **position}), 0, evidence)


def known(hand, **position):
    """The view of a captain, seat 0, while the other player holds no card."""
    return View(full_state([hand, ""], **position), 0)


def stopping(best, hand, city, *, counted_off=0, treasures=None, **values):
    """The values of a lone captain's moves by expectimax, and in Fractions by plain recursion."""
    state = full_state([hand, ""], city=city, aboard=[0], phase="lone", treasures=treasures)
    evaluation = orienteer.evaluate(View(state, 0), objective="points", horizon="journey", method="exact", limits=NO_LIMITS)
    assert (evaluation.best.id, evaluation.exact, evaluation.method) == (best, True, "expectimax")
    exact = action_values(state, 0)
    assert set(exact) == {"fly", "leave"}
    for move, value in exact.items():
        assert abs(evaluation[move].value - float(value)) <= 1e-12 * max(1, abs(float(value)))
    for move, value in values.items():
        assert exact[move] - counted_off == value


def announcements(hand, dice):
    """Legal actions of a captain before these dice."""
    state = full_state([hand, ""], city=6 if len(dice.split("-")) == 3 else 1)
    return play_to_announcement(state, dice)


def play_to_announcement(state, dice):
    state = play(state, dice, "stay")
    assert state.fields()["phase"] == "announcement"
    return state, [state.action_to_string(0, action) for action in state.legal_actions()]


def row_1():
    assert odds(unknown(1), "captain-passes dice=pirates") == Fraction(11, 42)
    assert odds(unknown(1), "captain-passes dice=pirates turbos=never") == Fraction(1, 6)


def row_2():
    rolled = play(full_state(["", "6 compass"], captain=1), "cloud-lightning")
    assert odds(View(rolled, 0), "captain-passes") == Fraction(15822995, 19356264)


def row_3():
    assert odds(unknown(6), "captain-passes") == Fraction(12086447725, 14633335584)


def row_4():
    view = unknown(2, ("crash", 1, ("cloud", "pirates")))
    assert odds(view, "holds player=1 card=compass", turbos="always") == Fraction(515, 1453)
    assert odds(view, "holds player=1 card=compass") == Fraction(85, 229)


def row_5():
    state, legal = announcements("compass, turbo", "cloud-blank")
    assert legal == ["fly"]
    assert play(state, "fly").fields()["hands"][0] == cards("turbo")


def row_6():
    state, legal = announcements("compass, turbo", "cloud-pirates")
    assert legal == ["fly", "crash"]
    assert play(state, "fly").fields()["hands"][0] == cards("")
    assert play(state, "crash").fields()["hands"][0] == cards("compass, turbo")


def row_7():
    state, legal = announcements("2 compass, cannon, 3 turbo", "cloud-cloud-pirates")
    assert legal == ["fly"]
    assert play(state, "fly").fields()["hands"][0] == cards("3 turbo")


def row_8():
    state = play(full_state(["turbo", "detour"], city=6), "cloud-pirates-blank", "stay", "detour")
    assert odds(View(state, 0), "passes-after-detour") == Fraction(5, 9)
    for chosen, chance in {"cloud-pirates": Fraction(5, 9), "cloud": Fraction(1, 3), "pirates": Fraction(1, 3)}.items():
        assert odds(View(play(state, f"reroll-{chosen}"), 0), "captain-passes") == chance


def row_9():
    view = View(play(full_state(["compass, foghorn", "gust"]), "blank-blank"), 0)
    assert odds(view, "captain-passes") == 1
    assert odds(view, "passes-after-gust") == Fraction(7, 18)


def row_10():
    stopping("fly", "3 turbo", 20, fly=Fraction(1625, 81))
    stopping("fly", "4 turbo", 20, fly=25)
    stopping("leave", "2 turbo", 20, fly=Fraction(33, 81) * 25, leave=20)


def row_11():
    hand = "2 compass, 2 lightning_rod, foghorn, cannon"
    stopping("fly", hand, 4, fly=Fraction(204067, 29160), leave=Fraction(49, 10))


def row_12():
    stopping("leave", "3 compass, turbo", 6, fly=5, leave=Fraction(71, 10))
    stopping("fly", "3 compass, turbo", 4, fly=Fraction(213, 40))


def row_13():
    for held, city, chance in (
        ({25: (1, 0, 0, 0), 20: (1, 0, 0, 0)}, 6, Fraction(9, 10)),
        ({20: (1, 0, 0, 0), 15: (1, 0, 0, 0), 9: (1, 0, 0, 0), 4: (1, 0, 0, 0)}, 1, Fraction(6, 11)),
    ):
        view = known("", city=city, treasures={0: held})
        assert view.mask.fields()["totals"][0] == {6: 45, 1: 48}[city]
        assert odds(view, "reaches-target") == chance


def row_14():
    one = {25: (1, 0, 0, 0)}
    state = full_state(["", "", "", ""], city=20, captain=2, treasures={0: one, 1: one, 2: one}, target=98)
    state = play(state, "blank-blank-blank-blank", "stay", "stay", "stay", "fly", *["city-25:25"] * 3, "journey-end")
    assert state.scores() == [50, 25, 50, 25]  # the captain, seat 2, then seats 3 and 0; seat 1 finds none


def row_15():
    held = {0: {4: (1, 1, 1, 1)}, 1: {4: (2, 1, 0, 0)}, 2: {4: (1, 0, 0, 0)}}
    state = full_state(["", "", "", ""], city=4, treasures=held)
    state = play(state, "blank-blank", "leave", "city-4:4", "leave", "city-4:6")
    assert [state.action_to_string(3, action) for action in state.legal_actions()] == ["stay"]
    state = play(state, "stay", "fly")
    assert state.fields()["city"] == 6
    state = play(full_state(["", "", "", ""], city=2, treasures={**held, 3: {4: (1, 1, 0, 0)}}), "blank-blank")
    assert play(state, "stay", "stay", "stay", "fly").fields()["city"] == 6


def row_16():
    for size, printed in ((6, ".8260 .7100 .5840"), (8, ".9123 .8436 .7601")):
        found = [odds(unknown(size, city=city), "captain-passes") for city in (1, 6, 15)]
        assert [f"{float(chance):.4f}"[1:] for chance in found] == printed.split()


def simulated(players, printed):
    """A small run; benchmarks/full/celestia_journeys.py makes the large one. 5 standard errors a city: 1e-5 in all."""
    count = 2000
    reached = journeys(players, count, seed=1)
    for city, chance in zip(CITIES, map(float, printed.split()), strict=True):
        # The printed figure is itself simulated, with a standard error below .0001, and rounded to .0001.
        error = (chance * (1 - chance) / count) ** 0.5
        assert abs(reached[city] / count - chance) <= 5 * error + 0.0005, city


def row_17():
    simulated(4, ".8260 .6810 .5606 .3947 .2160 .1175 .0468 .0151")


def row_18():
    simulated(2, ".9123 .8317 .6922 .5023 .3004 .1597 .0446 .0104")


def row_19():
    stopping("fly", "3 turbo, detour", 20, fly=Fraction(157625, 6561))
    stopping("fly", "", 20, treasures={0: {1: TELESCOPE}}, counted_off=2, fly=Fraction(1865, 81))


def row_20():
    view = unknown(6, ("crash", 1, ("cloud",)), ("draw", 1, None, None))
    assert odds(view, "captain-passes player=1 dice=pirates") == Fraction(2197811, 2390224)


def row_21():
    held = {1: {9: (1, 0, 0, 0), 12: (3, 0, 0, 0)}}
    state = full_state(["", ""], treasures=held)
    assert odds(View(state, 0, (("journey", 0),)), "total-points player=1")[48] == Fraction(11, 15)
    assert odds(View(state, 0), "total-points player=1")[48] == Fraction(55, 126)


def row_22():
    own = cards("10 compass, 18 lightning_rod, 16 foghorn, 10 cannon")
    reshuffled = tuple(made - mine for made, mine in zip((20, 18, 16, 14, 8, 2, 2, 2, 2, 0), own, strict=True))
    assert (sum(reshuffled), reshuffled[0]) == (30, 10)
    state = full_state(["10 compass, 18 lightning_rod, 16 foghorn, 10 cannon", "compass"])
    view = View(state, 0, (("draw", 1, None, reshuffled),))
    assert odds(view, "holds player=1 card=compass") == Fraction(1, 3)


def row_23():
    state = full_state(["detour", "gust"])
    state = play(state, "cloud-blank", "leave", "city-1:1", "pass", "pass", "crash", "detour", "reroll-cloud", "blank")
    assert (state.current_player(), state.fields()["phase"]) == (1, "window_b")
    state = play(state, "gust")
    assert state.fields()["phase"] == "reroll"
    state = play(state, "cloud-pirates")
    assert state.fields()["phase"] == "announcement"
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["crash"]


def row_24():
    state = full_state(["", "grappling_hook", ""], city=4, grappling_hook=True)
    state = play(state, "blank-blank", "leave", "city-4:6", "stay", "fly", "hook", "settle")
    fields = state.fields()
    assert (fields["captain"], fields["aboard"], fields["left"][2]) == (1, (True,) * 3, 10)


def row_25():
    for held, phase in (((5, 3, 1, 0), "journey_end"), ((5, 2, 1, 0), "jetpack")):
        state = full_state(["ejection", "jetpack", "jetpack"], city=4, treasures={1: {4: held}})
        state = play(state, "cloud-cloud", "stay", "stay", "eject-1", "city-4:telescope", "crash")
        assert state.fields()["phase"] == phase


ROWS = {int(name.removeprefix("row_")): check for name, check in list(globals().items()) if name.startswith("row_")}


@pytest.mark.known
@pytest.mark.parametrize("row", sorted(ROWS), ids=[f"celestia-{row}" for row in sorted(ROWS)])
def test_known(row):
    ROWS[row]()


def test_every_row_is_there():
    assert sorted(ROWS) == list(range(1, 26))
