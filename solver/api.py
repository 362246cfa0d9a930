"""The public calls: values of every move, the best move, odds, distributions, trees and equilibria of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from orienteer.background import Analysis, Report
from orienteer.budget import Budget
from orienteer.core.errors import OptionError, OrienteerError, StoppedError, TooLargeError
from orienteer.core.options import one_of, whole_number
from orienteer.core.state import Game, State, View
from orienteer.evaluation import Evaluation, Move
from orienteer.expectimax.errors import Stopped
from orienteer.foresight import evaluate_by_lookahead
from orienteer.games import registry
from orienteer.limits import Limits
from orienteer.methods import (
    HIDDEN_SEARCHES,
    METHODS,
    OPEN_SEARCHES,
    Question,
    evaluate_by_search,
    evaluate_exactly,
)
from orienteer.policies import Policy, PolicyLike, as_policy

if TYPE_CHECKING:
    from typing import TypeAlias

    import networkx as nx

    from orienteer.distributions import Distribution
    from orienteer.equilibrium import Equilibrium
    from orienteer.events import Event, Odds
    from orienteer.positions import Position
    from orienteer.whole_turns import TurnPlans

    # What the calls take for a position; see `as_place`.
    PositionLike: TypeAlias = "Position | View | State | Place | Mapping[str, Any] | str | Path"
Policies = Policy | str | Mapping[int | str, Policy | str]

DEFAULT_LIMITS = Limits(seconds=1.0)
# Share of the time limit, and most nodes, that "auto" spends on trying to solve exactly before it searches.
AUTO_EXACT_SHARE = 0.3
AUTO_EXACT_NODES = 2_000_000
NO_REPORTS = 3600.0  # seconds between partial answers that nobody reads
# Without a time limit the trial is bounded by nodes a simulation, so that it does not depend on the machine's speed.
AUTO_EXACT_NODES_PER_ITERATION = 50


@dataclass(frozen=True)
class Place:
    """What the calls need of a position: the state as the viewer knows it, who he is, and the seats' names.

    `view` is the state with the viewer's evidence; None in games that hide nothing.
    """

    state: State
    viewer: int | str
    names: tuple[str | None, ...]
    assumptions: tuple[str, ...] = ()
    view: View | None = None

    def seat_of(self, who: int | str) -> int:
        """A seat by number or name. Raises OptionError, listing the names, for any other."""
        if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(self.names):
            return who
        if isinstance(who, str) and who in self.names:
            return self.names.index(who)
        if isinstance(who, str) and who.isdecimal() and int(who) < len(self.names):
            return int(who)
        seats = ", ".join(f"{seat} ({name})" if name else str(seat) for seat, name in enumerate(self.names))
        raise OptionError("player", who, seats)


def as_place(position: PositionLike) -> Place:
    """From what a caller may hold: a Position, its JSON as a mapping, a file's path, a core View, or a core State (of a game
    that hides nothing).

    Raises PositionError, naming the field, for anything that is no possible position.
    """
    if isinstance(position, Place):
        return position
    if isinstance(position, State):
        if position.game.has_hidden_information:
            raise OptionError("position", "a State", f"a Position or a View: {position.game.name} hides information")
        return Place(position, "omniscient", (None,) * position.game.num_players)
    if isinstance(position, View):
        hidden = position.mask.game.has_hidden_information
        names = (None,) * position.mask.game.num_players
        return Place(position.mask, position.viewer, names, view=position if hidden else None)
    from orienteer.positions import Position

    if isinstance(position, Mapping):
        position = Position.from_dict(dict(position))
    elif isinstance(position, (str, Path)):
        position = Position.from_file(position)
    if isinstance(position, Position):
        view = position.view() if position.game.has_hidden_information else None
        return Place(position.state, position.viewer, tuple(position.names), tuple(position.assumptions), view)
    raise OptionError("position", type(position).__name__, "a Position, a View, a State, a mapping or the path of a JSON file")


def analysis(
    position: PositionLike,
    *,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    trees: int = 1,
    threads: int = 1,
    allow: Iterable[str] | None = None,
    avoid: Iterable[str] | None = None,
    opponents: Policies | None = None,
    assumptions: Mapping[str, Any] | None = None,
    report_every: float = 0.1,
    best_only: bool = False,
) -> Analysis[Evaluation]:
    """Start `evaluate` in the background. Iterating yields partial evaluations about every `report_every` seconds.

    Arguments and errors are those of `evaluate`; `best_only`: values of moves that are not the best need not be sure.
    """
    if isinstance(report_every, bool) or not report_every > 0:
        raise OptionError("report_every", report_every, "seconds above 0")
    return _started(
        position,
        objective=objective,
        horizon=horizon,
        method=method,
        limits=limits,
        seed=seed,
        trees=trees,
        threads=threads,
        allow=allow,
        avoid=avoid,
        opponents=opponents,
        assumptions=assumptions,
        report_every=report_every,
        best_only=best_only,
    )


def _started(
    position: PositionLike,
    *,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    trees: int = 1,
    threads: int = 1,
    allow: Iterable[str] | None = None,
    avoid: Iterable[str] | None = None,
    opponents: Policies | None = None,
    assumptions: Mapping[str, Any] | None = None,
    report_every: float = NO_REPORTS,
    best_only: bool = False,
) -> Analysis[Evaluation]:
    place = as_place(position)
    limits = DEFAULT_LIMITS if limits is None else limits
    question = _question(
        place,
        objective,
        horizon,
        method,
        limits,
        assumptions,
        policies=_opponents(place, opponents),
        seed=whole_number("seed", seed, 0, 2**64 - 1),
        trees=whole_number("trees", trees, 1, 1024),
        threads=whole_number("threads", threads, 1, 1024),
        actions=_actions(place, allow, avoid),
        report_every=float(report_every),
        best_only=best_only,
    )
    return Analysis(lambda budget, report: _work(question, method, budget, report), Budget(limits))


def _question(
    place: Place,
    objective: str | None,
    horizon: str,
    method: str,
    limits: Limits,
    assumptions: Mapping[str, Any] | None,
    **rest: Any,
) -> Question:
    """The question, its arguments checked; `rest` holds attributes that are checked already."""
    state = place.state
    searches = OPEN_SEARCHES if place.view is None else HIDDEN_SEARCHES
    one_of("method", method, METHODS)
    if method not in ("auto", "exact", *searches):
        kind = "hides nothing" if place.view is None else "hides information"
        raise OptionError("method", method, f"auto, exact, {', '.join(searches)}: {state.game.name} {kind}")
    if assumptions and place.view is None:
        raise OptionError("assumptions", dict(assumptions), f"none: {state.game.name} hides nothing")
    question = Question(
        state=state,
        view=place.view,
        viewer=place.viewer,
        names=place.names,
        assumptions=place.assumptions,
        beliefs=dict(assumptions or {}),
        objective=state.game.default_objective if objective is None else objective,
        horizon=horizon,
        player=player_of(place),
        search=_preferred(state, objective, limits, searches) if method in ("auto", "exact") else method,
        **rest,
    )
    state.game.objective_code(question.objective)
    if horizon != "game":
        state.game.segment_code(horizon)
    if limits.depth is not None and method != "lookahead":
        raise OptionError("limits.depth", limits.depth, 'None: only method "lookahead" looks ahead to a depth')
    if method == "lookahead" and limits.seconds is None and limits.nodes is None and limits.depth is None:
        raise OptionError("limits", limits, "seconds, nodes or depth, for a lookahead")
    if method not in ("exact", "lookahead") and limits.seconds is None and limits.iterations is None:
        raise OptionError("limits", limits, "seconds or iterations, for a method that may search")
    return question


def _preferred(state: State, objective: str | None, limits: Limits, searches: tuple[str, ...]) -> str:
    """What "auto" takes for positions that it cannot solve: what the game's part `valuation` says, else the first."""
    part = registry.optional_part(state.game.name, "valuation")
    if part is None or not hasattr(part, "preferred_search") or "lookahead" not in searches or limits.seconds is None:
        return searches[0]
    preferred: str = part.preferred_search(state.game, state.game.default_objective if objective is None else objective)
    one_of("preferred_search", preferred, searches)
    return preferred


