"""Rich tables for people; programs take `to_dict`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from orienteer.evaluation import Evaluation
    from orienteer.events import Odds


def evaluation_table(evaluation: Evaluation) -> Iterator[RenderableType]:
    """A headline, one row a move, and the notes that the numbers rest on."""
    yield Text(_headline(evaluation), style="bold")
    if evaluation.moves:
        yield _moves_table(evaluation)
    for seat, mix in evaluation.strategies.items():
        if seat != evaluation.player:
            yield Text(f"seat {seat}: " + ", ".join(f"{name} {share:.1%}" for name, share in mix.items()), style="dim")
    yield Text(_effort(evaluation), style="dim")
    for sentence in evaluation.assumptions:
        yield Text(f"assumed: {sentence}", style="dim")


def _headline(evaluation: Evaluation) -> str:
    what = f"{evaluation.objective} at the end of the {evaluation.horizon}"
    if evaluation.player is None:
        return f"Nobody has a choice here. {what}: " + ", ".join(f"{v:.6g}" for v in evaluation.values)
    best = evaluation.best
    assert best is not None
    name = evaluation.player_name or f"seat {evaluation.player}"
    gap = ""
    if evaluation.gap is not None:
        gap = f", {evaluation.gap:.6g} better than the next"
        if evaluation.gap_stderr is not None:
            gap += f" (standard error {evaluation.gap_stderr:.2g})"
    chosen = "most likely" if evaluation.mixed else "best"
    return f"{name}, {what}: {chosen} is {best.text}{'' if evaluation.mixed else gap}"


def _moves_table(evaluation: Evaluation) -> Table:
    sampled = not evaluation.exact and any(m.interval for m in evaluation.moves)
    table = Table()
    table.add_column("move")
    table.add_column("value", justify="right")
    if sampled:
        table.add_column("95 % interval", justify="right")
    if evaluation.mixed:
        table.add_column("share", justify="right")
    table.add_column("regret", justify="right")
    if sampled:
        table.add_column("visits", justify="right")
    headlines = sorted({name for m in evaluation.moves for name in m.odds})
    for name in headlines:
        table.add_column(name, justify="right")
    table.add_column("likely line")
    for m in evaluation.moves:
        row = [m.move.id, f"{m.value:.6g}"]
        if sampled:
            row.append("" if m.interval is None else f"{m.interval[0]:.4g} to {m.interval[1]:.4g}")
        if evaluation.mixed:
            row.append(f"{m.share:.1%}")
        row.append(f"{m.regret:.4g}")
        if sampled:
            row.append(f"{m.visits:,}")
        row += [odds_text(m.odds[name]) if name in m.odds else "" for name in headlines]
        table.add_row(*row, " ".join(m.line[:8]), style="bold" if m.move == evaluation.best else None)
    return table


def _effort(evaluation: Evaluation) -> str:
    sure = f"within {evaluation.eps:.2g}" if evaluation.status in ("bounded", "equilibrium") else evaluation.status
    parts = [f"{evaluation.method}, {sure}", f"{evaluation.nodes:,} nodes"]
    if evaluation.iterations:
        parts.append(f"{evaluation.iterations:,} simulations in {evaluation.trees} tree(s)")
        parts.append(f"{evaluation.playouts:,} fresh playouts")
    return ", ".join([*parts, f"{evaluation.seconds:.2f} s, ended by: {evaluation.stopped_by}"])


def number_text(value: Fraction | float) -> str:
    """A fraction with its decimal, or a plain number."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{value} = {float(value):.6g}"
    return f"{float(value):.6g}"


def odds_text(odds: Odds) -> str:
    return f"{odds.probability:.1%}" if odds.probability is not None else "…"


def distribution_table(rows: dict[int | float, Fraction | float], title: str) -> Table:
    """One row a value with its probability and a bar."""
    table = Table(title=title)
    table.add_column("value", justify="right")
    table.add_column("probability", justify="right")
    table.add_column("")
    most = max((float(p) for p in rows.values()), default=1.0) or 1.0
    for value, probability in rows.items():
        table.add_row(f"{value:g}", number_text(probability), "█" * round(30 * float(probability) / most))
    return table
