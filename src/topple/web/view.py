"""The application behind `topple view`: run folders as pages, read anew at every request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from topple.draw.player.pack import pack
from topple.errors import BadInput, RunError, UnknownName
from topple.reports.pages.across import across
from topple.reports.pages.page import page_of, section
from topple.reports.tables.groups import grouped
from topple.runs.find import find_attempt
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
from topple.runs.levels import know_levels
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.runs.settings import RunSettings, parse_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.web import answers
from topple.web.safety import LOOPBACK, Safety
from topple.worlds import film, find_task

_ROWS = 200  # attempts on a page

# Returns the transcripts of a run as a page; "" if it has none.
Transcripts = Callable[[Path], str]


def _without_transcripts(folder: Path) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Viewed:
    """A run as it stands now."""

    number: int
    folder: Path
    settings: RunSettings
    outcomes: Counter[Outcome]
    tasks: int
    finished: bool

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "agent": self.settings.agent,
            "protocol": self.settings.protocol,
            "tasks": f"{self.tasks} of {sum(self.settings.tasks.values())}",
            "asked": self.settings.asked,
            "outcomes": {str(each): self.outcomes[each] for each in Outcome},
            "state": "finished" if self.finished else "under way or stopped",
        }


@dataclass(frozen=True, slots=True)
class View:
    """The handlers; runs are numbered in the order given."""

    folders: Sequence[Path]
    transcripts: Transcripts = _without_transcripts

    def app(self, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
        routes = [
            Route("/", self.home),
            Route("/runs", self.standings),
            Route("/runs/{run:int}", self.run),
            Route("/runs/{run:int}/transcripts", self.tell),
            Route("/report", self.report),
            Route("/tasks/{task:path}", self.task),
            Route("/attempts/{run:int}/{fold:int}/{attempt:int}/{task:path}", self.attempt),
            Route("/films/{run:int}/{fold:int}/{attempt:int}/{task:path}", self.film),
            Mount("/static", answers.static()),
        ]
        guard = [Middleware(Safety, hosts=hosts)]
        return Starlette(
            routes=routes, middleware=guard, exception_handlers=answers.mistakes(to="To the runs")
        )

    def home(self, request: Request) -> Response:
        runs = [_view_run(number, folder).facts for number, folder in enumerate(self.folders)]
        return answers.page("runs.html", runs=runs, outcomes=list(map(str, Outcome)))

    def standings(self, request: Request) -> Response:
        """Return the counts of all runs, for a page that stays open."""
        found = [_view_run(number, folder).facts for number, folder in enumerate(self.folders)]
        return answers.data(found)

    def run(self, request: Request) -> Response:
        number = request.path_params["run"]
        wanted, first = request.query_params.get("outcome", ""), _first(request)
        rows = (
            each for each in read_attempts(self._folder(number) / ATTEMPTS) if _fits(each, wanted)
        )
        shown = list(islice(rows, first, first + _ROWS + 1))
        return answers.page(
            "run.html",
            run=_view_run(number, self._folder(number)).facts,
            attempts=shown[:_ROWS],
            outcome=wanted,
            outcomes=list(map(str, Outcome)),
            first=first,
            following=first + _ROWS if len(shown) > _ROWS else None,
        )

    def report(self, request: Request) -> Response:
        """Show the scores of all runs, as `topple report` does."""
        begun = [folder for folder in self.folders if any(read_attempts(folder / ATTEMPTS))]
        if not begun:
            raise BadInput("no run has an attempt yet", "come back when one has")
        groups = grouped([load(folder) for folder in begun])
        names = {entry.label for group in groups for entry in group.entries}
        return answers.whole(page_of(names, [*map(section, groups), *across(groups)]))

    def tell(self, request: Request) -> Response:
        """Show what a model was asked and what it answered."""
        found = self.transcripts(self._folder(request.path_params["run"]))
        if not found:
            raise UnknownName("transcripts", "of this run", ())
        return answers.whole(found)

    def attempt(self, request: Request) -> Response:
        """Show one attempt."""
        path = request.path_params
        folder = self._folder(path["run"])
        found = find_attempt(folder, path["task"], path["attempt"], path["fold"])
        player = (path["run"], read_settings(folder)["agent"]["name"], found)
        return answers.page("watch.html", task=path["task"], players=[player], alone=True)

    def task(self, request: Request) -> Response:
        """Show the best attempt of every run at a task, side by side."""
        name = request.path_params["task"]
        found = [
            (number, read_settings(folder)["agent"]["name"], attempt)
            for number, folder in enumerate(self.folders)
            if (attempt := _best(folder, name))
        ]
        if not found:
            raise UnknownName("task of these runs", name, ())
        return answers.page("watch.html", task=name, players=found, alone=False)

    def film(self, request: Request) -> Response:
        path = request.path_params
        folder = self._folder(path["run"])
        settings = _settings(folder)
        know_levels(folder)
        attempt = find_attempt(folder, path["task"], path["attempt"], path["fold"])
        if attempt.action is None or None in attempt.action:
            raise BadInput(f"the attempt has no action: {attempt.note}")
        task = find_task(attempt.task, settings.choices.rules)
        action = tuple(float(number or 0.0) for number in attempt.action)
        return answers.data(pack(film(task, action).recording))

    def _folder(self, number: int) -> Path:
        if not 0 <= number < len(self.folders):
            raise UnknownName("run", str(number), ())
        return self.folders[number]


def _view_run(number: int, folder: Path) -> Viewed:
    outcomes: Counter[Outcome] = Counter()
    tasks = set()
    for attempt in read_attempts(folder / ATTEMPTS):
        outcomes[attempt.outcome] += 1
        tasks.add((attempt.fold, attempt.task))
    finished = (folder / FINISHED).exists()
    return Viewed(number, folder, _settings(folder), outcomes, len(tasks), finished)


def _settings(folder: Path) -> RunSettings:
    return parse_settings(read_settings(folder), folder / SETTINGS)


def _fits(attempt: Attempt, wanted: str) -> bool:
    return not wanted or str(attempt.outcome) == wanted


def _first(request: Request) -> int:
    text = request.query_params.get("first", "0")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _best(folder: Path, task: str) -> Attempt | None:
    """Return the attempt that solved a task, or the last one."""
    try:
        return find_attempt(folder, task)
    except RunError:
        return None
