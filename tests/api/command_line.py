"""The command line as a program sees it, run in this process: starting another takes longer than what most commands do."""

from __future__ import annotations

import io
import signal
import subprocess
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


INTERRUPTED = """
import os, signal, sys, threading
from orienteer import api
from orienteer.cli import main

name = sys.argv.pop(1)
called = getattr(api, name)

def interrupt(*progress):
    os.kill(os.getpid(), signal.SIGINT)

def begin(*given, **options):
    if "progress" in options:
        options["progress"] = interrupt
    else:
        threading.Timer(0.5, interrupt).start()
    return called(*given, **options)

setattr(api, name, begin)
main()
"""


def interrupted(name: str, *arguments: str) -> Done:
    """A program of its own that gets Ctrl-C when `orienteer.api`'s function of this name tells of its first progress, or, where
    it tells of none, half a second after it was called: however long the program took to begin."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, name, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        # A runner in the background may ignore the signal, and its children with it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    return Done(done.returncode, done.stdout, done.stderr)
