"""The application behind `topple view`: run folders as pages, as they stand at every request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from topple.draw.player.pack import pack
from topple.errors import BadInput, RunError, ToppleError, UnknownName
from topple.reports.pages.across import across
from topple.reports.pages.page import REPORT, page_of, section
from topple.reports.pages.section import Part
from topple.reports.tables.groups import group_runs
from topple.runs.find import find_attempt
from topple.runs.folder import FINISHED, SETTINGS, read_settings
from topple.runs.levels import know_levels
from topple.runs.load import Run, load
from topple.runs.settings import RunSettings, parse_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.web import answers
from topple.web.safety import LOOPBACK, Safety
from topple.web.standings import Counted, Standing, readable
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
    standing: Standing
    finished: bool

    @property
    def facts(self) -> dict[str, Any]:
        state = "finished" if self.finished else "under way or stopped"
        return {
            "number": self.number,
            "folder": self.folder.name,
            "agent": self.settings.agent,
            "protocol": self.settings.protocol,
            "tasks": f"{self.standing.tasks} of {sum(self.settings.tasks.values())}",
            "asked": self.settings.asked,
            "outcomes": {str(each): self.standing.outcomes[each] for each in Outcome},
            "state": "; ".join(filter(None, (state, self.standing.broken))),
        }


@dataclass(frozen=True, slots=True)
class View:
    """The handlers; runs are numbered in the order given."""

    folders: Sequence[Path]
    transcripts: Transcripts = _without_transcripts
    _counted: dict[Path, Counted] = field(default_factory=dict)

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
        runs = [self._view(number).facts for number in range(len(self.folders))]
        return answers.page("runs.html", runs=runs, outcomes=list(map(str, Outcome)))

    def standings(self, request: Request) -> Response:
        """Return the counts of all runs, for a page that stays open."""
        return answers.data([self._view(number).facts for number in range(len(self.folders))])

    def run(self, request: Request) -> Response:
        number = request.path_params["run"]
        wanted, first = request.query_params.get("outcome", ""), _first(request)
        rows = (each for each in readable(self._folder(number)) if _fits(each, wanted))
        shown = list(islice(rows, first, first + _ROWS + 1))
        return answers.page(
            "run.html",
            run=self._view(number).facts,
            attempts=shown[:_ROWS],
            outcome=wanted,
            outcomes=list(map(str, Outcome)),
            first=first,
            following=first + _ROWS if len(shown) > _ROWS else None,
        )

    def report(self, request: Request) -> Response:
        """Show the scores of all runs, as `topple report` does."""
        runs, left_out = self._load()
        if not runs:
            raise BadInput("; ".join(left_out) or "no run has an attempt yet", "try again later")
        groups = group_runs(runs)
        names = {entry.label for group in groups for entry in group.entries}
        heading = replace(REPORT, lead=". ".join(left_out))
        parts: list[Part] = [*map(section, groups), *across(groups)]
        return answers.whole(page_of(names, parts, heading=heading))

    def _load(self) -> tuple[list[Run], list[str]]:
        """Load the runs that have attempts; say which cannot be read, and why."""
        runs, left_out = [], []
        for folder in self.folders:
            try:
                if any(readable(folder)):
                    runs.append(load(folder))
            except ToppleError as error:
                left_out.append(f"{folder.name} is left out: {error}")
        return runs, left_out

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
        player = (path["run"], _player(folder), found)
        return answers.page("watch.html", task=path["task"], players=[player], alone=True)

    def task(self, request: Request) -> Response:
        """Show the best attempt of every run at a task, side by side."""
        name = request.path_params["task"]
        found = [
            (number, _player(folder), attempt)
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

    def _view(self, number: int) -> Viewed:
        folder = self._folder(number)
        counted = self._counted.setdefault(folder, Counted(folder))
        finished = (folder / FINISHED).exists()
        return Viewed(number, folder, _settings(folder), counted.now(), finished)

    def _folder(self, number: int) -> Path:
        if not 0 <= number < len(self.folders):
            raise UnknownName("run", str(number), ())
        return self.folders[number]


def _player(folder: Path) -> str:
    """Return who played a run, and where it lies."""
    return f"{read_settings(folder)['agent']['name']} · {folder.name}"


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
