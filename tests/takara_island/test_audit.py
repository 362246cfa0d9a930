"""Random games keep to the books that the audit holds beside them, and the audit sees when a state does not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from orienteer.core.errors import OrienteerError
from orienteer.core.rng import RandomStream
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.audit import Audit, play_audited
from orienteer.core.takara_island.components import CARDS

from .twin_games import BGA, SMALL

Fields = dict[str, Any]
GAMES = 20_000
GOLD_2, XP_1 = CARDS.index("gold_2"), CARDS.index("xp_1")
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"players": 4, **BGA, "miner_may_stop": True, "tie": "shared", "gold": 20},
    {"players": 3, "mimic_fail": "removed", "adventurers": 3, "map_choice": "end_of_day"},
    {"players": 2, "max_rounds": 12, **SMALL, "gold": 10},
    {"players": 4, **BGA, **SMALL, "adventurers": 1},
]


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_law_random_games_end_lawfully_and_conserve_everything(options: dict[str, Any]) -> None:
    stream = RandomStream(len(str(options)))
    found = play_audited(TakaraIsland(**options), GAMES // len(OPTION_SETS), stream)
    assert found["games"] == sum(found["endings"].values()) == GAMES // len(OPTION_SETS)
    assert found["transitions"] > 20 * found["games"]
    for ending in ("both_stones", "one_stone", "no_stone"):
        assert found["endings"][ending] > 0
    assert (found["endings"]["cap"] > 0) == ("max_rounds" in options)


def test_law_the_same_stream_gives_the_same_games() -> None:
    first, second = (play_audited(TakaraIsland(), 20, RandomStream(5)) for _ in range(2))
    assert first == second != play_audited(TakaraIsland(), 20, RandomStream(6))


def changed(row: tuple[Any, ...], index: int, by: Any) -> tuple[Any, ...]:
    return (*row[:index], by(row[index]) if callable(by) else row[index] + by, *row[index + 1 :])


def other_card(fields: Fields) -> Fields:
    """A gold card that has gone is taken for one that hurts."""
    return {"gone": changed(fields["gone"], 0, lambda row: changed(changed(row, GOLD_2, -1), XP_1, 1))}


def one_held(fields: Fields) -> Fields:
    """A specialist lies with another player."""
    held = [i for i, (holder, _) in enumerate(fields["specialists"]) if holder is not None]
    return {"specialists": changed(fields["specialists"], held[0], lambda card: (1 - card[0], card[1]))}


MUTANTS: list[tuple[str, Callable[[Fields], Fields]]] = [
    ("gold", lambda fields: {"gold": changed(fields["gold"], 0, 1)}),
    ("gold", lambda fields: {"gold": changed(fields["gold"], 1, -1)}),
    ("gold", lambda fields: {"gold": fields["gold"][::-1]}),
    ("XP", lambda fields: {"items": changed(fields["items"], 0, lambda items: changed(items, 3, 1))}),
    ("XP", lambda fields: {"items": fields["items"][::-1]}),
    ("cards", other_card),
    ("tokens", lambda fields: {"tokens": changed(fields["tokens"], 1, 1), "supply": fields["supply"] - 1}),
    ("tokens", lambda fields: {"tokens": fields["tokens"][::-1]}),
    ("treasures", lambda fields: {"treasures": changed(fields["treasures"], 1, -1)}),
    (
        "adventurers",
        lambda fields: {
            "recruits": changed(fields["recruits"], 1, lambda _: False),
            "waiting": changed(fields["waiting"], 1, 1),
        },
    ),
    ("specialists", one_held),
    ("specialists", lambda fields: {"specialists": ((None, False),) * 4}),
]


def can_be_mistaken(fields: Fields) -> bool:
    """Whether every mutant is another state, and one that no single state could tell from a true one."""
    return bool(
        fields["phase"] == "act"
        and fields["turn"] == 0
        and all(len(set(fields[name])) == 2 for name in ("tokens", "items", "gold"))
        and fields["gold"][1]
        and fields["recruits"][1]
        and fields["treasures"][1]
        and sum(holder is not None for holder, _ in fields["specialists"]) == 1
        and fields["gone"][0][GOLD_2]
        and not fields["gone"][0][XP_1]
        and not any("xp_1" in pile["cards"] for pile in fields["piles"])
    )


@cache
def in_mid_game() -> tuple[TakaraIslandState, int, TakaraIslandState]:
    """A step that leads to a table where all can be mistaken, in a game that an audit follows up to there."""
    game = TakaraIsland(gold=40)
    for seed in range(500):
        state, stream = game.new_initial_state(), RandomStream(seed)
        audit = Audit(state)
        while not state.is_terminal() and state.segment("turn") < 20:
            legal = state.legal_actions()
            action = state.sample_chance(stream) if state.is_chance_node() else legal[stream.below(len(legal))]
            before = state.clone()
            state.apply(action)
            audit.enter(before, action, state)
            if can_be_mistaken(state.fields()):
                return before, action, state
    raise AssertionError("no such table")


@pytest.mark.parametrize(("law", "mutate"), MUTANTS)
def test_law_the_audit_sees_what_is_not_conserved(law: str, mutate: Callable[[Fields], Fields]) -> None:
    before, action, after = in_mid_game()
    Audit(before).enter(before, action, after)
    fields = after.fields()
    wrong = after.game.state_from(fields | mutate(fields))
    with pytest.raises(OrienteerError, match=f"^{law}: "):
        Audit(before).enter(before, action, wrong)


def test_law_the_audit_sees_a_step_booked_as_another() -> None:
    game = TakaraIsland()
    before = game.new_initial_state()
    tavern, dig = (before.string_to_action(0, name) for name in ("tavern", "dig-0"))
    Audit(before).enter(before, tavern, before.child(tavern))
    with pytest.raises(OrienteerError, match=r"^gold: "):
        Audit(before).enter(before, dig, before.child(tavern))


def test_law_the_audit_sees_a_game_that_goes_on_after_its_end() -> None:
    """The same steps in a game of one round more: the first one should have ended."""
    short, long = (TakaraIsland(max_rounds=rounds).new_initial_state() for rounds in (1, 2))
    audit = Audit(short)
    for name in ("tavern", "tavern", "end-day-cure-0") * 2:
        action = short.string_to_action(short.current_player(), name)
        assert not short.is_terminal()
        before = short.clone()
        for state in (short, long):
            state.apply(action)
        if not short.is_terminal():
            audit.enter(before, action, long)
    assert short.fields()["ending"] == "cap"
    with pytest.raises(OrienteerError, match=r"^ending: "):
        audit.enter(before, action, long)
