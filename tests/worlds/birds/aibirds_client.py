"""A client written from the AIBIRDS protocol, a simple agent, and a server that it plays on."""

from __future__ import annotations

import json
import math
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from topple.protocols import Split
from topple.runs.outside import OutsidePlan, OutsideRuns
from topple.runs.reduce import read_attempts
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol
from topple.worlds.birds.aibirds.server import AibirdsServer
from topple.worlds.birds.servers import SERVERS
from topple.worlds.birds.world import WORLD, all_templates
from topple.worlds.servers import Offer

PLAYING, WON, LOST, ENDED = 5, 6, 7, 13
PATIENCE_S = 300.0
_PIXELS = 640 / 35  # per unit; a bird is pulled back by one unit
_REACH = 10.0**2 / (9.81 * 0.48) * _PIXELS  # squared speed over gravity
_GREEN = 125  # only pigs have this colour
_BIRD = 97.8, 252.8  # on the sling


class Client:
    """Sends requests as bytes and reads replies of known sizes."""

    def __init__(self, address: tuple[str, int], agent: int = 28888) -> None:
        self.agent = agent
        self.socket = socket.create_connection(address, PATIENCE_S)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self, request: bytes, size: int) -> bytes:
        self.socket.sendall(request)
        return self.read(size)

    def read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            more = self.socket.recv(size - len(found))
            if not more:
                raise ConnectionResetError
            found += more
        return found

    def number(self, request: bytes) -> int:
        return int.from_bytes(self.ask(request, 4), "big")

    def begin(self) -> None:
        assert self.ask(struct.pack(">BIB", 1, self.agent, 1), 3) == bytes(3)
        assert self.ask(struct.pack(">BI", 2, 50), 1) == b"\x01"
        assert self.state() == 9
        self.ask(bytes([68]), 19)
        assert self.state() == 1

    def state(self) -> int:
        return self.ask(bytes([12]), 1)[0]

    def load(self, level: int) -> bool:
        return self.ask(struct.pack(">BI", 51, level), 1) == b"\x01"

    def next(self) -> int:
        return self.number(bytes([53]))

    def shoot(self, x: int, y: int, delay: int = 0, tap: int = 0, code: int = 31) -> bool:
        return self.ask(struct.pack(">B4i", code, x, y, delay, tap), 1) == b"\x01"

    def ground_truth(self, code: int = 64) -> list[dict[str, Any]]:
        data = self.ask(b"", 0) + self.read(self.number(bytes([code])))
        found: list[dict[str, Any]] = json.loads(data[:-5])[0]["features"]
        return found

    def kill(self) -> None:
        """Vanish without a word, as a killed process does."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def pig_release(features: list[dict[str, Any]]) -> tuple[int, int]:
    """Return the release point of a flat shot at the nearest pig."""

    pigs = [
        np.array(each["geometry"]["coordinates"][0])
        for each in features
        if _GREEN in [share["color"] for share in each["properties"]["colormap"]]
    ]
    middles = [tuple((ring.min(axis=0) + ring.max(axis=0)) / 2) for ring in pigs]
    x, y = min(middles)
    angle = math.pi / 4
    for _ in range(5):  # a flight begins where the bird is let go
        far = x - _BIRD[0] + _PIXELS * math.cos(angle)
        up = _BIRD[1] - y + _PIXELS * math.sin(angle)
        root = _REACH**2 - far**2 - 2 * _REACH * up
        angle = math.atan2(_REACH - math.sqrt(root), far) if root > 0 else math.pi / 4
    return round(_BIRD[0] - 100 * math.cos(angle)), round(_BIRD[1] + 100 * math.sin(angle))


def play_all(client: Client) -> list[tuple[int, int, int]]:
    """Play to the end; return level, final state and score of every play."""
    client.begin()
    played = []
    while level := client.next():
        while (state := client.state()) == PLAYING:
            assert client.shoot(*pig_release(client.ground_truth()))
        played.append((level, state, client.number(bytes([65]))))
    assert client.state() == ENDED
    return played


def task_ids(template: str, count: int = 1) -> tuple[str, ...]:
    """Return the ids of the first tasks of a template."""
    found = all_templates()[template]
    return tuple(str(WORLD.id_of(found, index)) for index in WORLD.served(found)[:count])


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


class Lab:
    """A server with its records."""

    def __init__(self, server: AibirdsServer, runs: OutsideRuns, lines: list[str]) -> None:
        self.server, self.runs, self.lines = server, runs, lines

    def client(self, agent: int = 28888) -> Client:
        return Client(self.server.address, agent)

    def attempts(self, agent: int = 28888) -> list[Attempt]:
        return list(read_attempts(self.runs.run_of(agent).folder.path / "attempts.jsonl"))


@contextmanager
def serving(
    out: Path,
    tasks: tuple[str, ...],
    attempts: int = 2,
    names: Mapping[int | None, str] | None = None,
    **settings: str | int,
) -> Iterator[Lab]:
    """Serve tasks in a thread; on leaving, everything has been recorded."""
    protocol = Protocol(
        "outside",
        "For tests.",
        "birds",
        (0,),
        lambda fold: Split((), (), tasks),
        attempts=attempts,
        plays_on=True,
    )
    own = SERVERS["aibirds"]
    chosen = {name: option.default for name, option in own.options.items()}
    chosen |= {name.replace("_", "-"): value for name, value in settings.items()}
    runs = OutsideRuns(OutsidePlan(protocol, "aibirds", chosen), out, names or {})
    lines: list[str] = []
    offer = Offer([WORLD.task(name) for name in tasks], attempts, chosen, runs.run_of, lines.append)
    server = own.listen(offer, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield Lab(server, runs, lines)
    finally:
        server.stop()
        thread.join()
        server.close()
        runs.close()
