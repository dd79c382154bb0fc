"""The same few calls for every world: find a task, play actions, film, evaluate, score."""

import topple
from topple.worlds import world

for name in ("phyre/off_the_ledge:23", "birds/under_a_roof:3"):
    task = topple.task(name)
    solution = world(task.id.world).solution(task)
    batch = topple.simulate(task, [solution, None])  # None waits without acting
    print(repr(task))
    print(batch, batch.steps)
    print(batch.film(0))  # in a notebook, a player

folder = topple.evaluate("oracle", "phyre-b-within", limit=5, out="runs/oracle")
print(topple.load(folder))
print(topple.score(folder))
