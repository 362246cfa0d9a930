"""Two tiny games in Python with hidden information whose best play is known."""

from __future__ import annotations

from typing import Any, NamedTuple

from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, TERMINAL_PLAYER

HIDDEN = -1  # in a mask
UNSET = -2


class CoinValue(NamedTuple):
    coin: int = UNSET
    said: int = UNSET


class Coin(PythonGame):
    """A coin falls unseen, heads (0) with odds `heads` to `tails`. Say heads, say tails, or take 0.6 for sure.

    Whoever searches single worlds and averages knows the coin in each, and says it. Saying is worth no more than the odds.
    """

    def __init__(self, heads: int = 1, tails: int = 1) -> None:
        super().__init__(
            name="coin",
            num_players=1,
            num_distinct_actions=3,
            options={"heads": heads, "tails": tails},
            objectives=("points",),
            max_chance_outcomes=2,
            max_game_length=2,
            has_hidden_information=True,
        )

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return 0.0, 1.0

    def initial_value(self) -> CoinValue:
        return CoinValue()

    def current_player(self, value: CoinValue) -> int:
        if value.coin == UNSET:
            return CHANCE_PLAYER
        return 0 if value.said == UNSET else TERMINAL_PLAYER

    def legal_actions(self, value: CoinValue, player: int) -> list[int]:
        return [0, 1, 2]

    def chance_outcomes(self, value: CoinValue) -> list[tuple[int, int]]:
        return [(0, self.options["heads"]), (1, self.options["tails"])]

    def apply(self, value: CoinValue, action: int) -> CoinValue:
        return value._replace(coin=action) if value.coin == UNSET else value._replace(said=action)

    def returns(self, value: CoinValue, objective: str) -> list[float]:
        return [0.6 if value.said == 2 else float(value.said == value.coin)]

    def mask(self, value: CoinValue, player: int) -> CoinValue:
        return value._replace(coin=HIDDEN) if value.coin != UNSET and value.said == UNSET else value

    def observe(self, before: CoinValue, actor: int, action: Any, after: CoinValue, player: int) -> Any:
        return "falls" if actor == CHANCE_PLAYER else (action, after.coin)

    def worlds(self, masked: CoinValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        if masked.coin != HIDDEN:
            return [(masked, 1)]
        return [(masked._replace(coin=coin), weight) for coin, weight in self.chance_outcomes(masked)]


class HideoutValue(NamedTuple):
    hidden: int = UNSET
    bet: int = UNSET
    guess: int = UNSET


class Hideout(PythonGame):
    """Seat 0 hides on the left (0) or the right (1) and then doubles the stake (1) or does not (0); seat 1 notices neither
    and guesses. A wrong guess costs seat 1 two on the left and one on the right, a right one nothing; a doubled stake costs
    seat 0 three more when he is found.

    Hiding left with 1/3 and guessing left with 2/3 is worth 2/3 where nobody doubles. Doubling gains 2 or 1 when not found
    and loses 3 when found: 2 · 1/3 − 3 · 2/3 < 0 on the left, 1 · 2/3 − 3 · 1/3 < 0 on the right, so nobody does.
    """

    def __init__(self) -> None:
        super().__init__(
            name="hideout",
            num_players=2,
            num_distinct_actions=2,
            objectives=("points",),
            max_game_length=3,
            has_hidden_information=True,
        )

    def is_constant_sum(self, objective: str | None = None) -> bool:
        return True

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return -4.0, 4.0

    def initial_value(self) -> HideoutValue:
        return HideoutValue()

    def current_player(self, value: HideoutValue) -> int:
        if value.guess != UNSET:
            return TERMINAL_PLAYER
        return 0 if UNSET in (value.hidden, value.bet) else 1

    def legal_actions(self, value: HideoutValue, player: int) -> list[int]:
        return [0, 1]

    def apply(self, value: HideoutValue, action: int) -> HideoutValue:
        if value.hidden == UNSET:
            return value._replace(hidden=action)
        return value._replace(bet=action) if value.bet == UNSET else value._replace(guess=action)

    def returns(self, value: HideoutValue, objective: str) -> list[float]:
        if value.guess == UNSET:
            return [0.0, 0.0]
        if value.guess == value.hidden:
            won = -3.0 * value.bet
        else:
            won = (2.0 - value.hidden) * (1 + value.bet)
        return [won, -won]

    def mask(self, value: HideoutValue, player: int) -> HideoutValue:
        if player == 0 or value.guess != UNSET:
            return value
        return HideoutValue(*(HIDDEN if known != UNSET else UNSET for known in value[:2]))

    def observe(self, before: HideoutValue, actor: int, action: Any, after: HideoutValue, player: int) -> Any:
        if after.guess != UNSET:
            return tuple(after)
        return action if player == 0 else None

    def worlds(self, masked: HideoutValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        if HIDDEN not in masked:
            return [(masked, 1)]
        bets = (0, 1) if masked.bet == HIDDEN else (masked.bet,)
        return [(masked._replace(hidden=hidden, bet=bet), 1) for hidden in (0, 1) for bet in bets]


class CellarValue(NamedTuple):
    corner: int = UNSET
    seen: bool = False
    dug: int = UNSET
    guess: int = UNSET


class Cellar(PythonGame):
    """A chest lies in the left corner (0) once in four, in the right one else (1), and seat 1 sees where. Seat 0 digs in a
    corner (0, 1), or first looks where it is (2). Who finds it wins; else seat 1 does when he names (0, 1) its corner."""

    def __init__(self) -> None:
        super().__init__(
            name="cellar",
            num_players=2,
            num_distinct_actions=3,
            max_chance_outcomes=2,
            max_game_length=5,
            has_hidden_information=True,
        )

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return 0.0, 1.0

    def initial_value(self) -> CellarValue:
        return CellarValue()

    def current_player(self, value: CellarValue) -> int:
        if value.corner == UNSET:
            return CHANCE_PLAYER
        if value.dug == UNSET:
            return 0
        return 1 if value.guess == UNSET else TERMINAL_PLAYER

    def legal_actions(self, value: CellarValue, player: int) -> list[int]:
        return [0, 1] if player == 1 or value.seen else [0, 1, 2]

    def action_to_string(self, player: int, action: int) -> str:
        return "look" if action == 2 else f"dig {action}"

    def chance_outcomes(self, value: CellarValue) -> list[tuple[int, int]]:
        return [(0, 1), (1, 3)]

    def apply(self, value: CellarValue, action: int) -> CellarValue:
        if value.corner == UNSET:
            return value._replace(corner=action)
        if value.dug != UNSET:
            return value._replace(guess=action)
        return value._replace(seen=True) if action == 2 else value._replace(dug=action)

    def returns(self, value: CellarValue, objective: str) -> list[float]:
        if value.dug == value.corner:
            return [1.0, 0.0]
        return [0.0, float(value.guess == value.corner)]

    def mask(self, value: CellarValue, player: int) -> CellarValue:
        hidden = player == 0 and value.corner != UNSET and not value.seen and value.guess == UNSET
        return value._replace(corner=HIDDEN) if hidden else value

    def observe(self, before: CellarValue, actor: int, action: Any, after: CellarValue, player: int) -> Any:
        if actor == CHANCE_PLAYER:
            return ("knows", action) if player == 1 else None
        if action == 2:
            return ("sees", after.corner) if player == 0 else "looks"
        return (actor, action, after.corner if after.guess != UNSET else None)

    def worlds(self, masked: CellarValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        if masked.corner != HIDDEN:
            return [(masked, 1)]
        return [(masked._replace(corner=corner), weight) for corner, weight in ((0, 1), (1, 3))]
