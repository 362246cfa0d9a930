"""The positions and records that ship with the library, for the page to offer."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter

HERE = Path(__file__)


@cache
def examples() -> dict[str, Any]:
    """Documents by the names of their files. A wheel has a copy of them, a source tree the folder itself."""
    copied = HERE.with_name("examples")
    folder = copied if copied.is_dir() else HERE.parents[2] / "examples" / "positions"
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def routes() -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/examples", summary="Positions and records that ship with the library, by name.")
    async def shipped() -> dict[str, Any]:
        return {"examples": examples()}

    return router
