"""Recorded outcomes are compared with the world they are of, whichever it is."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tools.align.golden import compare_golden
from tools.align.worlds import comparisons
from topple.errors import BadInput


def zipped(text: str) -> bytes:
    """Compress without the time, which would name a test otherwise in every process."""
    return gzip.compress(text.encode(), mtime=0)


@pytest.mark.parametrize("world", ["phyre", "iphyre"])
def test_a_world_with_an_original_has_a_comparison(world: str) -> None:
    assert world in comparisons()


def test_a_difference_to_a_recorded_game_is_counted_by_field(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "worlds" / "iphyre"
    run = json.loads((folder / "golden.json").read_text())["runs"][0]
    record = {"game": run["game"], "hz60": [run, {**run, "steps": run["steps"] + 1}]}
    path = tmp_path / "golden.json.gz"
    path.write_bytes(zipped(json.dumps({"kind": "iphyre", "games": [record]})))
    counts = {tally.what: (tally.equal, tally.different) for tally in compare_golden(path)}
    assert counts["hz60 steps"] == (1, 1)
    assert counts["hz60 bodies"] == (2, 0)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no gzip", "is not gzipped JSON"),
        (zipped("{"), "is not gzipped JSON"),
        (zipped("[1]"), "holds a list"),
        (zipped(json.dumps({"reference": "chess 1.0"})), "no world known here"),
    ],
)
def test_a_file_of_nothing_known_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "golden.json.gz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=said):
        compare_golden(path)
