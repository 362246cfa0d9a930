"""State core: the contract between games and solvers, random numbers, counting, and the games themselves."""
