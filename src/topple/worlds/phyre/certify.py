"""Find a solution of every task of a template, and measure how hard the task is.

Most solutions come from random actions, which also give the solution volume. The rest come from
further random actions, from the solutions of other tasks of the template, carried over (a ball
keeps its place in the scene or its place relative to a body, with some jitter), and from climbs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from topple.tasks.certificates import Certificate, Certificates, Checked
from topple.tasks.draw import generator
from topple.tasks.template import Template as AnyTemplate
from topple.worlds.parts import Report
from topple.worlds.phyre.climb import climbed
from topple.worlds.phyre.simulate import STABLE, UNSTABLE, Batch, simulate, validate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION, Template
from topple.worlds.phyre.world import WORLD, own_template

Actions = NDArray[np.float64]

VARIATIONS = 100  # certified variations per template
MOST_TRIED = 400  # variations looked at to find them
MARGINS = (1, 2, 4, 8, 16)  # pixels
NO_SOLUTION = "no solution found"
SOLVES_ITSELF = "solves itself"
_STAGES = 3
_KEPT = 6  # solutions per task whose margins are compared
_ROUNDS = 40  # for a task of PHYRE's that random actions did not solve
_VARIATION_ROUNDS = 12  # for a variation: another one will do
_CARRIED = 500  # carried-over solutions a round
_RANDOM = 1000  # further random actions a round
_CLIMBS = 3  # rounds that end with a climb
_JITTERS = 8  # rounds after which carried-over solutions are jittered as little as at first
_EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


@dataclass
class _Search:
    """What is known of one task so far."""

    task: PhyreTask
    solved: int = 0
    valid: int = 0
    solutions: list[Actions] = field(default_factory=list)


def certify(
    template: AnyTemplate,
    *,
    actions: int = 1000,
    threads: int | None = None,
    report: Report = lambda done, of, words: None,
) -> Certificates:
    """Certify PHYRE's tasks of a template, if it has any, and the first variations that can be.

    `actions` random valid actions per task measure the solution volume.
    """
    own = own_template(template)
    report(0, _STAGES, "random actions")
    searches = [_Search(own.task(index)) for index in own.shipped]
    refused = _reject_waiting(searches, threads)
    fresh = range(FIRST_VARIATION, FIRST_VARIATION + MOST_TRIED)
    searches += _new_variations(own, fresh[: VARIATIONS + 20], refused, threads)
    for search in searches:
        _random_actions(search, actions, threads)
    report(1, _STAGES, "hard tasks")
    # Those of PHYRE's come first: what solves them is carried over to variations.
    for search in searches:
        _look_on(search, searches, actions, threads)
    tried = VARIATIONS + 20
    while _variations_found(searches) < VARIATIONS and tried < MOST_TRIED:
        more = _new_variations(own, fresh[tried : tried + 20], refused, threads)
        searches += more
        for search in more:
            _random_actions(search, actions, threads)
            _look_on(search, searches, actions, threads)
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
    """Play every stored solution again, and leave every scene to itself.

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
    """Certify a task by one of some actions, if any solves it."""
    search = _Search(task)
    _random_actions(search, actions, threads)
    search.solutions += list(_solving(task, candidates, threads)[:_KEPT])
    return _best(search, threads) if search.solutions else None


def random_valid_actions(task: PhyreTask, count: int) -> Actions:
    """Draw the first valid actions of the task's own stream."""
    seed = int.from_bytes(hashlib.sha256(str(task.id).encode()).digest()[:4], "big")
    draw = 2 * count
    while True:
        actions = task.tier.action_set(draw, seed)
        valid: Actions = actions[validate(task, actions) == 0][:count]
        if len(valid) == count:
            return valid
        draw *= 2


def margin(task: PhyreTask, action: Actions, threads: int | None = None) -> int:
    """Say how many pixels all balls may be off together, in every direction, and still solve."""
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


def centred(balls: NDArray[np.float64]) -> Actions:
    """Give the action in the middle of all those that place these balls."""
    actions = np.empty_like(balls)
    actions[..., :2] = (balls[..., :2] + 0.5) / 255
    actions[..., 2] = (balls[..., 2] - 2) / 30
    return np.round(actions, 5).reshape(len(balls), 3 * balls.shape[1])


