"""Films as GIF, WebP and MP4 files, in real time."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.draw.film import Film
from topple.errors import BadInput, MissingExtra

HOLD_SECONDS = 1  # duration of the last frame
LARGEST = 1024  # longest side in pixels; the formats keep many pictures in memory

_GIF_TICK_MS = 10
_GIF_COLOURS = 128
_CODECS = ("libx264", "libopenh264", "mpeg4")


def save(film: Film, path: Path, size: int) -> None:
    """Write a film to a file in the format that its ending names."""
    if size > LARGEST:
        raise BadInput(f"cannot make a film {size} pixels wide", f"give at most {LARGEST} pixels")
    WRITERS[path.suffix.lower()](film, path, size)


def small_webp(film: Film, size: int) -> bytes:
    """Encode a film as a small looping WebP for pages.

    It is lossless, but with few colours: edges stay sharp and moving bodies leave no trace, at a
    third of the size.
    """
    image = _pillow()
    pictures = list(film.pictures(size))
    # A few pictures hold nearly all colours; the last one adds that of the outcome.
    some = [*pictures[:: max(1, len(pictures) // 8)], pictures[-1]]
    palette = Palette(some, film.recording.colours)
    frames = (_number_colours(image, palette, each).convert("RGB") for each in pictures)
    out = io.BytesIO()
    _save_webp_frames(frames, out, durations_ms(film, 1), method=3)
    return out.getvalue()


def durations_ms(film: Film, tick_ms: int) -> list[int]:
    """Return the duration of each frame as a multiple of a tick; rounding never adds up."""
    ends = [*film.seconds[1:], float(film.seconds[-1]) + HOLD_SECONDS]
    ticks = [round(end * 1000 / tick_ms) for end in ends]
    return [(b - a) * tick_ms for a, b in zip([0, *ticks], ticks, strict=False)]


def _save_gif(film: Film, path: Path, size: int) -> None:
    image = _pillow()
    # One palette for all, from the first and the last picture: they hold every body.
    count = max(film.recording.colours, _GIF_COLOURS)
    palette = Palette([film.picture(0, size), film.picture(-1, size)], count)
    frames = (_number_colours(image, palette, each) for each in film.pictures(size))
    _save_frames(frames, path, durations_ms(film, _GIF_TICK_MS), format="gif", optimize=False)


def _number_colours(image: Any, palette: Palette, picture: NDArray[np.uint8]) -> Any:
    """Return an image that stores numbers of the palette's colours."""
    found = image.fromarray(palette.numbers(picture))
    found.putpalette(palette.colours.tobytes())
    return found


def _save_webp(film: Film, path: Path, size: int) -> None:
    image = _pillow()
    frames = (image.fromarray(picture) for picture in film.pictures(size))
    _save_webp_frames(frames, path, durations_ms(film, 1), method=2)


def _save_webp_frames(
    frames: Iterator[Any], to: Path | io.BytesIO, durations: list[int], method: int
) -> None:
    options = {"format": "webp", "lossless": True, "quality": 30, "kmax": 0}
    _save_frames(frames, to, durations, method=method, **options)


def _save_frames(
    frames: Iterator[Any], to: Path | io.BytesIO, durations: list[int], **options: Any
) -> None:
    # Leave out a frame that is shorter than a tick: the format would stretch it.
    rest = (frame for frame, time in zip(frames, durations, strict=True) if time > 0)
    times = [time for time in durations if time > 0]
    next(rest).save(to, save_all=True, append_images=rest, duration=times, loop=0, **options)


def _save_mp4(film: Film, path: Path, size: int) -> None:
    try:
        import av
    except ImportError as error:
        raise MissingExtra("animations", "report") from error
    rate = Fraction(film.recording.steps_per_second, film.recording.stride)
    pictures = (_even(picture) for picture in film.pictures(size + size % 2))
    first = next(pictures)
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        codec = next(name for name in _CODECS if name in av.codecs_available)
        stream: Any = container.add_stream(codec, rate=rate)
        stream.height, stream.width, _ = first.shape
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": "18", "preset": "medium"} if codec == "libx264" else {}
        for picture in itertools.chain([first], pictures):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        for _ in range(max(0, round(HOLD_SECONDS * rate) - 1)):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())


def _even(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Repeat an odd last row: the codec halves colour in both directions."""
    return np.pad(picture, ((0, len(picture) % 2), (0, 0), (0, 0)), mode="edge")


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtra("animations", "report") from error
    return Image


WRITERS: dict[str, Callable[[Film, Path, int], None]] = {
    ".gif": _save_gif,
    ".webp": _save_webp,
    ".mp4": _save_mp4,
}


Picture = NDArray[np.uint8]

MOST = 255  # colours
_UNKNOWN = 255


class Palette:
    """The most frequent colours of some pictures, so that plain areas keep theirs exactly."""

    def __init__(self, pictures: Sequence[Picture], count: int) -> None:
        codes, counts = np.unique(_codes(np.stack(pictures)), return_counts=True)
        order = np.argsort(-counts, kind="stable")[: min(count, MOST)]
        self.colours = _colours(codes[order])
        self._nearest = np.full(1 << 24, _UNKNOWN, np.uint8)
        self._codes = np.zeros(0, np.int32)
        self._numbers = np.zeros(0, np.uint8)

    def numbers(self, picture: Picture) -> NDArray[np.uint8]:
        """Return the number of the nearest colour for every pixel.

        Pictures of a film differ little: only pixels that changed since the last call are looked
        up.
        """
        codes = _codes(picture)
        if self._codes.shape == codes.shape:
            changed = codes != self._codes
        else:
            changed, self._numbers = np.ones(codes.shape, np.bool_), np.empty(codes.shape, np.uint8)
        self._numbers = self._numbers.copy()
        self._numbers[changed] = self._look_up(codes[changed])
        self._codes = codes
        return self._numbers

    def _look_up(self, codes: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Find the nearest colours, and remember them."""
        new = np.unique(codes[self._nearest[codes] == _UNKNOWN])
        if len(new):
            apart = _colours(new)[:, None].astype(np.int64) - self.colours
            self._nearest[new] = (apart**2).sum(axis=-1).argmin(axis=1)
        return self._nearest[codes]


def _codes(pictures: Picture) -> NDArray[np.int32]:
    """Return one number per pixel."""
    wide = pictures.astype(np.int32)
    return wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]


def _colours(codes: NDArray[np.int32]) -> Picture:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)
