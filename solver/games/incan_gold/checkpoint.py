"""The stages of a symmetric round in a file, so that a long solve can be interrupted and continued.

A line of JSON (format, the round, how many stages, the counters, their checksum), then the stages as stages.RECORD. A file is
written beside the old one and takes its place when it is whole: whatever ends the process, one whole file is left.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from orienteer.core.errors import OptionError
from orienteer.games.incan_gold.stages import RECORD
from orienteer.games.incan_gold.symmetric import SymmetricRound

FORMAT = "orienteer symmetric round 1"
SLOTS_AT_ONCE = 1 << 20
# Saving takes at most about this share of the time.
SAVING_SHARE = 0.05


class Checkpoint:
    """Saves a solve every so often. `identity`: what fixes its answers (RoundSetup.identity), which a file must agree with."""

    def __init__(self, path: str | Path, identity: dict[str, Any], every: float = 60.0) -> None:
        self.path = Path(path)
        self.identity = identity
        self.every = every
        self._due = time.monotonic() + every

    def load(self, solver: SymmetricRound) -> bool:
        """Give a solver that has solved nothing the stages of the file; False where there is no file.

        Raises OptionError, naming the field, for a file of another round, or one that is no checkpoint or broken.
        """
        if not self.path.exists():
            return False
        with self.path.open("rb") as file:
            header = self._header(file.readline(1 << 20))
            checksum, left = 0, header["stages"]
            while left:
                chunk = file.read(min(left, SLOTS_AT_ONCE) * RECORD.itemsize)
                if not chunk or len(chunk) % RECORD.itemsize:
                    raise OptionError("checkpoint", str(self.path), f"a whole file; {left:,} stages are missing")
                checksum = zlib.crc32(chunk, checksum)
                listed = np.frombuffer(chunk, RECORD)
                solver.stages.extend(listed)
                left -= len(listed)
        if checksum != header["checksum"]:
            raise OptionError("checkpoint", str(self.path), "a file as it was saved; its checksum differs")
        solver.resume(header["counters"])
        return True

    def _header(self, line: bytes) -> dict[str, Any]:
        try:
            header = json.loads(line)
            given = header["format"]
        except (ValueError, KeyError, TypeError):
            given = None
        if given != FORMAT:
            raise OptionError("checkpoint", str(self.path), "a file that a symmetric round saved")
        for name, value in self.identity.items():
            if header["round"].get(name) != value:
                raise OptionError(f"checkpoint.{name}", header["round"].get(name), f"{value}, as in the round to solve")
        return dict(header)

    def save_if_due(self, solver: SymmetricRound) -> bool:
        """Save where the last save is long enough ago; whether it did."""
        if time.monotonic() < self._due:
            return False
        self.save(solver)
        return True

    def save(self, solver: SymmetricRound) -> None:
        """Write all stages; the old file is there until the new one is whole."""
        began = time.monotonic()
        part = self.path.with_name(self.path.name + ".part")
        stages = solver.stages
        starts = range(0, stages.num_slots, SLOTS_AT_ONCE)
        with part.open("wb") as file:
            # The checksum is known at the end, so the header has room for it.
            file.write(self._line(solver, 0))
            checksum = 0
            for first in starts:
                chunk = stages.records(first, first + SLOTS_AT_ONCE).tobytes()
                checksum = zlib.crc32(chunk, checksum)
                file.write(chunk)
            file.seek(0)
            file.write(self._line(solver, checksum))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path)
        ended = time.monotonic()
        self._due = ended + max(self.every, (ended - began) / SAVING_SHARE)

    def _line(self, solver: SymmetricRound, checksum: int) -> bytes:
        header = {"format": FORMAT, "round": self.identity, "stages": solver.num_stages, "counters": solver.counters}
        text = json.dumps({**header, "checksum": checksum})
        widest = json.dumps({**header, "checksum": 0xFFFFFFFF})
        return text.ljust(len(widest)).encode() + b"\n"
