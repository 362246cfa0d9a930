"""Every check can fail: games broken in one way each, and the check that must notice."""

from __future__ import annotations

import pytest

from .mutants import MUTANTS, Mutant
from .suite import CHECKS


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.make.__name__}-{mutant.check}")
def test_law_mutant_fails(mutant: Mutant) -> None:
    failure: BaseException | None = None
    try:
        CHECKS[mutant.check](mutant.make())
    except Exception as error:
        failure = error
    except BaseException as error:  # pytest.raises fails with one outside Exception
        if type(error).__name__ != "Failed":
            raise
        failure = error
    assert failure is not None, f"{mutant.check} passes {mutant.make.__name__}: {mutant.make.__doc__}"


def test_law_every_check_has_a_mutant() -> None:
    assert {mutant.check for mutant in MUTANTS} == set(CHECKS)
