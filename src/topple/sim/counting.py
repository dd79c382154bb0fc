"""Count what is simulated, so that a run can record it around every call of an agent.

One simulation is one course of time from one state: an attempt that `World.play` plays, or a game
that goes on from its start, from a copy or from a snapshot, however many moves it gets. The native
core counts its own entries, and `World` and `Game` count theirs, so that worlds in pure Python
count too. Where one calls the other, the outer one counts and holds the inner one. What was
simulated already, or only lets an agent look, is held altogether.

The number is that of this process, all of its threads together; each thread is held for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from topple._native import count, hold, run_by_thread, simulated

__all__ = ["count", "counted", "course", "hold", "run_by_thread", "simulated", "uncounted"]


@contextmanager
def uncounted() -> Iterator[None]:
    """Hold the counter of this thread: nothing inside counts."""
    before = hold(True)
    try:
        yield
    finally:
        hold(before)


@contextmanager
def counted(held: bool = False) -> Iterator[None]:
    """Release the counter of this thread, as where a world asks a policy for its move."""
    before = hold(held)
    try:
        yield
    finally:
        hold(before)


@contextmanager
def course(*, certain: bool) -> Iterator[None]:
    """Count what is inside as one simulation; unless it is `certain`, only if any time passes."""
    before, ran = hold(True), run_by_thread()
    try:
        yield
        certain = certain or run_by_thread() > ran
    finally:
        hold(before)
    if certain:
        count(1)
