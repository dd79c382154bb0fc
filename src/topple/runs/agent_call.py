"""Ask an agent for an action; whatever the agent does, the call returns an answer."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, NoReturn

from topple.agents.agent import Agent
from topple.errors import AgentFault, BadAction
from topple.sim.counting import hold, simulated
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.game import GamePolicy
from topple.tasks.task import Task

_LONGEST_NOTE = 200
# Seconds between alarms after the limit, for agents that catch the first one.
_RING_AGAIN = 0.5


@dataclass(slots=True)
class Answer:
    """An action, or a fault of the agent; neither if the agent gives the task up.

    `simulations` grows while the action is a policy and is played.
    """

    action: Action | Policy | None = None
    fault: str = ""
    simulations: int = 0

    @property
    def gave_up(self) -> bool:
        return self.action is None and not self.fault


class Counter:
    """Counts what is simulated in a `with` block, whatever holds the counter around it."""

    simulations = 0

    def __enter__(self) -> Counter:
        self._held = hold(False)
        self._start = simulated()
        return self

    def __exit__(self, *_: object) -> None:
        self.simulations = simulated() - self._start
        hold(self._held)


class _TimeUp(BaseException):
    """Not an Exception, so that an `except Exception` in an agent does not catch it."""


class AgentCall:
    """Asks an agent for actions, and interrupts it when it takes too long.

    Only code in the main thread can be interrupted; in other threads there is no limit.
    """

    def __init__(
        self,
        agent: Agent,
        time_limit: float,
        on_fault: Callable[[str, str], None] = lambda reason, trace: None,
    ) -> None:
        """Call `on_fault` with the reason and the traceback of every fault."""
        self._agent = agent
        self._time_limit = time_limit
        self._on_fault = on_fault
        self._watched = threading.current_thread() is threading.main_thread()
        self._before: Any = None

    def __enter__(self) -> AgentCall:
        if self._watched:
            self._before = signal.signal(signal.SIGALRM, _ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self._watched:
            signal.signal(signal.SIGALRM, self._before)

    def __call__(self, task: Task, past: Sequence[Attempt]) -> Answer:
        """Return the next action. A fault of the agent is an answer, not an exception."""
        self._agent.face(task, past)
        answer = Answer()
        try:
            found = self._ask(lambda: self._agent.act(task, past), answer)
            if callable(found) and task.actions.policies:
                answer.action = self._guard(found, task, past, answer)
            elif found is not None:
                answer.action = _action(task, found)
        except AgentFault as fault:
            answer.fault = str(fault)
        return answer

    def learn(self, task: Task, past: Sequence[Attempt]) -> int:
        """Show the agent all attempts at a task, to learn from; return how much it simulated."""
        with Counter() as counter:
            self._agent.update(task, past)
        return counter.simulations

    def _guard(self, policy: Policy, task: Task, past: Sequence[Attempt], answer: Answer) -> Policy:
        """Return a policy whose moves are timed and checked like actions.

        It is asked after the agent was settled for other tasks, and still draws from its own.
        """
        rng = self._agent.rng

        def ask(seen: object) -> Action | None:
            self._agent.go_on(rng)
            self._agent.face(task, past)
            found = self._ask(lambda: policy(seen), answer)
            return None if found is None else _action(task, found)

        return GamePolicy(ask) if isinstance(policy, GamePolicy) else ask

    def _ask(self, question: Callable[[], object], answer: Answer) -> object:
        counter = Counter()
        try:
            with counter:
                return self._time_call(question)
        except _TimeUp:
            raise AgentFault(f"the agent took longer than {self._time_limit:g} s") from None
        except Exception as error:
            reason = _cut(f"the agent raised {type(error).__name__}: {error}")
            self._on_fault(reason, _trace(error))
            raise AgentFault(reason) from error
        finally:
            answer.simulations += counter.simulations

    def _time_call(self, question: Callable[[], object]) -> object:
        if not self._watched:
            return question()
        try:
            signal.setitimer(signal.ITIMER_REAL, self._time_limit, _RING_AGAIN)
            return question()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


def _action(task: Task, found: object) -> Action:
    try:
        return task.actions.one(found)
    except BadAction as error:
        raise AgentFault(_cut(f"the agent gave no action: {error}")) from error


def _trace(error: Exception) -> str:
    """Write a traceback from the agent's own code on."""
    own = error.__traceback__
    while own and own.tb_next and own.tb_frame.f_code.co_filename == __file__:
        own = own.tb_next
    return "".join(traceback.format_exception(type(error), error, own))


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise _TimeUp


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_NOTE else f"{text[:_LONGEST_NOTE]}..."
