"""Examples before a question: pictures, the question again, and the right answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count

from topple.physiq.items import Kind, Message, Mode
from topple.physiq.moments import LAST
from topple.physiq.pictures import Picture
from topple.physiq.proposals import LOSERS, Grade, Shown, by_template
from topple.physiq.wording import question
from topple.tasks.draw import generator

Parts = tuple[str | Picture, ...]

_NAMES = ("Start:", "End:")


def answer(truth: bool | Sequence[int]) -> str:
    """Write a right answer as it is asked for."""
    if isinstance(truth, bool):
        return "Yes" if truth else "No"
    return f"[{', '.join(map(str, truth))}]"


def right_order(shown: Sequence[Grade]) -> tuple[int, ...]:
    """Number the proposals as shown from 1, and give them from correct to easy."""
    return tuple(shown.index(grade) + 1 for grade in Grade)


def ranking_parts(shown: Shown, order: Sequence[Grade]) -> Parts:
    """Show four proposals, each under its number, and ask for their order."""
    task, proposals = shown
    parts: list[str | Picture] = []
    for number, grade in enumerate(order, 1):
        parts += [f"Proposal {number}:", Picture(str(task), proposals.balls[grade])]
    return (*parts, question(Kind.RANKING, task))


def yesno_turns(mode: Mode, asked: Shown, key: str, shots: int, frames: int) -> tuple[Message, ...]:
    """Give examples of yes and no in pairs; fewer shots are the first of more.

    Where the end is shown, strict asks what did happen; classic, as the original, what will.
    """
    past = frames > 1 and mode is Mode.STRICT
    turns: list[Message] = []
    for number, (shown, grade) in zip(range(1, shots + 1), _judged(mode, asked, key), strict=False):
        task, proposals = shown
        parts: list[str | Picture] = [f"Example {number}."]
        for name, moment in zip(_NAMES[:frames], (0, LAST), strict=False):
            picture = Picture(str(task), proposals.balls[grade], moment)
            parts += [name, picture] if frames > 1 else [picture]
        turns += [
            Message("user", (*parts, question(Kind.YESNO, task, frames, past=past))),
            Message("assistant", (answer(grade is Grade.CORRECT),)),
        ]
    return tuple(turns)


def ranking_turns(mode: Mode, asked: Shown, key: str, shots: int) -> tuple[Message, ...]:
    """Give whole rankings as examples."""
    turns: list[Message] = []
    rng = generator("physiq example orders", key)
    for number, shown in zip(range(1, shots + 1), _others(mode, asked, key), strict=False):
        order = [list(Grade)[i] for i in rng.permutation(len(Grade))]
        turns += [
            Message("user", (f"Example {number}.", *ranking_parts(shown, order))),
            Message("assistant", (answer(right_order(order)),)),
        ]
    return tuple(turns)


def _judged(mode: Mode, asked: Shown, key: str) -> Iterator[tuple[Shown, Grade]]:
    """Give pairs of a winner and a loser of other tasks, in either order."""
    rng = generator("physiq examples", key)
    others = _others(mode, asked, key)
    for _ in count():
        pair = [Grade.CORRECT, LOSERS[rng.integers(len(LOSERS))]]
        for i in rng.permutation(2):
            yield next(others), pair[i]


def _others(mode: Mode, asked: Shown, key: str) -> Iterator[Shown]:
    """Give tasks for examples, other than the one asked about, in an order of the key."""
    task = asked[0]
    pool = _all() if mode is Mode.CLASSIC else _of_other_templates(task.id.template)
    for i in generator("physiq example tasks", key).permutation(len(pool)):
        if pool[i][0].id != task.id:
            yield pool[i]


@cache
def _all() -> list[Shown]:
    return [shown for tasks in by_template().values() for shown in tasks]


@cache
def _of_other_templates(template: str) -> list[Shown]:
    """Give the tasks of other templates that place as many balls."""
    tier = by_template()[template][0][0].tier
    others = [tasks for name, tasks in by_template().items() if name != template]
    return [shown for tasks in others for shown in tasks if shown[0].tier == tier]
