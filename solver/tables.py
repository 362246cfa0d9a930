"""Rich tables for people; programs take `to_dict`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isnan
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from orienteer.plans import TURN_OVER, plan_lines

if TYPE_CHECKING:
    from orienteer.distributions import Distribution
    from orienteer.equilibrium import Equilibrium
    from orienteer.evaluation import Evaluation
    from orienteer.events import Odds
    from orienteer.whole_turns import TurnPlans

# With more headline odds than this a table is too wide for a terminal: they stand below it, of the first moves that have any.
MOST_ODDS_COLUMNS = 2
SHOWN_ODDS = 6
SHOWN_LINES = 3
LINE_LENGTH = 8


def evaluation_table(evaluation: Evaluation) -> Iterator[RenderableType]:
    """A headline, one row a move, and the notes that the numbers rest on."""
    yield Text(_headline(evaluation), style="bold")
    if evaluation.moves:
        yield _moves_table(evaluation)
        for line in _lines(evaluation):
            yield Text(line)
    for seat, mix in evaluation.strategies.items():
        if seat != evaluation.player:
            yield Text(f"seat {seat}: " + ", ".join(f"{name} {share:.1%}" for name, share in mix.items()), style="dim")
    if evaluation.turn is not None and any(branch.end != TURN_OVER for branch in evaluation.turn.branches):
        yield Text("\n".join(["plan for the turn:", *("  " + line for line in plan_lines(evaluation.turn))]))
    yield Text(_effort(evaluation), style="dim")
    for sentence in evaluation.assumptions:
        yield Text(f"assumed: {sentence}", style="dim")


def _headline(evaluation: Evaluation) -> str:
    what = f"{evaluation.objective} at the end of the {evaluation.horizon}"
    if evaluation.player is None:
        return f"Nobody has a choice here. {what}: " + ", ".join("–" if isnan(v) else f"{v:.6g}" for v in evaluation.values)
    best = evaluation.best
    assert best is not None
    name = evaluation.player_name or f"seat {evaluation.player}"
    gap = ""
    if evaluation.gap is not None:
        # Fresh playouts can favour a move that was searched less: the others' answers to it are known less well.
        than = "better" if evaluation.gap >= 0 else "worse in fresh playouts"
        gap = f", {abs(evaluation.gap):.6g} {than} than the next"
        if evaluation.gap_stderr is not None:
            gap += f" (standard error {evaluation.gap_stderr:.2g})"
    chosen = "most likely" if evaluation.mixed else "best"
    return f"{name}, {what}: {chosen} is {best.text}{'' if evaluation.mixed else gap}"


def _moves_table(evaluation: Evaluation) -> Table:
    sampled = not evaluation.exact and any(m.interval for m in evaluation.moves)
    table = Table()
    table.add_column("move", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    if sampled:
        table.add_column("95 % interval", justify="right", no_wrap=True)
    if evaluation.mixed:
        table.add_column("share", justify="right", no_wrap=True)
    table.add_column("regret", justify="right", no_wrap=True)
    if sampled:
        table.add_column("visits", justify="right", no_wrap=True)
    headlines = sorted({name for m in evaluation.moves for name in m.odds})
    if len(headlines) > MOST_ODDS_COLUMNS:
        headlines = []  # see _lines
    for name in headlines:
        table.add_column(name, justify="right")
    for m in evaluation.moves:
        row = [m.move.id + (" (tied)" if m.tied else ""), _number(m.value, ".5g" if sampled else ".6g")]
        if sampled:
            row.append("" if m.interval is None else f"{m.interval[0]:.3g} to {m.interval[1]:.3g}")
        if evaluation.mixed:
            row.append(f"{m.share:.1%}")
        row.append(_number(m.regret, ".3g" if sampled else ".4g"))
        if sampled:
            row.append(f"{m.visits:,}")
        row += [odds_text(m.odds[name]) if name in m.odds else "" for name in headlines]
        table.add_row(*row, style="bold" if m.move == evaluation.best else None)
    return table


def _lines(evaluation: Evaluation) -> list[str]:
    """Odds that have no columns, and how play is likely to go on after the first moves where a line says more than the move."""
    texts = []
    if len({name for m in evaluation.moves for name in m.odds}) > MOST_ODDS_COLUMNS:
        for m in [m for m in evaluation.moves if m.odds][:SHOWN_ODDS]:
            texts.append(f"{m.move.id}: " + ", ".join(f"{name} {odds_text(odds)}" for name, odds in m.odds.items()))
    lines = [m.line[:LINE_LENGTH] for m in evaluation.moves[:SHOWN_LINES]]
    return [*texts, *("likely: " + ", ".join(line) for line in lines if len(line) > 1)]


def turns_table(found: TurnPlans) -> Iterator[RenderableType]:
    """Every plan with its value as an indented tree."""
    yield Text(f"seat {found.player}, {found.objective} at the end of the {found.horizon}: the best turns", style="bold")
    for number, plan in enumerate(found.plans, 1):
        sure = "" if plan.interval is None else f" ({plan.interval[0]:.4g} to {plan.interval[1]:.4g})"
        gap = f", {plan.gap:.4g} below the best" if number > 1 else ""
        if number > 1 and plan.gap_stderr is not None:
            gap += f" (standard error {plan.gap_stderr:.2g})"
        alike = f", {plan.alike} more end alike" if plan.alike else ""
        yield Text(f"{number}. {plan.value:.6g}{sure}{gap}{alike}")
        yield Text("\n".join("   " + line for line in plan_lines(plan.step, 12)))
    effort = f"{found.method}, {found.status}, {found.tried} plans tried"
    if found.iterations:
        effort += f", {found.iterations:,} simulations, {found.playouts:,} fresh playouts"
    yield Text(f"{effort}, {found.seconds:.2f} s", style="dim")


def _effort(evaluation: Evaluation) -> str:
    sure = f"within {evaluation.eps:.2g}" if evaluation.status in ("bounded", "equilibrium") else evaluation.status
    sure += "" if evaluation.depth is None else f", {evaluation.depth} decision(s) ahead"
    parts = [f"{evaluation.method}, {sure}", f"{evaluation.nodes:,} nodes"]
    if evaluation.iterations:
        parts.append(f"{evaluation.iterations:,} simulations in {evaluation.trees} tree(s)")
        parts.append(f"{evaluation.playouts:,} fresh playouts")
    return ", ".join([*parts, f"{evaluation.seconds:.2f} s, ended by: {evaluation.stopped_by}"])


def _number(value: float, form: str) -> str:
    return "–" if isnan(value) else format(value, form)


def number_text(value: Fraction | float) -> str:
    """A fraction with its decimal, or a plain number."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{value} = {float(value):.6g}"
    return f"{float(value):.6g}"


