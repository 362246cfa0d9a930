"""Draws what mcts_regret.py wrote: mean regret with 95 % bars over time, both axes logarithmic. Run by hand:

python -m benchmarks.full.regret_picture FILE.json … PICTURE.svg
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot
from matplotlib.ticker import FuncFormatter, LogLocator, ScalarFormatter

# Colours that stay apart for colour-blind readers (Okabe and Ito).
LINES = {
    "ours": ("#0072B2", "o", "Orienteer"),
    "mast": ("#009E73", "^", "Orienteer, MAST"),
    "OpenSpiel": ("#D55E00", "s", "OpenSpiel (C++)"),
}
TITLES = {
    "pig": ("Pig to 100", "mean regret (chance to win)"),
    "incan gold, NashConv": ("Incan Gold, two players, last round", "mean NashConv (shares of the win)"),
}


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    # One text for one set of numbers, whenever it is drawn.
    pyplot.rcParams.update({"svg.hashsalt": "regret", "font.size": 9, "svg.fonttype": "none", "axes.spines.top": False,
                            "axes.spines.right": False})  # fmt: skip
    figure, panels = pyplot.subplots(1, 2, figsize=(7.6, 3.2), layout="constrained")
    for panel, (game, (title, label)) in zip(panels, TITLES.items(), strict=True):
        for who, (colour, marker, name) in LINES.items():
            line = [row for row in rows if row["game"] == game and row["who"] == who]
            if line:
                # A bar that would reach 0 ends at a tenth of its mean: there is no 0 on such an axis.
                low = [min(row["error"], 0.9 * row["regret"]) for row in line]
                panel.errorbar(
                    [row["taken"] for row in line],
                    [row["regret"] for row in line],
                    yerr=[low, [row["error"] for row in line]],
                    color=colour, marker=marker, markersize=4, linewidth=1.3, capsize=2.5, label=name,
                )  # fmt: skip
        panel.set(xscale="log", yscale="log", title=title, xlabel="milliseconds a decision, one core", ylabel=label)
        panel.set_xticks(sorted({row["milliseconds"] for row in rows}))
        panel.xaxis.set_major_formatter(ScalarFormatter())
        panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        panel.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        panel.minorticks_off()
        panel.grid(True, which="major", color="#DDDDDD", linewidth=0.6)
    panels[0].legend(frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


if __name__ == "__main__":
    *files, picture = map(Path, sys.argv[1:])
    draw([row for file in files for row in json.loads(file.read_text())], picture)
