"""Our games as PettingZoo environments: `env("celestia", players=4)` for one agent at a time, `parallel_env` for Incan Gold.

What an agent is given is computed from what its seat sees, never from the true state. Needs the extra `pettingzoo`.
"""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("orienteer.adapters.pettingzoo needs PettingZoo: pip install orienteer[pettingzoo]") from error

from orienteer.core.errors import IllegalActionError, OptionError
from orienteer.core.options import flag, one_of, whole_number
from orienteer.core.registry import load_game
from orienteer.core.rng import RandomStream
from orienteer.core.state import State
from orienteer.features import Features

RENDER_MODES = ("human", "ansi")
MAX_STEPS = 10**9
_AT_ONCE = ("incan_gold",)  # games in which nobody ever chooses alone

Observation = dict[str, "np.ndarray[Any, Any]"]


def env(game: str, **options: Any) -> Any:
    """`raw_env` with PettingZoo's usual guards: an illegal action ends the game for all with a reward of -1 for the agent."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class _Table:
    """A game in play, its chance, and what agents are told; what both kinds of environment share.

    `options` are the game's, and those of an environment: see raw_env.
    """

    def __init__(
        self,
        game: str,
        *,
        objective: str | None = None,
        rewards: str = "final",
        max_steps: int | None = None,
        render_mode: str | None = None,
        parallel: bool = False,
        **options: Any,
    ) -> None:
        self.source = load_game(game, **options)
        self.source.objective_code(objective)
        self.objective = objective or self.source.default_objective
        self.additive = one_of("rewards", rewards, ("final", "steps")) == "steps"
        if self.additive and not self.source.is_additive(self.objective):
            raise OptionError("rewards", rewards, f"'final': {self.objective} is not a sum over steps")
        self.max_steps = None if max_steps is None else whole_number("max_steps", max_steps, 1, MAX_STEPS)
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.features = Features(self.source)
        self.names = [f"player_{seat}" for seat in range(self.source.num_players)]
        actions = self.source.num_distinct_actions
        mask = Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            name: Dict({"observation": Box(self.features.low, self.features.high, dtype=np.float32), "action_mask": mask})
            for name in self.names
        }
        self.action_spaces = {name: Discrete(actions) for name in self.names}
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"orienteer_{game}",
            "is_parallelizable": flag("parallel", parallel),
            "render_fps": 1,
        }
        self.generator: np.random.Generator | None = None

    def begin(self, seed: int | None) -> None:
        """Deal anew. Without a seed the random numbers go on from the last one; the first time they are the system's."""
        if seed is not None or self.generator is None:
            self.generator, _ = np_random(seed)
        self.stream = RandomStream(int(self.generator.integers(2**63)))
        self.state: State = self.source.new_initial_state()
        self.steps = 0
        self._settle()

    def play(self, chosen: dict[int, int]) -> list[float]:
        """Play the choices of all who have one, and the chance that follows; rewards by seat."""
        before = self._paid()
        if self.state.is_simultaneous_node():
            self.state.apply_joint([chosen.get(seat) for seat in range(len(self.names))])
        else:
            ((_, action),) = chosen.items()
            self.state.apply(action)
        self.steps += 1
        self._settle()
        return [now - then for now, then in zip(self._paid(), before, strict=True)]

    def _settle(self) -> None:
        while self.state.is_chance_node():
            self.state.apply(self.state.sample_chance(self.stream))

    def _paid(self) -> list[float]:
        """What each seat has been given so far."""
        if self.additive or self.state.is_terminal():
            return self.state.returns(self.objective)
        return [0.0] * len(self.names)

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal()

    @property
    def is_cut(self) -> bool:
        """Whether the steps are used up before the game is over."""
        return not self.is_over and self.max_steps is not None and self.steps >= self.max_steps

    def observation(self, seat: int, *, asked: bool) -> Observation:
        mask = np.zeros(self.source.num_distinct_actions, np.int8)
        if asked:
            mask[self.state.legal_actions(seat)] = 1
        return {"observation": self.features.row(self.state, seat), "action_mask": mask}

    def checked(self, seat: int, action: Any) -> int:
        legal = self.state.legal_actions(seat)
        if int(action) not in legal:
            raise IllegalActionError(f"action of player_{seat}: {action!r}, allowed: {', '.join(map(str, legal))}")
        return int(action)

    def picture(self, render_mode: str | None) -> str | None:
        """The whole table as text, what is hidden from seats included; printed in mode "human"."""
        if render_mode != "human":
            return str(self.state) if render_mode == "ansi" else None
        print(self.state)
        return None


