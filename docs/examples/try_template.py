"""Test a new template before it becomes part of Topple."""

from pathlib import Path

import numpy as np
from shelf_to_jar import shelf_to_jar

from topple.draw import png
from topple.worlds import film, phyre

tasks = [shelf_to_jar.task(index) for index in range(1000, 1006)]
waiting = phyre.wait(tasks)
for task, alone in zip(tasks, waiting.solved, strict=True):
    actions = task.tier.action_set(1000)
    solved = phyre.simulate(task, actions, outcome_only=True).solved
    print(f"{task}: {solved.sum()} of 1000 actions solve it; waiting: {alone}")

row = np.hstack([film(task, None).picture(0, size=200) for task in tasks])
png.save(Path("tasks.png"), row)
