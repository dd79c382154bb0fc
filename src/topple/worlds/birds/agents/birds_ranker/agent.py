"""Birds ranker: score many shots at what stands there now, and move away from what failed."""

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
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds.agents._slingshot.perception import pigs
from topple.worlds.birds.agents.birds_ranker.scene import image_of
from topple.worlds.birds.agents.birds_ranker.shots import KINDS, Shots, candidates, rows_of, shot_of
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.world import own_task

if TYPE_CHECKING:
    from topple.worlds.birds.agents.birds_ranker.network import Network

# How far a failure reaches in angle, stretch and tap.
_REACHES = np.array([np.radians(1.0), 0.05, 0.2], np.float32)


@agent("birds-ranker", version=1)
class BirdsRanker(Learner):
    """Makes the shot that a network scores highest, and lowers scores around failed ones.

    The network looks at the scene once, and scores each of `ranked` shots by what a bird meets on
    its path. It learns from `shots` random shots in the first position of every training task,
    from `near` shots around solutions, and from half as many in some of the positions that follow
    where a task has several birds. After a failed attempt, scores of shots like those of the same
    bird fall by up to `penalty`, within about `reach` degrees. What solved a task is not lowered,
    so it is tried again.

    `model` is a folder made by `topple train`, or a folder of such folders: then the scores of all
    models that were trained on the tasks of the fold are averaged. Without it, `fit` trains a
    model. For a trial on a CPU set `width=8`, `scenes=8`, `shots=50` and `updates=100`.
    """

    counts = ("updates", "scenes", "width", "depth", "shots", "ranked")
    worlds = ("birds",)

    updates: int = 6000
    scenes: int = 32
    learning_rate: float = 6e-4
    width: int = 64
    depth: int = 4
    shots: int = 240
    near: int = 80
    ranked: int = 3000
    reach: float = 3.0
    penalty: float = 4.0
    model: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.near, self.penalty) < 0 or not self.reach > 0:
            raise BadInput("near, penalty: give 0 or more; reach: more than 0")
        self._known: dict[tuple[bytes, int, int], NDArray[np.float32]] = {}

    def fit(self, practice: Practice) -> None:
        if not self.model:
            self.train(practice, Options())
            return
        with self.optional_imports():
            from topple.worlds.birds.agents.birds_ranker.network import BirdsCheckpoint
        self._networks: list[Network] = self.load_networks(BirdsCheckpoint, self.name, practice)

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the network, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._training.checkpoint import fingerprint
            from topple.agents._training.device import device_of
            from topple.worlds.birds.agents.birds_ranker.data import Data
            from topple.worlds.birds.agents.birds_ranker.network import BirdsSettings, train
            from topple.worlds.birds.agents.birds_ranker.rollouts import Budget, gather
        device_of(options.device)  # refuse a missing device before an hour of simulation
        seed = int(self.rng.integers(2**31))
        settings = BirdsSettings(
            self.updates, self.scenes, self.learning_rate, self.width, self.depth, seed
        )
        found = gather(practice, Budget(self.shots, self.near))
        data = Data.of(fingerprint(practice.tasks), found)
        network, trained = train(data, settings, options)
        self._networks = [network]
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        failed = [
            rows_of(attempt.action)
            for attempt in past
            if attempt.action is not None and attempt.outcome is not Outcome.SOLVED
        ]
        birds = len(own_task(task).level.birds)

        def shoot(seen: Observation) -> Action | None:
            seen.rest()
            if not pigs(seen):
                return None
            number = birds - len(seen.birds)
            tried = [rows[number] for rows in failed if number < len(rows)]
            return shot_of(self._best(seen, np.array(tried).reshape(-1, 3))).row()

        return shoot

    def _best(self, seen: Observation, tried: Shots) -> Sequence[float]:
        """Return the best candidate after shots that failed."""
        shots = candidates(seen.birds[0], self.ranked)
        found = self._scores(seen, shots).copy()
        for row in tried:
            apart = (shots - row) / (self.reach * _REACHES)
            found -= self.penalty * np.exp(-(apart**2).sum(1) / 2)
        best: list[float] = shots[found.argmax()].tolist()
        return best

    def _scores(self, seen: Observation, shots: Shots) -> NDArray[np.float32]:
        """Score candidates; every attempt at a task begins with the same scene."""
        from topple.worlds.birds.agents.birds_ranker.network import scores

        image, bird, left = image_of(seen), KINDS.index(seen.birds[0]), len(seen.birds)
        key = (image.tobytes(), bird, left)
        if key not in self._known:
            if len(self._known) >= 2 * self.group:
                del self._known[next(iter(self._known))]
            found = [scores(each, image, bird, left, shots) for each in self._networks]
            self._known[key] = np.mean(found, axis=0)
        return self._known[key]
