"""Worked examples before a question: pictures, the same question, and the right answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count

from topple.tasks.draw import generator
from topple.worlds.phyre.physiq.items import Kind, Message, QuestionMode
from topple.worlds.phyre.physiq.moments import LAST
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.proposal import LOSERS, Grade, ProposedTask, by_template
from topple.worlds.phyre.physiq.wording import question

Parts = tuple[str | ScenePicture, ...]

_NAMES = ("Start:", "End:")


def write_answer(truth: bool | Sequence[int]) -> str:
    """Write a right answer in the form that is asked for."""
    if isinstance(truth, bool):
        return "Yes" if truth else "No"
    return f"[{', '.join(map(str, truth))}]"


def right_order(shown: Sequence[Grade]) -> tuple[int, ...]:
    """Number the proposals from 1 as shown, and return the numbers from correct to easy."""
    return tuple(shown.index(grade) + 1 for grade in Grade)


def ranking_parts(shown: ProposedTask, order: Sequence[Grade]) -> Parts:
    """Return four numbered pictures of proposals and the question for their order."""
    task, proposals = shown
    parts: list[str | ScenePicture] = []
    for number, grade in enumerate(order, 1):
        parts += [f"Proposal {number}:", ScenePicture(str(task), proposals.balls[grade])]
    return (*parts, question(Kind.RANKING, task))


def yesno_turns(
    mode: QuestionMode, asked: ProposedTask, key: str, shots: int, frames: int
) -> tuple[Message, ...]:
    """Return examples of yes and no in pairs; 2 shots are the first two of 4 shots.

    Where the end is shown, strict asks what did happen; classic asks what will, as the original.
    """
    past = frames > 1 and mode is QuestionMode.STRICT
    turns: list[Message] = []
    for number, (shown, grade) in zip(
        range(1, shots + 1), _pair_judged(mode, asked, key), strict=False
    ):
        task, proposals = shown
        parts: list[str | ScenePicture] = [f"Example {number}."]
        for name, moment in zip(_NAMES[:frames], (0, LAST), strict=False):
            picture = ScenePicture(str(task), proposals.balls[grade], moment)
            parts += [name, picture] if frames > 1 else [picture]
        turns += [
            Message("user", (*parts, question(Kind.YESNO, task, frames, past=past))),
            Message("assistant", (write_answer(grade is Grade.CORRECT),)),
        ]
    return tuple(turns)


def ranking_turns(
    mode: QuestionMode, asked: ProposedTask, key: str, shots: int
) -> tuple[Message, ...]:
    """Return rankings as examples, with their right orders."""
    turns: list[Message] = []
    rng = generator("physiq example orders", key)
    for number, shown in zip(range(1, shots + 1), _others(mode, asked, key), strict=False):
        order = [list(Grade)[i] for i in rng.permutation(len(Grade))]
        turns += [
            Message("user", (f"Example {number}.", *ranking_parts(shown, order))),
            Message("assistant", (write_answer(right_order(order)),)),
        ]
    return tuple(turns)


def _pair_judged(
    mode: QuestionMode, asked: ProposedTask, key: str
) -> Iterator[tuple[ProposedTask, Grade]]:
    """Yield a winner and a loser of other tasks in random order, pair after pair."""
    rng = generator("physiq examples", key)
    others = _others(mode, asked, key)
    for _ in count():
        pair = [Grade.CORRECT, LOSERS[rng.integers(len(LOSERS))]]
        for i in rng.permutation(2):
            yield next(others), pair[i]


def _others(mode: QuestionMode, asked: ProposedTask, key: str) -> Iterator[ProposedTask]:
    """Yield tasks for examples, other than the one asked about, shuffled by the key."""
    task = asked[0]
    pool = _all() if mode is QuestionMode.CLASSIC else _of_other_templates(task.id.template)
    for i in generator("physiq example tasks", key).permutation(len(pool)):
        if pool[i][0].id != task.id:
            yield pool[i]


@cache
def _all() -> list[ProposedTask]:
    return [shown for tasks in by_template().values() for shown in tasks]


@cache
def _of_other_templates(template: str) -> list[ProposedTask]:
    """Return the tasks of other templates that place the same number of balls."""
    tier = by_template()[template][0][0].tier
    others = [tasks for name, tasks in by_template().items() if name != template]
    return [shown for tasks in others for shown in tasks if shown[0].tier == tier]
