"""The numbers and pictures of docs/findings.md.

python benchmarks/full/incan_gold_findings.py values rows.jsonl      # of incan_gold_rounds.py: value per player by players
python benchmarks/full/incan_gold_findings.py leaving [--players 2,3,5]
python benchmarks/full/incan_gold_findings.py margin [--deck bga]    # two players, every stage: the rule against induction
python benchmarks/full/incan_gold_findings.py match shares.npz [--deck bga] [--rounds 5]

Solving a round of five takes half a minute and 1.2 GB, the match some minutes; what is in shares.npz is not solved again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np

mpl.use("svg")
import matplotlib.pyplot as plt

from orienteer.core.incan_gold.components import DECKS
from orienteer.games.incan_gold.match import DuelMatch
from orienteer.games.incan_gold.symmetric import SymmetricRound, round_artifacts
from orienteer.matrix_games import solve_zero_sum

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
FRESH = (0, 0, 5)
ARTIFACT = 5
ROUNDS_DEALT = 20_000
SEED = 1


def cards_of(deck: str) -> tuple[int, ...]:
    """A named deck, or one's own as numbers with commas."""
    return DECKS[deck] if deck in DECKS else tuple(int(card) for card in deck.split(","))


def counts_of(deck: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    counts = Counter(cards_of(deck))
    values = tuple(sorted(counts))
    return values, tuple(counts[value] for value in values)


def save(figure: Any, name: str) -> None:
    figure.tight_layout()
    figure.savefig(PICTURES / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)


# -- value by number of players -----------------------------------------------------------------------------------------------


def values(rows: str) -> None:
    by_deck: dict[str, dict[int, float]] = defaultdict(dict)
    for line in Path(rows).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_deck[row["deck"] if row["artifact"] else f"{row['deck']}, no artifact"][row["players"]] = row["value"]
    figure, axes = plt.subplots(figsize=(6, 3.5))
    for name, found in sorted(by_deck.items()):
        players = sorted(found)
        axes.plot(players, [found[n] for n in players], "o-", ms=4, label=name)
        if name == "bga":
            for n in players:
                axes.annotate(f"{found[n]:.2f}", (n, found[n]), textcoords="offset points", xytext=(4, 5), fontsize=8)
    axes.set_xlabel("players")
    axes.set_ylabel("points each expects of a round")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    save(figure, "incan_gold_value_by_players")


# -- leave probabilities ------------------------------------------------------------------------------------------------------


def leaving(players: list[int], deck: str) -> None:
    tables = {n: leave_shares(deck, n) for n in players}
    figure, plots = plt.subplots(1, len(players), figsize=(3.2 * len(players), 3.4), sharey=True, squeeze=False)
    for axes, n in zip(plots[0], players, strict=True):
        shown = axes.imshow(tables[n].T, origin="lower", aspect="auto", vmin=0, vmax=1, cmap="viridis")
        axes.set_title(f"{n} inside")
        axes.set_xlabel("gems in the pocket")
        axes.set_yticks(range(6))
    plots[0][0].set_ylabel("hazards on the path")
    figure.colorbar(shown, ax=plots[0].tolist(), label="leave probability")
    figure.savefig(PICTURES / "incan_gold_leaving.svg", metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
    figure, axes = plt.subplots(figsize=(6, 3.5))
    for n in players:
        pocket = [first_above(tables[n][:, hazards], 0.5) for hazards in range(1, 5)]
        axes.plot(range(1, 5), pocket, "o-", ms=4, label=f"{n} inside")
        print(n, "inside: pocket from which leaving is likelier than staying, with 1 to 4 hazards:", pocket)
    axes.set_xlabel("hazards on the path")
    axes.set_ylabel("gems in the pocket")
    axes.set_xticks(range(1, 5))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    save(figure, "incan_gold_thresholds")


def leave_shares(deck: str, players: int) -> Any:
    """Mean leave probability by pocket and hazards on the path while all are inside, over dealt rounds; NaN where none came by.

    A stage counts by the chance that everybody has stayed until then.
    """
    distinct, counts = counts_of(deck)
    solver = SymmetricRound(distinct, counts, players, artifacts=round_artifacts(1, ((0, ARTIFACT), (0,))))
    solver.start_value()
    cards = [("gems", value) for value in cards_of(deck)] + [("hazard", kind) for kind in range(5) for _ in range(3)]
    cards.append(("artifact", 0))
    rng = np.random.default_rng(SEED)
    most = 40
    total, weight = np.zeros((most, 6)), np.zeros((most, 6))
    for _ in range(ROUNDS_DEALT):
        left, seen, lying, pocket, leftovers, stayed = list(counts), set[int](), 0, 0, 0, 1.0
        for number in rng.permutation(len(cards)):
            kind, value = cards[number]
            if kind == "gems":
                left[distinct.index(value)] -= 1
                pocket, leftovers = pocket + value // players, leftovers + value % players
            elif kind == "artifact":
                lying = 1
            elif value in seen:
                break
            else:
                seen.add(value)
            place = solver.treasures_index(tuple(left)), solver.hazard_index((0, 0, len(seen)))
            leave = solver.leave_probability(players, *place, lying, pocket, leftovers)
            if pocket < most:
                total[pocket, len(seen)] += stayed * leave
                weight[pocket, len(seen)] += stayed
            stayed *= (1 - leave) ** players
            if stayed < 1e-9:
                break
    with np.errstate(invalid="ignore"):
        return total / weight


def first_above(shares: Any, level: float) -> float:
    """The smallest pocket from which the share is above the level, or NaN."""
    above = np.flatnonzero(shares > level)
    return float(above[0]) if len(above) else float("nan")


# -- two players, margin ------------------------------------------------------------------------------------------------------


def margin(deck: str) -> None:
    """Backward induction over all stages of two players' margin, each a 2×2 game, against the rule on single leavers."""
    distinct, counts = counts_of(deck)
    solver = SymmetricRound(distinct, counts, 2, artifacts=round_artifacts(1, ((0, ARTIFACT), (0,))))
    after_taking = {0: 0, 1: 2, 2: 2}
    tally: Counter[bool] = Counter()
    worst = 0.0

    @cache
    def card(left: tuple[int, ...], shown: int, artifact: int) -> float:
        total = sum(n * stage((*left[:k], n - 1, *left[k + 1 :]), shown, artifact) for k, n in enumerate(left) if n)
        total += 3 * (5 - shown) * stage(left, shown + 1, artifact) if shown < 5 else 0.0
        total += stage(left, shown, 1) if artifact == 0 else 0.0
        return total / (sum(left) + 15 - shown + (artifact == 0))

    @cache
    def stage(left: tuple[int, ...], shown: int, artifact: int) -> float:
        nonlocal worst
        gone = [(value, have - n) for value, have, n in zip(distinct, counts, left, strict=True)]
        pocket, path = sum(value // 2 * n for value, n in gone), sum(value % 2 * n for value, n in gone)
        place = solver.treasures_index(left), solver.hazard_index((0, 0, shown))
        alone = solver.card_value(1, *place, after_taking[artifact], pocket, 0)
        banks = pocket + path + (ARTIFACT if artifact == 1 else 0)
        value, *mixes = solve_zero_sum([[card(left, shown, artifact), alone - banks], [banks - alone, 0.0]])
        worst = max(worst, abs(value))
        if abs(banks - alone) > 1e-9:
            both = all(mix == [0.0, 1.0] for mix in mixes)
            if both != (banks > alone):
                raise AssertionError((left, shown, artifact))
            tally[both] += 1
        return float(value)

    began = time.process_time()
    card(counts, 0, 0)
    print(
        f"{deck}: both leave at {tally[True]:,} stages and stay at {tally[False]:,}, as the rule says; "
        f"largest value of a stage {worst:.1e}; {time.process_time() - began:.1f} s"
    )


# -- two players, all rounds --------------------------------------------------------------------------------------------------


def match(shares: str, deck: str, rounds: int) -> None:
    path = Path(shares)
    known = dict(np.load(path)) if path.exists() else {}
    game = DuelMatch(*counts_of(deck), rounds)
    for index in range(rounds - 1, -1, -1):
        for classes in hazards_after(index):
            name = f"{index}_{'_'.join(map(str, classes))}"
            if name in known:
                game.learn(index, classes, known[name])
                continue
            began = time.process_time()
            known[name] = game.shares(index, classes)
            print(f"round {index + 1}, kinds by copies {classes}: {time.process_time() - began:.1f} s", flush=True)
            np.savez(path, **known)
    figure, axes = plt.subplots(figsize=(6, 3.5))
    for index in range(1, rounds):
        share = game.shares(index, FRESH)
        axes.plot(range(min(61, len(share))), share[:61], label=f"before round {index + 1}")
        print(f"before round {index + 1}:", {gap: round(float(share[gap]), 4) for gap in (0, 1, 2, 5, 10, 15, 20, 30, 40, 60)})
    axes.set_xlabel("gems ahead")
    axes.set_ylabel("share of the win")
    axes.legend(frameon=False)
    save(figure, "incan_gold_lead" if deck in DECKS else "incan_gold_lead_small_deck")


def hazards_after(removed: int) -> list[tuple[int, int, int]]:
    """Hazard kinds by copies that can be left when up to so many cards have been removed."""
    found = {FRESH}
    for _ in range(removed):
        for one, two, three in list(found):
            found |= {(one + 1, two - 1, three)} if two else set()
            found |= {(one, two + 1, three - 1)} if three else set()
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("values", "leaving", "margin", "match"))
    parser.add_argument("file", nargs="?", help="rows.jsonl of values, shares.npz of match")
    parser.add_argument("--deck", default="bga")
    parser.add_argument("--players", default="2,3,5")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    if given.what == "values":
        values(given.file)
    elif given.what == "leaving":
        leaving([int(n) for n in given.players.split(",")], given.deck)
    elif given.what == "margin":
        margin(given.deck)
    else:
        match(given.file, given.deck, given.rounds)


if __name__ == "__main__":
    main()
