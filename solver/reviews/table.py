"""A review on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orienteer.reviews.reviewing import Decision, Review

MARKS = {"doubtful": "?!", "bad": "?", "very bad": "??"}
NUM_CHANCES = 5


def review_table(review: Review) -> Iterator[RenderableType]:
    """The players, the decisions that lost something beyond noise, and the events of chance that mattered most."""
    unit = f"{review.objective} at the end of the game"
    yield Text(f"Review of a game of {review.game}, {unit}", style="bold")
    if not review.complete:
        yield Text("stopped before the end of the record")
    yield _players(review)
    lost = [decision for decision in review.decisions if decision.beyond_noise and decision.verdict != "best"]
    yield _decisions(lost) if lost else Text("no decision lost anything beyond sampling error")
    if review.chances:
        yield _chances(review)
    for sentence in review.assumptions:
        yield Text(f"assumed: {sentence}", style="dim")


def signed(value: float | None, stderr: float | None = None) -> str:
    if value is None:
        return "–"
    return f"{value:+.3f}" + (f" ± {1.96 * stderr:.3f}" if stderr else "")


def _players(review: Review) -> Table:
    table = Table()
    for heading in ("player", "result", "at the start", "luck", "choices of all", "decisions", "lost"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for each in review.players:
        start = f"{review.timeline[0].means[each.seat]:.3f}" if review.timeline else "–"
        table.add_row(
            each.player,
            "–" if each.result is None else f"{each.result:g}",
            start,
            signed(each.luck, each.luck_stderr),
            signed(each.choices, each.choices_stderr),
            str(each.decisions),
            f"{each.loss:.3f}",
        )
    return table


def _decisions(lost: list[Decision]) -> Table:
    table = Table()
    for heading in ("event", "player", "played", "best", "lost", ""):
        table.add_column(heading, justify="right" if heading in ("event", "lost") else "left")
    for decision in lost:
        table.add_row(
            str(decision.index),
            decision.player,
            decision.played.move.id,
            decision.best.move.id,
            f"{decision.loss:.3f}",
            MARKS.get(decision.verdict, ""),
        )
    return table


def _chances(review: Review) -> Table:
    """Those with the largest change for a player who is reviewed."""
    table = Table(title="the largest strokes of luck")
    table.add_column("event", justify="right")
    table.add_column("outcome")
    table.add_column("probability", justify="right")
    for each in review.players:
        table.add_column(each.player, justify="right")
    ranked = sorted(review.chances, key=lambda chance: -max(abs(chance.luck[each.seat]) for each in review.players))
    for chance in sorted(ranked[:NUM_CHANCES], key=lambda chance: chance.index):
        luck = (signed(chance.luck[each.seat]) for each in review.players)
        table.add_row(str(chance.index), chance.outcome, f"{float(chance.probability):.1%}", *luck)
    return table
