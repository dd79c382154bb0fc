"""Play actions, one or a million at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from topple._native import phyre as core
from topple.errors import BadAction, BadInput
from topple.sim.checks import checked_threads
from topple.tasks.attempt import Played
from topple.tasks.outcome import Outcome
from topple.worlds.batch import Attempts
from topple.worlds.phyre import view
from topple.worlds.phyre.actions import Reason, Tier
from topple.worlds.phyre.task import MOST_STEPS, PhyreTask

UNSTABLE, STABLE = 2, 3
# Images per attempt; each takes 64 kB.
_MOST_IMAGES = 10_000
_OUTCOMES = {-1: Outcome.MISSED, 0: Outcome.INVALID}


@dataclass(frozen=True, eq=False, repr=False)
class Batch(Attempts):
    """The results of a batch of actions as arrays; methods take the number of an attempt."""

    tasks: Sequence[PhyreTask]
    which: NDArray[np.int64]
    native: core.Batch
    digested: bool

    def __len__(self) -> int:
        return len(self.which)

    @overload
    def __getitem__(self, i: int) -> Played: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Played]: ...
    def __getitem__(self, i: int | slice) -> Played | Sequence[Played]:
        if isinstance(i, slice):
            return [self[each] for each in range(*i.indices(len(self)))]
        i = range(len(self))[i]
        outcome = self.outcome(i)
        note = f"engine: {self.native.error(i)}" if outcome is Outcome.FAILED else ""
        if outcome is Outcome.INVALID:
            note = str(self.reason(i))
        digest = f"{int(self.digests[i]):016x}" if self.digested else ""
        return Played(outcome, int(self.steps[i]), digest, note)

    @cached_property
    def status(self) -> NDArray[np.int8]:
        """PHYRE's codes: -1 missed, 0 invalid, 1 solved; 2 unstable, 3 stable if asked for."""
        return self.native.status()

    @cached_property
    def solved(self) -> NDArray[np.bool_]:
        return self.status > 0

    @cached_property
    def steps(self) -> NDArray[np.int32]:
        """Engine steps made."""
        return self.native.steps()

    @cached_property
    def balls(self) -> NDArray[np.float64]:
        """Attempts x balls x (x, y, radius) in pixels after rounding; NaN if refused before."""
        return self.native.balls()

    @cached_property
    def reasons(self) -> NDArray[np.uint8]:
        """Why attempts were invalid, as codes of `Reason`."""
        return self.native.reason()

    @cached_property
    def digests(self) -> NDArray[np.uint64]:
        """64 bits of the final state of each attempt; needs `digest=True`."""
        return self.native.digest()

    def task(self, i: int) -> PhyreTask:
        return self.tasks[int(self.which[i])]

    def outcome(self, i: int) -> Outcome:
        if self.native.error(i):
            return Outcome.FAILED
        return _OUTCOMES.get(int(self.status[i]), Outcome.SOLVED)

    def reason(self, i: int) -> Reason:
        """Why the attempt was invalid."""
        return Reason(int(self.reasons[i]))

    def bodies(self, i: int) -> NDArray[np.float64]:
        """Bodies x (x, y, angle) at the end: the scene's, then the action's balls."""
        return self.native.poses(i)

    def frames(self, i: int) -> NDArray[np.float64]:
        """Frames x bodies x (x, y, angle), after the first step and every stride from there on."""
        return self.native.frames(i)

    def images(self, i: int) -> NDArray[np.uint8]:
        """Frames x 256 x 256 colour codes, row 0 at the bottom; needs `images=True`."""
        return self.native.images(i)

    def features(self, i: int) -> NDArray[np.float32]:
        """Frames x objects x 14, as PHYRE describes objects."""
        return view.features(self.task(i).scene, self.balls[i], self.frames(i))


