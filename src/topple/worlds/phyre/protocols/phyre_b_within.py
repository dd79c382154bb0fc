"""PHYRE, one ball: new tasks of templates seen in training."""

from topple.worlds.phyre.protocols._phyre import setup

PROTOCOL = setup("phyre-b-within", __doc__, "ball_within_template")
