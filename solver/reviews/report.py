"""A review as one HTML page with its charts inside. Needs the extra "report": jinja2 and matplotlib."""

from __future__ import annotations

import io
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OrienteerError
from orienteer.reviews.table import MARKS, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from orienteer.reviews.reviewing import Decision, Review

# One for each seat: Okabe and Ito's colours, told apart by the colour-blind too; dashes besides.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a8a00")
DASHES = ("-", "--", "-.", ":", "-", "--", "-.", ":")
NUM_CHANCES = 12


def require_extra() -> None:
    """Raises OrienteerError where the extra is not installed."""
    for name in ("matplotlib", "jinja2"):
        if find_spec(name) is None:
            raise OrienteerError(f"the report needs {name}: pip install orienteer[report]")


def html_report(review: Review) -> str:
    """The page. Raises OrienteerError where the extra is not installed."""
    require_extra()
    import matplotlib
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("orienteer.reviews", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters["signed"] = signed
    seats = [player.seat for player in review.players]
    ranked = sorted(review.chances, key=lambda chance: -max((abs(chance.luck[seat]) for seat in seats), default=0))
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "orienteer", "font.size": 9}):
        charts = {"timeline": _timeline(review), "luck": _luck(review), "losses": _losses(review)}
    return environment.get_template("report.html").render(
        review=review,
        charts=charts,
        marks=MARKS,
        chances=sorted(ranked[:NUM_CHANCES], key=lambda chance: chance.index),
        lost=[decision for decision in review.decisions if decision.beyond_noise and decision.verdict != "best"],
        scale=_scale,
    )


def _scale(decision: Decision, value: float) -> float:
    """Where a value stands between 0, or what is below it, and the most of a decision's intervals, in percent."""
    rows = (*decision.evaluation.moves, decision.played)
    ends = [end for move in rows for end in (*(move.interval or ()), move.value) if end == end]
    low, high = min(0.0, *ends), max(ends)
    return 0.0 if high == low else round(100 * (value - low) / (high - low), 2)


def _figure(width: float, height: float) -> tuple[Any, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> str:
    """The picture as an element to stand in a page: no declaration, no date."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None}, transparent=True)
    return re.sub(r"^.*?(?=<svg)", "", out.getvalue(), flags=re.DOTALL)


def _timeline(review: Review) -> str | None:
    """The worth of the table to each seat before each event."""
    if not review.timeline:
        return None
    figure, axes = _figure(9, 3.2)
    events = range(len(review.timeline))
    for player in review.players:
        means = [each.means[player.seat] for each in review.timeline]
        margins = [1.96 * each.stderrs[player.seat] for each in review.timeline]
        colour, dashes = COLOURS[player.seat % 8], DASHES[player.seat % 8]
        axes.plot(events, means, color=colour, linestyle=dashes, label=player.player, linewidth=1.4)
        low, high = ([mean + sign * margin for mean, margin in zip(means, margins, strict=True)] for sign in (-1, 1))
        axes.fill_between(events, low, high, color=colour, alpha=0.12, linewidth=0)
    axes.set_xlabel("event of the record")
    axes.set_ylabel(review.objective)
    axes.set_xlim(0, len(review.timeline) - 1 or 1)
    axes.legend(frameon=False, ncols=len(review.players), loc="lower left", bbox_to_anchor=(0, 1))
    return _svg(figure)


def _luck(review: Review) -> str | None:
    """What chance and what choices added, a pair of bars for each seat."""
    if not review.timeline:
        return None
    figure, axes = _figure(9, 0.9 + 0.45 * len(review.players))
    for row, player in enumerate(review.players):
        for shift, value, stderr, colour in (
            (-0.18, player.luck, player.luck_stderr, "#0072b2"),
            (0.18, player.choices, player.choices_stderr, "#e69f00"),
        ):
            label = ("luck" if shift < 0 else "choices of all") if row == 0 else None
            margin = 1.96 * (stderr or 0.0)
            axes.barh(row + shift, value or 0.0, 0.32, xerr=margin, color=colour, label=label, ecolor="#555555", capsize=2)
    axes.axvline(0, color="#555555", linewidth=0.8)
    axes.set_yticks(range(len(review.players)), [player.player for player in review.players])
    axes.invert_yaxis()
    axes.set_xlabel(f"change of the expected {review.objective}, with 95 %")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    return _svg(figure)


def _losses(review: Review) -> str:
    """What each decision gave up, by event; hollow where sampling may explain it."""
    figure, axes = _figure(9, 2.6)
    for player in review.players:
        own = [decision for decision in review.decisions if decision.seat == player.seat]
        colour = COLOURS[player.seat % 8]
        for beyond in (True, False):
            kept = [decision for decision in own if (decision.beyond_noise and decision.verdict != "best") == beyond]
            axes.scatter(
                [decision.index for decision in kept],
                [decision.loss for decision in kept],
                s=26 if beyond else 14,
                facecolors=colour if beyond else "none",
                edgecolors=colour,
                label=player.player if beyond else None,
                linewidths=1,
            )
    axes.set_xlabel("event of the record; hollow: sampling error may explain it")
    axes.set_ylabel("lost against the best")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, ncols=len(review.players), loc="lower left", bbox_to_anchor=(0, 1))
    return _svg(figure)
