"""Would one touch have been enough? Branch the simulation at the touch, and take the ball away."""

from topple.sim import Touching, compare
from topple.worlds import phyre
from topple.worlds.phyre.intervene import start

task = phyre.task("phyre/off_the_ledge:011")
sim = start(task, [0.25, 0.59, 0.43])
red, green, floor = len(sim) - 1, task.goal.first, task.goal.second
sim.run_until(Touching(red, green), most_steps=1000)
without = sim.branch()
without.remove(red)
difference = compare(sim, without, most_steps=900)
reached = any({event.first, event.second} == {green, floor} for event in difference.only_first)
print(f"step {sim.steps}: red touches green. Without red, green strays by up to", end=" ")
print(f"{difference.largest[green]:.0f} pixels; needed for the floor: {'yes' if reached else 'no'}")
