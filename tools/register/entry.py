"""The entry in the register of Inspect Evals: a YAML file that points at a pinned commit."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.docs.played import ROOT

TASK_FILE = "src/topple/vlm/tasks.py"
_ABOUT = """\
Interactive physical reasoning in six worlds: place balls (PHYRE), shoot birds (Phy-Q), remove
blocks (I-PHYRE), drive machines (Kinetix), play pool, and cut ropes. Models see pictures and act;
a deterministic simulator answers, so that every attempt can be played again, bit for bit.
"""


def entry(repository: str, commit: str, contributors: Sequence[str]) -> dict[str, Any]:
    """Return the entry; the register takes up to 10 tasks."""
    return {
        "title": "Topple: physical reasoning in six simulated worlds",
        "description": _ABOUT,
        "contributors": list(contributors),
        "tasks": [{"name": name, "task_path": TASK_FILE} for name in task_names(ROOT / TASK_FILE)],
        "source": {"repository_url": repository, "repository_commit": commit},
        "tags": ["Multimodal", "Reasoning", "Physics"],
    }


def task_names(path: Path) -> list[str]:
    """Return the functions of a file that the decorator `task` marks."""
    found = ast.parse(path.read_text(encoding="utf-8")).body
    return [
        each.name
        for each in found
        if isinstance(each, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id == "task" for mark in each.decorator_list)
    ]
