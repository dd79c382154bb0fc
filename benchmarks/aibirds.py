"""Measure plays per second of the AIBIRDS server with an agent that answers at once.

The agent shoots the same shots on the same levels over sockets and in process, in turns.
"""

from __future__ import annotations

import argparse
import os
import socket
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import record

from topple.protocols import protocol
from topple.runs.outside import OutsidePlan, OutsideRuns
from topple.tasks.task import Task
from topple.worlds.birds.servers import SERVERS
from topple.worlds.birds.world import WORLD
from topple.worlds.servers import Listening, Offer

PROTOCOL = "phyq-broad"
RELEASE = (20, 300)  # pixels: a shot at about 31 degrees
NEXT, STATE, SHOOT, GROUND_TRUTH = 53, 12, 31, 64
PLAYING = 5


class Client:
    """Plays levels without thinking; with `looks`, it asks for a ground truth before each shot."""

    def __init__(self, address: tuple[str, int], agent: int, looks: bool) -> None:
        self._socket = socket.create_connection(address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._looks = looks
        self._ask(struct.pack(">BIB", 1, agent, 1), 3)
        self._ask(bytes([68]), 19)

    def play_all(self) -> int:
        """Play until no level has attempts left; return the number of requests."""
        requests = 0
        while True:
            requests += 1
            if not int.from_bytes(self._ask(bytes([NEXT]), 4), "big"):
                return requests
            while self._ask(bytes([STATE]), 1)[0] == PLAYING:
                if self._looks:
                    self._ask(b"", int.from_bytes(self._ask(bytes([GROUND_TRUTH]), 4), "big"))
                self._ask(struct.pack(">B4i", SHOOT, *RELEASE, 0, 0), 1)
                requests += 2 + self._looks
            requests += 1

    def _ask(self, request: bytes, size: int) -> bytes:
        self._socket.sendall(request)
        found = b""
        while len(found) < size:
            found += self._socket.recv(size - len(found))
        return found


def served(tasks: Sequence[Task], limit: int, connections: int, looks: bool) -> tuple[float, int]:
    """Play all tasks once over connections of one agent; return the seconds and the requests."""
    server = SERVERS["aibirds"]
    chosen = {name: option.default for name, option in server.options.items()}
    with tempfile.TemporaryDirectory() as folder:
        plan = OutsidePlan(protocol(PROTOCOL), "aibirds", chosen, 1, limit)
        runs = OutsideRuns(plan, Path(folder), {})
        listening: Listening = server.listen(Offer(tasks, 1, chosen, runs.run_of), "127.0.0.1", 0)
        thread = threading.Thread(target=listening.serve)
        thread.start()
        clients = [Client(listening.address, 1, looks) for _ in range(connections)]
        with ThreadPoolExecutor(connections) as pool:
            start = time.perf_counter()
            requests = sum(pool.map(Client.play_all, clients))
            seconds = time.perf_counter() - start
        listening.stop()
        thread.join()
        listening.close()
        made = runs.run_of(1).standings.attempts
        runs.close()
    assert made == len(tasks), f"{made} of {len(tasks)} plays were recorded"
    return seconds, requests


def in_process(tasks: Sequence[Task], threads: int) -> float:
    """Play the same shots in one batch; return the seconds."""
    x, y = (RELEASE[0] - 97.8) * 35 / 640, (252.8 - RELEASE[1]) * 35 / 640
    actions = [(x, y, -1.0, 0.0) * (task.actions.dimensions // 4) for task in tasks]
    start = time.perf_counter()
    WORLD.play(tasks, actions, threads)
    return time.perf_counter() - start


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=340, help="levels, each played once")
    parser.add_argument("--repeats", type=int, default=3, help="repetitions; the best counts")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    tasks = [WORLD.task(name) for name in protocol(PROTOCOL).tasks(0, "test", options.plays)]
    requests: dict[str, int] = {}

    def over_sockets(name: str, connections: int, looks: bool) -> float:
        seconds, requests[name] = served(tasks, options.plays, connections, looks)
        return seconds

    ways: dict[str, Callable[[], float]] = {
        "in process, 1 thread": lambda: in_process(tasks, 1),
        "in process, 2 threads": lambda: in_process(tasks, 2),
        "1 connection": lambda: over_sockets("1 connection", 1, looks=False),
        "4 connections": lambda: over_sockets("4 connections", 4, looks=False),
        "4 connections, ground truth": lambda: over_sockets(
            "4 connections, ground truth", 4, looks=True
        ),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(options.repeats):
        for name, way in ways.items():
            best[name] = min(best[name], way())
    table = [["", "plays/s", "requests/s", "of in process"]]
    for name, seconds in best.items():
        asked = f"{requests[name] / seconds:,.0f}" if name in requests else "-"
        share = best["in process, 2 threads"] / seconds
        table.append([name, f"{len(tasks) / seconds:,.0f}", asked, f"{share:.0%}"])
    notes = [
        f"{len(tasks)} levels of {PROTOCOL}, one attempt each, every bird shot at 31 degrees; each "
        "play over a connection is simulated shot by shot, and once more for its record",
        f"load of the machine before: {load:.1f}",
    ]
    print(record.machine(), record.table(table), *notes, sep="\n")
    if not options.no_save:
        summary = "Plays per second of the AIBIRDS server, with an agent that answers at once."
        print(f"saved in {record.save('aibirds', summary, table, notes)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
