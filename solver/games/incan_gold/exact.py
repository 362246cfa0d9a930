"""Which Incan Gold states the cave solvers answer, and their answers in the form of any exact solver.

One player: points (or margin) to the end of the game or of the round. Two players: win in the last round, without artifacts in
any; margin of a round.
Two to eight players, points to the end of the round: the symmetric equilibrium. Everything else is left to expectimax.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import TooLargeError
from orienteer.core.incan_gold.components import HAZARD_COPIES, deck_values
from orienteer.games.incan_gold.alone import alone_inside
from orienteer.games.incan_gold.cave_rules import HAZARD_KINDS, CaveRules, Stopped, Tent, TooLarge
from orienteer.games.incan_gold.cave_solution import LEAVE, STAY, CaveSolution, best_mix, shares_of
from orienteer.games.incan_gold.duel import LastRoundDuel
from orienteer.games.incan_gold.match import DuelMatch
from orienteer.games.incan_gold.round_setup import (
    NotSymmetric,
    RoundSetup,
    by_copies,
    hazard_copies,
    shown_kinds,
    treasures_left,
)
from orienteer.games.incan_gold.solitaire import SolitaireCave
from orienteer.games.incan_gold.symmetric import SymmetricRound

if TYPE_CHECKING:
    from orienteer.budget import Budget
    from orienteer.core.state import State

CARD, CHOICE, OVER = 0, 1, 2
MOST_STAGES = 60_000_000
STAGE_BYTES = 96  # that a stage takes while the table of stages grows


def solve(
    state: State, objective: str, horizon: str, policies: Mapping[int, Any] | None, budget: Budget
) -> CaveSolution | None:
    """The state's solution, or None where no cave solver covers it. Raises TooLargeError beyond the budget's limits."""
    options = state.game.options
    fields = state.fields()  # type: ignore[attr-defined]
    if fields["phase"] == OVER or options["hazards"] != HAZARD_COPIES or horizon == "turn":
        return None
    players = options["players"]
    one_round = (horizon == "round" or fields["round"] == options["rounds"]) and not policies
    try:
        if players == 1 and objective in ("points", "margin"):
            return _solve_solitaire(state, options, fields, horizon, budget)
        if players == 2 and objective == "win" and fields["round"] == options["rounds"] and not policies:
            return _solve_duel(state, options, fields, budget)
        if players == 2 and objective == "win" and horizon == "game" and not options["artifacts"] and not policies:
            return _solve_match(options, fields, treasures_left(state, fields), budget)
        if players == 2 and objective == "margin" and one_round:
            return _solve_margin(state, budget)
        if objective == "points" and one_round:
            return _solve_round(state, budget)
    except Stopped as stopped:
        raise TooLargeError(f"cave solver: {stopped}, {budget.elapsed():.2f} s used; allow more seconds") from None
    return None


# -- one player -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _solitaire(rules: CaveRules, max_states: int) -> SolitaireCave:
    """Kept between questions: a game's later positions share the values of its rounds."""
    return SolitaireCave(rules, max_states=max_states)


def _solve_solitaire(
    state: State, options: Mapping[str, Any], fields: Mapping[str, Any], horizon: str, budget: Budget
) -> CaveSolution:
    rules = _rules(options)
    if horizon == "round":
        rules = replace(rules, rounds=fields["round"])
    cave = _solitaire(rules, *_max_states(budget, 20_000_000))
    banked = fields["gems"][0] + fields["artifact_points"][0]
    where: dict[str, Any] = {
        "in_deck": fields["artifacts_deck"],
        "on_path": fields["artifacts_path"],
        "taken": fields["artifacts_taken"],
        "lost": fields["artifacts_lost"],
        "stop": budget.spent,
    }
    place = (
        fields["round"] - 1,
        treasures_left(state, fields),
        hazard_copies(options, fields),
        shown_kinds(fields, HAZARD_KINDS),
    )
    if fields["phase"] == CARD:
        value = banked + cave.card_value(*place, **where)
        return CaveSolution((value,), {}, {}, cave.num_solved)
    leave, stay = cave.values(*place, **where, opening=not fields["path"])
    leave, stay = banked + leave, banked + stay
    return CaveSolution((max(leave, stay),), {STAY: (stay,), LEAVE: (leave,)}, {0: best_mix(stay, leave)}, cave.num_solved)


# -- two players, last round ------------------------------------------------------------------------------------------------