def evaluate(
    position: PositionLike,
    *,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    trees: int = 1,
    threads: int = 1,
    allow: Iterable[str] | None = None,
    avoid: Iterable[str] | None = None,
    opponents: Policies | None = None,
    assumptions: Mapping[str, Any] | None = None,
) -> Evaluation:
    """Value every legal move of the player who is to move (the viewer, where several choose at once).

    Args:
        position: see `as_place`. With hidden information it is what one seat knows, and only his moves are valued.
        objective: a name from the game's objectives; None = "win", or "points" for one player.
        horizon: "game", or a kind of segment ("turn", "round"): values are then those at its end, as if the game ended there.
        method: "auto" (exact where the subtree fits, spending at most 30 % of the time limit on trying, or, with a limit of
            iterations alone, 50 nodes for each; else searched), "exact", or a search by name: "mcts", or "lookahead" where
            one seat moves at a time, where nothing is hidden; "ismcts" (MO) or "so-ismcts" where something is, which those
            would see. "auto" takes the search that was measured to be the stronger one in the game.
        limits: default one second. Ctrl-C ends the computation early with the best so far.
        seed, trees, threads: a sampled answer depends on (position, options, trees, iterations, seed); `threads` only says
            how many trees run at once.
        allow, avoid: move ids to value, or to leave out.
        opponents: policies that other seats follow, for an exact best response: one for all others, or by seat or name.
        assumptions: what the viewer takes others to do, where the game's belief asks ({"turbos": "always"}).

    Raises OptionError for an argument out of range, PositionError for an impossible position, TooLargeError where "exact"
    was asked for and does not fit the limits.
    """
    return analysis(
        position,
        objective=objective,
        horizon=horizon,
        method=method,
        limits=limits,
        seed=seed,
        trees=trees,
        threads=threads,
        allow=allow,
        avoid=avoid,
        opponents=opponents,
        assumptions=assumptions,
        report_every=NO_REPORTS,
    ).result()


