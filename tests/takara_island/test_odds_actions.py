"""Takara Island's surveys and miners against the core: played on the viewer's knowledge, outcome by outcome."""

from collections import Counter

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.takara_island.components import HEALTH, XP

from .odds_games import OPTIONS, actors, counted, goes_on, played, with_fields


def survey(turns_up, most):
    def choose(phase, names, looks):
        if phase != "survey":
            return None
        if turns_up and "turn-up" in names:
            return "turn-up"
        return "go-on" if "go-on" in names and looks < most else "stop"

    return choose


def gold(before, after, looks):
    seat = before["turn"]
    return after["gold"][seat] - before["gold"][seat]


def rockfalls(fields):
    return sum(
        up and card == "rockfall" for row in fields["piles"] for card, up in zip(row["cards"], row["face_up"], strict=True)
    )


@pytest.mark.parametrize("options", OPTIONS)
def test_surveys_equal_surveys_played(options):
    checked = 0
    for number, (state, mask, names) in enumerate(actors(options)):
        for name in [name for name in names if name.startswith("survey")]:
            pile, most = name[-1], 1 + number % 3
            for turns_up, word in ((True, "yes"), (False, "no")):
                found = played(state, name, survey(turns_up, most), gold)
                assert counted(mask, f"survey-gold pile={pile} looks={most} turn_up={word}") == found
            looks = played(state, name, survey(False, most), lambda before, after, looks: looks)
            assert counted(mask, f"survey-looks pile={pile} looks={most}") == looks
            met = played(state, name, survey(False, most), lambda before, after, looks: rockfalls(after) > rockfalls(before))
            assert counted(mask, f"survey-rockfall pile={pile} looks={most}") == met.get(True, 0)
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("options", OPTIONS)
def test_miners_equal_miners_hired(options):
    checked = Counter()
    for _, mask, _ in actors(options, seeds=6):
        # Whatever he has, he can hire the miner.
        fields = mask.fields()
        free = tuple((None, False) for _ in fields["specialists"])
        mask = with_fields(mask, specialists=free, gold=(30,) * mask.game.num_players)
        state = mask.alone(fields["viewer"])
        for pile, row in enumerate(fields["piles"]):
            if not row["cards"] or (row["face_up"][0] and row["cards"][0] != "rockfall"):
                with pytest.raises(OrienteerError, match=r"is empty|face up on top"):
                    counted(mask, f"miner-cards pile={pile}")
                continue
            taken = played(state, f"miner-{pile}", goes_on, lambda a, b, _, p=pile: b["piles"][p]["top"] - a["piles"][p]["top"])
            assert counted(mask, f"miner-cards pile={pile}") == taken
            stone = played(state, f"miner-{pile}", goes_on, lambda a, b, _: num_stones(b) - num_stones(a))
            assert counted(mask, f"miner-stone pile={pile}") == stone.get(1, 0)
            xp = played(state, f"miner-{pile}", goes_on, lambda a, b, _: sum_xp(b) - sum_xp(a))
            assert counted(mask, f"miner-xp pile={pile}") == xp
            checked[len(taken)] += 1
    assert sum(checked.values()) > 20
    assert {*checked} == {1, 2, 3}


def num_stones(fields):
    return sum(row["stone"] is not None for row in fields["piles"])


def sum_xp(fields):
    """XP of the XP cards that are gone."""
    return sum(count * XP[card] for row in fields["gone"] for card, count in enumerate(row) if not HEALTH[card])
