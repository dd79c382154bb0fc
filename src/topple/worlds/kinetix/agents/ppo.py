"""PPO for kinetix: a policy over all channels, trained on random levels.

It is apart from `ppo`, which plays all worlds: it drives every channel at every step instead of
making one choice per move, and its settings are those of stored runs and checkpoints. Both learn
in the same loop, `topple.agents._training.policy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from topple.agents._training.learner import Learner
from topple.agents._training.options import Options, Trained
from topple.agents.agent import agent
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.kinetix.observation import Observation
from topple.worlds.kinetix.world import own_task

if TYPE_CHECKING:
    from stable_baselines3.common.policies import ActorCriticPolicy

_DRIVE = (0.0, 1.0, -1.0)  # drives of the choices 0, 1 and 2


class _PolicyHolder(Learner):
    """Declares the policy apart from the settings, which are the fields of the agent."""

    _policy: ActorCriticPolicy


@agent("kinetix-ppo", version=1)
class KinetixPpo(_PolicyHolder):
    """Samples what drives each channel, every step, from a policy that PPO trained.

    The policy sees all symbols of a level as one row and has two layers of `width` units. Games are
    played in `environments` at a time; after `round_steps` steps in each, it learns from all of
    them `epochs` times.
    """

    counts = ("steps", "environments", "round_steps", "batch", "epochs", "width")
    extra = "sb3"
    worlds = ("kinetix",)

    steps: int = 2_000_000
    learning_rate: float = 3e-4
    environments: int = 64
    round_steps: int = 256
    batch: int = 1024
    epochs: int = 4
    width: int = 256
    discount: float = 0.995
    model: str = ""

    def fit(self, practice: Practice) -> None:
        if not self.model:
            raise BadInput(
                f"{self.name} has no model",
                f"`topple train {self.name}` makes one; name it with --set model=FOLDER",
            )
        with self.optional_imports():
            import torch

            from topple.worlds.kinetix.agents._checkpoint import StepCheckpoint
        cpu = torch.device("cpu")  # a GPU gains nothing on single observations
        found = self.load_checkpoint(StepCheckpoint, self.name, practice, cpu)
        self._policy = found.make_network()

    def train(self, practice: Practice, options: Options) -> Trained:
        """Train the policy, or continue its training where the options name a folder."""
        with self.optional_imports():
            from topple.agents._training.policy import train
            from topple.worlds.kinetix.agents._checkpoint import StepCheckpoint, StepSettings
        own = self.settings()
        del own["model"]
        size = own_task(practice.tasks[0]).level.size
        settings = StepSettings(size=size, seed=int(self.rng.integers(2**31)), **own)
        self._policy, trained = train(
            StepCheckpoint, practice.tasks, settings, options, practice.threads
        )
        return trained

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        import torch

        def choose(seen: Observation) -> Action:
            with torch.no_grad():
                row = torch.as_tensor(seen.symbolic())[None]
                heads: Any = self._policy.get_distribution(row).distribution
            picks = [
                int(self.rng.choice(len(shares), p=shares / shares.sum()))
                for shares in (head.probs[0].double().numpy() for head in heads)
            ]
            return (*(_DRIVE[picks[channel]] for channel in seen.channels), 1.0)

        return choose
