"""Playing a contest's deals on any executor: in this process, on this machine's cores, or on a cluster.

What comes out is the same for any executor and any number of workers, for a deal depends on its number alone and everything
that looks at several deals takes them in their order.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import closing, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, cast

from orienteer.arena.contest import Contest, DealPlayed
from orienteer.arena.results import ContestResults
from orienteer.arena.results_file import ResultsFile
from orienteer.core.errors import OrienteerError
from orienteer.core.options import whole_number

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from orienteer.arena.sequential import SequentialTest

MAX_DEALS = 10**9
MAX_WORKERS = 4096
AHEAD, AHEAD_OF_TEST = 256, 32  # deals that an executor is given at a time, unless told otherwise
BREAKDOWNS = 3  # of worker processes in a row, without a deal done, before giving up

Progress = Callable[[ContestResults], None]


def play_contest(
    contest: Contest,
    deals: int,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    ahead: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    test: SequentialTest | None = None,
    progress: Progress | None = None,
) -> ContestResults:
    """Play deals 0 to `deals` - 1, or until a sequential test has decided.

    Args:
        executor: where to play; it stays open. Agents and games must be picklable unless it plays in this process. None: on
            `workers` processes of this machine (None: one a core; 1: in this process). A program that starts processes keeps
            its own code under `if __name__ == "__main__"`.
        ahead: how many deals the executor is given at a time; take more for a large cluster.
        out: a file of JSON lines to which each finished deal is written. `resume` goes on with one that exists.
        progress: called in this thread with the results so far, first with what the file held.

    Ctrl-C ends it with the deals that are done. A worker process of this machine that dies is replaced, and its deals are
    played again. Raises OptionError and OrienteerError as Contest, ResultsFile and SequentialTest do, and what an agent raises;
    the file then holds what was done.
    """
    whole_number("deals", deals, 1, MAX_DEALS)
    whole_number("workers", workers or 1, 1, MAX_WORKERS)
    whole_number("ahead", ahead or 1, 1, MAX_DEALS)
    decision = test.begin(contest) if test else None
    file = ResultsFile(out, contest, resume=resume) if out is not None else None
    held = file.deals if file else {}
    done: dict[int, DealPlayed] = {}
    stopped_by = ""

    def take(deal: DealPlayed) -> None:
        done[deal.number] = deal
        if decision:
            decision.add(deal)

    def results() -> ContestResults:
        last = decision.last_deal if decision else None
        counted = sorted(number for number in done if last is None or number <= last)
        verdict = (decision.verdict or "undecided") if decision else ""
        return ContestResults(contest, tuple(done[number] for number in counted), deals, stopped_by, verdict)

    try:
        for number in sorted(number for number in held if number < deals):
            take(held[number])
        if progress:
            progress(results())
        todo = [number for number in range(deals) if number not in held]
        if todo and not (decision and decision.verdict):
            with closing(_finished(contest, todo, executor, workers, ahead or (AHEAD_OF_TEST if test else AHEAD))) as played:
                for deal in played:
                    if file:
                        file.add(deal)
                    take(deal)
                    if progress:
                        progress(results())
                    if decision and decision.verdict:
                        break
        stopped_by = "test" if decision and decision.verdict else "deals"
    except KeyboardInterrupt:
        stopped_by = "stop"
    finally:
        found = results()
        if file:
            file.close(held | {deal.number: deal for deal in found.deals})
    return found


def _finished(
    contest: Contest, numbers: Iterable[int], executor: Executor | None, workers: int | None, ahead: int
) -> Generator[DealPlayed]:
    """The deals in the order in which they are done."""
    workers = workers or cores()
    if executor is None and workers == 1:
        yield from map(contest.play, numbers)
        return
    own = _Processes(workers) if executor is None else None
    todo, pending, breakdowns = deque(numbers), dict[Future[DealPlayed], int](), 0
    # Ctrl-C may come at any moment: in `concurrent.futures.wait` it would leave locks of futures held for ever.
    finished = SimpleQueue[Future[DealPlayed]]()
    try:
        while todo or pending:
            broken: BrokenExecutor | None = None
            # 1. Keep the executor supplied.
            try:
                while todo and len(pending) < ahead:
                    future = (own.pool if own else cast(Executor, executor)).submit(contest.play, todo[0])
                    pending[future] = todo.popleft()
                    future.add_done_callback(finished.put)
            except BrokenExecutor as error:
                broken = error
            # 2. Take what is done; a pool that broke earlier may still hand in its futures.
            if not broken and (future := finished.get()) in pending:
                try:
                    deal = future.result()
                except BrokenExecutor as error:
                    broken = error
                else:
                    breakdowns = 0
                    del pending[future]
                    yield deal
            # 3. What was lost with a process is played again.
            if broken:
                breakdowns += 1
                todo = deque(sorted([*pending.values(), *todo]))
                pending.clear()
                if not own or breakdowns == BREAKDOWNS:
                    raise OrienteerError(f"deal {todo[0]}: the workers died {breakdowns} times without a deal done") from broken
                own.restart()
    finally:
        for future in pending:
            future.cancel()
        if own:
            own.close(at_once=bool(pending))


def cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Processes:
    """A pool of processes that end with the one that opened it, and leave Ctrl-C to it."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        methods = multiprocessing.get_all_start_methods()
        # A fork of this process could inherit a lock that one of its threads holds.
        self.context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self.open()

    def open(self) -> None:
        heard, self._held = self.context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(self.workers, mp_context=self.context, initializer=_begin, initargs=(heard,))

    def restart(self) -> None:
        self.close(at_once=True)
        self.open()

    def close(self, *, at_once: bool) -> None:
        """`at_once`: without waiting for deals that are being played."""
        if at_once:
            self._held.close()
        self.pool.shutdown(cancel_futures=True)
        self._held.close()


def _begin(line: Connection) -> None:
    """In a worker process, before its first deal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    """End this process when the other end of the line is closed, or its process gone."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)
