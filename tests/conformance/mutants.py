"""Games that are each broken in one way, with the check that must notice.

All others of their rules are those of `Duel`, `Dig` or `Voyage`, which pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from orienteer.core.errors import IllegalActionError
from orienteer.core.python_game import PythonGame, PythonState
from orienteer.core.rng import RandomStream
from orienteer.core.state import TERMINAL_PLAYER, Game

from .tiny_games import HIDDEN, Dig, DigValue, Duel, DuelValue, Voyage, VoyageValue


class Reducible(Duel):
    """The reduced set is not its own reduced set."""

    def reduced(self) -> Game:
        return Reducible(max_game_length=3) if self.max_game_length == 4 else Duel()


class LeakedText(Duel):
    """The mask keeps the hidden card, and its text shows it."""

    def mask(self, value: DuelValue, player: int) -> DuelValue:
        return GhostDuelValue(*super().mask(value, player)).haunted_by(value.cards)

    def value_to_string(self, value: DuelValue) -> str:
        return f"{tuple(value)} {getattr(value, 'ghost', '')}"


class GhostDuelValue(DuelValue):
    ghost: tuple[int, ...] = ()

    def haunted_by(self, cards: tuple[int, ...]) -> GhostDuelValue:
        self.ghost = cards
        return self


class LeakedActions(LeakedText):
    """The mask's legal actions of the other seat follow his hidden card."""

    def value_to_string(self, value: DuelValue) -> str:
        return str(tuple(value))

    def legal_actions(self, value: DuelValue, player: int) -> list[int]:
        return super().legal_actions(DuelValue(getattr(value, "ghost", value.cards), value.plays), player)


class LeakedKey(Duel):
    """The key of a mask follows the hidden card, though nothing shows it."""

    def mask(self, value: DuelValue, player: int) -> DuelValue:
        return GhostDuelValue(*super().mask(value, player)).haunted_by(value.cards)

    def key(self, value: DuelValue) -> object:
        return tuple(value), getattr(value, "ghost", ())


