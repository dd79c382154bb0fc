"""What environments of every world share, whoever adapts them to a library."""

from __future__ import annotations

from typing import Any, TypeAlias

from numpy.typing import NDArray

from topple.errors import BadInput

Observation: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, Any]


def asked_task(options: dict[str, Any] | None) -> Any:
    """Return the task that reset options name, if they do; refuse other options."""
    asked = dict(options or {})
    task = asked.pop("task", None)
    if asked:
        raise BadInput(f"no reset option `{next(iter(asked))}`", "the only one is `task`")
    return task
