"""What is known about tasks like one: how often people and agents solve them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from topple.metrics.metric import metric
from topple.protocols import all_protocols
from topple.protocols.references import references
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task, TaskId


@dataclass(frozen=True, slots=True)
class Rate:
    """What a player achieves, from 0 to 100, and at what."""

    player: str
    points: float
    of: str


def rates(task: Task) -> list[Rate]:
    """Return published rates at such tasks, then stored ones of protocols that test the task."""
    return list(_rates(str(task)))


@lru_cache(maxsize=512)
def _rates(name: str) -> tuple[Rate, ...]:
    task = TaskId.parse(name)
    own = [each for each in all_protocols().values() if each.world == task.world]
    metrics = dict.fromkeys(each.metric for each in own)
    published = [
        Rate(player, 100 * share, found.of)
        for each in metrics
        if (found := metric(each).rates(task.template))
        for player, share in found.shares.items()
    ]
    stored = [rate for each in own if not each.for_models for rate in _stored(each, name)]
    return tuple(dict.fromkeys([*published, *stored]))


def _stored(protocol: Protocol, task: str) -> list[Rate]:
    """Return floor and ceiling of a protocol over its test tasks, if the task is one of them."""
    found = references(protocol.name, protocol.version, "test")
    fold = protocol.folds[0]
    if found is None or task not in protocol.tasks(fold):
        return []
    of = f"{found.floor.title} over all test tasks of {protocol.name}"
    ends = (found.floor, found.ceiling)
    return [Rate(each.agent, 100 * each.mean([0]), of) for each in ends]
