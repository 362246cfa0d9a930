"""One Incan Gold cave as the exact kernels see it: counts of treasures, classes of hazards, states of artifacts.

`CaveRules` holds the options that matter inside a cave. `ArtifactStates` turns every `artifact_value` mode into one
small automaton (what lies on the path, which draws lead where, what a single leaver gains), so no kernel knows a mode.
Artifacts are counts in the modes where they are alike, and collections of printed values (5, 7, 8, 10, 12) with
`printed`; inside, both are one integer, the *code*: a count, or a bit mask with bit r for the card that enters in round
r.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from orienteer.core.errors import TooLargeError
from orienteer.core.incan_gold import components

HAZARD_KINDS = len(components.HAZARDS)
FRESH = components.HAZARD_COPIES
HAZARD_COPIES = max(FRESH)
MAX_ARTIFACTS = components.NUM_ARTIFACTS
MAX_CARDS = 60
MAX_VALUE = 99
PRINTED_VALUES = components.PRINTED_VALUES
OPTIONS = {
    "artifact_value": components.ARTIFACT_VALUES,
    "artifact_schedule": components.ARTIFACT_SCHEDULES,
    "leftovers": components.LEFTOVERS,
    "tie": components.TIES,
}

Artifacts = int | Collection[int]


class TooLarge(TooLargeError):
    """A table would need more states than allowed; states the size, the limit and what to shrink."""

    def __init__(self, what: str, needed: int, limit: int, shrink: str) -> None:
        super().__init__(f"{what} needs {needed:,} states, the limit is {limit:,}: shrink {shrink}, or raise max_states")
        self.needed = needed
        self.limit = limit


class Stopped(RuntimeError):
    """The caller's stop flag ended a solve before its result was there."""


class Tent(NamedTuple):
    """What a player has banked; `points` of his artifacts, None where they follow (none held, or per_owner)."""

    gems: int
    artifacts: int = 0
    points: int | None = None


@dataclass(frozen=True)
class ArtifactStates:
    """The artifact states of one round. Every draw leads to a higher number; state 0 has an empty path.

    path, deck: codes of what lies on the path and what is left in the deck; num_path, num_deck: how many cards these
    are. draws[s]: pairs (number of cards, next state). gains[seat][s]: points of a single leaver from the artifacts on
    the path.
    """

    path: tuple[int, ...]
    deck: tuple[int, ...]
    num_path: tuple[int, ...]
    num_deck: tuple[int, ...]
    draws: tuple[tuple[tuple[int, int], ...], ...]
    gains: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.path)


def points_by_rank(rank: int, count: int) -> int:
    """Points of `count` artifacts when `rank` came before them: the first three of all 5 each, later ones 10."""
    return sum(5 if i < 3 else 10 for i in range(rank, rank + count))


@lru_cache(maxsize=512)
def _alike(deck: int, ranks: tuple[int, ...]) -> ArtifactStates:
    on_path = range(deck + 1)
    return ArtifactStates(
        path=tuple(on_path),
        deck=tuple(deck - p for p in on_path),
        num_path=tuple(on_path),
        num_deck=tuple(deck - p for p in on_path),
        draws=tuple(((deck - p, p + 1),) if p < deck else () for p in on_path),
        gains=tuple(tuple(points_by_rank(rank, p) for p in on_path) for rank in ranks),
    )


@lru_cache(maxsize=512)
def _printed(deck: int, seats: int) -> ArtifactStates:
    bits = [1 << r for r in range(MAX_ARTIFACTS) if deck >> r & 1]
    masks = [sum(chosen) for size in range(len(bits) + 1) for chosen in combinations(bits, size)]
    number = {mask: s for s, mask in enumerate(masks)}
    gains = tuple(sum(PRINTED_VALUES[r] for r in range(MAX_ARTIFACTS) if mask >> r & 1) for mask in masks)
    return ArtifactStates(
        path=tuple(masks),
        deck=tuple(deck & ~mask for mask in masks),
        num_path=tuple(mask.bit_count() for mask in masks),
        num_deck=tuple((deck & ~mask).bit_count() for mask in masks),
        draws=tuple(tuple((1, number[mask | bit]) for bit in bits if not mask & bit) for mask in masks),
        gains=(gains,) * seats,
    )


