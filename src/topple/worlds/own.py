"""Narrow a task or template of any world to those of one world."""

from __future__ import annotations

from typing import TypeVar

from topple.errors import BadInput
from topple.tasks.task import Task
from topple.tasks.template import Template

Own = TypeVar("Own", bound=Task | Template)


def own(found: Task | Template, kind: type[Own], name: str) -> Own:
    """Return the task or template as one of this kind; raise `BadInput` if it is not one."""
    if not isinstance(found, kind):
        shown = found.name if isinstance(found, Template) else found
        raise BadInput(f"`{shown}` is not {name}")
    return found
