"""Equilibria of small subgames with hidden information or choices at the same time."""

from orienteer.equilibrium.equilibrium import Equilibrium, StrategyPlayer
from orienteer.equilibrium.linear_program import solve_linear_program
from orienteer.equilibrium.regret import VARIANTS, RegretMinimizer
from orienteer.equilibrium.response import best_responses
from orienteer.equilibrium.sequence_form import SequenceForm
from orienteer.equilibrium.solve import solve_subgame
from orienteer.equilibrium.table import InformationSet

__all__ = [
    "VARIANTS",
    "Equilibrium",
    "InformationSet",
    "RegretMinimizer",
    "SequenceForm",
    "StrategyPlayer",
    "best_responses",
    "solve_linear_program",
    "solve_subgame",
]
