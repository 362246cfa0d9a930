"""Takara Island's events against the core: the action is played on the viewer's knowledge, outcome by outcome."""

from collections import Counter
from fractions import Fraction

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island.components import GOLD, HEALTH, INJURES, XP
from orienteer.events import parse_event
from orienteer.games.takara_island.parameters import cards_of

from .odds_games import OPTIONS, THREE_PILES, actors, counted, goes_on, played, views, with_fields
from .odds_oracle import possible
from .odds_positions import full_state, play


@pytest.mark.parametrize("options", OPTIONS)
def test_digs_equal_digs_made(options):
    checked = 0
    for state, mask, names in actors(options):
        for name in [name for name in names if name.startswith("dig")]:
            pile = int(name[-1])
            top = mask.fields()["piles"][pile]["top"]
            digs = state.child(state.string_to_action(state.current_player(), name))
            weights = dict(digs.chance_outcomes())
            total = sum(weights.values())
            for word, cards in {
                "gold": [card for card in weights if GOLD[card] and not HEALTH[card]],
                "monster": [card for card in weights if HEALTH[card]],
                "xp": [card for card in weights if XP[card] and not HEALTH[card]],
                "injures": [card for card in weights if HEALTH[card] or INJURES[card]],
                "chest": [18],
                "stone": [19],
            }.items():
                chance = Fraction(sum(weights.get(card, 0) for card in cards), total)
                assert counted(mask, f"next-card pile={pile} card={word}") == chance
                assert counted(mask, f"card-at pile={pile} slot={top} card={word}") == chance
            assert counted(mask, f"stone-at pile={pile} slot={top}") == Fraction(weights.get(19, 0), total)
            for word, sword in (("yes", True), ("no", False), (None, None)):
                ready = state if sword is None else with_fields(mask, sword=sword).alone(mask.fields()["viewer"])
                hurt = played(ready, name, goes_on, lambda a, b, _: b["hospital"][a["turn"]] - a["hospital"][a["turn"]])
                text = f"injury-when-digging pile={pile}" + ("" if word is None else f" sword={word}")
                assert counted(mask, text) == hurt.get(1, 0)
            lost = played(state, name, goes_on, lambda a, b, _: b["ending"] == "no_stone")
            assert counted(mask, f"digging-loses pile={pile}") == lost.get(True, 0)
            checked += 1
    assert checked > 30


def test_a_worlds_chance_averages_to_the_viewers():
    texts = ["next-card pile=0 card=injures", "stone-in-pile pile=1", "survey-rockfall pile=0", "miner-xp pile=0", "stones"]
    worlds = Counter()
    for view in (view for seed in range(8) for view in views(THREE_PILES, seed, every=7)):
        known = possible(view)
        for text in texts:
            event = parse_event(view.mask.game, text)
            try:
                event.check(view.mask)
            except OrienteerError:
                continue
            in_world = event.by_world(view)
            answers = [(in_world(world), weight) for world, weight in known]
            if event.distribution_valued:
                answers = [(sum(number * chance for number, chance in answer.items()), weight) for answer, weight in answers]
            found = event.counted_view(view, None)
            found = sum(number * chance for number, chance in found.items()) if event.distribution_valued else found
            assert found == sum(answer * weight for answer, weight in answers)
            worlds[len(known) > 1] += 1
    assert worlds[True] > 50


def test_wounds_are_counted_and_adventurers_are_those_who_are_left():
    state = full_state({3: {"top": 6, "up": ["drake"], "wounds": 2}}, changes={"sword": True, "unused": (1, 2), "used": (1, 0)})
    assert counted(state, "win-fight pile=3") == Fraction(4, 9)
    assert counted(state, "win-fight pile=3 adventurers=2") == Fraction(20, 27)
    assert counted(play(state, "fight-3"), "win-fight pile=3") == Fraction(4, 9)  # the one who is at it
    assert cards_of("drake") == {17}
    with pytest.raises(OrienteerError, match="win-fight: no monster lies face up on top of pile 0"):
        counted(state, "win-fight pile=0")
    with pytest.raises(OrienteerError, match="the top card of pile 3 is face up, it cannot be dug"):
        counted(state, "injury-when-digging pile=3")
