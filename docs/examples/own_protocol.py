"""Say which tasks are played, how often, and what is scored: a protocol is one object."""

import topple
from topple.runs.load import load
from topple.tasks.protocol import Protocol, Split


def split(fold: int) -> Split:
    """Return training, dev and test tasks of a fold; an agent learns from the first alone."""
    tasks = [f"phyre/off_the_ledge:{index}" for index in (23, 153)]
    return Split(train=(), dev=(), test=(*tasks, "phyre/tip_the_rod:56"))


LEDGES = Protocol(
    name="ledges",
    caption="Three tasks about ledges and rods.",
    world="phyre",
    folds=(0,),
    split=split,
    attempts=20,
    metric="auccess",
)

if __name__ == "__main__":
    run = load(topple.evaluate("random", LEDGES))
    print(f"{len(run.results)} tasks played")
