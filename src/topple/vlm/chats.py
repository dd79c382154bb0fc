"""Questions and answers as chat data, in the styles that trainers of models read.

`messages` is OpenAI's: every picture is a data URI, so that a line is complete. `conversations` is
ShareGPT's: `<image>` stands where a picture is shown, and `images` names the files. `prompts` is
for reinforcement learning: no answer, and the columns that `topple.vlm.reward.reward` takes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from topple.prompting.question import Part, Picture, Question
from topple.vlm.image_folder import Row, file_of

_IMAGE = "<image>"  # where a picture is shown in the text of a conversation
_SPEAKERS = {"user": "human", "assistant": "gpt"}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question about a training task, and an answer that helps to solve it."""

    question: Question
    answer: str
    protocol: str
    fold: int
    task: str
    asking: dict[str, Any]


def as_messages(lesson: Lesson) -> Row:
    """Return a line of OpenAI's chat format."""
    asked = lesson.question
    return {
        "messages": [
            {"role": "system", "content": asked.system},
            *({"role": said.role, "content": _content(said.parts)} for said in asked.before),
            {"role": "user", "content": _content(asked.parts)},
            {"role": "assistant", "content": lesson.answer},
        ]
    }


def as_conversation(lesson: Lesson) -> Row:
    """Return a line of ShareGPT's format."""
    asked = lesson.question
    return {
        "task": lesson.task,
        "images": _files(asked),
        "conversations": [
            {"from": "system", "value": asked.system},
            *({"from": _SPEAKERS[said.role], "value": _text(said.parts)} for said in asked.before),
            {"from": "human", "value": _text(asked.parts)},
            {"from": "gpt", "value": lesson.answer},
        ],
    }


def as_prompt(lesson: Lesson) -> Row:
    """Return a line without an answer, with what a reward needs to know."""
    asked = lesson.question
    return {
        "prompt": [
            {"role": "system", "content": _named([asked.system])},
            *({"role": said.role, "content": _named(said.parts)} for said in asked.before),
            {"role": "user", "content": _named(asked.parts)},
        ],
        "images": _files(asked),
        "protocol": lesson.protocol,
        "fold": lesson.fold,
        "task": lesson.task,
        "asking": json.dumps(lesson.asking),
    }


@dataclass(frozen=True, slots=True)
class Style:
    """How a line is written, whether it has an answer, and whether pictures are files."""

    write: Callable[[Lesson], Row]
    answers: bool = True
    files: bool = True


STYLES = {
    "messages": Style(as_messages, files=False),
    "conversations": Style(as_conversation),
    "prompts": Style(as_prompt, answers=False),
}


def _files(question: Question) -> list[str]:
    return [file_of(picture.digest) for picture in question.pictures]


def _content(parts: Sequence[Part]) -> str | list[Row]:
    """Return texts and pictures as `topple eval` sends them."""
    if not any(isinstance(part, Picture) for part in parts):
        return "\n\n".join(map(str, parts))
    return [
        {"type": "image_url", "image_url": {"url": part.address, "detail": "high"}}
        if isinstance(part, Picture)
        else {"type": "text", "text": part}
        for part in parts
    ]


def _text(parts: Sequence[Part]) -> str:
    return "\n\n".join(_IMAGE if isinstance(part, Picture) else part for part in parts)


def _named(parts: Sequence[Part]) -> list[Row]:
    return [
        {"type": "image"} if isinstance(part, Picture) else {"type": "text", "text": part}
        for part in parts
    ]
