"""A season over HTTP: invited players get scenes and send actions.

The seed stays here. A scene is told as data, so whoever has Topple can simulate it at home.

| request | answer |
| --- | --- |
| `GET /season` | plan and commitment |
| `GET /tasks` | the ids of all tasks, and attempts per task |
| `GET /tasks/ID` | the scene as plain data, its hash, and the action space |
| `GET /pictures/ID.png` | the scene as a picture |
| `POST /attempts` `{"key", "task", "attempt", "action"}` | the outcome, recorded |
| `POST /end` `{"key"}` | the run is finished: open tasks are given up |

Attempts at a task are numbered from 1: sent again, the same one counts once. `topple season invite`
makes keys. Every player has a run folder, which `topple submit` packs. Needs the extra `web`.
"""

from __future__ import annotations

import json
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
from topple.runs.folder import FINISHED
from topple.runs.outside import AgentRun, OutsidePlan, OutsideRuns
from topple.submissions.players import hash_key, read_players
from topple.submissions.season import SEASON, read, read_tasks
from topple.tasks.attempt import Played
from topple.tasks.task import Task
from topple.web import answers
from topple.web.safety import LOOPBACK, Safety
from topple.worlds import draw_task, world
from topple.worlds.parts import facts

RUNS = "runs"


class Served:
    """The handlers of one season, and the runs of its players."""

    def __init__(self, folder: Path, tasks: Path, command: str = "") -> None:
        """Serve the tasks of a file, which `season.serve` wrote."""
        plan, _ = read(folder)
        self._folder = folder
        self._tasks = list(read_tasks(tasks))
        self._world = world(plan.world)
        self._rules = choose(protocol(plan.protocol), tasks=self._tasks)
        self._players = read_players(folder)
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
            Route("/attempts", self.attempt, methods=["POST"]),
            Route("/end", self.end, methods=["POST"]),
        ]
        guard = [Middleware(Safety, hosts=hosts)]
        return Starlette(routes=routes, middleware=guard, exception_handlers=answers.mistakes())

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

    async def attempt(self, request: Request) -> Response:
        return await run_in_threadpool(self._play, await answers.read(request))

    async def end(self, request: Request) -> Response:
        number = self._number(await answers.read(request))
        with self._lock:
            run = self._runs.run_of(number)
            if not _is_finished(run):
                run.recorder.finish(len(self._tasks))
        return answers.data({"tasks": len(self._tasks)})

    def _play(self, given: dict[str, Any]) -> Response:
        player, task = self._number(given), self._find(str(given.get("task", "")))
        action, number = task.actions.one(given.get("action")), given.get("attempt")
        start = time.monotonic()
        (played,) = self._world.play([task], [action], threads=1)
        wall_ms = 1000 * (time.monotonic() - start)
        with self._lock:
            run = self._runs.run_of(player)
            tries = run.recorder[0, str(task)].tries
            if type(number) is not int or not 1 <= number <= tries + 1:
                raise BadInput(f"attempt {str(number)[:20]!r}", f"the next one is {tries + 1}")
            if number <= tries:
                _check_again(run, task, number, played)
            elif _is_finished(run) or not run.is_open(task):
                raise BadInput(f"`{task}` is over: it is solved or given up, or has no attempts")
            else:
                run.add(task, action, played, played.points, wall_ms)
            over = _is_finished(run) or not run.is_open(task)
        return answers.data({"outcome": played.outcome, "digest": played.digest, "over": over})

    def _find(self, name: str) -> Task:
        if name not in self._tasks:
            raise UnknownName("task", name[:80], self._tasks, "GET /tasks")
        return self._world.task(name)

    def _number(self, given: dict[str, Any]) -> int:
        key = hash_key(str(given.get("key", "")))
        with self._lock:
            if key not in self._players:  # someone may have been invited since
                self._players = read_players(self._folder)
                self._names.update(enumerate(self._players.values()))
            if key not in self._players:
                raise BadInput("no player has this key", "ask the organiser for an invitation")
            return list(self._players).index(key)


def _is_finished(run: AgentRun) -> bool:
    return (run.folder.path / FINISHED).exists()


def _check_again(run: AgentRun, task: Task, number: int, played: Played) -> None:
    """Raise `BadInput` unless an attempt that is sent again is the one on record."""
    for made in run.folder.attempts():
        if (made.task, made.number) == (str(task), number):
            if (made.outcome, made.digest) != (played.outcome, played.digest):
                raise BadInput(f"attempt {number} at `{task}` was another one")
            return
