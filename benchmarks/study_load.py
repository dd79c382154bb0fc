"""Load a study: many people at once, a server that is killed in the middle, and nothing lost.

Each person makes an attempt (a gesture, then its end) every ten seconds. Half-way the server is
killed with -9 and started again. At the end, the attempts that were answered are compared with
those in the database, and answers are timed. The exit code is 1 if any attempt is lost or doubled,
or if any answer is an error. Answers just after the kill, when everyone comes back at once, are
timed apart.

    python benchmarks/study_load.py --people 200 --seconds 300
    python benchmarks/study_load.py --database postgresql
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from topple.web.study.store import Store

EVERY = 10.0  # seconds between attempts of one person
TASK = "phyre/off_the_ledge:023"
BALL = {"name": "balls", "numbers": [200, 200, 5], "at": 0}  # does not solve the task
STUDY = f"""name = "load"
tasks = ["{TASK}"]
attempts = 1000
people = 10000
[texts]
consent = "Do you agree?"
"""


@dataclass
class Load:
    """What was asked and answered: when each request was sent, and the milliseconds it took."""

    client: httpx.AsyncClient
    until: float
    answers: list[tuple[float, float]] = field(default_factory=list)
    killed: float = 0.0
    errors: Counter[int] = field(default_factory=Counter)
    again: int = 0  # requests that were sent again because nobody answered

    async def send(self, method: str, path: str, **content: Any) -> httpx.Response:
        """Ask until someone answers, as a browser's person would."""
        while True:
            started = time.monotonic()
            try:
                answer = await self.client.request(method, path, **content)
            except httpx.TransportError:
                self.again += 1
                await asyncio.sleep(0.2)
                continue
            self.answers.append((started, 1000 * (time.monotonic() - started)))
            if answer.status_code >= 400:
                self.errors[answer.status_code] += 1
            return answer

    async def take_part(self, delay: float) -> int:
        """Enter and make attempts until the time is up; return how many were answered."""
        await asyncio.sleep(delay)
        (link,) = re.findall(r'name="link" value="([^"]*)"', (await self.send("GET", "/")).text)
        path = f"/p/{link}"
        await self.send("POST", "/", data={"link": link, "agrees": "yes"})
        made, due = 0, time.monotonic()
        while time.monotonic() < self.until:
            page = await self.send("GET", path)
            (trial,) = re.findall(r'data-trial="(\w+)"', page.text)
            await self.send("POST", f"{path}/film", json={"trial": trial})
            sent = {"trial": trial, "number": 0, "done": BALL, "client_ms": 1}
            await self.send("POST", f"{path}/film", json=sent)
            await self.send("POST", f"{path}/finish", json={"trial": trial, "number": 1})
            made += 1
            due += EVERY
            await asyncio.sleep(max(0.0, due - time.monotonic()))
        return made


class Server:
    """`topple study serve` in a process of its own."""

    def __init__(self, folder: Path, data: str) -> None:
        file = folder / "load.toml"
        file.write_text(STUDY)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.command = [sys.executable, "-m", "topple.cli.main", "study", "serve", str(file)]
        self.command += ["--data", data, "--port", str(self.port)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


async def load(server: Server, people: int, seconds: float) -> tuple[Load, list[int]]:
    """Let people take part for some seconds, and kill the server half-way."""
    limits = httpx.Limits(max_connections=people, max_keepalive_connections=people)
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=30) as client:
        found = Load(client, time.monotonic() + seconds)
        await found.send("GET", "/")
        found.answers.clear()
        found.until = time.monotonic() + seconds
        delays = [EVERY * person / people for person in range(people)]
        everyone = asyncio.gather(*(found.take_part(delay) for delay in delays))
        await asyncio.sleep(seconds / 2)
        found.killed = time.monotonic()
        server.kill()
        server.start()
        return found, await everyone


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Give the address of a new database; a PostgreSQL server is started for it."""
    if kind == "sqlite":
        yield str(folder / "load.db")
        return
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    import postgres

    with postgres.running() as address:
        yield address.format("postgres")


def lost_or_doubled(data: str, made: list[int]) -> int:
    """Compare the attempts in the database with those that were answered."""
    store = Store(data, "load")
    counts = Counter(row["person"] for row in store.rows("attempts") if row["ended"] is not None)
    store.close()
    stored, answered = sorted(counts.values()), sorted(count for count in made if count)
    return sum(abs(a - b) for a, b in zip(stored, answered, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        database(args.database, Path(folder)) as data,
    ):
        server = Server(Path(folder), data)
        try:
            found, made = asyncio.run(load(server, args.people, args.seconds))
        finally:
            server.kill()
        wrong = lost_or_doubled(data, made)
    print(
        f"{args.database}: {args.people} people, {args.seconds:g} s, load {os.getloadavg()[0]:.1f}"
    )
    print(f"{sum(made)} attempts, {len(found.answers)} answers, {found.again} sent again")
    for words, after_kill in (("else", False), (f"within {EVERY:g} s after the kill", True)):
        taken = [ms for at, ms in found.answers if (0 <= at - found.killed < EVERY) == after_kill]
        middle, late = np.percentile(taken, (50, 95))
        print(f"answers {words}: median {middle:.0f} ms, 95th percentile {late:.0f} ms")
    print(f"errors: {dict(found.errors) or 'none'}; attempts lost or doubled: {wrong}")
    return int(bool(found.errors or wrong))


if __name__ == "__main__":
    sys.exit(main())
