"""Read a file of outcomes recorded from an original and compare it with the world it is of."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from tools.align.tally import Tally
from tools.align.worlds import comparisons
from topple.errors import BadInput


def compare_golden(path: Path) -> list[Tally]:
    """Compare everything in a file of recorded outcomes."""
    golden = _read(path)
    known = comparisons()
    for comparison in known.values():
        if comparison.reads(golden):
            return comparison.compare_golden(golden)
    found = golden.get("reference", "nothing")
    raise BadInput(
        f"{path} holds outcomes of no world known here: its reference is {found!r}",
        f"worlds with a comparison: {', '.join(known)}",
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        golden = json.loads(gzip.decompress(path.read_bytes()))
    except (gzip.BadGzipFile, EOFError, ValueError) as error:
        raise BadInput(f"{path} is not gzipped JSON: {error}") from error
    if not isinstance(golden, dict):
        raise BadInput(f"{path} holds a {type(golden).__name__}, not a JSON object")
    return golden
