"""The gallery page of I-PHYRE."""

from __future__ import annotations

from tools.docs.gallery.page import Page
from topple.worlds.iphyre.world import WORLD

_LEGEND = """\
All red balls must fall out of the picture. Gray blocks can be removed; the number beside a block is
its name in an action. Blue blocks move, black ones do not. Purple lines are rods and springs.

Each film shows the first certified task of a game in real time: the solution removes blocks until
the last ball has fallen. [About I-PHYRE](../concepts/iphyre.md) explains the game.
"""

PAGE = Page(WORLD, _LEGEND)
