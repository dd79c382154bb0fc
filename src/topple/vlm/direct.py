"""Play a plan without Inspect, one question after another: the same records, no overhead.

This is for answers that come at once: baselines over many runs, and tests that compare records.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from topple.prompting.exchange import Key, Spent
from topple.prompting.hint import Hint
from topple.prompting.question import Question
from topple.runs.folder import RunFolder, is_finished
from topple.runs.provenance import made_by
from topple.vlm.baselines import BASELINES, answer
from topple.vlm.plan import ModelPlan
from topple.vlm.record import Record

Answer = Callable[[Hint, Question], str]
_UNASKED = Question("", "", ())
Watch = Callable[[int, int, float], None]


def play_directly(
    plan: ModelPlan,
    path: Path,
    answers: Answer | None = None,
    *,
    command: str = "",
    watch: Watch | None = None,
    unasked: bool = False,
) -> bool:
    """Carry out a plan with a function that answers, or with the plan's baseline.

    With `unasked` all questions are empty: baselines do not read them, and drawing their pictures
    takes most of the time. Return whether anything was left to do; the same call again resumes.
    """
    name = plan.model.removeprefix(BASELINES)
    ask = answers or (lambda hint, question: answer(name, hint, plan.seed))
    items = plan.items()
    settings = {**plan.settings(), "made_by": made_by(command)}
    if is_finished(path, settings):
        return False
    with RunFolder(path, settings) as folder, Record(folder, plan.protocol) as record:
        left = record.left(items)
        for number, key in enumerate(left, len(items) - len(left) + 1):
            _play(plan, key, record, ask, unasked)
            if watch is not None:
                watch(number, len(items), record.cost_usd)
        record.finish(len(items))
    return True


def _play(plan: ModelPlan, key: Key, record: Record, ask: Answer, unasked: bool) -> None:
    done, turns = record.attempts.get(key, []), record.turns.get(key, [])
    game = plan.begin(key, list(done), list(turns))
    for exchange in game.resume(list(turns)):
        record.add(exchange)
    while not game.over:
        question = _UNASKED if unasked else game.question()
        start = time.perf_counter()
        said = ask(game.hint, question)
        spent = Spent(wall_ms=1000 * (time.perf_counter() - start))
        record.add(game.answer(question, said, spent))
