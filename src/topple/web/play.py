"""The application behind `topple play`: a gallery, a page per task, films, and the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from topple.errors import BadInput, UnknownName
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.web import answers, films, gallery, known
from topple.web.live import Live
from topple.web.others import Others
from topple.web.record import Record
from topple.web.safety import LOOPBACK, Safety
from topple.worlds import parts
from topple.worlds import world as find_world
from topple.worlds.world import World

_NOBODY = Others()
_LONGEST = 24 * 3600 * 1000.0  # milliseconds of an attempt


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
            Route("/worlds/{world}", self.world),
            Route("/worlds/{world}/{template}", self.template),
            Route("/play/{task:path}", self.task),
            Route("/picture/{task:path}.png", self.picture),
            Route("/watch/{run:int}/{task:path}", self.watch),
            Route("/film", self.film, methods=["POST"]),
            Route("/refusal", self.refusal, methods=["POST"]),
            Route("/solution", self.solution, methods=["POST"]),
            Route("/live", self.play_live, methods=["POST"]),
            Route("/attempts", self.attempt, methods=["POST"]),
            Mount("/static", answers.static()),
        ]
        guard = [Middleware(Safety, hosts=hosts)]
        return Starlette(routes=routes, middleware=guard, exception_handlers=answers.MISTAKES)

    def home(self, request: Request) -> Response:
        if self.tasks:
            return answers.page("tasks.html", title="Tasks to play", caption="", tasks=self.tasks)
        found = [(each, gallery.example(each)) for each in gallery.playable()]
        return answers.page("home.html", worlds=found)

    def world(self, request: Request) -> Response:
        own = find_world(request.path_params["world"])
        return answers.page("world.html", world=own, choices=gallery.choices(own))

    def template(self, request: Request) -> Response:
        own = find_world(request.path_params["world"])
        found = gallery.choice(own, _template(own, request.path_params["template"]))
        title = found.name.replace("_", " ")
        return answers.page("tasks.html", title=title, caption=found.caption, tasks=found.tasks)

    def task(self, request: Request) -> Response:
        task = films.find(request.path_params["task"])
        name = str(task)
        if name != request.path_params["task"]:
            return RedirectResponse(f"/play/{name}")
        own = find_world(task.id.world)
        listed = self.tasks or gallery.choice(own, _template(own, task.id.template)).tasks
        following, other = gallery.beside(listed, name)
        return answers.page(
            "play.html",
            task=task,
            next=following,
            random=other,
            others=self.others.at(task),
            live=self.live.at(task),
            hardness=parts.hardness(own, task),
            rates=known.rates(task),
            **self.record.count(task),
        )

    def watch(self, request: Request) -> Response:
        """Return the film of a run at a task."""
        task = films.find(request.path_params["task"])
        return answers.data(self.others.film(request.path_params["run"], task))

    async def play_live(self, request: Request) -> Response:
        """Let an agent make an attempt, and return its film."""
        given = await answers.read(request)
        task = _task(given)
        (number,) = films.read_numbers([given.get("number")])
        name, protocol = str(given.get("agent")), self.record.protocol_of(task)
        found = await run_in_threadpool(self.live.attempt, name, task, int(number), protocol)
        return answers.data(found)

    def picture(self, request: Request) -> Response:
        found = gallery.picture(request.path_params["task"])
        kept = {"Cache-Control": "private, max-age=3600"}
        return Response(found, media_type="image/png", headers=kept)

    async def film(self, request: Request) -> Response:
        """Return the film of a plan, or of the plan after a gesture."""
        given = await answers.read(request)
        return await run_in_threadpool(_film, given)

    async def refusal(self, request: Request) -> Response:
        """Return whether a gesture is possible, without making it."""
        given = await answers.read(request)
        return await run_in_threadpool(_refusal, given)

    async def solution(self, request: Request) -> Response:
        """Return the stored solution as a plan."""
        task = _task(await answers.read(request))
        return answers.data({"plan": find_world(task.id.world).solution(task)})

    async def attempt(self, request: Request) -> Response:
        """Record an attempt; play it again first, so that the record is what the world says."""
        given = await answers.read(request)
        task = _task(given)
        plan = films.read_plan(task, given.get("plan"))
        if not plan:
            raise BadInput("an attempt without a move is not recorded")
        think, wall = (_milliseconds(given.get(name)) for name in ("think_ms", "wall_ms"))
        found = await run_in_threadpool(self.record.add, task, plan, think, wall)
        return answers.data(found)


def _film(given: dict[str, object]) -> Response:
    task = _task(given)
    plan = films.read_plan(task, given.get("plan"))
    if given.get("done") is not None:
        plan = films.grown(task, plan, films.read_done(given["done"]))
    return answers.data(films.shown(task, plan))


def _refusal(given: dict[str, object]) -> Response:
    task = _task(given)
    plan = films.read_plan(task, given.get("plan"))
    plan = films.grown(task, plan, films.read_done(given.get("done")))
    return answers.data({"refused": films.refusal(task, plan)})


def _task(given: dict[str, object]) -> Task:
    if not isinstance(given.get("task"), str):
        raise BadInput("the request names no task")
    return films.find(str(given["task"]))


def _template(own: World, name: str) -> Template:
    if name not in own.templates():
        raise UnknownName("template", f"{own.name}/{name}", own.templates())
    return own.templates()[name]


def _milliseconds(given: object) -> float:
    try:
        (value,) = films.read_numbers([given])
    except BadInput:
        return 0.0
    return min(max(value, 0.0), _LONGEST)
