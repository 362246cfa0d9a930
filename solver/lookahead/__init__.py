"""Depth-limited search with pruning for games that hide nothing."""
