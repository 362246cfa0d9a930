"""All of Takara Island in plain Python, written from the rules alone: the core's independent check.

A `Twin` is a complete state that is played by names. `seen` is what each seat noticed of the last step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from . import twin_tables as tables
from .twin_piles import Piles, is_monster
from .twin_tables import CARDS, SPECIALISTS

CHANCE = ("look", "peek", "dig", "mine", "treasure", "mimic", "fight")
STONE = 10


class Twin:
    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        self.n: int = options["players"]
        self.seats = range(self.n)
        self.piles = Piles(options)
        self.deck = tables.treasures(options)
        self.gold = [options["gold"]] * self.n
        self.items = [Counter[int]() for _ in self.seats]
        self.tokens, self.skulls = [0] * self.n, [0] * self.n
        self.supply = 3 * self.n
        self.unused = [options["adventurers"]] * self.n
        self.used, self.hospital, self.waiting = [0] * self.n, [0] * self.n, [0] * self.n
        self.recruits = [True] * self.n  # still at the beach
        self.holder: dict[str, int | None] = dict.fromkeys((*SPECIALISTS, "impostor"))
        self.resting = dict.fromkeys(self.holder, False)
        self.turns, self.turn = 0, 0
        self.ending: str | None = None
        self.seen: list[Any] = [None] * self.n
        self._begin_turn()

    # -- whose turn, what is legal, what may come ------------------------------------------------------------------

    @property
    def current_player(self) -> int:
        """A seat, −1 for chance or −4 at the end."""
        if self.phase == "over":
            return -4
        return -1 if self.phase in CHANCE else self.turn

    @property
    def legal(self) -> list[str]:
        match self.phase:
            case "sword":
                return ["rent", "no-rent"]
            case "act":
                return self._actions()
            case "survey":
                return self.survey_steps(is_monster(self.piles[self.pile].slots[self.place].card))
            case "mine_on":
                return ["stop", "go-on"]
            case "map":
                return ["map-gold", "map-xp"]
            case "end_of_day":
                return self._days_ends()
        return []

    def survey_steps(self, monster: bool) -> list[str]:
        """What the surveyor may do if he has just seen a monster, or if not."""
        steps = ["stop", *(["go-on"] if self._next_look() is not None else [])]
        return steps + ["turn-up"] * (monster and not self.piles[self.pile].slots[self.place].face_up)

    def _next_look(self) -> int | None:
        """The slot that a survey looks at next."""
        slots, first = self.piles[self.pile].slots, self.piles[self.pile].top
        for place in range(self.place + 1, min(first + 3, len(slots))):
            if not slots[place].face_up:
                return place
            if self.options["survey_blocked_by"] == "any" or slots[place].card == "rockfall":
                return None
        return None

    def _actions(self) -> list[str]:
        seat, found = self.turn, ["tavern"]
        for i, pile in enumerate(self.piles):
            if pile.cards and not pile.face_up:
                found += [f"survey-{i}", f"dig-{i}"]
            if pile.face_up == "rockfall" and self.unused[seat] >= 2:
                found.append(f"destroy-{i}")
            if is_monster(pile.face_up) and self.sword:
                found.append(f"fight-{i}")
        if not self.banked:
            found += [f"sell-{value}" for value in self.items[seat]]
            found += ["buy-token"] * (self.supply > 0 and self.gold[seat] >= 5)
        if seat not in self.holder.values():
            for name, price in SPECIALISTS.items():
                if self.holder[name] is None and self.gold[seat] >= price:
                    found += self._targets(name)
                somewhere = self.options["impostor"] == "any" or self.holder[name] is not None
                if self.holder["impostor"] is None and somewhere and self.gold[seat] >= price + 2:
                    found += [f"impostor-{target}" for target in self._targets(name)]
        return found

    def _targets(self, name: str) -> list[str]:
        found = []
        for i, pile in enumerate(self.piles):
            if not pile.cards:
                continue
            if name == "soothsayer":
                windows = range(pile.top, max(pile.top, len(pile.slots) - 3) + 1)
                found += [f"soothsayer-{i}-{k}" for k in windows]
            elif name == "archaeologist" or not is_monster(pile.face_up) or self.options["miner_on_monster"] == "wasted":
                found.append(f"{name}-{i}")
        return found

    def _days_ends(self) -> list[str]:
        found = []
        for cured in range(self.hospital[self.turn] + 1):
            for recruited in (False, True)[: 1 + self.recruits[self.turn]]:
                if 2 * cured + 5 * recruited <= self.gold[self.turn]:
                    found.append(f"end-day-cure-{cured}" + "-recruit" * recruited)
        return found

    @property
    def outcomes(self) -> dict[str, Fraction]:
        return self.outcomes_for(None)

    def outcomes_for(self, viewer: int | None) -> dict[str, Fraction]:
        """What may come, for all that a viewer knows."""
        match self.phase:
            case "look" | "peek" | "dig" | "mine":
                return self.piles.odds(self.pile, self.place, viewer)
            case "treasure":
                left = self.deck.total()
                return {f"treasure:{name}": Fraction(count, left) for name, count in self.deck.items() if count}
            case "mimic":
                beaten = tables.SWORD**2
                return {"mimic-beaten": beaten, "mimic-wins": 1 - beaten}
            case "fight":
                card = self.piles[self.pile].face_up
                assert card is not None
                return tables.attack(CARDS[card].health - self.piles[self.pile].wounds)
        return {}

    # -- what happens ----------------------------------------------------------------------------------------------

    def apply(self, name: str) -> None:
        assert name in (self.outcomes if self.current_player == -1 else self.legal), name
        match self.phase:
            case "sword":
                self.sword = name == "rent"
                self.gold[self.turn] -= 3 * self.sword
                self.phase = "act"
                self._all_see("rent" if self.sword else "no_rent", self.turn)
            case "act":
                self._act(name.split("-"))
            case "look":
                self._look(name)
            case "survey":
                self._survey_step(name)
            case "peek":
                self._peek(name)
            case "dig":
                self._turn_up(name)
                self._dug(name)
            case "mine":
                self._mined(name)
            case "mine_on":
                self._all_see(name.replace("-", "_"), self.turn)
                if name == "stop":
                    self._acted()
                else:
                    self.phase = "mine"
            case "treasure":
                self._treasure(name.removeprefix("treasure:"))
            case "mimic":
                self._mimic(name == "mimic-beaten")
            case "map":
                self._map(name.removeprefix("map-"))
            case "fight":
                self._attack(name)
            case "end_of_day":
                self._end_day(int(name.split("-")[3]), name.endswith("recruit"))

    def _all_see(self, *what: Any) -> None:
        self.seen = [what] * self.n

    def _use(self, number: int = 1) -> None:
        self.unused[self.turn] -= number
        self.used[self.turn] += number

    def _hurt(self) -> None:
        self.used[self.turn] -= 1
        self.hospital[self.turn] += 1

    def _act(self, words: list[str]) -> None:
        """An action of the adventurers, up to the first card or roll."""
        seat, kind = self.turn, words[0]
        if kind == "tavern":
            self._use()
            self.gold[seat] += 1
            self._all_see("tavern", seat)
            self._acted()
        elif kind == "sell":
            self._use()
            self.banked = True
            value = int(words[1])
            self.items[seat] -= Counter([value])
            self.gold[seat] += 5 * value
            self._all_see("sell", seat, value)
            self._acted()
        elif kind == "buy":
            self._use()
            self.banked = True
            self.gold[seat] -= 5
            self.tokens[seat] += 1
            self.supply -= 1
            self._all_see("buy", seat)
            self._acted()
        elif kind == "destroy":
            self._use(2)
            self.gold[seat] += 2 * self.piles.rockfalls
            self.piles.take(int(words[1]))
            self._all_see("destroy", seat, int(words[1]))
            self._acted()
        elif kind in ("survey", "dig", "fight"):
            self._use()
            self.pile = int(words[1])
            self.place = self.piles[self.pile].top
            self.phase = {"survey": "look", "dig": "dig", "fight": "fight"}[kind]
            self._all_see(kind, seat, self.pile)
        else:
            self._hire(words)

    # -- survey

    def _show(self, name: str) -> None:
        """The mover looks at the card; what the others see is that he does."""
        slot = self.piles[self.pile].slots[self.place]
        slot.card = name
        slot.seen_by.add(self.turn)
        self.seen = [("look", self.turn, self.pile, self.place, name if seat == self.turn else None) for seat in self.seats]

    def _turn_up(self, name: str) -> None:
        slot = self.piles[self.pile].slots[self.place]
        slot.card, slot.face_up, slot.proven = name, True, False
        slot.seen_by = set(self.seats)

    def _look(self, name: str) -> None:
        if name == "rockfall":
            self._turn_up(name)
            self.gold[self.turn] += 2
            self._all_see("rockfall", self.turn, self.pile, self.place)
            self._acted()
        else:
            self._show(name)
            self.piles[self.pile].slots[self.place].proven = True
            self.phase = "survey"

    def _survey_step(self, name: str) -> None:
        if name == "stop":
            self._all_see("stop", self.turn)
            self._acted()
        elif name == "go-on":
            following = self._next_look()
            assert following is not None
            self.place = following
            self.phase = "look"
            self._all_see("go_on", self.turn)
        else:
            card = self.piles[self.pile].slots[self.place].card
            assert card is not None
            self._turn_up(card)
            self.gold[self.turn] += 2
            self._all_see("turn_up", self.turn, self.pile, self.place, card)

    # -- dig

    def _dug(self, name: str) -> None:
        seat, card = self.turn, CARDS[name]
        self._all_see("card", seat, self.pile, self.place, name)
        self.phase = "act"
        if card.health:
            if not self.sword:
                self._hurt()
        elif name != "rockfall":
            self.gold[seat] += card.gold
            if card.xp and card.injures:
                self._hurt()
            self._gain(name)
        if self.phase == "act":
            self._acted()

    def _gain(self, name: str) -> None:
        """A card leaves the pile: an item, a stone or a chest."""
        if name == "stone":
            self.piles[self.pile].stone = self.turn
        if CARDS[name].xp:
            self.items[self.turn][CARDS[name].xp] += 1
        self.piles.take(self.pile)
        if name == "chest":
            self.phase = "treasure"

    # -- treasures

    def _treasure(self, name: str) -> None:
        seat = self.turn
        self._all_see("treasure", seat, name)
        self.deck[name] -= 1
        self.gold[seat] += tables.GOLD_TREASURES.get(name, 0)
        if name in tables.ITEM_TREASURES:
            self.items[seat][tables.ITEM_TREASURES[name]] += 1
        self.skulls[seat] += name == "skull"
        if name == "mimic":
            self.phase = "mimic"
        elif name == "map" and self.options["map_choice"] == "at_once":
            self.phase = "map"
        else:
            self.map_due |= name == "map"
            self._after_treasure()

    def _mimic(self, beaten: bool) -> None:
        self._all_see("mimic", self.turn, beaten)
        if beaten:
            self.items[self.turn][2] += 1
            self.phase = "treasure"
            return
        if self.options["mimic_fail"] == "reshuffle":
            self.deck["mimic"] += 1
        self._after_treasure()

    def _map(self, choice: str) -> None:
        self._all_see("map", self.turn, choice)
        if choice == "gold":
            self.gold[self.turn] += 5
        else:
            self.items[self.turn][2] += 1
        if self.map_due:
            self.map_due = False
            self.phase = "end_of_day"
        else:
            self._after_treasure()

    def _after_treasure(self) -> None:
        if self.mining:
            self._next_to_mine()
        else:
            self._acted()

    # -- specialists

    def _hire(self, words: list[str]) -> None:
        seat, hired, *where = self.turn, words[0], *words[1:]
        power, price = hired, SPECIALISTS.get(hired, 0)
        if hired == "impostor":
            power, *where = where
            price = SPECIALISTS[power] + 2
        self._use()
        self.gold[seat] -= price
        self.holder[hired] = seat
        self.pile = int(where[0])
        pile = self.piles[self.pile]
        self.place = int(where[1]) if power == "soothsayer" else pile.top
        window = self.place if power == "soothsayer" else None
        self._all_see("hire", seat, hired, power if hired == "impostor" else None, self.pile, window)
        if power == "miner":
            self.mining = 2
            if is_monster(pile.face_up):
                self._acted()
            else:
                self.phase = "mine"
        else:
            self.last = min(self.place + (3 if power == "soothsayer" else 5), len(pile.slots)) - 1
            self.place -= 1
            self._next_to_see()

    def _peek(self, name: str) -> None:
        self._show(name)
        self._next_to_see()

    def _next_to_see(self) -> None:
        """Cards that lie in sight count, but need no showing."""
        hidden = [place for place in range(self.place + 1, self.last + 1) if not self.piles[self.pile].slots[place].face_up]
        if hidden:
            self.place, self.phase = hidden[0], "peek"
        else:
            self._acted()

    def _mined(self, name: str) -> None:
        self._all_see("card", self.turn, self.pile, self.place, name)
        self._turn_up(name)
        if is_monster(name):
            self._acted()
            return
        self.mining -= 1
        self._gain(name)
        if name == "stone" and len(self.piles.found) == 2:
            self._acted()
        elif self.phase == "mine":
            self._next_to_mine()

    def _next_to_mine(self) -> None:
        pile = self.piles[self.pile]
        self.place = pile.top
        if self.mining == 1 and pile.cards and not is_monster(pile.face_up):
            self.phase = "mine_on" if self.options["miner_may_stop"] else "mine"
        else:
            self._acted()

    # -- fight

    def _attack(self, name: str) -> None:
        seat, pile = self.turn, self.piles[self.pile]
        monster = pile.face_up
        assert monster is not None
        if name == "kill":
            self._all_see("attack", seat, self.pile, True, CARDS[monster].health - pile.wounds)
            self.gold[seat] += CARDS[monster].gold
            self._gain(monster)
        else:
            more = int(name.removeprefix("fail-"))
            self._all_see("attack", seat, self.pile, False, more)
            pile.wounds += more
            self._hurt()
        self._acted()

    # -- turns and endings

    def _begin_turn(self) -> None:
        self.sword = self.banked = self.map_due = False
        self._nothing_under_way()
        if not self.unused[self.turn]:
            self._go_home()
        else:
            self.phase = "sword" if self.gold[self.turn] >= 3 else "act"

    def _nothing_under_way(self) -> None:
        self.pile = self.place = self.last = self.mining = 0

    def _acted(self) -> None:
        """An action is finished: does the game end, does the day?"""
        self._nothing_under_way()
        stones, empty = len(self.piles.found), sum(not pile.cards for pile in self.piles)
        if stones == 2:
            self._end("both_stones")
        elif empty >= len(self.piles) - 1 and stones == 1:
            self._end("one_stone")
        elif empty >= max(1, len(self.piles) - 2) and stones == 0:
            self._end("no_stone")
        elif self.unused[self.turn]:
            self.phase = "act"
        else:
            self._go_home()

    def _go_home(self) -> None:
        seat = self.turn
        self.unused[seat] += self.used[seat] + self.waiting[seat]
        self.used[seat] = self.waiting[seat] = 0
        self.sword = False
        self.phase = "map" if self.map_due else "end_of_day"

    def _end_day(self, cured: int, recruited: bool) -> None:
        seat = self.turn
        self._all_see("end_of_day", seat, cured, recruited)
        self.gold[seat] -= 2 * cured + 5 * recruited
        self.unused[seat] += cured + recruited
        self.waiting[seat] = self.hospital[seat] - cured
        self.hospital[seat] = 0
        self.recruits[seat] &= not recruited
        for name, holder in self.holder.items():
            if holder == seat:
                self.holder[name] = None if self.resting[name] else seat
                self.resting[name] = not self.resting[name]
        self.turns += 1
        if self.turns == self.options["max_rounds"] * self.n:
            self._end("cap")
            return
        self.turn = self.turns % self.n
        self._begin_turn()

    def _end(self, ending: str) -> None:
        self.ending, self.phase = ending, "over"
        self.sword = self.banked = self.map_due = False

    # -- results ---------------------------------------------------------------------------------------------------

    def xp(self, seat: int) -> int:
        """Experience without gold and stones."""
        items = sum(value * count for value, count in self.items[seat].items())
        return items + 2 * self.tokens[seat] - 2 * self.skulls[seat]

    @property
    def totals(self) -> list[int]:
        """At the end of the game; before, as if no stone counted."""
        if self.ending == "no_stone":
            return [0] * self.n
        stones = [STONE * self.piles.found.count(seat) * (self.ending == "both_stones") for seat in self.seats]
        return [self.xp(seat) + self.gold[seat] // 5 + stones[seat] for seat in self.seats]

    def returns(self, objective: str) -> list[float]:
        totals = self.totals
        if objective == "points":
            return [float(total) for total in totals]
        if objective == "margin":
            return [float(total - max(totals[:seat] + totals[seat + 1 :])) for seat, total in enumerate(totals)]
        if self.ending == "no_stone":
            return [0.0] * self.n
        first = [seat for seat in self.seats if totals[seat] == max(totals)]
        if self.options["tie"] == "xp":
            first = [seat for seat in first if self.xp(seat) == max(map(self.xp, first))]
        if self.ending == "both_stones" and len(set(self.piles.found)) == 1:
            first = self.piles.found[:1]
        return [(seat in first) / len(first) for seat in self.seats]
