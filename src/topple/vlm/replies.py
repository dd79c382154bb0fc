"""What servers reply, put right or refused before a client reads it.

Clients of OpenAI's interface trust what they get: a list in place of an object, an answer in parts
or a count of tokens that is a word end there as errors that say nothing of the server. What can be
read is put into the usual shape; the rest is refused in the server's own words.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

_CHAT = "/chat/completions"
_AS_GET = (HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.FOUND, HTTPStatus.SEE_OTHER)
_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")


class OddReply(Exception):
    """A reply that holds no answer; `moved` says that the address is not the server's."""

    def __init__(self, words: str, *, moved: bool = False) -> None:
        super().__init__(words)
        self.moved = moved


async def check_reply(response: Any) -> None:
    """Check a response of an HTTP client before it is read; raise `OddReply` for an odd one."""
    if response.status_code in _AS_GET:
        # A client would follow, and ask without the question.
        to = response.headers.get("location", "nowhere")
        raise OddReply(f"{response.status_code}: the server redirects to {to}", moved=True)
    if response.status_code != HTTPStatus.OK:
        return
    await response.aread()
    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        return  # a stream of events, or nothing that a client takes for JSON either
    if isinstance(body, dict) and body.get("error") and not body.get("choices"):
        response.status_code = HTTPStatus.BAD_GATEWAY
    elif response.request.url.path.endswith(_CHAT) and _put_right(body):
        # The response has no other way to be told what it holds.
        response._content = json.dumps(body).encode()


def _put_right(body: Any) -> bool:
    """Change an answer to the usual shape; return whether that was necessary."""
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or not choices:
        kind = "a list" if isinstance(body, list) else "an answer without choices"
        raise OddReply(f"the server sent {kind}: {json.dumps(body, ensure_ascii=False)}")
    for choice in choices:
        if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
            words = json.dumps(choice, ensure_ascii=False)
            raise OddReply(f"the server sent a choice without a message: {words}")
    # Every choice is looked at: `any` would stop at the first.
    changed = [_join(choice["message"]) for choice in choices]
    if not _is_count(body.get("usage")):
        body["usage"] = None
        changed.append(True)
    return any(changed)


def _join(message: dict[str, Any]) -> bool:
    """Join the text parts of a message; return whether it had parts."""
    parts = message.get("content")
    if not isinstance(parts, list):
        return False
    texts = [part if isinstance(part, str) else _text(part) for part in parts]
    message["content"] = "".join(texts)
    return True


def _text(part: Any) -> str:
    """Return the text of a part; thoughts and pictures have none that counts."""
    found = part.get("text") if isinstance(part, dict) else None
    return found if isinstance(found, str) and part.get("type", "text") == "text" else ""


def _is_count(usage: Any) -> bool:
    """Return whether a count of tokens consists of numbers, or is absent."""
    if usage is None:
        return True
    if not isinstance(usage, dict) or not all(type(usage.get(name)) is int for name in _COUNTS):
        return False
    details = [usage.get(f"{name}_details") or {} for name in _COUNTS]
    return all(
        isinstance(own, dict) and all(each is None or type(each) is int for each in own.values())
        for own in details
    )
