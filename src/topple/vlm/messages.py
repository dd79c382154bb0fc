"""Questions as messages of Inspect, and what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    ModelOutput,
)

from topple.prompting.hint import Hint
from topple.prompting.question import Part, Picture, Question
from topple.vlm.fault import Fault, unusable
from topple.vlm.provider import HINT


def messages_of(question: Question, hint: Hint) -> list[ChatMessage]:
    """Return a question as messages; the last one carries the hint for baselines."""
    before: list[ChatMessage] = [
        ChatMessageUser(content=_content(said.parts))
        if said.role == "user"
        else ChatMessageAssistant(content="\n".join(map(str, said.parts)))
        for said in question.before
    ]
    return [
        ChatMessageSystem(content=question.system),
        *before,
        ChatMessageUser(content=_content(question.parts), metadata={HINT: asdict(hint)}),
    ]


def _content(parts: Sequence[Part]) -> str | list[Content]:
    """Return texts and pictures; without pictures one text, which every server takes."""
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) == len(parts):
        return "\n\n".join(texts)
    return [
        ContentImage(image=part.address, detail="high")
        if isinstance(part, Picture)
        else ContentText(text=part)
        for part in parts
    ]


def usable(output: ModelOutput) -> ModelOutput | Fault:
    """Return an answer, or the fault of one that holds nothing to read."""
    if output.error:
        return unusable(output.error)
    if not output.choices:
        return unusable("the server sent an answer without choices")
    if output.stop_reason == "model_length":
        return unusable(f"the question is too long for the model: {output.completion}")
    return output
