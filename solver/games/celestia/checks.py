"""What play cannot lead to: checks across the fields of a Celestia position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from orienteer.core.celestia.components import CARDS
from orienteer.games.celestia.moment import FRESH
from orienteer.games.celestia.setting import Counts, Setting
from orienteer.games.celestia.treasures import TreasureFields, copies_of, points_of
from orienteer.positions.names import word_for
from orienteer.positions.wording import refused

Fields = dict[str, Any]


def check_table(setting: Setting, fields: Fields) -> None:
    """Everything but points."""
    for check in (_check_journey, _check_city, _check_passengers, _check_jetpacks, _check_absent):
        check(setting, fields)


def _check_journey(setting: Setting, fields: Fields) -> None:
    over = fields["phase"] == "over"
    last, journey = setting.options["max_journeys"], fields["journey"] - over
    if last is not None and journey > last:
        raise refused("state.journey", journey, f"at most {last}: the game ends after that journey")
    cities = sum(left > 0 for left in fields["left"])
    if fields["phase"] in FRESH and cities < 2:
        raise refused("state.treasures_left", f"{cities} cities with treasures", "at least 2: with fewer no journey begins")


def _check_city(setting: Setting, fields: Fields) -> None:
    """A leg begins at a city that has treasures, and a treasure is drawn at one."""
    row = setting.values.index(fields["city"])
    if fields["phase"] in FRESH and not fields["left"][row]:
        raise refused("state.city", fields["city"], "a city with treasures left: the ship flies past one without")
    if fields["phase"] == "treasure" and not fields["left"][row]:
        raise refused("state.phase", "treasure", f"another phase: city {fields['city']} has no treasure left")
    gone = any(fields["drew_now"]) or any(fields["jetpack_used"]) or not any(fields["aboard"])
    if fields["dice"] and not fields["left"][row] and not gone and fields["phase"] != "over":
        raise refused("state.city", fields["city"], "a city with treasures left, or one that lost its last in this leg")


def _check_passengers(setting: Setting, fields: Fields) -> None:
    """Passengers decide clockwise from the captain's left; later ones have not left yet."""
    who = fields["pending"] if fields["then"] == "passenger" else fields["turn"] if fields["phase"] == "passenger" else None
    if who is None:
        return
    seats, captain = len(setting.names), fields["captain"]
    if who == captain:
        raise refused("state.turn", word_for(who, setting.names), "a passenger: he is the captain")
    for step in range((who - captain) % seats + 1, seats):
        seat = (captain + step) % seats
        if fields["left_now"][seat]:
            path = f"state.players[{seat}].{'left_now' if setting.player(seat).left_now else 'aboard'}"
            raise refused(path, path.endswith("left_now"), f"{word_for(seat, setting.names)!r} to decide later in this leg")


def _check_jetpacks(setting: Setting, fields: Fields) -> None:
    """Who used one is aboard, has a treasure of the city, and the card lies in the discards."""
    row = setting.values.index(fields["city"])
    used = [seat for seat in setting.seats if fields["jetpack_used"][seat]]
    for count, seat in enumerate(used, 1):
        path = f"state.players[{seat}].jetpack_used"
        if not fields["called"] or fields["phase"] in ("window_b", "announcement", "detour", "reroll"):
            raise refused(path, True, "false: no crash is final")
        if not fields["aboard"][seat]:
            raise refused(path, True, "false: he is not aboard")
        drawing = fields["pending"] == seat
        if not drawing and not fields["backs"][seat][row]:
            raise refused(path, True, f"false: he has no treasure of city {fields['city']}")
        if fields["discards"][CARDS.index("jetpack")] < count:
            raise refused(path, True, "false: there are not as many jetpacks in the discards")
    if fields["then"] == "jetpack" and fields["pending"] not in used:
        raise refused(f"state.players[{fields['pending']}].jetpack_used", False, "true: he draws for his jetpack")


def _check_absent(setting: Setting, fields: Fields) -> None:
    """Who left in an earlier leg has a treasure of an earlier city."""
    if setting.options["empty_city"] == "leave_for_nothing":
        return
    row = setting.values.index(fields["from_city"])
    for seat in setting.seats:
        away = not fields["aboard"][seat] and not fields["left_now"][seat]
        lone = not any(fields["aboard"]) and seat == fields["captain"]
        if away and not lone and not any(fields["backs"][seat][:row]):
            allowed = f"true: he has no treasure of a city before {fields['from_city']}"
            raise refused(f"state.players[{seat}].aboard", False, allowed)


# -- points -----------------------------------------------------------------------------------------------------------


def check_totals(setting: Setting, fields: Fields) -> None:
    """The game ends where someone has reached the target when a journey ends, and not elsewhere."""
    target, over = setting.options["target"], fields["phase"] == "over"
    if over:
        last = setting.options["max_journeys"]
        ended = last is not None and fields["journey"] > last
        if not ended and sum(left > 0 for left in fields["left"]) > 1 and max(fields["totals"]) < target:
            raise refused("state.phase", "over", f"another phase: nobody has {target} points")
        return
    for seat in setting.seats:
        if not _can_go_on(setting, fields, seat):
            player = setting.player(seat)
            path = f"state.players[{seat}].{'treasures' if setting.knows(seat) else 'backs'}"
            given = player.treasures if setting.knows(seat) else player.backs
            raise refused(path, given, f"less than {target} points before this journey: the game would have ended")


def _can_go_on(setting: Setting, fields: Fields, seat: int) -> bool:
    """Whether his points can have been below the target when this journey began."""
    least, dearest = 0, 0
    for row, backs, held in zip(setting.rows, fields["backs"][seat], fields["treasures"][seat], strict=True):
        points = points_of(row)
        if held is not None:
            worths = [points[kind] for kind, n in enumerate(held) for _ in range(n)]
        else:
            worths = sorted(points[kind] for kind, n in enumerate(copies_of(row)) for _ in range(n))[:backs]
        least += sum(worths)
        dearest = max([dearest, *worths])
    # One treasure can be of this journey: of who is off the ship, of a jetpack, or of the last city.
    drew = not fields["aboard"][seat] or fields["phase"] in ("treasure", "journey_end") or fields["jetpack_used"][seat]
    return least - (dearest if drew else 0) < int(setting.options["target"])


def most_points(setting: Setting, treasures: TreasureFields, seat: int) -> set[int]:
    """All that a player's treasures can be worth together, seen by themselves."""
    sums = {0}
    for i, row in enumerate(setting.rows):
        held, points = treasures.held[seat][i], points_of(row)
        if held is not None:
            sums = {total + sum(n * p for n, p in zip(held, points, strict=True)) for total in sums}
        else:
            elsewhere = [other[i] or (0,) * len(points) for at, other in enumerate(treasures.held) if at != seat]
            most = [n - sum(other[kind] for other in elsewhere) for kind, n in enumerate(copies_of(row))]
            most[-1] -= treasures.used[i]
            worths = _sums(tuple(most), points, treasures.backs[seat][i])
            sums = {total + worth for total in sums for worth in worths}
    return sums


def _sums(most: Counts, points: Counts, count: int) -> Iterable[int]:
    """Sums of `count` treasures of which there are so many of each worth."""
    found = {(0, 0)}
    for n, worth in zip(most, points, strict=True):
        found = {(used + k, total + k * worth) for used, total in found for k in range(min(n, count - used) + 1)}
    return {total for used, total in found if used == count}
