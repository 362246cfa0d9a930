"""The command line as a program sees it, run in this process: starting another takes longer than what most commands do."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from orienteer.cli import main


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, stdin: str | None = None) -> Done:
    """What the command prints and the code that it exits with. An error that it does not report is raised here."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        patch.object(sys, "argv", ["orienteer", *arguments]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO((stdin or "").encode()), "utf-8")),
        patch.dict("os.environ", {"COLUMNS": "80"}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return Done(code, out.getvalue(), err.getvalue())


def good(*arguments: str, stdin: str | None = None) -> str:
    done = run(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout
