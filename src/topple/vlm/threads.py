"""Run work outside Inspect's event loop."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

T = TypeVar("T")
_LIMITER: RunVar[anyio.CapacityLimiter] = RunVar("topple cores")


async def off_the_loop(work: Callable[[], T]) -> T:
    """Draw and simulate in a thread, at most one per core, so that other conversations go on."""
    try:
        limiter = _LIMITER.get()
    except LookupError:
        limiter = anyio.CapacityLimiter(os.cpu_count() or 1)
        _LIMITER.set(limiter)
    return await anyio.to_thread.run_sync(work, limiter=limiter)