def simulate(
    tasks: PhyreTask | Sequence[PhyreTask],
    actions: object,
    *,
    stride: int = 0,
    images: bool = False,
    outcome_only: bool = False,
    stability: bool = False,
    digest: bool = False,
    most_steps: int = MOST_STEPS,
    threads: int | None = None,
) -> Batch:
    """Play actions on a thread pool.

    Args:
        tasks: One task for all actions, or one task per action; all of one tier.
        actions: Rows of x, y and radius of each ball, all from 0 to 1; a single row is one action.
        stride: Steps between recorded frames: `batch.frames(i)` has the poses after the first step
            and after every `stride` steps from there on. 0 records none.
        images: Also draw the frames: `batch.images(i)`. With a stride of 0, draw every step.
        outcome_only: Stop an attempt once it can no longer succeed. This changes `steps` and final
            poses of missed attempts and nothing else.
        stability: Repeat solved attempts half a pixel off: `batch.status` is then 2 for a solution
            that fails there, 3 for one that still solves.
        digest: Compute `batch.digests`, 64 bits of each final state.
        most_steps: Stop every attempt after this many steps of 1/60 s; PHYRE's limit is 1000.
        threads: Threads to play on; all cores by default. The results do not depend on it.
    """
    unique, which, table = _match(tasks, actions)
    native = core.simulate_float32 if table.dtype == np.float32 else core.simulate
    options = _options(stride, images, outcome_only, stability, digest, most_steps)
    handles = [task.native for task in unique]
    played = native(handles, which, table, options, checked_threads(threads))
    return Batch(unique, which, played, digest)


def wait(
    tasks: PhyreTask | Sequence[PhyreTask],
    *,
    stride: int = 0,
    images: bool = False,
    digest: bool = False,
    most_steps: int = MOST_STEPS,
    threads: int | None = None,
) -> Batch:
    """Simulate the scenes without an action; the options are those of `simulate`."""
    several = (tasks,) if isinstance(tasks, PhyreTask) else tuple(tasks)
    unique, which = _number(several)
    options = _options(stride, images, False, False, digest, most_steps)
    handles = [task.native for task in unique]
    nothing = np.empty((len(which), 0))
    native = core.simulate(handles, which, nothing, options, checked_threads(threads))
    return Batch(unique, which, native, digest)


def validate(tasks: PhyreTask | Sequence[PhyreTask], actions: object) -> NDArray[np.uint8]:
    """Return why each action would be refused, as codes of `Reason`; 0 means valid."""
    unique, which, table = _match(tasks, actions)
    native = core.validate_float32 if table.dtype == np.float32 else core.validate
    return native([task.native for task in unique], which, table)


def _options(
    stride: int, images: bool, outcome_only: bool, stability: bool, digest: bool, most_steps: int
) -> core.Options:
    if not 0 <= stride <= MOST_STEPS * 1000 or not 1 <= most_steps <= MOST_STEPS * 1000:
        raise BadInput(
            f"stride {stride} or step limit {most_steps} is out of range",
            f"a stride is from 0, a step limit from 1, both up to {MOST_STEPS * 1000}",
        )
    if images and most_steps > _MOST_IMAGES * max(stride, 1):
        raise BadInput(f"an attempt has more than {_MOST_IMAGES} images", "give a larger stride")
    options = core.Options()
    options.stride = stride or (1 if images else 0)
    options.images = images
    options.outcome_only = outcome_only
    options.stability = stability
    options.digest = digest
    options.most_steps = most_steps
    return options


def _match(
    tasks: PhyreTask | Sequence[PhyreTask], actions: object
) -> tuple[tuple[PhyreTask, ...], NDArray[np.int64], NDArray[np.float64] | NDArray[np.float32]]:
    """Return the unique tasks, the task index of each action, and the actions as a table."""
    several = (tasks,) if isinstance(tasks, PhyreTask) else tuple(tasks)
    table = _one_tier(several).read(actions)
    if isinstance(tasks, PhyreTask):
        return several, np.zeros(len(table), np.int64), table
    unique, which = _number(several)
    if len(which) != len(table):
        raise BadAction(
            f"{len(which)} tasks, but {len(table)} actions", "give one task, or one per action"
        )
    return unique, which, table


def _number(tasks: Sequence[PhyreTask]) -> tuple[tuple[PhyreTask, ...], NDArray[np.int64]]:
    numbers: dict[int, int] = {}
    which = [numbers.setdefault(id(task), len(numbers)) for task in tasks]
    unique = {id(task): task for task in tasks}
    return tuple(unique.values()), np.array(which, np.int64)


def _one_tier(tasks: Sequence[PhyreTask]) -> Tier:
    tiers = {task.tier for task in tasks}
    if len(tiers) != 1:
        raise BadInput(
            f"the tasks have {len(tiers)} action tiers",
            "simulate the tasks of each tier separately",
        )
    return tiers.pop()
