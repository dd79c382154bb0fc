"""Certify PHYRE tasks: store a solution, check that waiting fails, measure the difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from topple.tasks.certificates import Certificate
from topple.worlds.certifier import NO_SOLUTION, SOLVES_ITSELF, Certifier
from topple.worlds.parts import Report
from topple.worlds.phyre.physiq import certify as proposals
from topple.worlds.phyre.search import (
    KEPT,
    Actions,
    Search,
    random_valid_actions,
    search_on,
    solving,
    try_random_actions,
)
from topple.worlds.phyre.simulate import STABLE, simulate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION
from topple.worlds.phyre.world import WORLD, own_template

BESIDES = (proposals,)
VARIATIONS = 100  # certified variations per template
MOST_TRIED = 400  # variations examined at most to find them
MARGINS = (1, 2, 4, 8, 16)  # pixels
_MORE = 20  # variations examined at a time
_STAGES = 3
_EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class PhyreCertifier(Certifier[PhyreTask]):
    """Certifies PHYRE's tasks of a template, if there are any, and the first possible variations.

    `actions` random valid actions per task measure the solution volume. All tasks are searched
    together, because solutions are carried over from one to another.
    """

    world = WORLD
    first = FIRST_VARIATION

    def __post_init__(self) -> None:
        self.searches: list[Search] = []

    @property
    def fixed(self) -> Sequence[int]:  # type: ignore[override]
        return own_template(self.template).shipped

    def search(self, report: Report) -> None:
        report(0, _STAGES, "random actions")
        fresh = range(FIRST_VARIATION, FIRST_VARIATION + MOST_TRIED)
        self._begin(self.fixed)
        self._begin(fresh[: VARIATIONS + _MORE])
        for search in self.searches:
            try_random_actions(search, self.actions, self.threads)
        report(1, _STAGES, "hard tasks")
        # PHYRE's tasks come first: their solutions are carried over to variations.
        self._search_on(self.searches)
        for start in range(VARIATIONS + _MORE, MOST_TRIED, _MORE):
            if self._variations >= VARIATIONS:
                break
            for search in self._begin(fresh[start : start + _MORE]):
                try_random_actions(search, self.actions, self.threads)
                self._search_on([search])
        report(2, _STAGES, "margins")
        self._conclude()

    def _begin(self, indices: Sequence[int]) -> list[Search]:
        """Begin to search the tasks that waiting does not solve."""
        searches = [Search(self.template.task(index)) for index in indices]
        solved = wait([search.task for search in searches], threads=self.threads).solved
        alone = {s.task.id.index for s, itself in zip(searches, solved, strict=True) if itself}
        self.refused.update(dict.fromkeys(alone, SOLVES_ITSELF))
        begun = [search for search in searches if search.task.id.index not in alone]
        self.searches += begun
        return begun

    def _search_on(self, searches: Sequence[Search]) -> None:
        """Search where random actions failed: PHYRE's tasks, and variations until enough are."""
        for search in searches:
            shipped = search.task.id.index < FIRST_VARIATION
            if not search.solutions and (shipped or self._variations < VARIATIONS):
                search_on(search, self.searches, self.actions, self.threads)

    @property
    def _variations(self) -> int:
        return sum(bool(s.solutions) and s.task.id.index >= FIRST_VARIATION for s in self.searches)

    def _conclude(self) -> None:
        """Certify the tasks with solutions, up to the last variation that is wanted."""
        for search in self.searches:
            index = search.task.id.index
            if len([i for i in self.found if i >= FIRST_VARIATION]) == VARIATIONS:
                break
            if search.solutions:
                self.found[index] = _best(search, self.threads)
            else:
                self.refused[index] = NO_SOLUTION
        last = max(self.found, default=0)
        examined = {i: why for i, why in self.refused.items() if i < max(last, FIRST_VARIATION)}
        self.refused = examined

    def facts(self, task: PhyreTask, one: Certificate, *, deep: bool) -> Mapping[str, Any]:
        batch = simulate(
            task, [one.solution], stability=True, outcome_only=True, threads=self.threads
        )
        quick = {"stable": int(batch.status[0]) == STABLE}
        if not deep:
            return quick
        actions = random_valid_actions(task, one.facts["valid"])
        solved = simulate(task, actions, outcome_only=True, threads=self.threads).solved.sum()
        reached = margin(task, np.array(one.solution), self.threads)
        return {**quick, "margin": reached, "solved": int(solved)}

    def counts(self, kept: Sequence[Certificate]) -> Mapping[str, int]:
        refused = WORLD.certificates(self.template).refused.values()
        return {"solve_themselves": sum(why == SOLVES_ITSELF for why in refused)}


def certify_with(
    task: PhyreTask, candidates: Actions, *, actions: int = 1000, threads: int | None = None
) -> Certificate | None:
    """Certify a task with the first of some actions that solves it, if any does."""
    search = Search(task)
    try_random_actions(search, actions, threads)
    search.solutions += list(solving(task, candidates, threads)[:KEPT])
    return _best(search, threads) if search.solutions else None


def margin(task: PhyreTask, action: Actions, threads: int | None = None) -> int:
    """Return how many pixels off all balls may be, together, and still solve the task."""
    reached = 0
    for pixels in MARGINS:
        shift = np.array(_EIGHT, float) * pixels / 255
        moved = np.repeat(action[None], len(_EIGHT), axis=0).reshape(len(_EIGHT), -1, 3)
        moved[:, :, :2] += shift[:, None]
        batch = simulate(task, moved.reshape(len(_EIGHT), -1), outcome_only=True, threads=threads)
        if not batch.solved.all():
            break
        reached = pixels
    return reached


def _best(search: Search, threads: int | None) -> Certificate:
    """Certify with the most forgiving of the solutions found."""
    actions = np.array(search.solutions)
    batch = simulate(search.task, actions, stability=True, outcome_only=True, threads=threads)
    usable = [i for i in range(len(actions)) if batch.solved[i]]
    margins = {i: margin(search.task, actions[i], threads) for i in usable}
    best = max(usable, key=lambda i: (margins[i], int(batch.status[i]), -i))
    return Certificate(
        index=search.task.id.index,
        solution=tuple(float(number) for number in actions[best]),
        facts={
            "stable": int(batch.status[best]) == STABLE,
            "margin": margins[best],
            "solved": search.solved,
            "valid": search.valid,
        },
    )


certify, check = PhyreCertifier.certify, PhyreCertifier.check
