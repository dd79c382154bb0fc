"""The application behind `topple study serve`: what people who take part can reach, and no more."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from types import MappingProxyType
from typing import Any

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from topple.errors import BadInput
from topple.web import answers, films
from topple.web.safety import LOOPBACK, NEWCOMERS, Bucket, Rates, Safety
from topple.web.study.admin import Admin
from topple.web.study.database import DatabaseDown
from topple.web.study.due import Due
from topple.web.study.plan import ENDS, Study
from topple.web.study.session import Faults, Sessions
from topple.web.study.store import PID, Person, Store
from topple.web.study.words import say

# Parameters that recruiting sites add to the address of a study; one that is not filled in, such
# as {{%PROLIFIC_PID%}}, names nobody.
OUTSIDE = (PID, "STUDY_ID", "SESSION_ID")
_FILLED = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LINK = re.compile(r"[A-Za-z0-9_-]{32}")
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class StudyApp:
    """The handlers; a person is known by the token in the link alone."""

    study: Study
    store: Store
    admin: str = ""  # the hash of the administrator's token; without it there is no such page
    preview: bool = False  # whether pages say that nothing is kept
    newcomers: Bucket = field(default_factory=lambda: Bucket(NEWCOMERS))

    @cached_property
    def sessions(self) -> Sessions:
        return Sessions(self.study, self.store)

    def app(self, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
        sessions = self.sessions
        routes: list[BaseRoute] = [
            Route("/", self.welcome),
            Route("/", self.enter, methods=["POST"]),
            Route("/p/{token}", self.page),
            Route("/p/{token}/answers", self.answer, methods=["POST"]),
            Route("/p/{token}/withdraw", self.ask_to_withdraw),
            Route("/p/{token}/withdraw", self.withdraw, methods=["POST"]),
            Route("/p/{token}/film", _data(sessions.state), methods=["POST"]),
            Route("/p/{token}/finish", _data(sessions.finish), methods=["POST"]),
            Route("/p/{token}/refusal", _data(sessions.refusal), methods=["POST"]),
            Route("/p/{token}/marks", _data(sessions.mark), methods=["POST"]),
            Mount("/static", answers.static()),
        ]
        if self.admin:
            admin = Admin(self.show, self.store, self.admin)
            routes.append(Route("/admin", admin.form))
            routes.append(Route("/admin", admin.status, methods=["POST"]))
        guard = [Middleware(Safety, hosts=hosts), Middleware(Rates)]
        mistakes = answers.mistakes(layout="study.html", to=self.say("Go on"), **self.facts)
        down = HTTPException(503, "the study cannot be reached now; try again in a minute")

        def say_down(request: Request, error: Exception) -> Response:
            return mistakes[HTTPException](request, down)

        handlers = {**mistakes, DatabaseDown: say_down}
        return Starlette(routes=routes, middleware=guard, exception_handlers=handlers)

    @property
    def facts(self) -> dict[str, Any]:
        """What every page of the study needs."""
        return {"study": self.study, "say": self.say, "preview": self.preview}

    def say(self, phrase: str, **facts: object) -> str:
        """Return a phrase in the words of the study."""
        return say(self.study.words, phrase, **facts)

    def show(self, name: str, status: int = 200, **facts: Any) -> Response:
        """Answer with a page of the study."""
        return answers.page(name, status, **self.facts, **facts)

    def welcome(self, request: Request) -> Response:
        """Show what people agree to; nobody is admitted by looking at it."""
        outside = _outside(request.query_params)
        known = self.store.knows("", outside.get(PID, ""))
        texts = self.study.texts
        return self.show(
            "welcome.html",
            text=rendered(texts.get("welcome", "")),
            consent=rendered(texts["consent"]),
            known=known,
            hidden={**outside, "link": secrets.token_urlsafe(24)},
        )

    async def enter(self, request: Request) -> Response:
        """Admit a person who agrees, and send them to the link that the page has drawn."""
        given = await answers.form(request)
        return await run_in_threadpool(self._enter, given)

    def _enter(self, given: Mapping[str, str]) -> Response:
        outside, link = _outside(given), given.get("link", "")
        if not _LINK.fullmatch(link):
            raise BadInput("this form is not complete", "open the study's address again")
        if not self.store.knows(link, outside.get(PID, "")):
            if given.get("agrees") != "yes":
                return self._thank("no_consent", "You did not agree. Nothing is stored about you.")
            if not self.newcomers.allows(""):
                raise HTTPException(
                    429, "too many people come at this moment; try again in a minute"
                )
        self.sessions.enter(link, outside)
        return RedirectResponse(f"/p/{link}", 303)

    def page(self, request: Request) -> Response:
        """Show what comes next."""
        link = request.path_params["token"]
        with self.sessions.person(link) as person:
            due = self.sessions.due(person) if person.stage == "tasks" else None
            rated = self.sessions.rating(person)
        if person.stage in ENDS:
            return self._thank(person.stage, "Thank you.", person=person, token=link)
        if due is None or rated:
            return self._questions(person, link, rated.trial if rated else "")
        task = films.find(due.task)
        return self.show(
            "trial.html",
            token=link,
            person=person,
            due=due,
            texts=self._texts(due),
            goal=self.say(films.goal(task)),
            how=self.say(films.how(task)),
            ratio=films.ratio(task),
            meanings=[self.say(each) for each in films.meanings(task)],
            words=json.dumps(self.study.words),
        )

    async def answer(self, request: Request) -> Response:
        """Store answers; a form with a mistake is shown again, with what was typed."""
        given, link = await answers.form(request), request.path_params["token"]
        stage = given.get("stage", "")
        faults = await run_in_threadpool(self.sessions.answer, link, stage, given)
        if faults:
            return await run_in_threadpool(self._ask_again, link, given, faults)
        return RedirectResponse(f"/p/{link}", 303)

    def ask_to_withdraw(self, request: Request) -> Response:
        """Ask whether everything about a person shall be deleted."""
        link = request.path_params["token"]
        with self.sessions.person(link) as person:
            return self.show("withdraw.html", token=link, person=person)

    def withdraw(self, request: Request) -> Response:
        """Delete everything about a person; doing so twice is harmless."""
        self.sessions.withdraw(request.path_params["token"])
        return self._thank("withdrawn", "Everything about you has been deleted.")

    def _ask_again(self, link: str, given: Mapping[str, str], faults: Faults) -> Response:
        with self.sessions.person(link) as person:
            return self._questions(person, link, given.get("trial", ""), given, faults)

    def _questions(
        self,
        person: Person,
        link: str,
        trial: str,
        given: Mapping[str, str] = NOTHING,
        faults: Faults = NOTHING,
    ) -> Response:
        """Ask the questions of a stage, or those about the task of a trial."""
        stage = "task" if trial else person.stage
        wrong = {name: self.say(fault[0], **fault[1]) for name, fault in faults.items() if fault}
        return self.show(
            "questions.html",
            400 if faults else 200,
            token=link,
            person=person,
            stage=stage,
            trial=trial,
            questions=self.study.asked(stage),
            given=given,
            wrong=wrong,
        )

    def _thank(self, end: str, words: str, **facts: Any) -> Response:
        """End a session; people who took part read the study's own thanks, if it has any."""
        code, back = self.study.way_back(end)
        own = self.study.texts.get("thanks") if end in ENDS else None
        text = rendered(own or self.say(words))
        facts = {"person": None, **facts}
        return self.show("thanks.html", text=text, code=code, back=back, **facts)

    def _texts(self, due: Due) -> dict[str, Any]:
        """Return the texts of a task: those to read now, and those to read again."""
        own = rendered(due.item.text)
        again = rendered(self.study.texts.get("instructions", ""))
        first = due.place == 1 and due.attempt == 1
        return {"now": own if due.attempt == 1 else "", "again": again, "open": first}


