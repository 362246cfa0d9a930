"""A game between a person at the terminal and agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from orienteer.agents import Host, parse_agent
from orienteer.agents.hints import move_words
from orienteer.agents.speech import Speech
from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.options import whole_number
from orienteer.core.state import View
from orienteer.games import registry
from orienteer.playing.commands import Quit, obey
from orienteer.playing.drawing import move_grid, named, result_grid, table_panel
from orienteer.playing.events import told
from orienteer.playing.phrases import PHRASES
from orienteer.records import Record
from orienteer.vocabulary import Vocabulary

if TYPE_CHECKING:
    from orienteer.core.state import Game
    from orienteer.evaluation import Move


class Table:
    """One game at the terminal, with one person.

    Attributes:
        host: the game in play. view: what the person's seat knows. names: by seat, none left out.
        say: the terminal's own phrases. words: those for pieces and events.
        news: what the person has noticed and not been told yet.
        record: what the person's seat has seen, None in a game without positions as documents.
        choices: everybody's actions at each decision until now; `own` holds the numbers of those the person made freely.
    """

    def __init__(
        self,
        game: Game,
        *,
        levels: tuple[str, ...],
        seat: int = 0,
        seed: int = 0,
        names: tuple[str | None, ...] | None = None,
        language: str = "en",
        console: Console | None = None,
    ) -> None:
        """Raises OptionError for a seat, levels, a language or names that do not fit the game."""
        self.game = game
        self.seat = whole_number("seat", seat, 0, game.num_players - 1)
        self.seed = seed
        self.say = Speech(language, PHRASES)
        own_places = getattr(registry.optional_part(game.name, "terminal"), "own_places", None)
        self.words = Vocabulary(language, own_places and own_places(game))
        self.console = console or Console(highlight=False, markup=False, emoji=False)
        others = [other for other in range(game.num_players) if other != seat]
        if others and len(levels) not in (1, len(others)):
            raise OptionError("level", ", ".join(levels), f"one for all others, or one for each of the {len(others)}")
        by_seat = dict(zip(others, levels * len(others), strict=False))
        self.agents = [parse_agent(game, by_seat[n]) if n in by_seat else None for n in range(game.num_players)]
        given = names or tuple(self._level(by_seat[n], n) if n in by_seat else self.say("you") for n in range(game.num_players))
        if len(given) != game.num_players:
            raise OptionError("names", ", ".join(map(str, given)), f"{game.num_players}, one a seat")
        self.names = tuple(name or self.say("seat", seat=number) for number, name in enumerate(given))
        self.begin()

    def _level(self, text: str, seat: int) -> str:
        """The name of an agent's seat: its level, or its kind."""
        kind = text.split()[0]
        return f"{self.words.find(f'levels.{kind}') or kind} {seat}"

    def begin(self) -> None:
        """Everything as before the first transition."""
        self.host = Host(self.game, self.agents, self.seed)
        self.view = View(self.host.state, self.seat)
        self.choices: list[dict[int, int]] = []
        self.own: list[int] = []
        self.news: list[object] = []
        documented = self.game.name in registry.registered_packages("position")
        self.record = Record(self.game, self.names, viewer=self.seat) if documented else None

    # -- the game ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until the person leaves or the input ends."""
        try:
            while not self.host.state.is_terminal():
                legal = self.view.mask.legal_actions(self.seat)
                self.step({self.seat: self.ask(legal)} if legal else {})
            self.tell()
            self.console.print(table_panel(self))
            self.console.print(result_grid(self))
        except Quit:
            self.console.print(self.say("left"))
        except EOFError:
            self.console.print(self.say("ended"))

    def step(self, given: Mapping[int, int], *, shown: bool = True) -> None:
        """One transition: what the person notices is added to his view and record, and shown."""
        by_chance = self.host.state.is_chance_node()
        played = self.host.advance(given)
        if not by_chance:
            self.choices.append(played)
        seen = self.host.state.observation(self.seat)
        self.view = self.view.after(seen)
        words = None if self.record is None else self.record.append(seen) and self.record.events[-1]
        if shown and seen is not None:
            self.news.append(words or seen)

    def take_back(self) -> None:
        """To before the person's last free choice, by playing everything before it again."""
        if not self.own:
            raise OptionError("undo", "nothing", "a choice of yours to take back")
        kept, own = self.choices[: self.own[-1]], self.own[:-1]
        self.begin()
        self.own = own
        for given in kept:
            while self.host.state.is_chance_node():
                self.step({}, shown=False)
            self.step(given, shown=False)
        while self.host.state.is_chance_node():
            self.step({}, shown=False)

    def tell(self) -> None:
        """What has happened since the last time."""
        for line in told(self.news, self.name, self.words):
            self.console.print(Text(f"  · {line}", style="dim"))
        self.news.clear()

    # -- the person ------------------------------------------------------------------------------------------------------

    def ask(self, legal: list[int]) -> int:
        """The person's action; a forced one is played for him."""
        self.tell()
        if len(legal) == 1:
            self.console.print(self.say("forced", move=self.move_text(self.moves()[0])))
            return legal[0]
        self.show()
        while True:
            self.console.print("> ", end="")
            words = input().split()
            try:
                if not obey(self, words):
                    action = self.chosen(" ".join(words))
                    self.own.append(len(self.choices))
                    return action
            except (OrienteerError, OSError) as error:
                self.console.print(Text(str(error), style="yellow"))

    def show(self) -> None:
        """The table and the moves."""
        self.console.print(table_panel(self))
        self.console.print(move_grid(self))

    def moves(self) -> list[Move]:
        """The person's moves in the order of their numbers."""
        from orienteer.moves import named_move

        state = self.view.mask
        return [named_move(state, self.seat, action) for action in state.legal_actions(self.seat)]

    def move_text(self, move: Move) -> str:
        """A move for people, with names for seats."""
        return named(move_words(self.view.mask, self.seat, move, self.say.language), self.names, self.say)

    def name(self, who: int | str) -> str:
        """A player that a document gives by seat or by name."""
        return who if isinstance(who, str) else self.names[who]

    def chosen(self, text: str) -> int:
        """The action that a number or a name stands for. Raises OptionError for any other text."""
        moves = self.moves()
        if text.isdecimal() and 1 <= int(text) <= len(moves):
            return moves[int(text) - 1].action
        for move in moves:
            if move.id == text:
                return move.action
        raise OptionError("move", text, f"1 to {len(moves)}, the name of a move, or help")
