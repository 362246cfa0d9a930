"""The no-peek audit: everything that a seat is told or that plays for it, in worlds which that seat cannot tell apart.

A world is a true state changed in cards that only other seats have seen: one of them changes places with a card that nobody
has seen, or with another one, or, while another seat decides at its survey, the card that it has just looked at does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, cast

from orienteer.api import evaluate
from orienteer.core.errors import OrienteerError
from orienteer.core.rng import RandomStream
from orienteer.core.state import View
from orienteer.core.takara_island import TakaraIsland, TakaraIslandState
from orienteer.core.takara_island.components import CARDS, GOLD, depths, gallery_counts
from orienteer.events import odds
from orienteer.games.takara_island.playout import light
from orienteer.limits import Limits
from orienteer.mcts import Search
from orienteer.policies import as_policy, policy_types, weights

LIMITS = Limits(iterations=40, nodes=20_000)
SEEN_AND_UNSEEN, TWO_SEEN, JUST_SEEN = COMPONENTS = ("seen and unseen", "two seen", "just seen")
Answer = Callable[[TakaraIslandState, int, tuple[Any, ...]], str]


# -- what a seat is told -------------------------------------------------------------------------------------------------


def evaluated(**arguments: Any) -> Answer:
    def answer(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
        found = evaluate(View(world, seat, evidence), limits=LIMITS, seed=3, **arguments).to_dict()
        return json.dumps(found | {"seconds": None}, sort_keys=True)

    return answer


def chance_of(event: str) -> Answer:
    def answer(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
        try:
            return json.dumps(odds(View(world, seat, evidence), event).to_dict(), sort_keys=True)
        except OrienteerError as error:
            return str(error)

    return answer


def move_of(policy: str) -> Answer:
    def answer(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
        return str(weights(as_policy(world.game, policy), world, seat)) if world.current_player() == seat else ""

    return answer


def texts(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    mask = cast("TakaraIslandState", View(world, seat, evidence).mask)
    moves = [mask.action_to_string(world.current_player(), action) for action in mask.legal_actions(world.current_player())]
    return repr((world.observation_string(seat), world.observation_key(seat), mask.fields(), moves))


def what_it_knows_alone(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    return repr(world.alone(seat).fields()) if world.current_player() == seat else ""


def playout_move(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    if world.current_player() != seat:
        return ""
    policy = light(cast("TakaraIsland", world.game))
    return str([policy.choose(world, seat, RandomStream(number)) for number in range(20)])


def answers(game: TakaraIsland) -> dict[str, Answer]:
    """Everything that is audited, by name."""
    return {
        "texts": texts,
        "alone": what_it_knows_alone,
        "playout": playout_move,
        "evaluate auto": evaluated(),
        "evaluate turn": evaluated(method="so-ismcts", horizon="turn", objective="points"),
        **{name: move_of(name) for name in policy_types(game)},
        **{name: chance_of(name) for name in ("stone-in-pile pile=1", "next-card pile=0 card=gold", "survey-gold pile=2")},
    }


# -- what leaks, for tests of the audit ------------------------------------------------------------------------------------


def mask_that_leaves_piles(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    return repr(cast("TakaraIslandState", world.mask(seat)).fields() | {"piles": world.fields()["piles"]})


def cards_nobody_has_seen(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    return repr(_unseen(world.game.options, world.fields()))


def moves_of_a_surveyor(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    """What another seat may do, by the true card: it may turn up a monster only."""
    return str(world.legal_actions(world.current_player()) if world.current_player() >= 0 else [])


def odds_of_the_true_state(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    found = []
    for action in world.legal_actions(seat):
        after = world.child(action)
        found.append(after.chance_outcomes() if after.is_chance_node() else [])
    return str(found)


def pile_of_an_agent_who_peeks(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    """It is called with the true state, and counts the gold in the piles."""
    rows = world.fields()["piles"]
    return str([sum(GOLD[CARDS.index(card)] for card in row["cards"] if card is not None) for row in rows])


def search_of_the_true_state(world: TakaraIslandState, seat: int, evidence: tuple[Any, ...]) -> str:
    search = Search(world, seed=5, selection="uct", cheating=True)
    search.run(iterations=200)
    return repr(search.result(playouts=20).moves)


# -- worlds that look alike ------------------------------------------------------------------------------------------------


def worlds(state: TakaraIslandState, seat: int, each: int = 1) -> Iterator[tuple[str, TakaraIslandState]]:
    """(component, world): true states that `seat` cannot tell from `state`, up to `each` of every component."""
    game = cast("TakaraIsland", state.game)
    for component, changed in (
        (SEEN_AND_UNSEEN, _seen_and_unseen(state, seat)),
        (TWO_SEEN, _two_seen(state, seat)),
        (JUST_SEEN, _just_seen(state, seat)),
    ):
        found = 0
        for fields in changed:
            if found == each:
                break
            try:
                world = game.state_from(fields)
            except OrienteerError:  # a second stone in a pile
                continue
            assert world != state
            yield component, world
            found += 1


def _seen_by_others(state: TakaraIslandState, seat: int) -> list[tuple[int, int]]:
    """(pile, place from the top) of the cards that only others have seen and have settled about."""
    fields = state.fields()
    return [
        (pile, place)
        for pile, row in enumerate(fields["piles"])
        for place, seen_by in enumerate(row["seen_by"])
        if seen_by and seat not in seen_by and (pile, place) != _looked_at(fields)
    ]


def _looked_at(fields: dict[str, Any]) -> tuple[int, int] | None:
    """Where a survey has come to that its player decides about."""
    if fields["phase"] != "survey":
        return None
    pile, slot = fields["pending"]["pile"], fields["pending"]["slot"]
    return pile, slot - fields["piles"][pile]["top"]


def _seen_and_unseen(state: TakaraIslandState, seat: int) -> Iterator[dict[str, Any]]:
    for place in _seen_by_others(state, seat):
        yield from _exchanged(state, place)


def _two_seen(state: TakaraIslandState, seat: int) -> Iterator[dict[str, Any]]:
    fields = state.fields()
    for one, two in combinations(_seen_by_others(state, seat), 2):
        cards = [fields["piles"][pile]["cards"][place] for pile, place in (one, two)]
        if cards[0] != cards[1] and _level(state, *one) == _level(state, *two):
            changed = _with_card(_with_card(fields, one, cards[1]), two, cards[0])
            if "rockfall" not in cards or not any(fields["piles"][pile]["proven"][place] for pile, place in (one, two)):
                yield changed


def _just_seen(state: TakaraIslandState, seat: int) -> Iterator[dict[str, Any]]:
    fields = state.fields()
    place = _looked_at(fields)
    if place is not None and seat not in fields["piles"][place[0]]["seen_by"][place[1]]:
        yield from _exchanged(state, place)


def _exchanged(state: TakaraIslandState, place: tuple[int, int]) -> Iterator[dict[str, Any]]:
    """The card there changed for every other one of its level that nobody has seen; a survey's card is no rockfall."""
    fields = state.fields()
    row = fields["piles"][place[0]]
    for card, copies in enumerate(_unseen(state.game.options, fields)[_level(state, *place)]):
        proven = row["proven"][place[1]] or place == _looked_at(fields)
        if copies and CARDS[card] != row["cards"][place[1]] and not (proven and CARDS[card] == "rockfall"):
            yield _with_card(fields, place, CARDS[card])


def _level(state: TakaraIslandState, pile: int, place: int) -> int:
    levels = [level for level, depth in enumerate(depths(state.game.options)) for _ in range(depth)]
    return levels[state.fields()["piles"][pile]["top"] + place]


def _unseen(options: dict[str, Any], fields: dict[str, Any]) -> list[list[int]]:
    """Copies by level and card of what lies in the piles and nobody has looked at."""
    levels = [level for level, depth in enumerate(depths(options)) for _ in range(depth)]
    left = [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(gallery_counts(options), fields["gone"], strict=True)]
    for row in fields["piles"]:
        for slot, card in enumerate(row["cards"], row["top"]):
            if card is not None:
                left[levels[slot]][CARDS.index(card)] -= 1
    return left


def _with_card(fields: dict[str, Any], place: tuple[int, int], card: str) -> dict[str, Any]:
    piles, cards = list(fields["piles"]), list(fields["piles"][place[0]]["cards"])
    cards[place[1]] = card
    piles[place[0]] = piles[place[0]] | {"cards": tuple(cards)}
    return fields | {"piles": tuple(piles)}
