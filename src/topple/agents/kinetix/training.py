"""Train a policy by Stable-Baselines3: one round of steps and updates at a time."""

from __future__ import annotations

from collections.abc import Sequence

import stable_baselines3
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._training.checkpoint import fingerprint
from topple.agents._training.clock import Clock
from topple.agents._training.device import device_of
from topple.agents._training.files import versions
from topple.agents._training.loop import Training, run
from topple.agents._training.options import Options, Trained
from topple.agents.kinetix.checkpoint import PolicyCheckpoint, PolicySettings
from topple.errors import BadInput
from topple.tasks.task import Task

_NEVER = 10**9  # rounds between two logs of Stable-Baselines3


def train(
    tasks: Sequence[Task], settings: PolicySettings, options: Options, threads: int | None
) -> tuple[ActorCriticPolicy, Trained]:
    """Train a policy, or continue with the one in the folder."""
    device = device_of(options.device)
    saved = PolicyCheckpoint.resume(options.folder, device, settings, fingerprint(tasks))
    final, trained = run(
        options,
        device,
        saved,
        lambda: _PolicyTraining(tasks, settings, options, device, saved, threads),
        lambda model: (model.solved, model.missed),
    )
    return final.make_network().to(device), trained


class _CountGames(BaseCallback):
    """Counts the games of a round by their outcome."""

    def __init__(self) -> None:
        super().__init__()
        self.solved = self.missed = 0

    def _on_step(self) -> bool:
        for over, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            self.solved += over and info["outcome"] == "solved"
            self.missed += over and info["outcome"] != "solved"
        return True


class _PolicyTraining(Training[PolicyCheckpoint]):
    def __init__(
        self,
        tasks: Sequence[Task],
        settings: PolicySettings,
        options: Options,
        device: torch.device,
        saved: PolicyCheckpoint | None,
        threads: int | None,
    ) -> None:
        if options.environments is None:
            raise BadInput(
                f"{settings.family} learns in environments",
                f"`topple train {settings.family}` makes them",
            )
        self._settings, self._tasks = settings, fingerprint(tasks)
        self.total = settings.steps
        self._solved = self._missed = 0
        self._model = stable_baselines3.PPO(
            "MlpPolicy",
            options.environments(tasks, settings.environments, threads),
            n_steps=settings.round_steps,
            batch_size=settings.batch,
            n_epochs=settings.epochs,
            learning_rate=settings.learning_rate,
            gamma=settings.discount,
            ent_coef=0.01,
            policy_kwargs=settings.layers,
            # A resumed training must not repeat the random numbers of its beginning.
            seed=(settings.seed + (saved.update if saved else 0)) % 2**31,
            device=device,
        )
        if saved:
            self._model.policy.load_state_dict(saved.network)
            self._model.policy.optimizer.load_state_dict(saved.optimiser)
            self._model.num_timesteps = self.update = saved.update
            self._solved, self._missed, self.loss = saved.solved, saved.missed, saved.loss

    def step(self, clock: Clock) -> None:
        """Play a round in all environments, and learn from it."""
        games = _CountGames()
        size = self._settings.round_steps * self._settings.environments
        self._model.learn(size, games, log_interval=_NEVER, reset_num_timesteps=False)
        self.update = self._model.num_timesteps
        self._solved += games.solved
        self._missed += games.missed
        self.loss = float(self._model.logger.name_to_value["train/loss"])
        ended = games.solved + games.missed
        passed = games.solved / ended if ended else None
        clock.report(self.update, self.loss, {"passed": passed, "games": ended})

    def checkpoint(self, seconds: float, *, finished: bool) -> PolicyCheckpoint:
        policy = self._model.policy
        return PolicyCheckpoint(
            settings=self._settings,
            tasks=self._tasks,
            network=policy.state_dict(),
            optimiser={} if finished else policy.optimizer.state_dict(),
            update=self.update,
            solved=self._solved,
            missed=self._missed,
            seconds=seconds,
            loss=self.loss,
            finished=finished,
            versions={**versions(), "stable_baselines3": stable_baselines3.__version__},
        )
