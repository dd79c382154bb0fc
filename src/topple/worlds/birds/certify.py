"""Certify tasks: store a solution that follows the rule, and check that waiting fails.

A task is refused unless it is at rest when players see it, waiting does not solve it, and the
search finds shots that solve it with and without the distractors. It is refused also if a shortcut
solves it, or if all solutions found take one; see `shortcuts`. A stored level has no distractors
and no rule; it is refused also if random shots pass it too often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from topple.errors import BadScene
from topple.sim import maths
from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate
from topple.worlds.birds import level_search
from topple.worlds.birds.action_space import action_of, shots_of
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.search import Changes, Found, nearby, solutions, solves
from topple.worlds.birds.shortcuts import past_solution, past_task, straight
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.stored_levels import StoredLevel
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import FIRST_VARIATION
from topple.worlds.birds.world import WORLD
from topple.worlds.birds.world import template as find_template
from topple.worlds.certifier import NO_SOLUTION, Certifier

TASKS = 100  # certified tasks per template
VARIATIONS = 20  # certified variations per template that has any
MOST_TRIED = 3  # tasks examined at most, as a multiple of those wanted
NEIGHBOURS = 16  # nearby shots played to measure a margin
_LARGEST_SETTLING = 0.25  # units that a thing may move before players see the level
_SEARCHES = 320  # searched shot sequences per task
_KNOWN = 16  # changes that solved other tasks and are tried first
_ENOUGH = 0.4  # the search ends at a solution with this margin
_STEADY = 0.1  # margin at which the search for a stored level ends
_ROUNDS = 4  # rounds of search near the best solution of a stored level
_CHOICES = 3  # solutions of a task whose margins are compared
MOST_SHARE = 0.5  # largest share of random games that may pass a stored level


class BirdsCertifier(Certifier[BirdsTask]):
    """Certifies the first tasks of a template that can be certified, and the first variations.

    Tasks that are served already come first. Those whose stored solution still works well keep it
    and cost no search, so that running the command again resumes it, and a new plan does not change
    what agents play. A stored level is one task.
    """

    world = WORLD

    def __post_init__(self) -> None:
        stored = WORLD.certificates(self.template)
        self.known: list[Changes] = []  # changes that solved other tasks, latest first
        self.stored: Mapping[int, Certificate] = {}
        if stored.version == self.template.version and not self.is_level:
            self.stored, self.refused = stored.tasks, dict(stored.refused)

    @property
    def is_level(self) -> bool:
        """Whether the template is a stored level."""
        return isinstance(self.template, StoredLevel)

    @property
    def parts(self) -> list[tuple[int, int]]:
        """The first index and the wanted number of tasks and of variations."""
        varied = [(FIRST_VARIATION, VARIATIONS)] if self.template.layout.materials else []
        return [(0, TASKS), *varied]

    @property
    def wanted(self) -> int:
        return 1 if self.is_level else sum(count for _, count in self.parts)

    def indices(self) -> Iterator[int]:
        if self.is_level:
            yield 0
            return
        for first, count in self.parts:
            enough = len(self.found) + count
            looked = range(first, first + MOST_TRIED * count)
            served = [index for index in self.stored if index in looked]
            for index in [*served, *(each for each in looked if each not in self.stored)]:
                if len(self.found) == enough:
                    break
                yield index

    def unfit(self, task: BirdsTask) -> str:
        why = _unfit(task, self.threads)
        return why if why or self.is_level else past_task(task, self.threads)

    def certificate(self, task: BirdsTask) -> Certificate | str:
        if self.is_level:
            return _too_easy(task, self.threads) or _search(task, self.threads)
        before = self.stored.get(task.id.index)
        kept = before and _keep_certificate(task, before, self.threads)
        if before and kept and kept.facts["margin"] >= min(_ENOUGH, before.facts["margin"]):
            return kept
        best = _best(task, self.known, self.threads)
        if isinstance(best, str):
            return kept or best
        self.known.insert(0, best[1])
        return max(kept or best[0], best[0], key=lambda one: one.facts["margin"])

    def facts(self, task: BirdsTask, one: Certificate, *, deep: bool) -> Mapping[str, Any]:
        return _measure(task, shots_of(one.solution), self.threads)

    def flaw(self, task: BirdsTask, one: Certificate, *, deep: bool) -> str:
        if not self.is_level:
            return past_solution(task, shots_of(one.solution), self.threads)
        return _too_easy(task, self.threads) if deep else ""

    def counts(self, kept: Sequence[Certificate]) -> Mapping[str, int]:
        return {"fall_to_straight_shots": sum(one.facts["straight"] for one in kept)}


def _search(task: BirdsTask, threads: int | None) -> Certificate | str:
    """Return the certificate of a stored level, or why it has none."""
    measured: list[tuple[float, Action, int]] = []
    for actions, tried in level_search.solutions(task, threads):
        measured += [(_margin(task, shots_of(one), threads), one, tried) for one in actions]
        if max(measured)[0] >= _STEADY:
            break
    if not measured:
        return NO_SOLUTION
    margin, best, tried = max(measured, key=lambda one: one[0])
    margin, best = _steadier(task, margin, best, threads)
    facts = {"margin": margin, "straight": straight(task, threads), "tried": tried}
    return Certificate(0, best, facts)


def _steadier(
    task: BirdsTask, margin: float, best: Action, threads: int | None
) -> tuple[float, Action]:
    """Return the margin of the best solution near one, and that solution."""
    for number in range(_ROUNDS):
        if margin >= _STEADY:
            break
        for action in level_search.nearby_solutions(task, best, number, threads):
            measured = _margin(task, shots_of(action), threads)
            margin, best = max((margin, best), (measured, action), key=lambda one: one[0])
    return margin, best


def _too_easy(task: BirdsTask, threads: int | None) -> str:
    """Return that random shots pass a level too often; "" if they do not."""
    share = level_search.random_share(task, threads)
    return f"{share:.0%} of random games pass it" if share > MOST_SHARE else ""


def _unfit(task: BirdsTask, threads: int | None) -> str:
    """Return why a task is unfit for any shots; "" if it is fit."""
    try:
        play = simulate(task.level, [[]], rules=task.rules, stride=1, threads=threads)[0]
    except BadScene as error:
        return f"no level: {error}"
    if play.pigs_left < sum(thing.role == "pig" for thing in task.level.things):
        return "a pig dies by itself"
    rows = play.tracks()
    start = np.array([(thing.x, thing.y) for thing in task.level.things])
    seen = rows[rows[:, 0] == round(task.rules.grace_time / TIME_STEP)]
    things = seen[(seen[:, 1] >= 1) & (seen[:, 1] <= len(start))]
    if len(things) < len(start):
        return "something breaks by itself"
    moved = maths.lengths(*(things[:, 2:4] - start[things[:, 1].astype(int) - 1]).T)
    return "" if moved.max(initial=0.0) <= _LARGEST_SETTLING else "not at rest at the start"


def _best(
    task: BirdsTask, known: Sequence[Changes], threads: int | None
) -> tuple[Certificate, Changes] | str:
    """Return the solution with the largest margin among the first few that follow the plan.

    If there is none, return the shortcut of the first solution, or that there is no solution.
    """
    choices: list[tuple[float, Found]] = []
    why = ""
    for found in solutions(task, _SEARCHES, known[:_KNOWN], threads=threads):
        if not solves(_bare(task), [found.shots], threads)[0]:
            continue
        if shortcut := past_solution(task, found.shots, threads):
            why = why or shortcut
            continue
        margin = _margin(task, found.shots, threads)
        choices.append((margin, found))
        if margin >= _ENOUGH or len(choices) == _CHOICES:
            break
    if not choices:
        return why or NO_SOLUTION
    margin, found = max(choices, key=lambda choice: choice[0])
    facts = {"margin": margin, "straight": straight(task, threads), "tried": choices[0][1].tried}
    return Certificate(task.id.index, action_of(found.shots), facts), found.changes


def _keep_certificate(
    task: BirdsTask, before: Certificate, threads: int | None
) -> Certificate | None:
    """Return the stored certificate, measured again, if its solution is still a good one."""
    shots = shots_of(before.solution)
    if not all(solves(each, [shots], threads)[0] for each in (task, _bare(task))):
        return None
    if past_solution(task, shots, threads):
        return None
    return replace(before, facts={**before.facts, **_measure(task, shots, threads)})


def _measure(task: BirdsTask, shots: Sequence[Shot], threads: int | None) -> dict[str, Any]:
    return {"margin": _margin(task, shots, threads), "straight": straight(task, threads)}


def _bare(task: BirdsTask) -> BirdsTask:
    """Return the task without its distractors, which come last."""
    count = len(find_template(task.id.template).layout.things)
    return replace(task, level=replace(task.level, things=task.level.things[:count]))


def _margin(task: BirdsTask, shots: Sequence[Shot], threads: int | None) -> float:
    """Return the share of nearby shots that solve the task."""
    near = solves(task, nearby(shots, str(task), NEIGHBOURS), threads)
    return sum(near) / NEIGHBOURS


certify, check = BirdsCertifier.certify, BirdsCertifier.check
