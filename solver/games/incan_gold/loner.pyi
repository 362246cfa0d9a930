import numpy as np
from numpy.typing import NDArray

from orienteer.games.incan_gold.cave import Round

def loner_shares(
    cave: Round,
    base: int,
    gain: NDArray[np.intc],
    tie: NDArray[np.float64],
    share: NDArray[np.float64],
    max_states: int,
) -> None: ...
