"""DQN and DQN-O: rank actions by a network that learnt from the training tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.agent import agent
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.phyre.world import own_task

if TYPE_CHECKING:
    from topple.worlds.phyre.agents.dqn.network import Network


@agent("dqn", version=1)
class Dqn(Learner):
    """Tries candidates in the order of a network's predictions, most likely to solve first.

    The network is ResNet-18 with the action as a second input. It learns from `actions` candidates
    per training task. Defaults are those of the paper; its scripts have `hidden=256`. The paper
    tuned `ranked`: 10000 for PHYRE-B within templates, 1000 across, 100000 for PHYRE-2B.

    `model` is a folder made by `topple train`, or a folder of such folders: then the model that was
    trained on the training tasks of the fold is used. Without `model`, `fit` trains one.
    """

    counts = ("updates", "batch", "hidden", "width", "actions", "ranked")
    worlds = ("phyre",)

    updates: int = 100_000
    batch: int = 64
    learning_rate: float = 3e-4
    hidden: int = 512
    width: int = 64
    actions: int = 100_000
    ranked: int = 10_000
    model: str = ""

    def fit(self, practice: Practice) -> None:
        if not self.model:
            self.train(practice, Options())
            return
        with self.optional_imports():
            from topple.worlds.phyre.agents.dqn.training import DqnCheckpoint
        self._use(self.load_network(DqnCheckpoint, "dqn", practice))

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the network, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._training.device import device_of
            from topple.worlds.phyre.agents.dqn.examples import Examples
            from topple.worlds.phyre.agents.dqn.training import DqnSettings, train
        device_of(options.device)  # refuse a missing device before hours of simulation
        settings = DqnSettings(
            self.updates,
            self.batch,
            self.learning_rate,
            self.hidden,
            self.width,
            seed=int(self.rng.integers(2**31)),
        )
        outcomes = practice.outcomes(practice.tasks, self.actions)
        examples = Examples.of(practice.tasks, outcomes)
        network, trained = train(examples, settings, options)
        self._use(network)
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if len(past) >= self.ranked:
            return None
        chosen = self._ranking(task)[len(past)]
        return tuple(task.actions.candidates(self.ranked)[chosen].tolist())

    def _use(self, network: Network) -> None:
        self._network = network
        self._rankings: dict[str, NDArray[np.int32]] = {}

    def _ranking(self, task: Task) -> NDArray[np.int32]:
        """Return the numbers of the candidates, best first; equal ones keep their order."""
        if str(task) not in self._rankings:
            from topple.worlds.phyre.agents.dqn.network import scores

            found = scores(
                self._network, own_task(task).image(), task.actions.candidates(self.ranked)
            )
            self._rankings[str(task)] = np.argsort(-found, kind="stable").astype(np.int32)
        return self._rankings[str(task)]


@agent("dqn-o", version=1)
class DqnOnline(Dqn):
    """Like `dqn`, and also learns from each test task when it is over.

    After each task it makes `online_updates` updates on the valid attempts at that task, with a
    fresh optimiser at the learning rate `online_rate`. With `plays_on` it continues after solving
    a task, as in the paper, to learn from 100 attempts.
    """

    online = True
    plays_on: bool = True
    online_updates: int = 5
    online_rate: float = 1e-4

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.online_updates < 0 or not self.online_rate >= 0:
            raise BadInput("online_updates and online_rate: give 0 or more")

    def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
        tried = [a for a in attempts if a.outcome in (Outcome.SOLVED, Outcome.MISSED)]
        if tried and self.online_updates:
            from topple.worlds.phyre.agents.dqn.training import learn_task

            actions = np.array([attempt.action for attempt in tried], np.float64)
            solved = np.array([attempt.outcome is Outcome.SOLVED for attempt in tried])
            learn_task(
                self._network,
                own_task(task).image(),
                actions,
                solved,
                updates=self.online_updates,
                rate=self.online_rate,
            )
            self._rankings.clear()
