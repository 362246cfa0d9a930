"""Examples run as they are, and the README's and docs' code prints what it says."""

import doctest
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"dask_arena": "tests/cluster"}  # examples that need more than the suite has


@pytest.mark.parametrize(
    "path", sorted(p for p in (ROOT / "examples").glob("*.py") if p.stem not in ELSEWHERE), ids=lambda path: path.stem
)
def test_example_runs(path, capsys):
    """As a program, but in this process: starting one for each takes longer than most of them run."""
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
    assert len(path.read_text().splitlines()) < 80


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda path: path.name)
def test_documents_print_what_they_say(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
