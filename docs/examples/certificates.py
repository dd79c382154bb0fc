"""Read the certificate of a task, and check it."""

from topple.tasks.certificates import wilson
from topple.worlds import phyre

task = phyre.task("00002:023")
known = phyre.WORLD.certificate(task)
assert known is not None
solved, valid = known.facts["solved"], known.facts["valid"]
low, high = wilson(solved, valid)
print(f"{known.solution} solves {task}, also {known.facts['margin']} pixels off")
print(f"{solved / valid:.1%} of random valid actions do, between {low:.1%} and {high:.1%}")
assert phyre.simulate(task, known.solution).solved[0]
assert not phyre.wait(task).solved[0]
