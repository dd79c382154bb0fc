"""Read what is known of a task, and check it."""

from topple.worlds import phyre
from topple.worlds.phyre import certified

task = phyre.task("00002:023")
known = certified.certificate(task)
assert known is not None
low, high = known.volume_interval
print(f"{known.solution} solves {task}, also {known.margin} pixels off")
print(f"{known.volume:.1%} of random valid actions do, between {low:.1%} and {high:.1%}")
assert phyre.simulate(task, known.solution).solved[0]
assert not phyre.wait(task).solved[0]
