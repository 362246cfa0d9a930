"""From a state of Incan Gold to the round that the symmetric solver sees, and from later states of that round to its stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.incan_gold.components import HAZARDS, deck_values
from orienteer.games.incan_gold.cave_rules import points_by_rank
from orienteer.games.incan_gold.symmetric import SymmetricRound, round_artifacts

if TYPE_CHECKING:
    from orienteer.core.state import State

CARD, CHOICE, OVER = 0, 1, 2


class NotSymmetric(OrienteerError):
    """Players inside this round are not alike, or what lies there is more than the symmetric solver counts; names what."""


@dataclass(frozen=True)
class RoundSetup:
    """A round from some state on, for those who are inside then.

    Attributes (those that do not speak for themselves):
        removed: hazard copies gone for good, by kind.
        inside: seats. banked: gems and artifact points by seat.
        values, counts: treasures left in the deck. classes, shown: hazard kinds with one, two and three copies in the game, and
            how many of each on the path.
        worths: see round_artifacts. in_deck, on_path: artifacts. choosing: those inside choose next, else a card is due.
    """

    options: Mapping[str, Any]
    round: int
    removed: tuple[int, ...]
    inside: tuple[int, ...]
    banked: tuple[int, ...]
    values: tuple[int, ...]
    counts: tuple[int, ...]
    classes: tuple[int, int, int]
    shown: tuple[int, int, int]
    worths: tuple[tuple[int, ...], ...]
    in_deck: int
    on_path: int
    pocket: int
    leftovers: int
    choosing: bool

    @classmethod
    def of(cls, state: State) -> RoundSetup:
        """The round as it stands in a state. Raises NotSymmetric, naming why, where the solver does not cover it."""
        options = state.game.options
        fields = state.fields()  # type: ignore[attr-defined]
        if fields["phase"] == OVER:
            raise NotSymmetric("symmetric round: the game is over")
        inside = tuple(seat for seat, is_inside in enumerate(fields["inside"]) if is_inside)
        if options["leftovers"] != "pooled" and len(inside) > 1:
            raise NotSymmetric(f"symmetric round: leftovers {options['leftovers']!r}, allowed: 'pooled', or one inside")
        worths, in_deck, on_path = _worths(options, fields, inside)
        left = treasures_left(state, fields)
        distinct = sorted(set(deck_values(options["deck"])))
        kept = [(value, count) for value, count in zip(distinct, left, strict=True) if count]
        copies = hazard_copies(options, fields)
        return cls(
            options=dict(options),
            round=fields["round"],
            removed=tuple(fields["removed"]),
            inside=inside,
            banked=tuple(gems + points for gems, points in zip(fields["gems"], fields["artifact_points"], strict=True)),
            values=tuple(value for value, _ in kept),
            counts=tuple(count for _, count in kept),
            classes=by_copies(copies),
            shown=by_copies(copies, shown_kinds(fields, len(copies))),
            worths=worths,
            in_deck=in_deck,
            on_path=on_path,
            pocket=fields["pocket"],
            leftovers=sum(fields["leftovers"]),
            choosing=fields["phase"] == CHOICE,
        )

    def build(self, max_states: int, max_stages: int, poll: Callable[[int], object] | None = None) -> SymmetricRound:
        """The solver of this round, with nothing solved yet; arguments as SymmetricRound takes them."""
        artifacts = round_artifacts(self.in_deck + self.on_path, self.worths)
        return SymmetricRound(
            self.values,
            self.counts,
            len(self.inside),
            classes=self.classes,
            shown=self.shown,
            artifacts=artifacts,
            artifact=list(zip(artifacts.deck, artifacts.path, strict=True)).index((self.in_deck, self.on_path)),
            pocket=self.pocket,
            leftovers=self.leftovers,
            max_states=max_states,
            max_stages=max_stages,
            poll=poll,
        )

    def stage_of(self, solver: SymmetricRound, state: State) -> tuple[int, int, int, int, int, int]:
        """(inside, treasures, hazard, artifact, pocket, leftovers) of a later state of this round, as SymmetricRound.stage
        takes them. Raises OptionError, naming the field, for a state that cannot follow."""
        fields = state.fields()  # type: ignore[attr-defined]
        given = {"options": dict(state.game.options), "round": fields["round"], "removed": tuple(fields["removed"])}
        for name, value in given.items():
            if value != getattr(self, name):
                raise OptionError(f"position.{name}", value, f"{getattr(self, name)}, as in the round that was solved")
        inside = [seat for seat, is_inside in enumerate(fields["inside"]) if is_inside]
        if not inside or not set(inside) <= set(self.inside):
            raise OptionError("position.inside", inside, f"some of {list(self.inside)}, as in the round that was solved")
        left = dict(
            zip(sorted(set(deck_values(self.options["deck"]))), treasures_left(state, fields), strict=True),
        )
        if any(left[value] > count for value, count in zip(self.values, self.counts, strict=True)):
            raise OptionError("position.path", fields["path"], "cards that follow those of the round that was solved")
        copies = hazard_copies(self.options, fields)
        artifacts = list(zip(solver.states.deck, solver.states.path, strict=True))
        lying = (_count(fields["artifacts_deck"]), _count(fields["artifacts_path"]))
        if lying not in artifacts:
            raise OptionError("position.artifacts", lying, f"in the deck and on the path: {artifacts}")
        return (
            len(inside),
            solver.treasures_index(tuple(left[value] for value in self.values)),
            solver.hazard_index(by_copies(copies, shown_kinds(fields, len(copies)))),
            artifacts.index(lying),
            fields["pocket"],
            sum(fields["leftovers"]),
        )

    def identity(self) -> dict[str, Any]:
        """What fixes the solver's answers, as plain values for JSON."""
        return {
            "values": list(self.values),
            "counts": list(self.counts),
            "players": len(self.inside),
            "classes": list(self.classes),
            "shown": list(self.shown),
            "worths": [list(row) for row in self.worths],
            "in_deck": self.in_deck,
            "on_path": self.on_path,
            "pocket": self.pocket,
            "leftovers": self.leftovers,
        }


