"""The server: connections, their limits, and their end."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Sequence
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any

from topple.errors import BadInput, ToppleError
from topple.worlds.birds.aibirds.connection import Connection
from topple.worlds.birds.aibirds.contest import Contest
from topple.worlds.birds.aibirds.level_set import Limits
from topple.worlds.birds.aibirds.session import Ruling, Session
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import own_task
from topple.worlds.servers import Offer

MOST_CONNECTIONS = 64


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
        self._closed = False
        self._lock = threading.Lock()
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise BadInput(
                f"cannot listen on {host}:{port}: {error.strerror or error}",
                "another server may use it: give another --port, or another --host",
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
            self._closed = True
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
        """Return the number of a new connection; 0 if there are too many, or at the end."""
        with self._lock:
            if self._closed or len(self._connections) >= MOST_CONNECTIONS:
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


class _Handler(BaseRequestHandler):
    """Serves one client, and reports how that ended."""

    server: AibirdsServer
    request: socket.socket

    def handle(self) -> None:
        server, log = self.server, self.server.offer.log
        number = server.enter(self.request)
        if not number:
            log(f"refused a connection: at most {MOST_CONNECTIONS} at once")
            return
        session = Session(server.ruling, server.contest)
        try:
            connection = Connection(self.request, server.integers)
            connection.talk(session, lambda: log(f"connection {number}: agent {session.agent}"))
        except ConnectionError:
            log(f"connection {number}: closed by agent {session.agent}")
        except TimeoutError as error:
            log(f"connection {number}: ended, {error}")
        except ToppleError as error:
            log(f"connection {number}: ended, {error}")
        finally:
            server.exit(self.request)
            session.leave()


def _ruling(offer: Offer) -> Ruling:
    chosen = offer.settings
    return Ruling(
        offer.attempts,
        Limits(int(chosen["seconds"]), int(chosen["interactions"])),
        taps=str(chosen["taps"]),
        developer=chosen["ground-truth"] == "developer",
        in_order=chosen["order"] == "fixed",
    )


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # the client may be faster
        connection.shutdown(socket.SHUT_RDWR)
