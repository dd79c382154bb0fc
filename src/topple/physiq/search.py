"""Find proposals: a placement that wins by random search, and losers in rings around it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from topple.physiq.proposals import LOSERS, Balls, Grade, Proposals, Stored, action
from topple.physiq.rings import Table, ring
from topple.tasks.draw import generator
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.certify import centred, random_valid_actions
from topple.worlds.phyre.climb import climbed
from topple.worlds.phyre.simulate import simulate, validate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import Template
from topple.worlds.phyre.world import WORLD, all_templates

TASKS = 20  # of a template
TRIES = 1000  # random valid placements a task, as many as a certificate counts
_CHUNK = 125
_KEPT = 6  # winners of which the firmest is kept
_LOSERS_SEEN = 16  # of which the first firm one is kept
_IN_VAIN = 3  # tasks without a winner after which a template's are no longer sought at random
_CARRIED = 400  # placements made of other tasks' winners,
_JITTER = 3.0  # units off
_ENOUGH = 6  # tasks after which none is climbed for
_OFF = [(dx, dy, 0) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy] + [(0, 0, 1), (0, 0, -1)]


def find(template: Template, *, threads: int | None = None) -> Stored:
    """Find proposals for the first tasks of a template that have them."""
    found: dict[int, Proposals] = {}
    open_tasks: list[PhyreTask] = []
    for task in (template.task(index) for index in template.shipped):
        hopeless = len(open_tasks) >= _IN_VAIN and not found
        tries, winners = (0, []) if hopeless else _random_winners(task, threads)
        proposals = _proposals(task, tries, winners, threads)
        if proposals is None:
            open_tasks.append(task)
        else:
            found[task.id.index] = proposals
        if len(found) == TASKS:
            break
    for task in open_tasks:
        if len(found) == TASKS:
            break
        winners = _carried_winners(task, found, threads)
        if not winners and len(found) < _ENOUGH:
            climbs = climbed(task, generator("physiq climb", task.id), threads)
            winners = _winners(task, _whole(climbs), threads)[:_KEPT]
        proposals = _proposals(task, 0, winners, threads)
        if proposals is not None:
            found[task.id.index] = proposals
    return Stored(template.name, template.version, dict(sorted(found.items())))


def digest(task: PhyreTask, balls: list[Balls], threads: int | None = None) -> str:
    """Name the final states of four simulations, each played to its end."""
    batch = simulate(task, [action(each) for each in balls], digest=True, threads=threads)
    states = " ".join(f"{int(state):016x}" for state in batch.digests)
    return hashlib.sha256(states.encode()).hexdigest()[:12]


def firmness(task: PhyreTask, balls: Balls, threads: int | None = None) -> float:
    """Give the share of placements one unit off that end as this one does."""
    off = np.array(_OFF)
    near = np.array([balls]) + off[:, None]
    near = near[((near[..., 2] >= SMALLEST_RADIUS) & (near[..., 2] <= LARGEST_RADIUS)).all(axis=1)]
    wins, valid = _played(task, np.concatenate([[balls], near]), threads)
    return float((wins[1:] == wins[0])[valid[1:]].mean()) if valid[1:].any() else 1.0


def _proposals(
    task: PhyreTask, tries: int, winners: list[Balls], threads: int | None
) -> Proposals | None:
    """Complete the firmest winner; None without one, or where a ring holds no loser."""
    if not winners:
        return None
    share = {balls: firmness(task, balls, threads) for balls in winners}
    balls = {Grade.CORRECT: max(winners, key=lambda each: share[each])}
    firm = {Grade.CORRECT: share[balls[Grade.CORRECT]]}
    for grade in LOSERS:
        loser = _loser(task, balls[Grade.CORRECT], grade, threads)
        if loser is None:
            return None
        balls[grade], firm[grade] = loser
    named = digest(task, [balls[grade] for grade in Grade], threads)
    return Proposals(task.id.index, tries, balls, firm, named)


def _random_winners(task: PhyreTask, threads: int | None) -> tuple[int, list[Balls]]:
    """Give the first winners among random valid placements, or a certificate's solution."""
    known = WORLD.certificate(task)
    tries, found = 0, dict[Balls, None]()
    # A certificate counts winners among the very same placements, so it tells when to stop.
    most = (
        _KEPT
        if known is None or known.facts["valid"] < TRIES
        else min(_KEPT, known.facts["solved"])
    )
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
    return tries, list(found)[:_KEPT]


def _carried_winners(
    task: PhyreTask, found: Mapping[int, Proposals], threads: int | None
) -> list[Balls]:
    """Try winners of other tasks, moved along with the first body of the goal, some units off."""
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
    table += np.rint(rng.normal(scale=_JITTER, size=table.shape)).astype(np.int64)
    table[..., 2] = np.clip(table[..., 2], SMALLEST_RADIUS, LARGEST_RADIUS)
    return _winners(task, table, threads)[:_KEPT]


def _loser(
    task: PhyreTask, winner: Balls, grade: Grade, threads: int | None
) -> tuple[Balls, float] | None:
    """Give the first loser of a ring that is firm, or else the first."""
    first: tuple[Balls, float] | None = None
    seen = 0
    for table in ring(task, winner, grade):
        wins, valid = _played(task, table, threads)
        for row in table[valid & ~wins]:
            loser = _balls(row)
            share = firmness(task, loser, threads)
            if share == 1.0:
                return loser, share
            first = first or (loser, share)
            seen += 1
            if seen == _LOSERS_SEEN:
                return first
    return first


def _winners(task: PhyreTask, table: Table, threads: int | None) -> list[Balls]:
    if not len(table):
        return []
    wins, _ = _played(task, table, threads)
    return [_balls(row) for row in table[wins]]


def _played(
    task: PhyreTask, table: Table, threads: int | None
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say which placements win and which are valid."""
    wins = np.zeros(len(table), np.bool_)
    actions = centred(table.astype(np.float64))
    valid = np.asarray(validate(task, actions) == 0) if len(table) else wins.copy()
    if valid.any():
        batch = simulate(task, actions[valid], outcome_only=True, threads=threads)
        wins[valid] = batch.solved
    return wins, valid


def _whole(balls: NDArray[np.float64]) -> Table:
    return balls.astype(np.int64)


def _balls(row: Table) -> Balls:
    return tuple((int(x), int(y), int(radius)) for x, y, radius in row)
