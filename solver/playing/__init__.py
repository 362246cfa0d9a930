"""A game at the terminal; see table.py."""
