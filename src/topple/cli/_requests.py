"""Read JSON lines as requests; a bad line becomes an error with a reason, never a crash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BufferedIOBase
from typing import TYPE_CHECKING, Any

from topple.errors import BadAction, BadInput, ToppleError
from topple.tasks.plain_json import load_plain

if TYPE_CHECKING:
    from topple.tasks.task import Task

LONGEST_LINE = 1 << 16
LONGEST_NAME = 1000  # a path may be long
_BLOCK = 1 << 18
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

Id = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Request:
    """A valid line: an action on a task, or None to wait; `echo` is copied to the answer."""

    name: str
    task: Task
    action: tuple[float, ...] | None
    echo: dict[str, Id]


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not a request."""

    number: int
    error: ToppleError
    echo: dict[str, Id]

    def row(self) -> dict[str, Any]:
        """Return the error as plain data."""
        found = {"line": self.number, **self.echo, "error": str(self.error)}
        return {**found, "hint": self.error.hint} if self.error.hint else found


def chunks(stream: BufferedIOBase, most: int) -> Iterator[tuple[list[tuple[int, bytes]], int]]:
    """Yield numbered lines as they arrive, up to `most` at a time, and the bytes read so far.

    A slow writer gets its answers line by line, a fast one in batches.
    """
    number = done = 0
    rest = b""
    while True:
        block = stream.read1(_BLOCK)
        done += len(block)
        lines = (rest + block).split(b"\n")
        # Drop what exceeds the limit: such a line is refused in any case.
        rest = lines.pop()[: LONGEST_LINE + 1] if block else b""
        numbered = [(number + i, line) for i, line in enumerate(lines, 1) if line.strip()]
        number += len(lines)
        for start in range(0, len(numbered), most):
            yield numbered[start : start + most], done
        if not block:
            return


def read(number: int, line: bytes, rules: Mapping[str, str] | None = None) -> Request | BadLine:
    """Parse one line; `rules` changes rules of the tasks' worlds."""
    echo: dict[str, Id] = {}
    try:
        data = _object(line)
        echo = _echo(data)
        return _request(data, echo, rules)
    except ToppleError as error:
        return BadLine(number, error, echo)


def _object(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BadInput(
            f"the line is longer than {LONGEST_LINE} bytes", "write one attempt per line"
        )
    try:
        text = line.removeprefix(_BYTE_ORDER_MARK).decode()
        data = load_plain(text)
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8: {error.reason} at byte {error.start}") from error
    except RecursionError as error:
        raise BadInput("not JSON: nested too deep") from error
    except ValueError as error:
        raise BadInput(f"not JSON: {error}", _LOOKS_LIKE) from error
    if not isinstance(data, dict):
        raise BadInput("not a JSON object", _LOOKS_LIKE)
    return data


_LOOKS_LIKE = 'a line looks like {"task": "00003:017", "action": [0.3, 0.8, 0.3]}'


def _echo(data: dict[str, Any]) -> dict[str, Id]:
    """Return the fields that are copied to the answer."""
    if isinstance(data.get("id"), list | dict):
        raise BadInput("`id` is a list or an object", "give text, a number, true, false or null")
    return {"id": data["id"]} if "id" in data else {}


def _request(data: dict[str, Any], echo: dict[str, Id], rules: Mapping[str, str] | None) -> Request:
    from topple.worlds import find_task

    for key in ("task", "action"):
        if key not in data:
            raise BadInput(
                f"the line has no `{key}`",
                "give a list of numbers, or null to wait"
                if key == "action"
                else "name a task by its id",
            )
    name = data["task"]
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise BadInput("`task` is not a task id", "`topple list WORLD TEMPLATE` shows them")
    task = find_task(name, rules)
    action = None if data["action"] is None else _action(data["action"], task)
    return Request(name, task, action, echo)


def _action(found: object, task: Task) -> tuple[float, ...]:
    if not isinstance(found, list):
        raise BadAction("`action` is not a list of numbers", _LOOKS_LIKE)
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in found):
        raise BadAction("`action` contains something that is not a number", _LOOKS_LIKE)
    try:
        return task.actions.one([float(value) for value in found])
    except OverflowError as error:
        raise BadAction("`action` contains a number that is too large") from error
