"""Find, store and check proposals, one file for each of PHYRE's templates.

`topple certify` and `topple check` use this module as they use a world.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from topple.tasks.certificates import Checked
from topple.tasks.template import Template
from topple.worlds.parts import Report
from topple.worlds.phyre.physiq.moments import end_gap
from topple.worlds.phyre.physiq.proposal import (
    FOLDER,
    LOSERS,
    Grade,
    Proposals,
    action,
    proposals_of,
)
from topple.worlds.phyre.physiq.rings import in_ring
from topple.worlds.phyre.physiq.search import find
from topple.worlds.phyre.physiq.trials import digest, firmness
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import own_template, shipped_templates
from topple.worlds.phyre.world import template as phyre_template

name = "physiq"

_STATUS = dict.fromkeys(LOSERS, -1) | {Grade.CORRECT: 1}


def templates() -> Mapping[str, Template]:
    """Return the templates that have proposals, by name: PHYRE's own."""
    return {template.name: template for template in shipped_templates()}


def template(name: str) -> Template:
    """Find a template by its name or PHYRE's number."""
    return phyre_template(name)


def file(template: Template) -> Path:
    """Return the file with the proposals of a template."""
    return FOLDER / f"{template.name}.json"


def certify(template: Template, *, actions: int, threads: int | None, report: Report) -> str:
    """Find and store proposals for a template; return how many tasks have them, in words.

    The number of random placements is fixed, so `actions` has no effect.
    """
    found = find(own_template(template), threads=threads, report=report)
    found.save(file(template))
    proposals_of.cache_clear()
    firm = sum(proposals.all_firm for proposals in found.tasks.values())
    return f"{len(found.tasks)} tasks with proposals, {firm} all firm"


def check(template: Template, *, most: int | None, deep: bool, threads: int | None) -> Checked:
    """Simulate all proposals of a template again; `deep` also measures how firm they are."""
    own = own_template(template)
    stored = proposals_of(own)
    wrong = {} if stored.tasks else {own.name: "no proposals"}
    if stored.template_version != own.version:
        wrong[own.name] = f"proposals are for version {stored.template_version}"
    checked = list(stored.tasks.values())[:most]
    for proposals in checked:
        task = own.task(proposals.index)
        why = _wrong(task, proposals, threads)
        if deep and not why:
            why = _not_as_firm(task, proposals, threads)
        if why:
            wrong[str(task)] = why
    firm = sum(proposals.all_firm for proposals in checked)
    return Checked(len(checked), wrong, {"firm_tasks": firm})


def _wrong(task: PhyreTask, proposals: Proposals, threads: int | None) -> str:
    """Return what is wrong with the proposals of a task, or an empty text."""
    winner = proposals.balls[Grade.CORRECT]
    balls = [proposals.balls[grade] for grade in Grade]
    status = simulate(task, [action(each) for each in balls], threads=threads).status
    for grade, code in zip(Grade, status, strict=True):
        if code != _STATUS[grade]:
            return f"the {grade} proposal has status {code}"
    for grade in LOSERS:
        if not in_ring(np.array([proposals.balls[grade]]), winner, grade)[0]:
            return f"the {grade} proposal lies outside its ring"
    if digest(task, balls, threads) != proposals.digest:
        return "the simulations differ"
    for grade in Grade:
        gap = end_gap(task, proposals.balls[grade])
        if gap != proposals.gaps[grade]:
            return f"the {grade} proposal ends with a gap of {gap}, not {proposals.gaps[grade]}"
    return ""


def _not_as_firm(task: PhyreTask, proposals: Proposals, threads: int | None) -> str:
    """Return which proposal is not as firm as stored, or an empty text."""
    for grade in Grade:
        share = round(firmness(task, proposals.balls[grade], threads), 3)
        if share != proposals.firm[grade]:
            return f"the firmness of the {grade} proposal is {share}, not {proposals.firm[grade]}"
    return ""
