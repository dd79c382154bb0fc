"""Gather generated scenes with rollouts, on all cores, stored for all folds."""

from __future__ import annotations

import hashlib
import itertools
import multiprocessing
import os
import zipfile
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from topple.agents.practice import Practice, write_whole
from topple.errors import BadInput
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.agents.ranker.rollouts import Budget, Example, Rollouts, roll_out
from topple.worlds.phyre.agents.ranker.scenes import (
    draw_changed,
    draw_free,
    draw_variation,
)
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import all_templates, own_task

BLOCK = 50  # numbers per file of free scenes; about half of them give a task
_VARIATIONS = 10  # numbers per file of variations
_AHEAD = 64  # blocks on their way, so that no core waits for the slowest
_VERSION = 1  # raise it when scenes are drawn in another way
_BUDGET = Budget(listed=200, near=100, kept=300)
_VARIED = Budget(listed=2000, near=400, kept=1024)  # few actions solve some templates


def gather_free(practice: Practice, tier: str, count: int) -> list[Example]:
    """Return the first free scenes; draw and simulate those that are not stored."""
    found: list[Example] = []
    waiting: deque[Future[list[Example]]] = deque()
    practice.report(0, count)
    with _processes(practice) as pool:
        blocks = (_FreeBlock(practice.folder, tier, number) for number in itertools.count())
        while len(found) < count:
            while len(waiting) < _AHEAD:
                waiting.append(pool.submit(_gather, next(blocks)))
            found += waiting.popleft().result()
            practice.report(min(len(found), count), count)
        pool.shutdown(cancel_futures=True)
    practice.simulations += sum(each.rollouts.simulated for each in found[:count])
    return found[:count]


def gather_variations(practice: Practice, count: int) -> list[Example]:
    """Return up to `count` variations of each template of the training tasks."""
    templates = sorted({task.id.template for task in practice.tasks})
    starts = range(0, count, _VARIATIONS)
    sources = [
        _Variations(practice.folder, template, start, min(_VARIATIONS, count - start))
        for template in templates
        for start in starts
    ]
    return _gather_all(practice, sources)


def gather_changed(practice: Practice, copies: int) -> list[Example]:
    """Return changed copies of the training tasks that make a task of their own."""
    tasks = map(own_task, practice.tasks)
    return _gather_all(practice, [_Copies(practice.folder, task, copies) for task in tasks])


def _gather_all(practice: Practice, sources: Sequence[_Source]) -> list[Example]:
    found: list[Example] = []
    practice.report(0, len(sources))
    stored = all(source.path is not None and source.path.exists() for source in sources)
    pool: Executor = ThreadPoolExecutor(practice.threads) if stored else _processes(practice)
    with pool:
        for done, examples in enumerate(pool.map(_gather, sources), 1):
            found += examples
            practice.report(done, len(sources))
    practice.simulations += sum(each.rollouts.simulated for each in found)
    return found


@dataclass(frozen=True, slots=True)
class _Source(ABC):
    """Scenes that one file stores."""

    folder: Path | None
    budget: ClassVar[Budget] = _BUDGET

    @property
    def path(self) -> Path | None:
        return None if self.folder is None else self.folder / self.file

    @property
    @abstractmethod
    def file(self) -> str:
        """The name of the file."""

    @abstractmethod
    def draw(self) -> Iterator[PhyreTask | None]:
        """Draw the scenes."""


@dataclass(frozen=True, slots=True)
class _FreeBlock(_Source):
    tier: str
    number: int

    @property
    def file(self) -> str:
        return f"free_scene/{self.tier}-{_VERSION}-{self.number:05d}.npz"

    def draw(self) -> Iterator[PhyreTask | None]:
        for number in range(self.number * BLOCK, (self.number + 1) * BLOCK):
            yield draw_free(TIERS[self.tier], number)


@dataclass(frozen=True, slots=True)
class _Variations(_Source):
    template: str
    first: int
    count: int
    budget: ClassVar[Budget] = _VARIED

    @property
    def file(self) -> str:
        version = all_templates()[self.template].version
        numbers = f"{self.first:05d}-{self.count}"
        return f"{self.template}/{version}-{_VERSION}-{numbers}-{self.budget}.varied.npz"

    def draw(self) -> Iterator[PhyreTask | None]:
        for number in range(self.first, self.first + self.count):
            yield draw_variation(all_templates()[self.template], number)


@dataclass(frozen=True, slots=True)
class _Copies(_Source):
    task: PhyreTask
    count: int

    @property
    def file(self) -> str:
        content = f"{self.task} {self.task.content_hash()} {self.count}"
        name = hashlib.sha256(content.encode()).hexdigest()[:24]
        return f"{self.task.id.template}/{name}.changed-{_VERSION}.npz"

    def draw(self) -> Iterator[PhyreTask | None]:
        for number in range(self.count):
            yield draw_changed(self.task, number)


def _processes(practice: Practice) -> ProcessPoolExecutor:
    """Drawing is Python's work, so threads would wait for each other."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(practice.threads or os.cpu_count(), mp_context=context)


def _gather(source: _Source) -> list[Example]:
    """Load what is stored of a source, or draw and simulate it."""
    path = source.path
    if path is not None and path.exists():
        return _load(path)
    drawn = [task for task in source.draw() if task is not None]
    examples = [Example(task.image(), roll_out(task, source.budget)) for task in drawn]
    if path is not None:
        _save(path, examples)
    return examples


def _save(path: Path, examples: Sequence[Example]) -> None:
    rollouts = [each.rollouts for each in examples]
    tables: dict[str, Any] = {
        "images": np.array([each.image for each in examples], np.uint8),
        "lengths": np.array([len(each.solved) for each in rollouts], np.int64),
        "simulated": np.array([each.simulated for each in rollouts], np.int64),
    }
    for name in ("balls", "solved", "motion") if rollouts else ():
        tables[name] = np.concatenate([getattr(each, name) for each in rollouts])
    with write_whole(path) as file:
        np.savez_compressed(file, **tables)


def _load(path: Path) -> list[Example]:
    try:
        with np.load(path, allow_pickle=False) as file:
            tables = {name: file[name] for name in file.files}
        ends = np.cumsum(tables["lengths"])
        starts = ends - tables["lengths"]
        found = []
        for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
            balls, solved, motion = (tables[n][start:end] for n in ("balls", "solved", "motion"))
            rollouts = Rollouts(balls, solved, motion, int(tables["simulated"][row]))
            found.append(Example(tables["images"][row], rollouts))
        return found
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise BadInput(f"{path} holds no generated scenes: {error}", "delete it") from error
