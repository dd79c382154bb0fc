"""Phy-Q's own level files: the name of each says which template it was drawn from."""

from __future__ import annotations

from topple.tasks.protocol import Protocol, Split
from topple.tasks.splits import Stratum
from topple.tasks.task import TaskId
from topple.worlds.birds.protocols._phyq import ATTEMPTS, VERSION
from topple.worlds.birds.world import drawn_from


def _split(fold: int) -> Split:
    return Split((), (), ())


def _by_file(name: str) -> Stratum:
    """Return the scenario and the template of a level file, by its name."""
    file = TaskId.parse(name).template
    found = drawn_from(file)
    return Stratum(found.name, group=found.scenario) if found else Stratum(file)


PROTOCOL = Protocol(
    "phyq-levels",
    "Phy-Q's level files: pass rates by scenario, and the Phy-Q score.",
    "birds",
    (0,),
    _split,
    version=VERSION,
    attempts=ATTEMPTS,
    plays_on=True,
    metric="phyq",
    about="The tasks are level files with the names that Phy-Q gives them, such as "
    "3_09_06_00007.xml, in a folder: --levels FOLDER. `levels` becomes this protocol where every "
    "file has such a name.",
    stratum=_by_file,
    of_files=True,
)
