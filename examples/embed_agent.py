"""A game loop as a frontend would write it: the host deals and asks, one seat is played by the library.

The AI's seat follows the game from what everybody sees; it never touches the host's state.
"""

import random

import orienteer

AI_SEAT = 0
NAMES = ["Computer", "Ann", "Bob"]


def main(seed: int = 7) -> list[float]:
    dice = random.Random(seed)
    host = orienteer.load_game("incan_gold", players=len(NAMES), rounds=2).new_initial_state()
    ai = orienteer.Position.from_state(host, AI_SEAT, names=NAMES)
    while not host.is_terminal():
        # 1. The host turns up a card, or collects everyone's choice.
        if host.is_chance_node():
            outcomes, weights = zip(*host.chance_outcomes(), strict=True)
            host.apply(dice.choices(outcomes, weights)[0])
        else:
            movers = host.players_to_move()
            choices = {seat: dice.choice(host.legal_actions(seat)) for seat in movers}
            if AI_SEAT in movers:
                move = orienteer.best_move(ai, limits=orienteer.Limits(iterations=500), seed=seed)
                name = dice.choices([*move.mix], [*move.mix.values()])[0] if move.mix else move.id
                choices[AI_SEAT] = host.string_to_action(AI_SEAT, name)
            if host.is_simultaneous_node():
                host.apply_joint([choices.get(seat, -1) for seat in range(len(NAMES))])
            else:
                host.apply(choices[movers[0]])
        # 2. Everybody sees what happened; so does the AI.
        seen = host.observation(AI_SEAT)
        ai = ai.after(seen)
        print(seen)
    print("final scores:", dict(zip(NAMES, host.scores(), strict=True)))
    return host.scores()


if __name__ == "__main__":
    main()
