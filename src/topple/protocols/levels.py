"""Level files: any folder of them, with up to five attempts per level."""

from __future__ import annotations

from topple.tasks.protocol import Protocol, Split


def _split(fold: int) -> Split:
    return Split((), (), ())


PROTOCOL = Protocol(
    "levels",
    "Level files of your own: up to five attempts per level.",
    "birds",
    (0,),
    _split,
    attempts=5,
    about="The tasks are the level files of a folder, such as Science Birds XML: --levels FOLDER.",
    of_files=True,
)
