"""Why a model stopped writing, from Inspect's output."""

from __future__ import annotations

from inspect_ai.model import ContentText, ModelOutput

from topple.prompting.stop import Stop


def stop_of(output: ModelOutput, *, asks: bool = False) -> Stop:
    """Return the reason; a refusal is a stop reason or a part of the message.

    With `asks`, an empty answer is a reason of its own, whatever the question. Games leave it to
    their readers, whose words about it are part of later prompts.
    """
    if output.stop_reason == "max_tokens":
        return Stop.LENGTH
    content = output.message.content
    parts = [] if isinstance(content, str) else content
    refused = any(isinstance(part, ContentText) and part.refusal for part in parts)
    if refused or output.stop_reason == "content_filter":
        return Stop.REFUSAL
    return Stop.EMPTY if asks and not output.completion.strip() else Stop.END
