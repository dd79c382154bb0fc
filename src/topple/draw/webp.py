"""Films as small looping WebP files, for pages."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.draw.animation import durations_ms
from topple.draw.film import Film
from topple.errors import MissingExtra

Picture = NDArray[np.uint8]

_UNKNOWN = 255


def webp(film: Film, size: int) -> bytes:
    """Encode a film as a looping WebP in real time.

    Without loss, but with few colours: edges stay sharp and moving bodies leave no trace, at a
    third of the size.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtra("animations", "report") from error
    pictures = list(film.pictures(size))
    painter = _Painter(_commonest(_some(pictures), film.colours))
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


def _some(pictures: Sequence[Picture]) -> list[Picture]:
    """Choose a few pictures that hold all colours, the last one above all."""
    return [*pictures[:: max(1, len(pictures) // 8)], pictures[-1]]


def _commonest(pictures: Sequence[Picture], count: int) -> Picture:
    """Give the most frequent colours, so that plain areas keep theirs exactly."""
    codes, counts = np.unique(_codes(np.stack(pictures)), return_counts=True)
    return _colours(codes[np.argsort(-counts, kind="stable")[:count]])


class _Painter:
    """Gives every pixel the nearest colour of a palette; only those that changed are looked up."""

    def __init__(self, palette: Picture) -> None:
        self._palette = palette
        self._nearest = np.full(1 << 24, _UNKNOWN, np.uint8)
        self._codes = np.zeros(0, np.int32)
        self._painted = np.zeros(0, np.uint8)

    def paint(self, picture: Picture) -> Picture:
        codes = _codes(picture)
        if self._codes.shape == codes.shape:
            changed = codes != self._codes
        else:
            changed, self._painted = np.ones(codes.shape, np.bool_), np.empty_like(picture)
        self._painted = self._painted.copy()
        self._painted[changed] = self._palette[self._numbers(codes[changed])]
        self._codes = codes
        return self._painted

    def _numbers(self, codes: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Find the nearest colours, and remember those found before."""
        nearest = self._nearest[codes]
        new = np.unique(codes[nearest == _UNKNOWN])
        if len(new):
            apart = _colours(new)[:, None].astype(np.int64) - self._palette
            self._nearest[new] = (apart**2).sum(axis=-1).argmin(axis=1)
            nearest = self._nearest[codes]
        return nearest


def _codes(pictures: Picture) -> NDArray[np.int32]:
    """Give each pixel one number."""
    wide = pictures.astype(np.int32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _colours(codes: NDArray[np.int32]) -> Picture:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)