def best_move(position: PositionLike, **arguments: Any) -> Move:
    """The best move; where the best play is mixed the most likely one, with `.mix`. Arguments as for `evaluate`.

    Raises OrienteerError where nobody has a choice.
    """
    best = _started(position, **arguments, best_only=True).result().best
    if best is None:
        raise OrienteerError("best_move: nobody has a choice in this position")
    return best


def turns(
    position: PositionLike,
    k: int = 3,
    *,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    trees: int = 1,
    threads: int = 1,
    assumptions: Mapping[str, Any] | None = None,
    budget: Budget | None = None,
) -> TurnPlans:
    """The best `k` plans for the whole turn of the player to move; plans with the same end count once.

    A plan says what he does whatever he notices until his turn ends; see `orienteer.whole_turns`. Arguments and errors are
    those of `evaluate`; k is from 1 to 100. `budget`: a clock that another thread may stop; its limits replace `limits`.
    Raises OrienteerError where nobody has a choice.
    """
    from orienteer.whole_turns import find_turns

    place = as_place(position)
    budget = Budget(DEFAULT_LIMITS if limits is None else limits) if budget is None else budget
    question = _question(
        place,
        objective,
        horizon,
        method,
        budget.limits,
        assumptions,
        policies=None,
        seed=whole_number("seed", seed, 0, 2**64 - 1),
        trees=whole_number("trees", trees, 1, 1024),
        threads=whole_number("threads", threads, 1, 1024),
        actions=None,
        report_every=NO_REPORTS,
    )
    return find_turns(question, whole_number("k", k, 1, 100), method, budget)