def _solve_duel(state: State, options: Mapping[str, Any], fields: Mapping[str, Any], budget: Budget) -> CaveSolution:
    rules = _rules(options)
    tents = [
        Tent(gems, count, points)
        for gems, count, points in zip(fields["gems"], fields["artifact_count"], fields["artifact_points"], strict=True)
    ]
    left, shown, copies = treasures_left(state, fields), shown_kinds(fields, HAZARD_KINDS), hazard_copies(options, fields)
    (max_states,) = _max_states(budget, 64_000_000)
    if sum(fields["inside"]) == 1:
        seat = fields["inside"].index(True)
        leave, stay = alone_inside(
            rules,
            tents,
            seat,
            left,
            shown,
            fields["pocket"],
            hazard_copies=copies,
            in_deck=fields["artifacts_deck"],
            on_path=fields["artifacts_path"],
            max_states=max_states,
        )
        if fields["phase"] == CARD:
            return CaveSolution(shares_of(seat, stay), {}, {}, 0)
        return CaveSolution(
            shares_of(seat, max(stay, leave)),
            {STAY: shares_of(seat, stay), LEAVE: shares_of(seat, leave)},
            {seat: best_mix(stay, leave)},
            0,
        )
    in_deck = fields["artifacts_deck"] + fields["artifacts_path"]  # at the start of the round
    duel = LastRoundDuel(rules, tents, hazard_copies=copies, in_deck=in_deck, max_states=max_states, stop=budget.spent)
    if fields["phase"] == CARD:
        value = duel.card_value(left, shown, on_path=fields["artifacts_path"])
        return CaveSolution(shares_of(0, value), {}, {}, duel.num_states)
    matrix, value, *mixes = duel.stage(left, shown, on_path=fields["artifacts_path"], opening=not fields["path"])
    by_action = {(i, j): shares_of(0, matrix[i][j]) for i in (STAY, LEAVE) for j in (STAY, LEAVE)}
    strategies = {seat: {STAY: mix[0], LEAVE: mix[1]} for seat, mix in enumerate(mixes)}
    return CaveSolution(shares_of(0, value), by_action, strategies, duel.num_states)


# -- two players, all rounds, no artifacts ------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _match(values: tuple[int, ...], counts: tuple[int, ...], rounds: int, opening: bool, max_states: int) -> DuelMatch:
    """Kept between questions: what rounds are worth at their start serves all earlier ones."""
    return DuelMatch(values, counts, rounds, opening, max_states)


def _solve_match(options: Mapping[str, Any], fields: Mapping[str, Any], left: tuple[int, ...], budget: Budget) -> CaveSolution:
    rules = _rules(options)
    opening = options["decide_before_first_card"]
    game = _match(rules.values, rules.counts, rules.rounds, opening, *_max_states(budget, 64_000_000))
    game.stop = budget.spent
    copies = hazard_copies(options, fields)
    classes, shown = by_copies(copies), by_copies(copies, shown_kinds(fields, HAZARD_KINDS))
    index, gap = fields["round"] - 1, fields["gems"][0] - fields["gems"][1]
    needed = game.num_needed(index, classes)
    if budget.limits.nodes is not None and needed > budget.limits.nodes:
        raise TooLarge("the rounds that follow", needed, budget.limits.nodes, "the deck, or ask in a later round")
    if sum(fields["inside"]) == 1:
        seat = fields["inside"].index(True)
        leave, stay = game.alone(index, classes, gap if seat == 0 else -gap, shown, left, fields["pocket"])
        if fields["phase"] == CARD:
            return CaveSolution(shares_of(seat, stay), {}, {}, needed)
        choices = {STAY: shares_of(seat, stay), LEAVE: shares_of(seat, leave)}
        return CaveSolution(shares_of(seat, max(stay, leave)), choices, {seat: best_mix(stay, leave)}, needed)
    _, stages = game.policy(index, classes, gap)
    own, other, *shares = (float(number) for number in stages[game.place(classes, shown, left)])
    if fields["phase"] == CARD:
        return CaveSolution(shares_of(0, shares[0]), {}, {}, needed)
    joint = dict(zip(product((STAY, LEAVE), repeat=2), shares, strict=True))
    mixes = {0: {STAY: 1 - own, LEAVE: own}, 1: {STAY: 1 - other, LEAVE: other}}
    value = sum(mixes[0][i] * mixes[1][j] * share for (i, j), share in joint.items())
    return CaveSolution(shares_of(0, value), {choices: shares_of(0, share) for choices, share in joint.items()}, mixes, needed)


# -- two to eight players, points of one round -------------------------------------------------------------------------------


