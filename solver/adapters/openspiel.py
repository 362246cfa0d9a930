"""OpenSpiel both ways: its games as ours (`from_openspiel`), ours as its (`to_openspiel`). Needs the package open_spiel.

Importing this registers our games with pyspiel, so that `pyspiel.load_game("orienteer_incan_gold(players=3)")` works.
"""

from __future__ import annotations

try:
    import pyspiel as _pyspiel  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("orienteer.adapters.openspiel needs open_spiel: pip install orienteer[openspiel]") from error

from orienteer.adapters.exposed import ExposedGame, ExposedState, register_games, to_openspiel
from orienteer.adapters.wrapped import OpenSpielGame, from_openspiel

__all__ = ["ExposedGame", "ExposedState", "OpenSpielGame", "from_openspiel", "register_games", "to_openspiel"]

register_games()
