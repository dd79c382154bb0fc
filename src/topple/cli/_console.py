"""Output of commands: data to stdout, messages to stderr, colour only on terminals."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from topple.errors import ToppleError

_LEAST_ROOM = 12  # least width of the last column of a table
_COLOURS = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def coloured(text: str, colour: str, stream: TextIO | None = None) -> str:
    """Colour a text if the stream is a terminal and `NO_COLOR` is not set."""
    stream = sys.stdout if stream is None else stream
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    return text if plain or not text else f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m"


def plain(text: str) -> str:
    """Replace what could steer a terminal: names in a run folder may come from anyone."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def counted(count: int, what: str) -> str:
    """Write a number of things: `1 run`, `2 runs`."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def say(text: str) -> None:
    """Print a message for the person at the terminal."""
    print(plain(text), file=sys.stderr)


def complain(message: str, hint: str = "") -> None:
    """Print an error, and a hint on what to do next."""
    print(f"{coloured('error:', 'red', sys.stderr)} {plain(message)}", file=sys.stderr)
    if hint:
        print(f"{coloured('hint:', 'cyan', sys.stderr)} {plain(hint)}", file=sys.stderr)


def complain_about(error: ToppleError) -> None:
    """Print the message and the hint of an exception."""
    complain(str(error), error.hint)


def show_json(data: Any) -> None:
    """Print data for programs."""
    import json

    print(json.dumps(data, indent=2, allow_nan=False))


def show_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table for people.

    On a terminal, the last column is cut to fit; if the others do not fit, every row becomes a
    block with one line per cell.
    """
    import shutil

    header, *rows = [[plain(cell).replace("\n", " ") for cell in row] for row in (header, *rows)]
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    room = shutil.get_terminal_size().columns - sum(widths[:-1]) - 2 * (len(header) - 1)
    if sys.stdout.isatty() and room < min(widths[-1], _LEAST_ROOM):
        _show_blocks(header, rows)
        return
    for row in (header, *rows):
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        last = row[-1]
        if sys.stdout.isatty() and len(last) > room > 3:
            last = f"{last[: room - 3]}..."
        line = "  ".join([*cells, last]).rstrip()
        print(coloured(line, "bold") if row is header else line)


def _show_blocks(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print every row of a table as lines of title and cell, without cells that are empty."""
    width = max(map(len, header))
    for row in rows:
        print(coloured(row[0], "bold"))
        for title, cell in list(zip(header, row, strict=True))[1:]:
            if cell:
                print(f"  {title:<{width}}  {cell}")
