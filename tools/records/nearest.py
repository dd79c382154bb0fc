"""How near the training scenes of a fold come to its test scenes.

  python -m tools.records.nearest phyre-b-cross --folds 0-9
  python -m tools.records.nearest phyre-b-within --variations 200

Scenes are compared as pictures, and mirrored, as the ranker learns from mirrored scenes. A line per
fold: how many test scenes are equal to a training scene pixel by pixel, and the share of coloured
cells of a 64 x 64 grid that differ from the nearest training scene: least and median. With
`--variations`, the ranker's variations of the training templates stand for the training scenes;
with `--free`, its free scenes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray

from topple.cli._models import folds_of
from topple.protocols import protocol
from topple.worlds.phyre import task
from topple.worlds.phyre.actions import Tier
from topple.worlds.phyre.agents.ranker.scenes import draw_free, draw_variation
from topple.worlds.phyre.world import all_templates

_COLOURS = 7
_STEP = 4  # pixels per cell
_BLOCK = 250  # known scenes compared at a time


def compare(
    tested: NDArray[np.uint8], known: Iterable[NDArray[np.uint8]]
) -> tuple[int, float, float]:
    """Return how many test scenes are equal to a known scene, least and median difference."""
    cells, equal = _cells(tested), np.zeros(len(tested), bool)
    most = np.zeros(len(tested), np.float32)
    images = iter(known)
    while block := list(islice(images, _BLOCK)):
        both = np.stack([side for image in block for side in (image, image[:, ::-1])])
        seen = {image.tobytes() for image in both}
        equal |= [image.tobytes() in seen for image in tested]
        most = np.maximum(most, (cells @ _cells(both).T).max(1))
    nearest = (cells.shape[1] // _COLOURS - most) / _coloured(tested)
    return int(equal.sum()), float(nearest.min()), float(np.median(nearest))


def _known(learnt: Sequence[str], arguments: argparse.Namespace) -> Iterator[NDArray[np.uint8]]:
    """Return what a fold learns from: its tasks, or the generated scenes that were asked for."""
    if arguments.free:
        return _free(task(learnt[0]).tier, arguments.free)
    if arguments.variations:
        return _variations(learnt, arguments.variations)
    return _images(learnt)


def _images(names: Sequence[str]) -> Iterator[NDArray[np.uint8]]:
    return (task(name).image() for name in names)


def _variations(names: Sequence[str], number: int) -> Iterator[NDArray[np.uint8]]:
    for template in sorted({task(name).id.template for name in names}):
        for index in range(number):
            found = draw_variation(all_templates()[template], index)
            if found is not None:
                yield found.image()


def _free(tier: Tier, number: int) -> Iterator[NDArray[np.uint8]]:
    drawn = (draw_free(tier, index) for index in count())
    return islice((found.image() for found in drawn if found is not None), number)


def _cells(images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return one number per cell and colour, 1 or 0: a product of two rows counts equal cells."""
    grid = images[:, _STEP // 2 :: _STEP, _STEP // 2 :: _STEP].reshape(len(images), -1)
    return np.asarray((grid[:, :, None] == np.arange(_COLOURS)).reshape(len(grid), -1), np.float32)


def _coloured(images: NDArray[np.uint8]) -> NDArray[np.float64]:
    grid = images[:, _STEP // 2 :: _STEP, _STEP // 2 :: _STEP]
    return np.asarray((grid > 0).sum((1, 2)), np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("protocol")
    parser.add_argument("--folds", default="all")
    generated = parser.add_mutually_exclusive_group()
    generated.add_argument("--variations", type=int, default=0, metavar="N", help="per template")
    generated.add_argument("--free", type=int, default=0, metavar="N", help="number of free scenes")
    arguments = parser.parse_args()
    for fold in folds_of(arguments.folds) or protocol(arguments.protocol).folds:
        split = protocol(arguments.protocol).split(fold)
        known = _known(split.learnt_from("test"), arguments)
        equal, least, median = compare(np.stack(list(_images(split.test))), known)
        print(f"{arguments.protocol} fold {fold}: {equal} equal, {least:.3f} {median:.3f}")


if __name__ == "__main__":
    main()
