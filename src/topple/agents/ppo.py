"""PPO: a policy trained by Stable-Baselines3."""

from __future__ import annotations

from typing import ClassVar

from topple.agents._sb3.agent import PolicyAgent
from topple.agents.agent import agent


@agent("ppo", version=1)
class Ppo(PolicyAgent):
    """Plays the most likely moves of a policy that PPO trained; from attempt 2 on, drawn ones.

    In birds it shoots at one of 180 angles, and sees the 12-channel tensor through ResNet-18 with
    256 features. In iphyre it removes a block or waits, every tenth of a second, and sees the state
    as a vector through two layers of `4 * width` units. In pool it strikes up to 45 degrees away
    from the lowest ball, and sees table and goal in the same way. In rope it waits a tenth of a
    second or makes one call, and sees all items in the same way. In kinetix it drives every motor
    and thruster anew at each step, and sees all symbols of a level in the same way. `environments`
    are played in parallel; after `round_shots` shots or moves in each, it learns from all of them
    `epochs` times.
    """

    algorithm: ClassVar[str] = "PPO"

    shots: int = 100_000
    learning_rate: float = 3e-4
    environments: int = 10
    round_shots: int = 80
    batch: int = 32
    epochs: int = 32
    width: int = 64
    model: str = ""
