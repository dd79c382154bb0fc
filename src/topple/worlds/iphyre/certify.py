"""Certify tasks: store a plan that solves each, and how precisely it must be timed.

A task is refused if it solves itself or no plan is found. A variation is also refused if removing
everything at once solves it but not the published game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate
from topple.worlds.certifier import Certifier
from topple.worlds.iphyre.search import (
    at_once,
    near_plans,
    random_plans,
    solving,
    tidy,
    tolerance,
)
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import FAITHFUL, FIRST_VARIATION, MIRRORED, PUBLISHED
from topple.worlds.iphyre.world import WORLD

VARIATIONS = 110  # certified variations per game
_KNOWN = 4  # solutions of other tasks that are tried
_CHOICES = 3  # solutions of which the one with the largest tolerance is stored
_ENOUGH = 0.2  # seconds of tolerance at which the search ends
_FURTHER = 2000  # random plans where the first ones do not solve the task
_BATCH = 200  # plans tried at a time


class IPhyreCertifier(Certifier[IPhyreTask]):
    """Certifies the published game, its faithful and mirrored forms, and variations."""

    world = WORLD
    fixed = (PUBLISHED, FAITHFUL, MIRRORED)
    first = FIRST_VARIATION

    @property
    def wanted(self) -> int:
        return VARIATIONS

    def unfit(self, task: IPhyreTask) -> str:
        easier = task.id.index >= FIRST_VARIATION and not self._published_falls
        return "removing everything at once solves it" if easier and self._falls(task) else ""

    def solutions(self, task: IPhyreTask) -> list[Action]:
        plans = random_plans(task, self.actions)
        solved = solving(task, plans, self.threads)
        choices = [plan for plan, solves in zip(plans, solved, strict=True) if solves][:_CHOICES]
        known = [one.solution for one in reversed(self.found.values())][:_KNOWN]
        if len(choices) < _CHOICES and known:
            choices += self._first_solving(task, near_plans(task, known))
        if not choices:
            choices = self._first_solving(task, random_plans(task, _FURTHER)[self.actions :])
        return [self._most_tolerant(task, choices)] if choices else []

    def facts(self, task: IPhyreTask, one: Certificate, *, deep: bool) -> Mapping[str, Any]:
        slow = {"tolerance": tolerance(task, one.solution, self.threads)} if deep else {}
        return {**slow, "at_once": self._falls(task)}

    def sample(self, task: IPhyreTask) -> Mapping[str, Any]:
        share = solving(task, random_plans(task, self.actions), self.threads).mean()
        return {"share": round(float(share), 4)}

    def counts(self, kept: Sequence[Certificate]) -> Mapping[str, int]:
        return {"fall_to_removing_all_at_once": sum(one.facts["at_once"] for one in kept)}

    @cached_property
    def _published_falls(self) -> bool:
        return self._falls(self.template.task(PUBLISHED))

    def _falls(self, task: IPhyreTask) -> bool:
        """Return whether removing everything at once solves a task."""
        return bool(solving(task, [at_once(task)], self.threads)[0])

    def _first_solving(self, task: IPhyreTask, plans: Sequence[Action]) -> list[Action]:
        """Return the first few plans that solve a task, trying a batch at a time."""
        for start in range(0, len(plans), _BATCH):
            some = plans[start : start + _BATCH]
            solved = np.flatnonzero(solving(task, some, self.threads))
            if len(solved):
                return [some[i] for i in solved[:_CHOICES]]
        return []

    def _most_tolerant(self, task: IPhyreTask, plans: Sequence[Action]) -> Action:
        measured: list[tuple[float, Action]] = []
        for plan in map(tidy, plans):
            measured.append((tolerance(task, plan, self.threads), plan))
            if measured[-1][0] >= _ENOUGH:
                break
        return max(measured, key=lambda each: each[0])[1]


certify, check = IPhyreCertifier.certify, IPhyreCertifier.check
