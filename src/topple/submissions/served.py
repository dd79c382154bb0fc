"""A season over HTTP: players get scenes and send actions; seeds and templates stay here.

| request | answer |
| --- | --- |
| `GET /season` | plan and commitment |
| `GET /tasks` | the ids of all tasks, and attempts per task |
| `GET /tasks/ID` | the scene as plain data, its hash, and the action space |
| `GET /pictures/ID.png` | the scene as a picture |
| `POST /players` `{"name"}` | a key, which is told once |
| `POST /attempts` `{"key", "task", "action"}` | the outcome, recorded |
| `POST /end` `{"key"}` | the run is finished: open tasks are given up |

Every player has a run folder, which `topple submit` packs. Needs the extra `web`.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from topple.errors import BadInput, UnknownName
from topple.protocols import protocol
from topple.protocols.choose import choose
from topple.runs.outside import OutsidePlan, OutsideRuns
from topple.submissions.season import SEASON, read, read_tasks
from topple.tasks.task import Task
from topple.web import answers
from topple.web.safety import LOOPBACK, Safety
from topple.worlds import draw_task, world
from topple.worlds.parts import facts

PLAYERS = "players.json"  # names by the hashes of their keys
RUNS = "runs"
_LONGEST_NAME = 60


class Served:
    """The handlers of one season, and the runs of its players."""

    def __init__(self, folder: Path, tasks: Path, command: str = "") -> None:
        """Serve the tasks of a file, which `season.serve` wrote."""
        plan, _ = read(folder)
        self._folder = folder
        self._tasks = list(read_tasks(tasks))
        self._world = world(plan.world)
        self._rules = choose(protocol(plan.protocol), tasks=self._tasks)
        self._players = self._read_players()
        self._names: dict[int | None, str] = dict(enumerate(self._players.values()))
        outside = OutsidePlan(self._rules, "season", {})
        self._runs = OutsideRuns(outside, folder / RUNS, self._names, command)
        self._lock = threading.Lock()

    def app(self, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
        """Return the application; an empty tuple answers under every host name."""
        routes = [
            Route("/season", self.season),
            Route("/tasks", self.tasks),
            Route("/tasks/{task:path}", self.task),
            Route("/pictures/{task:path}.png", self.picture),
            Route("/players", self.player, methods=["POST"]),
            Route("/attempts", self.attempt, methods=["POST"]),
            Route("/end", self.end, methods=["POST"]),
        ]
        guard = [Middleware(Safety, hosts=hosts)]
        return Starlette(routes=routes, middleware=guard, exception_handlers=answers.MISTAKES)

    @property
    def folders(self) -> list[Path]:
        """The run folders that have attempts."""
        return self._runs.folders

    def close(self) -> None:
        """Close all run folders."""
        self._runs.close()

    def season(self, request: Request) -> Response:
        return answers.data(json.loads((self._folder / SEASON).read_text(encoding="utf-8")))

    def tasks(self, request: Request) -> Response:
        return answers.data({"tasks": self._tasks, "attempts": self._rules.attempts})

    def task(self, request: Request) -> Response:
        task = self._find(request.path_params["task"])
        space = {"name": task.actions.name, "numbers": task.actions.dimensions}
        about = {"action": self._world.action, "space": space}
        return answers.data(
            {"scene": facts(self._world, task), "hash": task.content_hash(), **about}
        )

    def picture(self, request: Request) -> Response:
        task = self._find(request.path_params["task"])
        return Response(draw_task(task), media_type="image/png")

    async def player(self, request: Request) -> Response:
        """Make a key for a new player."""
        name = str((await answers.read(request)).get("name", ""))
        if not name.isprintable() or not 0 < len(name.strip()) <= _LONGEST_NAME:
            raise BadInput("a player needs a name", f"give up to {_LONGEST_NAME} characters")
        key = secrets.token_urlsafe(16)
        with self._lock:
            if name in self._players.values():
                raise BadInput(f"there is a player `{name}` already", "take another name")
            self._names[len(self._players)] = name
            self._players[_hash(key)] = name
            self._write_players()
        return answers.data({"key": key})

    async def attempt(self, request: Request) -> Response:
        return await run_in_threadpool(self._play, await answers.read(request))

    async def end(self, request: Request) -> Response:
        number = self._number(await answers.read(request))
        with self._lock:
            self._runs.run_of(number).recorder.finish(len(self._tasks))
        return answers.data({"tasks": len(self._tasks)})

    def _play(self, given: dict[str, Any]) -> Response:
        number, task = self._number(given), self._find(str(given.get("task", "")))
        action = task.actions.one(given.get("action"))
        start = time.monotonic()
        (played,) = self._world.play([task], [action], threads=1)
        wall_ms = 1000 * (time.monotonic() - start)
        with self._lock:
            run = self._runs.run_of(number)
            if not run.is_open(task):
                raise BadInput(f"`{task}` is over: it is solved, or has no attempts left")
            run.add(task, action, played, played.points, wall_ms)
            over = not run.is_open(task)
        return answers.data({"outcome": played.outcome, "digest": played.digest, "over": over})

    def _find(self, name: str) -> Task:
        if name not in self._tasks:
            raise UnknownName("task", name[:80], self._tasks, "GET /tasks")
        return self._world.task(name)

    def _number(self, given: dict[str, Any]) -> int:
        name = self._players.get(_hash(str(given.get("key", ""))))
        if name is None:
            raise BadInput("no player has this key", "POST /players gives you one")
        return list(self._players.values()).index(name)

    def _read_players(self) -> dict[str, str]:
        path = self._folder / PLAYERS
        return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}

    def _write_players(self) -> None:
        path = self._folder / PLAYERS
        path.touch(mode=0o600)
        path.write_text(json.dumps(self._players, indent=1) + "\n", encoding="utf-8")


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
