"""Search for proposals: a placement that wins by random search, and losers in rings around it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import generator, normals
from topple.worlds.parts import Report
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.climb import climbed
from topple.worlds.phyre.physiq.moments import end_gap
from topple.worlds.phyre.physiq.proposal import LOSERS, Balls, Grade, Proposals, TemplateProposals
from topple.worlds.phyre.physiq.rings import Table, ring
from topple.worlds.phyre.physiq.trials import digest, firmness, play
from topple.worlds.phyre.search import random_valid_actions
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import Template
from topple.worlds.phyre.world import WORLD, all_templates

TASKS = 20  # per template
TRIES = 1000  # random valid placements per task, the number that certificates count
_CHUNK = 125  # placements simulated at a time
_WINNERS = 6  # winners from which the firmest is chosen
_LOSERS = 16  # losers tried until one is firm
_HOPELESS = 3  # after this many tasks without any winner, random search stops
_CARRIED = 400  # placements made from winners of other tasks
_JITTER = 3.0  # units that they are moved by, one standard deviation
_ENOUGH = 6  # tasks from which on no further task is solved by climbing


def find(
    template: Template,
    *,
    threads: int | None = None,
    report: Report = lambda done, of, words: None,
) -> TemplateProposals:
    """Find proposals for the first tasks of a template for which there are any."""
    found: dict[int, Proposals] = {}
    open_tasks: list[PhyreTask] = []
    for task in (template.task(index) for index in template.shipped):
        hopeless = len(open_tasks) >= _HOPELESS and not found
        tries, winners = (0, []) if hopeless else _random_winners(task, threads)
        proposals = _proposals(task, tries, winners, threads)
        if proposals is None:
            open_tasks.append(task)
        else:
            found[task.id.index] = proposals
            report(len(found), TASKS, "random placements")
        if len(found) == TASKS:
            break
    for task in open_tasks:
        if len(found) == TASKS:
            break
        winners = _other_winners(task, found, threads)
        proposals = _proposals(task, 0, winners, threads)
        if proposals is not None:
            found[task.id.index] = proposals
            report(len(found), TASKS, "hard tasks")
    return TemplateProposals(template.name, template.version, dict(sorted(found.items())))


def _proposals(
    task: PhyreTask, tries: int, winners: list[Balls], threads: int | None
) -> Proposals | None:
    """Add losers to the firmest winner; None without a winner, or if a ring holds no loser."""
    if not winners:
        return None
    share = {balls: firmness(task, balls, threads) for balls in winners}
    balls = {Grade.CORRECT: max(winners, key=lambda each: share[each])}
    firm = {Grade.CORRECT: share[balls[Grade.CORRECT]]}
    for grade, larger in _sizes(task).items():
        loser = _loser(task, balls[Grade.CORRECT], grade, larger, threads)
        if loser is None:
            return None
        balls[grade], firm[grade] = loser
    gaps = {grade: end_gap(task, balls[grade]) for grade in Grade}
    states = digest(task, [balls[grade] for grade in Grade], threads)
    return Proposals(task.id.index, tries, balls, firm, gaps, states)


def _random_winners(task: PhyreTask, threads: int | None) -> tuple[int, list[Balls]]:
    """Return the tries and the first winners of random search, or a certificate's solution."""
    known = WORLD.certificate(task)
    tries, found = 0, dict[Balls, None]()
    # A certificate counts the winners among the same placements, so it shows when to stop.
    most = _WINNERS
    if known is not None and known.facts["valid"] >= TRIES:
        most = min(_WINNERS, known.facts["solved"])
    actions = random_valid_actions(task, TRIES) if most else np.empty((0, 0))
    for start in range(0, len(actions), _CHUNK):
        batch = simulate(task, actions[start : start + _CHUNK], outcome_only=True, threads=threads)
        if not tries and batch.solved.any():
            tries = start + int(np.argmax(batch.solved)) + 1
        found.update(dict.fromkeys(_winners(task, _whole(batch.balls[batch.solved]), threads)))
        if len(found) >= most:
            break
    if not found and known is not None:
        batch = simulate(task, [known.solution], outcome_only=True, threads=threads)
        return 0, _winners(task, _whole(batch.balls[batch.solved]), threads)
    return tries, list(found)[:_WINNERS]


def _other_winners(
    task: PhyreTask, found: Mapping[int, Proposals], threads: int | None
) -> list[Balls]:
    """Return winners carried over from other tasks, or else found by climbing."""
    winners = _carry_winners(task, found, threads)
    if not winners and len(found) < _ENOUGH:
        climbs = climbed(task, generator("physiq climb", task.id), threads)
        winners = _winners(task, _whole(climbs), threads)
    return winners[:_WINNERS]


def _carry_winners(
    task: PhyreTask, found: Mapping[int, Proposals], threads: int | None
) -> list[Balls]:
    """Move winners of other tasks along with the first body of the goal, with some jitter."""
    if not found:
        return []
    template = all_templates()[task.id.template]
    here = task.scene.bodies[task.goal.first]
    moved = []
    for index, proposals in found.items():
        other = template.task(index)
        there = other.scene.bodies[other.goal.first]
        shift = (round(here.x - there.x), round(here.y - there.y), 0)
        moved.append(np.array(proposals.balls[Grade.CORRECT]) + shift)
    rng = generator("physiq carried", task.id, len(moved))
    table: Table = np.array(moved, np.int64)[rng.integers(len(moved), size=_CARRIED)]
    table += np.rint(_JITTER * np.reshape(normals(rng, table.size), table.shape)).astype(np.int64)
    table[..., 2] = np.clip(table[..., 2], SMALLEST_RADIUS, LARGEST_RADIUS)
    return _winners(task, table, threads)


def _sizes(task: PhyreTask) -> dict[Grade, bool]:
    """Draw which losers are to be larger than the winner: none to all, equally often."""
    rng = generator("physiq sizes", task.id)
    larger = int(rng.integers(len(LOSERS) + 1))
    places = rng.permutation(len(LOSERS)).tolist()
    return {grade: place < larger for grade, place in zip(LOSERS, places, strict=True)}


def _loser(
    task: PhyreTask, winner: Balls, grade: Grade, larger: bool, threads: int | None
) -> tuple[Balls, float] | None:
    """Return a loser of the wanted size, or of the other one where nothing else fits."""
    return _sized_loser(task, winner, grade, larger, threads) or _sized_loser(
        task, winner, grade, not larger, threads
    )


def _sized_loser(
    task: PhyreTask, winner: Balls, grade: Grade, larger: bool, threads: int | None
) -> tuple[Balls, float] | None:
    """Return the first firm loser of a ring and its firmness, or else the first loser."""
    first: tuple[Balls, float] | None = None
    seen = 0
    for table in ring(task, winner, grade, larger):
        wins, valid = play(task, table, threads)
        for row in table[valid & ~wins]:
            loser = _balls(row)
            share = firmness(task, loser, threads)
            if share == 1.0:
                return loser, share
            first = first or (loser, share)
            seen += 1
            if seen == _LOSERS:
                return first
    return first


def _winners(task: PhyreTask, table: Table, threads: int | None) -> list[Balls]:
    if not len(table):
        return []
    wins, _ = play(task, table, threads)
    return [_balls(row) for row in table[wins]]


def _whole(balls: NDArray[np.float64]) -> Table:
    return balls.astype(np.int64)


def _balls(row: Table) -> Balls:
    return tuple((int(x), int(y), int(radius)) for x, y, radius in row)
