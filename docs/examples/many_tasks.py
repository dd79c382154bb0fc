"""Play one action on a task of every template, and stop each attempt once it is decided."""

import numpy as np

from topple.worlds import phyre

tasks = [t.task(t.shipped[0]) for t in phyre.shipped_templates("ball")]
actions = np.tile([0.84, 0.76, 0.69], (len(tasks), 1))
batch = phyre.simulate(tasks, actions, outcome_only=True)
for task, solved in zip(tasks, batch.solved, strict=True):
    if solved:
        print(task, "is solved by it")
