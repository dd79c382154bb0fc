"""PHYRE, one ball: templates never seen in training."""

from topple.worlds.phyre.protocols._phyre import setup

PROTOCOL = setup("phyre-b-cross", __doc__, "ball_cross_template")
