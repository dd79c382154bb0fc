"""The base class of agents that Stable-Baselines3 trains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.birds.angles import angle_shot
from topple.worlds.birds.observation import Observation as BirdsObservation
from topple.worlds.iphyre.observation import Observation as IPhyreObservation
from topple.worlds.pool.encoding import encode
from topple.worlds.pool.environment import aimed_shot
from topple.worlds.pool.game import Game
from topple.worlds.pool.shot import action_of
from topple.worlds.pool.task import PoolTask
from topple.worlds.rope.environment import CALLS
from topple.worlds.rope.features import vector
from topple.worlds.rope.observation import Observation as RopeObservation

if TYPE_CHECKING:
    from stable_baselines3.common.policies import ActorCriticPolicy


def _choose(
    policy: ActorCriticPolicy, seen: NDArray[Any], rng: np.random.Generator | None
) -> NDArray[Any]:
    """Return the best choice of the policy; with `rng`, one drawn from it."""
    if rng is None:
        return policy.predict(seen, deterministic=True)[0]
    drawn: Any = policy.get_distribution(policy.obs_to_tensor(seen)[0]).distribution
    if hasattr(drawn, "probs"):
        shares = drawn.probs[0].detach().double().numpy()
        return np.asarray(rng.choice(len(shares), p=shares / shares.sum()))
    mean, spread = (each[0].detach().numpy() for each in (drawn.mean, drawn.stddev))
    return np.asarray(np.clip(mean + spread * rng.standard_normal(mean.shape), -1.0, 1.0))


def _shoot(
    policy: ActorCriticPolicy, seen: BirdsObservation, rng: np.random.Generator | None
) -> Action:
    return angle_shot(int(_choose(policy, seen.tensor(), rng))).row()


def _remove(
    policy: ActorCriticPolicy, seen: IPhyreObservation, rng: np.random.Generator | None
) -> Action:
    """Remove the chosen block; nothing if it is gone or there is none."""
    number = int(_choose(policy, seen.vector(nothing=True), rng)) - 1
    return seen.remove(number) if number in seen.left else ()


def _strike(policy: ActorCriticPolicy, game: Game, rng: np.random.Generator | None) -> Action:
    seen = encode(game.task, game.table, game.left / game.rules.shots)
    chosen = _choose(policy, seen, rng)
    return action_of([aimed_shot(game.table, chosen.astype(np.float64))])


def _call(
    policy: ActorCriticPolicy, seen: RopeObservation, rng: np.random.Generator | None
) -> Action:
    return seen.move(CALLS[int(_choose(policy, vector(seen.level, seen.frame), rng))])


# How a policy moves in each world.
_MOVES: dict[str, Callable[[ActorCriticPolicy, Any, np.random.Generator | None], Action]] = {
    "birds": _shoot,
    "iphyre": _remove,
    "pool": _strike,
    "rope": _call,
}


class PolicyAgent(Learner):
    """Plays the best choices of a trained policy; after the first attempt, choices drawn from it.

    `algorithm` is the name of the learning algorithm in Stable-Baselines3.
    """

    counts = ("shots", "environments", "round_shots", "batch", "epochs", "width")
    extra = "sb3"
    passes = 1
    worlds = tuple(_MOVES)
    algorithm: ClassVar[str]
    _policy: ActorCriticPolicy

    def fit(self, practice: Practice) -> None:
        model = self.settings()["model"]
        if not model:
            raise BadInput(
                f"{self.name} has no model",
                f"`topple train {self.name}` makes one; name it with --set model=FOLDER",
            )
        with self.optional_imports():
            import torch

            from topple.agents.sb3.checkpoint import ShotCheckpoint
        cpu = torch.device("cpu")  # a GPU gains nothing on single observations
        found = ShotCheckpoint.load_trained(Path(model), cpu, self.name, practice.tasks)
        self._policy = found.make_network()

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the policy, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._training.policy import train
            from topple.agents.sb3.checkpoint import ShotCheckpoint, ShotSettings
        own = {"batch": 1, "epochs": 1, **self.settings()}  # A2C learns from each shot once
        del own["model"]
        world, seed = practice.world.name, int(self.rng.integers(2**31))
        settings = ShotSettings(self.algorithm, seed=seed, world=world, **own)
        self._policy, trained = train(
            ShotCheckpoint, practice.tasks, settings, options, practice.threads
        )
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy:
        rng = self.rng if past else None  # the best choices again would miss again
        if isinstance(task, PoolTask) and not task.rules:
            return _strike(self._policy, Game.of_puzzle(task), rng)
        move = _MOVES[task.id.world]
        return lambda seen: move(self._policy, seen, rng)
