"""Write training tasks as chat data: `train.jsonl`, `dev.jsonl`, pictures and a card.

`tasks.jsonl` has one line per task that is written, in order, with its number of lines. It is
written after them, so a stopped command continues with the first task that has no line there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from topple.agents.agent import Agent, read_agent
from topple.errors import BadInput
from topple.prompting.setup import Setup
from topple.runs.lines import LineFile
from topple.runs.plan import check_world
from topple.vlm.chats import STYLES, Lesson, Style
from topple.vlm.image_folder import CARD, IMAGES, file_of
from topple.vlm.lessons import PARTS, first_question, lessons, training_tasks
from topple.vlm.plan import ModelPlan

TASKS, SETTINGS = "tasks.jsonl", "export.json"

Watch = Callable[[int, int], None]  # tasks written, tasks in all

_CARD = """\
# {name}, fold {fold}: training tasks

Chat data for training models, made by Topple from the training tasks of `{name}` version {version}
({variant}; prompt {prompt}). No test task of this fold is in it, neither by name nor by scene. Test
tasks of other folds and protocols may be: evaluate what you train on fold {fold} of `{name}`.

Style `{style}`: {about}

{counts}

`tasks.jsonl` says which tasks were written, in order, and how many lines each has.
Questions are those of `topple eval {name}`, byte for byte. {answers}

Made by `{command}`.
"""
_ABOUT = {
    "messages": "each line has `messages` as OpenAI's chat completions do, pictures included.",
    "conversations": "each line has ShareGPT's `conversations`; `<image>` stands for the next of "
    "`images`.",
    "prompts": "each line has a `prompt`, the files of its pictures, and the columns that "
    "`topple.vlm.reward.reward` takes.",
}
_ANSWERS = (
    "Every answer was read and simulated: it solves its task, or is a move of a game that does. "
    "Tasks that no answer in this form solves have no line."
)
_NO_ANSWERS = "There are no answers: a reward says how good one is."


@dataclass(frozen=True, slots=True)
class Written:
    """How many tasks and lines there are."""

    tasks: int
    lines: int


def write(
    plan: ModelPlan,
    folder: Path,
    style: str,
    answers: int,
    command: str,
    watch: Watch,
    *,
    teacher: str = "",
    hide: Sequence[str] = (),
) -> Written:
    """Write the training tasks of a plan's fold. The same call again continues after a stop.

    The agent `teacher` plays tasks without a stored answer; test tasks of the protocols in `hide`
    are kept out too.
    """
    every = [(part, name) for part in PARTS for name in training_tasks(plan, part, hide)]
    _check(plan, every)
    agent = read_agent(teacher) if teacher else None
    if agent is not None:
        check_world(plan.protocol, agent)
    chosen = {"teacher": teacher, "hide": [*hide]}
    settings = {"style": style, "answers": answers, "plan": plan.settings()}
    _begin(folder, settings | {name: value for name, value in chosen.items() if value})
    with _Files(folder) as files:
        for number, (part, name) in enumerate(every, 1):
            if number > files.tasks.total():
                found = _lessons(plan, name, STYLES[style], answers, agent)
                files.add(part, name, found, STYLES[style])
            watch(number, len(every))
    (folder / CARD).write_text(_card(plan, style, files, command), encoding="utf-8")
    return Written(files.tasks.total(), files.lines.total())


def _check(plan: ModelPlan, tasks: Sequence[tuple[str, str]]) -> None:
    if not tasks:
        raise BadInput(f"`{plan.protocol.name}` has no training tasks", "choose another protocol")
    if isinstance(plan.setup, Setup) and plan.setup.format != "vla":
        raise BadInput("no true predictions are known to train on", "leave out --format")


def _begin(folder: Path, settings: dict[str, Any]) -> None:
    """Make the folder, or check that it holds the same data."""
    text = json.dumps(settings, indent=1) + "\n"
    known = folder / SETTINGS
    if known.exists() and known.read_text(encoding="utf-8") != text:
        raise BadInput(f"`{folder}` holds other training data", "give --out a new folder")
    if not known.exists():
        if folder.exists() and any(folder.iterdir()):
            raise BadInput(f"`{folder}` is not empty", "give --out a new folder")
        folder.mkdir(parents=True, exist_ok=True)
        known.write_text(text, encoding="utf-8")


def _lessons(
    plan: ModelPlan, name: str, style: Style, answers: int, teacher: Agent | None
) -> Iterable[Lesson]:
    (fold,) = plan.folds
    if not style.answers:
        return [first_question(plan, (fold, name))]
    return lessons(plan, (fold, name), answers, teacher)


class _Files:
    """The files of a folder; `tasks` and `lines` count what each part has."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._done = LineFile(folder / TASKS)
        self.tasks, self.lines = Counter[str](), Counter[str]()
        for line in (folder / TASKS).read_text(encoding="utf-8").splitlines():
            self._count(json.loads(line))
        self._parts = {
            part: _shortened(folder / f"{part}.jsonl", n) for part, n in self.lines.items()
        }
        self._drawn: set[str] = set()

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._done, *self._parts.values()):
            file.close()

    def add(self, part: str, name: str, found: Iterable[Lesson], style: Style) -> None:
        """Write the lessons of a task."""
        if part not in self._parts:
            self._parts[part] = _shortened(self._folder / f"{part}.jsonl", 0)
        lines = 0
        for lesson in found:
            if style.files:
                self._draw(lesson)
            self._parts[part].append(json.dumps(style.write(lesson), ensure_ascii=False))
            lines += 1
        line = {"part": part, "task": name, "lines": lines}
        self._done.append(json.dumps(line))
        self._count(line)

    def _count(self, line: dict[str, Any]) -> None:
        self.tasks[line["part"]] += 1
        self.lines[line["part"]] += line["lines"]

    def _draw(self, lesson: Lesson) -> None:
        """Write pictures that are not there, or that a kill may have torn."""
        (self._folder / IMAGES).mkdir(exist_ok=True)
        for picture in lesson.question.pictures:
            if picture.digest not in self._drawn:
                (self._folder / file_of(picture.digest)).write_bytes(picture.png)
                self._drawn.add(picture.digest)


def _shortened(path: Path, lines: int) -> LineFile:
    """Open a file of lines without those of a task that was not finished."""
    if path.exists():
        with path.open("rb+") as file:
            file.truncate(sum(map(len, islice(file, lines))))
    return LineFile(path)


def _card(plan: ModelPlan, style: str, files: _Files, command: str) -> str:
    (fold,) = plan.folds
    counts = [
        f"- `{part}.jsonl`: {files.lines[part]:,} lines of {tasks:,} tasks"
        for part, tasks in files.tasks.items()
    ]
    return _CARD.format(
        name=plan.protocol.name,
        fold=fold,
        version=plan.protocol.version,
        variant=plan.setup.variant,
        prompt=plan.setup.prompt,
        style=style,
        about=_ABOUT[style],
        counts="\n".join(counts),
        answers=_ANSWERS if STYLES[style].answers else _NO_ANSWERS,
        command=command,
    )
