"""A computation that runs in the background: partial answers while it lasts, a stop from any thread, the answer at the end."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from orienteer.budget import Budget

Answer = TypeVar("Answer")
Report = Callable[[Answer], None]


class Analysis(Generic[Answer]):
    """Runs `work(budget, report)` in a thread of its own.

    Iterating yields what `work` reports, the final answer last. `stop` may be called from any thread; the computation
    then ends within 50 ms with the best it has. An exception in `work` is raised by `result` and by iteration.
    """

    def __init__(self, work: Callable[[Budget, Report[Answer]], Answer], budget: Budget) -> None:
        self._budget = budget
        self._reports: queue.Queue[Answer | None] = queue.Queue()
        self._answer: Answer | None = None
        self._error: BaseException | None = None
        # Thread.join must not be interrupted: on Python 3.11 a Ctrl-C in it marks a running thread as ended.
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(work,), name="orienteer-analysis", daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[Budget, Report[Answer]], Answer]) -> None:
        try:
            self._answer = work(self._budget, self._reports.put)
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()
            self._reports.put(None)

    def __iter__(self) -> Iterator[Answer]:
        while (report := self._reports.get()) is not None:
            yield report
        self._reports.put(None)  # so that a second loop ends too
        yield self.result()

    def stop(self) -> None:
        """Ask for the answer now."""
        self._budget.stop()

    @property
    def running(self) -> bool:
        return not self._done.is_set()

    def result(self) -> Answer:
        """Wait for the answer. Ctrl-C while waiting stops the computation and returns the best so far."""
        while not self._done.is_set():
            try:
                self._done.wait()
            except KeyboardInterrupt:
                self._budget.stop()
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer
