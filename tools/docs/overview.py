"""Write what `topple list` shows without loading a world."""

from __future__ import annotations

import json

from tools.docs.played import ROOT
from topple.cli import _overview
from topple.worlds import all_worlds


def counted() -> str:
    """Count the templates and tasks of Topple's own worlds; return them as JSON."""
    own = [world for world in all_worlds() if world.package.startswith("topple.worlds.")]
    counts = {world.name: _overview.count(world) for world in own}
    return json.dumps(counts, indent=1) + "\n"


def write() -> str:
    """Store the counts; return the path of the file."""
    _overview.FILE.write_text(counted())
    return str(_overview.FILE.relative_to(ROOT))
