"""The memory that this process uses."""

from __future__ import annotations

import os
import resource
from pathlib import Path


def resident_mb() -> float:
    """Return the memory this process uses now; where the system does not report it, its peak."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
