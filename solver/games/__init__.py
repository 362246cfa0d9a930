"""Knowledge of single games: positions, named odds, exact solvers, policies."""
