"""Faults of providers: what happened in the server's own words, and whether to ask again."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from topple.vlm.replies import OddReply

_LONGEST = 300  # characters of a cause
_SHOWN = 100  # characters of an answer that could not be read
_LONGEST_WAIT_S = 60.0
_HINTS = {
    401: "check the key in the provider's environment variable, for example OPENAI_API_KEY",
    403: "check that the key may use this model",
    404: "check --base-url, which mostly ends in /v1, and the server's name for the model",
}
_MOVED = "give the address that it redirects to as --base-url, up to /v1"
_UNREACHABLE = "check that the server is running and that --base-url is its address"
_ANY = "the server's log may say more; --retries and --timeout set how long a run waits"
# Some servers refuse an unknown model by a plain 400.
_NO_MODEL = re.compile(r"model\b.*\b(not found|not exist|not a valid|unknown)|\b(no|unknown) model")


_KEY = re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w-]{8,}|\bBearer\s+\S{8,}")
_SECRET_NAMES = ("_API_KEY", "_TOKEN", "_SECRET")
_SHORTEST_SECRET = 8  # shorter values may be words


def _secrets() -> list[str]:
    """Return the keys in the environment; a server may repeat the one that it refuses."""
    values = (value for name, value in os.environ.items() if name.endswith(_SECRET_NAMES))
    return [value for value in values if len(value) >= _SHORTEST_SECRET]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a question got no answer.

    `kind` counts faults of one sort together. A `hopeless` fault will not go away by asking again;
    an `unreachable` server may still be starting. `wait_s` is how long the server wants to be left
    alone.
    """

    kind: str
    cause: str
    hint: str = _ANY
    hopeless: bool = False
    unreachable: bool = False
    wait_s: float = 0.0

    def pause_s(self, first_s: float, repetition: int) -> float:
        """Return the seconds to wait before the nth repetition; `first_s` before the first."""
        return min(_LONGEST_WAIT_S, max(self.wait_s, first_s * 2.0 ** (repetition - 1)))


def fault_of(error: BaseException, timeout_s: int | None = None) -> Fault:
    """Return what an exception of a provider means."""
    found = _innermost(error)
    if isinstance(found, OddReply):
        cause = clean(str(found))
        return Fault("moved", cause, _MOVED, hopeless=True) if found.moved else unusable(cause)
    status, address = _status(found), _address(found)
    at = f" from {address}" if address else ""
    if status is not None:
        words = _words(found)
        cause = f"{status} {_phrase(status)}{at}: {words}" if words else f"{status}{at}"
        unknown = status == HTTPStatus.BAD_REQUEST and _NO_MODEL.search(words.lower())
        hopeless = status in _HINTS or bool(unknown)
        hint = _HINTS.get(HTTPStatus.NOT_FOUND if unknown else status, _ANY)
        return Fault(str(status), clean(cause), hint, hopeless, wait_s=_wait_s(found))
    kind = type(found).__name__
    if "Timeout" in kind:
        limit = f" within {timeout_s} s" if timeout_s else ""
        return Fault("no answer in time", clean(f"no answer in time{limit}{at}"))
    if "Connect" in kind:
        cause = clean(f"no connection to {address or 'the provider'}: {_deepest(found)}")
        return Fault("no connection", cause, _UNREACHABLE, unreachable=True)
    return Fault(kind, clean(f"{kind}{at}: {found}"))


def unusable(words: str) -> Fault:
    """Return the fault of an answer that arrived but holds nothing to read."""
    return Fault("no answer", clean(words))


def unread(count: int, turn: dict[str, Any]) -> Fault:
    """Return why a run ends when none of its answers could be read; `turn` is the last one."""
    why = f"{turn['outcome']}: {turn['why']}" if turn["why"] else turn["outcome"]
    said = f' The last ({why}): "{turn["answer"][:_SHOWN]}"'
    return Fault("unread", clean(f"none of the first {count} answers could be read.{said}"), "")


def clean(text: str) -> str:
    """Put a text on one line that can be printed and stored, without keys, and cut it."""
    text = _KEY.sub("(a key)", text)
    for secret in _secrets():
        text = text.replace(secret, "(a key)")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."


def _innermost(error: BaseException) -> BaseException:
    """Unwrap what the retries of Inspect and its report of the request put around an error."""
    last: Any = getattr(error, "last_attempt", None)
    if last is not None and (inner := last.exception()) is not None:
        return _innermost(inner)
    wraps = hasattr(error, "provider_message") or isinstance(error.__cause__, OddReply)
    if wraps and error.__cause__ is not None:
        return _innermost(error.__cause__)
    return error


def _status(error: BaseException) -> int | None:
    found = getattr(error, "status_code", None) or getattr(error, "code", None)
    return found if isinstance(found, int) else None


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "error"


def _words(error: BaseException) -> str:
    """Return the server's own words."""
    body: Any = getattr(error, "body", None)
    if isinstance(body, dict):
        body = body.get("message") or body.get("error") or body.get("detail") or body
    if not body:
        body = getattr(getattr(error, "response", None), "text", None) or error
    return clean(str(body))


def _address(error: BaseException) -> str:
    url: Any = getattr(getattr(error, "request", None), "url", None)
    return "" if url is None else str(url).partition("?")[0]


def _wait_s(error: BaseException) -> float:
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except (ValueError, TypeError):
        return 0.0


def _deepest(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) or type(error).__name__
