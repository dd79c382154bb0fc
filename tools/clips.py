"""Short looping films of solved tasks, small enough for a page."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from topple.reports.animation import durations_ms
from topple.reports.film import Film
from topple.tasks.certificates import Certificate
from topple.worlds.phyre import FIRST_VARIATION, Template
from topple.worlds.phyre.certified import certificates

Picture = NDArray[np.uint8]

_COLOURS = 40
_UNKNOWN = 255


def shown(template: Template) -> list[Certificate]:
    """Give the certificates of the tasks that PHYRE ships; of our own templates, all."""
    found = certificates(template).tasks.values()
    return [c for c in found if c.index < FIRST_VARIATION or not template.shipped]


def most_forgiving(template: Template) -> Certificate | None:
    """Choose the task whose stored solution may be off the most."""
    found = shown(template)
    return max(found, key=lambda c: (c.margin, c.stable, c.volume), default=None)


def webp(film: Film, size: int) -> bytes:
    """Encode a film as a looping WebP in real time.

    Without loss, but with few colours: edges stay sharp and moving bodies leave no trace, at a
    third of the size.
    """
    pictures = list(film.pictures(size))
    painter = _Painter(_commonest(pictures[:: max(1, len(pictures) // 8)] + pictures[-1:]))
    first, *rest = (Image.fromarray(painter.paint(picture)) for picture in pictures)
    out = io.BytesIO()
    first.save(
        out,
        "webp",
        save_all=True,
        append_images=rest,
        duration=durations_ms(film, tick_ms=1),
        loop=0,
        lossless=True,
        quality=30,
        method=3,
        kmax=0,
    )
    return out.getvalue()


def _commonest(pictures: list[Picture]) -> Picture:
    """Give the most frequent colours, so that plain areas keep theirs exactly."""
    codes, counts = np.unique(_codes(np.stack(pictures)), return_counts=True)
    return _colours(codes[np.argsort(-counts, kind="stable")[:_COLOURS]])


class _Painter:
    """Gives every pixel the nearest colour of a palette, and remembers those found before."""

    def __init__(self, palette: Picture) -> None:
        self._palette = palette
        self._nearest = np.full(1 << 24, _UNKNOWN, np.uint8)

    def paint(self, picture: Picture) -> Picture:
        codes = _codes(picture)
        nearest = self._nearest[codes]
        new = np.unique(codes[nearest == _UNKNOWN])
        if len(new):
            apart = _colours(new)[:, None].astype(np.int64) - self._palette
            self._nearest[new] = (apart**2).sum(axis=-1).argmin(axis=1)
            nearest = self._nearest[codes]
        return self._palette[nearest]


def _codes(pictures: Picture) -> NDArray[np.int32]:
    """Give each pixel one number."""
    wide = pictures.astype(np.int32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _colours(codes: NDArray[np.int32]) -> Picture:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)
