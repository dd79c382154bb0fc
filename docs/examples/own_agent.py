"""Write an agent, play a protocol with it, and read its score with an interval."""

from collections.abc import Sequence

import topple
from topple.agents import Agent, agent
from topple.metrics.score import score
from topple.runs.load import load
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.testing import check_agent
from topple.worlds import phyre


@agent("example/high", version=1)
class High(Agent):
    """Drop a ball from high up, anywhere."""

    height: float = 0.9

    def act(self, task: Task, past: Sequence[Attempt]) -> Action:
        return (self.rng.uniform(), self.height, self.rng.uniform())


check_agent(High(), [phyre.task("00002:023")])  # raises AssertionError if something is wrong
folder = topple.evaluate(High(height=0.85), "phyre-b-within", limit=25)
run = load(folder)
found = score(run.results.solved_at, run.results.fold, run.results.template, 100)
low, high = found.auccess.interval
points = f"{100 * found.auccess.value:.1f}, 95 % interval {100 * low:.1f} to {100 * high:.1f}"
print(f"{found.tasks} tasks, AUCCESS {points}")
