"""Draw the chart of a template of birds: which of a few ways goes where tasks put the scene.

    python tools/birds_charts.py NAME [NAME ...]

Where one sheet of numbers does not do for all places, the last shot of a plan may take several
ways, and a chart says which goes where. The shot is tried at a grid of places and stretches around
the plan on many tasks. Sheets through what solves in parts of all places are the ways to choose
from; a few are kept that together solve most, and played on all tasks that are not served. Each
cell of the chart has the way that solves most around it. Prints what share of the tasks the plan
solves as it stands, what share with a chart that was drawn from other tasks, and the chart and its
ways as a template says them.
"""

from __future__ import annotations

import argparse
import string
import sys
from dataclasses import replace

import numpy as np
from birds_plans import FIRST, Bench, Floats, changed, said_number, sheets_through, worth_of
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.tasks.draw import generator
from topple.worlds.birds.staging.plan import Aiming, Charted
from topple.worlds.birds.template import FIRST_VARIATION
from topple.worlds.birds.world import template

_PLACES = np.linspace(-0.6, 0.6, 41)
_STRETCHES = np.linspace(0.7, 1.0, 11)
_MIDDLE = _STRETCHES.mean()
_TERMS = 3  # of the sheets
_WINDOWS, _WIDTHS, _FEWEST = 60, (0.15, 0.25, 0.4, 0.7), 8  # parts of all places, tasks in each
_NEAR = 0.06  # what counts as around a task, as a share of all places
_AROUND = 0.5  # and around a cell's middle, in cells
_PRIOR = 0.3  # how many tasks the whole of the places weighs
_FOLDS = 6
_FIELDS = ("right", "up", "stretch")

Plan = tuple[Aiming, ...]


def main() -> int:
    """Draw and print."""
    parser = argparse.ArgumentParser(description="Draw charts for templates of birds.")
    parser.add_argument("names", nargs="+", metavar="NAME", help="templates of birds")
    parser.add_argument("--tasks", type=int, default=300, help="tasks to find ways with (300)")
    parser.add_argument("--ways", type=int, default=4, help="ways at most (4)")
    parser.add_argument("--cells", type=int, nargs=2, default=(8, 4), help="across and up (8 4)")
    parser.add_argument("--threads", type=int, default=2, help="threads (2)")
    options = parser.parse_args()
    for name in options.names:
        bench = Bench.of(template(name), options.tasks, options.threads)
        everything = Bench.of(bench.template, FIRST_VARIATION - FIRST, options.threads)
        plan = bench.template.layout.plan
        if any(isinstance(part, Charted) for part in (plan[-1].right, plan[-1].up)):
            raise BadInput(f"a chart for {name}", "leave out the chart that its plan has")
        ways = [plan, *_ways(bench, plan, options.ways)]
        solved = everything.grid(ways).astype(np.float64)
        places = _shares(everything.moved)
        across, up = options.cells
        print(f"{name}: {solved[:, 0].mean():.3f} of {len(solved)} as it stands, ", end="")
        print(f"{_crosswise(solved, places, across, up):.3f} with a chart")
        _print_chart(_chart(solved, places, across, up), everything.moved, ways)
    return 0


def _ways(bench: Bench, plan: Plan, most: int) -> list[Plan]:
    """Find other ways for the last shot that together solve most."""
    last = [len(plan) - 1]
    numbers = ("place", "stretch")
    free = (*plan[:-1], replace(plan[-1], stretch=0.0))
    points = [(place, stretch) for place in _PLACES for stretch in _STRETCHES]
    tried = [changed(free, last, numbers, [np.array([off]) for off in point]) for point in points]
    grid = bench.grid(tried).reshape(-1, len(_PLACES), len(_STRETCHES))
    sheets = _sheets(grid, bench.moved)
    worth = _worth_at(worth_of(grid), sheets, bench.moved)
    places = _shares(bench.moved)
    near = _weights(places, places, np.full(2, _NEAR))
    np.fill_diagonal(near, 0.0)
    around = near @ worth / (near.sum(axis=1, keepdims=True) + 1e-12)
    kept: list[int] = []
    best = np.zeros(len(grid))
    while len(kept) < most:
        kept.append(int(np.maximum(best[:, None], around).sum(axis=0).argmax()))
        best = np.maximum(best, around[:, kept[-1]])
    return [changed(free, last, numbers, list(sheets[i])) for i in dict.fromkeys(kept)]


