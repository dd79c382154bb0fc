"""The server: connections, their limits, and their end."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

from topple.errors import BadInput, ToppleError
from topple.worlds.birds.aibirds.contest import Contest
from topple.worlds.birds.aibirds.level_set import Limits
from topple.worlds.birds.aibirds.messages import Code, Request, read_request
from topple.worlds.birds.aibirds.session import Ruling, Session
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import own_task
from topple.worlds.servers import Offer

MOST_CONNECTIONS = 64
MOST_REQUESTS = 2000  # per second and connection; more have to wait
MESSAGE_S = 10.0  # from the first byte of a request to its last, and for a reply to be taken
IDLE_S = 3600.0  # between two requests


class AibirdsServer(ThreadingTCPServer):
    """Serves every connection on a thread of its own."""

    allow_reuse_address = True
    request_queue_size = MOST_CONNECTIONS
    daemon_threads = False
    block_on_close = True  # `server_close` waits until every play is recorded

    def __init__(self, offer: Offer, host: str, port: int) -> None:
        self.offer = offer
        self.tasks: Sequence[BirdsTask] = [own_task(task) for task in offer.tasks]
        self.ruling = _ruling(offer)
        self.integers = int(offer.settings["integers"])
        self._contests: dict[str, Contest] = {}
        self._connections: set[socket.socket] = set()
        self._count = 0
        self._lock = threading.Lock()
        try:
            super().__init__((host, port), _Connection)
        except OSError as error:
            raise BadInput(
                f"cannot listen on {host}:{port}: {error.strerror or error}",
                "another server may use the port: give another with --port",
            ) from error
        self.address: tuple[str, int] = self.socket.getsockname()[:2]

    def serve(self) -> None:
        """Serve agents until `stop` is called or an exception such as Ctrl-C ends it."""
        self.serve_forever(poll_interval=0.1)

    def stop(self) -> None:
        """Make `serve` return."""
        self.shutdown()

    def close(self) -> None:
        """End all connections, and return when everything is recorded."""
        with self._lock:
            for connection in self._connections:
                _end(connection)
        self.server_close()

    def contest(self, agent: int) -> Contest:
        """Return the levels of an agent by its id."""
        with self._lock:
            run = self.offer.run_of(agent)  # several ids may belong to one name
            if run.name not in self._contests:
                self._contests[run.name] = Contest(self.tasks, run, self._best_scores)
            return self._contests[run.name]

    def enter(self, connection: socket.socket) -> int:
        """Return the number of a new connection; 0 if there are too many."""
        with self._lock:
            if len(self._connections) >= MOST_CONNECTIONS:
                return 0
            self._connections.add(connection)
            self._count += 1
            return self._count

    def exit(self, connection: socket.socket) -> None:
        """Forget a connection that has ended."""
        with self._lock:
            self._connections.discard(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error that ended a connection; the others go on."""
        import traceback

        self.offer.log(f"a connection failed, please report this:\n{traceback.format_exc()}")

    def _best_scores(self) -> list[int]:
        with self._lock:
            contests = list(self._contests.values())
        return [max(scores) for scores in zip(*(each.scores() for each in contests), strict=True)]


class _Connection(BaseRequestHandler):
    """Reads requests from a client and writes the replies."""

    server: AibirdsServer
    request: socket.socket

    def handle(self) -> None:
        server = self.server
        number = server.enter(self.request)
        if not number:
            server.offer.log(f"refused a connection: there are {MOST_CONNECTIONS} already")
            return
        session = Session(server.ruling, server.contest)
        try:
            self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._talk(number, session)
        except ConnectionError:
            server.offer.log(f"connection {number}: closed by agent {session.agent}")
        except TimeoutError:
            server.offer.log(f"connection {number}: ended, nothing came for too long")
        except ToppleError as error:
            server.offer.log(f"connection {number}: ended, {error}")
        finally:
            session.leave()
            server.exit(self.request)

    def _talk(self, number: int, session: Session) -> None:
        pace = Pace(MOST_REQUESTS)
        known, echo = session.agent, b""
        while True:
            pace.wait()
            request = self._next(echo)
            echo = _echo_of(request)
            reply = session.answer(request)
            if session.agent != known:
                known = session.agent
                self.server.offer.log(f"connection {number}: agent {known}")
            self.request.settimeout(MESSAGE_S)
            self.request.sendall(reply)

    def _next(self, echo: bytes) -> Request:
        """Read a request; skip `echo` before it, four bytes that BamBirds sends after a report."""
        self.request.settimeout(IDLE_S)
        first = self._receive(1)[0]
        read = self._until(time.monotonic() + MESSAGE_S)
        if echo and first == echo[0] and first not in list(Code):
            if (rest := read(len(echo) - 1)) != echo[1:]:
                raise BadInput(f"no message has the code {first}: {(echo[:1] + rest).hex()}")
            return self._next(b"")
        return read_request(first, read, self.server.integers)

    def _until(self, deadline: float) -> Callable[[int], bytes]:
        def read(size: int) -> bytes:
            found = b""
            while len(found) < size:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                self.request.settimeout(left)
                found += self._receive(size - len(found))
            return found

        return read

    def _receive(self, most: int) -> bytes:
        found = self.request.recv(most)
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


def _ruling(offer: Offer) -> Ruling:
    chosen = offer.settings
    return Ruling(
        offer.attempts,
        Limits(int(chosen["seconds"]), int(chosen["interactions"])),
        taps=str(chosen["taps"]),
        developer=chosen["ground-truth"] == "developer",
        in_order=chosen["order"] == "fixed",
    )


def _echo_of(request: Request) -> bytes:
    if request.code is not Code.NOVELTY_LIKELIHOOD:
        return b""
    return struct.pack(">I", *request.numbers)


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the client may be faster
        connection.shutdown(socket.SHUT_RDWR)