class TrueBelief(Duel):
    """Believes the truth: it remembers what it masked last."""

    truth = DuelValue()

    def mask(self, value: DuelValue, player: int) -> DuelValue:
        if HIDDEN not in value.cards:
            TrueBelief.truth = value
        return super().mask(value, player)

    def worlds(self, masked: DuelValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        return [(self.truth, 1)]


class BeliefWithoutFacts(Voyage):
    """Forgets that who announced a crash could not pay."""

    def worlds(self, masked: VoyageValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        found = super().worlds(masked._replace(end=""), viewer, evidence)
        return [(world._replace(end=masked.end), weight) for world, weight in found]


class EvenBelief(Duel):
    """Right worlds, each with the same weight."""

    def worlds(self, masked: DuelValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        return [(world, 1) for world, _ in super().worlds(masked, viewer, evidence)]


class NoWeight(Duel):
    """Lists an outcome of weight 0."""

    def __init__(self) -> None:
        super().__init__(validate=False)

    def chance_outcomes(self, value: DuelValue) -> list[tuple[int, int]]:
        return [(0, 0), *super().chance_outcomes(value)]


class SkewedState(PythonState):
    def sample_chance(self, stream: RandomStream) -> int:
        listed = self.chance_outcomes()
        return listed[stream.below(len(listed))][0]

    def playout(self, stream: RandomStream, generic: bool = False) -> int:
        if not generic:
            self.apply(3)
        return super().playout(stream, generic)


class SkewedSampling(Duel):
    """Draws every outcome equally often, whatever its weight."""

    state_class = SkewedState


class SkewedPlayout(Duel):
    """Its own playout always deals a 3 first."""

    state_class = SkewedState


class CarelessState(PythonState):
    def apply(self, action: Any) -> None:
        self.apply_unchecked(int(action))

    def apply_joint(self, actions: Any) -> None:
        try:
            super().apply_joint(actions)
        except IllegalActionError:
            self.copy_from(self.game.state_at(self.value._replace(plays=((actions[0], 0),))))  # type: ignore[attr-defined]
            raise

    def __reduce__(self) -> Any:
        return _without_transition, (self.game, self.value)


def _without_transition(game: Duel, value: DuelValue) -> PythonState:
    return game.state_at(value)


class UncheckedApply(Duel):
    """Takes any action."""

    state_class = CarelessState


class PartCommitted(Duel):
    """A refused joint action leaves the first seat's choice behind."""

    state_class = CarelessState


class ForgetfulPickle(Duel):
    """A pickle loses the last transition, and with it what was observed."""

    state_class = CarelessState


class UnsortedActions(Duel):
    def __init__(self) -> None:
        super().__init__(validate=False)

    def legal_actions(self, value: DuelValue, player: int) -> list[int]:
        return super().legal_actions(value, player)[::-1]


class WrongLength(Duel):
    """Gives a length that play exceeds."""

    def __init__(self) -> None:
        super().__init__(max_game_length=3)


class DrawnInside(Duel):
    """Chance in hiding: applying an outcome deals whatever card it likes."""

    dealt = 0

    def apply(self, value: DuelValue, action: int) -> DuelValue:
        DrawnInside.dealt += 1
        return super().apply(value, 1 + DrawnInside.dealt % 3)


class SharedValue(Duel):
    """Changes the value in place, so that copies share it."""

    def __init__(self) -> None:
        super().__init__(validate=False)

    def initial_value(self) -> Any:
        return MutableDuelValue()

    def apply(self, value: Any, action: int) -> Any:
        value.cards += (action,)
        return value

    def apply_joint(self, value: Any, actions: tuple[int, ...]) -> Any:
        value.plays += (actions,)
        return value

    def mask(self, value: Any, player: int) -> Any:
        return value

    def key(self, value: Any) -> object:
        return value.cards, value.plays

    def value_to_string(self, value: Any) -> str:
        return f"{value.cards} {value.plays}"


class MutableDuelValue:
    def __init__(self) -> None:
        self.cards: tuple[int, ...] = ()
        self.plays: tuple[tuple[int, ...], ...] = ()


class MergedKeys(Duel):
    """The key leaves out who holds which card."""

    def key(self, value: DuelValue) -> object:
        return tuple(sorted(value.cards)), value.plays


class SameNames(Duel):
    def action_to_string(self, player: int, action: int) -> str:
        return f"card {action}" if player < 0 else "bet"


class FallingSegment(Duel):
    def segment(self, value: DuelValue, kind: str) -> int:
        return len(value.plays) % 2


class BrokenFact(Duel):
    """A state that its own check refuses."""

    def check(self, value: DuelValue) -> None:
        if value.cards[:2] == (3, 3):
            raise IllegalActionError("two 3s")


class LostRewards(Dig):
    """A second treasure is not rewarded."""

    def rewards(self, before: DigValue, after: DigValue, objective: str) -> list[float]:
        return [min(new, 2.0) for new in super().rewards(before, after, objective)] if after.left[1] else [0.0, 0.0]


class OutOfBounds(Duel):
    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return -4.0, 4.0


class NotConstantSum(Voyage):
    def is_constant_sum(self, objective: str | None = None) -> bool:
        return True


class CoarseStateKey(Dig):
    """Shares values between states with other cards on top."""

    def state_key(self, value: DigValue, objective: str) -> object:
        return value._replace(top=None if value.top is None else HIDDEN)


class DoubledTokens(Duel):
    """Equal observations with two tokens: −1 and −1.0, by the card that is hidden."""

    def observe(self, before: DuelValue, actor: int, action: Any, after: DuelValue, player: int) -> Any:
        kind, what, *shown = super().observe(before, actor, action, after, player)
        return kind, float(what) if kind == "deal" and action > 1 else what, *shown


class UnnoticedAction(Dig):
    """A player does not notice whether he looked or passed."""

    def observe(self, before: DigValue, actor: int, action: int, after: DigValue, player: int) -> Any:
        seen = super().observe(before, actor, action, after, player)
        return None if actor == player and seen[1] != "take" else seen


class ForgetfulMask(Duel):
    """The mask forgets the viewer's own card."""

    def mask(self, value: DuelValue, player: int) -> DuelValue:
        masked = super().mask(value, player)
        return masked._replace(cards=(HIDDEN,) * len(masked.cards)) if len(masked.plays) < 2 else masked


class WrongAdvance(Voyage):
    """A view does not follow what is paid."""

    def advance(self, masked: VoyageValue, player: int, observation: tuple[int, int]) -> VoyageValue:
        return super().advance(masked, player, observation)._replace(paid=0)


class AcceptsAnything(Duel):
    def advance(self, masked: DuelValue, player: int, observation: tuple[Any, ...]) -> DuelValue:
        try:
            return super().advance(masked, player, observation)
        except IllegalActionError:
            return masked


class Undeclared(Duel):
    """Hides cards and does not say so."""

    def __init__(self) -> None:
        super().__init__(has_hidden_information=False)


class Large(PythonGame):
    """A reduced set with 2^18 histories."""

    def __init__(self) -> None:
        super().__init__(name="large", num_players=1, num_distinct_actions=2, max_game_length=18)

    def initial_value(self) -> int:
        return 0

    def current_player(self, value: int) -> int:
        return 0 if value < 18 else TERMINAL_PLAYER

    def legal_actions(self, value: int, player: int) -> list[int]:
        return [0, 1]

    def apply(self, value: int, action: int) -> int:
        return value + 1

    def returns(self, value: int, objective: str) -> list[float]:
        return [0.0]


class SettledTooEarly(Dig):
    """Says from the start that nobody's points change any more."""

    def is_settled(self, value: DigValue, player: int, objective: str, kind: str | None) -> bool:
        return True


class Mutant(NamedTuple):
    make: Callable[[], PythonGame]
    check: str  # must fail


MUTANTS = [
    Mutant(Reducible, "check_facts"),
    Mutant(Large, "check_reduced_size"),
    Mutant(UnsortedActions, "check_legal_actions"),
    Mutant(WrongLength, "check_length"),
    Mutant(UncheckedApply, "check_illegal_actions"),
    Mutant(PartCommitted, "check_uncommitted_choice"),
    Mutant(NoWeight, "check_chance_weights"),
    Mutant(DrawnInside, "check_forced_outcome"),
    Mutant(SkewedSampling, "check_sample_chance"),
    Mutant(SkewedPlayout, "check_playout"),
    Mutant(ForgetfulPickle, "check_copies"),
    Mutant(SharedValue, "check_children"),
    Mutant(MergedKeys, "check_keys"),
    Mutant(SameNames, "check_action_strings"),
    Mutant(FallingSegment, "check_segments"),
    Mutant(BrokenFact, "check_invariants"),
    Mutant(LostRewards, "check_rewards"),
    Mutant(OutOfBounds, "check_bounds"),
    Mutant(NotConstantSum, "check_constant_sum"),
    Mutant(CoarseStateKey, "check_state_key"),
    Mutant(SettledTooEarly, "check_settled"),
    Mutant(DoubledTokens, "check_tokens"),
    Mutant(UnnoticedAction, "check_own_action"),
    Mutant(WrongAdvance, "check_view_law"),
    Mutant(ForgetfulMask, "check_view_law"),
    Mutant(AcceptsAnything, "check_impossible_observation"),
    Mutant(ForgetfulMask, "check_mask"),
    Mutant(LeakedText, "check_information_sets"),
    Mutant(LeakedActions, "check_information_sets"),
    Mutant(LeakedKey, "check_information_sets"),
    Mutant(Undeclared, "check_hidden_flag"),
    Mutant(TrueBelief, "check_belief"),
    Mutant(BeliefWithoutFacts, "check_belief"),
    Mutant(EvenBelief, "check_belief"),
    Mutant(TrueBelief, "check_belief_samples"),
    Mutant(EvenBelief, "check_belief_samples"),
]
