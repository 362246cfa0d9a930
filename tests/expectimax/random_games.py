"""Small random games as trees with shared nodes, and a slow exact twin of the solver."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from orienteer.core.python_game import PythonGame
from orienteer.core.state import CHANCE_PLAYER, SIMULTANEOUS_PLAYER, TERMINAL_PLAYER


class Graph(PythonGame):
    """A game given as a dict: node -> (player, {action or joint: child}, weights or None, returns)."""

    def __init__(self, table=None, players=2, objective="win", start=0, rewards=False, validate=True):
        self.table, self.start, self.rewards_on = table, start, rewards
        super().__init__(
            name="graph", num_players=players, num_distinct_actions=8, max_chance_outcomes=8, objectives=(objective,),
            segments=("round",), validate=validate,
            options={"table": id(table), "players": players, "objective": objective, "start": start},
        )  # fmt: skip

    def initial_value(self):
        return self.start, (0,) * self.num_players

    def current_player(self, value):
        return self.table[value[0]][0]

    def legal_actions(self, value, player):
        current, edges, *_ = self.table[value[0]]
        if current == SIMULTANEOUS_PLAYER:
            return sorted({joint[player] for joint in edges} - {-1})
        return sorted(edges)

    def chance_outcomes(self, value):
        return sorted(self.table[value[0]][2].items())

    def apply(self, value, action):
        return self.step(value, self.table[value[0]][1][action])

    def apply_joint(self, value, actions):
        return self.step(value, self.table[value[0]][1][tuple(actions)])

    def step(self, value, child):
        if not self.rewards_on:
            return child, value[1]
        return child, tuple(a + b for a, b in zip(value[1], self.table[child][3], strict=True))

    def returns(self, value, objective):
        if self.rewards_on:
            return [float(x) for x in value[1]]
        return [float(x) for x in self.table[value[0]][3]]

    def state_key(self, value, objective):
        return value[0]

    def is_constant_sum(self, objective=None):
        return self.num_players == 2 and not self.rewards_on

    def utility_bounds(self, objective=None):
        return 0.0, 1.0

    def segment(self, value, kind):
        return value[0] // 4


def random_table(seed, players=2, simultaneous=False, size=12, constant_sum=True):
    """Edges lead to higher numbers only, so the game ends; several edges may share a child."""
    rng = random.Random(seed)
    table = {}
    for node in range(size):
        values = [Fraction(rng.randint(0, 16), 16) for _ in range(players)]
        if constant_sum and players == 2:
            values[1] = 1 - values[0]
        later = range(node + 1, size)
        kind = rng.random()
        children = [rng.choice(later) for _ in range(rng.randint(1, 3))] if later else []
        if not children or (node > 2 and kind < 0.15):
            table[node] = (TERMINAL_PLAYER, {}, None, values)
        elif kind < 0.45:
            table[node] = (
                CHANCE_PLAYER,
                dict(enumerate(children)),
                {i: rng.randint(1, 5) for i in range(len(children))},
                values,
            )
        elif simultaneous and kind < 0.75:
            counts = [rng.randint(0, 3) for _ in range(players)]
            if not any(counts):
                counts[-1] = 2
            joints = product(*(range(c) if c else [-1] for c in counts))
            table[node] = (SIMULTANEOUS_PLAYER, {joint: rng.choice(later) for joint in joints}, None, values)
        else:
            table[node] = (rng.randrange(players), dict(enumerate(children)), None, values)
    return table


def twin(table, players, node=0, uniform=(), rewards=False, tie="mix", cut=None, stage=None):
    """Values of a node by recursion in Fractions. cut(node): play ends there; stage(matrix): value for two choosers."""
    current, edges, weights, values = table[node]

    def below(child):
        found = twin(table, players, child, uniform, rewards, tie, cut, stage)
        return [a + b for a, b in zip(found, table[child][3], strict=True)] if rewards else found

    def mean(pairs):
        pairs = list(pairs)
        total = sum(weight for weight, _ in pairs)
        return [sum(w * v[k] for w, v in pairs) / total for k in range(players)]

    if current == TERMINAL_PLAYER or (cut is not None and cut(node)):
        return [Fraction(0)] * players if rewards else list(values)
    after = {play: below(child) for play, child in edges.items()}
    if current == CHANCE_PLAYER:
        return mean((Fraction(weights[play]), v) for play, v in after.items())
    if current == SIMULTANEOUS_PLAYER:
        free = [s for s in range(players) if s not in uniform and any(joint[s] != -1 for joint in after)]
        if not free:
            return mean((Fraction(1), v) for v in after.values())
        choices = {}
        for joint, v in after.items():
            choices.setdefault(tuple(joint[s] for s in free), []).append((Fraction(1), v))
        choices = {key: mean(group) for key, group in choices.items()}
        if len(free) == 2:
            rows = sorted({key[0] for key in choices})
            columns = sorted({key[1] for key in choices})
            value = stage([[choices[r, c][0] for c in columns] for r in rows])
            return [value, 1 - value]
        after, current = choices, free[0]
    if current in uniform:
        return mean((Fraction(1), v) for v in after.values())
    most = max(v[current] for v in after.values())
    best = [v for v in after.values() if v[current] == most]
    return best[0] if tie == "first" else mean((Fraction(1), v) for v in best)
