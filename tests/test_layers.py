"""Who may import whom: games know the contract only, generic solvers know no game, and nothing undeclared is imported."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Files that need an extra, and say so where it is missing.
EXTRAS = {
    "solver/adapters/exposed.py": "openspiel",
    "solver/adapters/openspiel.py": "openspiel",
    "solver/adapters/wrapped.py": "openspiel",
    "solver/commands/serve.py": "server",
    "solver/adapters/pettingzoo.py": "pettingzoo",
    "solver/arena/estimates.py": "arena",
    "solver/commands/arena.py": "cluster",
    "solver/drawing.py": "draw",
    "solver/equilibrium/linear_program.py": "lp",
    "solver/reviews/report.py": "report",
    "solver/server/app.py": "server",
    "solver/server/requests.py": "server",
    "solver/server/shipped.py": "server",
    "solver/server/stream.py": "server",
    "solver/server/table_routes.py": "server",
}
MODULES = {"open_spiel": "pyspiel"}  # where the module is not named as its distribution
CONTRACT = {"state", "rng", "counting", "errors", "options"}
GAME_FOLDERS = {"celestia", "incan_gold", "lost_explorers", "reference", "takara_island"}


def sources(*folders):
    return [path for folder in folders for kind in ("*.py", "*.pyx", "*.pxd") for path in (ROOT / folder).rglob(kind)]


def imported(path):
    """Modules named in import and cimport statements, inside functions too."""
    names = set()
    for line in path.read_text().splitlines():
        if found := re.match(r"\s*(?:from|c?import)\s+([\w.]+)", line):
            names.add(found[1])
    return names


@pytest.mark.parametrize("path", sources("core"), ids=lambda path: str(path.relative_to(ROOT)))
def test_law_the_core_knows_no_solver_and_games_only_the_contract(path):
    ours = {name for name in imported(path) if name.split(".")[0] == "orienteer"}
    assert all(name.split(".")[:2] == ["orienteer", "core"] for name in ours)
    folder = path.relative_to(ROOT / "core").parts[0]
    if folder in GAME_FOLDERS:
        own = {name for name in ours if name.split(".")[2] not in CONTRACT}
        assert all(name.split(".")[2] == folder for name in own)
        if folder == "reference":
            assert not own


@pytest.mark.parametrize("path", sources("solver"), ids=lambda path: str(path.relative_to(ROOT)))
def test_law_generic_solvers_import_no_game(path):
    if "games" in path.relative_to(ROOT / "solver").parts:
        return
    for name in imported(path):
        parts = name.split(".")
        assert parts[:2] != ["orienteer", "games"] or parts in (["orienteer", "games"], ["orienteer", "games", "registry"])
        assert not (parts[:2] == ["orienteer", "core"] and len(parts) > 2 and parts[2] in GAME_FOLDERS) or (
            path.name == "signature.py"  # the search signature is measured on fixed games
        )


def test_law_everything_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(given):
        return {re.split(r"[<>=\[ ]", name)[0].lower() for name in given}

    declared = names(project["dependencies"])
    allowed = declared | {"orienteer", "__future__"} | set(sys.stdlib_module_names) | {"libc", "cpython", "cython"}
    for path in sources("core", "solver"):
        tops = {name.split(".")[0] for name in imported(path)}
        if path.suffix == ".py":
            tree = ast.parse(path.read_text())
            tops = set()
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    tops |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.level == 0:
                    tops.add((node.module or "").split(".")[0])
        extra = EXTRAS.get(path.relative_to(ROOT).as_posix())
        known = allowed | (names(project["optional-dependencies"][extra]) if extra else set())
        known |= {MODULES[name] for name in known & MODULES.keys()}
        assert tops <= known, f"{path}: {sorted(tops - known)}"


def test_law_importing_the_library_is_light():
    heavy = ("networkx", "typer", "rich", "pydantic", "numpy")
    code = f"import orienteer, sys; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
