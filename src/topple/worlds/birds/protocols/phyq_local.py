"""Phy-Q, local generalisation: new tasks of templates seen in training."""

from topple.tasks.protocol import Split
from topple.worlds.birds.protocols._phyq import TRAIN, Names, originals, setup


def _split(names: Names) -> Split:
    train = tuple(name for each in originals() for name in names(each, slice(None, TRAIN)))
    test = tuple(name for each in originals() for name in names(each, slice(TRAIN, None)))
    return Split(train, (), test)


_ABOUT = (
    f"Agents learn from the first {TRAIN} tasks of each template, and are tested on the others."
)
PROTOCOL = setup("phyq-local", __doc__, _ABOUT, _split)
