"""Recorded outcomes are compared with the world they are of, whichever it is."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tools.align.golden import compare_golden
from tools.align.worlds import comparisons
from topple.errors import BadInput


def test_phyre_has_a_comparison() -> None:
    assert "phyre" in comparisons()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no gzip", "is not gzipped JSON"),
        (gzip.compress(b"{"), "is not gzipped JSON"),
        (gzip.compress(b"[1]"), "holds a list"),
        (gzip.compress(json.dumps({"reference": "chess 1.0"}).encode()), "no world known here"),
    ],
)
def test_a_file_of_nothing_known_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "golden.json.gz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=said):
        compare_golden(path)
