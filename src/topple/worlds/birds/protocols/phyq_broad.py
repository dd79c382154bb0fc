"""Phy-Q, broad generalisation: new templates of scenarios seen in training."""

from topple.tasks.protocol import Split
from topple.worlds.birds.protocols._phyq import TRAIN, Names, originals, setup

# Number of training templates per scenario, from the first, as in the paper.
_TRAINED = (3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 3, 3, 3, 1, 4)


def _split(names: Names) -> Split:
    train: list[str] = []
    test: list[str] = []
    for each in originals():
        scenario, number = map(int, each.phyq.split("."))
        if number <= _TRAINED[scenario - 1]:
            train += names(each, slice(None))
        else:
            test += names(each, slice(TRAIN, None))
    return Split(tuple(train), (), tuple(test))


_ABOUT = (
    "Agents learn from all tasks of some templates of each scenario, and are tested on the test "
    "tasks of its other templates."
)
PROTOCOL = setup("phyq-broad", __doc__, _ABOUT, _split)
