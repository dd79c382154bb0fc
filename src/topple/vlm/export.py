"""Tasks that models play as a dataset of plain files: the first question of each.

Later questions depend on the answers; the card of the dataset says how to get them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from topple.prompting.exchange import Key
from topple.prompting.form import Form
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Values
from topple.prompting.setup import Setup
from topple.vlm.image_folder import LOADING, SCORING, Row, RowFiles, file_of, message, write
from topple.vlm.plan import ModelPlan

ACTIONS = "actions.jsonl"

_CARD = """\
# {name}

{tasks} tasks, each as the first question that a model is asked, made by Topple
({name} version {version}: {variant}; prompt {prompt}).

Every line of `metadata.jsonl` is a task. `messages` are the turns to send to a model; parts of type
`image` name a file. `views` name every picture with its version and hash. `content_hash` names all
that a model gets to see; `topple eval` records it as `asked`. {keys}

{loading} Made by `{command}`.

## Answers

`{pattern}`, for instance `{example}`.

{explained}
{actions}
## Scores

{scoring}

{more}
"""
_KEYS = "`truth` is the right answer."
_ITEM_KEYS = (
    "`truth` is the right answer, and\n`content_hash` covers it too; where it is empty, `winner` "
    "is one of many placements that win."
)
_NO_KEYS = "No solution is in this folder."
_TABLE = """
`actions.jsonl` lists all {count} of them: `answer` as it is written, `action` as the world has it.
"""


def export(plan: ModelPlan, folder: Path, command: str) -> tuple[int, int]:
    """Write first questions into a new folder; return the numbers of tasks and pictures."""
    counted = write(folder, _rows(plan), _card(plan, command))
    form = plan.voice.form(plan.form_name)
    every = _list_actions(form)
    if every:
        with (folder / ACTIONS).open("w", encoding="utf-8") as lines:
            for values in every:
                line = {"answer": form.words(values), "action": form.action(values)}
                lines.write(f"{json.dumps(line)}\n")
    return counted


def _list_actions(form: Form) -> Sequence[Values]:
    """Return all actions of a finite form; moves of a game depend on what happened before."""
    return () if form.in_turns else form.everything()


def _rows(plan: ModelPlan) -> Iterator[RowFiles]:
    for key in plan.items():
        question = plan.begin(key).question()
        yield row(plan, key, question), {_file(p): p.png for p in question.pictures}


def row(plan: ModelPlan, key: Key, question: Question) -> Row:
    """Return a task as a line of metadata.jsonl."""
    fold, task = key
    protocol = plan.protocol
    return {
        "file_names": [_file(picture) for picture in question.pictures],
        "id": f"{protocol.name}@{protocol.version}/{fold}/{task}",
        "protocol": protocol.name,
        "version": protocol.version,
        "fold": fold,
        "task": task,
        "template": plan.template(task),
        "content_hash": question.digest,
        "prompt": question.version,
        "views": [picture.mark for picture in question.pictures],
        "settings": plan.setup.data(),
        "messages": [
            message("system", [(question.system, "")]),
            *(message(said.role, list(map(_part, said.parts))) for said in question.before),
            message("user", list(map(_part, question.parts))),
        ],
        "answer_pattern": plan.form(task).pattern,
        **plan.truth(task),
    }


def _predicts(plan: ModelPlan) -> bool:
    return isinstance(plan.setup, Setup) and plan.setup.format == "wm"


def _part(part: Part) -> tuple[str, str]:
    return ("", _file(part)) if isinstance(part, Picture) else (part, "")


def _file(picture: Picture) -> str:
    return file_of(picture.digest)


def _card(plan: ModelPlan, command: str) -> str:
    protocol, items = plan.protocol, plan.items()
    task, form = plan.task(items[0][1]), plan.form(items[0][1])
    example = plan.setup.wording.example(form) if isinstance(plan.setup, Setup) else form.example
    return _CARD.format(
        name=protocol.name,
        tasks=len(items),
        version=protocol.version,
        variant=plan.setup.variant,
        keys=_ITEM_KEYS if protocol.asks else _KEYS if plan.voice.truth(task) else _NO_KEYS,
        prompt=plan.setup.prompt,
        loading=LOADING,
        command=command,
        pattern=form.pattern,
        example=form.words(example),
        explained="\n".join(f"- {line}" for line in (*form.explained(), *form.measures())),
        actions=_TABLE.format(count=len(every)) if (every := _list_actions(form)) else "",
        scoring=SCORING.format(
            plan='row["protocol"], row["settings"]',
            key=f'(row["fold"], row["{"id" if protocol.asks else "task"}"])',
            # The label marks the end of a prediction.
            answer=f"Action: {form.words(example)}" if _predicts(plan) else form.words(example),
        ),
        more=plan.voice.later.format(
            attempts=protocol.attempts,
            task=items[0][1],
            action=json.dumps(form.attempt(task, [example])),
        ),
    )
