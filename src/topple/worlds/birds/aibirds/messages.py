"""The messages of the AIBIRDS protocol as bytes: what clients ask, and how answers are written.

A request is one byte and its parameters, a reply follows at once. Integers are big-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput

PADDING = b" " * 5  # clients cut five characters off every ground truth
MOST_SHOTS = 16  # shots in one sequence
LONGEST_TEXT = 65_536  # bytes of a novelty report
MOST_IDS = 10_000  # objects in a novelty report
OK, ERR = b"\x01", b"\x00"

Read = Callable[[int], bytes]  # returns exactly so many bytes


class Code(IntEnum):
    """The first byte of a request."""

    CONFIGURE = 1
    SPEED = 2
    SCREENSHOT = 11
    STATE = 12
    BEST_SCORES = 13
    CURRENT_LEVEL = 14
    LEVELS = 15
    MY_SCORES = 23
    SHOOT = 31
    SHOOT_POLAR = 32
    SHOOT_SEQUENCE = 33
    ZOOM_OUT = 34
    ZOOM_IN = 35
    CLICK = 36
    SHOOT_AND_RECORD = 38
    SHOOT_FAST = 41
    SHOOT_POLAR_FAST = 42
    SHOOT_SEQUENCE_FAST = 43
    LOAD_LEVEL = 51
    RESTART_LEVEL = 52
    NEXT_LEVEL = 53
    GROUND_TRUTH_AND_SCREENSHOT = 61
    GROUND_TRUTH = 62
    NOISY_GROUND_TRUTH_AND_SCREENSHOT = 63
    NOISY_GROUND_TRUTH = 64
    SCORE = 65
    NOVELTY_LIKELIHOOD = 66
    NOVELTY_DESCRIPTION = 67
    READY = 68
    NOVELTY_INFORMATION = 69


SHOTS = (Code.SHOOT, Code.SHOOT_POLAR, Code.SHOOT_FAST, Code.SHOOT_POLAR_FAST)
SEQUENCES = (Code.SHOOT_SEQUENCE, Code.SHOOT_SEQUENCE_FAST)
_LAYOUTS = {
    Code.CONFIGURE: ">IB",  # agent id; 0 competition, 1 training
    Code.SPEED: ">I",
    Code.SHOOT_AND_RECORD: ">5i",  # the fields of a shot, then the steps between ground truths
    Code.LOAD_LEVEL: ">I",
}


@dataclass(frozen=True, slots=True)
class Request:
    """A request: its code and its numbers. A sequence of shots has a row of numbers per shot."""

    code: Code
    numbers: tuple[int, ...] = ()
    shots: tuple[tuple[Code, tuple[int, ...]], ...] = ()


def read_request(first: int, read: Read, integers: int) -> Request:
    """Read the parameters that follow the first byte; raise `BadInput` if there is no such request.

    `integers` is the number of integers per shot, 4 or 6.
    """
    if first not in list(Code):
        raise BadInput(f"no message has the code {first}", "the protocol has codes from 1 to 69")
    code = Code(first)
    if code in SHOTS:
        return Request(code, _unpack(f">{integers}i", read))
    if code in SEQUENCES:
        return Request(code, shots=_sequence(read, integers))
    if code in (Code.NOVELTY_LIKELIHOOD, Code.NOVELTY_DESCRIPTION):
        return Request(code, (_skip_report(code, read),))
    return Request(code, _unpack(_LAYOUTS.get(code, ">"), read))


def unsigned(*numbers: int) -> bytes:
    """Write numbers of four bytes each."""
    return struct.pack(f">{len(numbers)}I", *numbers)


def ground_truth(text: str) -> bytes:
    """Write a ground truth with its length."""
    data = text.encode() + PADDING
    return unsigned(len(data)) + data


def picture(pixels: NDArray[np.uint8]) -> bytes:
    """Write a picture of height x width x 3 colours."""
    height, width, _ = pixels.shape
    return unsigned(width, height) + pixels.tobytes()


def _sequence(read: Read, integers: int) -> tuple[tuple[Code, tuple[int, ...]], ...]:
    count = read(1)[0]
    if count > MOST_SHOTS:
        raise BadInput(f"a sequence of {count} shots", f"send at most {MOST_SHOTS}")
    shots = []
    for _ in range(count):
        kind = read(1)[0]
        if kind not in SHOTS:
            raise BadInput(f"a sequence has shots, not the message {kind}", "send 31 or 32")
        shots.append((Code(kind), _unpack(f">{integers}i", read)))
    return tuple(shots)


def _skip_report(code: Code, read: Read) -> int:
    """Read a novelty report and return the length of its text; its content is not used."""
    if code is Code.NOVELTY_LIKELIHOOD:
        _, _, ids = struct.unpack(">ffi", read(12))
        if not 0 <= ids <= MOST_IDS:
            raise BadInput(f"a novelty report about {ids} objects", f"name at most {MOST_IDS}")
        read(4 * ids + 4)  # the objects, and the novelty level
    (length,) = _unpack(">I", read)
    if length > LONGEST_TEXT:
        raise BadInput(f"a novelty report of {length} bytes", f"send at most {LONGEST_TEXT}")
    read(length)
    return length


def _unpack(layout: str, read: Read) -> tuple[int, ...]:
    size = struct.calcsize(layout)
    return struct.unpack(layout, read(size) if size else b"")
