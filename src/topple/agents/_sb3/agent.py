"""The base class of agents that Stable-Baselines3 trains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.draw import choose, normals
from topple.tasks.environment import Box
from topple.tasks.game import Game, GamePolicy
from topple.tasks.task import Task
from topple.worlds import parts, world
from topple.worlds.episodes import GameEpisode, GameRules

if TYPE_CHECKING:
    from stable_baselines3.common.policies import ActorCriticPolicy


def rules_at(task: Task) -> GameRules[Any]:
    """Return the rules of the environment of a task, as learners see it."""
    part = parts.environment(world(task.id.world))
    made = part.rules(tasks=[task], **getattr(part, "VECTOR_DEFAULTS", {}))
    if not isinstance(made, GameRules):
        raise BadInput(f"`{task.id.world}` has no environment of games", "derive it from GameRules")
    seen = made.observations
    if not isinstance(seen, Box) or len(seen.shape) not in (1, 3):
        raise BadInput(f"`{task.id.world}` has no view that is a vector or a picture")
    return made


def _choose(
    policy: ActorCriticPolicy, seen: NDArray[Any], rng: np.random.Generator | None
) -> NDArray[Any]:
    """Return the best choice of the policy; with `rng`, one drawn from it."""
    if rng is None:
        return policy.predict(seen, deterministic=True)[0]
    drawn: Any = policy.get_distribution(policy.obs_to_tensor(seen)[0]).distribution
    if isinstance(drawn, list):  # several choices at once
        return np.array([[_draw(each, rng) for each in drawn]])
    if hasattr(drawn, "probs"):
        return np.asarray(_draw(drawn, rng))
    mean, spread = (each[0].detach().numpy() for each in (drawn.mean, drawn.stddev))
    space: Any = policy.action_space
    drawn = np.reshape(normals(rng, mean.size), mean.shape)
    return np.asarray(np.clip(mean + spread * drawn, space.low, space.high))


def _draw(choice: Any, rng: np.random.Generator) -> int:
    return choose(rng, choice.probs[0].detach().double().tolist())


class PolicyAgent(Learner):
    """Plays the best choices of a trained policy; after the first attempt, choices drawn from it.

    `algorithm` is the name of the learning algorithm in Stable-Baselines3.
    """

    counts = ("shots", "environments", "round_shots", "batch", "epochs", "width")
    extra = "sb3"
    unit = "shots"
    passes = 1
    not_worlds = ("phyre",)  # what PHYRE shows is neither a vector nor a picture
    algorithm: ClassVar[str]
    _policy: ActorCriticPolicy
    _masked: bool

    def fit(self, practice: Practice) -> None:
        if not self.settings()["model"]:
            raise BadInput(
                f"{self.name} has no model",
                f"`topple train PROTOCOL --agent {self.name} --out FOLDER` makes one; "
                "then add --set model=FOLDER",
            )
        with self.optional_imports():
            import torch

            from topple.agents._sb3.checkpoint import ShotCheckpoint
        cpu = torch.device("cpu")  # a GPU gains nothing on single observations
        found = self.load_checkpoint(ShotCheckpoint, self.name, practice, cpu)
        self._policy, self._masked = found.make_network(), found.settings.masked

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the policy, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._sb3.checkpoint import ShotCheckpoint, ShotSettings
            from topple.agents._training.policy import train
        own = {"batch": 1, "epochs": 1, **self.settings()}  # A2C learns from each shot once
        del own["model"]
        example = practice.tasks[0]
        settings = ShotSettings(
            self.algorithm,
            seed=int(self.rng.integers(2**31)),
            world=practice.world.name,
            masked=rules_at(example).masks,
            example=str(example),
            **own,
        )
        self._masked = settings.masked
        self._policy, trained = train(
            ShotCheckpoint, practice.tasks, settings, options, practice.threads
        )
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy:
        rng = self.rng if past else None  # the best choices again would miss again
        rules = rules_at(task)
        episode: GameEpisode[Any] | None = None

        def choose(game: Game) -> Action:
            nonlocal episode
            if episode is None or episode.game is not game:
                episode = GameEpisode(rules, game)
            (seen,) = rules.seen(episode).values()
            if self._masked:
                seen = np.concatenate([seen, rules.allowed(game)]).astype(np.float32)
            episode.actions += 1
            row = np.atleast_1d(_choose(self._policy, seen, rng).squeeze()).astype(np.float64)
            return tuple(rules.move(game, row))

        if task.actions.policies:
            return GamePolicy(choose)
        return choose(world(task.id.world).begin([task], 1)[0])
