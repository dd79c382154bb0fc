"""Stored solutions: the first of some random plans that ends on the mark."""

from __future__ import annotations

from carts.game import PUSHES, TURNS
from carts.world import WORLD, own
from topple.tasks.certificates import Certificate, Certificates, Checked
from topple.tasks.outcome import Outcome
from topple.tasks.template import Template
from topple.worlds.parts import Report

TASKS = 10


def certify(
    template: Template, *, actions: int, threads: int | None, report: Report
) -> Certificates:
    """Try plans on the first tasks of a template."""
    found: dict[int, Certificate] = {}
    for index in range(TASKS):
        plans = own(template.task(index)).actions.candidates(min(actions, len(PUSHES) ** TURNS))
        solved = WORLD.outcomes([template.task(index)], plans, threads)[0] == 1
        if solved.any():
            plan = tuple(plans[solved.argmax()].tolist())
            found[index] = Certificate(index, plan, {"tried": len(plans)})
        report(index + 1, TASKS, "")
    refused = {index: "no solution found" for index in range(TASKS) if index not in found}
    return Certificates(template.name, template.version, found, refused, WORLD.columns)


def check(template: Template, *, most: int | None, deep: bool, threads: int | None) -> Checked:
    """Play the stored solutions again."""
    kept = list(WORLD.certificates(template).tasks.values())[:most]
    tasks = [template.task(each.index) for each in kept]
    played = WORLD.play(tasks, [each.solution for each in kept], threads)
    wrong = {
        str(task): "the solution does not solve it"
        for task, each in zip(tasks, played, strict=True)
        if each.outcome is not Outcome.SOLVED
    }
    return Checked(len(kept), wrong)
