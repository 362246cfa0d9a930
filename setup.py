"""Build: maps the folders core/ and solver/ to the packages orienteer.core and orienteer, and compiles every .pyx.

Cython runs only when extensions are built, not for every question that a build front end asks (metadata, sdist).
Cython looks for .pxd files by import name, so build/cimport/orienteer/... holds one symlink (a copy where links are not
allowed) per .pxd and is passed as the include path.
"""

import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
os.chdir(ROOT)
FOLDERS = {"orienteer.core": "core", "orienteer": "solver"}
DEBUG = os.environ.get("ORIENTEER_DEBUG") == "1"  # bounds checks and C assertions on
# Words for states, checks, what runs once a subgame, games for comparison, and what waits for Python anyway.
SELDOM = {
    *("audit", "observations", "plain", "words"),
    *("response", "sequence_form"),
    *("leduc_poker", "liars_dice", "python_game"),
}


def import_name(path: Path) -> str:
    """orienteer.core.reference.pig for core/reference/pig.pyx."""
    for package, folder in FOLDERS.items():
        if path.parts[0] == folder:
            return ".".join([package, *path.parts[1:-1], path.stem])
    raise ValueError(f"{path} lies in none of {sorted(FOLDERS.values())}")


def sources(pattern: str) -> list[Path]:
    return sorted(path for folder in FOLDERS.values() for path in Path(folder).rglob(pattern))


def link_declarations(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    for path in sources("*.pxd"):
        link = target.joinpath(*import_name(path).split(".")).with_suffix(".pxd")
        link.parent.mkdir(parents=True, exist_ok=True)
        try:
            link.symlink_to(path.resolve())
        except OSError:
            shutil.copy2(path, link)
    for folder in {link.parent for link in target.rglob("*.pxd")}:
        while folder != target:
            (folder / "__init__.pxd").touch()
            folder = folder.parent


def packages() -> dict[str, str]:
    found = {}
    for init in sources("__init__.py"):
        found[import_name(init).removesuffix(".__init__")] = init.parent.as_posix()
    return found


def extensions() -> list[Extension]:
    macros = [] if DEBUG else [("NDEBUG", "1")]
    return [
        Extension(import_name(path), [path.as_posix()], extra_compile_args=flags(path), define_macros=macros)
        for path in sources("*.pyx")
    ]


def flags(path: Path) -> list[str]:
    """Full optimisation where play is sampled: it gains a tenth there, next to nothing in tables, and takes long to compile."""
    sampled = path.parts[0] == "core" or path.parent.name == "mcts" or path.stem == "playout"
    level = 1 if path.stem in SELDOM else 3 if sampled else 2
    if os.name == "nt":
        return [f"/O{min(level, 2)}"]
    return [f"-O{level}", "-g0", "-ffp-contract=off"]


class BuildExtensions(build_ext):
    def run(self) -> None:
        include = Path("build/cimport")
        link_declarations(include)
        compiled = cythonize(
            extensions(),
            include_path=[str(include)],
            build_dir="build/cython",
            nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,  # elsewhere processes would run this file again
            compiler_directives={
                "language_level": 3,
                "boundscheck": DEBUG,
                "wraparound": False,
                "cdivision": True,
                "initializedcheck": False,
                "embedsignature": True,
                "freethreading_compatible": False,
            },
            annotate=False,
        )
        c_files = {extension.name: extension.sources for extension in compiled}
        for extension in self.extensions:
            extension.sources = c_files[extension.name]
        super().run()


class BuildPython(build_py):
    """Lays the example positions beside the server, which offers them; an editable install has the folder itself."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "orienteer", "server", "examples")
            target.mkdir(parents=True, exist_ok=True)
            for path in Path("examples/positions").glob("*.json"):
                self.copy_file(str(path), str(target / path.name))


setup(
    packages=list(packages()),
    package_dir=packages(),
    package_data={
        "": ["*.pyi", "*.pxd", "py.typed", "*.html", "*.json", "*.toml"],
        "orienteer": ["words/*.json"],
        "orienteer.server": ["static/**/*"],
    },
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    zip_safe=False,
)
