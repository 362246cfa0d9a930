"""A position: what one seat sees at the table, as JSON and as a state to work on."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from orienteer.core.errors import IllegalActionError, OptionError, OrienteerError, PositionError
from orienteer.core.registry import load_game
from orienteer.core.state import Game, State, View
from orienteer.games.registry import PositionPart, game_part, registered_packages
from orienteer.positions.full_events import play_full_event
from orienteer.positions.models import FORMAT, VIEWERS
from orienteer.positions.names import Names
from orienteer.positions.rules import read_rules, rules_in_words, same_rules
from orienteer.positions.text import read_file, read_json
from orienteer.positions.wording import parsed, refused

Viewer = int | str  # a seat, "public" or "omniscient"


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """What one seat sees. Immutable; equal when game, viewer, names, table and evidence are, whatever was derived.

    Attributes:
        game: the rules.
        rules: the same as a document writes them: a preset, or a preset with what differs.
        viewer: a seat, "public" (a spectator) or "omniscient".
        names: by seat, None where a player has no name.
        state: the table as the viewer knows it (do not change it; clone it first).
        evidence: what the viewer noticed since the state was first described, oldest first; empty in games that hide
            nothing, or whose state holds all that he remembers.
        derived: what followed from the rest of the document, as "state.pocket = 7: everyone is still inside".
        assumptions: what the document left open, and how it was taken; later positions keep it.
    """

    game: Game
    rules: str | dict[str, Any]
    viewer: Viewer
    names: Names
    state: State
    evidence: tuple[Any, ...] = ()
    derived: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()

    # -- reading ------------------------------------------------------------------------------------------------------

    @classmethod
    def from_json(cls, text: str | bytes, *, cheating: bool = False) -> Self:
        """The position that a JSON text describes. Raises PositionError, naming the field, for anything wrong."""
        return cls.from_dict(read_json(text, "position"), cheating=cheating)

    @classmethod
    def from_file(cls, path: str | Path, *, cheating: bool = False) -> Self:
        """The position in a file, or on standard input for "-". Raises OSError where there is no such file."""
        return cls.from_json(read_file(path), cheating=cheating)

    @classmethod
    def from_dict(cls, document: Any, *, cheating: bool = False) -> Self:
        """The position that plain values describe.

        Raises PositionError, naming the field, for a document that is malformed or that no history of the game can
        reach, and, unless `cheating`, for an omniscient viewer of a game that hides something.
        """
        part = position_part(document, "position")
        found: Any = parsed(part.DOCUMENT, document, "position")
        rules = document["rules"]
        game = read_rules(found.game, part, rules, len(found.state.players), "state.players")
        names = read_names([player.name for player in found.state.players], "state.players[{}].name")
        viewer = read_viewer(found.viewer, game, names, cheating)
        seat = viewer if isinstance(viewer, int) else None
        state, derived, assumptions = part.read_state(found.state, game, seat, names)
        evidence = _read_evidence(document.get("evidence"), state, seat, names, part)
        if _keeps_log(game) and seat is not None and found.evidence is None:
            assumptions.append("evidence: none; nothing that was noticed earlier counts")
        return cls(game, copy.deepcopy(rules), viewer, names, state, evidence, tuple(derived), tuple(assumptions))

    @classmethod
    def from_state(
        cls,
        state: State,
        viewer: Viewer,
        names: Sequence[str | None] | None = None,
        rules: str | Mapping[str, Any] | None = None,
        *,
        evidence: Sequence[Any] = (),
        cheating: bool = False,
    ) -> Self:
        """The view of a state. `rules` is how to word its game's options (default: the preset with the least to add).

        The state is taken to be one that play can reach. Raises PositionError for a viewer, names or rules that do
        not fit.
        """
        game = state.game
        part = part_of(game.name)
        allnames = read_names(list(names or [None] * game.num_players), "names[{}]", game.num_players)
        seat = read_viewer(viewer, game, allnames, cheating)
        if rules is None:
            words = rules_in_words(game, part.PRESETS)
        else:
            words = same_rules(game, part, rules)
        seen = state.mask(seat) if isinstance(seat, int) else state.clone()
        return cls(game, words, seat, allnames, seen, tuple(evidence) if _keeps_log(game) else ())

    # -- views --------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The viewer's seat, None for a spectator or an omniscient one."""
        return self.viewer if isinstance(self.viewer, int) else None

    def name(self, seat: int) -> str:
        """A player's name, "seat 2" where he has none."""
        return self.names[seat] or f"seat {seat}"

    def view(self, seat: int | None = None) -> View:
        """What `seat` (default: the viewer) knows. In a game that hides nothing every seat has a view, and a viewer
        without a seat gets seat 0's; elsewhere OptionError is raised for a seat that is not the viewer's."""
        if seat is None:
            seat = self.seat if self.seat is not None or self.game.has_hidden_information else 0
        if self.game.has_hidden_information and (seat is None or seat != self.seat):
            raise OptionError("seat", seat, f"the viewer's own: {self.viewer!r}")
        return View(self.state, seat or 0, self.evidence)

    # -- play ---------------------------------------------------------------------------------------------------------

    def after(self, event: Any, *, field: str = "event") -> Self:
        """The position after what the viewer noticed next: an event as words, or an observation of the core.

        None is nothing noticed, in a game that hides something. Whoever sees everything there follows moves and outcomes by
        their names: {"type": "move", "player": "Ann", "move": "stay"}, {"type": "chance", "outcome": "compass"}.
        Raises PositionError, naming `field`, for an event that cannot happen here.
        """
        return self.advanced(event, field)[0]

    def advanced(self, event: Any, field: str = "event") -> tuple[Self, dict[str, Any] | None]:
        """`after`, and the event as words, written out."""
        hides = self.game.has_hidden_information
        if event is None and hides and self.seat is not None:
            return self, None
        part, state, evidence = part_of(self.game.name), self.state.clone(), self.evidence
        try:
            if hides and self.seat is None:
                words = play_full_event(event, state, self.names, field)
            else:
                observation = part.read_event(event, self.state, self.names, field)
                state.observe(self.seat or 0, observation)
                words = part.write_event(observation, self.names)
                evidence = (*evidence, observation) if _keeps_log(self.game) else ()
        except IllegalActionError as error:
            raise PositionError(f"{field}: {error}") from None
        return type(self)(self.game, self.rules, self.viewer, self.names, state, evidence, (), self.assumptions), words

    # -- writing ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The document, with everything derived written out; `from_dict` gives an equal position back."""
        return copy.deepcopy(self._document)

    def to_json(self, indent: int | None = None) -> str:
        """The document as JSON text."""
        return json.dumps(self._document, ensure_ascii=False, indent=indent)

    @cached_property
    def _document(self) -> dict[str, Any]:
        part = part_of(self.game.name)
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.rules,
            "viewer": self.viewer if self.seat is None else self.names[self.seat] or self.seat,
            "state": part.write_state(self.state, self.names),
            "evidence": [part.write_event(observation, self.names) for observation in self.evidence],
        }

    @cached_property
    def _identity(self) -> tuple[Game, str]:
        return self.game, json.dumps({key: value for key, value in self._document.items() if key != "rules"})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"<Position of {self.game.name} for {self.viewer!r}: {self.state}>"