class _Seated:
    """What both kinds of environment say of their table."""

    def sit(self, table: _Table, render_mode: str | None) -> None:
        self.table = table
        self.render_mode = render_mode
        self.metadata = table.metadata
        self.possible_agents = list(table.names)
        self.agents: list[str] = []
        self.observation_spaces = table.observation_spaces
        self.action_spaces = table.action_spaces

    @property
    def features(self) -> Features:
        """What the numbers of an observation are: `features.blocks`, `features.slices`."""
        return self.table.features

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        return self.table.picture(self.render_mode)

    def close(self) -> None:
        """Nothing is held."""


class raw_env(_Seated, AECEnv):
    """A game for agents that act one after another; seats that choose at once act in their order, unseen by each other.

    Args:
        game: "celestia", "incan_gold", "lost_explorers" or "takara_island".
        objective: what returns are of; None = the game's default.
        rewards: "final" pays the returns at the end, "steps" pays an additive objective as it is won (the sum is the same).
        max_steps: moves after which the game is cut off (truncated) without further pay; None: none. Choices made at once are
            one move.
        render_mode: "ansi" returns the whole table as text, "human" prints it.
        options: the game's own, `players` among them.

    An observation is {"observation": numbers (see `features`), "action_mask": 1 for each legal action}; the mask is all 0 for
    agents that have no choice now. Chance is drawn from a stream that `reset(seed)` fixes. Raises OptionError for wrong options
    and, from `step`, IllegalActionError.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.sit(_Table(game, render_mode=render_mode, **options), render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.table.begin(seed)
        self._ask()

    def _ask(self) -> None:
        """Turn to those who have a choice."""
        self.waiting = self.table.state.players_to_move()
        self.chosen: dict[int, int] = {}
        if self.waiting:
            self.agent_selection = self.possible_agents[self.waiting[0]]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self.table.observation(seat, asked=seat in self.waiting and not self.table.is_cut)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self.chosen[seat] = self.table.checked(seat, action)
        self.waiting.remove(seat)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.waiting:
            self.agent_selection = self.possible_agents[self.waiting[0]]
        else:
            self._move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _move(self) -> None:
        self.rewards = dict(zip(self.possible_agents, self.table.play(self.chosen), strict=True))
        self._ask()
        self.terminations = dict.fromkeys(self.agents, self.table.is_over)
        self.truncations = dict.fromkeys(self.agents, self.table.is_cut)


class parallel_env(_Seated, ParallelEnv):
    """A game in which all choices are made at once (Incan Gold); options as for raw_env.

    Agents without a choice stay in the game: their mask is all 0 and whatever they give is ignored.
    """

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Any) -> None:
        one_of("game", game, _AT_ONCE)
        self.sit(_Table(game, render_mode=render_mode, parallel=True, **options), render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.agents = list(self.possible_agents)
        self.table.begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        asked = [] if self.table.is_cut else self.table.state.players_to_move()
        return {agent: self.table.observation(seat, asked=seat in asked) for seat, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        seats = self.table.state.players_to_move()
        chosen = {seat: self.table.checked(seat, actions[self.possible_agents[seat]]) for seat in seats}
        rewards = dict(zip(self.possible_agents, self.table.play(chosen), strict=True))
        observations, agents = self._observations(), self.agents
        over, cut = self.table.is_over, self.table.is_cut
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), {agent: {} for agent in agents}
