"""The base class of agents that Stable-Baselines3 trains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.birds.angles import angle_shot
from topple.worlds.birds.observation import Observation as BirdsObservation
from topple.worlds.iphyre.observation import Observation as IPhyreObservation

if TYPE_CHECKING:
    from stable_baselines3.common.policies import ActorCriticPolicy


def _shoot(policy: ActorCriticPolicy, seen: BirdsObservation) -> Action:
    chosen, _ = policy.predict(seen.tensor(), deterministic=True)
    return angle_shot(int(chosen)).row()


def _remove(policy: ActorCriticPolicy, seen: IPhyreObservation) -> Action:
    """Remove the chosen block; nothing if it is gone or there is none."""
    chosen, _ = policy.predict(seen.vector(nothing=True), deterministic=True)
    number = int(chosen) - 1
    return (float(number),) if number in seen.left else ()


# How a policy moves in each world.
_MOVES: dict[str, Callable[[ActorCriticPolicy, Any], Action]] = {
    "birds": _shoot,
    "iphyre": _remove,
}


class PolicyAgent(Learner):
    """Plays a trained policy deterministically.

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

            from topple.agents.sb3.checkpoint import PolicyCheckpoint
        cpu = torch.device("cpu")  # a GPU gains nothing on single observations
        found = PolicyCheckpoint.load_trained(Path(model), cpu, self.name, practice.tasks)
        self._policy = found.make_network()

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the policy, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents.sb3.checkpoint import PolicySettings
            from topple.agents.sb3.training import train
        own = {"batch": 1, "epochs": 1, **self.settings()}  # A2C learns from each shot once
        del own["model"]
        world, seed = practice.world.name, int(self.rng.integers(2**31))
        settings = PolicySettings(self.algorithm, seed=seed, world=world, **own)
        self._policy, trained = train(practice.tasks, settings, options, practice.threads)
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        move = _MOVES[task.id.world]
        return lambda seen: move(self._policy, seen)
