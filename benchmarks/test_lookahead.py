"""Positions visited and seconds of a lookahead by kind of pruning on one position, values equal."""

from __future__ import annotations

import pytest

from orienteer.core.reference.pig import Pig
from orienteer.lookahead import Lookahead

DEPTH = 7
VALUES: set[float] = set()


@pytest.mark.parametrize("pruning", ["none", "alpha-beta", "star1", "star2"])
def test_pig(benchmark, pruning: str) -> None:  # type: ignore[no-untyped-def]
    state = Pig(target=60).new_initial_state()

    def run() -> tuple[float, int]:
        found = Lookahead(state, pruning=pruning, multi=False).run(depth=DEPTH)
        return found.values[0], found.nodes

    value, nodes = benchmark.pedantic(run, rounds=3)
    benchmark.extra_info["nodes"] = nodes
    VALUES.add(round(value, 12))
    assert len(VALUES) == 1
    print(f"lookahead {pruning}: {nodes} nodes to depth {DEPTH}")
