"""Phy-Q, local generalisation: new tasks of templates seen in training."""

from topple.protocols._phyq import ATTEMPTS, TRAIN, names, originals
from topple.protocols.protocol import Protocol, Split


def _split(fold: int) -> Split:
    train = tuple(name for each in originals() for name in names(each, slice(None, TRAIN)))
    test = tuple(name for each in originals() for name in names(each, slice(TRAIN, None)))
    return Split(train, (), test)


PROTOCOL = Protocol("phyq-local", __doc__, "birds", (0,), _split, attempts=ATTEMPTS, plays_on=True)
