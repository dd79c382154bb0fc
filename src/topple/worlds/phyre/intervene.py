"""Start a simulation of a PHYRE task that can be stopped, branched and changed."""

from __future__ import annotations

from topple.errors import BadAction
from topple.sim.counting import uncounted
from topple.sim.sim import Sim
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import bodies_with_balls


def start(task: PhyreTask, action: object = None) -> Sim:
    """Return the task's scene at step 0, with the balls of the action if there is one."""
    sim = Sim(task.scene)
    if action is None:
        return sim
    with uncounted():  # the simulation that is returned counts with its first step
        mapped = simulate(task, action, most_steps=1, threads=1)
    if len(mapped) != 1:
        raise BadAction(f"a simulation takes one action, not {len(mapped)}")
    if mapped.reason(0):
        raise BadAction(f"{task} refuses the action: {mapped.reason(0)}")
    for ball in bodies_with_balls(task.scene, mapped.balls[0])[len(task.scene.bodies) :]:
        sim.add(ball)
    return sim
