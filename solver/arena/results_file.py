"""Finished deals as JSON lines: what was asked on the first line, then one line a deal.

Lines are added as deals finish; when a run ends the file is written anew in the order of the deals, so that two runs of one
contest leave the same bytes, wherever they ran. A last line that was cut off is left out, any other flaw is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orienteer
from orienteer.arena.contest import DealPlayed, GamePlayed
from orienteer.core.errors import OptionError, OrienteerError

if TYPE_CHECKING:
    from orienteer.arena.contest import Contest

KIND = "orienteer contest"
FORMAT = 1


class ResultsFile:
    """The file of one contest, open to add to.

    `resume` goes on with a file that exists; without it such a file is refused. `deals` are those that it held. Raises
    OptionError for that, and OrienteerError for a file of another contest or with a flaw.
    """

    def __init__(self, path: str | os.PathLike[str], contest: Contest, *, resume: bool = False) -> None:
        self.path = Path(path)
        self.contest = contest
        self.deals: dict[int, DealPlayed] = {}
        if self.path.exists():
            if not resume:
                raise OptionError("out", str(path), "a file that does not exist, or resume to go on with it")
            self.deals = _read(self.path, contest)
        self.write(self.deals)
        self._stream = self.path.open("a", encoding="utf-8", newline="\n")

    def add(self, deal: DealPlayed) -> None:
        self._stream.write(_line(_plain(deal)))
        self._stream.flush()

    def close(self, deals: Mapping[int, DealPlayed]) -> None:
        """Leave exactly these deals in the file, in their order."""
        self._stream.close()
        self.write(deals)

    def write(self, deals: Mapping[int, DealPlayed]) -> None:
        """Write the file anew, at once or not at all."""
        lines = [_line(_header(self.contest)), *(_line(_plain(deals[number])) for number in sorted(deals))]
        new = self.path.with_name(self.path.name + ".new")
        new.write_text("".join(lines), encoding="utf-8", newline="\n")
        new.replace(self.path)


def _read(path: Path, contest: Contest) -> dict[int, DealPlayed]:
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines.pop():  # what follows the last line's end: cut off while it was written
        lines = lines or [""]
    # 1. What was asked.
    try:
        header = json.loads(lines[0]) if lines else None
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("type") != KIND:
        raise OrienteerError(f"{path}, line 1: not a results file of a contest")
    asked = json.loads(_line(_header(contest)))
    for name in asked.keys() | header.keys():
        if header.get(name) != asked.get(name):
            raise OrienteerError(f"{path}: another contest: {name} is {header.get(name)!r}, asked is {asked.get(name)!r}")
    # 2. What is done.
    deals: dict[int, DealPlayed] = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            deal = _deal(json.loads(line), contest)
            if deals.setdefault(deal.number, deal) != deal:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise OrienteerError(f"{path}, line {number}: not a deal of this contest: {line[:80]}") from None
    return deals


def _deal(plain: Any, contest: Contest) -> DealPlayed:
    is_win = contest.objective == "win"
    number = plain["deal"]
    games = tuple(
        GamePlayed(tuple(game["agents"]), tuple(map(float, game["returns"])), game["decisions"], is_win)
        for game in plain["games"]
    )
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError
    if tuple(game.agents for game in games) != contest.tables(number):
        raise ValueError
    if any(len(game.returns) != len(game.agents) for game in games):
        raise ValueError
    return DealPlayed(number, games)


def _plain(deal: DealPlayed) -> dict[str, Any]:
    games = [{"agents": list(g.agents), "returns": list(g.returns), "decisions": g.decisions} for g in deal.games]
    return {"deal": deal.number, "games": games}


def _header(contest: Contest) -> dict[str, Any]:
    return {"type": KIND, "format": FORMAT, "orienteer": orienteer.__version__, **contest.to_dict()}


def _line(plain: Mapping[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(", ", ": ")) + "\n"
