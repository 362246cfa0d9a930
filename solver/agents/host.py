"""A game in play: holds the true state, deals, asks the agents, and tells every seat what it notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from orienteer.core.errors import IllegalActionError, OptionError
from orienteer.core.options import whole_number
from orienteer.core.rng import RandomStream
from orienteer.core.state import View

if TYPE_CHECKING:
    from orienteer.agents.seat import Agent, Seat
    from orienteer.core.state import Game, State
    from orienteer.limits import Limits

CHANCE_STREAM = 999  # apart from those of the seats


class Host:
    """Plays a game with agents, and with people where a seat has None.

    Attributes:
        state: the true state. What seat s may be shown is `state.mask(s)` and `state.observation(s)`.
        seats: the agents' seats, None where a person sits.
    """

    def __init__(
        self, game: Game, agents: Sequence[Agent | None], seed: int = 0, *, draw: Callable[[State], int] | None = None
    ) -> None:
        """`draw` gives an outcome for a chance node (None: they are drawn from a stream of the seed).

        Raises OptionError unless there is one agent, or None, a seat.
        """
        if len(agents) != game.num_players:
            raise OptionError("agents", len(agents), f"one a seat: {game.num_players}")
        self.state: State = game.new_initial_state()
        stream = RandomStream(whole_number("seed", seed, 0, 2**64 - 1), CHANCE_STREAM)
        self._draw = draw or (lambda state: state.sample_chance(stream))
        self.seats: list[Seat | None] = [
            None if agent is None else agent.seat(View(self.state, number), seed) for number, agent in enumerate(agents)
        ]

    @property
    def asked(self) -> list[int]:
        """Seats of people that have to choose before play goes on, one alone that has a single move among them."""
        return [seat for seat in self.state.players_to_move() if self.seats[seat] is None]

    def advance(self, choices: Mapping[int, int] | None = None, limits: Limits | None = None) -> dict[int, int]:
        """Play one transition: chance, a move, or everybody's choices at once. Returns what was chosen by seat.

        `choices` are people's actions by seat; an agent's there is played instead of its own. `limits` stand in for the
        agents' own. Raises IllegalActionError for an action that is not legal, OptionError where a
        person's is missing; nothing has been played then.
        """
        played = {}
        if self.state.is_chance_node():
            self.state.apply(self._draw(self.state))
        else:
            played = self._chosen(choices or {}, limits)
            if self.state.is_simultaneous_node():
                self.state.apply_joint([played.get(number) for number in range(self.state.game.num_players)])
            else:
                self.state.apply(played[self.state.current_player()])
        for number, seat in enumerate(self.seats):
            if seat is not None:
                seat.notice(self.state.observation(number))
        return played

    def _chosen(self, choices: Mapping[int, int], limits: Limits | None) -> dict[int, int]:
        """Everybody's actions. What is given is checked before any agent thinks, or draws a number."""
        movers = self.state.players_to_move()
        for number in movers:
            if self.seats[number] is None and number not in choices:
                raise OptionError("choices", sorted(choices), f"an action for each of the seats {self.asked}")
            if number in choices and choices[number] not in self.state.legal_actions(number):
                allowed = ", ".join(self.state.action_to_string(number, action) for action in self.state.legal_actions(number))
                raise IllegalActionError(f"choice of seat {number}: {choices[number]!r}, allowed: {allowed}")
        chosen = {}
        for number in movers:
            seat = self.seats[number]
            if number in choices or seat is None:
                chosen[number] = choices[number]
            else:
                chosen[number] = seat.choose_action(limits)
        return chosen

    def finish(self, limits: Limits | None = None) -> list[float]:
        """Play to the end where only agents sit; returns by seat, by the game's default objective."""
        while not self.state.is_terminal():
            self.advance(limits=limits)
        return self.state.returns()
