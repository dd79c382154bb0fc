"""The certified tasks of PHYRE: those a protocol may serve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from topple.tasks.certificates import Certificate, Certificates
from topple.worlds.phyre.simulate import STABLE, UNSTABLE, simulate, wait
from topple.worlds.phyre.task import PhyreTask, all_templates, task_of
from topple.worlds.phyre.template import FIRST_VARIATION, Template

SOLVES_ITSELF = "solves itself"
FOLDER = Path(__file__).parent / "certificates"


@cache
def certificates(template: Template) -> Certificates:
    """Load the certificates of a template; a template without any has none."""
    path = FOLDER / f"{template.name}.json"
    if not path.exists():
        return Certificates(template.name, template.version, {}, {})
    return Certificates.load(path)


def certificate(task: PhyreTask) -> Certificate | None:
    """Give the certificate of a task, if it has one."""
    return certificates(all_templates()[task.id.template]).tasks.get(task.id.index)


def variations(tier: str | None = None) -> list[PhyreTask]:
    """Give the certified variations beyond PHYRE's own tasks, 100 of each template."""
    return [
        task_of(template, index)
        for template in all_templates().values()
        if tier in (None, template.tier)
        for index in certificates(template).tasks
        if index >= FIRST_VARIATION
    ]


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking the certificates of a template showed."""

    checked: int
    wrong: dict[str, str]
    solve_themselves: list[str]


def check(
    template: Template, *, most: int | None = None, deep: bool = False, threads: int | None = None
) -> Checked:
    """Play every stored solution again, and leave every scene to itself."""
    stored = certificates(template)
    missing = [i for i in template.shipped if i not in stored.tasks and i not in stored.refused]
    wrong = {str(task_of(template, i)): "no certificate" for i in missing}
    if stored.version != template.version:
        wrong[template.name] = f"certificates are for version {stored.version}"
    kept = list(stored.tasks.values())[:most]
    if not kept:
        return Checked(0, wrong, [])
    tasks = [task_of(template, c.index) for c in kept]
    actions = [c.solution for c in kept]
    status = simulate(tasks, actions, stability=True, outcome_only=True, threads=threads).status
    alone = wait(tasks, threads=threads).solved
    for task, certificate, code, itself in zip(tasks, kept, status, alone, strict=True):
        if code != (STABLE if certificate.stable else UNSTABLE):
            wrong[str(task)] = f"the solution has status {code}"
        elif itself:
            wrong[str(task)] = "solves itself"
        elif deep and (why := _remeasure(task, certificate, threads)):
            wrong[str(task)] = why
    themselves = [
        str(task_of(template, i)) for i, why in stored.refused.items() if why == SOLVES_ITSELF
    ]
    return Checked(len(kept), wrong, themselves)


def _remeasure(task: PhyreTask, certificate: Certificate, threads: int | None) -> str:
    from topple.worlds.phyre.certify import margin, random_valid_actions

    found = margin(task, np.array(certificate.solution), threads)
    if found != certificate.margin:
        return f"the margin is {found}, not {certificate.margin}"
    actions = random_valid_actions(task, certificate.valid)
    solved = int(simulate(task, actions, outcome_only=True, threads=threads).solved.sum())
    if solved != certificate.solved:
        return f"{solved} of {certificate.valid} random actions solve it, not {certificate.solved}"
    return ""
