"""Certify tasks: store a plan that solves each, and how precisely it must be timed.

A task is refused if it solves itself or no plan is found. A variation is also refused if removing
everything at once solves it but not the published game. `topple certify` keeps finished games, so
that a search that was stopped continues with the next.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate, Certificates, Checked, tried
from topple.tasks.template import Template
from topple.worlds.iphyre.search import (
    at_once,
    near_plans,
    random_plans,
    solving,
    tidied,
    tolerance,
)
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import FAITHFUL, FIRST_VARIATION, MIRRORED, PUBLISHED
from topple.worlds.iphyre.world import WORLD, own_template
from topple.worlds.parts import Report

VARIATIONS = 110  # certified variations per game
_KNOWN = 4  # solutions of other tasks that are tried
_CHOICES = 3  # solutions of which the one with the largest tolerance is stored
_ENOUGH = 0.2  # seconds of tolerance at which the search ends
_FURTHER = 2000  # random plans where the first ones do not solve the task


def certify(
    template: Template, *, actions: int, threads: int | None, report: Report
) -> Certificates:
    """Certify the published game, its faithful and mirrored forms, and variations."""
    own = own_template(template)
    found: dict[int, Certificate] = {}
    refused: dict[int, str] = {}
    known: list[Action] = []
    total = VARIATIONS + len(_FIXED)
    falls = _falls(own.task(PUBLISHED), threads)
    for index in tried(found, _FIXED, FIRST_VARIATION, VARIATIONS):
        task = own.task(index)
        if index >= FIRST_VARIATION and not falls and _falls(task, threads):
            refused[index] = "removing everything at once solves it"
            continue
        made = _certified(task, actions, known, threads)
        if isinstance(made, str):
            refused[index] = made
            continue
        found[index] = made
        known = [made.solution, *known][:_KNOWN]
        report(len(found), total, "")
    return Certificates(own.name, own.version, found, refused, WORLD.columns)


_FIXED = (PUBLISHED, FAITHFUL, MIRRORED)


def _certified(
    task: IPhyreTask, actions: int, known: Sequence[Action], threads: int | None
) -> Certificate | str:
    """Return the certificate of a task, or why it has none."""
    if solving(task, [()], threads)[0]:
        return "solves itself"
    plans = random_plans(task, actions)
    solved = solving(task, plans, threads)
    choices = [plan for plan, solves in zip(plans, solved, strict=True) if solves][:_CHOICES]
    if len(choices) < _CHOICES:
        near = near_plans(task, known) if known else []
        choices += _first_solving(task, near, threads)
    if not choices:
        choices = _first_solving(task, random_plans(task, _FURTHER)[actions:], threads)
    if not choices:
        return "no solution found"
    best, spare = _most_tolerant(task, choices, threads)
    facts = {
        "tolerance": spare,
        "share": round(float(solved.mean()), 4),
        "at_once": _falls(task, threads),
    }
    return Certificate(task.id.index, best, facts)


def _falls(task: IPhyreTask, threads: int | None) -> bool:
    """Return whether removing everything at once solves a task."""
    return bool(solving(task, [at_once(task)], threads)[0])


def _first_solving(
    task: IPhyreTask, plans: Sequence[Action], threads: int | None, batch: int = 200
) -> list[Action]:
    """Return the first few plans that solve a task, trying a batch at a time."""
    for start in range(0, len(plans), batch):
        some = plans[start : start + batch]
        solved = np.flatnonzero(solving(task, some, threads))
        if len(solved):
            return [some[i] for i in solved[:_CHOICES]]
    return []


def _most_tolerant(
    task: IPhyreTask, plans: Sequence[Action], threads: int | None
) -> tuple[Action, float]:
    measured: list[tuple[float, Action]] = []
    for plan in map(tidied, plans):
        measured.append((tolerance(task, plan, threads), plan))
        if measured[-1][0] >= _ENOUGH:
            break
    spare, best = max(measured, key=lambda each: each[0])
    return best, spare


def check(template: Template, *, most: int | None, deep: bool, threads: int | None) -> Checked:
    """Play every stored plan again, and wait; with `deep`, measure tolerances again."""
    own = own_template(template)
    stored = WORLD.certificates(own)
    wrong = stored.faults(own.version)
    kept = list(stored.tasks.values())[:most]
    for one in kept:
        task = own.task(one.index)
        solves, waits, all_gone = solving(task, [one.solution, (), at_once(task)], threads)
        if not solves:
            wrong[str(task)] = "the solution does not solve it"
        elif waits:
            wrong[str(task)] = "it solves itself"
        elif all_gone != one.facts["at_once"]:
            wrong[str(task)] = "removing everything at once has a different outcome"
        elif deep and tolerance(task, one.solution, threads) != one.facts["tolerance"]:
            wrong[str(task)] = "the tolerance has changed"
    count = sum(one.facts["at_once"] for one in kept)
    return Checked(len(kept), wrong, {"fall_to_removing_all_at_once": count})
