"""Orienteer: solver and game-tree search for board games of expedition and nerve."""
