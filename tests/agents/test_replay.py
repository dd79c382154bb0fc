"""Agents look at their own attempts again, at nothing else, and simulate nothing by it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from run_folders import PROTOCOLS

from topple.agents import Agent, agent
from topple.errors import BadInput
from topple.protocols import protocol
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds import film


@agent("looks-back", version=1)
class LooksBack(Agent):
    def __post_init__(self) -> None:
        self.seen: list[tuple[Attempt, np.ndarray, int]] = []
        self.refused: list[str] = []

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        for attempt in past[-1:]:
            if attempt.outcome in ("solved", "missed"):
                shown = self.replay(attempt)
                self.seen.append((attempt, shown.picture(len(shown) - 1, 64), len(shown)))
            for other in (attempt._replace(number=9), attempt._replace(action=(0.5,) * 3)):
                with pytest.raises(BadInput, match="only the past attempts") as error:
                    self.replay(other)
                self.refused.append(str(error.value))
        return task.actions.sample(self.rng) if len(past) < 3 else None


@pytest.mark.parametrize("world", PROTOCOLS)
def test_an_agent_sees_its_own_attempts_again(world: str, tmp_path: Path) -> None:
    made = LooksBack()
    plan = Plan(protocol(PROTOCOLS[world]), made, (0,), limit=3)
    run(plan, tmp_path / "run", workers=1)
    lines = (tmp_path / "run" / ATTEMPTS).read_bytes().splitlines()
    recorded = [Attempt.from_line(line) for line in lines]
    assert made.refused
    assert len(made.seen) >= 1
    for attempt, picture, count in made.seen:
        assert attempt.action is not None
        (same,) = [a for a in recorded if (a.task, a.number) == (attempt.task, attempt.number)]
        own = film(plan.world.task(attempt.task), [n or 0.0 for n in same.action or ()], stride=1)
        assert count == len(own) > 1
        assert str(own.outcome) == str(same.outcome)
        assert (own.picture(count - 1, 64) == picture).all()


def test_without_a_task_there_is_nothing_to_replay() -> None:
    with pytest.raises(BadInput, match="only the past attempts"):
        LooksBack().replay(Attempt(0, "phyre/off_the_ledge@1:023", 1, (0.5, 0.5, 0.5), "missed"))  # type: ignore[arg-type]
