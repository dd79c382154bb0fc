"""How near the training scenes of a fold come to its test scenes.

  python -m tools.records.nearest phyre-b-cross --folds 0-9

Scenes are compared as pictures, and mirrored, as the ranker learns from mirrored scenes. A line per
fold: how many test scenes are equal to a training scene pixel by pixel, and the share of coloured
cells of a 64 x 64 grid that differ from the nearest training scene: least and median.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from topple.cli._models import folds_of
from topple.protocols import protocol
from topple.worlds.phyre import task

_COLOURS = 7
_STEP = 4  # pixels per cell


def compare(name: str, fold: int) -> tuple[int, float, float]:
    """Return how many test scenes are equal to a training scene, least and median difference."""
    split = protocol(name).split(fold)
    known, tested = _images(split.learnt_from("test")), _images(split.test)
    known = np.concatenate([known, known[:, :, ::-1]])
    seen = {image.tobytes() for image in known}
    equal = sum(image.tobytes() in seen for image in tested)
    cells, others = _cells(tested), _cells(known)
    nearest = (cells.shape[1] // _COLOURS - (cells @ others.T).max(1)) / _coloured(tested)
    return equal, float(nearest.min()), float(np.median(nearest))


def _images(names: tuple[str, ...]) -> NDArray[np.uint8]:
    return np.stack([task(name).image() for name in names])


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
    arguments = parser.parse_args()
    for fold in folds_of(arguments.folds) or protocol(arguments.protocol).folds:
        equal, least, median = compare(arguments.protocol, fold)
        print(f"{arguments.protocol} fold {fold}: {equal} equal, {least:.3f} {median:.3f}")


if __name__ == "__main__":
    main()
