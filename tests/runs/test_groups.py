"""What an agent does at a task does not depend on the tasks that are played beside it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from topple.agents import Agent, agent, all_agents, make_agent
from topple.protocols import protocol
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.game import Game, GamePolicy
from topple.tasks.protocol import Protocol, Split
from topple.tasks.task import Task

PROTOCOLS = {
    "birds": "phyq-local",
    "iphyre": "iphyre-within",
    "kinetix": "kinetix-s",
    "phyre": "phyre-b-within",
    "pool": "pool-nine-ball",
    "rope": "rope-within",
}
TASKS, PRACTICE, ATTEMPTS_EACH = 8, 2, 2
# A short search or practice shows as much as a long one.
SHORT = {
    "constant": {"actions": "2"},
    "memory": {"actions": "2"},
    "memory-online": {"actions": "2"},
    "oracle": {"actions": "4"},
    "kinetix-planner": {"hold": "64", "episodes": "4"},
    "pool-planner": {"pockets": "1"},
    "rope-planner": {"width": "2"},
}
# They play what was trained, and there is no model of theirs in Topple.
TRAINED = {
    *("a2c", "birds-ranker", "ddqn", "dqn", "dqn-o", "pool-ranker"),
    *("ppo", "ranker", "ranker-o", "relational"),
}
LONG = {
    *("bambirds-like", "datalab-like", "eagles-wing-like", "kinetix-planner", "pig-shooter"),
    "pool-planner",
}
UNTRAINED = [
    pytest.param(name, world, marks=[pytest.mark.slow] if name in LONG else [])
    for name, cls in all_agents().items()
    if name not in TRAINED
    for world in cls.worlds or PROTOCOLS
]


def few(fold: int, found: Protocol) -> Split:
    """Keep a fold small: some tasks to learn from, and some to play."""
    split = found.split(fold)
    return Split(
        split.train[:PRACTICE], (), split.test[:: max(1, len(split.test) // TASKS)][:TASKS]
    )


def played(made: Agent, world: str, group: int, folder: Path) -> list[str]:
    """Play some tasks in groups; return the records by task, without times."""
    type(made).group = group
    found = protocol(PROTOCOLS[world])
    short = dataclasses.replace(
        found, attempts=ATTEMPTS_EACH, most_tries=2 * ATTEMPTS_EACH, split=partial(few, found=found)
    )
    out = folder / f"{group}"
    run(Plan(short, made, (0,)), out, cache=folder / "cache", workers=1)
    rows = [json.loads(line) for line in (out / ATTEMPTS).read_text().splitlines()]
    rows.sort(key=lambda row: (row["task"], row["attempt"]))
    return [json.dumps({**row, "wall_ms": 0}) for row in rows]


def groups_agree(made: Agent, world: str, folder: Path) -> int:
    """Compare groups of 1, 7 and 100 tasks; return the number of records."""
    before = type(made).group
    try:
        alone, some, all_ = (played(made, world, size, folder) for size in (1, 7, 100))
    finally:
        type(made).group = before
    assert alone == some == all_
    return len(alone)


@agent("late", version=1)
class Late(Agent):
    """Draws when its policy is asked, long after `act`."""

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy:
        if not task.actions.policies:
            return task.actions.sample(self.rng)
        return GamePolicy(self._draw)

    def _draw(self, game: Game) -> Action | None:
        kinds = game.legal()
        if not kinds or len(game.moves) > 20 * game.width:
            return None
        return kinds[int(self.rng.integers(len(kinds)))].draw(self.rng)


@pytest.mark.parametrize("world", PROTOCOLS)
def test_a_policy_draws_what_it_would_draw_alone(world: str, tmp_path: Path) -> None:
    assert groups_agree(Late(), world, tmp_path) >= TASKS


@pytest.mark.parametrize(("name", "world"), UNTRAINED)
def test_an_agent_plays_as_it_would_play_alone(name: str, world: str, tmp_path: Path) -> None:
    groups_agree(make_agent(name, SHORT.get(name, {}).items()), world, tmp_path)


def test_no_agent_is_left_out() -> None:
    assert set(all_agents()) == TRAINED | {str(each.values[0]) for each in UNTRAINED}
