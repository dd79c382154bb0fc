"""Train a policy by Stable-Baselines3: rounds, the clock, and a state on disk to go on from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import stable_baselines3
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._training.course import Course, device_of, stopping
from topple.agents._training.files import begun, differences, read, refuse, versions, write
from topple.agents._training.options import Options, Trained
from topple.agents.dqn.examples import fingerprint
from topple.agents.sb3.network import make_policy, policy_settings
from topple.agents.sb3.settings import Settings
from topple.errors import BadInput
from topple.tasks.task import Task

# What Stable-Baselines3 calls the loss.
_LOSS = {"PPO": "train/loss", "A2C": "train/policy_loss"}
_CPU = torch.device("cpu")


def train(
    tasks: Sequence[Task], settings: Settings, options: Options, threads: int | None
) -> tuple[ActorCriticPolicy, Trained]:
    """Train a policy, from where the folder says it was; say what it came to.

    Ctrl-C ends it after the round at hand: the state is saved and `KeyboardInterrupt` raised.
    """
    saved = None if options.folder is None else _going_on(options.folder, settings, tasks)
    training = _Training(tasks, settings, options, threads, saved)
    if not (saved and saved["finished"]):
        training.run()
    return training.model.policy, Trained(
        updates=training.shots,
        seconds=training.course.seconds(),
        loss=training.loss,
        resumed=saved["shots"] if saved else 0,
        device=training.model.device.type,
        speed="finished" if saved and saved["finished"] else "plain",
        solved=training.solved,
        missed=training.missed,
    )


def load_trained(path: Path, tasks: Sequence[Task], algorithm: str) -> ActorCriticPolicy:
    """Load the policy at a path; one trained on other tasks may know the test."""
    saved = read(path, _CPU, _kind(algorithm))
    if saved["tasks"] != fingerprint(tasks):
        raise BadInput(
            f"the model at {path} was not trained on these {len(tasks)} tasks",
            "train one on this protocol; a model of another may have seen the test",
        )
    policy = make_policy(saved["settings"]["width"])
    policy.load_state_dict(saved["policy"])
    return policy


class _Counting(BaseCallback):
    """Counts the games of a round by how they ended."""

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


class _Training:
    def __init__(
        self,
        tasks: Sequence[Task],
        settings: Settings,
        options: Options,
        threads: int | None,
        saved: dict[str, Any] | None,
    ) -> None:
        if options.environments is None:
            agent = settings.algorithm.lower()
            raise BadInput(f"{agent} learns in environments", f"`topple train {agent}` makes them")
        self._settings, self._options, self._tasks = settings, options, fingerprint(tasks)
        self.shots = self.solved = self.missed = 0
        self.loss: float | None = None
        own = {"batch_size": settings.batch, "n_epochs": settings.epochs}
        self.model = getattr(stable_baselines3, settings.algorithm)(
            "CnnPolicy",
            options.environments(tasks, settings.environments, threads),
            n_steps=settings.round_shots,
            learning_rate=settings.learning_rate,
            policy_kwargs=policy_settings(settings.width),
            # The luck of a training that goes on must not be that of its beginning.
            seed=(settings.seed + (saved["shots"] if saved else 0)) % 2**31,
            device=device_of(options.device),
            **(own if settings.algorithm == "PPO" else {}),
        )
        if saved:
            self._go_on_from(saved)
        self._saved_at = self.shots
        before = saved["seconds"] if saved else 0.0
        self.course = Course(options, settings.shots, self.shots, before)

    def _go_on_from(self, saved: dict[str, Any]) -> None:
        self.model.policy.load_state_dict(saved["policy"])
        if not saved["finished"]:
            self.model.policy.optimizer.load_state_dict(saved["optimiser"])
        self.model.num_timesteps = self.shots = saved["shots"]
        self.solved, self.missed = saved["solved"], saved["missed"]
        self.loss = saved["loss"]

    def run(self) -> None:
        """Make rounds to the end, or until Ctrl-C."""
        with stopping() as stopped:
            while self.course.share(self.shots) < 1:
                self._round()
                due = self.shots - self._saved_at >= self._options.checkpoint_every
                stop = stopped.is_set()  # asked once, so that it never ends without a state
                if stop or due:
                    self._save(finished=False)
                if stop:
                    raise KeyboardInterrupt
            self._save(finished=True)

    def _round(self) -> None:
        """Play and learn once."""
        size = self._settings.round_shots * self._settings.environments
        counting = _Counting()
        self.model.learn(size, counting, log_interval=None, reset_num_timesteps=False)
        self.shots = self.model.num_timesteps
        self.solved += counting.solved
        self.missed += counting.missed
        self.loss = float(self.model.logger.name_to_value[_LOSS[self._settings.algorithm]])
        games = counting.solved + counting.missed
        self._look(counting.solved / games if games else None)

    def _look(self, passed: float | None) -> None:
        more = {"passed": passed, "games": self.solved + self.missed}
        self.course.tell(self.shots, self.loss, more)

    def _save(self, *, finished: bool) -> None:
        folder = self._options.folder
        self._saved_at = self.shots
        if folder is None:
            return
        policy = self.model.policy
        row = {
            "kind": _kind(self._settings.algorithm),
            "settings": asdict(self._settings),
            "tasks": self._tasks,
            "policy": policy.state_dict(),
            "optimiser": {} if finished else policy.optimizer.state_dict(),
            "shots": self.shots,
            "solved": self.solved,
            "missed": self.missed,
            "loss": self.loss,
            "seconds": self.course.seconds(),
            "finished": finished,
            "versions": {**versions(), "stable_baselines3": stable_baselines3.__version__},
        }
        write(folder, row)


def _going_on(folder: Path, settings: Settings, tasks: Sequence[Task]) -> dict[str, Any] | None:
    """Find what to go on from; raise `BadInput` if it belongs to another training."""
    if not begun(folder):
        return None
    saved = read(folder, _CPU, _kind(settings.algorithm))
    changed = differences(saved["settings"], asdict(settings))
    if saved["tasks"] != fingerprint(tasks):
        changed.append("it learns from other tasks")
    refuse(folder, changed)
    return saved


def _kind(algorithm: str) -> str:
    return f"topple {algorithm.lower()} 1"
