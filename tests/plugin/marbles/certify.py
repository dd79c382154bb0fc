"""Stored solutions: the first of some speeds that stops on the mark."""

from __future__ import annotations

from marbles.world import WORLD, own
from topple.tasks.certificates import Certificate, Certificates, Checked
from topple.tasks.outcome import Outcome
from topple.tasks.template import Template
from topple.worlds.parts import Report

TASKS = 10


def certify(
    template: Template, *, actions: int, threads: int | None, report: Report
) -> Certificates:
    """Try speeds on the first tasks of a template."""
    found: dict[int, Certificate] = {}
    for index in range(TASKS):
        speeds = own(template.task(index)).actions.candidates(actions)
        solved = WORLD.outcomes([template.task(index)], speeds, threads)[0] == 1
        if solved.any():
            first = round(float(speeds[solved.argmax()][0]), 5)
            facts = {"solved": int(solved.sum()), "tried": actions}
            found[index] = Certificate(index, (first,), facts)
        report(index + 1, TASKS, "")
    refused = {index: "no solution found" for index in range(TASKS) if index not in found}
    return Certificates(template.name, template.version, found, refused, WORLD.columns)


def check(template: Template, *, most: int | None, deep: bool, threads: int | None) -> Checked:
    """Play the stored solutions again, and wait."""
    kept = list(WORLD.certificates(template).tasks.values())[:most]
    tasks = [template.task(each.index) for each in kept]
    solved = WORLD.play(tasks, [each.solution for each in kept], threads)
    waited = WORLD.play(tasks, [None] * len(tasks), threads)
    wrong = {
        str(task): "the solution does not solve it, or waiting does"
        for task, one, other in zip(tasks, solved, waited, strict=True)
        if one.outcome is not Outcome.SOLVED or other.outcome is Outcome.SOLVED
    }
    return Checked(len(kept), wrong)
