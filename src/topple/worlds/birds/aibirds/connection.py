"""One connection: requests are read and paced, replies are sent."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable

from topple.errors import BadInput
from topple.worlds.birds.aibirds.messages import Code, Request, read_request
from topple.worlds.birds.aibirds.session import Session

MOST_REQUESTS = 2000  # requests per second and connection; more have to wait
MESSAGE_S = 10.0  # seconds that a request may take to arrive, and a reply to be taken
IDLE_S = 3600.0  # between two requests
_TOO_SLOW = "nothing came for too long"


class Connection:
    """Talks to one client."""

    def __init__(self, client: socket.socket, integers: int) -> None:
        """Read `integers` integers per shot."""
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        self._integers = integers

    def talk(self, session: Session, joined: Callable[[], None]) -> None:
        """Answer requests until the client is gone, too slow or not understood.

        Raise the reason: `ConnectionError`, `TimeoutError` or `BadInput`. `joined` is called when
        the client has told which agent it is.
        """
        pace = Pace(MOST_REQUESTS)
        known, echo = session.agent, b""
        while True:
            pace.wait()
            request = self._next(echo)
            echo = _echo_of(request)
            reply = session.answer(request)
            if session.agent != known:
                known = session.agent
                joined()
            self._client.settimeout(MESSAGE_S)
            try:
                self._client.sendall(reply)
            except TimeoutError as error:
                raise TimeoutError(f"the client read no reply for {MESSAGE_S:g} s") from error

    def _next(self, echo: bytes) -> Request:
        """Read a request; skip `echo` before it, four bytes that BamBirds sends after a report."""
        self._client.settimeout(IDLE_S)
        first = self._receive(1)[0]
        read = self._until(time.monotonic() + MESSAGE_S)
        if echo and first == echo[0] and first not in list(Code):
            if (rest := read(len(echo) - 1)) != echo[1:]:
                raise BadInput(f"no message has the code {first}: {(echo[:1] + rest).hex()}")
            return self._next(b"")
        return read_request(first, read, self._integers)

    def _until(self, deadline: float) -> Callable[[int], bytes]:
        def read(size: int) -> bytes:
            found = b""
            while len(found) < size:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError(_TOO_SLOW)
                self._client.settimeout(left)
                found += self._receive(size - len(found))
            return found

        return read

    def _receive(self, most: int) -> bytes:
        try:
            found = self._client.recv(most)
        except TimeoutError as error:
            raise TimeoutError(_TOO_SLOW) from error
        if not found:
            raise ConnectionResetError
        return found


class Pace:
    """Lets at most so many requests through per second."""

    def __init__(self, per_second: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = per_second
        self._clock = clock
        self._since = clock()
        self._count = 0

    def wait(self) -> None:
        """Wait until another request may come."""
        self._count += 1
        if self._count > self._most:
            time.sleep(max(0.0, self._since + 1.0 - self._clock()))
        if self._clock() >= self._since + 1.0:
            self._since, self._count = self._clock(), 1


def _echo_of(request: Request) -> bytes:
    if request.code is not Code.NOVELTY_LIKELIHOOD:
        return b""
    return struct.pack(">I", *request.numbers)
