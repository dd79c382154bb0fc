"""Ranker: score all candidates at once, and move away from what failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.agent import agent
from topple.agents.practice import Practice, check_candidates
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.phyre.agents.ranker.ranking import Doubt, Ranking
from topple.worlds.phyre.agents.ranker.rollouts import pixels
from topple.worlds.phyre.world import own_task

if TYPE_CHECKING:
    from topple.worlds.phyre.agents.ranker.data import Data
    from topple.worlds.phyre.agents.ranker.network import Network
    from topple.worlds.phyre.agents.ranker.rollouts import Example
    from topple.worlds.phyre.agents.ranker.training import PhyreSettings


@agent("ranker", version=5)
class Ranker(Learner):
    """Tries the candidate that a network scores highest, and lowers scores around failures.

    The network looks at the scene once and then scores each of `ranked` candidates by what the
    ball touches where it starts, and where it would land if nothing moved. It learns from up to
    `actions` listed actions per training task, more where solutions are rare, and from `near`
    actions around those that solve it. After a failed attempt, scores fall by up to `penalty`
    within about `reach` pixels, and by up to `alike_penalty` for actions that the network expects
    to move the goal's bodies to within about `alike` pixels of where it expected the failed one to
    move them. `penalty=0` and `alike_penalty=0` switch this off.

    Scenes can be generated to learn from: `free` scenes from no template, `variations` of each
    template that training tasks come from, and `changed` copies of each training task. The first
    two are also learnt from alone, in `free_updates` updates before all others, once for all folds.

    `model` is a folder made by `topple train`, or a folder of such folders: then the scores of all
    models that were trained on the tasks of the fold are averaged. Without it, `fit` trains a
    model. For a trial on a CPU set `width=8`, `scenes=8`, `actions=500` and `updates=500`.
    """

    counts: ClassVar[tuple[str, ...]] = (
        "updates",
        "scenes",
        "width",
        "depth",
        "actions",
        "ranked",
        "free_updates",
    )
    worlds = ("phyre",)

    updates: int = 4000
    scenes: int = 32
    learning_rate: float = 6e-4
    width: int = 64
    depth: int = 4
    actions: int = 5000
    near: int = 1000
    ranked: int = 100_000
    reach: float = 6.0
    penalty: float = 1.5
    alike: float = 3.0
    alike_penalty: float = 2.0
    free: int = 0
    variations: int = 0
    free_updates: int = 20_000
    changed: int = 0
    model: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_candidates(self.actions)
        check_candidates(self.ranked)
        numbers = ("near", "free", "variations", "changed", "penalty", "alike_penalty")
        if not all(getattr(self, name) >= 0 for name in numbers):
            raise BadInput(f"{', '.join(numbers)}: give 0 or more")
        if not (self.reach > 0 and self.alike > 0):
            raise BadInput("reach, alike: give more than 0")

    def fit(self, practice: Practice) -> None:
        if not self.model:
            self.train(practice, Options())
            return
        with self.optional_imports():
            from topple.worlds.phyre.agents.ranker.training import PhyreCheckpoint
        self._use(self.load_networks(PhyreCheckpoint, "ranker", practice))

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the network, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._training.device import device_of
            from topple.worlds.phyre.agents.ranker.training import train
        device_of(options.device)  # refuse a missing device before an hour of simulation
        settings = self._training_settings(self.updates, int(self.rng.integers(2**31)))
        varied = self._gather_variations(practice)
        start = self._train_first(practice, options, varied)
        network, trained = train(self._data(practice, varied), settings, options, start)
        self._use([network])
        return trained

    def _data(self, practice: Practice, varied: list[Example]) -> Data:
        """Simulate what the network learns from, or load what is stored."""
        from topple.agents._training.checkpoint import fingerprint
        from topple.worlds.phyre.agents.ranker.data import Data
        from topple.worlds.phyre.agents.ranker.generated import gather_changed
        from topple.worlds.phyre.agents.ranker.rollouts import Budget, gather

        examples = gather(practice, Budget(self.actions, self.near)) + varied
        if self.changed:
            examples += gather_changed(practice, self.changed)
        return Data.of(fingerprint(practice.tasks), examples)

    def train_first(self, practice: Practice, options: Options) -> None:
        """Train what all folds begin with, or continue."""
        self._train_first(practice, options, self._gather_variations(practice))

    def _gather_variations(self, practice: Practice) -> list[Example]:
        from topple.worlds.phyre.agents.ranker.generated import gather_variations

        return gather_variations(practice, self.variations) if self.variations else []

    def _train_first(
        self, practice: Practice, options: Options, varied: list[Example]
    ) -> Network | None:
        """Train on free scenes and variations, or load what is stored of this training."""
        from topple.worlds.phyre.agents.ranker.data import Data
        from topple.worlds.phyre.agents.ranker.generated import gather_free
        from topple.worlds.phyre.agents.ranker.training import train

        if not self.free and not self.variations:
            return None
        tier = own_task(practice.tasks[0]).tier.name
        settings = self._training_settings(self.free_updates, seed=0)
        examples = (gather_free(practice, tier, self.free) if self.free else []) + varied
        data = Data.of(f"{self.free} free {tier}", examples)
        folder = practice.folder and practice.folder / f"free-{tier}-{data.fingerprint}"
        return train(data, settings, replace(options, folder=folder, minutes=None))[0]

    def _training_settings(self, updates: int, seed: int) -> PhyreSettings:
        from topple.worlds.phyre.agents.ranker.training import PhyreSettings

        return PhyreSettings(updates, self.scenes, self.learning_rate, self.width, self.depth, seed)

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        return self._ranking(task).best(past)

    def _use(self, networks: list[Network]) -> None:
        self._networks = networks
        self._rankings: dict[str, Ranking] = {}

    def _ranking(self, task: Task) -> Ranking:
        if str(task) not in self._rankings:
            from topple.worlds.phyre.agents.ranker.training import average, look

            if len(self._rankings) >= self.group:  # tasks are played in groups, oldest first
                del self._rankings[next(iter(self._rankings))]
            own = own_task(task)
            image, candidates = own.image(), own.tier.candidates(self.ranked)
            seen = average([look(each, image, candidates) for each in self._networks])
            doubt = Doubt(self.reach, self.penalty, self.alike, self.alike_penalty)
            self._rankings[str(task)] = Ranking(own, seen, doubt)
        return self._rankings[str(task)]


@agent("ranker-o", version=4)
class RankerOnline(Ranker):
    """Like `ranker`, and also learns from each test task when it is over.

    After each task it makes `online_updates` updates at the learning rate `online_rate`, on the
    valid attempts at this task and at up to `online_scenes` - 1 test tasks before it, and on as
    many training tasks. With `plays_on` it continues after solving a task, as published online
    agents do, to learn from 100 attempts.
    """

    counts = (*Ranker.counts, "online_scenes")
    online = True
    plays_on: bool = False
    online_updates: int = 5
    online_rate: float = 1e-4
    online_scenes: int = 16

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.online_updates < 0 or not self.online_rate >= 0:
            raise BadInput("online_updates and online_rate: give 0 or more")

    def fit(self, practice: Practice) -> None:
        super().fit(practice)
        from topple.worlds.phyre.agents.ranker.training import Memory

        data = self._data(practice, [])
        self._memories = [
            Memory(network, data, self.online_scenes, self.online_rate)
            for network in self._networks
        ]

    def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
        tried = [a for a in attempts if a.outcome in (Outcome.SOLVED, Outcome.MISSED)]
        if not tried or not self.online_updates:
            return
        from topple.worlds.phyre.agents.ranker.training import Tried

        balls = pixels(np.array([attempt.action for attempt in tried], np.float64))
        solved = np.array([attempt.outcome is Outcome.SOLVED for attempt in tried])
        for memory in self._memories:
            memory.learn(Tried(own_task(task).image(), balls, solved), self.online_updates)
        self._rankings.clear()
