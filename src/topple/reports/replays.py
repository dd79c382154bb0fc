"""Scenes and attempts as pictures and films for a page, for every world that can be filmed.

A world that cannot be filmed has no pictures; nothing else in a report depends on them.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import player, png
from topple.draw.film import Film, Picture
from topple.errors import ToppleError
from topple.tasks.attempt import Attempt
from topple.tasks.task import Task
from topple.worlds import film

SIZE = 400  # width of a frame in pixels; pages show it at half this width or less
_SMALL = 160  # width of a thumbnail in pixels
STRIDE = 5  # steps per frame: 10 or 12 frames per second, as the player moves smoothly between them


@dataclass(frozen=True, slots=True)
class Replay:
    """A still as a data URI, and the film of the player, empty where nothing was done."""

    still: str
    width: int
    height: int
    words: str
    film: str = ""


def scene(task: Task) -> Replay | None:
    """Draw a task before anyone acts."""
    found = _film(task, None)
    return None if found is None else _still(found, "before the attempt")


def thumbnail(task: Task) -> str:
    """Draw a task small, as a data URI; empty where its world cannot be filmed."""
    found = _film(task, None)
    return _uri(found.still(_SMALL)) if found else ""


def replay(task: Task, attempt: Attempt) -> Replay | None:
    """Play a recorded attempt again; the still shows its start."""
    action = [number for number in attempt.action or () if number is not None]
    if not action or len(action) != len(attempt.action or ()):
        return None
    return replay_action(task, action)


def replay_action(task: Task, action: Sequence[float]) -> Replay | None:
    """Play an action; the still shows its start."""
    found = _film(task, action)
    if found is None:
        return None
    return _still(found, found.words, player.data(found.recording))


def _still(found: Film, words: str, data: str = "") -> Replay:
    picture = found.still(SIZE)
    height, width, _ = picture.shape
    return Replay(_uri(picture), width, height, words, data)


def _uri(picture: Picture) -> str:
    return f"data:image/png;base64,{base64.b64encode(png.encode(picture)).decode()}"


def _film(task: Task, action: Sequence[float] | None) -> Film | None:
    try:
        return film(task, action, STRIDE)
    except ToppleError:
        return None
