"""The relational agent: attention between parts of the scene."""

from __future__ import annotations

from typing import ClassVar

from topple.agents.agent import agent
from topple.worlds.birds.agents.ddqn.agent import Ddqn


@agent("relational", version=1)
class Relational(Ddqn):
    """Like `ddqn`, with a network that relates 20 parts of the scene by attention.

    The network is not duelling. The original was pretrained on photographs; this one is not.
    """

    network: ClassVar[str] = "relational"
