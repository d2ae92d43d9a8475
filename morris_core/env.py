"""An environment for PettingZoo, for learners: `pip install "morris-core[env]"`. CPython only.

>>> from morris_core.env import env
>>> game = env("six")
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((8, 16), 16)

An agent acts once for a placement or a step, and once more for each man that the move takes. With P points on the
board, the actions are, in the order of `board.points`:

    0 ... P-1               place a man on the point
    P + P*a + b             move the man on point a to point b
    P + P*P + c             take the man on point c

A winner has the reward 1, a loser -1, both 0 for a draw. An observation is seen by the agent that is asked, with a
column for each point and these rows: own men, other men, own men in hand, other men in hand (in every column), own
last move, other last move (1 origin, 2 destination, if the rules remember them), what the agent has chosen of its move
(1 origin, 2 destination, 3 a man taken), and the number of quiet plies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .board import bits
from .errors import IllegalMove
from .game import Game
from .named import find_variant
from .position import SIDES, Move
from .variants import Variant

__all__ = ["env", "raw_env"]

ROWS = 8


def env(variant: Variant | str = "nine", render_mode: str | None = None, max_plies: int = 1000) -> Any:
    """Return the environment of a variant, in which an illegal action loses the game.

    Args:
        variant: The variant or its name; house rules as in `find_variant("nine").with_rules(flying=0)`.
        render_mode: "ansi" returns the board as text, "human" prints it.
        max_plies: The moves after which a game is truncated, for rules without draws.
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(variant, render_mode, max_plies), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801, PettingZoo's name for it
    """The environment without PettingZoo's checks. Arguments are those of env; an illegal action raises IllegalMove.

    Attributes:
        game: The game that is played.
    """

    def __init__(self, variant: Variant | str = "nine", render_mode: str | None = None, max_plies: int = 1000) -> None:
        super().__init__()
        self.variant = find_variant(variant)
        self.metadata = {
            "name": f"morris_{self.variant.name}_v1",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.possible_agents = list(SIDES)
        points = len(self.variant.board.points)
        actions = points + points * points + points
        seen = Box(0, 2**15 - 1, (ROWS, points), np.int16)
        self._observation = Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})
        self._action = Discrete(actions)
        self.game = Game(self.variant)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._observation

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._action

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing is random, so the seed has no effect."""
        self.game = Game(self.variant)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin_move()

    def _begin_move(self) -> None:
        self.agent_selection = SIDES[self.game.position.side]
        self._fitting = list(self.game.legal_moves())
        self._chosen: Move | None = None

    def _actions(self) -> dict[int, list[Move]]:
        """Return the moves that each action allows."""
        points = len(self.variant.board.points)
        found: dict[int, list[Move]] = {}
        for move in self._fitting:
            if self._chosen is None:
                found.setdefault(move.to if move.origin is None else points * (move.origin + 1) + move.to, []).append(
                    move
                )
                continue
            for captive in move.captures:
                if captive not in self._chosen.captures:
                    found.setdefault(points + points * points + captive, []).append(move)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which of its actions are legal."""
        position = self.game.position
        own = SIDES.index(agent)
        seen = np.zeros((ROWS, len(self.variant.board.points)), np.int16)
        for row, side in enumerate((own, 1 - own)):
            seen[row, list(bits(position.men(side)))] = 1
            seen[row + 2] = position.hand(side)
            last = position.last(side)
            if last:
                seen[row + 4, last[0]], seen[row + 4, last[1]] = 1, 2
        seen[7] = min(self.game.quiet, 2**15 - 1)
        mask = np.zeros(self._action.n, np.int8)
        if agent == self.agent_selection:
            mask[list(self._actions())] = 1
            if self._chosen:
                if self._chosen.origin is not None:
                    seen[6, self._chosen.origin] = 1
                seen[6, self._chosen.to] = 2
                seen[6, list(self._chosen.captures)] = 3
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actions = self._actions()
        if action not in actions:
            raise IllegalMove("The action {action} isn't legal here.", action=action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._fitting = actions[action]
        move = self._fitting[0]
        if self._chosen is None:
            self._chosen = Move(move.origin, move.to, ())
        else:
            first = len(self.variant.board.points) * (len(self.variant.board.points) + 1)
            self._chosen = Move(move.origin, move.to, (*self._chosen.captures, action - first))
        if len(self._chosen.captures) == len(move.captures):
            self._play(move)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, move: Move) -> None:
        self.game.play(move)
        outcome = self.game.outcome()
        if outcome:
            for side, agent in enumerate(SIDES):
                if outcome.winner is not None:
                    self.rewards[agent] = 1 if outcome.winner == side else -1
                self.terminations[agent] = True
        elif self.game.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._begin_move()

    def render(self) -> str | None:
        """Return or print the board, as the render mode says."""
        if self.render_mode == "human":
            print(self.game)
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing, because no window is open."""
