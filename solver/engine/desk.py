"""A bounded number of threads that work off a bounded queue; what does not fit is refused."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

Job = Callable[[], object]


class BusyError(Exception):
    """The queue is full."""


class Desk:
    """Runs jobs in order of arrival, `workers` at once, with room for `waiting` more. Jobs must not raise."""

    def __init__(self, workers: int, waiting: int) -> None:
        self.workers = workers
        self.waiting = waiting
        self._queue: deque[Job] = deque()
        self._running = 0
        self._closed = False
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, name=f"orienteer-worker-{number}", daemon=True) for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def load(self) -> tuple[int, int]:
        """How many jobs run, and how many wait."""
        with self._changed:
            return self._running, len(self._queue)

    def submit(self, job: Job) -> None:
        """Raises BusyError when no worker is free and the queue is full, or after `close`."""
        with self._changed:
            if self._closed or self._running + len(self._queue) >= self.workers + self.waiting:
                load = f"{self._running} in work and {len(self._queue)} waiting"
                raise BusyError(f"busy: {load}, allowed: {self.workers} in work and {self.waiting} waiting")
            self._queue.append(job)
            self._changed.notify_all()

    def withdraw(self, job: Job) -> bool:
        """Take a job that has not begun out of the queue; False where it is not there."""
        with self._changed:
            if job not in self._queue:
                return False
            self._queue.remove(job)
            self._changed.notify_all()
            return True

    def wait_idle(self, seconds: float | None = None) -> bool:
        """Wait until nothing runs or waits; False when that took longer than `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._running and not self._queue, seconds)

    def close(self) -> None:
        """Take no more jobs; threads end when the queue is empty."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._queue or self._closed)
                if not self._queue:
                    return
                job = self._queue.popleft()
                self._running += 1
            try:
                job()
            finally:
                with self._changed:
                    self._running -= 1
                    self._changed.notify_all()
