"""How Celestia's events are asked for, what they say they assume, and what they refuse."""

import json
from fractions import Fraction

import pytest

import orienteer
from orienteer.api import Place
from orienteer.core.errors import OrienteerError
from orienteer.core.state import View
from orienteer.events import event_types, odds, parse_event
from orienteer.limits import Limits
from tests.api.command_line import good
from tests.api.test_cli import POSITIONS

from .odds_positions import full_state, play

SHIPPED = str(POSITIONS / "celestia_captain_passes.json")

PARAMETERS = {
    "holds": {"player": 1, "card": "compass"},
    "copies-held": {"player": 1, "card": "turbo"},
    "draws-card": {"card": "cannon"},
    "draws-treasure": {"worth": "telescope"},
    "draws-at-least": {"points": 2},
    "total-points": {"player": 1},
    "has-target": {"player": 1},
}


def three():
    return full_state(["2 compass", "3 cannon, turbo", "jetpack"], captain=1)


def test_text_dict_and_object_name_the_same_event_and_each_answers():
    view = View(three(), 0)
    assert set(PARAMETERS) < set(event_types(view.mask.game))
    for name, kind in event_types(view.mask.game).items():
        assert kind.__doc__
        assert name in kind.usage()
        event = parse_event(view.mask.game, {"type": name, **PARAMETERS.get(name, {})})
        assert parse_event(view.mask.game, str(event)) == event == parse_event(view.mask.game, event.to_dict())
        found = odds(view, event)
        assert found.exact
        assert found == odds(view, str(event))
        assert json.loads(json.dumps(found.to_dict()))["assumptions"][-1].startswith("seat 0's belief: hard facts only")


def test_what_is_assumed_is_said():
    view = View(three(), 0)
    nobody, belief = "nobody plays a power card or a telescope", "seat 0's belief: hard facts only, nothing on how others chose"
    assert odds(view, "captain-passes").assumptions == (
        nobody,
        "the captain always pays turbos where he needs them",
        belief,
    )
    asked = odds(view, "captain-passes player=2 dice=pirates+cloud turbos=1/3", assumptions={"turbos": "never"})
    assert asked.event == "captain-passes dice=cloud+pirates player=2 turbos=1/3"
    assert asked.assumptions == (
        nobody,
        "the captain pays, with probability 1/3, turbos where he needs them",
        "seat 2 is captain",
        "the dice show cloud+pirates",
        "seat 0's belief: hard facts, and of how others chose turbos=never",
    )
    waiting = View(play(three(), "cloud-blank", "stay", "stay"), 0).mask
    assert waiting.fields()["phase"] == "before_announcement"
    assert "who is asked now is hidden: counts leave out what that tells of hands, samples do not" in (
        odds(View(waiting, 0), "captain-passes").assumptions
    )


def test_turbos_are_paid_as_stated():
    view = View(full_state(["", "2 cannon, turbo"], captain=1), 1)
    shares = [odds(view, f"captain-passes dice=cloud turbos={turbos}").value for turbos in ("always", "never", "1/3", "0.3")]
    assert shares == [1, 0, Fraction(1, 3), Fraction(3, 10)]


def test_a_crash_called_is_final_until_a_die_is_rerolled():
    state = full_state(["", "detour, gust, 2 turbo", ""], captain=1)
    view = View(play(state, "cloud-blank", "stay", "stay", "pass", "crash"), 1)  # turbos withheld
    assert view.mask.fields()["phase"] == "window_b"
    assert odds(view, "captain-passes").value == 0
    assert "the crash that was called is final" in odds(view, "captain-passes").assumptions
    assert odds(view, "captain-passes dice=cloud+blank").value == 1
    # At least one die must be rerolled; two turbos cover whatever two dice show.
    assert odds(view, "passes-after-detour").value == odds(view, "passes-after-gust").value == 1
    poor = View(play(full_state(["", "detour", ""], captain=1), "cloud-blank", "stay", "stay", "pass", "crash"), 1)
    assert odds(poor, "passes-after-detour").value == Fraction(1, 3)
    assert odds(poor, "passes-after-gust").value == 0
    again = View(
        play(
            view.mask.game.state_from(play(state, "cloud-blank", "stay", "stay", "pass", "crash", "gust").fields()), "pirates"
        ),
        1,
    )
    assert odds(again, "captain-passes").value == 1  # he announces afresh


def test_dice_picked_up_are_rolled():
    state = play(full_state(["turbo", "detour"], city=6), "cloud-pirates-blank", "stay", "detour", "reroll-cloud")
    assert odds(View(state, 0), "captain-passes").value == Fraction(1, 3)
    assert odds(View(state, 1), "captain-passes dice=cloud").exact


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("captain-passes turbos=maybe", "turbos: 'maybe', allowed: always, never, or a probability"),
        ("captain-passes turbos=2", "turbos: '2', allowed"),
        ("captain-passes dice=rain", "dice: 'rain', allowed: one to four of cloud, lightning, bird, pirates, blank"),
        ("captain-passes dice=cloud+cloud+cloud+cloud+cloud", "allowed: one to four"),
        ("captain-passes player=3", "captain-passes: player: 3, allowed: a seat from 0 to 2"),
        ("passes-after-gust dice=cloud", "no die is blank, a gust cannot be played"),
        ("holds player=1 card=rope", "card: 'rope', allowed: compass, lightning_rod"),
        ("holds player=1", "parameter card: None, allowed: holds player="),
        ("holds player=1 card=compass count=0", "count: 0, allowed"),
        ("draws-treasure worth=3", "draws-treasure: worth: '3', allowed: 1, 2, 4, telescope"),
        ("draws-treasure worth=9 city=5", "city: 5, allowed: 1, 2, 4, 6, 9, 12, 15, 20, 25"),
        ("reaches-target player=5", "reaches-target: player: 5, allowed"),
        ("total-points player=4", "total-points: player: 4, allowed"),
        ("bust-next", "event of celestia: 'bust-next', allowed: captain-passes"),
    ],
)
def test_errors_name_what_is_wrong_and_list_what_is_allowed(text, message):
    with pytest.raises(OrienteerError) as raised:
        odds(View(three(), 0), text)
    assert message in str(raised.value)


def test_a_city_without_treasures_has_no_draw():
    held = {1: {9: (6, 0, 0, 0)}, 2: {9: (0, 3, 0, 0)}}
    view = View(full_state(["", "", ""], treasures=held, target=98), 0)
    for text in ("draws-treasure worth=9 city=9", "reaches-target city=9", "treasure-points city=9"):
        with pytest.raises(OrienteerError, match="no treasure is left in city 9"):
            odds(view, text)


def test_the_other_facts_of_the_table_decide():
    view = View(full_state(["", "", ""], city=15, dice_by="current_city"), 0)
    assert odds(view, "captain-passes").value == Fraction(2, 6) ** 4
    for dice_by, dice in {"next_city": 4, "current_city": 3}.items():
        # City 15 is gone: the leg from 12 flies to 20.
        state = full_state(["", ""], city=12, dice_by=dice_by, target=98, treasures={0: {15: (6, 0, 0, 0)}})
        assert odds(View(state, 0), "captain-passes").value == Fraction(1, 3) ** dice


def test_three_hidden_hands_with_evidence_are_sampled_and_it_is_said():
    game_options = {"deck": (3, 1, 1, 1, 2, 0, 0, 0, 0, 0), "hand": 1}
    state = full_state(["foghorn", "compass", "turbo", "cannon"], captain=1, **game_options)
    log = tuple(("crash", seat, ("cloud",)) for seat in (1, 2, 3))
    view = View(state, 0, log)
    worlds = view.belief().enumerate()
    total = sum(weight for _, weight in worlds)
    expected = {
        "captain-passes dice=pirates": lambda hand: hand[3] or hand[4],
        "holds player=1 card=turbo": lambda hand: hand[4],
        "holds player=1 card=compass": lambda hand: hand[0],
    }
    for text, passed in expected.items():
        share = Fraction(sum(weight for world, weight in worlds if passed(world.fields()["hands"][1])), total)
        found = odds(view, text, limits=Limits(iterations=3000), seed=5)
        assert (found.status, found.samples) == ("sampled", 3000)
        assert found.assumptions[-1].startswith("estimated from 3,000 worlds: ")
        assert abs(found.value - float(share)) <= 5 * found.stderr
        assert found.interval[0] <= float(share) <= found.interval[1]
        assert odds(View(state, 0, log[:2]), text).exact
    same = [
        odds(View(full_state(hands, captain=1, **game_options), 0, log), "captain-passes dice=pirates", samples=300)
        for hands in (["foghorn", "compass", "turbo", "cannon"], ["foghorn", "turbo", "lightning_rod", "turbo"])
    ]
    assert same[0] == same[1]


def test_names_of_players_are_seats():
    view = View(three(), 0)
    place = Place(view.mask, 0, ("Ann", "Bob", "Cas"), ("evidence: none",), view)
    found = orienteer.odds(place, "holds player=Bob card=compass")
    assert found.value == orienteer.odds(view, {"type": "holds", "player": 1, "card": "compass"}).value
    assert found.assumptions[0] == "evidence: none"
    assert orienteer.odds(place, {"type": "holds", "player": "Bob", "card": "compass"}) == found
    with pytest.raises(OrienteerError, match="player: 'Dan', allowed: 0 \\(Ann\\)"):
        orienteer.odds(place, "holds player=Dan card=compass")


def test_the_command_line_prints_a_fraction_and_what_it_rests_on():
    printed = good("odds", SHIPPED, "captain-passes").splitlines()
    answer = orienteer.odds(SHIPPED, "captain-passes")
    assert printed[0] == f"captain-passes turbos=always: {answer.value} = {float(answer.value):.6g}"
    assert printed[1:] == [f"assumed: {sentence}" for sentence in answer.assumptions]
    assumed = json.loads(good("odds", SHIPPED, "holds", "player=Ann", "card=turbo", "--assume", "turbos=always", "--json"))
    assert assumed["exact"]
    assert Fraction(assumed["value"]) < orienteer.odds(SHIPPED, "holds player=Ann card=turbo").value
