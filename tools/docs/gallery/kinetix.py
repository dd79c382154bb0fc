"""The gallery page of Kinetix."""

from __future__ import annotations

from tools.docs.gallery.page import Page
from topple.worlds.kinetix.world import WORLD

_LEGEND = """\
Green (with a dot) must touch blue (with a ring) and never red (with a cross). Dark bodies cannot
move. Labels name channels: M0 to M3 drive motors, T0 and T1 thrusters.

Each film shows the first certified task of a template in real time. A still shows a level without a
known solution. [About Kinetix](../concepts/kinetix.md) explains the game.
"""

PAGE = Page(WORLD, _LEGEND)