Step = Callable[[str, Mapping[str, Any]], Any]


def _data(step: Step) -> Callable[[Request], Any]:
    """Make a handler of a step that takes and returns JSON."""

    async def handle(request: Request) -> Response:
        given = await answers.read(request)
        link = request.path_params["token"]
        return answers.data(await run_in_threadpool(step, link, given))

    return handle


def _outside(given: Mapping[str, str]) -> dict[str, str]:
    """Return the ids that a recruiting site has filled in; refuse a person's that is not."""
    found = {name: given[name] for name in OUTSIDE if given.get(name)}
    if PID in found and not _FILLED.fullmatch(found[PID]):
        raise BadInput(
            f"the address has no {PID}: its place was not filled in",
            "open the study from the recruiting site again",
        )
    return {name: text for name, text in found.items() if _FILLED.fullmatch(text)}


_BOLD = re.compile(r"\*\*(.+?)\*\*")


def rendered(text: str) -> Markup:
    """Return a text as HTML; nothing in it is taken as HTML."""
    blocks = (block.strip() for block in re.split(r"\n\s*\n", text.strip()))
    return Markup("\n".join(_block(block) for block in blocks if block))


def _block(text: str) -> str:
    lines = text.splitlines()
    if all(line.startswith("- ") for line in lines):
        return f"<ul>{''.join(f'<li>{_inline(line[2:])}</li>' for line in lines)}</ul>"
    if lines[0].startswith("#"):
        return f"<h2>{_inline(text.lstrip('#').strip())}</h2>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    return _BOLD.sub(r"<b>\1</b>", escape(text))
