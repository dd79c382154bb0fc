"""D-DDQN: value all angles by a duelling network that learnt from shots at the training tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.agent import agent
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.birds.agents.ddqn.encoder import Encoder
from topple.worlds.birds.angles import angle_shot
from topple.worlds.birds.observation import Observation

if TYPE_CHECKING:
    from torch import nn


@agent("ddqn", version=1)
class Ddqn(Learner):
    """Shoots at the angle, one of 180, to which a duelling double DQN gives the highest value.

    All shots are at full stretch. `sees` is `symbols`, the 12-channel tensor, or `picture`. In a
    round of training, `round_games` games are played while `round_updates` updates are made; with
    a time limit, updates continue until the games are over. `faithful` repeats three faults of the
    original: the frozen network also chooses the angles, the duelling mean is taken over a whole
    batch, and platforms are missing from the symbols.

    `model` is a folder made by `topple train`, or a folder of such folders. Without it, `fit`
    trains a model.
    """

    network: ClassVar[str] = "duelling"
    counts = ("updates", "batch", "round_games", "round_updates", "width")
    passes = 1
    worlds = ("birds",)

    sees: str = "symbols"
    faithful: bool = False
    updates: int = 100_000
    batch: int = 512
    learning_rate: float = 3e-4
    round_games: int = 8000
    round_updates: int = 400
    width: int = 64
    model: str = ""

    def __post_init__(self) -> None:
        Encoder(self.sees)  # refuse what it cannot encode
        super().__post_init__()
        if self.batch % 2:
            raise BadInput(f"batch={self.batch}: half of it is solved, so give an even number")

    def fit(self, practice: Practice) -> None:
        if not self.model:
            self.train(practice, Options())
            return
        with self.optional_imports():
            from topple.worlds.birds.agents.ddqn.training import DdqnCheckpoint
        # These are recorded with a run, so the model must agree with them.
        wanted = {"network": self.network, "sees": self.sees, "faithful": self.faithful}
        found = self.load_network(DdqnCheckpoint, "ddqn", practice, wanted)
        self._net: nn.Module = found.eval()

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the network, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.worlds.birds.agents.ddqn.training import DdqnSettings, train
        own = self.settings()
        del own["model"]
        settings = DdqnSettings(self.network, seed=int(self.rng.integers(2**31)), **own)
        self._net, trained = train(practice.tasks, settings, options, practice.threads)
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        from topple.worlds.birds.agents.ddqn.updates import values

        encoder = Encoder(self.sees, platforms=not self.faithful)

        def shoot(seen: Observation) -> Action:
            found = values(self._net, encoder.row(seen)[np.newaxis])
            return angle_shot(int(found[0].argmax())).row()

        return shoot
