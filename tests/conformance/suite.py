"""One conformance suite for all games: every `check_…(game)` raises where the game breaks the contract.

`run_all(game)` runs them all; `failing_checks(game)` says which fail, for games that are broken on purpose.
"""

from __future__ import annotations

from collections.abc import Callable

from orienteer.core.state import Game

from . import checks_information, checks_play, checks_results

CHECKS: dict[str, Callable[[Game], None]] = {
    name: check
    for module in (checks_play, checks_results, checks_information)
    for name, check in vars(module).items()
    if name.startswith("check_")
}


def run_all(game: Game) -> None:
    for check in CHECKS.values():
        check(game)


def failing_checks(game: Game) -> dict[str, Exception]:
    failures: dict[str, Exception] = {}
    for name, check in CHECKS.items():
        try:
            check(game)
        except Exception as error:  # a broken game may fail in any way
            failures[name] = error
        except BaseException as error:  # pytest.raises fails with an exception outside Exception
            if type(error).__name__ != "Failed":
                raise
            failures[name] = AssertionError(str(error))
    return failures
