"""Contests between agents: matches, round robins and mirror matches on any executor, with intervals and ratings."""

from orienteer.arena.contest import Contest, DealPlayed, GamePlayed
from orienteer.arena.results import ContestResults, Standing
from orienteer.arena.running import play_contest
from orienteer.arena.sequential import SequentialTest

__all__ = ["Contest", "ContestResults", "DealPlayed", "GamePlayed", "SequentialTest", "Standing", "play_contest"]
