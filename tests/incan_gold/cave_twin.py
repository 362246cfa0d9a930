"""Slow twin of the cave solvers: memoised recursion in plain Python, written from the rules step by step.

One player: points still to come. Two players: seat 0's share of the win, last round only. Hazard kinds are (copies in
the game, on the path), sorted, since equal kinds are interchangeable. Artifacts are numbers 0..4 by the round they
enter with `printed` and all 0 otherwise. A tent is (gems, artifacts, artifact points); with one player its gems stay 0
and gains are added up instead.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

PRINTED = (5, 7, 8, 10, 12)


class Spot(NamedTuple):
    round: int  # from 0
    treasures: tuple  # cards in the deck
    hazards: tuple
    deck: tuple  # artifacts
    path: tuple = ()  # artifacts
    tents: tuple = ((0, 0, 0),)
    inside: tuple = (True,)
    pocket: int = 0
    leftovers: tuple = ()  # gems on each treasure card of the path
    taken: int = 0
    lost: int = 0


class Twin:
    def __init__(
        self,
        cards,
        rounds=5,
        artifacts=True,
        artifact_value="per_owner",
        artifact_schedule="per_round",
        leftovers="pooled",
        tie="shared",
        decide_before_first_card=False,
    ):
        self.cards, self.rounds, self.artifacts, self.tie = tuple(sorted(cards)), rounds, artifacts, tie
        self.artifact_value, self.schedule, self.leftovers = artifact_value, artifact_schedule, leftovers
        self.opening = decide_before_first_card
        self.card, self.decide, self.before = cache(self.card), cache(self.decide), cache(self.before)

    def start(self):
        return self.before(0, ((3, False),) * 5, (), ((0, 0, 0),), 0, 0)

    def entering(self, r):
        """Artifacts shuffled in at the start of round r."""
        if not self.artifacts:
            return ()
        if self.schedule == "all_at_start":
            return (0,) * 5 if r == 0 else ()
        return (r if self.artifact_value == "printed" else 0,)

    def before(self, r, hazards, deck, tents, taken, lost):
        """Steps 1 and 2: shuffle, everyone enters."""
        if r == self.rounds:
            return self.end(tents)
        spot = Spot(
            r,
            self.cards,
            hazards,
            tuple(sorted(deck + self.entering(r))),
            tents=tents,
            inside=(True,) * len(tents),
            taken=taken,
            lost=lost,
        )
        return self.decide(spot) if self.opening else self.card(spot)

    def end(self, tents):
        if len(tents) == 1:
            return 0.0
        key = [(gems + points, count if self.tie == "artifacts" else 0) for gems, count, points in tents]
        return 0.5 if key[0] == key[1] else float(key[0] > key[1])

    def decide(self, spot):
        """Step 3."""
        insiders = [i for i, here in enumerate(spot.inside) if here]
        if len(insiders) == 2:
            return self.game(spot)[1]
        pick = max if insiders[0] == 0 else min
        return pick(self.leave(spot, insiders), self.card(spot))

    def game(self, spot):
        """Matrix (rows: seat 0 stays, leaves; columns: seat 1) and value."""
        m = [[self.leave(spot, [i for i, out in enumerate((a, b)) if out]) for b in (0, 1)] for a in (0, 1)]
        for i, j in product(range(2), repeat=2):
            if m[i][j] <= m[i][1 - j] and m[i][j] >= m[1 - i][j]:
                return m, m[i][j]
        p = (m[1][1] - m[1][0]) / (m[0][0] - m[0][1] - m[1][0] + m[1][1])
        return m, p * m[0][0] + (1 - p) * m[1][0]

    def leave(self, spot, leavers):
        """Step 4, then on."""
        if not leavers:
            return self.card(spot)
        k = len(leavers)
        if self.leftovers == "pooled":
            share, rest = divmod(sum(spot.leftovers), k)
            rest = (rest,)
        else:
            share, rest = sum(g // k for g in spot.leftovers), tuple(g % k for g in spot.leftovers)
        tents, inside, path, taken, gained = list(spot.tents), list(spot.inside), spot.path, spot.taken, 0
        for i in leavers:
            gems, count, points = tents[i]
            tents[i] = (gems + spot.pocket + share, count, points)
            gained += spot.pocket + share
            inside[i] = False
        if k == 1:
            gems, count, points = tents[leavers[0]]
            for artifact in path:
                worth = self.worth(artifact, count, taken, spot.lost)
                count, points, taken, gained = count + 1, points + worth, taken + 1, gained + worth
            tents[leavers[0]], path = (gems, count, points), ()
        rest = tuple(g for g in rest if g)
        spot = spot._replace(tents=tuple(tents), inside=tuple(inside), path=path, taken=taken, leftovers=rest)
        if len(tents) == 1:
            return gained + self.over(spot._replace(tents=((0, tents[0][1], 0),)), spot.hazards)
        return self.card(spot) if any(inside) else self.over(spot, spot.hazards)

    def worth(self, artifact, own, taken, lost):
        if self.artifact_value == "printed":
            return PRINTED[artifact]
        before = {"per_owner": own, "taken_order": taken, "resolved_order": taken + lost}[self.artifact_value]
        return 5 if before < 3 else 10

    def over(self, spot, hazards):
        """Step 6: the round has ended; `hazards` are those that stay in the game."""
        unshown = tuple(sorted((copies, False) for copies, _ in hazards))
        tents = spot.tents
        return self.before(spot.round + 1, unshown, spot.deck, tents, spot.taken, spot.lost + len(spot.path))

    def card(self, spot):
        """Step 5: mean over the next card."""
        n, total, weight = sum(spot.inside), 0.0, 0
        for v in set(spot.treasures):
            w = spot.treasures.count(v)
            left = tuple(sorted(spot.leftovers + ((v % n,) if v % n else ())))
            pocket, deck = spot.pocket + v // n, without(spot.treasures, v)
            total += w * self.decide(spot._replace(treasures=deck, pocket=pocket, leftovers=left))
            weight += w
        for i, (copies, shown) in enumerate(spot.hazards):
            w = copies - shown
            if not w:
                continue
            others = spot.hazards[:i] + spot.hazards[i + 1 :]
            if shown:
                total += w * self.over(spot, (*others, (copies - 1, False)))
            else:
                total += w * self.decide(spot._replace(hazards=tuple(sorted((*others, (copies, True))))))
            weight += w
        for a in set(spot.deck):
            w = spot.deck.count(a)
            total += w * self.decide(spot._replace(deck=without(spot.deck, a), path=tuple(sorted((*spot.path, a)))))
            weight += w
        return total / weight


def without(cards, card):
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
