"""Sampled search: trees in threads, merged in tree order, and the value of the policy found.

A game that hides nothing is searched from its state, one that hides something from what a seat knows. The result depends
on (root, options, trees, iterations, seed) only; `threads` says how many trees run at once. With a limit of seconds the
number of iterations, and so the result, varies.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from orienteer.bounds import value_bounds
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.options import whole_number
from orienteer.core.state import Belief, State
from orienteer.limits import Limits
from orienteer.mcts.info_tree import InfoTree
from orienteer.mcts.outcome import Row, added, merged_rows, result_of, terminal_result
from orienteer.mcts.reuse import Follower
from orienteer.mcts.roots import Start, TreeOptions, freeze
from orienteer.mcts.schedule import CHECK_STREAMS, halve, run_until_separated
from orienteer.mcts.tree import Tree

if TYPE_CHECKING:
    from orienteer.mcts.result import MctsResult
    from orienteer.mcts.roots import Actions, AnyPolicy, AnyTree, Root

MAX_NODES = 2**31 - 1
MAX_BYTES = 2**62
GRACE_SECONDS = 0.02  # for fresh playouts after a stop


class Arm(NamedTuple):
    """An action at one decision.

    Attributes:
        visits: of the action.
        weight: in the policy found; UCT: visits.
        gain: sum of the mover's returns (UCT).
    """

    visits: int
    weight: float
    gain: float


class Search:
    """A search that can be run in slices and asked for results in between.

    Args:
        root: where to search from; not changed. A State; for a game that hides something what a seat knows, as a View (or
            a Belief): then only the viewer's root actions are listed, and information sets are searched.
        objective: a name from `game.objectives`, or None for the game's default.
        horizon: "game", or a kind of segment: play is cut, and counted as if it ended, when the root's segment does.
        seed, trees: fix the random streams. Iterations, nodes and memory are shared out evenly over the trees.
        threads: how many trees run at once (one, for games in Python).
        allow, avoid: root actions to search, or to leave out; {seat: actions} at a simultaneous choice.
        selection: at simultaneous choices, or at every choice with hidden information: "regret_matching", whose answer is
            the average strategy, or "uct", whose answer is the most visited action (at simultaneous choices the shares of
            visits) and need not approach an equilibrium. With hidden information also "smooth_uct", which plays by the shares
            of its visits part of the time; they are its answer. None: the first, with hidden information "uct".
        exploration: UCT's constant in units of the range of returns (for objectives other than "win": the range seen).
        gamma: share of uniform exploration in regret matching, left out of the answer. It fades with visits, but not with
            hidden information, where what came of it is weighted.
        trust: visits from which on a node's own policy counts when the policy found is frozen.
        nodes, memory_mb: when reached, iterations go on without adding nodes, and `stopped_by` says so.
        playout: policy beyond the tree: "uniform", or "light", the game's own where it has one. None: light for one
            player, with hidden information, and where the policy says how trees widen (`Playout.widening`); else uniform.
            "mast": that one, mixed with the actions that went well in this tree so far.
        playout_turns: turns, of all seats together, after which playouts beyond the tree end and count as if the game ended
            there, or as the playout policy values the position (`Playout.valuation`); 0: they go on. None: what the playout
            policy says (`Playout.turns`). Fresh playouts always go on.
        mode: with hidden information: "mo", a tree for each seat by what he observes, or "so", one by what the viewer
            observes. "regret_matching" needs "mo".
        private_roots: with mode "mo": whether another seat's tree begins with what he sees in each world (his hand), else
            all his hands share one. None: only where "regret_matching" needs it.
        assumptions: passed to the belief of a View ({"turbos": "always"}).
        cheating: search the true state of a game that hides something. For tests and measurements only.
        proofs: keep proven bounds in the trees, where nothing is hidden: nodes whose bounds meet are not searched again, and a
            root whose bounds meet ends the search ("proven").
        halving: at a decision where nothing is hidden, share every run out over fewer and fewer moves; see schedule.py. Each
            run begins anew, so the whole budget belongs in one.
        confidence: end the search at a decision as soon as fresh playouts show, with at least this confidence, that the best
            move is better than the second under the policy found ("separated"); see schedule.py. None: never.
        previous: an earlier search with the same options whose trees are carried over, as far as they hold what lies below
            `root`: it must have been told what was played since, by `advance`. Nothing is carried over with hidden
            information (a seat's belief has changed: what was learnt in other worlds is not what it should expect now) nor
            with `allow` or `avoid`. Limits on nodes and memory hold for what is carried over too.

    Raises OptionError for a value out of range, OrienteerError for a State of a game that hides something.
    """

    def __init__(
        self,
        root: Root,
        *,
        objective: str | None = None,
        horizon: str = "game",
        seed: int = 0,
        trees: int = 1,
        threads: int = 1,
        allow: Actions | None = None,
        avoid: Actions | None = None,
        selection: str | None = None,
        exploration: float = 0.7,
        gamma: float = 0.4,
        trust: int = 8,
        nodes: int | None = None,
        memory_mb: float | None = None,
        playout: str | None = None,
        playout_turns: int | None = None,
        mode: str = "mo",
        private_roots: bool | None = None,
        assumptions: Mapping[str, Any] | None = None,
        cheating: bool = False,
        proofs: bool = False,
        halving: bool = False,
        confidence: float | None = None,
        previous: Search | None = None,
    ) -> None:
        start = Start(root, assumptions, cheating)
        self.state = start.state
        game = self.state.game
        self.objective = game.default_objective if objective is None else objective
        self.horizon = horizon
        self.seed = whole_number("seed", seed, 0, 2**64 - 1)
        self.num_trees = whole_number("trees", trees, 1, 1024)
        self.threads = whole_number("threads", threads, 1, 1024)
        self.trust = whole_number("trust", trust, 1, MAX_NODES)
        self.seconds = 0.0
        self._stop = False
        self._budget = Budget()
        self.stopped_by = "iterations"
        options = TreeOptions(
            objective=game.objective_code(objective),
            horizon=-1 if horizon == "game" else game.segment_code(horizon),
            selection=selection,
            mode=mode,
            private_roots=private_roots,
            playout=playout,
            exploration=_number("exploration", exploration, 0.0, math.inf),
            gamma=_number("gamma", gamma, 0.0, 1.0),
            seed=self.seed,
            trees=trees,
            max_nodes=MAX_NODES if nodes is None else max(1, nodes // trees),
            max_bytes=MAX_BYTES if memory_mb is None else int(memory_mb * 1e6 / trees),
            proofs=proofs,
        )
        allowed = start.root_filter(allow, avoid)
        self.trees: list[AnyTree] = [] if self.state.is_terminal() else start.make_trees(options, allowed)
        if halving and start.viewer is not None:
            raise OptionError("halving", True, "False, with hidden information")
        self.halving = halving and self._decides()
        self.confidence = None if confidence is None else _number("confidence", confidence, 0.5, 1 - 1e-9)
        low, high = value_bounds(game, self.objective)
        self.spread = high - low
        if confidence is not None and not math.isfinite(self.spread):
            raise OptionError("confidence", confidence, f"None: {game.name} states no bounds on {self.objective}")
        self.winner: int | None = None
        self.checks = 0
        self._separated = False
        self._options = options
        self._followers: list[Follower] | None = None
        self.reused = self.reused_nodes = 0
        if previous is not None:
            self._carry_over(previous, allowed is not None)
        if playout_turns is not None:
            if whole_number("playout_turns", playout_turns, 0, MAX_NODES) and "turn" not in game.segments:
                raise OptionError("playout_turns", playout_turns, f"0: {game.name} has no segment turn")
            for tree in self.trees:
                tree.playout_turns = playout_turns
        self._width = min(self.threads, len(self.trees)) if start.parallel and self.trees and self.trees[0].compiled else 1

    def run(self, *, iterations: int | None = None, seconds: float | None = None) -> None:
        """Search on, for `iterations` more in all trees together or `seconds`, whichever ends first.

        Running twice for 100 iterations is the same as once for 200. Ctrl-C ends a run as `stop` does.
        """
        if iterations is None and seconds is None:
            raise OptionError("run", None, "iterations, seconds or both")
        if self.ended:
            return
        if self.halving:
            halve(self, iterations, seconds)
        elif self.confidence is not None and self._decides():
            self._separated = run_until_separated(self, self.confidence, iterations, seconds)
        else:
            self.run_trees(iterations, seconds)
        if self.proven:
            self.stopped_by = "proven"
        elif self._separated:
            self.stopped_by = "separated"

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to find out: the root's value is proven, or its best move separated."""
        return self._separated or self.proven

    @property
    def proven(self) -> bool:
        """Whether the root's value is proven."""
        return any(tree.finished for tree in self.trees)

    def advance(self, state: State) -> bool:
        """Note that play has gone on to `state` by one transition; whether the trees have been there.

        For a later search with `previous`. Call it after every transition, the own ones too; calling it again with the same
        state changes nothing. Once False it stays so. Always False with hidden information.
        """
        if self.belief is not None or not self.trees:
            return False
        if self._followers is None:
            self._followers = [Follower(tree) for tree in self.open_trees]
        known = [follower.follow(state) for follower in self._followers]
        return any(known)

    def stop(self) -> None:
        """End a run within 50 ms; callable from any thread. Later runs end at once, `result` still works."""
        self._stop = True
        self._budget.stop()

    def frozen(self) -> list[AnyPolicy]:
        """The policy found so far: one part a tree, all with the merged policy at the root."""
        return self._frozen(0)

    @property
    def belief(self) -> Belief | None:
        """What worlds are drawn from, None where the state itself is searched."""
        return self.trees[0].belief if self.trees and isinstance(self.trees[0], InfoTree) else None

    def strategy_at(self, player: int, chain: Sequence[int], world: State | None = None) -> dict[int, float]:
        """{action: probability} in the policy found (with UCT the shares of visits) where `player` has observed `chain`.

        For a search with hidden information. `chain` holds the tokens since the root, those that are 0 left out. `world` is
        a state at the root in which the player sees what he is taken to see; it matters with private roots only. {} where
        no tree has been there. mode "so": `chain` is what the viewer has observed.
        """
        merged: dict[int, float] = {}
        for tree in self.trees:
            if not isinstance(tree, InfoTree):
                raise OrienteerError("strategy_at: this search is not one over information sets")
            for action, _, _, weight, _ in tree.arms_at(player, list(chain), world):
                merged[action] = merged.get(action, 0.0) + weight
        total = sum(merged.values())
        return {action: weight / total for action, weight in sorted(merged.items())} if total else {}

    def decision_at(self, player: int, chain: Sequence[int]) -> dict[int, Arm]:
        """What all trees together know of each action; else as `strategy_at`."""
        merged: dict[int, Arm] = {}
        for tree in self.trees:
            if not isinstance(tree, InfoTree):
                raise OrienteerError("decision_at: this search is not one over information sets")
            for action, visits, _, weight, gain in tree.arms_at(player, list(chain)):
                before = merged.get(action, Arm(0, 0.0, 0.0))
                merged[action] = Arm(before.visits + visits, before.weight + weight, before.gain + gain)
        return merged

    def result(self, *, playouts: int | None = None, seconds: float | None = None) -> MctsResult:
        """What is known so far, with fresh playouts of the policy found: `playouts` in all, or for `seconds`.

        Playouts come in rounds of up to four for each seat that chooses, and a round is finished. 0: none. After a stop
        they get 20 milliseconds.
        """
        if playouts is None and seconds is None:
            raise OptionError("result", None, "playouts, seconds or both")
        if not self.trees:
            return terminal_result(self)
        policies = self.frozen()
        quotas = _shares(MAX_NODES * self.num_trees if playouts is None else playouts, self.num_trees)
        if self._stop:
            seconds = GRACE_SECONDS if seconds is None else min(seconds, GRACE_SECONDS)

        def play(index: int, budget: Budget) -> None:
            if quotas[index]:
                policies[index].run(quotas[index], budget)

        self._each(play, seconds, fresh=True)
        return result_of(self, policies)

    # -- what schedules need ---------------------------------------------------------------------------------------------

    @property
    def iterations(self) -> int:
        """So far, in all trees."""
        return sum(tree.iterations for tree in self.trees)

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop

    @property
    def open_trees(self) -> list[Tree]:
        """The trees, where nothing is hidden."""
        return [tree for tree in self.trees if isinstance(tree, Tree)]

    def root_rows(self) -> list[Row]:
        """The root actions in all trees together, by seat, then action."""
        return merged_rows(self.trees)

    def run_trees(self, iterations: int | None, seconds: float | None) -> None:
        """Search on as the trees choose."""
        targets = _shares(MAX_NODES * self.num_trees if iterations is None else self.iterations + iterations, self.num_trees)
        self._each(lambda index, budget: self.trees[index].run(targets[index], budget), seconds)
        if any(tree.iterations < target for tree, target in zip(self.trees, targets, strict=False)):
            self.stopped_by = "stop" if self._stop else "seconds"
        else:
            self.stopped_by = "iterations"

    def compare(self, pairs: int, seconds: float | None) -> tuple[int, float, float]:
        """(count, mean, variance) of the best move less the second by fresh playouts of the policy found so far."""
        policies = self._frozen(CHECK_STREAMS)
        quotas = _shares(pairs, self.num_trees)

        def play(index: int, budget: Budget) -> None:
            if quotas[index]:
                policies[index].run_pairs(quotas[index], budget)

        self._each(play, seconds)
        count, total, square = added(tuple(policy.totals()[3][0] for policy in policies))
        mean = total / count if count else 0.0
        return count, mean, max(0.0, (square - total * mean) / (count - 1)) if count > 1 else math.inf

    def _decides(self) -> bool:
        """Whether one seat has a choice of its own here, whose answer is one action."""
        return bool(self.trees) and self.trees[0].root_player >= 0 and not self.trees[0].mixed and len(self.root_rows()) > 1

    def _frozen(self, first: int) -> list[AnyPolicy]:
        weights = [row.weight for row in self.root_rows()]
        if self.winner is not None:
            weights[self.winner] = max(weights) + 1
        bounds = self.bounds()
        if bounds is not None and self._decides():
            seat = self.trees[0].root_player
            least = max(row[seat][0] for row in bounds[:-1])
            for index, row in enumerate(bounds[:-1]):
                low, high = row[seat]
                if high < least or low < high == least:
                    weights[index] = 0.0
        # A tree that has proven the root knows best what to play below it.
        proven = next((tree for tree in self.trees if tree.finished), None)
        return [
            freeze(proven or tree, weights, self.trust, self.seed, first + index, self.num_trees)
            for index, tree in enumerate(self.trees)
        ]

    def bounds(self) -> list[list[tuple[float, float]]] | None:
        """Of every root action and of the root, the best that any tree has proven."""
        found = [tree.root_bounds() for tree in self.open_trees]
        if not found or found[0] is None:
            return None
        merged = []
        for rows in zip(*(bounds for bounds in found if bounds is not None), strict=True):
            seats = zip(*rows, strict=True)
            pairs = [(max(low for low, _ in parts), min(high for _, high in parts)) for parts in seats]
            merged.append([(low, max(low, high)) for low, high in pairs])
        return merged

    def _carry_over(self, previous: Search, filtered: bool) -> None:
        wanted = replace(previous._options, seed=0, exploration=0.0, gamma=0.0, max_nodes=0, max_bytes=0)
        given = replace(self._options, seed=0, exploration=0.0, gamma=0.0, max_nodes=0, max_bytes=0)
        if given != wanted or self.state.game != previous.state.game:
            raise OptionError("previous", "a search with other options", "one of the same game, with the same options")
        if filtered or previous._followers is None or not self.open_trees:
            return
        for follower, tree in zip(previous._followers, self.open_trees, strict=True):
            visits, nodes = follower.carry(tree)
            self.reused += visits
            self.reused_nodes += nodes

    # -- running trees -------------------------------------------------------------------------------------------------

    def _each(self, work: Callable[[int, Budget], None], seconds: float | None, fresh: bool = False) -> None:
        """Do `work` for every tree, `threads` at a time; a limit of seconds is divided among the batches. `fresh`: the
        work is playouts after the search, which a stop cuts short but does not keep from starting."""
        started = time.perf_counter()
        # Fresh playouts after a proof all walk one tree.
        width = 1 if fresh and self.proven else self._width
        batches = [range(first, min(first + width, len(self.trees))) for first in range(0, len(self.trees), width)]
        for number, batch in enumerate(batches):
            left = None
            if seconds is not None:
                left = max(1e-9, (seconds - time.perf_counter() + started) / (len(batches) - number))
            budget = Budget(Limits(seconds=left))
            self._budget = budget
            if self._stop and not fresh:
                budget.stop()
            try:
                if width == 1:
                    work(batch[0], budget)
                else:
                    _in_threads(work, batch, budget)
            except KeyboardInterrupt:
                budget.stop()
                self._stop = True
        self.seconds += time.perf_counter() - started


def mcts(root: Root, *, limits: Limits | None = None, playout_share: float = 0.3, **options: Any) -> MctsResult:
    """Search once. Options as for `Search`; `playout_share` of the iterations and seconds goes to fresh playouts.

    Limits default to one second; they must hold seconds or iterations, and hold `nodes` and `memory_mb`.
    """
    limits = Limits(seconds=1) if limits is None else limits
    if limits.seconds is None and limits.iterations is None:
        raise OptionError("limits", limits, "seconds or iterations, beside nodes and memory_mb")
    share = _number("playout_share", playout_share, 0.0, 0.99)
    started = time.perf_counter()
    search = Search(root, nodes=limits.nodes, memory_mb=limits.memory_mb, **options)
    iterations = playouts = seconds = None
    if limits.iterations is not None:
        iterations = max(1, round(limits.iterations * (1 - share)))
        playouts = limits.iterations - iterations
    if limits.seconds is not None:
        seconds = (1 - share) * limits.seconds
    search.run(iterations=iterations, seconds=seconds)
    if share == 0:
        return search.result(playouts=0)
    if search.ended:
        # Of what it took, not of what it might have taken.
        ended = max(1, round(search.iterations * share / (1 - share)))
        playouts = ended if playouts is None else min(playouts, ended)
    if limits.seconds is not None:
        seconds = max(1e-9, limits.seconds - time.perf_counter() + started)
    return search.result(playouts=playouts, seconds=seconds)


# -- helpers -----------------------------------------------------------------------------------------------------------


def _in_threads(work: Callable[[int, Budget], None], batch: Iterable[int], budget: Budget) -> None:
    """One thread a tree; an exception in one, or Ctrl-C, stops the others and reaches the caller."""
    with ThreadPoolExecutor(len(list(batch))) as pool:
        futures = [pool.submit(work, index, budget) for index in batch]
        try:
            for future in futures:
                future.result()
        except BaseException:
            budget.stop()
            raise


def _shares(total: int, parts: int) -> list[int]:
    """`total` shared out evenly, the first parts getting one more where it does not divide."""
    return [total // parts + (index < total % parts) for index in range(parts)]


def _number(field: str, value: float, low: float, high: float) -> float:
    numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not numeric or not low <= value <= high or not math.isfinite(value):
        raise OptionError(field, value, f"a number from {low} to {high}")
    return float(value)
