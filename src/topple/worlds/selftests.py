"""Self-tests: play some attempts of a world and combine their final states into a digest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from topple.tasks.attempt import Action, Played
from topple.tasks.selftest import Request, SelfTest
from topple.tasks.task import Task
from topple.worlds.world import World


@dataclass(frozen=True, slots=True)
class Attempts:
    """Some attempts of a world, and the digest that every build must give.

    `scene` returns a task as the engine takes it, and `plan` an action. Builds without Python play
    only tasks that have a scene. `line` is what the digest holds of an attempt besides steps and
    final state. `play` plays attempts; by default the world does.
    """

    world: World
    golden: str
    attempts: Callable[[], Sequence[tuple[Any, Action]]]
    scene: Callable[[Any], Mapping[str, object] | None]
    plan: Callable[[Any, Action], object] = lambda task, action: action
    options: Mapping[str, object] = field(default_factory=dict)
    line: Callable[[Any, Played], str] = lambda task, each: f"{task} {each.outcome}"
    play: Callable[..., Iterable[Played]] | None = None

    def self_test(self, threads: int | None = None) -> SelfTest:
        """Play all attempts, and combine their final states."""
        pairs = self.attempts()
        combined = hashlib.sha256()
        for (task, _), each in zip(pairs, self._play(pairs, threads), strict=True):
            combined.update(f"{self.line(task, each)} {each.steps} {each.digest}\n".encode())
        templates = {task.id.template for task, _ in pairs}
        return SelfTest(len(pairs), len(templates), combined.hexdigest()[:16], self.golden)

    def requests(self) -> Iterator[Request]:
        """Return the attempts for builds without Python, and what they must answer."""
        for task, pairs in groupby(self.attempts(), key=lambda pair: pair[0]):
            scene, some = self.scene(task), list(pairs)
            if scene is not None:
                plans = [self.plan(task, action) for _, action in some]
                expected = [(each.steps, each.digest) for each in self._play(some)]
                yield Request(self.world.name, scene, plans, expected, self.options)

    def _play(
        self, pairs: Sequence[tuple[Task, Action]], threads: int | None = None
    ) -> list[Played]:
        play = self.play or self.world.play
        return [*play([task for task, _ in pairs], [action for _, action in pairs], threads)]


def candidates(tasks: Sequence[Task], count: int) -> list[tuple[Task, Action]]:
    """Return the first candidate actions of each task."""
    return [(t, tuple(row)) for t in tasks for row in t.actions.candidates(count).tolist()]
