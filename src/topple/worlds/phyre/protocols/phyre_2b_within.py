"""PHYRE, two balls: new tasks of templates seen in training."""

from topple.worlds.phyre.protocols._phyre import setup

PROTOCOL = setup("phyre-2b-within", __doc__, "two_balls_within_template")
