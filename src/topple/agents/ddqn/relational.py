"""The relational agent: attention between what a ResNet makes of parts of the scene."""

from __future__ import annotations

from typing import ClassVar

from topple.agents.agent import agent
from topple.agents.ddqn.agent import Ddqn


@agent("relational", version=1)
class Relational(Ddqn):
    """Like `ddqn`, with a network that relates 20 parts of what is seen by attention.

    It has one stream of values. The original's began with weights from pictures of other things;
    this one begins with none.
    """

    network: ClassVar[str] = "relational"
