"""Errors of the engine in plain words, and checks of what is given to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

from topple import _native
from topple.errors import BadAction, BadInput, BadScene, EngineFault

MOST_STEPS = 1_000_000
MOST_STRIDE = 1_000_000
L = TypeVar("L")


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn errors of the native core into errors of Topple."""
    try:
        yield
    except _native.SceneError as error:
        raise BadScene(str(error)) from error
    except _native.EngineError as error:
        raise EngineFault(str(error)) from error
    except (AttributeError, OverflowError, RuntimeError, TypeError) as error:
        # A value has the wrong type, or a number does not fit into the engine's.
        raise BadScene(f"not what the engine takes: {error}") from error


def checked_steps(steps: int) -> int:
    """Return the number of steps; raise `BadInput` if it is out of range."""
    if 0 <= steps <= MOST_STEPS and steps == int(steps):
        return int(steps)
    raise BadInput(f"{steps} steps: give a whole number from 0 to {MOST_STEPS}")


def checked_stride(stride: int) -> int:
    """Return the number of steps between two records; raise `BadInput` if it is out of range."""
    if 0 <= stride <= MOST_STRIDE:
        return stride
    raise BadInput(f"the stride is {stride}", f"give 0 to {MOST_STRIDE} steps")


def one_per_plan(levels: L | Sequence[L], kind: type[L], plans: Sequence[object]) -> list[L]:
    """Return a level for each plan: the same for all, or those given, if they are as many."""
    found = [levels] * len(plans) if isinstance(levels, kind) else list(cast(Sequence[L], levels))
    if len(found) == len(plans):
        return found
    raise BadAction(
        f"{len(found)} levels, but {len(plans)} plans", "give one level, or one per plan"
    )


def checked_threads(threads: int | None) -> int:
    """Return the number of threads, by default one per core; raise `BadInput` if out of range."""
    if threads is None:
        return os.cpu_count() or 1
    if not 1 <= threads <= 1024:
        raise BadInput(f"{threads} threads: give 1 to 1024")
    return threads
