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
from dataclasses import dataclass
from pathlib import Path

import record

from topple.protocols import protocol
from topple.runs.outside import OutsidePlan, OutsideRuns
from topple.tasks.task import Task
from topple.worlds.birds.servers import SERVERS
from topple.worlds.birds.world import WORLD
from topple.worlds.servers import Offer

PROTOCOL = "phyq-broad"
RELEASE = (20, 300)  # pixels: a shot at about 31 degrees
NEXT, STATE, SHOOT, GROUND_TRUTH = 53, 12, 31, 64
PLAYING = 5


@dataclass(frozen=True)
class Spent:
    """Wall and CPU time of some plays, and the requests that they took."""

    wall_s: float
    cpu_s: float
    requests: int


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


def served(tasks: Sequence[Task], connections: int, looks: bool) -> Spent:
    """Play all tasks once, over connections of one agent."""
    server = SERVERS["aibirds"]
    chosen = {name: option.default for name, option in server.options.items()}
    with tempfile.TemporaryDirectory() as folder:
        plan = OutsidePlan(protocol(PROTOCOL), "aibirds", chosen, 1, len(tasks))
        runs = OutsideRuns(plan, Path(folder), {})
        listening = server.listen(Offer(tasks, 1, chosen, runs.run_of), "127.0.0.1", 0)
        thread = threading.Thread(target=listening.serve)
        thread.start()
        clients = [Client(listening.address, 1, looks) for _ in range(connections)]
        with ThreadPoolExecutor(connections) as pool:
            spent = timed(lambda: sum(pool.map(Client.play_all, clients)))
        listening.stop()
        thread.join()
        listening.close()
        made = runs.run_of(1).recorder.attempts
        runs.close()
    assert made == len(tasks), f"{made} of {len(tasks)} plays were recorded"
    return spent


def in_process(tasks: Sequence[Task], threads: int) -> Spent:
    """Play the same shots in one batch."""
    x, y = (RELEASE[0] - 97.8) * 35 / 640, (252.8 - RELEASE[1]) * 35 / 640
    actions = [(x, y, -1.0, 0.0) * (task.actions.dimensions // 4) for task in tasks]
    return timed(lambda: len(WORLD.play(tasks, actions, threads)) * 0)


def timed(work: Callable[[], int]) -> Spent:
    """Time work that returns its number of requests."""
    wall, cpu = time.perf_counter(), time.process_time()
    requests = work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu, requests)


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=340, help="levels, each played once")
    parser.add_argument("--repeats", type=int, default=3, help="repetitions; the best counts")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    tasks = [WORLD.task(name) for name in protocol(PROTOCOL).tasks(0, "test", options.plays)]
    ways: dict[str, Callable[[], Spent]] = {
        "in process, 1 thread": lambda: in_process(tasks, 1),
        "in process, 2 threads": lambda: in_process(tasks, 2),
        "1 connection": lambda: served(tasks, 1, looks=False),
        "4 connections": lambda: served(tasks, 4, looks=False),
        "4 connections, ground truth": lambda: served(tasks, 4, looks=True),
    }
    spent: dict[str, list[Spent]] = {name: [] for name in ways}
    for _ in range(options.repeats):
        for name, way in ways.items():
            spent[name].append(way())
    table = [["", "plays/s", "requests/s", "CPU ms per play"]]
    for name, several in spent.items():
        best = min(several, key=lambda each: each.wall_s)
        cpu_ms = 1000 * min(each.cpu_s for each in several) / len(tasks)
        asked = f"{best.requests / best.wall_s:,.0f}" if best.requests else "-"
        table.append([name, f"{len(tasks) / best.wall_s:,.0f}", asked, f"{cpu_ms:.1f}"])
    notes = [
        f"{len(tasks)} levels of {PROTOCOL}, one attempt each, every bird shot at 31 degrees; a "
        "play over a connection is simulated shot by shot, and once more for its record; client "
        "and server share the process",
        f"load of the machine before: {load:.1f}",
    ]
    print(record.machine(), record.table(table), *notes, sep="\n")
    if not options.no_save:
        summary = "Plays per second of the AIBIRDS server, with an agent that answers at once."
        print(f"saved in {record.save('aibirds', summary, table, notes)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
