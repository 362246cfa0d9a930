"""Positions and queries for tests of the engine."""

import json
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "positions"


def example(name):
    return json.loads((EXAMPLES / f"{name}.json").read_text())


CROWD = "incan_gold_five_players"  # too large to be solved: searched until a limit or a stop


def evaluate(name="a", **fields):
    return {"id": name, "do": "evaluate", "position": example(CROWD), "method": "mcts", **fields}


class Wire:
    """Collects answers, from any thread."""

    def __init__(self):
        self.answers = []

    def __call__(self, answer):
        self.answers.append(json.loads(json.dumps(answer, allow_nan=False)))

    def of(self, name):
        return [answer for answer in self.answers if answer["id"] == name]

    @property
    def last(self):
        return self.answers[-1]
