"""What keeps a server safe: headers, limits on size and rate, and who may ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 256 * 1024  # bytes
_MOST_KEYS = 10_000  # people whose requests are counted
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Safety:
    """Refuses requests from other sites and too large ones; sets the headers of every answer."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = LOOPBACK) -> None:
        """Answer only under these host names, so that no other site can pretend to be this one."""
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if refused := self._refusal(scope):
            await refused(scope, receive, answer)
            return
        await self.app(scope, _limit(receive), answer)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and _name(host) not in self.hosts:
            return PlainTextResponse("this address is not served here", 421)
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("only GET and POST", 405)
        if scope["method"] != "POST":
            return None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return PlainTextResponse("a request from another site", 403)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return PlainTextResponse("the request is too large", 413)
        return None


def _name(host: str) -> str:
    """Return a host without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _limit(receive: Receive) -> Receive:
    """Cut a body that is longer than it said: what follows is not read."""
    total = 0

    async def limited() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return limited


class Limit(NamedTuple):
    """How many requests are answered per second in the long run, and how many at once."""

    per_second: float
    most: float


# A person is known by a link. Addresses are not read, so newcomers share a limit. There is none for
# the page of the administrator: its token cannot be guessed, and guesses must not lock it.
LIMITS = {"/p/": Limit(40.0, 120.0)}
NEWCOMERS = Limit(2.0, 300.0)


class Bucket:
    """Counts what each may do: a number that grows with time up to a limit."""

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit, self.clock = limit, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, whose: str) -> bool:
        """Return whether someone may do one thing more, and count it."""
        now = self.clock()
        left, then = self._left.pop(whose, (self.limit.most, now))
        left = min(self.limit.most, left + (now - then) * self.limit.per_second)
        self._left[whose] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > _MOST_KEYS:
            self._left.popitem(last=False)
        return left >= 1


class Rates:
    """Refuses whoever asks too often: each has a number of requests that grows with time."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Mapping[str, Limit] = LIMITS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Limit requests by how their address begins."""
        self.app = app
        self.buckets = {kind: Bucket(limit, clock) for kind, limit in limits.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._allows(_whose(scope)):
            words = "Too many requests. Wait a few seconds, and reload the page."
            refused = PlainTextResponse(words, 429, {"Retry-After": "1"})
            await refused(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _allows(self, whose: str) -> bool:
        found = (each for kind, each in self.buckets.items() if whose.startswith(kind))
        bucket = next(found, None)
        return bucket is None or bucket.allows(whose)


def _whose(scope: Scope) -> str:
    """Return who asks: a person by the first two parts of the path."""
    return "/".join(scope["path"].split("/")[:3])