@dataclass(frozen=True)
class CaveRules:
    """Options of a game as far as its caves need them.

    values: the distinct treasure values, ascending; counts: how many cards of each. The rest is as in the rules file.
    """

    values: tuple[int, ...]
    counts: tuple[int, ...]
    rounds: int = 5
    artifacts: bool = True
    artifact_value: str = "per_owner"
    artifact_schedule: str = "per_round"
    leftovers: str = "pooled"
    tie: str = "shared"
    decide_before_first_card: bool = False

    def __post_init__(self) -> None:
        if len(self.values) != len(self.counts) or any(c < 1 for c in self.counts):
            raise ValueError("counts: one positive number for each value")
        if list(self.values) != sorted(set(self.values)) or not all(1 <= v <= MAX_VALUE for v in self.values):
            raise ValueError(f"values: distinct, ascending and between 1 and {MAX_VALUE}")
        if not 1 <= sum(self.counts) <= MAX_CARDS:
            raise ValueError(f"counts: {sum(self.counts)} treasure cards, a deck has 1 to {MAX_CARDS}")
        if not 1 <= self.rounds <= 5:
            raise ValueError(f"rounds: {self.rounds} is not between 1 and 5")
        for option, allowed in OPTIONS.items():
            if getattr(self, option) not in allowed:
                raise ValueError(f"{option}: {getattr(self, option)!r} is none of {', '.join(allowed)}")
        if self.printed and self.artifact_schedule == "all_at_start":
            raise ValueError("artifact_schedule: all_at_start does not go with artifact_value printed")

    @classmethod
    def from_cards(cls, cards: Iterable[int], **options: Any) -> CaveRules:
        """Rules for a deck given card by card, in any order."""
        count = Counter(cards)
        values = tuple(sorted(count))
        return cls(values, tuple(count[v] for v in values), **options)

    @property
    def printed(self) -> bool:
        """The artifacts are distinct cards."""
        return self.artifacts and self.artifact_value == "printed"

    @cached_property
    def num_treasure_sets(self) -> int:
        """How many multisets of treasures can have been turned up."""
        return math.prod(c + 1 for c in self.counts)

    def entered(self, round_index: int) -> int:
        """How many artifacts have entered the game once round `round_index` (from 0) has begun."""
        if not self.artifacts:
            return 0
        return MAX_ARTIFACTS if self.artifact_schedule == "all_at_start" else round_index + 1

    def entering(self, round_index: int, deck: int) -> int:
        """Code of the deck once this round's artifacts are shuffled in; `deck` is what earlier rounds left there."""
        if self.printed:
            return deck | 1 << round_index
        return deck + self.entered(round_index) - (self.entered(round_index - 1) if round_index else 0)

    def code(self, artifacts: Artifacts, where: str, round_index: int) -> int:
        """Code of a count of like artifacts, or of the printed values; 0 is none in both. Names `where` in errors."""
        code = -1
        if isinstance(artifacts, int):
            code = artifacts if not self.printed or artifacts == 0 else -1
        elif self.printed and len(set(artifacts)) == len(artifacts) and set(artifacts) <= set(PRINTED_VALUES):
            code = sum(1 << PRINTED_VALUES.index(v) for v in artifacts)
        if code < 0:
            kind = f"a collection of distinct values among {PRINTED_VALUES}" if self.printed else "a count"
            raise ValueError(f"{where}: {artifacts!r} is not {kind}")
        entered = self.entered(round_index)
        if code > (2**entered - 1 if self.printed else entered):
            raise ValueError(f"{where}: {artifacts!r}, by round {round_index + 1} only {entered} have entered")
        return code

    def num_artifacts(self, code: int) -> int:
        return code.bit_count() if self.printed else code

    def rank(self, own: int, taken: int, lost: int) -> int:
        """How many artifacts count before a player's next one, which is worth 5 below rank 3 and 10 from there."""
        if not self.artifacts:
            return 0
        ranks = {"per_owner": own, "taken_order": taken, "resolved_order": taken + lost, "printed": 0}
        return min(ranks[self.artifact_value], 3)

    def total(self, tent: Tent) -> int:
        """Gems and artifact points of a tent; refuses artifact points that are missing or cannot be."""
        gems, artifacts, points = tent
        if gems < 0 or not 0 <= artifacts <= (MAX_ARTIFACTS if self.artifacts else 0):
            raise ValueError(f"tent: {gems} gems and {artifacts} artifacts")
        if self.artifact_value == "per_owner" or not artifacts:
            follows = points_by_rank(0, artifacts)
            if points is not None and points != follows:
                raise ValueError(f"tent: {artifacts} artifacts are worth {follows} points, {points} stated")
            return gems + follows
        if points is None:
            raise ValueError(f"tent: does not state the points of its {artifacts} artifacts")
        return gems + points

    def win_share(self, gap: int, artifact_gap: int) -> float:
        """Share of the win of the one of two players who ends `gap` points ahead with `artifact_gap` artifacts more."""
        if gap == 0 and self.tie == "artifacts":
            gap = artifact_gap
        return 0.5 if gap == 0 else float(gap > 0)

    def artifact_states(self, deck: int, ranks: tuple[int, ...]) -> ArtifactStates:
        """States of a round that begins with code `deck` in the deck; `ranks` holds each seat's rank."""
        return _printed(deck, len(ranks)) if self.printed else _alike(deck, ranks)


def hazard_classes(copies: Sequence[int], round_index: int) -> tuple[int, int, int]:
    """How many kinds have one, two and three copies in the game; refuses what the finished rounds cannot leave."""
    if len(copies) != HAZARD_KINDS or not all(1 <= c <= HAZARD_COPIES for c in copies):
        raise ValueError(f"hazard_copies: {tuple(copies)} is not five numbers between 1 and 3")
    removed = HAZARD_KINDS * HAZARD_COPIES - sum(copies)
    if removed > round_index:
        raise ValueError(f"hazard_copies: {removed} hazards removed after {round_index} finished rounds")
    return copies.count(1), copies.count(2), copies.count(3)


def shown_classes(copies: Sequence[int], shown: Sequence[bool]) -> tuple[int, int, int]:
    """How many kinds of each class lie on the path."""
    if len(shown) != HAZARD_KINDS:
        raise ValueError(f"shown: {len(shown)} entries, one for each of the five kinds is needed")
    on_path = [c for c, s in zip(copies, shown, strict=True) if s]
    return on_path.count(1), on_path.count(2), on_path.count(3)


def num_hazard_states(classes: tuple[int, int, int]) -> int:
    return math.prod(n + 1 for n in classes)
