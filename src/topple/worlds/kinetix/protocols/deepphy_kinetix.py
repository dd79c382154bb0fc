"""DeepPHY on Kinetix, for models: 16 decisions per level, held for 16 steps each.

The folds are the sizes: 0 is S, 1 is M, 2 is L. `deepphy-kinetix` asks for the live channels.
`deepphy-kinetix-classic` asks for the vector of the published code, whose elements in half of the
levels do not drive what the labels say.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.kinetix.level import SIZES
from topple.worlds.kinetix.protocols._kinetix import split_of

_SIZES = tuple(SIZES)


def _split(fold: int) -> Split:
    return split_of(_SIZES[fold])


_ABOUT = (
    "A model decides 16 times what drives motors and thrusters for half a second, and sees the "
    "level before every decision. Folds 0, 1 and 2 are the sizes S, M and L. "
)

STRICT = Protocol(
    "deepphy-kinetix",
    "DeepPHY on Kinetix: 74 hand-made levels, 16 decisions each.",
    "kinetix",
    (0, 1, 2),
    _split,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    about=f"{_ABOUT}Labels name the channels that drive something.",
    for_models=True,
)
CLASSIC = Protocol(
    "deepphy-kinetix-classic",
    "DeepPHY on Kinetix as published: vectors that need not fit the labels.",
    "kinetix",
    (0, 1, 2),
    _split,
    version=2,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    about=f"{_ABOUT}The vector and the reading of answers follow the published code.",
    for_models=True,
    classic_of=STRICT.name,
)
