"""PNG files from numpy arrays."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topple._native import png_data

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_QUICK, _SMALL = 3, 9  # of zlib's levels
_UP = 2  # each row is stored as its difference to the row above, which suits flat pictures


def encode(rgb: NDArray[np.uint8], *, quick: bool = False) -> bytes:
    """Give a picture of height x width x 3 as the bytes of a PNG file, small or in little time.

    What is made in little time is for pictures that someone waits for. Its bytes are the same on
    every machine, whichever zlib it has.
    """
    height, width, _ = rgb.shape
    data = png_data(rgb) if quick else zlib.compress(_rows(rgb).data, _SMALL)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", data),
            _chunk(b"IEND", b""),
        )
    )


def _rows(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width, _ = rgb.shape
    rows = np.empty((height, 1 + 3 * width), np.uint8)
    rows[:, 0] = _UP
    flat = rgb.reshape(height, -1)
    rows[0, 1:] = flat[0]
    np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])
    return rows


def encode_numbered(numbers: NDArray[np.uint8], palette: NDArray[np.uint8]) -> bytes:
    """Give a picture of height x width numbers of colours as the bytes of a PNG file."""
    height, width = numbers.shape
    rows = np.zeros((height, 1 + width), np.uint8)
    rows[:, 1:] = numbers
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette.astype(np.uint8).tobytes()),
            _chunk(b"IDAT", zlib.compress(rows.data, _QUICK)),
            _chunk(b"IEND", b""),
        )
    )


def save(path: Path, rgb: NDArray[np.uint8]) -> None:
    """Write a picture to a file."""
    path.write_bytes(encode(rgb))


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(name))
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)
