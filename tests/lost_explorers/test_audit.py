"""Random games break no fact that the rules guarantee, and the audit sees where a state does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.lost_explorers import LostExplorers, LostExplorersState
from orienteer.core.lost_explorers.audit import EVENTS, Audit, play_audited
from orienteer.core.rng import RandomStream

from .build import start, table
from .table_files import shipped, write
from .twin_games import FEW, OTHERS, SHORT

OPTION_SETS: list[tuple[int, dict[str, Any]]] = [  # with the number of games: 20,000 in all
    (2_000, {}),
    (2_000, {"players": 3, **OTHERS}),
    (1_500, {"players": 4, "vehicles": 1}),
    (1_500, {"players": 2, **OTHERS, "stall_rounds": 0, "max_turns": 60}),
    (2_000, {"players": 2, "vehicles": 3, "max_turns": None}),
    (5_000, {"players": 4, **OTHERS, "tokens": SHORT, "members": 2, "max_turns": 30}),
    (6_000, {"players": 3, "tokens": FEW, "vehicles": 2, "stall_rounds": 1}),
]


@pytest.mark.parametrize(("count", "options"), OPTION_SETS, ids=str)
def test_law_random_games_end_lawfully_and_conserve_everything(count: int, options: dict[str, Any]) -> None:
    found = play_audited(LostExplorers(**options), count, RandomStream(len(str(options))))
    assert found["games"] == sum(found["endings"].values()) == count
    assert found["transitions"] > 20 * count
    assert {name for name, number in found["events"].items() if number == 0} <= {"chains", "extra members"}
    assert found["endings"]["rows_empty"] > 0
    assert (found["endings"]["stall"] > 0) == (options.get("stall_rounds", 2) > 0)
    assert (found["endings"]["cap"] > 0) == (options.get("max_turns", 400) in (30, 60))


def test_law_every_event_and_ending_is_passed_through() -> None:
    found = play_audited(LostExplorers(vehicles=3), 500, RandomStream(3))
    assert min(found["events"][name] for name in EVENTS) > 10
    assert found["endings"]["clues"] > 10


def test_law_the_same_stream_gives_the_same_games() -> None:
    first, second = (play_audited(LostExplorers(), 20, RandomStream(5)) for _ in range(2))
    assert first == second != play_audited(LostExplorers(), 20, RandomStream(6))


# -- the audit can fail: a step from `before`, audited by the game of `before`, that is said to lead to another state

Change = Callable[[dict[str, Any]], dict[str, Any]]


def before() -> LostExplorersState:
    """Seat 0 has explored and may send seat 1's member home."""
    it = table(
        missions={0: "B2+YB YB+RB+BG"},
        vehicles={0: "yybbb"},
        placed={1: "YB RB"},
        leaders={1: (2, 1)},
        discard="r",
        rest=1,
    )
    return it.play("explore-B2-blue").state


def said(state: LostExplorersState, action: str, change: Change, **options: Any) -> None:
    number = state.string_to_action(0, action)
    after = state.child(number)
    Audit(state).enter(state, number, after)
    fields = after.fields()
    game = LostExplorers(**{**after.game.options, **options})
    Audit(state).enter(state, number, game.state_from(fields | change(fields)))


def moved(fields: dict[str, Any], colour: int, giver: int | None, taker: int | None) -> dict[str, Any]:
    """A token is with another seat, or in the discard (None)."""
    piles = {None: list(fields["discard"]), **{seat: list(held) for seat, held in enumerate(fields["vehicles"])}}
    piles[giver][colour] -= 1
    piles[taker][colour] += 1
    return {"discard": tuple(piles[None]), "vehicles": tuple(tuple(piles[seat]) for seat in range(len(fields["vehicles"])))}


def more_vehicles(fields: dict[str, Any]) -> dict[str, Any]:
    return {"vehicles": tuple(tuple(count + 1 for count in held) for held in fields["vehicles"])}


