"""Find proposals: a placement that wins by random search, and losers in rings around it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from topple.questions.proposals import LOSERS, Balls, Grade, Proposals, Stored, action
from topple.tasks.draw import generator
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.certified import certificate
from topple.worlds.phyre.certify import centred, random_valid_actions
from topple.worlds.phyre.simulate import simulate, validate
from topple.worlds.phyre.task import PhyreTask, task_of
from topple.worlds.phyre.template import Template

TASKS = 20  # of a template
# How far the centre of a losing ball lies from the winning one, in radii of the latter.
RINGS = {Grade.HARD: (0.0, 1.0), Grade.MEDIUM: (1.0, 2.0), Grade.EASY: (2.0, 4.0)}
# Its radius, in radii of the winning ball, as the original's slides have it (its code goes to 2).
RADII = (0.5, 1.5)

_TRIES = 1000  # random valid placements a task, as many as a certificate counts
_CHUNK = 125
_KEPT = 6  # winners of which the firmest is kept
_DRAWS = 10_000  # placements drawn for one loser,
_AT_A_TIME = 32  # so many at a time
_LOSERS_SEEN = 16  # of which the first firm one is kept
_CARRIED = 3000  # placements made of other tasks' winners
_OFF = [(dx, dy, 0) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy] + [(0, 0, 1), (0, 0, -1)]

Table = NDArray[np.int64]  # placements x balls x (x, y, radius)


def find(template: Template, *, threads: int | None = None) -> Stored:
    """Find proposals for the first tasks of a template that have them."""
    found: dict[int, Proposals] = {}
    open_tasks = []
    for index in template.shipped:
        task = task_of(template, index)
        tries, winners = _random_winners(task, threads)
        proposals = _proposals(task, tries, winners, threads)
        if proposals is None:
            open_tasks.append(task)
        else:
            found[index] = proposals
        if len(found) == TASKS:
            break
    for task in open_tasks if len(found) < TASKS else ():
        known = [each.balls[Grade.CORRECT] for each in found.values()]
        winners = _carried_winners(task, known, threads)
        proposals = _proposals(task, 0, winners, threads)
        if proposals is not None:
            found[task.id.index] = proposals
        if len(found) == TASKS:
            break
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
    known = certificate(task)
    tries, found = 0, dict[Balls, None]()
    # A certificate counts winners among the very same placements, so it tells when to stop.
    most = _KEPT if known is None or known.valid < _TRIES else min(_KEPT, known.solved)
    actions = random_valid_actions(task, _TRIES) if most else np.empty((0, 0))
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


def _carried_winners(task: PhyreTask, known: list[Balls], threads: int | None) -> list[Balls]:
    """Try winners of other tasks here, some units off."""
    if not known:
        return []
    rng = generator("physiq carried", task.id, len(known))
    table = np.array(known)[rng.integers(len(known), size=_CARRIED)]
    table += np.rint(rng.normal(scale=6.0, size=table.shape)).astype(np.int64)
    table[..., 2] = np.clip(table[..., 2], SMALLEST_RADIUS, LARGEST_RADIUS)
    return _winners(task, table, threads)[:_KEPT]


def _loser(
    task: PhyreTask, winner: Balls, grade: Grade, threads: int | None
) -> tuple[Balls, float] | None:
    """Give the first loser of a ring that is firm, or else the first."""
    first: tuple[Balls, float] | None = None
    seen = 0
    for table in _ring(task, winner, grade):
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


def _ring(task: PhyreTask, winner: Balls, grade: Grade) -> Iterator[Table]:
    """Draw placements uniform over the area of a ring around each ball."""
    rng = generator("physiq", task.id, grade)
    near, far = RINGS[grade]
    centre = np.array(winner, np.float64)
    radius = centre[:, 2]
    for _ in range(0, _DRAWS, _AT_A_TIME):
        share, turn, size = rng.uniform(size=(3, _AT_A_TIME, len(winner)))
        reach = radius * np.sqrt(near**2 + share * (far**2 - near**2))
        table = np.empty((_AT_A_TIME, len(winner), 3))
        table[..., 0] = centre[:, 0] + reach * np.cos(2 * np.pi * turn)
        table[..., 1] = centre[:, 1] + reach * np.sin(2 * np.pi * turn)
        least, most = allowed_radii(radius)
        table[..., 2] = least + size * (most - least)
        whole = np.rint(table).astype(np.int64)
        yield whole[in_ring(whole, winner, grade)]


def in_ring(table: Table, winner: Balls, grade: Grade) -> NDArray[np.bool_]:
    """Say which placements lie in the ring of a grade and have an allowed radius."""
    near, far = RINGS[grade]
    centre = np.array(winner)
    least, most = allowed_radii(centre[:, 2].astype(np.float64))
    apart = np.hypot(*np.moveaxis(table[..., :2] - centre[:, :2], -1, 0)) / centre[:, 2]
    fits = (apart >= near) & (apart <= far) & (table[..., 2] >= least) & (table[..., 2] <= most)
    return np.asarray(fits.all(axis=-1))


def allowed_radii(radius: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the smallest and the largest radius of a loser near a winner of this radius."""
    least, most = (factor * radius for factor in RADII)
    return np.maximum(least, SMALLEST_RADIUS), np.minimum(most, LARGEST_RADIUS)


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
