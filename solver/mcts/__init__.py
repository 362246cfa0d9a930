"""Monte Carlo tree search, of states and of information sets; see search.py."""

from orienteer.mcts.read_off import InformationSet, strategies_by_information_set
from orienteer.mcts.result import Estimate, FrozenNode, MctsResult, MoveResult, SeatChoice, Step
from orienteer.mcts.search import Search, mcts

__all__ = [
    "Estimate",
    "FrozenNode",
    "InformationSet",
    "MctsResult",
    "MoveResult",
    "Search",
    "SeatChoice",
    "Step",
    "mcts",
    "strategies_by_information_set",
]