YELLOW, BLUE = 1, 2
MUTANTS: list[tuple[str, str, Change, dict[str, Any]]] = [
    ("gifts", "explore-YB-yellow", lambda fields: moved(fields, YELLOW, 1, None), {}),  # nobody gets it
    ("gifts", "explore-YB-yellow", lambda fields: moved(fields, YELLOW, 1, 0), {}),  # it is not given
    ("gifts", "explore-YB-yellow", lambda fields: moved(moved(fields, YELLOW, 1, 0) | fields, BLUE, 0, 1), {}),
    ("gifts", "explore-YB-yellow", lambda fields: {"placed": (("B2", "YB"), ())}, {}),  # two go home
    ("gifts", "explore-YB-yellow", lambda fields: {"placed": (("B2",), ("YB", "RB"))}, {}),  # nobody goes
    ("tokens", "equip-left-1-vehicle", more_vehicles, {"vehicles": 1}),
    ("steps", "equip-left-1-vehicle", lambda fields: {"used": 2}, {}),
    ("steps", "equip-left-1-vehicle", lambda fields: {"sides": (False, True)}, {}),
    ("steps", "equip-left-1-vehicle", lambda fields: {"stage": "start", "used": 0, "sides": (False, False)}, {}),
    ("turns", "end-turn", lambda fields: {"turns": fields["turns"] + 2}, {}),
    ("turns", "end-turn", lambda fields: {"turns": fields["turns"] + 1, "turn": 0}, {}),
    ("turns", "end-turn", lambda fields: {"idle": 1}, {}),
    ("ending", "end-turn", lambda fields: {"phase": "over", "ending": "cap"}, {"max_turns": 5}),
]


@pytest.mark.parametrize(("law", "action", "change", "options"), MUTANTS)
def test_law_the_audit_sees_what_is_not_kept(law: str, action: str, change: Change, options: dict[str, Any]) -> None:
    with pytest.raises(OrienteerError, match=f"^{law}: "):
        said(before(), action, change, **options)


def test_law_the_audit_sees_more_tokens_than_there_are() -> None:
    few, all_ = start(tokens=FEW), start()
    number = few.state.string_to_action(-1, "close-R3+Y3+B3+G3")
    with pytest.raises(OrienteerError, match=r"^pools: "):
        Audit(few.state).enter(few.state, number, all_.state.child(number))


def test_law_the_audit_sees_missions_that_nobody_holds() -> None:
    """A third player's, who is not of the game."""
    two, three = table(rest=0), table(players=3, rest=0)
    with pytest.raises(OrienteerError, match=r"^missions: "):
        Audit(two.state).enter(two.state, 0, three.play("end-turn").state)


@pytest.mark.parametrize("placed", [{0: "R2 B2"}, {1: "R2 B2"}])
def test_law_the_audit_sees_too_many_members(placed: dict[int, str]) -> None:
    one, three = table(members=1), table(placed=placed)
    with pytest.raises(OrienteerError, match=r"^members: "):
        Audit(one.state).enter(one.state, 0, three.play("end-turn").state)


def test_law_the_audit_sees_leaders_who_have_not_moved_as_missions_say(tmp_path: Path) -> None:
    """In the file of the audited game the finished mission names a third place."""
    it = table(leaders={0: (2, 0)}, missions={0: "R2+RB"}, rest=1)
    assert it["finished"][0] == ("YB+BG",)
    content = shipped()
    (row,) = [token for token in content["tokens"] if token["locations"] == ["YB", "BG"]]
    row["locations"] += ["GY"]
    other = table(data=write(tmp_path / "other.toml", content), colour_link="one", rest=1)
    with pytest.raises(OrienteerError, match=r"^leaders: "):
        Audit(other.state).enter(other.state, 0, it.play("end-turn").state)


TWO = {"missions": {0: "B2+YB YB+BG"}, "vehicles": {0: "bb"}, "rest": 1}


@pytest.mark.parametrize(
    ("first", "action"),
    [
        ("explore-B2-blue", "retrieve-YB"),  # after another step
        ("equip-left-1-vehicle", "equip-left-1-vehicle"),  # the same side again
        ("complete-YB+BG-return-YB", "equip-left-1-vehicle"),  # in phase 2
    ],
)
def test_law_the_audit_sees_steps_out_of_place(first: str, action: str) -> None:
    """A step that was lawful before the first one."""
    it = table(**TWO, placed={0: "YB BG"}).state
    then = it.child(it.string_to_action(0, first))
    number = it.string_to_action(0, action)
    Audit(it).enter(it, number, it.child(number))
    with pytest.raises(OrienteerError, match=r"^steps: "):
        Audit(then).enter(then, number, it.child(number))


def test_law_the_audit_sees_more_members_than_in_a_first_turn() -> None:
    """Exploring is free under the other limit."""
    loose, strict = (
        table(**TWO, turns=0, first_turn_limit=limit).play("equip-left-1-vehicle") for limit in ("equip_only", "all")
    )
    number = loose.state.string_to_action(0, "explore-B2-blue")
    after = loose.state.child(number)
    Audit(loose.state).enter(loose.state, number, after)
    with pytest.raises(OrienteerError, match=r"^steps: "):
        Audit(strict.state).enter(strict.state, number, after)
