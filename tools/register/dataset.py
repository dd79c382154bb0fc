"""A dataset repository: questions with one right answer, `eval.yaml`, and a dataset card.

`inspect eval hf/OWNER/NAME` runs such a repository without Topple.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from topple.prompting.question import Question
from topple.vlm.export import row
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of

SET = "pool-prediction"
DATA, EVAL, CARD = "test.jsonl", "eval.yaml", "README.md"
_PREFIX = "Answer: "
_ABOUT = """\
# Topple: predict a pool shot

{count} questions about a shot at pool before it is played: which ball falls, into which pocket, how
many rails the cue ball touches, where it stops. Each has a picture, up to six options and one right
answer, which a deterministic simulator found.

    inspect eval hf/OWNER/NAME --model openai/gpt-4o

| field | what it holds |
| --- | --- |
| `id` | the question: protocol, version, task |
| `input` | instructions and question |
| `image` | the picture, a PNG as data URI |
| `target` | the letter of the right answer |
| `template` | the kind of question; cluster intervals by it |

The questions are those of `topple eval {name}` version {version}. They are public and could be
learnt by heart; Topple generates new ones, and keeps seasons of unseen ones.
"""


def write(folder: Path, limit: int | None = None) -> int:
    """Write the repository into a folder; return the number of questions."""
    plan = plan_of(SET, usual_setup(SET), limit=limit)
    assert isinstance(plan, ModelPlan)
    folder.mkdir(parents=True, exist_ok=True)
    rows = list(_rows(plan))
    text = "".join(f"{json.dumps(each)}\n" for each in rows)
    (folder / DATA).write_text(text, encoding="utf-8")
    (folder / EVAL).write_text(yaml.safe_dump(evaluation(), sort_keys=False), encoding="utf-8")
    (folder / CARD).write_text(_card(plan, len(rows)), encoding="utf-8")
    return len(rows)


def evaluation() -> dict[str, Any]:
    """Return what `eval.yaml` says: how to ask and how to score."""
    return {
        "name": "Topple: predict a pool shot",
        "description": "Questions about a pool shot before it is played.",
        "evaluation_framework": "inspect-ai",
        "tasks": [
            {
                "id": SET.replace("-", "_"),
                "config": "default",
                "split": "test",
                "field_spec": {"input": "input", "input_image": "image", "target": "target"},
                "solvers": [{"name": "generate"}],
                "scorers": [{"name": "pattern", "args": {"pattern": _PREFIX + "([A-F])"}}],
            }
        ],
    }


def _rows(plan: ModelPlan) -> Iterator[dict[str, str]]:
    for key in plan.items():
        question = plan.begin(key).question()
        found: dict[str, Any] = dict(row(plan, key, question))
        yield {
            "id": found["id"],
            "template": found["template"],
            "input": _text(question),
            "image": question.pictures[0].address,
            "target": str(found["truth"]).removeprefix(_PREFIX),
        }


def _text(question: Question) -> str:
    """Return all text of a question, instructions first."""
    return "\n\n".join((question.system, *(p for p in question.parts if isinstance(p, str))))


def _card(plan: ModelPlan, count: int) -> str:
    facts = {
        "license": "mit",
        "language": ["en"],
        "pretty_name": "Topple: predict a pool shot",
        "task_categories": ["visual-question-answering"],
        "size_categories": ["n<1K" if count < 1000 else "1K<n<10K"],
        "tags": ["benchmark", "physical-reasoning"],
        "configs": [
            {"config_name": "default", "data_files": [{"split": "test", "path": DATA}]},
        ],
    }
    rules = plan.protocol
    about = _ABOUT.format(count=count, name=rules.name, version=rules.version)
    return f"---\n{yaml.safe_dump(facts, sort_keys=False)}---\n\n{about}"
