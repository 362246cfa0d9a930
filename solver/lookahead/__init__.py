"""Depth-limited search with pruning for games that hide nothing; see search.py."""

from orienteer.lookahead.result import LookaheadResult, RootMove
from orienteer.lookahead.search import Lookahead, lookahead
from orienteer.lookahead.valuation import CallableValuation, Valuation

__all__ = ["CallableValuation", "Lookahead", "LookaheadResult", "RootMove", "Valuation", "lookahead"]
