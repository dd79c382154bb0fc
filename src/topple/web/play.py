"""The application behind `topple play`: a gallery, a page per task, films, and the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from topple.errors import BadInput, UnknownName
from topple.metrics.metric import metric
from topple.protocols import all_protocols
from topple.protocols.references import references
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task, TaskId
from topple.tasks.template import Template
from topple.web import answers, films, gallery
from topple.web.live import Live
from topple.web.others import Others
from topple.web.record import Record
from topple.web.safety import LOOPBACK, Safety
from topple.worlds import parts
from topple.worlds import world as find_world
from topple.worlds.world import World

_NOBODY = Others()
_LONGEST = 24 * 3600 * 1000.0  # milliseconds of an attempt
_ID = 64  # characters of the id of an attempt


@dataclass(frozen=True, slots=True)
class Play:
    """The handlers. `tasks` are those to play in order; without them, all of the gallery.

    `others` are runs that can be watched, and `live` agents that play while one watches.
    """

    record: Record
    tasks: Sequence[str] = ()
    others: Others = _NOBODY
    live: Live = field(default_factory=Live)

    def app(self, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
        routes = [
            Route("/", self.home),
            Route("/today", self.today),
            Route("/worlds/{world}", self.world),
            Route("/worlds/{world}/{template}", self.template),
            Route("/play/{task:path}", self.task),
            Route("/picture/{task:path}.png", self.picture),
            Route("/watch/{run:int}/{task:path}", self.watch, methods=["POST"]),
            Route("/film", self.film, methods=["POST"]),
            Route("/refusal", self.refusal, methods=["POST"]),
            Route("/hint", self.hint, methods=["POST"]),
            Route("/solution", self.solution, methods=["POST"]),
            Route("/live", self.play_live, methods=["POST"]),
            Route("/attempts", self.attempt, methods=["POST"]),
            Mount("/static", answers.static()),
        ]
        guard = [Middleware(Safety, hosts=hosts)]
        return Starlette(
            routes=routes,
            middleware=guard,
            exception_handlers=answers.mistakes(to="To the gallery"),
        )

    def home(self, request: Request) -> Response:
        if self.tasks:
            solved = self._solved(TaskId.parse(self.tasks[0]).world)
            return self._list("Tasks to play", "", self.tasks, solved)
        worlds = gallery.playable()
        done = {own.name: self._solved(own.name) for own in worlds}
        first = worlds[0].name
        return answers.page(
            "home.html",
            worlds=[(each, gallery.example(each)) for each in worlds],
            solved={name: len(tasks) for name, tasks in done.items()},
            first=gallery.following(first, "", set(done[first])),
        )

    def today(self, request: Request) -> Response:
        """Go to the level of the day."""
        return RedirectResponse(f"/play/{gallery.daily(datetime.now(UTC).date())}", 302)

    def world(self, request: Request) -> Response:
        own = find_world(request.path_params["world"])
        solved = self._solved(own.name)
        found = gallery.path(own.name)
        done = {
            each.name: min(solved[task] for task in each.tasks if task in solved)
            for each in found
            if not solved.keys().isdisjoint(each.tasks)
        }
        return answers.page("world.html", world=own, choices=found, done=done, stars=gallery.stars)

    def template(self, request: Request) -> Response:
        own = find_world(request.path_params["world"])
        found = gallery.choice(own, _template(own, request.path_params["template"]))
        place = [each.name for each in gallery.path(own.name)].index(found.name) + 1
        title, words = f"{own.name}, level {place}", "Tasks that are solved in the same way."
        return self._list(title, words, found.tasks, self._solved(own.name))

    def _list(
        self, title: str, words: str, tasks: Sequence[str], solved: Mapping[str, int]
    ) -> Response:
        return answers.page(
            "tasks.html",
            title=title,
            caption=words,
            tasks=tasks,
            solved=solved,
            stars=gallery.stars,
        )

    def _solved(self, world: str) -> Mapping[str, int]:
        return self.record.solved(self.record.protocol_in(world))

    def task(self, request: Request) -> Response:
        task = films.find(request.path_params["task"])
        name = str(task)
        if name != request.path_params["task"]:
            return RedirectResponse(f"/play/{name}")
        own = find_world(task.id.world)
        template = _template(own, task.id.template)
        listed = self.tasks or gallery.choice(own, template).tasks or (name,)
        following, other = gallery.beside(listed, name)
        if not self.tasks:
            solved = self._solved(own.name)
            following = gallery.following(own.name, task.id.template, set(solved))
        return answers.page(
            "play.html",
            task=task,
            goal=films.goal(task),
            how=films.how(task),
            meanings=films.meanings(task),
            ratio=films.ratio(task),
            seen=self.record.seen(task),
            next=following,
            random=other,
            others=self.others.at(task),
            live=self.live.at(task),
            hardness=parts.hardness(own, task),
            rates=rates(task),
        )

    def watch(self, request: Request) -> Response:
        """Return the film of a run at a task."""
        task = films.find(request.path_params["task"])
        found = self.others.film(request.path_params["run"], task)
        self.record.see(task, "run")
        return answers.data(found)

    async def play_live(self, request: Request) -> Response:
        """Let an agent make an attempt, and return its film."""
        given = await answers.read(request)
        task = _task(given)
        (number,) = films.read_numbers([given.get("number")])
        name, protocol = str(given.get("agent")), self.record.protocol_of(task)
        found = await run_in_threadpool(self.live.attempt, name, task, int(number), protocol)
        self.record.see(task, "agent")
        return answers.data(found)

    def picture(self, request: Request) -> Response:
        found = gallery.picture(request.path_params["task"])
        kept = {"Cache-Control": "private, max-age=3600"}
        return Response(found, media_type="image/png", headers=kept)

    async def film(self, request: Request) -> Response:
        """Return the film of a plan, or of the plan after a gesture."""
        given = await answers.read(request)
        if given.get("saw") == "link":
            self.record.see(_task(given), "link")
        return answers.data(await run_in_threadpool(self._film, given))

    def _film(self, given: dict[str, object]) -> dict[str, Any]:
        """Return a film; before the first move, also how many attempts were made."""
        task = _task(given)
        plan = films.read_plan(task, given.get("plan"))
        if given.get("done") is not None:
            plan = films.grown(task, plan, films.read_done(given["done"]))
        return {**films.shown(task, plan), **({} if plan else self.record.count(task))}

    async def refusal(self, request: Request) -> Response:
        """Return whether a gesture is possible, without making it."""
        given = await answers.read(request)
        return await run_in_threadpool(_refusal, given)

    async def hint(self, request: Request) -> Response:
        """Return the caption of a task, which often says how to solve it."""
        task = _task(await answers.read(request))
        self.record.see(task, "hint")
        return answers.data({"words": task.caption})

    async def solution(self, request: Request) -> Response:
        """Return the stored solution as a plan."""
        task = _task(await answers.read(request))
        self.record.see(task, "solution")
        return answers.data({"plan": find_world(task.id.world).solution(task)})

    async def attempt(self, request: Request) -> Response:
        """Record an attempt; play it again first, so that the record is what the world says."""
        given = await answers.read(request)
        task = _task(given)
        plan = films.read_plan(task, given.get("plan"))
        if not plan:
            raise BadInput("an attempt without a move is not recorded")
        if not isinstance(given.get("id"), str) or not 1 <= len(given["id"]) <= _ID:
            raise BadInput("an attempt has an id of its own")
        think, wall = (_milliseconds(given.get(name)) for name in ("think_ms", "wall_ms"))
        add = partial(self.record.add, think_ms=think, wall_ms=wall or 0.0)
        found = await run_in_threadpool(add, given["id"], task, plan)
        return answers.data(found)


def _refusal(given: dict[str, object]) -> Response:
    task = _task(given)
    plan = films.read_plan(task, given.get("plan"))
    return answers.data({"refused": films.why_not(task, plan, films.read_done(given.get("done")))})


def _task(given: dict[str, object]) -> Task:
    if not isinstance(given.get("task"), str):
        raise BadInput("the request names no task")
    return films.find(str(given["task"]))


def _template(own: World, name: str) -> Template:
    known = own.known_templates()
    if name not in known:
        raise UnknownName("template", f"{own.name}/{name}", known)
    return known[name]


def _milliseconds(given: object) -> float | None:
    """Return what a browser measured; None if it makes no sense."""
    try:
        (value,) = films.read_numbers([given])
    except BadInput:
        return None
    return value if 0 <= value <= _LONGEST else None


@dataclass(frozen=True, slots=True)
class Rate:
    """What a player achieves, from 0 to 100, and at what."""

    player: str
    points: float
    of: str


def rates(task: Task) -> list[Rate]:
    """Return published rates at such tasks, then stored ones of protocols that test the task."""
    return list(_rates(str(task)))


@lru_cache(maxsize=512)
def _rates(name: str) -> tuple[Rate, ...]:
    task = TaskId.parse(name)
    own = [each for each in all_protocols().values() if each.world == task.world]
    metrics = dict.fromkeys(each.metric for each in own)
    published = [
        Rate(player, 100 * share, found.of)
        for each in metrics
        if (found := metric(each).rates(task.template))
        for player, share in found.shares.items()
    ]
    stored = [rate for each in own if not each.for_models for rate in _stored(each, name)]
    return tuple(dict.fromkeys([*published, *stored]))


def _stored(protocol: Protocol, task: str) -> list[Rate]:
    """Return floor and ceiling of a protocol over its test tasks, if the task is one of them."""
    found = references(protocol.name, protocol.version, "test")
    fold = protocol.folds[0]
    if found is None or task not in protocol.tasks(fold):
        return []
    of = f"{found.floor.title} over all test tasks of {protocol.name}"
    ends = (found.floor, found.ceiling)
    return [Rate(each.agent, 100 * each.mean([0]), of) for each in ends]
