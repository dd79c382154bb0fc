"""PHYRE, two balls: templates never seen in training."""

from topple.worlds.phyre.protocols._phyre import setup

PROTOCOL = setup("phyre-2b-cross", __doc__, "two_balls_cross_template")
