"""Lost Explorers: collect vehicles, send members where missions lead, be first to four clues."""

from orienteer.core.lost_explorers.game import LostExplorers, LostExplorersState

__all__ = ["LostExplorers", "LostExplorersState"]
