"""Play a thousand actions in one call and read the results as arrays."""

from collections import Counter

import numpy as np

from topple.tasks.certificates import wilson
from topple.worlds import phyre

task = phyre.task("00002:023")
actions = task.tier.action_set(1000)  # PHYRE's own random actions, seed 1
batch = phyre.simulate(task, actions)
print(Counter(str(batch.outcome(i)) for i in range(len(batch))))

valid = batch.reasons == 0
solved, tried = int(batch.solved.sum()), int(valid.sum())
low, high = wilson(solved, tried)
print(f"{solved / tried:.1%} of the valid actions solve it, between {low:.1%} and {high:.1%}")
print("quickest:", np.round(actions[batch.solved][batch.steps[batch.solved].argmin()], 3))
