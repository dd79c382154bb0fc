"""Try many moments and many impulses in one call: when to push, and how hard."""

from topple.sim import At, Push, Remove, Rollout, Touching, Watcher, simulate
from topple.worlds import phyre

task = phyre.task("phyre/off_the_ledge:011")
ledge, ball, floor = 4, task.goal.first, task.goal.second
landed = Watcher(Touching(ball, floor))

tried = [At(step, Push(ball, (impulse, 0.0))) for step in (30, 60) for impulse in (2.0, 4.0, 8.0)]
tried.append(At(60, Remove(ledge)))
endings = simulate([Rollout(task.scene, (landed,), (at,)) for at in tried], most_steps=900)
for at, ending in zip(tried, endings, strict=True):
    print(at, "->", "stays up" if ending.met is None else f"lands after {ending.steps} steps")
