"""The random numbers of one deal, the same in every game that it is played in."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

from orienteer.core.rng import RandomStream
from orienteer.games.registry import optional_part

if TYPE_CHECKING:
    from orienteer.core.state import Game, State


class DealChance:
    """Chance with one random stream for each kind of it that the game tells apart, fixed by the seed and the deal's number.

    The n-th outcome of a kind comes from the same numbers whatever was played before. The kinds are those of
    `orienteer.games.<game>.chance`, a function `chance_kind(state)`; a game without this part has one kind. The players' seed
    is `seed`.
    """

    def __init__(self, game: Game, seed: int, deal: int) -> None:
        part = optional_part(game.name, "chance")
        self._kind: Callable[[State], str] | None = part.chance_kind if part else None
        self.seed = RandomStream(seed, deal).next()
        self._streams: dict[str, RandomStream] = {}

    def draw(self, state: State) -> int:
        """An outcome of this chance node."""
        kind = self._kind(state) if self._kind else "chance"
        if kind not in self._streams:
            self._streams[kind] = self._stream(kind)
        return state.sample_chance(self._streams[kind])

    def _stream(self, name: str) -> RandomStream:
        return RandomStream(self.seed, int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little"))
