"""What `topple study check` says: all that people will read, answer and do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topple.web.study.plan import Block, Study
from topple.web.study.question import Question
from topple.web.study.spoken import THOUGHT, expected_time

_MOMENTS = {"before": "before the tasks", "task": "after each task", "after": "after the tasks"}
_ADVICE = {
    "contact": "no `contact`: people do not know whom to ask",
    "retain_until": "no `retain_until`: data are kept for ever",
}


def facts_of(study: Study) -> dict[str, Any]:
    """Return a study as plain data."""
    time = expected_time(study)
    return {
        "study": study.name,
        "title": study.title,
        "language": study.language,
        "minutes": [round(time.least), round(time.most)],
        "blocks": [
            {"name": each.name, "order": each.order, "tasks": each.tasks, "practice": each.practice}
            for each in study.blocks
        ],
        "practice": study.practice,
        "attempts": study.attempts,
        "checks": [{"task": each.task, "kind": each.kind} for each in study.checks],
        "questions": [
            {"name": each.name, "kind": each.kind, "when": each.when, "text": each.text}
            for each in study.questions
        ],
        "texts": dict(study.texts),
        "codes": dict(study.codes),
        "protocols": [part.protocol.name for part in study.parts()],
        "kept until": study.retain_until,
        "contact": study.contact,
    }


def lines_of(study: Study) -> Iterator[str]:
    """Describe a study in the order in which people meet it."""
    time = expected_time(study)
    yield f"{study.title} (study {study.name}, version {study.version})"
    yield (
        f"about {time.least:.0f} to {time.most:.0f} minutes: if every task is solved at once, and "
        f"if all attempts are used; {THOUGHT:g} s of thought and the film for each"
    )
    for name in ("welcome", "consent", "instructions"):
        yield from _text(name, study.texts.get(name, ""))
    yield from _questions(study, "before")
    yield from _tasks("practice", study.practice)
    for check in study.checks:
        yield from _tasks(f"{check.kind} check, up to {check.attempts} attempts", (check.task,))
    for number, block in enumerate(study.blocks, 1):
        yield from _block(block, number, study)
    yield from _questions(study, "task")
    yield from _questions(study, "after")
    yield from _text("thanks", study.texts.get("thanks", ""))
    codes = "; ".join(f"{end}: {code}" for end, code in study.codes.items()) or "none"
    yield f"\ncodes: {codes}{f', back to {study.back}' if study.back else ''}"
    protocols = ", ".join(part.protocol.name for part in study.parts())
    yield f"up to {study.people} people, whose data are kept until {study.retain_until or 'ever'}"
    yield f"protocol: {protocols}"
    yield f"contact: {study.contact or 'none'}"
    yield from (f"advice: {words}" for name, words in _ADVICE.items() if not getattr(study, name))


def _text(name: str, text: str) -> Iterator[str]:
    if text:
        yield f"\n{name}:"
        yield from (f"  {line}" for line in text.strip().splitlines())


def _questions(study: Study, when: str) -> Iterator[str]:
    if asked := study.asked(when):
        yield f"\nquestions {_MOMENTS[when]}:"
        yield from (f"  {_question(each)}" for each in asked)


def _question(each: Question) -> str:
    given = each.kind
    if each.options or each.kind == "scale":
        given += f": {' / '.join(each.steps)}"
    elif each.kind in ("number", "slider") and (each.least, each.most) != (
        -float("inf"),
        float("inf"),
    ):
        given += f" from {each.least:g} to {each.most:g}"
    ends = f", {each.ends[0]} to {each.ends[1]}" if each.ends else ""
    wants = f", must be {each.answer}" if each.answer else ""
    out = f", {' or '.join(each.screens_out)} ends the study" if each.screens_out else ""
    optional = "" if each.required else ", optional"
    return f"{each.text} [{each.name}; {given}{ends}{optional}{wants}{out}]"


def _block(block: Block, number: int, study: Study) -> Iterator[str]:
    name = block.name or (str(number) if len(study.blocks) > 1 else "")
    yield from _text(f"text of block {name}", block.text)
    yield from _tasks(f"practice of block {name}", block.practice)
    attempts = f"up to {study.attempts} attempt{'s' * (study.attempts > 1)} at each"
    yield from _tasks(
        f"tasks{f' of block {name}' if name else ''}, {block.order}, {attempts}", block.tasks
    )


def _tasks(title: str, tasks: tuple[str, ...]) -> Iterator[str]:
    if tasks:
        yield f"\n{title} ({len(tasks)}):"
        yield from (f"  {task}" for task in tasks)
