"""Agents that play a task live, attempt after attempt, beside a person."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from topple.agents.agent import Agent, all_agents, read_agent
from topple.agents.practice import Practice
from topple.draw.player.pack import pack
from topple.errors import AgentFault, BadInput, UnknownName
from topple.runs.agent_call import AgentCall
from topple.runs.evaluate import TIME_LIMIT
from topple.tasks.attempt import Action, Attempt
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds import film
from topple.worlds import world as find_world

_SEED = _FOLD = 0
_MOST_COURSES = 32  # agents at tasks that are remembered


class Course:
    """One agent at one task: its attempts so far. The same agent plays the same attempts again."""

    def __init__(self, words: str, task: Task, protocol: Protocol) -> None:
        """Prepare an agent named with its settings, such as `ppo model=models/ppo`."""
        self.agent, self.task = read_agent(words), task
        self.standing, self._protocol = protocol.standing(()), protocol
        self._lock = threading.Lock()
        tried = (str(task),) if self.agent.simulates else ()
        self.agent.settle(_SEED, _FOLD, "fit")
        self.agent.fit(Practice(find_world(task.id.world), (), also=tried))

    def attempt(self, number: int) -> Attempt:
        """Return an attempt; play it if it is the next one."""
        with self._lock:
            made = self.standing.past
            if number == len(made) + 1 and not self.over:
                self.standing.add(self._play(number), self._protocol.uncounted)
            if not 1 <= number <= len(made):
                raise BadInput(f"there is no attempt {number}", f"{len(made)} were made")
            return made[number - 1]

    @property
    def over(self) -> bool:
        return self._protocol.is_over(self.standing)

    def _play(self, number: int) -> Attempt:
        start = time.perf_counter()
        self.agent.settle(_SEED, _FOLD, self.task, number)
        answer = AgentCall(self.agent, TIME_LIMIT)(self.task, self.standing.past)
        if answer.action is None:
            raise AgentFault(answer.fault or f"`{self.agent.name}` gives this task up")
        own = find_world(self.task.id.world, self._protocol.choices.rules)
        (played,) = own.play([self.task], [answer.action], threads=1)
        done = played.action if callable(answer.action) else answer.action
        wall_ms = 1000 * (time.perf_counter() - start)
        name = str(self.task)
        return Attempt.of(played, done, fold=_FOLD, task=name, number=number, wall_ms=wall_ms)


@dataclass(frozen=True, slots=True)
class Live:
    """The agents that a person may watch; if none are named, `random` and those of the world."""

    named: Sequence[str] = ()
    _courses: OrderedDict[tuple[str, str], Course] = field(default_factory=OrderedDict)

    def at(self, task: Task) -> list[str]:
        """Return the agents that play a task."""
        named = [each for each in self.named if _plays(read_agent(each), task)]
        return named if self.named else ["random", *_own(task.id.world)]

    def attempt(self, words: str, task: Task, number: int, protocol: Protocol) -> dict[str, Any]:
        """Return the film of an attempt, and whether another one follows."""
        if words not in self.at(task):
            raise UnknownName("agent", words, self.at(task))
        course = self._course(words, task, protocol)
        made = course.attempt(number)
        if made.action is None or None in made.action:
            raise BadInput(f"the attempt has no action: {made.note}")
        action: Action = tuple(float(each or 0.0) for each in made.action)
        over = course.over and number == len(course.standing.past)
        shown = pack(film(task, action).recording)
        return {"film": shown, "outcome": made.outcome, "over": over}

    def _course(self, words: str, task: Task, protocol: Protocol) -> Course:
        key = (words, str(task))
        if key not in self._courses:
            self._courses[key] = Course(words, task, protocol)
        self._courses.move_to_end(key)
        if len(self._courses) > _MOST_COURSES:
            self._courses.popitem(last=False)
        return self._courses[key]


def _plays(agent: Agent, task: Task) -> bool:
    return not agent.worlds or task.id.world in agent.worlds


def _own(world: str) -> list[str]:
    """Return the agents that are made for a world and need no training."""
    known = all_agents().items()
    return [name for name, each in known if world in each.worlds and not hasattr(each, "train")]
