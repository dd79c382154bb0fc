"""Save a simulation, continue from it, and get the same bits."""

from topple.sim import Sim
from topple.worlds import phyre

sim = phyre.start(phyre.task("phyre/off_the_ledge:011"), [0.25, 0.59, 0.43])
sim.step(60)
written = sim.snapshot()  # plain bytes: keep them in a file, send them to another process
sim.step(200)
again = Sim.restore(written)
again.step(200)
print(f"step {sim.steps} and step {again.steps}: same bits: {sim.digest() == again.digest()}")
