"""A game loop as a frontend would write it: the host deals and asks, agents of the library sit in some seats.

An agent's seat follows the game from what its player notices; it never touches the host's state. `orienteer.Host` is this loop
ready made.
"""

import random

import orienteer
from orienteer.core.state import State, View

GAME = orienteer.load_game("incan_gold", players=3, rounds=2)
PLAYERS = {"Computer": "strong", "Ann": "casual", "Bob": None}  # by seat: a level, an agent's text, or a person


def person(state: State, seat: int, dice: random.Random) -> int:
    """A frontend would ask for this move. `orienteer.hint` tells a person what to do, and why."""
    return dice.choice(state.legal_actions(seat))


def main(seed: int = 7) -> list[float]:
    dice = random.Random(seed)
    state = GAME.new_initial_state()
    # 1. Agents sit down; each draws from a stream of its own.
    seats = {
        number: orienteer.parse_agent(GAME, level).seat(View(state, number), seed)
        for number, level in enumerate(PLAYERS.values())
        if level is not None
    }
    while not state.is_terminal():
        # 2. The host turns up a card, or collects everyone's choice.
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply(dice.choices(outcomes, weights)[0])
        else:
            choices = {
                number: seats[number].choose().action if number in seats else person(state, number, dice)
                for number in state.players_to_move()
            }
            if state.is_simultaneous_node():
                state.apply_joint([choices.get(number) for number in range(GAME.num_players)])
            else:
                state.apply(choices[state.current_player()])
        # 3. Every seat notices what it can see of that.
        for number, seat in seats.items():
            seat.notice(state.observation(number))
        print(state.observation(0))
    print("final scores:", dict(zip(PLAYERS, state.scores(), strict=True)))
    return state.scores()


if __name__ == "__main__":
    main()
