"""Playthroughs kept as text."""
