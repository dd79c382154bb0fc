"""How often boards of equal agents tell some of them apart: `python benchmarks/places.py`."""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from topple.metrics.metric import metric
from topple.metrics.places import tell_apart

TASKS = 20  # tasks per template
ROWS = (5, 10, 20)
# Mean success of a template: even, a quarter solved, and most solved rarely.
KINDS = ("even", "two kinds", "rare")


def base(rng: np.random.Generator, kind: str, templates: int) -> NDArray[np.float64]:
    """Draw the mean success of every template."""
    if kind == "even":
        return rng.beta(1, 1, templates)
    if kind == "rare":
        return rng.beta(0.3, 3, templates)
    return np.where(rng.random(templates) < 0.25, 0.95, 0.03)


def board(rng: np.random.Generator, rows: int, kind: str, names: int) -> list[NDArray[np.float64]]:
    """Draw the results of equal agents: each has strengths of its own at templates (sd 0.15)."""
    mean, found = base(rng, kind, names), []
    for _ in range(rows):
        own = np.clip(mean + rng.normal(0, 0.15, names), 0, 1)
        found.append((rng.random((names, TASKS)) < own[:, None]).astype(np.float64).ravel())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--templates", type=int, nargs="+", default=[10, 25, 50])
    args = parser.parse_args()
    rng = np.random.default_rng(20270101)
    for templates in args.templates:
        names = np.repeat([f"t{number:03d}" for number in range(templates)], TASKS)
        for kind in KINDS:
            for rows in ROWS:
                boards = (board(rng, rows, kind, templates) for _ in range(args.boards))
                false = sum(bool(tell_apart(each, names, metric("auccess"))) for each in boards)
                share = 100 * false / args.boards
                print(f"{templates} templates, {kind}, {rows} rows: {share:.1f} %", flush=True)


if __name__ == "__main__":
    main()