def odds(
    position: PositionLike,
    event: Event | str | Mapping[str, Any],
    *,
    policies: Policies | None = None,
    assumptions: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    budget: Budget | None = None,
) -> Odds:
    """Chance of an event: an exact Fraction where it can be counted, else sampled with its interval.

    `event` is typed, or its text form ("bust-within cards=3"), or a mapping with "type"; a parameter "player" may be a seat
    or a name. Each event documents how it takes the others to behave; `policies` says otherwise. Where the game hides
    something the answer is that of the viewer's belief, and `assumptions` ({"turbos": "always"}) says more about what the
    others did until now than hard facts. `budget`: a clock that another thread may stop; its limits replace `limits`. Raises
    OrienteerError for an unknown event or parameter.
    """
    from orienteer import events

    place = as_place(position)
    chosen = None if policies is None else _policies(place, policies)
    asked = _event(place, event)
    answer = events.odds(
        place.view or place.state,
        asked,
        policies=chosen,
        assumptions=assumptions,
        limits=limits,
        seed=seed,
        budget=budget,
    )
    return replace(answer, assumptions=(*place.assumptions, *answer.assumptions))


def distribution(
    position: PositionLike,
    quantity: str,
    *,
    policies: Policies,
    assumptions: Mapping[str, Any] | None = None,
    horizon: str | None = None,
    player: int | str | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    budget: Budget | None = None,
) -> Distribution:
    """Distribution of a quantity ("score", "gain", "win-share", "round-length", …) when all seats follow `policies`.

    `player` (default: the viewer) says whose score. `horizon` (default: the quantity's own, else the round, else the game)
    says up to when. `assumptions`, `budget`: as for `odds`. Exact {value: Fraction} where the states fit `limits.nodes`, else
    sampled, with the samples' counts.
    """
    from orienteer import distributions

    place = as_place(position)
    kinds = distributions.QUANTITIES.types(place.state.game.name, distributions.SeatQuantity)
    name = quantity.split()[0] if quantity.split() else quantity
    if name in kinds and "seat=" not in quantity:
        whose = player if player is not None else place.viewer
        quantity = f"{quantity} seat={place.seat_of(whose)}" if whose not in ("public", "omniscient") else quantity
    found = distributions.distribution(
        place.view or place.state,
        quantity,
        policies=_policies(place, policies),
        assumptions=assumptions,
        horizon=horizon,
        limits=limits,
        seed=seed,
        budget=budget,
    )
    return replace(found, assumptions=(*place.assumptions, *found.assumptions))


def tree(
    position: Game | PositionLike,
    *,
    depth: int = 2,
    max_nodes: int = 2000,
    values: bool = False,
    objective: str | None = None,
    horizon: str = "game",
    moves: int | None = None,
    merge: bool = False,
    method: str = "auto",
    limits: Limits | None = None,
) -> nx.DiGraph[int]:
    """The tree of a game from its start, or of a position, to `depth` transitions as a graph; with `values` solved first.

    Where something is hidden the tree of a game shows true states, and that of a position is a chance over what its viewer
    holds possible; nodes have information sets, values are those of an equilibrium found by `method` (see `solve`), and `moves`
    and `merge` are refused. See `orienteer.game_tree.game_tree` and `orienteer.information_tree.information_tree` for arguments
    and attributes, `orienteer.tree_formats` for text forms and `orienteer.drawing` for pictures.
    """
    from orienteer.game_tree import game_tree

    start = _start_of_tree(position)
    if not isinstance(start, State) or start.game.has_hidden_information:
        from orienteer.information_tree import information_tree

        if moves is not None:
            raise OptionError("moves", moves, "None where something is hidden: what is best depends on what the others hold")
        if merge:
            raise OptionError("merge", merge, "False where something is hidden: equal states come with other knowledge")
        return information_tree(
            start,
            depth=depth,
            max_nodes=max_nodes,
            values=values,
            objective=objective,
            horizon=horizon,
            method=method,
            limits=limits,
        )
    return game_tree(
        start,
        depth=depth,
        max_nodes=max_nodes,
        values=values,
        objective=objective,
        horizon=horizon,
        moves=moves,
        merge=merge,
        limits=limits,
    )


