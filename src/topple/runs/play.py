"""Play a protocol with an agent: ask, simulate, record, until every task is over.

The order of the records depends on the tasks and the agent alone: tasks are played in groups, and
within a group every task gets its next attempt in turn. So a run that was stopped anywhere and
resumed ends in the same file as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from topple.agents.agent import Agent
from topple.errors import AgentFault
from topple.runs.agent_call import AgentCall, Answer
from topple.runs.recorder import Recorder
from topple.tasks.attempt import Action, Attempt, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Standing
from topple.tasks.task import Task

Play = Callable[[Sequence[Task], Sequence[Action | Policy]], list[Played]]
Report = Callable[[Recorder], None]


@dataclass(frozen=True, slots=True)
class FoldRunner:
    """Plays the tasks of a fold with an agent."""

    agent: Agent
    call: AgentCall
    simulate: Play
    recorder: Recorder
    seed: int
    report: Report
    fail_fast: bool = False

    def play(self, fold: int, tasks: Sequence[Task]) -> None:
        """Play all tasks of a fold that are not over."""
        size = 1 if self.agent.online else self.agent.group
        for start in range(0, len(tasks), size):
            self._group(fold, tasks[start : start + size])

    def _group(self, fold: int, tasks: Sequence[Task]) -> None:
        live = [(task, self.recorder[fold, str(task)]) for task in tasks]
        for task, standing in live:
            if standing.over:
                self._learn(task, standing)
        while live := [pair for pair in live if not pair[1].over]:
            # After a resume, the first tasks may be one attempt ahead.
            least = min(standing.tries for _, standing in live)
            due = [pair for pair in live if pair[1].tries == least]
            self._round(fold, due)

    def _round(self, fold: int, due: Sequence[tuple[Task, Standing]]) -> None:
        """Play one attempt at every task."""
        start = time.perf_counter()
        answers = [self._ask(fold, task, standing) for task, standing in due]
        played = self._play([task for task, _ in due], answers)
        self._check(played, answers)
        wall_ms = 1000 * (time.perf_counter() - start) / len(due)
        made = []
        for (task, standing), answer, found in zip(due, answers, played, strict=True):
            if answer.gave_up:
                self.recorder.add_simulations(answer.simulations)
                self.recorder.close(standing)
                continue
            made.append(
                Attempt.of(
                    found,
                    found.action if callable(answer.action) else answer.action,
                    fold=fold,
                    task=str(task),
                    number=standing.tries + 1,
                    wall_ms=wall_ms,
                    simulations=answer.simulations,
                )
            )
        self.recorder.add_all(made)
        for task, standing in due:
            if standing.over:
                self._learn(task, standing)
        self.report(self.recorder)

    def _play(self, tasks: Sequence[Task], answers: Sequence[Answer]) -> list[Played]:
        """Play the actions in one batch; an answer without an action is a failed attempt."""
        found = [Played(Outcome.FAILED, note=answer.fault) for answer in answers]
        actions = {i: answer.action for i, answer in enumerate(answers) if answer.action}
        if actions:
            batch = self.simulate([tasks[i] for i in actions], list(actions.values()))
            for i, played in zip(actions, batch, strict=True):
                found[i] = played
        return found

    def _check(self, played: Sequence[Played], answers: Sequence[Answer]) -> None:
        """Raise the first fault before it is recorded, if the run is to stop at one."""
        for found, answer in zip(played, answers, strict=True):
            if self.fail_fast and found.outcome is Outcome.FAILED and not answer.gave_up:
                raise AgentFault(found.note, "correct the agent; the same command then goes on")

    def _ask(self, fold: int, task: Task, standing: Standing) -> Answer:
        self.agent.settle(self.seed, fold, task, standing.tries + 1)
        return self.call(task, standing.past)

    def _learn(self, task: Task, standing: Standing) -> None:
        """Pass the attempts at a task to an online agent, then forget them."""
        if self.agent.online:
            self.recorder.add_simulations(self.call.learn(task, standing.past))
            standing.past = []
