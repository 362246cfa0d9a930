"""What a search starts from, and the kind of tree that fits it.

A game that hides nothing is searched from its state. One that hides something is searched from what a seat knows: a View,
or a Belief made of it; its true state only as a cheat, which the caller has to name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from orienteer.core.errors import OptionError, OrienteerError
from orienteer.core.options import one_of
from orienteer.core.rng import RandomStream
from orienteer.core.state import Belief, Game, State, View
from orienteer.games import registry
from orienteer.mcts.frozen import FrozenPolicy
from orienteer.mcts.info_frozen import FrozenInfoPolicy
from orienteer.mcts.info_tree import InfoTree
from orienteer.mcts.mast import Mast
from orienteer.mcts.playout import Playout
from orienteer.mcts.proving import ProvingTree
from orienteer.mcts.tree import Tree

if TYPE_CHECKING:
    Actions = Iterable[int] | Mapping[int, Iterable[int]]
    Root = State | View | Belief
    AnyTree = Tree | InfoTree
    AnyPolicy = FrozenPolicy | FrozenInfoPolicy

SELECTIONS = ("regret_matching", "uct", "smooth_uct")
OPEN_SELECTIONS = SELECTIONS[:2]  # where nothing is hidden
MODES = ("mo", "so")
PLAYOUTS = ("light", "uniform", "mast")


@dataclass(frozen=True, kw_only=True)
class TreeOptions:
    """How trees are made; every value checked. Codes are those of the kernels."""

    objective: int
    horizon: int
    selection: str | None
    mode: str
    private_roots: bool | None
    playout: str | None
    exploration: float
    gamma: float
    seed: int
    trees: int
    max_nodes: int
    max_bytes: int
    proofs: bool


class Start:
    """What a search starts from.

    Attributes:
        state: the state that is searched, or, with hidden information, what the viewer knows of it.
        viewer: whose knowledge it is; None where the state itself is searched.
        parallel: whether trees may be made and run at the same time.
    """

    def __init__(self, root: Root, assumptions: Mapping[str, Any] | None, cheating: bool) -> None:
        self.viewer: int | None = None
        self.parallel = True
        self._view: View | None = None
        self._belief: Belief | None = None
        if cheating and not isinstance(root, State):
            raise OptionError("cheating", cheating, "only for a search of a State")
        if isinstance(root, State):
            if root.game.has_hidden_information and not cheating:
                raise OrienteerError(
                    f"mcts: {root.game.name} hides information, and this search would see it; search a View or a Belief"
                )
            self.state = root.clone()
        elif isinstance(root, View):
            self.state = root.mask.clone()
            if root.mask.game.has_hidden_information:
                self.viewer, self._view = root.viewer, root
        elif isinstance(root, Belief):
            self.viewer, self._belief = root.viewer, root
            self.state = root.sample(RandomStream(0)).mask(root.viewer)
            # One object drawn from by several trees: whether that can be done at once is not known.
            self.parallel = False
        else:
            raise OptionError("root", type(root).__name__, "a State, a View or a Belief")
        if assumptions and self._view is None:
            raise OptionError("assumptions", dict(assumptions), "none, unless a View with hidden information is searched")
        self._assumptions = dict(assumptions or {})

    def make_trees(self, options: TreeOptions, allowed: dict[int, set[int]] | None) -> list[AnyTree]:
        """One tree for each stream; all alike but for their random numbers. Raises OptionError for options that clash."""
        one_of("mode", options.mode, MODES)
        if options.proofs and self.viewer is not None:
            raise OptionError("proofs", True, "False, with hidden information: what is certain in one world is not in all")
        if self.viewer is None:
            return [self._tree(index, options, allowed) for index in range(options.trees)]
        return [self._info_tree(index, options, allowed) for index in range(options.trees)]

    def _tree(self, index: int, options: TreeOptions, allowed: dict[int, set[int]] | None) -> Tree:
        selection = "regret_matching" if options.selection is None else options.selection
        return (ProvingTree if options.proofs else Tree)(
            self.state,
            options.objective,
            options.horizon,
            SELECTIONS.index(one_of("selection", selection, OPEN_SELECTIONS)),
            options.exploration,
            options.gamma,
            options.seed,
            index,
            options.max_nodes,
            options.max_bytes,
            allowed,
            _playout(self.state.game, options.playout, False),
        )

    def _info_tree(self, index: int, options: TreeOptions, allowed: dict[int, set[int]] | None) -> InfoTree:
        selection = one_of("selection", "uct" if options.selection is None else options.selection, SELECTIONS)
        regrets = selection == "regret_matching"
        if regrets and options.mode != "mo":
            raise OptionError("mode", options.mode, 'mo, with selection="regret_matching": others must know what they see')
        if regrets and options.private_roots is False:
            raise OptionError("private_roots", False, 'True, with selection="regret_matching"')
        belief = self._belief if self._view is None else self._view.belief(self._assumptions or None)
        assert belief is not None
        return InfoTree(
            belief,
            options.objective,
            options.horizon,
            SELECTIONS.index(selection),
            options.mode == "so",
            regrets or bool(options.private_roots),
            options.exploration,
            options.gamma,
            options.seed,
            index,
            options.max_nodes,
            options.max_bytes,
            allowed,
            _playout(self.state.game, options.playout, True),
        )

    def root_filter(self, allow: Actions | None, avoid: Actions | None) -> dict[int, set[int]] | None:
        """{seat: actions to search}, or None where all are."""
        if allow is None and avoid is None:
            return None
        # What others can do at a root with hidden information is theirs to know.
        seats = self.state.players_to_move() if self.viewer is None else [self.viewer]
        legal = {seat: set(self.state.legal_actions(seat)) for seat in seats if self.state.legal_actions(seat)}
        kept = {seat: set(actions) for seat, actions in legal.items()}
        for field, given in (("allow", allow), ("avoid", avoid)):
            if given is None:
                continue
            if not isinstance(given, Mapping):
                if len(legal) != 1:
                    raise OptionError(field, given, "{seat: actions}, where not exactly one seat chooses")
                given = {next(iter(legal)): given}
            for seat, actions in given.items():
                if not set(actions) <= legal.get(seat, set()):
                    choices = {seat: sorted(row) for seat, row in legal.items()}
                    raise OptionError(field, given, f"legal actions: {choices}")
                kept[seat] = kept[seat] & set(actions) if field == "allow" else kept[seat] - set(actions)
        for seat, actions in kept.items():
            if not actions:
                raise OptionError("allow, avoid", (allow, avoid), f"at least one action left for seat {seat}")
        return kept


def freeze(tree: AnyTree, weights: list[float], trust: int, seed: int, index: int, num_trees: int) -> AnyPolicy:
    """The policy found, with these weights at the root and this tree's below it."""
    if isinstance(tree, InfoTree):
        return FrozenInfoPolicy(tree, weights, trust, seed, index, num_trees)
    return FrozenPolicy(tree, weights, trust, seed, index, num_trees)


def _playout(game: Game, name: str | None, hidden: bool) -> Playout | None:
    """The game's own policy beyond the tree, None for uniformly random play, "mast": one that learns, over either.

    Without a name the game's own is taken where something is hidden, for a single player, and where it says how trees widen.
    """
    if name is not None:
        one_of("playout", name, PLAYOUTS)
    if name == "mast":
        return Mast(game, _playout(game, None, hidden) or Playout())
    part = None if name == "uniform" else registry.optional_part(game.name, "playout")
    if part is None:
        return None
    policy: Playout = part.light(game)
    return policy if name == "light" or hidden or game.num_players == 1 or policy.widening else None
