"""One question from its acceptance to its answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from orienteer.budget import Budget
from orienteer.core.errors import OrienteerError
from orienteer.engine.answers import answer
from orienteer.engine.caps import Caps
from orienteer.engine.protocol import Question, error_words
from orienteer.expectimax.errors import Stopped

Send = Callable[[dict[str, Any]], object]
log = logging.getLogger(__name__)


class Task:
    """A job for a Desk. `send` gets the reports, then one last answer, in the worker's thread.

    Answers are {"type": "report" | "result", "result": …}, {"type": "stopped", "message": …} where a stop left no result, or
    {"type": "error", "error": …}.
    """

    def __init__(self, do: str, question: Question, caps: Caps, send: Send) -> None:
        self.do = do
        self.question = question
        self.caps = caps
        self.send = send
        self._control = Budget()

    def stop(self) -> None:
        """End early, with the best answer that there is; from any thread."""
        self._control.stop()

    def __call__(self) -> None:
        last = self._answer()
        try:
            self.send(last)
        except ValueError as error:  # a number that JSON has not
            log.exception("query %s: no JSON", self.do)
            self.send({"type": "error", "error": error_words(error)})

    def _answer(self) -> dict[str, Any]:
        if self._control.stopped:
            return stopped_before()
        try:
            result = answer(self.do, self.question, self._control, self._report, self.caps)
        except Stopped as stopped:
            return {"type": "stopped", "message": str(stopped)}
        except OrienteerError as error:
            return {"type": "error", "error": error_words(error)}
        except Exception as error:  # one query that fails must not take the others with it
            log.exception("query %s failed", self.do)
            return {"type": "error", "error": error_words(error)}
        return {"type": "result", "result": result}

    def _report(self, partial: dict[str, Any]) -> None:
        self.send({"type": "report", "result": partial})


def stopped_before() -> dict[str, Any]:
    return {"type": "stopped", "message": "stopped before it began"}
