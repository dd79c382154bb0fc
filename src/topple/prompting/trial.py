"""A task as a model is asked it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topple.prompting.setup import Setup
from topple.prompting.symbols import Symbols
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Trial:
    """A task, how it is asked, and the earlier attempts with their turns as plain data.

    `scene` is the task as symbols, where these are shown.
    """

    setup: Setup
    protocol: Protocol
    task: Task
    fold: int = 0
    done: Sequence[Attempt] = ()
    turns: Sequence[dict[str, Any]] = ()
    scene: Symbols | None = None
