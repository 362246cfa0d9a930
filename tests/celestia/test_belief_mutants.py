"""Wrong beliefs must differ from the oracle: every hard fact left out in turn, and beliefs that do not weigh."""

from collections import defaultdict
from fractions import Fraction

import pytest

from orienteer.core.errors import OrienteerError

from .belief_games import SMALL, moments, rewritten
from .oracle import shares


def without(kind):
    """Leave out other players' events of this kind."""

    def changed(view):
        return rewritten(view.evidence, lambda event: [] if event[0] == kind and event[1] != view.viewer else [event])

    return changed


def without_none_left(view):
    """A turbo tells nothing of the equipment that it stood in for."""

    def change(event):
        if event[0] != "fly" or not event[3]:
            return [event]
        dice = list(event[2])
        for face in event[3]:
            dice.remove(face)
        return [("fly", event[1], tuple(dice), ()), *[("play", event[1], "turbo")] * len(event[3])]

    return rewritten(view.evidence, change)


def without_draws(view, kind, own):
    """Leave out events of this kind, the viewer's own or others', each with the draw of the treasure that it speaks of."""
    log = list(view.evidence)
    for i, entry in enumerate(log):
        event = entry
        if event and event[0] == kind and (event[1] == view.viewer) == own:
            drawn = [j for j in range(i) if log[j][:3] == ("treasure", *event[1:3])]
            log[i] = ("play", event[1], "grappling_hook") if kind == "hook" else ("settle",)
            log[drawn[-1]] = ("settle",)
    return tuple(log)


def calls_last(view):
    """A crash call speaks of the hand as it is now."""
    calls = [entry for entry in view.evidence if entry[0] == "crash"]
    return (*[entry for entry in view.evidence if entry[0] != "crash"], *calls)


def after_reshuffle(view):
    """What was held when the discards were shuffled is taken for a part of the new deck."""
    places = [i for i, entry in enumerate(view.evidence) if entry[0] == "draw" and entry[3] is not None]
    return view.evidence[places[-1] + 1 :] if places else view.evidence


MUTANTS = {
    "crash calls": without("crash"),
    "none left": without_none_left,
    "totals": lambda view: rewritten(view.evidence, lambda event: [event] if event[0] != "journey" else []),
    "telescopes": lambda view: without_draws(view, "telescope", own=False),
    "returns": lambda view: without_draws(view, "hook", own=True),
    "order": calls_last,
    "reshuffles": after_reshuffle,
    "plays": lambda view: (),
}


def listed(view, log):
    weights = defaultdict(int)
    for state, weight in view.mask.game.belief(view.mask, view.viewer, log).enumerate():
        weights[state.key()] += weight
    total = sum(weights.values())
    return {key: Fraction(weight, total) for key, weight in weights.items()}


def caught(change):
    """Whether there is a moment at which the belief by the changed log differs from the oracle's."""
    for name in SMALL:
        for moment in moments(name):
            log = change(moment.view)
            if log == moment.view.evidence:
                continue
            try:
                if listed(moment.view, log) != moment.shares:
                    return True
            except OrienteerError:
                continue  # the changed log contradicts itself, which shows nothing
    return False


@pytest.mark.parametrize("fact", MUTANTS)
def test_mutant_without_a_hard_fact_is_caught(fact):
    assert caught(MUTANTS[fact])


def test_mutant_that_knows_the_truth_is_caught():
    assert any({moment.truth: 1} != moment.shares for name in SMALL for moment in moments(name))


def test_mutant_that_counts_every_world_once_is_caught():
    found = [moment for name in SMALL for moment in moments(name)]
    assert any({key: Fraction(1, len(moment.shares)) for key in shares(moment.view)} != moment.shares for moment in found)
