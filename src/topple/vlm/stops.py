"""Why a model stopped writing, from Inspect's output."""

from __future__ import annotations

from inspect_ai.model import ContentText, ModelOutput

from topple.prompting.stop import Stop


def stop_of(output: ModelOutput) -> Stop:
    """Return the reason; a refusal is a stop reason or a part of the message."""
    if output.stop_reason == "max_tokens":
        return Stop.LENGTH
    content = output.message.content
    parts = [] if isinstance(content, str) else content
    refused = any(isinstance(part, ContentText) and part.refusal for part in parts)
    return Stop.REFUSAL if refused or output.stop_reason == "content_filter" else Stop.END
