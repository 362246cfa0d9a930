"""Named policies of Lost Explorers: complete players for every choice, by simple rules on what lies open.

What they aim at is counted in members' steps: one for every vehicle that a mission still needs and one for every place of it
without an own member. Both take back members that serve nothing, use all members before they complete, and complete all that
they can. Neither ever ends a turn with an unused member while a token lies in a row within reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from orienteer.games.lost_explorers.outlook import (
    BONUS,
    END_TURN,
    NO_BONUS,
    Equip,
    Explore,
    Mission,
    Outlook,
)
from orienteer.policies import POLICIES, NamedPolicy, Probability, whole

if TYPE_CHECKING:
    from orienteer.core.state import State

Choice = Mapping[int, Probability]
T = TypeVar("T")


def best(items: Iterable[T], rank: Callable[[T], Any]) -> list[T]:
    """All of the items with the lowest rank; [] of none."""
    ranked = [(rank(item), item) for item in items]
    lowest = min((value for value, _ in ranked), default=None)
    return [item for value, item in ranked if value == lowest]


@dataclass(frozen=True)
class Baseline(NamedPolicy):
    """Base of players that choose by simple rules; a subclass says which missions it works on and what it equips with."""

    def __call__(self, state: State, player: int) -> Choice:
        legal = state.legal_actions(player)
        actions = legal if len(legal) == 1 else self.choose(Outlook(state, player))
        return dict.fromkeys(actions, Fraction(1, len(actions)))

    def choose(self, sight: Outlook) -> list[int]:
        """The actions it is indifferent between."""
        phase = sight.fields["phase"]
        if phase == "choose":
            return sight.legal
        if phase == "bonus":
            return self.choose_bonus(sight)
        # 1. A completion that wins, members that serve nothing.
        decisive = {mission.token for mission in sight.ready if sight.wins(mission)}
        winning = [step.action for step in sight.completes if step.token in decisive]
        if winning:
            return winning
        if sight.fields["stage"] == "start" and sight.placed:
            idle = self.members_to_retrieve(sight)
            if idle:
                return [sight.retrieve(idle)]
        # 2. The members still to be used, then all completions.
        if sight.fields["stage"] != "phase_2" and sight.unused:
            steps = self.choose_step(sight)
            if steps:
                return steps
        return self.choose_completion(sight) or [END_TURN]

    def choose_step(self, sight: Outlook) -> list[int]:
        """An exploration or an equip for an unused member; [] for neither."""
        raise NotImplementedError(f"{type(self).__name__} must implement choose_step")

    def targets(self, sight: Outlook) -> list[Mission]:
        """The missions it explores for, the first one before the others."""
        raise NotImplementedError(f"{type(self).__name__} must implement targets")

    # -- shared rules ------------------------------------------------------------------------------------------------------

    def members_to_retrieve(self, sight: Outlook) -> frozenset[int]:
        """Those at places that no mission names any more; all but those of ready missions and the first target where too few
        would be left for that one."""
        serving = {place for mission in (*sight.ready, *sight.missions) for place in mission.places}
        kept = sight.placed & serving
        target = next(iter(self.targets(sight)), None)
        free = sight.unused + len(sight.placed) - len(kept)
        if free < (len(target.empty) if target else 1):
            kept = sight.placed & {
                place for mission in (*sight.ready, *([target] if target else [])) for place in mission.places
            }
        return sight.placed - kept

    def explorations(self, sight: Outlook, mission: Mission) -> list[Explore]:
        """Steps to the mission's places after which no more vehicles are missing than before, those that leave places of
        other missions as near as they can be."""

        def missing(step: Explore) -> int:
            return sight.missing(mission.token, mission.empty - {step.place}, spent(sight.vehicles, step.colour))

        steps = best((step for step in sight.explores if step.place in mission.empty), missing)
        if not steps or missing(steps[0]) > mission.missing:
            return []
        others = [other for other in sight.missions if other is not mission]
        return best(
            steps,
            lambda step: sum(
                sight.missing(other.token, other.empty - {step.place}, spent(sight.vehicles, step.colour))
                + len(other.empty - {step.place})
                for other in others
            ),
        )

    def helps(self, sight: Outlook, mission: Mission, colour: int) -> bool:
        """Whether one more vehicle of the colour brings the mission nearer."""
        more = tuple(count + (number == colour) for number, count in enumerate(sight.vehicles))
        return sight.missing(mission.token, mission.empty, more) < mission.missing

    def choose_bonus(self, sight: Outlook) -> list[int]:
        colours = [action - BONUS for action in sight.legal if action != NO_BONUS]
        helping = [colour for mission in sight.missions[:1] for colour in colours if self.helps(sight, mission, colour)]
        return [BONUS + colour for colour in best(helping or colours, lambda colour: sight.vehicles[colour])]

    def choose_completion(self, sight: Outlook) -> list[int]:
        """The mission worth most, taking back the member that serves fewest others."""
        worth = {mission.token: mission.worth for mission in sight.ready}
        steps = [step for step in sight.completes if step.token in worth]
        return [
            step.action
            for step in best(
                steps,
                lambda step: (
                    -worth[step.token],
                    sum(
                        step.place in mission.places
                        for mission in (*sight.ready, *sight.missions)
                        if mission.token != step.token
                    ),
                ),
            )
        ]


def spent(vehicles: tuple[int, ...], colour: int) -> tuple[int, ...]:
    return tuple(count - (number == colour) for number, count in enumerate(vehicles))


@POLICIES.register("lost_explorers")
@dataclass(frozen=True)
class GreedyCompleter(Baseline):
    """Work on the mission nearest to completion: explore its places, equip with the vehicles that it needs.

    Nearest is what needs the fewest members' steps, less what it is worth. Equipping prefers what the target needs, then what
    other missions need, then new missions while fewer than `missions` wait, then vehicles of which it holds few; each member
    more that a token takes must be worth it.
    """

    name: ClassVar[str] = "greedy-completer"
    missions: int = whole(1, 80, default=3)

    def targets(self, sight: Outlook) -> list[Mission]:
        return sight.missions

    def choose_step(self, sight: Outlook) -> list[int]:
        target = next(iter(sight.missions), None)
        # 1. Places of the target.
        if target is not None:
            steps = self.explorations(sight, target)
            if steps:
                return [step.action for step in steps]
        # 2. Vehicles that the target needs, then whatever is nearest to the front.
        return [step.action for step in best(sight.equips, lambda step: self.rank(sight, target, step))]

    def rank(self, sight: Outlook, target: Mission | None, step: Equip) -> int:
        """The lowest is taken: members used, less what the token is good for, in halves of a member."""
        cost = 4 * (step.k - 1)
        if step.mission:
            if not sight.worth(step.colour, 1):
                return cost + 9
            return cost - sight.worth(step.colour, 2) - (2 if len(sight.missions) < self.missions else -2)
        helped = sum(self.helps(sight, mission, step.colour) for mission in sight.missions)
        first = target is not None and self.helps(sight, target, step.colour)
        return cost - 5 * first - 2 * helped + sight.vehicles[step.colour]


@POLICIES.register("lost_explorers")
@dataclass(frozen=True)
class Collector(Baseline):
    """Gather vehicles of all colours first; take a mission where the odds are good that it can be done with what is held.

    A token is turned into a mission where at least `share_percent` in a hundred of the missions that its colour may still show
    can be done with the vehicles held, and fewer than `missions` wait; else the vehicles that it has fewest of are taken. Only
    missions for which no vehicle is missing are explored for, nearest first.
    """

    name: ClassVar[str] = "collector"
    share_percent: int = whole(0, 100, default=50)
    missions: int = whole(1, 80, default=2)

    def targets(self, sight: Outlook) -> list[Mission]:
        return [mission for mission in sight.missions if not mission.missing]

    def choose_step(self, sight: Outlook) -> list[int]:
        for target in self.targets(sight):
            steps = self.explorations(sight, target)
            if steps:
                return [step.action for step in steps]
        return [step.action for step in best(sight.equips, lambda step: self.rank(sight, step))]

    def rank(self, sight: Outlook, step: Equip) -> tuple[int, ...]:
        """The lowest is taken."""
        if not step.mission:
            lacking = any(self.helps(sight, mission, step.colour) for mission in sight.missions)
            return (1, sight.vehicles[step.colour] + step.k - lacking)
        ready, unseen = sight.odds_of_doing(step.colour)
        good = unseen and 100 * ready >= self.share_percent * unseen and len(sight.missions) < self.missions
        return (0, step.k) if good and sight.worth(step.colour, 1) > 0 else (2, step.k)
