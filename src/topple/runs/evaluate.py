"""Evaluate an agent under a protocol: one call, one run folder."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from topple.agents.agent import Agent, make_agent
from topple.agents.practice import PRACTICE, Practice
from topple.errors import BadInput
from topple.protocols import protocol as find_protocol
from topple.protocols.choose import choose
from topple.runs.agent_call import AgentCall, Counter
from topple.runs.folder import RunFolder, is_finished, kept_if_begun
from topple.runs.plan import Who, check, check_settings, check_world, folder_name, written
from topple.runs.play import FoldRunner, Play
from topple.runs.provenance import made_by
from topple.runs.recorder import Recorder
from topple.runs.watch import Silence, Watch
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds import World
from topple.worlds import world as find_world
from topple.worlds.select import Names

RUNS = Path("runs")
TIME_LIMIT = 600.0  # seconds an agent may take for one action


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides the records of a run, and nothing else."""

    protocol: Protocol
    agent: Agent
    folds: tuple[int, ...]
    part: str = "test"
    seed: int = 0
    limit: int | None = None
    _names: dict[int, tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.part not in ("dev", "test"):
            raise BadInput(f"part `{self.part}`: give dev or test")
        check(self.protocol, self.folds, self.limit)
        check_settings(self.agent)
        check_world(self.protocol, self.agent)

    @property
    def own_protocol(self) -> Protocol:
        """The protocol with the number of attempts that this agent gets."""
        own = self.agent.passes if self.protocol.plays_on else None
        return replace(self.protocol, attempts=own or self.protocol.attempts)

    @property
    def world(self) -> World:
        """The world of the tasks, with the rules of the run."""
        return find_world(self.protocol.world, self.protocol.choices.rules)

    def tasks(self, fold: int) -> tuple[str, ...]:
        """Return the ids of the tasks to play; they are split once."""
        if fold not in self._names:
            self._names[fold] = self.protocol.tasks(fold, self.part, self.limit)
        return self._names[fold]

    def settings(self) -> dict[str, Any]:
        """Return the plan as it is stored in run.json."""
        agent, protocol = self.agent, self.own_protocol
        return written(
            protocol,
            Who(
                agent.name,
                agent.version,
                agent.settings(),
                agent.online,
                agent.simulates,
                agent.source,
            ),
            {fold: len(self.tasks(fold)) for fold in self.folds},
            part=self.part,
            limit=protocol.limit_of(self.folds, self.part, self.limit),
            seed=self.seed,
            more={"plays_on": True} if protocol.plays_on else {},
        )

    def folder_name(self) -> str:
        """Return the name of the run folder: equal for equal plans, different for others."""
        return folder_name(self.settings())


def evaluate(
    agent: Agent | str,
    protocol: Protocol | str,
    *,
    folds: Sequence[int] = (0,),
    part: str = "test",
    seed: int = 0,
    limit: int | None = None,
    levels: Path | str | None = None,
    tasks: Names = (),
    rules: Mapping[str, object] | None = None,
    unfiltered: bool = False,
    out: Path | str | None = None,
    cache: Path | str | None = None,
    workers: int | None = None,
    time_limit: float = TIME_LIMIT,
    fail_fast: bool = False,
) -> Path:
    """Play a protocol with an agent and return the run folder, `runs/...` unless `out` is given.

    The same call again resumes where the last one stopped. `levels` is the folder of level files
    that the protocol `levels` plays; `tasks` names tasks to play instead of those of the protocol:
    see `topple.worlds.select`. `rules` changes rules of the world; `unfiltered` plays the tasks as
    they are drawn, certified or not. With `fail_fast`, the first fault of the agent is raised and
    not recorded.
    """
    found = find_protocol(protocol) if isinstance(protocol, str) else protocol
    plan = Plan(
        choose(found, levels=levels, tasks=tasks, rules=rules, unfiltered=unfiltered),
        make_agent(agent) if isinstance(agent, str) else agent,
        tuple(folds),
        part,
        seed,
        limit,
    )
    folder = Path(out) if out is not None else RUNS / plan.folder_name()
    run(
        plan,
        folder,
        cache=cache,
        workers=workers,
        time_limit=time_limit,
        fail_fast=fail_fast,
    )
    return folder


def run(
    plan: Plan,
    path: Path,
    *,
    cache: Path | str | None = None,
    workers: int | None = None,
    time_limit: float = TIME_LIMIT,
    fail_fast: bool = False,
    play: Play | None = None,
    watch: Watch | None = None,
    command: str = "",
) -> bool:
    """Play a plan in a run folder; return False if the run was already finished."""
    if time_limit <= 0:
        raise BadInput(f"a time limit of {time_limit:g} s: give more than 0")
    settings = {**plan.settings(), "made_by": made_by(command)}
    if is_finished(path, settings):
        return False
    with kept_if_begun(path), RunFolder(path, settings) as folder:
        agent = plan.agent
        recorder = Recorder(folder, plan.own_protocol, plays_on=agent.plays_on, keep=agent.online)
        session = _Session(
            plan=plan,
            recorder=recorder,
            cache=Path(cache) if cache is not None else path.parent / PRACTICE,
            workers=workers,
            play=play or partial(plan.world.play, threads=workers),
            watch=watch or Silence(),
            fail_fast=fail_fast,
        )
        with AgentCall(plan.agent, time_limit, session.watch.failed) as call:
            for fold in plan.folds:
                session.play_fold(fold, call)
        recorder.finish(
            recorder.over,
            simulations=session.simulations,
            practice_s=session.practice_s,
            training=session.training,
        )
    return True


@dataclass(slots=True)
class _Session:
    plan: Plan
    recorder: Recorder
    cache: Path
    workers: int | None
    play: Play
    watch: Watch
    fail_fast: bool
    simulations: int = 0
    practice_s: float = 0.0
    training: dict[int, Mapping[str, Any]] = field(default_factory=dict)

    def play_fold(self, fold: int, call: AgentCall) -> None:
        world = self.plan.world
        tasks: list[Task] = [world.task(name) for name in self.plan.tasks(fold)]
        practice = self._practice(fold)
        start = time.perf_counter()
        self.plan.agent.settle(self.plan.seed, fold, "fit")
        with Counter() as counter:
            self.plan.agent.fit(practice)
        self.simulations += max(practice.simulations, counter.simulations)
        practice.report = _say_nothing  # what an oracle simulates while it plays is no practice
        self.practice_s += time.perf_counter() - start
        if self.plan.agent.training:
            self.training[fold] = self.plan.agent.training
        total = sum(len(self.plan.tasks(fold)) for fold in self.plan.folds)
        runner = FoldRunner(
            self.plan.agent,
            call,
            self.play,
            self.recorder,
            self.plan.seed,
            lambda recorder: self.watch.playing(recorder, total),
            self.fail_fast,
        )
        runner.play(fold, tasks)

    def _practice(self, fold: int) -> Practice:
        return Practice(
            self.plan.world,
            self.plan.protocol.split(fold).learnt_from(self.plan.part),
            also=self.plan.tasks(fold) if self.plan.agent.simulates else (),
            folder=self.cache,
            threads=self.workers,
            report=partial(self.watch.fitting, fold),
        )


def _say_nothing(done: int, of: int) -> None:
    pass
