"""Certify PHYRE tasks: store a solution, check that waiting fails, measure the difficulty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.tasks.certificates import Certificate, Certificates, Checked
from topple.tasks.template import Template as AnyTemplate
from topple.worlds.parts import Report
from topple.worlds.phyre.search import (
    KEPT,
    Actions,
    Search,
    random_valid_actions,
    search_on,
    solving,
    try_random_actions,
)
from topple.worlds.phyre.simulate import STABLE, UNSTABLE, simulate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION, Template
from topple.worlds.phyre.world import WORLD, own_template

VARIATIONS = 100  # certified variations per template
MOST_TRIED = 400  # variations examined at most to find them
MARGINS = (1, 2, 4, 8, 16)  # pixels
NO_SOLUTION = "no solution found"
SOLVES_ITSELF = "solves itself"
_STAGES = 3
_EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def certify(
    template: AnyTemplate,
    *,
    actions: int = 1000,
    threads: int | None = None,
    report: Report = lambda done, of, words: None,
) -> Certificates:
    """Certify PHYRE's tasks of a template, if there are any, and the first possible variations.

    `actions` random valid actions per task measure the solution volume.
    """
    own = own_template(template)
    report(0, _STAGES, "random actions")
    searches = [Search(own.task(index)) for index in own.shipped]
    refused = _reject_waiting(searches, threads)
    fresh = range(FIRST_VARIATION, FIRST_VARIATION + MOST_TRIED)
    searches += _new_variations(own, fresh[: VARIATIONS + 20], refused, threads)
    for search in searches:
        try_random_actions(search, actions, threads)
    report(1, _STAGES, "hard tasks")
    # PHYRE's tasks come first: their solutions are carried over to variations.
    for search in searches:
        if _wanted(search, searches):
            search_on(search, searches, actions, threads)
    tried = VARIATIONS + 20
    while _variations_found(searches) < VARIATIONS and tried < MOST_TRIED:
        more = _new_variations(own, fresh[tried : tried + 20], refused, threads)
        searches += more
        for search in more:
            try_random_actions(search, actions, threads)
            if _wanted(search, searches):
                search_on(search, searches, actions, threads)
        tried += 20
    report(2, _STAGES, "margins")
    found: dict[int, Certificate] = {}
    for search in searches:
        index = search.task.id.index
        if len([i for i in found if i >= FIRST_VARIATION]) == VARIATIONS:
            break
        if search.solutions:
            found[index] = _best(search, threads)
        else:
            refused[index] = NO_SOLUTION
    last = max((i for i in found), default=0)
    refused = {i: why for i, why in sorted(refused.items()) if i < last or i < FIRST_VARIATION}
    return Certificates(own.name, own.version, found, refused, WORLD.columns)


def check(
    template: AnyTemplate,
    *,
    most: int | None = None,
    deep: bool = False,
    threads: int | None = None,
) -> Checked:
    """Play every stored solution again, and run every scene without an action.

    With `deep`, measure margins and solution volumes again.
    """
    own, stored = own_template(template), WORLD.certificates(template)
    missing = [i for i in own.shipped if i not in stored.tasks and i not in stored.refused]
    wrong = {str(own.task(i)): "no certificate" for i in missing}
    if stored.version != own.version:
        wrong[own.name] = f"certificates are for version {stored.version}"
    kept = list(stored.tasks.values())[:most]
    if not kept:
        return Checked(0, wrong, {"solve_themselves": 0})
    tasks = [own.task(certificate.index) for certificate in kept]
    actions = [certificate.solution for certificate in kept]
    status = simulate(tasks, actions, stability=True, outcome_only=True, threads=threads).status
    alone = wait(tasks, threads=threads).solved
    for task, certificate, code, itself in zip(tasks, kept, status, alone, strict=True):
        if code != (STABLE if certificate.facts["stable"] else UNSTABLE):
            wrong[str(task)] = f"the solution has status {code}"
        elif itself:
            wrong[str(task)] = SOLVES_ITSELF
        elif deep and (why := _measured_otherwise(task, certificate, threads)):
            wrong[str(task)] = why
    themselves = sum(why == SOLVES_ITSELF for why in stored.refused.values())
    return Checked(len(kept), wrong, {"solve_themselves": themselves})


def _measured_otherwise(task: PhyreTask, certificate: Certificate, threads: int | None) -> str:
    """Measure a task again; return what differs from its certificate, if anything."""
    facts = certificate.facts
    found = margin(task, np.array(certificate.solution), threads)
    if found != facts["margin"]:
        return f"the margin is {found}, not {facts['margin']}"
    actions = random_valid_actions(task, facts["valid"])
    solved = int(simulate(task, actions, outcome_only=True, threads=threads).solved.sum())
    if solved != facts["solved"]:
        return f"{solved} of {facts['valid']} random actions solve it, not {facts['solved']}"
    return ""


def certify_with(
    task: PhyreTask, candidates: Actions, *, actions: int = 1000, threads: int | None = None
) -> Certificate | None:
    """Certify a task with the first of some actions that solves it, if any does."""
    search = Search(task)
    try_random_actions(search, actions, threads)
    search.solutions += list(solving(task, candidates, threads)[:KEPT])
    return _best(search, threads) if search.solutions else None


def margin(task: PhyreTask, action: Actions, threads: int | None = None) -> int:
    """Return by how many pixels all balls may be moved together and still solve the task."""
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


def _reject_waiting(searches: list[Search], threads: int | None) -> dict[int, str]:
    solved = wait([search.task for search in searches], threads=threads).solved
    refused = {
        search.task.id.index: SOLVES_ITSELF
        for search, alone in zip(searches, solved, strict=True)
        if alone
    }
    searches[:] = [search for search in searches if search.task.id.index not in refused]
    return refused


def _new_variations(
    template: Template, indices: Sequence[int], refused: dict[int, str], threads: int | None
) -> list[Search]:
    searches = [Search(template.task(index)) for index in indices]
    refused.update(_reject_waiting(searches, threads))
    return searches


def _wanted(search: Search, searches: Sequence[Search]) -> bool:
    """Return whether a task needs a solution: PHYRE's do, variations until there are enough."""
    if search.solutions:
        return False
    shipped = search.task.id.index < FIRST_VARIATION
    return shipped or _variations_found(searches) < VARIATIONS


def _variations_found(searches: Sequence[Search]) -> int:
    return sum(bool(s.solutions) and s.task.id.index >= FIRST_VARIATION for s in searches)


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
