"""The gallery page of pool."""

from __future__ import annotations

from tools.docs.gallery.page import Page
from topple.worlds.pool.world import WORLD

_LEGEND = """\
Lines show the paths of the balls in a solution, each in the colour of its ball; in games, only
those of the first shot. Yellow rings mark the pocket or the disc that the goal names and, in games,
the ball that must be hit first.

Each film shows the first certified task of a template in real time.
[About pool](../concepts/pool.md) explains the game.
"""

PAGE = Page(WORLD, _LEGEND)