def _solve_round(state: State, budget: Budget) -> CaveSolution | None:
    """The symmetric equilibrium, or None where the players inside are not alike or leftovers lie card by card."""
    try:
        setup = RoundSetup.of(state)
    except NotSymmetric:
        return None
    inside, banked = setup.inside, setup.banked
    round_ = setup.build(_max_states(budget, 400_000_000)[0], max_stages(budget), lambda _: _keep_going(budget))
    if not setup.choosing:
        values = _with_gains(banked, dict.fromkeys(inside, round_.start_value()))
        return _round_solution(round_, values, {}, {})
    stage = round_.start()
    by_action: dict[Any, tuple[float, ...]] = {}
    for choices in product((STAY, LEAVE), repeat=len(inside)):
        leavers = sum(choices)
        gains = {
            seat: stage.leave_values[leavers - 1] if choice == LEAVE else stage.stay_values[leavers]
            for seat, choice in zip(inside, choices, strict=True)
        }
        joint = tuple(choices[inside.index(seat)] if seat in gains else -1 for seat in range(len(banked)))
        by_action[choices[0] if len(inside) == 1 else joint] = _with_gains(banked, gains)
    mixes = {seat: {STAY: 1 - stage.leave, LEAVE: stage.leave} for seat in inside}
    values = _with_gains(banked, dict.fromkeys(inside, stage.value))
    return _round_solution(round_, values, by_action, mixes)


def _round_solution(
    round_: SymmetricRound,
    values: tuple[float, ...],
    by_action: Mapping[Any, tuple[float, ...]],
    mixes: Mapping[int, Mapping[int, float]],
) -> CaveSolution:
    if round_.players == 1:  # nobody else's play is taken for granted
        return CaveSolution(values, by_action, mixes, round_.num_stages)
    eps = max(1e-12, round_.largest_gain)
    return CaveSolution(values, by_action, mixes, round_.num_stages, "symmetric round", "equilibrium", eps)


def _solve_margin(state: State, budget: Budget) -> CaveSolution | None:
    """Two players alike, margin of a round. By symmetry it is worth nothing while both are inside, so a single leaver wins what
    he banks less what the other then gets alone, and both leave exactly where that is not negative."""
    try:
        setup = RoundSetup.of(state)
    except NotSymmetric:
        return None
    round_ = setup.build(*_max_states(budget, 400_000_000), max_stages(budget))
    gap = setup.banked[0] - setup.banked[1]
    if len(setup.inside) == 1:
        sign = 1 if setup.inside[0] == 0 else -1
        if not setup.choosing:
            return CaveSolution(_margins(gap + sign * round_.start_value()), {}, {}, 0)
        stage = round_.start()
        by_choice = {STAY: gap + sign * stage.stay_values[0], LEAVE: gap + sign * stage.leave_values[0]}
        return CaveSolution(
            _margins(gap + sign * stage.value),
            {choice: _margins(margin) for choice, margin in by_choice.items()},
            {setup.inside[0]: best_mix(stage.stay_values[0], stage.leave_values[0])},
            0,
        )
    if not setup.choosing:
        return CaveSolution(_margins(gap), {}, {}, 0)
    banks, alone = round_.single_leaver()
    gain = banks - alone
    by_action = {(STAY, STAY): gap, (STAY, LEAVE): gap - gain, (LEAVE, STAY): gap + gain, (LEAVE, LEAVE): gap}
    mix = best_mix(0, gain)
    return CaveSolution(_margins(gap), {joint: _margins(margin) for joint, margin in by_action.items()}, {0: mix, 1: mix}, 0)


def _margins(margin: float) -> tuple[float, float]:
    return margin, -margin


def _with_gains(banked: Sequence[float], gains: Mapping[int, float]) -> tuple[float, ...]:
    return tuple(points + gains.get(seat, 0.0) for seat, points in enumerate(banked))


def _keep_going(budget: Budget) -> None:
    if budget.spent():
        raise Stopped("the symmetric round was not solved in time")


# -- helpers ----------------------------------------------------------------------------------------------------------------


def _rules(options: Mapping[str, Any]) -> CaveRules:
    kept = (
        "rounds",
        "artifacts",
        "artifact_value",
        "artifact_schedule",
        "leftovers",
        "tie",
        "decide_before_first_card",
    )
    return CaveRules.from_cards(deck_values(options["deck"]), **{name: options[name] for name in kept})


def _max_states(budget: Budget, most: int) -> tuple[int]:
    """The largest table in numbers of 8 bytes: the limits on nodes and memory, or the solver's own."""
    limits = budget.limits
    by_memory = most if limits.memory_mb is None else int(limits.memory_mb * 1e6 / 8)
    return (min(most, by_memory),)


def max_stages(budget: Budget) -> int:
    """Stages of a symmetric round, by the limits on nodes and memory."""
    limits = budget.limits
    allowed = [limits.nodes] if limits.nodes is not None else []
    if limits.memory_mb is not None:
        allowed.append(int(limits.memory_mb * 1e6 / STAGE_BYTES))
    return min(allowed, default=MOST_STAGES)
