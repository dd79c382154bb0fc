"""Runs of agents that play from outside, through a server: one run folder per agent."""

from __future__ import annotations

import shutil
import threading
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from topple.errors import BadInput
from topple.runs.folder import BARE, RunFolder
from topple.runs.plan import Who, check, folder_name, written
from topple.runs.provenance import made_by
from topple.runs.recorder import Recorder
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds import World
from topple.worlds import world as find_world

MOST_AGENTS = 100  # agents with a run at a time; each has files open
_FOLD = 0


@dataclass(frozen=True, slots=True)
class OutsidePlan:
    """Everything that agents share: the tasks, the attempts at each, the settings of the server.

    `attempts` replaces the number of the protocol.
    """

    protocol: Protocol
    server: str
    settings: Mapping[str, Any]
    attempts: int | None = None
    limit: int | None = None

    def __post_init__(self) -> None:
        check(self.protocol, (_FOLD,), self.limit)

    @property
    def own_protocol(self) -> Protocol:
        """The protocol with the number of attempts."""
        return replace(self.protocol, attempts=self.attempts or self.protocol.attempts)

    @property
    def world(self) -> World:
        """The world of the tasks, with the rules of the runs."""
        return find_world(self.protocol.world, self.protocol.choices.rules)

    def tasks(self) -> tuple[str, ...]:
        """Return the ids of the tasks to play."""
        return self.protocol.tasks(_FOLD, "test", self.limit)

    def run_settings(self, agent: str) -> dict[str, Any]:
        """Return the content of run.json for an agent."""
        protocol = self.own_protocol
        return written(
            protocol,
            Who(agent, settings={"server": self.server, **self.settings}),
            {_FOLD: len(self.tasks())},
            limit=protocol.limit_of((_FOLD,), "test", self.limit),
            more={"plays_on": True} if protocol.plays_on else {},
        )


class Ranked(NamedTuple):
    """An agent by its points, as contests rank them."""

    agent: str
    solved: int
    points: float


class OutsideRuns:
    """The runs of all agents of a server, by name; a run that exists goes on."""

    def __init__(
        self,
        plan: OutsidePlan,
        out: Path,
        names: Mapping[int | None, str],
        command: str = "",
        *,
        alone: bool = False,
    ) -> None:
        """Name agents by their id; the name under None is for all others.

        Every agent has a run folder below `out`; `alone`, the only one has `out` itself.
        """
        self.plan = plan
        self._out, self._alone = out, alone
        self._names = names
        self._command = command
        self._runs: dict[str, AgentRun] = {}
        self._lock = threading.Lock()

    @property
    def folders(self) -> list[Path]:
        """The folders of runs that have attempts."""
        return [run.folder.path for run in self._runs.values() if run.recorder.attempts]

    def ranking(self) -> list[Ranked]:
        """Rank the agents by the sum of their best points on the tasks that they solved."""
        found = [Ranked(run.name, *run.total()) for run in self._runs.values()]
        return sorted(found, key=lambda each: -each.points)

    def run_of(self, agent: int) -> AgentRun:
        """Return the run of an agent by its id; start it, or resume it, at the first call."""
        name = self._names.get(agent) or self._names.get(None) or f"{self.plan.server}-{agent}"
        with self._lock:
            if name not in self._runs:
                if len(self._runs) >= MOST_AGENTS:
                    raise BadInput(f"there are {MOST_AGENTS} agents already", "use one id again")
                if self._alone and self._runs:
                    raise BadInput(
                        f"{self._out} is the folder of one run, and `{next(iter(self._runs))}` "
                        "plays in it",
                        "without --out, every agent has a folder of its own",
                    )
                settings = self.plan.run_settings(name)
                folder = RunFolder(
                    self._out if self._alone else self._out / folder_name(settings),
                    {**settings, "made_by": made_by(self._command)},
                )
                self._runs[name] = AgentRun(name, folder, self.plan)
            return self._runs[name]

    def close(self) -> None:
        """Close all folders; remove those of agents that only said hello.

        A folder stays where a server has put something of its own into it.
        """
        for run in self._runs.values():
            run.folder.__exit__(None, None, None)
            held = {each.name for each in run.folder.path.iterdir()}
            if not run.recorder.attempts and held <= BARE:
                shutil.rmtree(run.folder.path)


class AgentRun:
    """The run of one agent."""

    def __init__(self, name: str, folder: RunFolder, plan: OutsidePlan) -> None:
        self.name = name
        self.folder = folder
        self.recorder = Recorder(folder, plan.own_protocol)
        self._tasks = len(plan.tasks())
        self._points: defaultdict[str, float] = defaultdict(float)
        for attempt in folder.attempts():
            self._keep_best(attempt)

    def is_open(self, task: Task) -> bool:
        """Return whether the agent may try a task again."""
        return not self.recorder[_FOLD, str(task)].over

    def best(self, task: Task) -> float:
        """Return the most points that the agent has won on a task, 0 if it has none."""
        return self._points.get(str(task), 0.0)

    def total(self) -> tuple[int, float]:
        """Return how many tasks the agent has solved, and the sum of its best points on them."""
        return len(self._points), sum(self._points.values())

    def add(
        self,
        task: Task,
        action: Action,
        played: Played,
        points: float,
        wall_ms: float,
        think_ms: float | None = None,
    ) -> None:
        """Record an attempt; the last one of all finishes the run."""
        attempt = Attempt.of(
            replace(played, points=points),
            action,
            fold=_FOLD,
            task=str(task),
            number=self.recorder[_FOLD, str(task)].tries + 1,
            wall_ms=wall_ms,
            think_ms=think_ms,
        )
        self.recorder.add(attempt)
        self._keep_best(attempt)
        if self.recorder.over == self._tasks:
            self.recorder.finish(self._tasks)

    def _keep_best(self, attempt: Attempt) -> None:
        if attempt.outcome is Outcome.SOLVED:
            self._points[attempt.task] = max(self._points[attempt.task], attempt.points)
