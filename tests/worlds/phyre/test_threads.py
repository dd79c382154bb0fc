"""Tasks are the same whoever builds them first, and on how many threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from topple.worlds import phyre

THREADS = 8


def test_threads_that_build_tasks_together_get_the_right_ones() -> None:
    template = phyre.template("chains_of_pins")
    # Those that are not shipped are counted, not looked up.
    indices = [index for index in range(100) if index not in template.shipped][:24]
    wanted = [template.build(index) for index in indices]
    # Switch threads as often as can be.
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(3):
            fresh = replace(template, _numbered=[], _order=[])
            with ThreadPoolExecutor(THREADS) as pool:
                assert list(pool.map(fresh.build, indices)) == wanted
    finally:
        sys.setswitchinterval(usual)
