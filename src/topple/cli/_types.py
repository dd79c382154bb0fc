"""Types of command-line arguments."""

from __future__ import annotations

import math
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise ArgumentTypeError(f"`{text[:40]}` is not a whole number")
        if int(text) < least:
            raise ArgumentTypeError(f"{text} is too small; it must be at least {least}")
        if int(text) > most:
            raise ArgumentTypeError(f"{text} is too large; it must be at most {most}")
        return int(text)

    return read


def number(text: str) -> float:
    """Read a finite number; the world checks its range."""
    with suppress(ValueError):
        if math.isfinite(value := float(text)):
            return value
    apart = re.findall(r"[^\s,;\[\]()]+", text)
    if len(apart) > 1:
        raise ArgumentTypeError(f"`{text[:40]}` is not one number; write {' '.join(apart)[:40]}")
    raise ArgumentTypeError(f"`{text[:40]}` is not a number (the task comes first)")


def positive(text: str) -> float:
    """Read a finite number above zero."""
    with suppress(ValueError):
        if 0 < (value := float(text)) < math.inf:
            return value
    raise ArgumentTypeError(f"`{text[:40]}` is not a number above 0")


def pair(text: str) -> tuple[str, str]:
    """Read `field=value`."""
    field, equals, value = text.partition("=")
    if not (field and equals):
        raise ArgumentTypeError(f"`{text[:40]}` is not FIELD=VALUE")
    return field.strip(), value.strip()


def add_settings(parser: ArgumentParser) -> None:
    """Add `--set`, one setting of an agent at a time."""
    parser.add_argument(
        "--set",
        type=pair,
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change a setting of the agent; repeat for more",
    )