def _reject_waiting(searches: list[_Search], threads: int | None) -> dict[int, str]:
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
) -> list[_Search]:
    searches = [_Search(template.task(index)) for index in indices]
    refused.update(_reject_waiting(searches, threads))
    return searches


def _wanted(search: _Search, searches: Sequence[_Search]) -> bool:
    """Say whether a task needs a solution: PHYRE's do, variations until there are enough."""
    shipped = search.task.id.index < FIRST_VARIATION
    return shipped or _variations_found(searches) < VARIATIONS


def _variations_found(searches: Sequence[_Search]) -> int:
    return sum(bool(s.solutions) and s.task.id.index >= FIRST_VARIATION for s in searches)


def _random_actions(search: _Search, amount: int, threads: int | None) -> None:
    actions = random_valid_actions(search.task, amount)
    batch = simulate(search.task, actions, outcome_only=True, threads=threads)
    search.valid, search.solved = len(actions), int(batch.solved.sum())
    search.solutions += list(_centres(search.task, batch)[:_KEPT])


def _look_on(
    search: _Search, searches: Sequence[_Search], skipped: int, threads: int | None
) -> None:
    """Look for a solution round by round, beyond the random actions that were tried already."""
    if search.solutions or not _wanted(search, searches):
        return
    shipped = search.task.id.index < FIRST_VARIATION
    rounds = _ROUNDS if shipped else _VARIATION_ROUNDS
    known = [other for other in searches if other.solutions]
    for round_ in range(rounds):
        first = skipped + round_ * _RANDOM
        tried = random_valid_actions(search.task, first + _RANDOM)[first:]
        if known:
            carried = _carried(search.task, known, round_)
            tried = np.concatenate([_valid(search.task, carried), tried])
        solutions = _solving(search.task, tried, threads)
        if not len(solutions) and round_ < _CLIMBS:
            climbs = climbed(search.task, generator("climb", search.task.id, round_), threads)
            solutions = _solving(search.task, _valid(search.task, centred(climbs)), threads)
        if len(solutions):
            search.solutions += list(solutions[:_KEPT])
            return


def _solving(task: PhyreTask, actions: Actions, threads: int | None) -> Actions:
    return _centres(task, simulate(task, actions, outcome_only=True, threads=threads))


def _centres(task: PhyreTask, batch: Batch) -> Actions:
    """Give what solved, centred; at the border of what is allowed the middle may lie outside."""
    return _valid(task, centred(batch.balls[batch.solved]))


def _valid(task: PhyreTask, actions: Actions) -> Actions:
    kept: Actions = actions[validate(task, actions) == 0]
    return kept


def _carried(task: PhyreTask, known: Sequence[_Search], round_: int) -> Actions:
    """Make actions for a task out of solutions of others; later rounds jitter more."""
    jitter = round_ % _JITTERS
    key = hashlib.sha256(f"{task.id} {round_} {len(known)}".encode()).digest()
    draws = np.random.RandomState(int.from_bytes(key[:4], "big"))
    made = []
    for _ in range(_CARRIED):
        source = known[draws.randint(len(known))]
        balls = source.solutions[draws.randint(len(source.solutions))].reshape(-1, 3).copy()
        here, there = task.scene.bodies, source.task.scene.bodies
        for ball in balls:
            anchor = draws.randint(4, len(there) + 1)
            # One choice in a few keeps the place in the scene.
            if anchor < min(len(here), len(there)):
                ball[0] += (here[anchor].x - there[anchor].x) / 255
                ball[1] += (here[anchor].y - there[anchor].y) / 255
        balls[:, :2] += draws.normal(scale=0.004 * jitter, size=(len(balls), 2))
        balls[:, 2] += draws.normal(scale=0.01 * jitter, size=len(balls))
        made.append(np.clip(balls, 0, 1).reshape(-1))
    return np.array(made)


def _best(search: _Search, threads: int | None) -> Certificate:
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
