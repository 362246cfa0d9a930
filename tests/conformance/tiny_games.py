"""Three small games in Python with what the large ones need.

A private deal with an announcement that the hand forces, a private look at a card that nobody had decided, and a
simultaneous choice from a private hand.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

from orienteer.core.errors import IllegalActionError
from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER

HIDDEN = -1  # in a mask


class VoyageValue(NamedTuple):
    dealt: int = 0
    suns: tuple[int, ...] = (0, 0)  # in each hand
    need: int = 0  # suns that the captain has to pay, 0 before the weather is known
    stayed: bool = False
    paid: int = 0
    round: int = 0
    end: str = ""


class Voyage(PythonGame):
    """A captain (seat 0) and a passenger get two cards each of three suns and three blanks.

    Twice the weather asks for one or two suns; the passenger leaves or stays, then the captain pays if he can and
    crashes if he cannot: he has no choice, so what he announces is a fact about his hand.
    """

    def __init__(self) -> None:
        super().__init__(
            name="voyage",
            num_players=2,
            num_distinct_actions=4,
            objectives=("points",),
            segments=("round",),
            max_chance_outcomes=4,
            max_game_length=10,
            has_hidden_information=True,
        )

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return 0.0, 3.0

    def initial_value(self) -> VoyageValue:
        return VoyageValue()

    def current_player(self, value: VoyageValue) -> int:
        if value.end:
            return TERMINAL_PLAYER
        if not value.need:
            return CHANCE_PLAYER
        return 0 if value.stayed else 1

    def legal_actions(self, value: VoyageValue, player: int) -> list[int]:
        if player == 1:
            return [0, 1]
        if value.suns[0] == HIDDEN:
            return [2, 3]
        return [2] if value.suns[0] >= value.need else [3]

    def chance_outcomes(self, value: VoyageValue) -> list[tuple[int, int]]:
        if value.dealt == 4:
            return [(2, 2), (3, 1)]
        suns = 3 - sum(value.suns)
        return [pair for pair in ((0, 6 - value.dealt - suns), (1, suns)) if pair[1]]

    def apply(self, value: VoyageValue, action: int) -> VoyageValue:
        if value.dealt < 4:
            suns = list(value.suns)
            suns[value.dealt // 2] += action
            return value._replace(dealt=value.dealt + 1, suns=tuple(suns))
        if not value.need:
            return value._replace(need=action - 1)
        if action == 0:
            return value._replace(stayed=True)
        if action == 2:
            left = value.suns[0] if value.suns[0] == HIDDEN else value.suns[0] - value.need
            later = value._replace(suns=(left, value.suns[1]), paid=value.paid + value.need, round=value.round + 1)
            return later._replace(need=0, stayed=False, end="arrived" if later.round == 2 else "")
        return value._replace(end="left" if action == 1 else "crashed")

    def returns(self, value: VoyageValue, objective: str) -> list[float]:
        if value.end == "arrived":
            return [3.0, 3.0]
        return [float(value.round), value.round + 0.5 if value.end == "left" else 0.0]

    def segment(self, value: VoyageValue, kind: str) -> int:
        return value.round if kind == "round" else 0

    def mask(self, value: VoyageValue, player: int) -> VoyageValue:
        suns = list(value.suns)
        if value.dealt > 2 * (1 - player):
            suns[1 - player] = HIDDEN
        return value._replace(suns=tuple(suns))

    def observe(self, before: VoyageValue, actor: int, action: int, after: VoyageValue, player: int) -> Any:
        secret = before.dealt < 4 and before.dealt // 2 != player
        return actor, HIDDEN if secret else action

    def advance(self, masked: VoyageValue, player: int, observation: tuple[int, int]) -> VoyageValue:
        actor, action = observation
        if actor != self.current_player(masked) or not HIDDEN <= action < 4:
            raise IllegalActionError(f"observation {observation}: cannot follow {masked}")
        if masked.dealt < 4 and masked.dealt // 2 != player:
            suns = list(masked.suns)
            suns[masked.dealt // 2] = HIDDEN
            return masked._replace(dealt=masked.dealt + 1, suns=tuple(suns))
        return self.apply(masked, action)

    def worlds(self, masked: VoyageValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        other = 1 - viewer
        sizes = [min(2, masked.dealt), max(0, masked.dealt - 2)]
        own = masked.suns[viewer] + (masked.paid if viewer == 0 else 0)
        found = []
        for dealt_suns in range(sizes[other] + 1):
            kept = dealt_suns - (masked.paid if other == 0 else 0)
            weight = comb(3 - own, dealt_suns) * comb(3 - sizes[viewer] + own, sizes[other] - dealt_suns)
            crashed_with = masked.end == "crashed" and other == 0 and kept >= masked.need
            if weight and kept >= 0 and not crashed_with:
                suns = (masked.suns[0], kept) if other else (kept, masked.suns[1])
                found.append((masked._replace(suns=suns), weight))
        return found

    def action_to_string(self, player: int, action: int) -> str:
        names = ("blank", "sun", "one sun", "two suns") if player < 0 else ("stay", "leave", "pay", "crash")
        return names[action]


class DigValue(NamedTuple):
    left: tuple[int, ...]  # mummies and treasures not taken yet, the top card among them
    top: int | None = None  # None = not decided: nobody has seen it
    seen: tuple[bool, ...] = (False, False)
    doing: str = ""  # between a choice and the draw that it causes
    turn: int = 0
    scores: tuple[int, ...] = (0, 0)


class Dig(PythonGame):
    """Players take turns to look at the top card of a pile, to take it, or to pass.

    Who looks at a card that nobody has seen decides it by the draw; the others see that he looked and not what. A taken
    card is shown: a treasure is worth 2, a mummy −1.
    """

    def __init__(self, treasures: int = 2, mummies: int = 1, turns: int = 4) -> None:
        super().__init__(
            name="dig",
            num_players=2,
            num_distinct_actions=3,
            options={"treasures": treasures, "mummies": mummies, "turns": turns},
            objectives=("win", "points", "margin"),
            segments=("turn",),
            max_chance_outcomes=2,
            max_game_length=2 * turns,
            has_hidden_information=True,
        )

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        most = 2.0 * self.options["treasures"] + self.options["mummies"]
        return (0.0, 1.0) if self.objective_code(objective) == 0 else (-most, most)

    def initial_value(self) -> DigValue:
        return DigValue((self.options["mummies"], self.options["treasures"]))

    def current_player(self, value: DigValue) -> int:
        if value.doing:
            return CHANCE_PLAYER
        return value.turn % 2 if value.turn < self.options["turns"] and any(value.left) else TERMINAL_PLAYER

    def legal_actions(self, value: DigValue, player: int) -> list[int]:
        return [1, 2] if value.seen[player] else [0, 1, 2]

    def chance_outcomes(self, value: DigValue) -> list[tuple[int, int]]:
        return [(card, count) for card, count in enumerate(value.left) if count]

    def apply(self, value: DigValue, action: int) -> DigValue:
        if value.doing:
            return self._shown(value, value.doing, action)
        if action == 2:
            return value._replace(turn=value.turn + 1)
        doing = ("look", "take")[action]
        return value._replace(doing=doing) if value.top is None else self._shown(value, doing, value.top)

    def _shown(self, value: DigValue, doing: str, card: int) -> DigValue:
        seat = value.turn % 2
        later = value._replace(doing="", turn=value.turn + 1)
        if doing == "look":
            return later._replace(top=card, seen=tuple(seen or i == seat for i, seen in enumerate(value.seen)))
        left = tuple(count - (kind == card) for kind, count in enumerate(value.left))
        scores = tuple(score + (2 if card else -1) * (i == seat) for i, score in enumerate(value.scores))
        return later._replace(left=left, top=None, seen=(False, False), scores=scores)

    def returns(self, value: DigValue, objective: str) -> list[float]:
        one, two = value.scores
        if objective == "points":
            return [one, two]
        if objective == "margin":
            return [one - two, two - one]
        return [0.5, 0.5] if one == two else [float(one > two), float(two > one)]

    def segment(self, value: DigValue, kind: str) -> int:
        return value.turn if kind == "turn" else 0

    def mask(self, value: DigValue, player: int) -> DigValue:
        return value._replace(top=HIDDEN) if value.top is not None and not value.seen[player] else value

    def observe(self, before: DigValue, actor: int, action: int, after: DigValue, player: int) -> Any:
        """(seat or chance, what was done, the card if one was shown to this player)."""
        doing = before.doing or ("look", "take", "pass")[action]
        if doing == "pass" or (before.top is None and not before.doing):
            return actor, doing, None
        card = action if before.doing else before.top
        return actor, doing, card if doing == "take" or before.turn % 2 == player else None

    def advance(self, masked: DigValue, player: int, observation: tuple[int, str, int | None]) -> DigValue:
        actor, doing, card = observation
        if actor != self.current_player(masked) or doing not in ("look", "take", "pass"):
            raise IllegalActionError(f"observation {observation}: cannot follow {masked}")
        if doing == "pass" or (masked.top is None and not masked.doing):
            return self.apply(masked, ("look", "take", "pass").index(doing))
        if card is None:  # the other looked
            card = HIDDEN if masked.top is None else masked.top
        return self._shown(masked, doing, card)

    def worlds(self, masked: DigValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        if masked.top != HIDDEN:
            return [(masked, 1)]
        return [(masked._replace(top=card), count) for card, count in enumerate(masked.left) if count]

    def action_to_string(self, player: int, action: int) -> str:
        return (("mummy", "treasure") if player < 0 else ("look", "take", "pass"))[action]


class DuelValue(NamedTuple):
    cards: tuple[int, ...] = ()
    plays: tuple[tuple[int, ...], ...] = ()


class Duel(PythonGame):
    """Both get one card of a 1, a 2 and two 3s and twice choose at once: fold, bet, or double, which takes a 2 or a 3.

    The product of the bets goes to the higher card; both are shown at the end.
    """

    def __init__(self, **facts: Any) -> None:
        super().__init__(
            name="duel",
            num_players=2,
            num_distinct_actions=3,
            objectives=("points",),
            segments=("round",),
            max_chance_outcomes=4,
            **{"max_game_length": 4, "has_hidden_information": True, **facts},
        )

    def is_constant_sum(self, objective: str | None = None) -> bool:
        return True

    def utility_bounds(self, objective: str | None = None) -> tuple[float, float]:
        return -8.0, 8.0

    def initial_value(self) -> DuelValue:
        return DuelValue()

    def current_player(self, value: DuelValue) -> int:
        if len(value.cards) < 2:
            return CHANCE_PLAYER
        return SIMULTANEOUS_PLAYER if len(value.plays) < 2 else TERMINAL_PLAYER

    def legal_actions(self, value: DuelValue, player: int) -> list[int]:
        return [0, 1] if value.cards[player] == 1 else [0, 1, 2]

    def chance_outcomes(self, value: DuelValue) -> list[tuple[int, int]]:
        counts = {1: 1, 2: 1, 3: 2}
        return [(card, count - value.cards.count(card)) for card, count in counts.items() if count > value.cards.count(card)]

    def apply(self, value: DuelValue, action: int) -> DuelValue:
        return value._replace(cards=(*value.cards, action))

    def apply_joint(self, value: DuelValue, actions: tuple[int, ...]) -> DuelValue:
        return value._replace(plays=(*value.plays, actions))

    def returns(self, value: DuelValue, objective: str) -> list[float]:
        if len(value.plays) < 2:
            return [0.0, 0.0]
        one, two = value.cards
        won = float(sum(a * b for a, b in value.plays) * ((one > two) - (one < two)))
        return [won, -won]

    def segment(self, value: DuelValue, kind: str) -> int:
        return len(value.plays)

    def mask(self, value: DuelValue, player: int) -> DuelValue:
        if len(value.plays) == 2:
            return value
        return value._replace(cards=tuple(card if i == player else HIDDEN for i, card in enumerate(value.cards)))

    def observe(self, before: DuelValue, actor: int, action: Any, after: DuelValue, player: int) -> Any:
        if actor == CHANCE_PLAYER:
            return "deal", action if len(before.cards) == player else HIDDEN
        return "play", action, after.cards if len(after.plays) == 2 else None

    def advance(self, masked: DuelValue, player: int, observation: tuple[Any, ...]) -> DuelValue:
        kind, what, *shown = observation
        if kind == "deal" and len(masked.cards) < 2:
            return masked._replace(cards=(*masked.cards, what))
        if kind != "play" or self.current_player(masked) != SIMULTANEOUS_PLAYER:
            raise IllegalActionError(f"observation {observation}: cannot follow {masked}")
        return DuelValue(shown[0] or masked.cards, (*masked.plays, what))

    def worlds(self, masked: DuelValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        if HIDDEN not in masked.cards:
            return [(masked, 1)]
        other = 1 - viewer
        found = []
        for card, weight in self.chance_outcomes(masked):
            if card > 1 or all(play[other] < 2 for play in masked.plays):
                cards = tuple(card if known == HIDDEN else known for known in masked.cards)
                found.append((masked._replace(cards=cards), weight))
        return found

    def action_to_string(self, player: int, action: int) -> str:
        return f"card {action}" if player < 0 else ("fold", "bet", "double")[action]


class ReplayedDuel(Duel):
    """The same without a belief of its own: the default replays all histories."""

    def worlds(self, masked: DuelValue, viewer: int, evidence: tuple[Any, ...]) -> list[tuple[Any, int]]:
        return list(PythonGame.worlds(self, masked, viewer, evidence))


TINY_GAMES = [Voyage, Dig, Duel, ReplayedDuel]
