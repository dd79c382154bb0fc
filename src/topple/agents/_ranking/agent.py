"""The base of rankers that see an action as a row of numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from topple.agents._ranking.rollouts import Actions, Budget, Trials, gather
from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

if TYPE_CHECKING:
    from topple.agents._ranking.checkpoint import RankerCheckpoint

T = TypeVar("T", bound=Task)


class _Ranking(NamedTuple):
    actions: Actions
    scores: NDArray[np.float32]


@dataclass
class RowRanker(Learner, Generic[T]):
    """Tries the candidate that a network scores highest, and lowers scores around failures."""

    counts = ("updates", "scenes", "width", "depth", "tries", "ranked")

    updates: int = 2000
    scenes: int = 16
    learning_rate: float = 1e-3
    width: int = 128
    depth: int = 3
    tries: int = 8000
    near: int = 200
    ranked: int = 3000
    reach: float = 1.0
    penalty: float = 1.0
    model: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.near, self.penalty) < 0 or not self.reach > 0:
            raise BadInput("near, penalty: give 0 or more; reach: more than 0")
        self._rankings: dict[str, _Ranking] = {}

    @abstractmethod
    def own(self, task: Task) -> T:
        """Return a task of the world that this agent plays."""

    @abstractmethod
    def trials(self, task: T) -> Trials:
        """Return how actions on a task are drawn and played."""

    @abstractmethod
    def features(self, task: T, actions: Actions) -> NDArray[np.float32]:
        """Return the row of numbers of every action."""

    @abstractmethod
    def signs(self) -> NDArray[np.float32]:
        """Return -1 for each number that changes its sign in a mirror, 1 for the others."""

    @abstractmethod
    def apart(self, actions: Actions, failed: Sequence[float | None]) -> Actions:
        """Return how far actions are from one that failed, in units of `reach`, by number."""

    @abstractmethod
    def checkpoint(self) -> type[RankerCheckpoint[Any]]:
        """Return the kind of file that holds the network."""

    def fit(self, practice: Practice) -> None:
        if not self.model:
            self.train(practice, Options())
            return
        with self.optional_imports():
            kind = self.checkpoint()
        self._networks = self.load_networks(kind, self.name, practice)

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the network, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._ranking.rows import Data, train
            from topple.agents._training.checkpoint import fingerprint
            from topple.agents._training.device import device_of

            kind = self.checkpoint()
        device_of(options.device)  # refuse a missing device before the simulations
        settings = kind.settings_type(
            self.updates,
            self.scenes,
            self.learning_rate,
            self.width,
            self.depth,
            int(self.rng.integers(2**31)),
        )
        tasks = [self.own(task) for task in practice.tasks]
        rolled = gather(practice, tasks, self.trials, Budget(self.tries, self.near))
        rows = (
            (self.features(task, each.actions), each.solved)
            for task, each in zip(tasks, rolled, strict=True)
        )
        data = Data.of(fingerprint(practice.tasks), rows, self.signs())
        network, trained = train(kind, data, settings, options)
        self._networks = [network]
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        actions, found = self._ranking(self.own(task))
        found = found.copy()
        for attempt in past:
            if attempt.action is not None and attempt.outcome is not Outcome.SOLVED:
                apart = (self.apart(actions, attempt.action) ** 2).sum(1)
                found -= self.penalty * np.exp(-apart / (2 * self.reach**2))
                found[apart == 0] = -np.inf
        best = found.argmax()
        return None if found[best] == -np.inf else tuple(actions[best].tolist())

    def _ranking(self, task: T) -> _Ranking:
        """Score candidates; every attempt at a task begins with the same scene."""
        from topple.agents._ranking.rows import scores

        name = str(task)
        if name not in self._rankings:
            if len(self._rankings) >= self.group:  # tasks are played in groups, oldest first
                del self._rankings[next(iter(self._rankings))]
            actions = self.trials(task).draw(self.ranked, generator("ranker candidates", task))
            rows = self.features(task, actions)
            found = np.mean([scores(each, rows) for each in self._networks], axis=0)
            self._rankings[name] = _Ranking(actions, found)
        return self._rankings[name]