# -- what is generic in positions and records -------------------------------------------------------------------------


def _read_evidence(events: Any, state: State, seat: int | None, names: Names, part: PositionPart) -> tuple[Any, ...]:
    """The evidence as observations, once some complete state is known to agree with it."""
    if not _keeps_log(state.game):
        return ()
    if seat is None:
        if events:
            raise refused("evidence", events, "none: an omniscient viewer needs no evidence")
        return ()
    evidence = tuple(part.read_event(event, state, names, f"evidence[{i}]") for i, event in enumerate(events or ()))
    try:
        state.game.belief(state, seat, evidence)
    except OrienteerError as error:
        text = str(error)
        raise PositionError(text if text.startswith("evidence") else f"evidence: {text}") from None
    return evidence


def _keeps_log(game: Game) -> bool:
    """Whether what the viewer noticed earlier tells him more than the state."""
    return game.has_hidden_information and part_of(game.name).LOG_COUNTS


def part_of(game: str) -> PositionPart:
    part: PositionPart = game_part(game, "position")
    return part


def position_part(document: Any, what: str) -> PositionPart:
    """The position part of the game that a document names."""
    if not isinstance(document, dict):
        raise refused(what, document, "an object")
    name = document.get("game")
    if "game" in document and isinstance(name, str) and name in registered_packages("position"):
        return part_of(name)
    allowed = ", ".join(map(repr, registered_packages("position")))
    if "game" not in document:
        raise PositionError(f"game: missing, allowed: {allowed}")
    raise refused("game", name, allowed)


def read_names(names: list[str | None], field: str, players: int | None = None) -> Names:
    """Names by seat, each one once; `field` has {} for the seat."""
    if players is not None and len(names) != players:
        raise refused("names", names, f"{players}, one a seat")
    for seat, name in enumerate(names):
        if name is not None and name in names[:seat]:
            raise refused(field.format(seat), name, "a name of his own")
    return tuple(names)


def read_viewer(viewer: Viewer, game: Game, names: Names, cheating: bool) -> Viewer:
    """The viewer's seat, "public" or "omniscient"."""
    last = game.num_players - 1
    allowed = f"a seat from 0 to {last}, {', '.join(map(repr, (*filter(None, names), *VIEWERS)))}"
    if isinstance(viewer, bool) or not isinstance(viewer, (int, str)):
        raise refused("viewer", viewer, allowed)
    if isinstance(viewer, str) and viewer in names:
        return names.index(viewer)
    if isinstance(viewer, int):
        if not 0 <= viewer <= last:
            raise refused("viewer", viewer, allowed)
        return viewer
    if viewer not in VIEWERS:
        raise refused("viewer", viewer, allowed)
    if game.has_hidden_information and (viewer == "public" or not cheating):
        raise refused("viewer", viewer, f"a seat from 0 to {last}: {game.name} hides something")
    return viewer


def template(game: str, **rules: Any) -> dict[str, Any]:
    """The smallest valid position: the start of the game for seat 0.

    `rules` are `preset`, `players` and options that differ from the preset. Raises OptionError for any that the game
    does not have.
    """
    part = part_of(game)
    preset, options = rules.pop("preset", next(iter(part.PRESETS))), rules
    if preset not in part.PRESETS:
        raise OptionError("preset", preset, ", ".join(part.PRESETS))
    found = load_game(game, **{**part.PRESETS[preset], **options})
    others = {key: list(value) if isinstance(value, tuple) else value for key, value in options.items()}
    others.pop("players", None)
    words = {"preset": preset, **others} if others else preset
    return {"format": FORMAT, "game": game, "rules": words, "viewer": 0, "state": part.smallest_state(found)}


def explain(position: Position) -> list[str]:
    """What was derived from a document and what was assumed, one sentence each."""
    seen = position.viewer if isinstance(position.viewer, str) else position.name(position.viewer)
    lines = [f"game: {position.game!r}", f"viewer: {seen}", f"state: {position.state}"]
    found = [f"derived: {text}" for text in position.derived] + [f"assumed: {text}" for text in position.assumptions]
    return lines + (found or ["nothing had to be derived or assumed"])
