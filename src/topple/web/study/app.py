"""The application behind `topple study serve`: what people who take part can reach, and no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from topple.errors import BadInput, UnknownName
from topple.web import answers, films
from topple.web.safety import LOOPBACK, Rates, Safety
from topple.web.study.admin import Admin
from topple.web.study.database import DatabaseDown
from topple.web.study.plan import ENDS, Study
from topple.web.study.session import Sessions
from topple.web.study.store import Person, Store
from topple.web.study.texts import rendered

# Parameters that recruiting sites add to the address of a study.
OUTSIDE = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
_LONGEST = 64  # characters of an outside id
_MARKS = ("focus", "blur", "hidden", "visible", "resize")


@dataclass(frozen=True, slots=True)
class StudyApp:
    """The handlers; a person is known by the token in the link alone."""

    study: Study
    store: Store
    admin: str = ""  # the hash of the administrator's token; without it there is no such page

    @property
    def sessions(self) -> Sessions:
        return Sessions(self.study, self.store)

    def app(self, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
        sessions = self.sessions
        ask = _Ask(self, sessions)
        routes: list[BaseRoute] = [
            Route("/", self.enter),
            Route("/p/{token}", self.page),
            Route("/p/{token}/consent", ask.form(_consent), methods=["POST"]),
            Route("/p/{token}/answers", ask.form(Sessions.answer), methods=["POST"]),
            Route("/p/{token}/film", ask.data(Sessions.state), methods=["POST"]),
            Route("/p/{token}/finish", ask.data(Sessions.finish), methods=["POST"]),
            Route("/p/{token}/refusal", ask.data(_refusal), methods=["POST"]),
            Route("/p/{token}/marks", ask.data(_mark), methods=["POST"]),
            Mount("/static", answers.static()),
        ]
        if self.admin:
            admin = Admin(self.study, self.store, self.admin)
            routes.append(Route("/admin", admin.form))
            routes.append(Route("/admin", admin.status, methods=["POST"]))
        guard = [Middleware(Safety, hosts=hosts), Middleware(Rates)]
        mistakes = {**answers.MISTAKES, DatabaseDown: _say_down}
        return Starlette(routes=routes, middleware=guard, exception_handlers=mistakes)

    def enter(self, request: Request) -> Response:
        """Admit a person, and send them to a link of their own."""
        given = {name: request.query_params.get(name, "")[:_LONGEST] for name in OUTSIDE}
        outside = {name: value for name, value in given.items() if value}
        if not outside and "begin" not in request.query_params:
            welcome = rendered(self.study.texts.get("welcome", self.study.title))
            return answers.page("welcome.html", study=self.study, text=welcome)
        token = self.store.enter(outside, self.study.people)
        return RedirectResponse(f"/p/{token}", 303)

    def page(self, request: Request) -> Response:
        """Show what comes next."""
        person = self.person(request)
        facts = {"study": self.study, "token": request.path_params["token"]}
        if person.stage in ENDS:
            code, back = self.study.way_back(person.stage)
            text = rendered(self.study.texts.get("thanks", "Thank you."))
            return answers.page("thanks.html", **facts, text=text, code=code, back=back)
        if person.stage == "consent":
            return answers.page("consent.html", **facts, text=rendered(self.study.texts["consent"]))
        if person.stage in ("before", "after"):
            asked = self.study.asked(person.stage)
            return answers.page("questions.html", **facts, questions=asked)
        due = self.sessions.due(person)
        if due is None:
            self.store.move(person.id, self.sessions.following("tasks"))
            return RedirectResponse(f"/p/{facts['token']}", 303)
        first = self.study.texts.get("instructions", "") if due.place == 1 else ""
        text = rendered(f"{first}\n\n{due.item.text}" if due.attempt == 1 else "")
        caption = films.find(due.task).caption
        return answers.page("trial.html", **facts, due=due, text=text, caption=caption)

    def person(self, request: Request) -> Person:
        found = self.store.person(request.path_params["token"])
        if found is None:
            raise UnknownName("participant", "of this link", ())
        return found


Step = Callable[[Sessions, Person, Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class _Ask:
    """Makes handlers of steps: read, do, answer."""

    app: StudyApp
    sessions: Sessions

    def data(self, step: Step) -> Callable[[Request], Any]:
        async def handle(request: Request) -> Response:
            given = await answers.read(request)
            person = await run_in_threadpool(self.app.person, request)
            return answers.data(await run_in_threadpool(step, self.sessions, person, given))

        return handle

    def form(self, step: Step) -> Callable[[Request], Any]:
        async def handle(request: Request) -> Response:
            given = dict(parse_qsl((await request.body()).decode("utf-8", "replace")))
            person = await run_in_threadpool(self.app.person, request)
            await run_in_threadpool(step, self.sessions, person, given)
            return RedirectResponse(f"/p/{request.path_params['token']}", 303)

        return handle


def _say_down(request: Request, error: Exception) -> Response:
    return answers.complain(request, HTTPException(503, "the study cannot be reached; try again"))


def _consent(sessions: Sessions, person: Person, given: Mapping[str, Any]) -> None:
    sessions.agree(person, given.get("agrees") == "yes")


def _refusal(sessions: Sessions, person: Person, given: Mapping[str, Any]) -> dict[str, str]:
    """Return whether a gesture is possible, without making it."""
    due = sessions.due(person) if person.stage == "tasks" else None
    if due is None:
        raise BadInput("there is no task to play now")
    task = films.find(due.task)
    course = sessions.store.course(person.id, due.task, due.attempt)
    plan = films.grown(task, course.plan, films.read_done(given.get("done")))
    return {"refused": films.refusal(task, plan)}


def _mark(sessions: Sessions, person: Person, given: Mapping[str, Any]) -> dict[str, bool]:
    what = given.get("what")
    if what not in _MARKS:
        raise BadInput("there is no such mark")
    (ms,) = films.read_numbers([given.get("client_ms", 0)])
    sessions.store.mark(person.id, str(what), ms)
    return {"stored": True}