def _start_of_tree(position: Game | PositionLike) -> State | View:
    """A true state that may be shown, or what the viewer of a position knows."""
    if isinstance(position, Game):
        return position.new_initial_state()
    from orienteer.positions import Position

    # Only who says that he cheats has such a position of a game that hides something.
    if isinstance(position, Position) and position.viewer == "omniscient":
        return position.state
    place = as_place(position)
    return place.view or place.state


def solve(
    subgame: Game | PositionLike,
    *,
    objective: str | None = None,
    horizon: str = "game",
    method: str = "auto",
    target: float = 1e-6,
    limits: Limits | None = None,
    progress: Callable[[int, float], object] | None = None,
    checkpoint: str | Path | None = None,
    save_every: float = 60.0,
) -> Equilibrium:
    """A strategy for every seat of a small subgame, and by how much it fails to be an equilibrium (NashConv).

    `subgame`: a game, from its start, or a position (see `as_place`). From a position with hidden information the start is a
    chance over all private states that the players may hold possible, which `assumptions` names; the viewer's own mix is in
    `moves`.
    `method`: "symmetric" is the game's own solver of symmetric equilibria (Incan Gold's, of a round, for points; an answer
    has more to say, see orienteer.games.incan_gold.round_equilibrium), "auto" takes it where it covers the question. Others and
    `target`, `progress`: see `orienteer.equilibrium.solve.solve_subgame`; `progress` is called from another thread, by the
    symmetric solver with the number of stages and nan. `limits`: default one minute, none with a checkpoint; `nodes` limits
    histories, or stages.
    `checkpoint`: file in which the symmetric solver saves its stages every `save_every` seconds and when it is stopped; it
    continues from what is there, to the same answer.
    Ctrl-C ends iterations with the best so far. Raises TooLargeError where the subgame does not fit, StoppedError after Ctrl-C
    before an answer, OrienteerError where a limit was met before there was one.
    """
    from orienteer.equilibrium.solve import solve_subgame

    if limits is None:
        limits = Limits() if checkpoint is not None else Limits(seconds=60.0)
    if isinstance(subgame, Game):
        start: State | View = subgame.new_initial_state()
        named: tuple[str, ...] = ()
    else:
        place = as_place(subgame)
        start, named = place.view or place.state, place.assumptions
    own = _own_solver(start, method)
    if checkpoint is not None and own is None:
        raise OptionError("checkpoint", str(checkpoint), "None, but for a symmetric equilibrium")

    def work(budget: Budget, report: Report[Equilibrium]) -> Equilibrium:
        try:
            if own is not None and isinstance(start, State):
                required = method == "symmetric" or checkpoint is not None
                found: Equilibrium | None = own.solve(
                    start,
                    objective=objective or start.game.default_objective,
                    horizon=horizon,
                    required=required,
                    budget=budget,
                    progress=progress,
                    checkpoint=checkpoint,
                    save_every=save_every,
                )
                if found is not None:
                    return found
            return solve_subgame(
                start, objective=objective, horizon=horizon, method=method, target=target, budget=budget, progress=progress
            )
        except Stopped as stopped:
            if budget.stopped:
                raise StoppedError(str(stopped)) from None
            raise OrienteerError(f"{stopped}; allow more seconds") from None

    found = Analysis(work, Budget(limits)).result()
    return replace(found, assumptions=(*named, *found.assumptions))


# -- arguments --------------------------------------------------------------------------------------------------------------


