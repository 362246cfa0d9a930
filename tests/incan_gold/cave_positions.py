"""Decks, option sets and random legal positions for the cave tests, in the solvers' terms and in the twin's."""

import pytest

from .cave_twin import PRINTED, Spot

BGA = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
PRINT = (*BGA, 17)
SEED = (1, 2, 3, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)
MODES = [
    {"artifacts": False},
    {"artifact_value": "per_owner"},
    {"artifact_value": "taken_order"},
    {"artifact_value": "resolved_order"},
    {"artifact_value": "printed"},
    {"artifact_value": "per_owner", "artifact_schedule": "all_at_start"},
    {"artifact_value": "resolved_order", "artifact_schedule": "all_at_start"},
]
TOLERANCE = 1e-12


def near(x):
    return pytest.approx(x, rel=TOLERANCE, abs=TOLERANCE)


def random_cave(rng, rules, owners):
    """Round, cards left, hazards and a legal split of the artifacts into deck, path, taken (by each owner), lost."""
    r = rules.rounds - 1 if owners == 2 else rng.randrange(rules.rounds)
    copies = [3] * 5
    for _ in range(rng.randrange(r + 1)):
        copies[rng.choice([k for k in range(5) if copies[k] > 1])] -= 1
    shown = [rng.random() < 0.4 for _ in range(5)]
    left = [rng.randint(0, c) for c in rules.counts]
    older = rules.entered(r - 1) if r else 0
    split = {"deck": [], "path": [], "lost": []} | {f"taken{i}": [] for i in range(owners)}
    for artifact in range(rules.entered(r)):
        split[rng.choice(list(split) if artifact < older else ["deck", "path"])].append(artifact)
    return r, left, copies, shown, split


def spot_of(rules, r, left, copies, shown, split, **more):
    def ids(cards):
        return tuple(a if rules.printed else 0 for a in cards)

    cards = tuple(v for v, n in zip(rules.values, left, strict=True) for _ in range(n))
    hazards = tuple(sorted(zip(copies, shown, strict=True)))
    return Spot(r, cards, hazards, ids(split["deck"]), ids(split["path"]), lost=len(split["lost"]), **more)


def told(rules, cards):
    """Artifacts as the solvers take them."""
    return [PRINTED[a] for a in cards] if rules.printed else len(cards)


def tents_of(rng, rules, split):
    """Random tents as the solvers and as the twin take them."""
    tents = []
    for i in range(2):
        cards = split[f"taken{i}"]
        points = sum(PRINTED[a] for a in cards) if rules.printed else sum(rng.choice((5, 10)) for _ in cards)
        if rules.artifact_value == "per_owner":
            points = sum((5, 5, 5, 10, 10)[: len(cards)])
        tents.append((rng.randint(0, 9), len(cards), points))
    return tuple(tents)
