"""Train a policy by Stable-Baselines3: one round of shots and updates per step."""

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
from topple.agents.sb3.checkpoint import PolicyCheckpoint, PolicySettings
from topple.agents.sb3.kinds import KINDS
from topple.errors import BadInput
from topple.tasks.task import Task

# The names of the loss in Stable-Baselines3.
_LOSS = {"PPO": "train/loss", "A2C": "train/policy_loss"}


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
        ended = [
            info["outcome"]
            for over, info in zip(self.locals["dones"], self.locals["infos"], strict=True)
            if over
        ]
        self.solved += ended.count("solved")
        self.missed += len(ended) - ended.count("solved")
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
            agent = settings.family
            raise BadInput(f"{agent} learns in environments", f"`topple train {agent}` makes them")
        self._settings, self._tasks = settings, fingerprint(tasks)
        self.total = settings.shots
        self._solved = self._missed = 0
        own = {"batch_size": settings.batch, "n_epochs": settings.epochs}
        self._model = getattr(stable_baselines3, settings.algorithm)(
            KINDS[settings.world].policy,
            options.environments(tasks, settings.environments, threads),
            n_steps=settings.round_shots,
            learning_rate=settings.learning_rate,
            policy_kwargs=KINDS[settings.world].settings(settings.width),
            # A resumed training must not repeat the random numbers of its beginning.
            seed=(settings.seed + (saved.update if saved else 0)) % 2**31,
            device=device,
            **(own if settings.algorithm == "PPO" else {}),
        )
        if saved:
            self._restore(saved)

    def _restore(self, saved: PolicyCheckpoint) -> None:
        self._model.policy.load_state_dict(saved.network)
        self._model.policy.optimizer.load_state_dict(saved.optimiser)
        self._model.num_timesteps = self.update = saved.update
        self._solved, self._missed, self.loss = saved.solved, saved.missed, saved.loss

    def step(self, clock: Clock) -> None:
        """Play a round in all environments, and learn from it."""
        size = self._settings.round_shots * self._settings.environments
        games = _CountGames()
        self._model.learn(size, games, log_interval=None, reset_num_timesteps=False)
        self.update = self._model.num_timesteps
        self._solved += games.solved
        self._missed += games.missed
        self.loss = float(self._model.logger.name_to_value[_LOSS[self._settings.algorithm]])
        ended = games.solved + games.missed
        more = {
            "passed": games.solved / ended if ended else None,
            "games": self._solved + self._missed,
        }
        clock.report(self.update, self.loss, more)

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
