"""Train a policy by Stable-Baselines3: one round of play and updates per step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

import stable_baselines3
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._training.checkpoint import Checkpoint, Settings, fingerprint
from topple.agents._training.clock import Clock
from topple.agents._training.device import device_of
from topple.agents._training.files import versions
from topple.agents._training.loop import Training, run
from topple.agents._training.options import Options, Trained
from topple.errors import BadInput
from topple.tasks.task import Task

# The names of the loss in Stable-Baselines3.
_LOSS = {"PPO": "train/loss", "A2C": "train/policy_loss"}


class PolicySettings(Settings, Protocol):
    """What decides the weights of a policy, besides the tasks."""

    @property
    def algorithm(self) -> str:
        """The name of the learning algorithm in Stable-Baselines3."""

    @property
    def total(self) -> int:
        """How many actions to learn from."""

    @property
    def environments(self) -> int:
        """How many games are played at a time."""

    @property
    def round_length(self) -> int:
        """How many actions are played in each game between two updates."""

    @property
    def seed(self) -> int:
        """The key of all random numbers."""

    @property
    def policy(self) -> str | type[ActorCriticPolicy]:
        """The kind of policy in Stable-Baselines3, by name or class."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Options of the environments besides the tasks."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """Further arguments of the algorithm."""


S = TypeVar("S", bound=PolicySettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyCheckpoint(Checkpoint[S]):
    """A policy after a round; its updates count actions."""

    solved: int
    missed: int


def train(
    kind: type[PolicyCheckpoint[S]],
    tasks: Sequence[Task],
    settings: S,
    options: Options,
    threads: int | None,
) -> tuple[ActorCriticPolicy, Trained]:
    """Train a policy, or continue with the one in the folder."""
    device = device_of(options.device)
    saved = kind.resume(options.folder, device, settings, fingerprint(tasks))
    final, trained = run(
        options,
        device,
        saved,
        lambda: _PolicyTraining(kind, tasks, settings, options, device, saved, threads),
        lambda model: (model.solved, model.missed),
    )
    return cast("ActorCriticPolicy", final.make_network().to(device)), trained


class _Stopped(Exception):
    """The clock has stopped in the middle of updates."""


class _Round(BaseCallback):
    """Counts the games of a round by their outcome; ends the round when the clock has stopped."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self.solved = self.missed = 0
        self.learnt = False  # whether any update was made

    def after_update(self, *_: object) -> None:
        """Call this after every minibatch."""
        self.learnt = True
        self._clock.beat(self.num_timesteps)
        if self._clock.stopped():
            raise _Stopped

    def _on_step(self) -> bool:
        ended = [
            info["outcome"]
            for over, info in zip(self.locals["dones"], self.locals["infos"], strict=True)
            if over
        ]
        self.solved += ended.count("solved")
        self.missed += len(ended) - ended.count("solved")
        self._clock.beat(self.num_timesteps)
        return not self._clock.stopped()


class _PolicyTraining(Training[PolicyCheckpoint[S]]):
    unit = "shots"

    def __init__(
        self,
        kind: type[PolicyCheckpoint[S]],
        tasks: Sequence[Task],
        settings: S,
        options: Options,
        device: torch.device,
        saved: PolicyCheckpoint[S] | None,
        threads: int | None,
    ) -> None:
        if options.environments is None:
            agent = settings.family
            raise BadInput(
                f"{agent} learns in environments",
                f"`topple train PROTOCOL --agent {agent}` makes them",
            )
        self._kind, self._settings, self._tasks = kind, settings, fingerprint(tasks)
        self.total = settings.total
        self._solved = self._missed = 0
        self._model = getattr(stable_baselines3, settings.algorithm)(
            settings.policy,
            options.environments(tasks, settings.environments, threads, **settings.options),
            n_steps=settings.round_length,
            # A resumed training must not repeat the random numbers of its beginning.
            seed=(settings.seed + (saved.update if saved else 0)) % 2**31,
            device=device,
            **settings.arguments,
        )
        if saved:
            self._restore(saved)

    def _restore(self, saved: PolicyCheckpoint[S]) -> None:
        self._model.policy.load_state_dict(saved.network)
        self._model.policy.optimizer.load_state_dict(saved.optimiser)
        self._model.num_timesteps = self.update = saved.update
        self._solved, self._missed, self.loss = saved.solved, saved.missed, saved.loss

    def step(self, clock: Clock) -> None:
        """Play a round in all environments, and learn from it."""
        size = self._settings.round_length * self._settings.environments
        games = _Round(clock)
        hook = self._model.policy.optimizer.register_step_post_hook(games.after_update)
        with suppress(_Stopped):
            self._model.learn(size, games, log_interval=None, reset_num_timesteps=False)
        hook.remove()
        if not games.learnt:  # it was cut short: what was played is lost
            self._model.num_timesteps = self.update
            return
        self.update = self._model.num_timesteps
        self._solved += games.solved
        self._missed += games.missed
        self.loss = self._model.logger.name_to_value.get(_LOSS[self._settings.algorithm], self.loss)
        ended = games.solved + games.missed
        more = {
            "passed": games.solved / ended if ended else None,
            "games": self._solved + self._missed,
        }
        clock.report(self.update, self.loss, more)

    def checkpoint(self, seconds: float, *, finished: bool) -> PolicyCheckpoint[S]:
        policy = self._model.policy
        return self._kind(
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
