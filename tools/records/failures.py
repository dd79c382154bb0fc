"""Picture what the ranker likes best where it fails, beside what works.

  python -m tools.records.failures docs/results/ranker/phyre-b-cross-generated-*.json.gz

Of each template of the hardest, the first test task that no attempt solved: its first attempt as a
row of moments, and beside it the certified solution. The page shows the picture and names tasks.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.docs.pages.ranker import FAILURES, RESULTS
from tools.records.attempts import first_success, read
from topple.draw import png
from topple.draw.film import moments, strip
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds import World, film, world
from topple.worlds.phyre import task

TEMPLATES = 6
_MOMENTS, _SIZE, _GAP = 4, 100, 24


def failures(packed: Iterable[dict[str, Any]], hardest: Sequence[str]) -> dict[str, int]:
    """Return an unsolved task of each template, and the number of its first attempt."""
    found: dict[str, tuple[str, int]] = {}
    for each in packed:
        for row in each["folds"].values():
            for name, tried in row["tried"].items():
                template = task(name).id.template
                if template not in hardest or template in found:
                    continue
                if first_success(name, tried, each["listed"])[0] == 0:
                    found[template] = (name, tried[0])
    return dict(found[template] for template in hardest if template in found)


def picture(chosen: dict[str, int], listed: int) -> NDArray[np.uint8]:
    """Draw a row per task: moments of the favourite, then of the certified solution."""
    own, rows = world("phyre"), []
    for name, number in chosen.items():
        favourite = tuple(task(name).tier.candidates(listed)[number].tolist())
        rows.append(pair(own, task(name), favourite))
    return stack(rows)


def pair(own: World, of: Task, favourite: Action) -> NDArray[np.uint8]:
    """Draw moments of an action, and beside them moments of the certified solution."""
    films = [film(of, action) for action in (favourite, own.solution(of))]
    left, right = (strip(each, _SIZE, moments(each, _MOMENTS)) for each in films)
    between = np.full((len(left), _GAP, 3), 255, np.uint8)
    return np.concatenate([left, between, right], 1)


def stack(rows: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Draw rows below each other, on a white ground where they are shorter than others."""
    widest = max(row.shape[1] for row in rows)
    return np.concatenate(
        [np.pad(r, ((0, 0), (0, widest - r.shape[1]), (0, 0)), constant_values=255) for r in rows]
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    packed = [read(path) for path in parser.parse_args().files]
    shares: dict[str, list[float]] = {}
    for row in json.loads((RESULTS / "ranker" / "summary.json").read_text()):
        if row["protocol"] == packed[0]["protocol"] and row["trained"]["settings"].get("free"):
            for template, share in row["by_template"].items():
                shares.setdefault(template, []).append(share)
    hardest = sorted(shares, key=lambda name: np.mean(shares[name]))[:TEMPLATES]
    chosen = failures(packed, hardest)
    png.save(FAILURES.with_suffix(".png"), picture(chosen, packed[0]["listed"]))
    FAILURES.write_text(json.dumps(chosen, indent=1) + "\n")
    print(", ".join(chosen))


if __name__ == "__main__":
    main()