def treasures_left(state: State, fields: Mapping[str, Any]) -> tuple[int, ...]:
    """Cards of each distinct value, ascending, left in the deck."""
    cards = deck_values(state.game.options["deck"])
    shown = [int(name) for name in fields["path"] if name.isdecimal()]
    return tuple(cards.count(value) - shown.count(value) for value in sorted(set(cards)))


def hazard_copies(options: Mapping[str, Any], fields: Mapping[str, Any]) -> tuple[int, ...]:
    """Copies of each hazard kind in the game, one on the path included."""
    return tuple(copies - gone for copies, gone in zip(options["hazards"], fields["removed"], strict=True))


def shown_kinds(fields: Mapping[str, Any], kinds: int) -> tuple[bool, ...]:
    """Which hazard kinds lie on the path."""
    return tuple(kind in fields["path"] for kind in HAZARDS[:kinds])


def by_copies(copies: Sequence[int], chosen: Sequence[bool] | None = None) -> tuple[int, int, int]:
    """How many kinds, of those chosen, have one, two and three copies."""
    kept = [number for at, number in enumerate(copies) if chosen is None or chosen[at]]
    return kept.count(1), kept.count(2), kept.count(3)


def _count(artifacts: int | Sequence[int]) -> int:
    return artifacts if isinstance(artifacts, int) else len(artifacts)


def _worths(
    options: Mapping[str, Any], fields: Mapping[str, Any], inside: Sequence[int]
) -> tuple[tuple[tuple[int, ...], ...], int, int]:
    """What artifacts are worth to a single leaver, by how many were taken before in this round and how many lie on the path,
    and how many are in the deck and on the path. Raises NotSymmetric where that differs between those inside or from card to
    card."""
    in_deck, on_path = fields["artifacts_deck"], fields["artifacts_path"]
    if options["artifact_value"] == "printed":
        values = (*in_deck, *on_path) if options["artifacts"] else ()
        if len(values) > 1:
            raise NotSymmetric(f"symmetric round: printed artifacts {values} in one round, allowed: at most one")
        return (((0, *values), (0,)), len(in_deck), len(on_path)) if values else (((0,),), 0, 0)
    held = {fields["artifact_count"][seat] for seat in inside}
    rank = {
        "per_owner": min(held),
        "taken_order": fields["artifacts_taken"],
        "resolved_order": fields["artifacts_taken"] + fields["artifacts_lost"],
    }[options["artifact_value"]]
    number = in_deck + on_path
    if options["artifact_value"] == "per_owner":
        if number and len({min(count, 3) for count in held}) > 1:
            raise NotSymmetric(
                f"symmetric round: players inside hold {sorted(held)} artifacts, so the next is not worth the same to all"
            )
        ranks = [rank] * (number + 1)
    else:
        ranks = [rank + taken for taken in range(number + 1)]
    table = (tuple(points_by_rank(ranks[t], lying) for lying in range(number - t + 1)) for t in range(number + 1))
    return tuple(table), in_deck, on_path
