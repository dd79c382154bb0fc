"""Compare Kinetix with the original package: recorded and live episodes."""

from __future__ import annotations

from tools.align.kinetix.golden import compare_golden, reads
from tools.align.kinetix.original import add_options, compare_original

__all__ = ["add_options", "compare_golden", "compare_original", "reads"]
