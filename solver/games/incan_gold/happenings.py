"""Incan Gold's events as words: a card turned up, choices revealed."""

from __future__ import annotations

from typing import Any

from orienteer.core.state import CHANCE_PLAYER, State
from orienteer.games.incan_gold.models import CardEvent, ChoicesEvent, EventDocument
from orienteer.positions.wording import missing, parsed_field, refused

Names = tuple[str | None, ...]


def read_event(event: Any, state: State, names: Names, field: str) -> tuple[str, Any]:
    """The observation that State.observe takes, of an event as words or as State.observation gives it."""
    if isinstance(event, tuple) and len(event) == 2:
        kind, what = event
        if kind == "card" and isinstance(what, str):
            event = {"type": "card", "card": int(what) if what.isdecimal() else what}
        else:
            event = {"type": kind, "choices": list(what) if isinstance(what, tuple) else what}
    if isinstance(event, dict):
        event = parsed_field(EventDocument, "event", event, field).event
    if isinstance(event, CardEvent):
        return _read_card(event, state, field)
    if isinstance(event, ChoicesEvent):
        return _read_choices(event, state, names, field)
    raise refused(field, event, "an object with type 'card' or 'choices': the game hides nothing")


def _read_card(event: CardEvent, state: State, field: str) -> tuple[str, str]:
    if not state.is_chance_node():
        raise refused(f"{field}.type", "card", _moment(state))
    names = [state.action_to_string(CHANCE_PLAYER, outcome) for outcome in state.legal_actions()]
    if str(event.card) not in names:
        raise refused(f"{field}.card", event.card, ", ".join(n if n.isdecimal() else repr(n) for n in names))
    return "card", str(event.card)


def _read_choices(event: ChoicesEvent, state: State, names: Names, field: str) -> tuple[str, Any]:
    movers = state.players_to_move()
    if not movers:
        raise refused(f"{field}.type", "choices", _moment(state))
    seats = range(state.game.num_players)
    given: list[str | None] = [None] * len(seats)
    paths = [f"{field}.choices[{seat}]" for seat in seats]
    if isinstance(event.choices, list):
        if len(event.choices) != len(seats):
            raise refused(f"{field}.choices", event.choices, f"{len(seats)} entries, one a seat")
        given = list(event.choices)
    else:
        words = {name: seat for seat, name in enumerate(names) if name is not None} | {str(seat): seat for seat in seats}
        paths = [f"{field}.choices.{names[seat] or seat}" for seat in seats]
        told = set()
        for word, choice in event.choices.items():
            path = f"{field}.choices.{word}"
            if word not in words:
                raise refused(path, choice, f"players {', '.join(words)}")
            if words[word] in told:
                raise refused(path, choice, "one entry a player")
            told.add(words[word])
            given[words[word]] = choice
            paths[words[word]] = path
    for seat in seats:
        if seat in movers and given[seat] is None:
            raise missing(paths[seat], "'stay' or 'leave': he is inside")
        if seat not in movers and given[seat] is not None:
            raise refused(paths[seat], given[seat], "null: he is out")
    return "choices", tuple(given)


def _moment(state: State) -> str:
    if state.is_terminal():
        return "nothing: the game is over"
    return "'card': a card is turned up now" if state.is_chance_node() else "'choices': those inside choose now"


def write_event(observation: tuple[str, Any], names: Names) -> dict[str, Any]:
    """An observation as State.observation gives it, as words."""
    kind, what = observation
    if kind == "card":
        return {"type": "card", "card": int(what) if what.isdecimal() else what}
    if None in names:
        return {"type": "choices", "choices": list(what)}
    choices = {str(name): choice for name, choice in zip(names, what, strict=True) if choice is not None}
    return {"type": "choices", "choices": choices}
