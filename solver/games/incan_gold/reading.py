"""From the words of an Incan Gold position to a state.

A document states what lies on the table and in every tent. What follows from that may be left out and is derived here;
what is given must agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from orienteer.core.errors import OrienteerError, PositionError
from orienteer.core.incan_gold import IncanGold
from orienteer.core.incan_gold.components import HAZARDS, NUM_ARTIFACTS, PRINTED_VALUES, deck_values
from orienteer.core.state import Game, State
from orienteer.games.incan_gold.history import (
    ARTIFACT,
    HAZARD,
    LARGE,
    NUM_SMALL,
    SMALL,
    Leftovers,
    Table,
    check_history,
    possible_leftovers,
)
from orienteer.games.incan_gold.models import TableDocument
from orienteer.positions.wording import missing, refused

PHASES = ("card", "choice", "over")


class Reader:
    """One reading of a document's `state`; the fields are read in the order in which they depend on each other."""

    def __init__(self, table: TableDocument, game: IncanGold) -> None:
        self.table = table
        self.game = game
        self.options = game.options
        self.rounds: int = game.options["rounds"]
        self.mode: str = game.options["artifact_value"] if game.options["artifacts"] else "none"
        self.per_card = game.options["leftovers"] == "per_card"
        self.seats = range(len(table.players))
        self.derived: list[str] = []
        self.assumed: list[str] = []

    def read(self) -> tuple[State, list[str], list[str]]:
        if self.table.round > self.rounds:
            raise refused("state.round", self.table.round, f"a whole number from 1 to {self.rounds}")
        self.next = self._next()
        self.over = self.next == "over"
        self.done = self.rounds if self.over else self.table.round - 1
        self.path = self._path()
        self.removed = self._removed()
        self.held = tuple(self._held(seat) for seat in self.seats)
        self.lost = self._artifacts()
        self.inside = self._inside()
        self.pocket, self.leftovers = self._pocket(), self._leftovers()
        history = history_table(self.game, self._fields(), self.held)
        if isinstance(self.table.leftovers, int) and self.per_card:
            self._name_leftovers(history, self.table.leftovers)
            history = history_table(self.game, self._fields(), self.held)
        self.assumed += check_history(history)
        try:
            return self.game.state_from_fields(self._fields()), self.derived, self.assumed
        except OrienteerError as error:
            raise PositionError(f"state: {error}") from None

    def _fields(self) -> dict[str, Any]:
        printed = self.mode == "printed"
        taken = sorted(worth for held in self.held for worth in held)
        on_path = [name for name in self.path if name.startswith("artifact")]
        in_deck: Any = self._entered(self.done) - len(taken) - len(self.lost) - len(on_path)
        if printed:
            worths = [int(name.removeprefix("artifact-")) for name in on_path]
            in_deck = tuple(set(PRINTED_VALUES[: self._entered(self.done)]) - {*taken, *self.lost, *worths})
        return {
            "round": self.done + 1,
            "phase": PHASES.index(self.next),
            "path": self.path,
            "inside": self.inside,
            "pocket": self.pocket,
            "leftovers": self.leftovers if isinstance(self.leftovers, tuple) else (self.leftovers,),
            "gems": tuple(player.gems for player in self.table.players),
            "artifact_count": tuple(map(len, self.held)),
            "artifact_points": tuple(map(sum, self.held)),
            "removed": tuple(self.removed[kind] for kind in HAZARDS[: len(self.options["hazards"])]),
            "artifacts_deck": in_deck,
            "artifacts_path": tuple(worths) if printed else len(on_path),
            "artifacts_taken": tuple(taken) if printed else len(taken),
            "artifacts_lost": self.lost if printed else len(self.lost),
        }

    def _entered(self, rounds_done: int) -> int:
        return artifacts_entered(self.game, rounds_done)

    def _next(self) -> str:
        table, opening = self.table, self.options["decide_before_first_card"]
        if table.next == "over":
            if table.round != self.rounds:
                raise refused("state.round", table.round, f"{self.rounds}, the last one, when the game is over")
            if table.path:
                raise refused("state.path", table.path, "[] when the game is over")
            return "over"
        if table.path is None:
            raise missing("state.path", "the cards of this round in the order turned up, [] at its start")
        left = any(player.inside is False for player in table.players)
        if table.next is not None:
            if table.next == "choice" and not table.path and (left or not opening):
                raise refused("state.next", "choice", "'card': nothing lies on the path")
            return table.next
        if not table.path and not opening:
            self.derived.append("state.next = 'card': nothing lies on the path")
            return "card"
        if not table.path and left:
            self.derived.append("state.next = 'card': the choice before the first card was made")
            return "card"
        self.assumed.append("state.next = 'choice': the document does not say")
        return "choice"

    def _path(self) -> tuple[str, ...]:
        deck = Counter(map(str, deck_values(self.options["deck"])))
        kinds = HAZARDS[: len(self.options["hazards"])]
        artifacts = [name for name in self.game.outcome_names if name.startswith("artifact") and self.mode != "none"]
        most = {**deck, **dict.fromkeys(kinds, 1), **dict.fromkeys(artifacts, 1 if self.mode == "printed" else 5)}
        seen: Counter[str] = Counter()
        path = tuple(map(str, self.table.path or ()))
        for i, name in enumerate(path):
            field, card = f"state.path[{i}]", (self.table.path or ())[i]
            if name not in most:
                raise refused(field, card, self._card_words(most))
            seen[name] += 1
            if seen[name] > most[name]:
                if name in kinds:
                    raise refused(field, card, f"one {name} on the path: a second one ends the round")
                raise refused(field, card, f"at most {most[name]} of this card")
        return path

    @staticmethod
    def _card_words(names: dict[str, int]) -> str:
        return ", ".join(name if name.isdecimal() else repr(name) for name in names)

    def _removed(self) -> Counter[str]:
        words = self.table.removed
        if words is None:
            if self.done:
                raise missing("state.removed", "the hazard cards out of the game, [] for none")
            self.derived.append("state.removed = []: no round is over")
            words = []
        start = dict(zip(HAZARDS, self.options["hazards"], strict=False))
        seen: Counter[str] = Counter()
        for i, word in enumerate(words):
            seen[word] += 1
            if word not in start:
                raise refused(f"state.removed[{i}]", word, ", ".join(map(repr, start)))
            if seen[word] >= start[word]:
                raise refused(f"state.removed[{i}]", word, f"at most {start[word] - 1} {word} cards: one stays in the game")
        if len(words) > self.done:
            raise refused("state.removed", words, f"at most {self.done} cards, one a finished round")
        return seen

    def _held(self, seat: int) -> tuple[int, ...]:
        """Points of a player's artifacts."""
        field, value = f"state.players[{seat}].artifacts", self.table.players[seat].artifacts
        if self.mode == "none":
            if value:
                raise refused(field, value, "none: the rules have no artifacts")
            return ()
        if self.mode == "per_owner":
            if value is None:
                raise missing(field, "how many artifacts he has")
            if not isinstance(value, int) or value > NUM_ARTIFACTS:
                raise refused(field, value, f"how many artifacts he has, 0 to {NUM_ARTIFACTS}")
            return (SMALL,) * min(value, NUM_SMALL) + (LARGE,) * (value - NUM_SMALL)
        if value is None:
            raise missing(field, "the points of each of his artifacts, [] for none")
        if not isinstance(value, list) or len(value) > NUM_ARTIFACTS:
            raise refused(field, value, f"a list of the points of each of his artifacts, at most {NUM_ARTIFACTS}")
        worths = PRINTED_VALUES if self.mode == "printed" else (SMALL, LARGE)
        for i, worth in enumerate(value):
            if worth not in worths:
                raise refused(f"{field}[{i}]", worth, ", ".join(map(str, worths)))
            if self.mode != "printed" and i and value[i - 1] > worth:
                raise refused(f"{field}[{i}]", worth, f"{LARGE}: the points in the order taken, and 10 came before")
        return tuple(sorted(value))

    def _artifacts(self) -> tuple[int, ...]:
        """Check `artifacts` and return those lost: their worths when printed, else a tuple of that length."""
        given = self.table.artifacts
        taken = sorted(worth for held in self.held for worth in held)
        stated = given.taken if given else None
        if self.mode == "printed":
            if stated is not None and (not isinstance(stated, list) or sorted(stated) != taken):
                raise refused("state.artifacts.taken", stated, f"{taken}, those in the tents")
        elif stated is not None and stated != len(taken):
            raise refused("state.artifacts.taken", stated, f"{len(taken)}, as many as are in the tents")
        lost = given.lost if given else None
        if lost is None:
            visible = sum(name.startswith("artifact") for name in self.path)
            forced = self._entered(self.done) - len(taken) - visible <= 0
            alone = len(self.seats) == 1 and not self.removed.total()
            if self.mode != "none" and self.done and not forced and not alone:
                raise missing("state.artifacts.lost", "the artifacts that left the game untaken")
            if self.mode != "none":
                reason = "no round is over" if not self.done else "a single player lost none without a bust"
                reason = "all others are accounted for" if self.done and forced else reason
                self.derived.append(f"state.artifacts.lost = {'[]' if self.mode == 'printed' else 0}: {reason}")
            lost = [] if self.mode == "printed" else 0
        if self.mode != "printed":
            if not isinstance(lost, int):
                raise refused("state.artifacts.lost", lost, "how many artifacts were lost")
            most = 0 if self.mode == "none" else NUM_ARTIFACTS
            if lost > most:
                raise refused("state.artifacts.lost", lost, f"at most {most}")
            return (SMALL,) * lost
        if not isinstance(lost, list):
            raise refused("state.artifacts.lost", lost, "a list of the worths of the artifacts lost")
        self._check_printed(lost)
        return tuple(sorted(lost))

    def _check_printed(self, lost: Sequence[int]) -> None:
        """Each printed artifact lies in one place only, and in none before its round."""
        so_far = self._entered(self.done)
        places: list[tuple[str, int, int]] = []
        for seat, player in enumerate(self.table.players):
            worths = player.artifacts if isinstance(player.artifacts, list) else []
            places += [(f"state.players[{seat}].artifacts[{i}]", worth, so_far) for i, worth in enumerate(worths)]
        for i, name in enumerate(self.path):
            if name.startswith("artifact"):
                places.append((f"state.path[{i}]", int(name.removeprefix("artifact-")), so_far))
        places += [(f"state.artifacts.lost[{i}]", worth, self.done) for i, worth in enumerate(lost)]
        seen: dict[int, str] = {}
        for field, worth, rounds in places:
            if worth not in PRINTED_VALUES[:rounds]:
                allowed = ", ".join(map(str, PRINTED_VALUES[:rounds])) or "none yet"
                raise refused(field, worth, f"{allowed}: the r-th artifact enters in round r")
            if worth in seen:
                raise refused(field, worth, f"each artifact in one place, and it is at {seen[worth]}")
            seen[worth] = field

    def _inside(self) -> tuple[bool, ...]:
        players = self.table.players
        stated = [player.inside for player in players]
        # 1. All of them, where the moment says it.
        reason, value = "", True
        taken = any(self.held)
        if self.over:
            reason, value = "the game is over", False
        elif len(players) == 1:
            reason = "a single player is inside until the round ends"
        elif not self.path and (self.next == "choice" or not (self.options["decide_before_first_card"] or taken)):
            reason = "the round begins"
        if reason:
            for seat, inside in enumerate(stated):
                if inside is not None and inside != value:
                    raise refused(f"state.players[{seat}].inside", inside, f"{str(value).lower()}: {reason}")
            if None in stated:
                self.derived.append(f"state.players[*].inside = {str(value).lower()}: {reason}")
            return (value,) * len(players)
        # 2. One by one: who has banked in round 1 is out; when all others are out, the last one is inside.
        for seat, inside in enumerate(stated):
            if inside is None and self.done == 0 and (players[seat].gems or self.held[seat]):
                stated[seat] = False
                self.derived.append(f"state.players[{seat}].inside = false: he has banked in round 1")
        if stated.count(None) == 1 and stated.count(False) == len(stated) - 1:
            seat = stated.index(None)
            stated[seat] = True
            self.derived.append(f"state.players[{seat}].inside = true: all others are out")
        for seat, inside in enumerate(stated):
            if inside is None:
                raise missing(f"state.players[{seat}].inside", "true or false (neither follows from the rest)")
        if True not in stated:
            raise refused("state.players", "nobody inside", "somebody inside: a round ends when nobody is")
        return tuple(map(bool, stated))

    def _shares(self) -> tuple[int, tuple[int, ...], str] | None:
        """Pocket and remainders where they follow from the path, and why."""
        gems = [int(name) for name in self.path if name.isdecimal()]
        if not gems:
            return 0, (), "the game is over" if self.over else "no treasure lies on the path"
        if not all(self.inside):
            return None
        remainders = tuple(sorted(card % len(self.inside) for card in gems if card % len(self.inside)))
        return sum(card // len(self.inside) for card in gems), remainders, "everyone is still inside"

    def _pocket(self) -> int:
        shares, given = self._shares(), self.table.pocket
        if shares is None:
            if given is None:
                raise missing("state.pocket", "the gems that each player inside holds")
            return given
        if given is not None and given != shares[0]:
            raise refused("state.pocket", given, f"{shares[0]}: {shares[2]}")
        if given is None:
            self.derived.append(f"state.pocket = {shares[0]}: {shares[2]}")
        return shares[0]

    def _leftovers(self) -> Leftovers:
        shares, given = self._shares(), self.table.leftovers
        if isinstance(given, list):
            if not self.per_card:
                raise refused("state.leftovers", given, "one number: the path's gems are pooled")
            given = sorted(left for left in given if left)
            if given and given[-1] >= len(self.inside):
                raise refused("state.leftovers", given, f"remainders below {len(self.inside)}, the number of players")
        if shares is None:
            if given is None:
                raise missing("state.leftovers", "the gems left on the path")
            return tuple(given) if isinstance(given, list) else given
        _, remainders, reason = shares
        if given is not None and given != sum(remainders) and (given != list(remainders) or not self.per_card):
            raise refused("state.leftovers", given, f"{list(remainders) if self.per_card else sum(remainders)}: {reason}")
        if given is None or (self.per_card and isinstance(given, int)):
            self.derived.append(f"state.leftovers = {list(remainders) if self.per_card else sum(remainders)}: {reason}")
        return remainders if self.per_card else sum(remainders)

    def _name_leftovers(self, history: Table, total: int) -> None:
        """Find the remainders by card of which only the sum was given."""
        if isinstance(self.leftovers, tuple):
            return
        reachable = possible_leftovers(history)
        fitting = [left for left in reachable or () if isinstance(left, tuple) and sum(left) == total]
        if reachable is not None and not fitting:
            raise refused("state.leftovers", total, "what some order of leaving gives on this path")
        if len(fitting) != 1:
            raise refused("state.leftovers", total, "a list of what lies on each card: the sum does not say it")
        self.leftovers = fitting[0]
        self.derived.append(f"state.leftovers = {list(fitting[0])}: no other remainders have this sum")


def artifacts_entered(game: Game, rounds_done: int) -> int:
    """How many artifacts the deck has had so far, those of the round at hand included."""
    if not game.options["artifacts"]:
        return 0
    if game.options["artifact_schedule"] == "all_at_start":
        return NUM_ARTIFACTS
    return min(rounds_done + 1, int(game.options["rounds"]))


def history_table(game: Game, fields: dict[str, Any], held: tuple[tuple[int, ...], ...]) -> Table:
    """The fields of a state (IncanGoldState.fields) and its tents as history.py wants them."""
    done, over = fields["round"] - 1, fields["phase"] == PHASES.index("over")
    per_card = game.options["leftovers"] == "per_card"
    printed = game.options["artifacts"] and game.options["artifact_value"] == "printed"
    lost = fields["artifacts_lost"]
    left = tuple(fields["leftovers"])
    return Table(
        rounds_done=done,
        over=over,
        path=tuple(
            int(name) if name.isdecimal() else ARTIFACT if name.startswith("artifact") else HAZARD for name in fields["path"]
        ),
        choosing=fields["phase"] == PHASES.index("choice"),
        inside=fields["inside"],
        pocket=fields["pocket"],
        leftovers=left if per_card else sum(left),
        gems=fields["gems"],
        held=held,
        lost=len(lost) if printed else lost,
        busts=sum(fields["removed"]),
        deck=deck_values(game.options["deck"]),
        per_card=per_card,
        opening=game.options["decide_before_first_card"],
        artifact_value=game.options["artifact_value"],
        entered=artifacts_entered(game, done),
        entered_before=artifacts_entered(game, done if over else done - 1) if done else 0,
        fresh=PRINTED_VALUES[done] if printed and not over else None,
    )
