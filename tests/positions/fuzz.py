"""Documents with something in them replaced, for games of any kind."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st


def spoil(data: st.DataObject, document: Any, values: st.SearchStrategy[Any]) -> None:
    """Replace one to three places of the document, at any depth, by drawn values."""
    for _ in range(data.draw(st.integers(1, 3))):
        inner: Any = document
        while keys := list(inner) if isinstance(inner, dict) else list(range(len(inner))):
            key = data.draw(st.sampled_from(keys))
            if isinstance(inner[key], (dict, list)) and data.draw(st.integers(0, 4)):
                inner = inner[key]
                continue
            inner[key] = data.draw(values)
            break
