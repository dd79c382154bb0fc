"""Tasks that models play as a dataset of plain files: the first question of each.

Later questions depend on the answers; the card of the dataset says how to get them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from topple.physiq.image_folder import LOADING, SCORING, Row, RowFiles, file_of, message, write
from topple.prompting.episode import Key
from topple.prompting.form import Form
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Values
from topple.vlm.plan import VlmPlan

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
_TABLE = """
`actions.jsonl` lists all {count} of them: `answer` as it is written, `action` as the world has it.
"""


def export(plan: VlmPlan, folder: Path, command: str) -> tuple[int, int]:
    """Write first questions into a new folder; return the numbers of tasks and pictures."""
    counted = write(folder, _rows(plan), _card(plan, command))
    form = plan.models.form(plan.setup.form)
    every = _listed(form)
    if every:
        with (folder / ACTIONS).open("w", encoding="utf-8") as lines:
            for values in every:
                line = {"answer": form.words(values), "action": form.action(values)}
                lines.write(f"{json.dumps(line)}\n")
    return counted


def _listed(form: Form) -> Sequence[Values]:
    """Return all actions of a finite form; moves of a game depend on what happened before."""
    return () if form.in_turns else form.everything()


def _rows(plan: VlmPlan) -> Iterator[RowFiles]:
    for key in plan.items():
        question = plan.begin(key).question()
        yield row(plan, key, question), {_file(p): p.png for p in question.pictures}


def row(plan: VlmPlan, key: Key, question: Question) -> Row:
    """Return a task as a line of metadata.jsonl."""
    fold, task = key
    rules = plan.protocol
    return {
        "file_names": [_file(picture) for picture in question.pictures],
        "id": f"{rules.name}@{rules.version}/{fold}/{task}",
        "protocol": rules.name,
        "version": rules.version,
        "fold": fold,
        "task": task,
        "template": plan.template(task),
        "content_hash": question.digest,
        "prompt": question.version,
        "views": [picture.mark for picture in question.pictures],
        "settings": plan.setup.data(),
        "messages": [
            message("system", [(question.system, "")]),
            message("user", list(map(_part, question.parts))),
        ],
        "answer_pattern": plan.form(task).pattern,
        **_truth(plan, task),
    }


def _truth(plan: VlmPlan, task: str) -> Row:
    """Return the right answer, where tasks are questions."""
    truth = plan.form(task).truth(plan.models.world.task(task))
    return {"truth": truth} if truth else {}


def _part(part: Part) -> tuple[str, str]:
    return ("", _file(part)) if isinstance(part, Picture) else (part, "")


def _file(picture: Picture) -> str:
    return file_of(picture.digest)


def _card(plan: VlmPlan, command: str) -> str:
    rules, items = plan.protocol, plan.items()
    form = plan.form(items[0][1])
    example, task = plan.setup.wording.example(form), plan.models.world.task(items[0][1])
    return _CARD.format(
        name=rules.name,
        tasks=len(items),
        version=rules.version,
        variant=plan.setup.variant,
        keys=_KEYS if form.truth(task) else "No solution is in this folder.",
        prompt=plan.setup.prompt,
        loading=LOADING,
        command=command,
        pattern=form.pattern,
        example=form.words(example),
        explained="\n".join(f"- {line}" for line in (*form.explained(), *form.measures())),
        actions=_TABLE.format(count=len(every)) if (every := _listed(form)) else "",
        scoring=SCORING.format(
            plan='row["protocol"], row["settings"]',
            key='(row["fold"], row["task"])',
            # The label marks the end of a prediction.
            answer=f"Action: {form.words(example)}"
            if plan.setup.format == "wm"
            else form.words(example),
        ),
        more=plan.models.later.format(
            attempts=rules.attempts,
            task=items[0][1],
            action=json.dumps(form.attempt(task, [example])),
        ),
    )
