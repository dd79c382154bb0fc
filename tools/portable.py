"""Compare a build without Python, on another machine or in WebAssembly, with this one.

  python -m tools.portable build/portable/simulate
  python -m tools.portable node build/wasm/answer.mjs

The program gets the attempts of every world's self-test as JSON, a line each, and must answer with
the same steps and digests. Rates are attempts per second of CPU time, without the program's start.
Worlds that use 64-bit functions of the C library may differ with another library. Exit code 0: all
others equal. 1: some differ, or the program failed. 2: this build differs itself.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Sequence

from topple.tasks.selftest import Request
from topple.worlds import all_worlds, parts


def main(command: Sequence[str]) -> int:
    """Compare by world, print a table and return the exit code."""
    different = 0
    _, start = _ask(command, [])
    for world in all_worlds():
        test = parts.selftest(world)
        if not hasattr(test, "requests"):
            print(f"{world.name}: left out, it cannot be simulated without Python")
            continue
        known = test.self_test()
        if not known.ok:
            print(f"error: {world.name} differs on this machine; see `topple doctor`")
            return 2
        requests = list(test.requests())
        answers, seconds = _ask(command, requests)
        pairs = [pair for r, a in zip(requests, answers, strict=True) for pair in _pairs(r, a)]
        equal = sum(ours == theirs for ours, theirs in pairs)
        different += len(pairs) - equal
        verdict = f"digest {known.digest}" if equal == len(pairs) else "DIFFERENT"
        rate = f"{len(pairs) / max(seconds - start, 0.001):.0f} attempts/s"
        print(f"{world.name}: {equal} of {len(pairs)} attempts equal, {verdict}, {rate}")
    return 1 if different else 0


def _ask(
    command: Sequence[str], requests: Sequence[Request]
) -> tuple[list[dict[str, object]], float]:
    """Return the answers of the program, and the CPU seconds that it took."""
    before = _cpu_of_children()
    asked = "".join(request.json() + "\n" for request in requests)
    done = subprocess.run(command, input=asked, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"error: `{' '.join(command)}` failed: {done.stderr.strip()}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers, _cpu_of_children() - before


def _cpu_of_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _pairs(request: Request, answer: dict[str, object]) -> list[tuple[object, object]]:
    if "error" in answer:
        return [(expected, answer["error"]) for expected in request.expected]
    results = answer["results"]
    assert isinstance(results, list)
    given = [(result["steps"], result["digest"]) for result in results]
    return list(zip(request.expected, given, strict=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
