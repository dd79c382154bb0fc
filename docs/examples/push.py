"""Find how hard to push the ball so that it falls off its ledge."""

from topple.sim import Resting, Touching, compare
from topple.worlds import phyre

task = phyre.task("phyre/off_the_ledge:011")
ball, floor = task.goal.first, task.goal.second
sim = phyre.start(task)
sim.run_until(Resting(), most_steps=1000)
print(f"the ball rests after {sim.steps} steps")

for impulse in (1.0, 2.0, 4.0, 8.0):
    pushed = sim.branch()  # the original stays where it is
    pushed.push(ball, (impulse, 0.0))  # N s, to the right
    difference = compare(sim, pushed, most_steps=600)
    fell = pushed.run_until(Touching(ball, floor), most_steps=600)
    how = f"falls after {pushed.steps - sim.steps} steps" if fell else "stays up"
    print(f"{impulse} N s: {how}, {difference.largest[ball]:.0f} pixels from where it was")
