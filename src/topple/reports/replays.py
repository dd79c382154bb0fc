"""Scenes and attempts as pictures for a page, for every world that can be filmed.

A world that cannot be filmed has no pictures; nothing else in a report depends on them.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import png
from topple.draw.animation import small_webp
from topple.draw.film import Film
from topple.errors import MissingExtra, ToppleError
from topple.tasks.attempt import Attempt
from topple.tasks.task import Task
from topple.worlds import film
from topple.worlds import world as find_world

SIZE = 200
STRIDE = 5  # 12 pictures per second


@dataclass(frozen=True, slots=True)
class Replay:
    """Pictures as data URIs; `moving` is empty where there is no animation."""

    still: str
    moving: str
    words: str


def find_task(world: str, name: str) -> Task | None:
    """Return a task, or None if it or its world is not known here."""
    try:
        return find_world(world).task(name)
    except ToppleError:
        return None


def scene(task: Task) -> Replay | None:
    """Draw a task before anyone acts."""
    found = _film(task, None, STRIDE)
    if found is None:
        return None
    return Replay(_data_uri("png", png.encode(found.still(SIZE))), "", "before the attempt")


def replay(task: Task, attempt: Attempt, stride: int = STRIDE) -> Replay | None:
    """Play a recorded attempt again; its last frame is the still, for print and reduced motion."""
    action = [number for number in attempt.action or () if number is not None]
    if not action or len(action) != len(attempt.action or ()):
        return None
    found = _film(task, action, stride)
    if found is None:
        return None
    still = _data_uri("png", png.encode(found.picture(-1, SIZE)))
    try:
        moving = _data_uri("webp", small_webp(found, SIZE))
    except MissingExtra:
        moving = ""
    return Replay(still, moving, found.words)


def _film(task: Task, action: Sequence[float] | None, stride: int) -> Film | None:
    try:
        return film(task, action, stride)
    except ToppleError:
        return None


def _data_uri(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
