"""A plan for a player's whole turn: his moves, with a branch for each thing that he may notice in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Probability = Fraction | float

# How a branch ends where no step follows.
TURN_OVER = "turn"  # the turn, the round or the game is over, or another seat decides
UNPLANNED = "unplanned"  # he decides again, and what then is not planned

MOST_LABELS = 6  # things noticed that one line of text lists, and characters of the first of them
MOST_CHARACTERS = 90
ENDS = ("turn over",)
RARE = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 2.0)


@dataclass(frozen=True)
class TurnBranch:
    """What may come of a move, as the player notices it.

    Attributes:
        noticed: events up to his next choice or the end of his turn, in order; what comes of the move for sure is left out.
        probability: given the move; the branches of a step add up to 1. A Fraction where it is exact.
        next: his step then; None where there is none.
        end: TURN_OVER or UNPLANNED where `next` is None, else "".
    """

    noticed: tuple[str, ...]
    probability: Probability
    next: TurnStep | None = None
    end: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "noticed": list(self.noticed),
            **_plain(self.probability),
            "next": None if self.next is None else self.next.to_dict(),
            "end": self.end,
        }


@dataclass(frozen=True)
class TurnStep:
    """One move of the plan.

    Attributes:
        id: the move's name, as `Move.id`.
        action: its number.
        share: probability of the move in the strategy found; below 1 where that mixes, and the plan follows the likeliest.
        probability: of coming to this step. A Fraction where it is exact.
        visits: simulations through the move here; 0 for exact methods.
        branches: likeliest first.
    """

    id: str
    action: int
    share: float
    probability: Probability
    visits: int
    branches: tuple[TurnBranch, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "action": self.action,
            "share": self.share,
            **_plain(self.probability),
            "visits": self.visits,
            "branches": [branch.to_dict() for branch in self.branches],
        }

    def steps(self) -> Iterator[TurnStep]:
        """This step and all that may follow, in the order of the branches."""
        yield self
        for branch in self.branches:
            if branch.next is not None:
                yield from branch.next.steps()


def _plain(probability: Probability) -> dict[str, Any]:
    plain: dict[str, Any] = {"probability": float(probability)}
    if isinstance(probability, Fraction):
        plain["odds"] = str(probability)
    return plain


# -- as text ------------------------------------------------------------------------------------------------------------------


def plan_lines(step: TurnStep, most: int = 24) -> list[str]:
    """The plan as an indented tree of about `most` lines: what then is done in the rarest cases is left out ("…") where it is
    longer. Branches after which the same is done are one line."""
    for least in RARE:
        lines = _step_lines(step, least)
        if len(lines) <= most:
            break
    return lines


def _step_lines(step: TurnStep, least: float) -> list[str]:
    return [f"{step.id}{_share(step)}", *_branch_lines(step, "  ", least)]


def _branch_lines(step: TurnStep, indent: str, least: float) -> list[str]:
    # 1. Branches by what is done then.
    groups: dict[tuple[str, ...], list[TurnBranch]] = {}
    for branch in step.branches:
        groups.setdefault(_continuation(branch, step, least), []).append(branch)
    if len(groups) == 1:
        (after,) = groups
        return [] if after == ENDS else [indent + line for line in after]
    # 2. One line each, the likeliest first; what is noticed by its words that tell branches apart.
    common = set.intersection(*(set(_words(branch)) for branch in step.branches))
    lines = []
    for after, group in sorted(groups.items(), key=lambda item: -sum(branch.probability for branch in item[1])):
        total = sum(branch.probability for branch in group)
        lines.append(f"{indent}{_label(group, common)} ({float(total):.1%}): {after[0]}")
        lines += [f"{indent}  {line}" for line in after[1:]]
    return lines


def _continuation(branch: TurnBranch, step: TurnStep, least: float) -> tuple[str, ...]:
    if branch.next is None:
        return ENDS if branch.end == TURN_OVER else ("not planned",)
    if step.probability * branch.probability < least:
        return (f"{branch.next.id}{' …' * _goes_on(branch.next)}",)
    return tuple(_step_lines(branch.next, least))


def _goes_on(step: TurnStep) -> bool:
    return any(branch.end != TURN_OVER for branch in step.branches)


def _label(group: list[TurnBranch], common: set[str]) -> str:
    labels = list(dict.fromkeys(" ".join(word for word in _words(b) if word not in common) or "else" for b in group))
    shown = labels[:MOST_LABELS]
    while len(shown) > 1 and len(", ".join(shown)) > MOST_CHARACTERS:
        shown.pop()
    return ", ".join(shown) + (f", … ({len(labels) - len(shown)} more)" if len(shown) < len(labels) else "")


def _words(branch: TurnBranch) -> list[str]:
    return " ".join(branch.noticed).split()


def _share(step: TurnStep) -> str:
    return "" if step.share > 1 - 1e-9 else f" (share {step.share:.1%})"