def _work(question: Question, method: str, budget: Budget, report: Report[Evaluation]) -> Evaluation:
    if method == "exact":
        try:
            return evaluate_exactly(question, budget)
        except Stopped as stopped:
            raise OrienteerError(f'{stopped}: method "exact" has no partial answer, "auto" and searches do') from None
    if method == "auto":
        limits: Limits = budget.limits
        nodes = min(limits.nodes or AUTO_EXACT_NODES, AUTO_EXACT_NODES)
        if limits.seconds is None and limits.iterations is not None:
            nodes = min(nodes, AUTO_EXACT_NODES_PER_ITERATION * limits.iterations)
        trial = Limits(seconds=limits.seconds, nodes=nodes, memory_mb=limits.memory_mb)
        try:
            return evaluate_exactly(question, budget.part(trial, AUTO_EXACT_SHARE))
        except (TooLargeError, Stopped):
            pass
    if question.search == "lookahead":
        return evaluate_by_lookahead(question, budget, report)
    return evaluate_by_search(question, budget, report)


def _own_solver(start: State | View, method: str) -> Any | None:
    """The game's own solver of equilibria, where it has one and the method may be it. Raises OptionError where it must have."""
    if isinstance(start, View) or method not in ("auto", "symmetric"):
        return None
    if method == "symmetric":
        return registry.game_part(start.game.name, "equilibria")
    return registry.optional_part(start.game.name, "equilibria")


def player_of(place: Place) -> int | None:
    """The viewer where he has a choice, else the first seat that has one (with hidden information nobody), else None."""
    movers = place.state.players_to_move()
    if place.viewer in movers:
        return place.viewer
    if place.view is not None:
        return None
    return movers[0] if movers else None


def _actions(place: Place, allow: Iterable[str] | None, avoid: Iterable[str] | None) -> tuple[int, ...] | None:
    """Actions to value, None = all. Raises OptionError for an id that is not legal, or when none is left."""
    if allow is None and avoid is None:
        return None
    player = player_of(place)
    legal = {} if player is None else {place.state.action_to_string(player, a): a for a in place.state.legal_actions(player)}
    kept = dict(legal) if allow is None else {}
    for field, ids in (("allow", allow), ("avoid", avoid)):
        for name in (ids,) if isinstance(ids, str) else ids or ():
            if name not in legal:
                raise OptionError(field, name, ", ".join(legal) or "nothing: nobody has a choice here")
            if field == "allow":
                kept[name] = legal[name]
            else:
                kept.pop(name, None)
    if not kept:
        raise OptionError("allow, avoid", (allow, avoid), "at least one move left")
    return tuple(sorted(kept.values()))


def _event(place: Place, event: Event | str | Mapping[str, Any]) -> Event | dict[str, Any] | str:
    """The event with a player's name, in a text or a mapping, as his seat."""
    if isinstance(event, Mapping):
        named = dict(event)
        if isinstance(named.get("player"), str):
            named["player"] = place.seat_of(named["player"])
        return named
    if isinstance(event, str):
        words = (word.partition("=") for word in event.split())
        return " ".join(f"player={place.seat_of(who)}" if key == "player" else key + equals + who for key, equals, who in words)
    return event


def _policies(place: Place, given: Policies, seats: Iterable[int] | None = None) -> dict[int, Policy]:
    """A policy for each of `seats` (default: all), from one for all or a mapping by seat or name."""
    wanted = list(range(place.state.game.num_players) if seats is None else seats)
    if not isinstance(given, Mapping) or "type" in given:
        policy = as_policy(place.state.game, cast("PolicyLike", given))
        return dict.fromkeys(wanted, policy)
    chosen = {place.seat_of(who): as_policy(place.state.game, policy) for who, policy in given.items()}
    if seats is None and set(chosen) != set(wanted):
        raise OptionError("policies", sorted(chosen), f"one for all, or one for each seat of {wanted}")
    return chosen


def _opponents(place: Place, given: Policies | None) -> dict[int, Policy] | None:
    if given is None:
        return None
    player = place.viewer if isinstance(place.viewer, int) else player_of(place)
    seats = [seat for seat in range(place.state.game.num_players) if seat != player]
    chosen = _policies(place, given, seats)
    if player in chosen:
        raise OptionError("opponents", f"seat {player}", f"seats other than the one whose moves are valued: {seats}")
    return chosen
