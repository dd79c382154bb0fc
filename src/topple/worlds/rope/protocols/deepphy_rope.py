"""DeepPHY's rope game, for models: ten calls per level.

DeepPHY plays 88 levels of a commercial game by mouse. Here the levels are our own, in packs of the
same sizes and kinds; the world stands still between calls, and the simulator is the judge.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.worlds.rope.calls import DEEPPHY
from topple.worlds.rope.protocols._rope import packs_split

PROTOCOL = Protocol(
    DEEPPHY,
    "DeepPHY's rope game on 88 levels of our own: each once, 10 calls.",
    "rope",
    (0,),
    packs_split,
    version=2,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    metric="fed",
    about="A model sees the start, the start with labels and the game as it stands, and makes one "
    "call per turn: cut, pop, tap, wait, or claim that it is done. An answer that is not a valid "
    "call uses up a turn and no time. As in DeepPHY's program, taps are brought into the range "
    "of 1 to 5, and a sleep may have any length; elsewhere in rope both are refused.",
    for_models=True,
)
