"""DeepPHY's rope game, for models: ten calls per level.

DeepPHY plays 88 levels of a commercial game by mouse. Here the levels are our own, in packs of the
same sizes and kinds; the world stands still between calls, and the simulator is the judge.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.rope.template import DESIGNED
from topple.worlds.rope.world import WORLD, all_templates

_NOT_PLAYED = "pulleys"  # DeepPHY skips levels with sliding pins


def _split(fold: int) -> Split:
    templates = [each for each in all_templates().values() if each.group != _NOT_PLAYED]
    test = [str(WORLD.id_of(each, DESIGNED)) for each in templates]
    train = [
        str(WORLD.id_of(each, index))
        for each in templates
        for index in WORLD.served(each)
        if index != DESIGNED
    ]
    return Split(tuple(train), (), tuple(test))


PROTOCOL = Protocol(
    "deepphy-rope",
    "DeepPHY's rope game on our own levels: each once, 10 calls.",
    "rope",
    (0,),
    _split,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    metric="fed",
    about="A model sees the start, the start with labels and the game as it stands, and makes one "
    "call per turn: cut, pop, tap, wait, or claim that it is done. An answer that is not a valid "
    "call uses up a turn and no time.",
    for_models=True,
)
