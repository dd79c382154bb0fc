"""Attempts of people, recorded as those of agents are: one run folder per protocol."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

from topple.protocols import protocol as find_protocol
from topple.runs.outside import AgentRun, OutsidePlan, OutsideRuns
from topple.runs.plan import folder_name
from topple.runs.seen import note_seen, read_seen
from topple.tasks.attempt import Action, Played
from topple.tasks.protocol import Protocol, Standing
from topple.tasks.task import Task
from topple.worlds import world as find_world

SERVER = "browser"
_MOST_IDS = 10_000  # of attempts that are remembered
_PERSON = 0  # the id of the one agent of a run


class Record:
    """The runs of one person; a run begins with its first attempt."""

    def __init__(
        self, out: Path, name: str, protocol: Protocol | None = None, command: str = ""
    ) -> None:
        """Record under one protocol, or under that of free play in each world."""
        self._out, self._name, self._command = out, name, command
        self._protocol = protocol
        self._runs: dict[str, OutsideRuns] = {}
        self._added: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def folders(self) -> list[Path]:
        """The run folders that have attempts."""
        return [folder for runs in self._runs.values() for folder in runs.folders]

    def protocol_of(self, task: Task) -> Protocol:
        """Return the protocol under which a task is recorded."""
        return self.protocol_in(task.id.world)

    def protocol_in(self, world: str) -> Protocol:
        """Return the protocol under which tasks of a world are recorded."""
        return self._protocol or find_protocol(f"play-{world}")

    def standing(self, task: Task) -> Standing:
        """Return how a task stands: its attempts so far, and whether it is over."""
        with self._lock:
            return self._run(task).recorder[_PERSON, str(task)]

    def solved(self, protocol: Protocol) -> dict[str, int]:
        """Return the tasks that the person has solved, each with the attempt that did it first."""
        with self._lock:
            begun = protocol.name in self._runs or self._plan_folder(protocol).exists()
            return self._open(protocol).recorder.solved_at() if begun else {}

    def add(
        self, name: str, task: Task, plan: Action, *, think_ms: float | None, wall_ms: float
    ) -> dict[str, Any]:
        """Play a plan and record it, unless the task is over; return the result.

        An attempt is recorded once by its name, however often it is sent. Its note says what the
        person had seen of the task besides their own attempts.
        """
        protocol = self.protocol_of(task)
        own = find_world(task.id.world, protocol.choices.rules)
        (played,) = own.play([task], [plan or None], threads=1)
        with self._lock:
            if name not in self._added:
                run = self._run(task)
                recorded = not run.recorder[_PERSON, str(task)].over
                if recorded:
                    shown = ", ".join(self._seen(task))
                    after = f"after seeing: {shown}" if shown else ""
                    note = "; ".join(filter(None, (played.note, after)))
                    noted = replace(played, note=note)
                    run.add(task, plan, noted, played.points, wall_ms, think_ms)
                self._added[name] = {**_facts(played), "recorded": recorded}
                if len(self._added) > _MOST_IDS:
                    self._added.popitem(last=False)
            found = self._added[name]
        return {**found, **self.count(task)}

    def see(self, task: Task, what: str) -> None:
        """Note that the person sees a hint, a solution or another's attempt at a task."""
        with self._lock:
            note_seen(self._run(task).folder.path, str(task), what)

    def seen(self, task: Task) -> list[str]:
        """Return what the person has seen of a task besides their own attempts."""
        with self._lock:
            return self._seen(task)

    def _seen(self, task: Task) -> list[str]:
        return read_seen(self._run(task).folder.path).get(str(task), [])

    def count(self, task: Task) -> dict[str, Any]:
        """Return how many attempts were made and how many there are."""
        standing = self.standing(task)
        most = self.protocol_of(task).attempts
        return {"made": standing.counted, "most": most, "over": standing.over}

    def close(self) -> None:
        """Close all run folders."""
        for runs in self._runs.values():
            runs.close()

    def _run(self, task: Task) -> AgentRun:
        return self._open(self.protocol_of(task))

    def _plan_folder(self, protocol: Protocol) -> Path:
        settings = OutsidePlan(protocol, SERVER, {}).run_settings(self._name)
        return self._out / folder_name(settings)

    def _open(self, protocol: Protocol) -> AgentRun:
        if protocol.name not in self._runs:
            plan = OutsidePlan(protocol, SERVER, {})
            names: dict[int | None, str] = {None: self._name}
            self._runs[protocol.name] = OutsideRuns(plan, self._out, names, self._command)
        return self._runs[protocol.name].run_of(_PERSON)


def _facts(played: Played) -> dict[str, Any]:
    return {
        "outcome": played.outcome,
        "steps": played.steps,
        "digest": played.digest,
        "note": played.note,
    }
