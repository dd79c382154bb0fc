"""Write an agent, play a protocol with it, and read its score with an interval."""

from collections.abc import Sequence

import topple
from topple.agents import Agent, agent
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.testing import check_agent


@agent("example/high", version=1)
class High(Agent):
    """Drop a ball from high up, anywhere."""

    height: float = 0.9

    def act(self, task: Task, past: Sequence[Attempt]) -> Action:
        return (self.rng.uniform(), self.height, self.rng.uniform())


if __name__ == "__main__":
    check_agent(High(), [topple.task("00002:023")])  # raises AssertionError if something is wrong
    folder = topple.evaluate(High(height=0.85), "phyre-b-within", limit=25)
    print(topple.score(folder))
