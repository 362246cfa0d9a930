"""How a search spends what it is given: on all root actions by its tree, on fewer and fewer of them, or no more than it takes.

**Sequential halving** (Karnin, Koren and Somekh 2013; at the root of a tree Pepels and others 2014): the budget is divided into
equal rounds, each shared out evenly over the root actions left, of which the worse half by mean goes. Tries do not follow the
means, as is best where only the choice counts and not what was got on the way.

**Stopping when separated**: at 2,048 iterations and each time they have doubled, one fresh pair of playouts for 32 of them
compares the best move and the second, each followed by the policy found. A check whose lower bound on the mean difference is
above 0 ends the search. Check k may err with probability (1 - confidence) / (k (k + 1)), by the empirical Bernstein bound
(Maurer and Pontil 2009), so all checks together err with probability at most 1 - confidence, however long the search goes on.
What is certified is the order of these two moves under the policy found, not that no other move, nor another policy, is better.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orienteer.mcts.search import Search

FIRST_CHECK = 2048  # iterations
CHECK_SHARE = 1 / 32  # pairs, for each iteration
CHECK_STREAMS = 1 << 30  # numbers of the fresh playouts of checks begin here; those of results at 0


def halve(search: Search, iterations: int | None, seconds: float | None) -> None:
    """Run by sequential halving; the action left is the search's answer."""
    started = time.perf_counter()
    arms = list(range(len(search.root_rows())))
    rounds = max(1, math.ceil(math.log2(len(arms))))
    spent = 0
    for number in range(1, rounds + 1):
        for tree in search.open_trees:
            tree.set_arms(arms)
        left = None
        if seconds is not None:
            left = max(1e-9, seconds * number / rounds - (time.perf_counter() - started))
        share = None if iterations is None else iterations * number // rounds - spent
        search.run_trees(share, left)
        spent += share or 0
        rows = search.root_rows()
        arms.sort(key=lambda arm: (-rows[arm].mean, -rows[arm].visits, arm))
        if search.stopped or search.proven:
            break
        if number < rounds:
            arms = sorted(arms[: (len(arms) + 1) // 2])
    for tree in search.open_trees:
        tree.set_arms([])
    search.winner = arms[0]


def run_until_separated(search: Search, confidence: float, iterations: int | None, seconds: float | None) -> bool:
    """Run, checking now and then; whether the best move was separated from the second."""
    started = time.perf_counter()
    goal = None if iterations is None else search.iterations + iterations
    while True:
        mark = FIRST_CHECK << search.checks
        share = mark - search.iterations if goal is None else min(mark, goal) - search.iterations
        left = None if seconds is None else max(1e-9, seconds - (time.perf_counter() - started))
        if share > 0:
            search.run_trees(share, left)
        if search.iterations < mark:
            return False
        search.checks += 1
        allowed = (1 - confidence) / (search.checks * (search.checks + 1))
        left = None if seconds is None else max(1e-9, seconds - (time.perf_counter() - started))
        count, mean, variance = search.compare(max(2, int(CHECK_SHARE * mark)), left)
        if separated(count, mean, variance, search.spread, allowed):
            return True
        if search.iterations == goal or (seconds is not None and time.perf_counter() - started >= seconds):
            return False


def separated(count: int, mean: float, variance: float, spread: float, error: float) -> bool:
    """Whether a mean of `count` independent differences, each within ±spread, shows one above 0 but for probability `error`.

    `variance` is the sample's, divided by count - 1.
    """
    if count < 2:
        return False
    wide = math.log(2 / error)
    return mean > math.sqrt(2 * variance * wide / count) + 7 * 2 * spread * wide / (3 * (count - 1))
