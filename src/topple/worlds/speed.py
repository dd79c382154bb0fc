"""Measure how many attempts a world plays per second of CPU time, and what threads gain."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.tasks.task import Task
from topple.worlds.world import World

STORED = Path(__file__).with_name("speed.json")
_TEMPLATES = 25  # tasks, the first of as many templates
_RANDOM = 3  # random actions per task, besides its stored solution

Batch = tuple[list[Task], list[Action | None]]  # the tasks share one action space


@dataclass(frozen=True, slots=True)
class Speed:
    """Attempts per second of CPU time on one thread, and of wall time on all threads."""

    attempts: int  # measured
    per_cpu_s: float
    per_wall_s: float


def measure(own: World, seconds: float, threads: int) -> Speed:
    """Play the same attempts as on every machine, again and again for some seconds each way."""
    batches = attempts_of(own)
    _play(own, batches, threads)  # levels are built once
    passes, began, cpu = 0, time.perf_counter(), time.process_time()
    while not passes or time.perf_counter() - began < seconds / 2:
        _play(own, batches, 1)
        passes += 1
    cpu = time.process_time() - cpu
    began = time.perf_counter()
    for _ in range(passes):
        _play(own, batches, threads)
    wall = time.perf_counter() - began
    count = passes * sum(len(tasks) for tasks, _ in batches)
    return Speed(count, count / cpu, count / wall)


def attempts_of(own: World) -> list[Batch]:
    """Return the measured attempts: solutions and random actions of evenly spaced templates."""
    batches: dict[str, Batch] = {}
    certified = [each for each in own.templates().values() if own.certificates(each).tasks]
    for template in certified[:: -(-len(certified) // _TEMPLATES) or 1]:
        first = next(iter(own.certificates(template).tasks.values()))
        task = template.task(first.index)
        rng = generator("speed", task)
        some = [first.solution, *(task.actions.sample(rng) for _ in range(_RANDOM))]
        tasks, actions = batches.setdefault(task.actions.name, ([], []))
        tasks += [task] * len(some)
        actions += some
    return list(batches.values())


def _play(own: World, batches: Sequence[Batch], threads: int) -> None:
    for tasks, actions in batches:
        own.play(tasks, actions, threads)


def stored() -> Mapping[str, Mapping[str, float]]:
    """Return attempts per second of CPU time, by machine and world."""
    found: Mapping[str, Mapping[str, float]] = json.loads(STORED.read_text())
    return found