def _sheets(grid: NDArray[np.bool_], moved: Floats) -> Floats:
    """Give sheets (place and stretch, by terms) through what solves in parts of all places."""
    rng = generator("windows", grid.shape)
    places = _shares(moved)
    found = []
    for _ in range(_WINDOWS):
        middle, width = places[rng.integers(len(places))], rng.choice(_WIDTHS)
        inside = (np.abs(places - middle) < width * np.array([0.5, 0.75])).all(axis=1)
        if inside.sum() < _FEWEST:
            continue
        rows = [_PLACES, _STRETCHES - _MIDDLE]
        for place, stretch in sheets_through(grid[inside], rows, moved[inside], _TERMS)[:2]:
            found.append((place, stretch + np.array([_MIDDLE, 0.0, 0.0])))
    return np.array(found)


def _worth_at(worth: Floats, sheets: Floats, moved: Floats) -> Floats:
    """Give what sheets are worth on tasks: tasks x sheets."""
    terms = np.column_stack([np.ones(len(moved)), moved])
    cells, inside = [], np.ones((len(moved), len(sheets)), dtype=bool)
    for k, row in enumerate((_PLACES, _STRETCHES)):
        at = np.minimum(terms @ sheets[:, k].T, row[-1] if k else np.inf)
        cell = np.rint((at - row[0]) / (row[1] - row[0])).astype(np.intp)
        inside &= (cell >= 0) & (cell < len(row))
        cells.append(np.clip(cell, 0, len(row) - 1))
    tasks = np.arange(len(moved))[:, None]
    found: Floats = np.where(inside, worth[tasks, cells[0], cells[1]], 0.0)
    return found


def _shares(moved: Floats) -> Floats:
    """Give places as shares of the way across and up all of them."""
    low, span = moved.min(axis=0), np.ptp(moved, axis=0)
    shares: Floats = (moved - low) / np.where(span > 0, span, 1.0)
    return shares


def _weights(of: Floats, among: Floats, reach: Floats) -> Floats:
    """Say how near places are to one another."""
    apart = ((of[:, None] - among[None]) / reach) ** 2
    weights: Floats = np.exp(-apart.sum(axis=-1) / 2)
    return weights


def _chart(solved: Floats, places: Floats, across: int, up: int) -> NDArray[np.intp]:
    """Give the number of the way that is best around the middle of each cell, from below."""
    cells = np.array([(across, up)])
    middles = np.array([(x + 0.5, y + 0.5) for y in range(up) for x in range(across)]) / cells
    near = _weights(middles, places, _AROUND / cells[0])
    best: NDArray[np.intp] = (near @ solved + _PRIOR * solved.mean(axis=0)).argmax(axis=1)
    return best.reshape(up, across)


def _crosswise(solved: Floats, places: Floats, across: int, up: int) -> float:
    """Give the share of tasks that a chart solves which was drawn from other tasks."""
    fold = np.arange(len(solved)) % _FOLDS
    hits = []
    for left_out in range(_FOLDS):
        others = fold != left_out
        chart = _chart(solved[others], places[others], across, up)
        cell = np.minimum(places * (across, up), (across - 1, up - 1)).astype(np.intp)
        ways = chart[cell[:, 1], cell[:, 0]]
        hits.append(solved[np.arange(len(solved)), ways][~others])
    return float(np.concatenate(hits).mean())


def _print_chart(chart: NDArray[np.intp], moved: Floats, ways: list[Plan]) -> None:
    used = sorted(set(chart.ravel().tolist()), key=lambda way: -int((chart == way).sum()))
    letters = dict(zip(used, string.ascii_lowercase, strict=False))
    (left, low), (right, high) = moved.min(axis=0), moved.max(axis=0)
    for row in chart[::-1]:
        print("    " + "".join(letters[way] for way in row.tolist()))
    print(f"    right=({left:.2f}, {right:.2f}), up=({low:.2f}, {high:.2f})")
    for way, letter in letters.items():
        shot = ways[way][-1]
        numbers = [f"{field}={said_number(getattr(shot, field))}" for field in _FIELDS]
        print(f"    {letter}: {', '.join(numbers)}")


if __name__ == "__main__":
    sys.exit(main())
