"""Compare I-PHYRE with the original package: recorded and live outcomes."""

from __future__ import annotations

from tools.align.iphyre.golden import compare_golden, reads
from tools.align.iphyre.original import add_options, compare_original

__all__ = ["add_options", "compare_golden", "compare_original", "reads"]
