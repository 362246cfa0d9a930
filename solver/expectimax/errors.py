"""What an interrupted exact computation raises."""

from __future__ import annotations


class Stopped(Exception):
    """`Budget.stop()` was called before an exact result was there; nothing partial is kept."""
