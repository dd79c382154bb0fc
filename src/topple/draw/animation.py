"""Films as GIF, WebP and MP4 files, in real time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.draw.film import Film
from topple.errors import BadInput, MissingExtra

HOLD_SECONDS = 1  # how long the last moment stays
LARGEST = 1024  # pixels; the formats keep many pictures in memory

_GIF_TICK_MS = 10
_GIF_COLOURS = 128
_CODECS = ("libx264", "libopenh264", "mpeg4")


def save(film: Film, path: Path, size: int) -> None:
    """Write a film to a file; its ending says how."""
    if size > LARGEST:
        raise BadInput(f"a film of {size} pixels", f"give at most {LARGEST}")
    WRITERS[path.suffix.lower()](film, path, size)


def durations_ms(film: Film, tick_ms: int) -> list[int]:
    """Give each frame's duration as a multiple of a tick, such that rounding never adds up."""
    ends = [*film.seconds[1:], float(film.seconds[-1]) + HOLD_SECONDS]
    ticks = [round(end * 1000 / tick_ms) for end in ends]
    return [(b - a) * tick_ms for a, b in zip([0, *ticks], ticks, strict=False)]


def _save_gif(film: Film, path: Path, size: int) -> None:
    image = _pillow()
    # One palette for all, from the first and the last picture: they hold every body.
    count = max(film.colours, _GIF_COLOURS)
    palette = _commonest([film.picture(0, size), film.picture(-1, size)], count)
    numbers = np.full(1 << 24, -1, np.int16)

    def frames() -> Iterator[Any]:
        for pixels in film.pictures(size):
            frame = image.fromarray(_numbered(pixels, palette, numbers))
            frame.putpalette(palette.astype(np.uint8).tobytes())
            yield frame

    _save_frames(frames(), path, durations_ms(film, _GIF_TICK_MS), optimize=False)


def _commonest(pictures: list[NDArray[np.uint8]], count: int) -> NDArray[np.int64]:
    """Give the most frequent colours, so that plain areas keep theirs exactly."""
    pixels = np.concatenate([picture.reshape(-1, 3) for picture in pictures])
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    return colours[np.argsort(-counts, kind="stable")[:count]].astype(np.int64)


def _numbered(
    pixels: NDArray[np.uint8], palette: NDArray[np.int64], numbers: NDArray[np.int16]
) -> NDArray[np.uint8]:
    """Give each pixel the number of the nearest colour; `numbers` remembers those found before."""
    red, green, blue = np.moveaxis(pixels.astype(np.int64), -1, 0)
    codes = red << 16 | green << 8 | blue
    new = np.unique(codes[numbers[codes] < 0])
    colours = np.stack([new >> 16, new >> 8 & 255, new & 255], axis=-1)
    numbers[new] = ((colours[:, None] - palette) ** 2).sum(axis=-1).argmin(axis=1)
    return np.asarray(numbers[codes], np.uint8)


def _save_webp(film: Film, path: Path, size: int) -> None:
    image = _pillow()
    frames = (image.fromarray(pixels) for pixels in film.pictures(size))
    _save_frames(frames, path, durations_ms(film, 1), lossless=True, quality=30, method=2, kmax=0)


def _save_frames(frames: Iterator[Any], path: Path, durations: list[int], **options: Any) -> None:
    # A frame too short for the format's clock would be stretched by it; leave it out.
    rest = (frame for frame, time in zip(frames, durations, strict=True) if time > 0)
    times = [time for time in durations if time > 0]
    next(rest).save(path, save_all=True, append_images=rest, duration=times, loop=0, **options)


def _save_mp4(film: Film, path: Path, size: int) -> None:
    try:
        import av
    except ImportError as error:
        raise MissingExtra("animations", "report") from error
    rate = Fraction(film.steps_per_second, film.stride)
    pictures = (_even(pixels) for pixels in film.pictures(size + size % 2))
    first = next(pictures)
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        codec = next(name for name in _CODECS if name in av.codecs_available)
        stream: Any = container.add_stream(codec, rate=rate)
        stream.height, stream.width, _ = first.shape
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": "18", "preset": "medium"} if codec == "libx264" else {}
        for pixels in itertools.chain([first], pictures):
            picture = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            container.mux(stream.encode(picture))
        for _ in range(max(0, round(HOLD_SECONDS * rate) - 1)):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(stream.encode())


def _even(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Repeat an odd last row: the codec halves colour in both directions."""
    return np.pad(pixels, ((0, len(pixels) % 2), (0, 0), (0, 0)), mode="edge")


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