def odds_text(odds: Odds) -> str:
    return "" if odds.probability is None else f"{odds.probability:.1%}"


def odds_table(odds: Odds) -> Iterator[RenderableType]:
    """One line, or a table for an event that is a distribution, and the assumptions."""
    sampled = "" if odds.exact else f" (sampled, standard error {odds.stderr:.2g})"
    if isinstance(odds.value, Mapping):
        yield _bars(odds.value, f"{odds.event}: mean {number_text(odds.mean)}{sampled}")
    else:
        yield Text(f"{odds.event}: {number_text(odds.value)}{sampled}", style="bold")
    for sentence in odds.assumptions:
        yield Text(f"assumed: {sentence}", style="dim")


def distribution_table(found: Distribution) -> Iterator[RenderableType]:
    """One row a value with its probability and a bar, and the assumptions."""
    sampled = "" if found.exact else f" (sampled, standard error {found.stderr:.2g})"
    yield _bars(found.probabilities, f"{found.quantity}: mean {float(found.mean):.6g}{sampled}")
    for sentence in found.assumptions:
        yield Text(f"assumed: {sentence}", style="dim")


def _bars(shares: Mapping[Any, Fraction | float], title: str) -> Table:
    table = Table(title=title)
    table.add_column("value", justify="right")
    table.add_column("probability", justify="right")
    table.add_column("")
    most = max(map(float, shares.values()), default=1.0) or 1.0
    for value, share in shares.items():
        text = f"{value}" if isinstance(value, (bool, Fraction)) else f"{value:g}"
        table.add_row(text, number_text(share), "█" * round(30 * float(share) / most))
    return table


def equilibrium_table(found: Equilibrium, rows: int) -> Iterator[RenderableType]:
    """A headline, the mixes at the root, the first information sets of each seat, and what the answer rests on."""
    values = ", ".join(f"seat {seat} {value:.9g}" for seat, value in enumerate(found.values))
    yield Text(f"{found.game}, {found.objective} at the end of the {found.horizon}: {values}", style="bold")
    distance, effort = found.lines()
    yield Text(distance)
    for seat, mix in found.moves.items():
        yield Text(f"seat {seat} now: " + ", ".join(f"{name} {share:.2%}" for name, share in mix.items()))
    table = Table()
    for column in ("seat", "has noticed", "plays"):
        table.add_column(column)
    for row in found.table[:rows]:
        plays = ", ".join(f"{name} {share:.2%}" for name, share in zip(row.moves, row.probabilities, strict=True))
        table.add_row(str(row.seat), row.text, plays)
    if rows and found.table:
        yield table
    yield Text(f"{effort}; {min(rows, len(found.table))} of {len(found.table):,} rows shown", style="dim")
    for sentence in (*found.warnings, *(f"assumed: {sentence}" for sentence in found.assumptions)):
        yield Text(sentence, style="dim")
