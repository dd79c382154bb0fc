"""Recorded outcomes are compared with the world they are of, whichever it is."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tools.align.golden import compare_golden
from tools.align.worlds import comparisons
from topple.errors import BadInput


@pytest.mark.parametrize("world", ["phyre", "iphyre"])
def test_a_world_with_an_original_has_a_comparison(world: str) -> None:
    assert world in comparisons()


def test_a_difference_to_a_recorded_game_is_counted_by_field(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "worlds" / "iphyre"
    run = json.loads((folder / "golden.json").read_text())["runs"][0]
    record = {"game": run["game"], "hz60": [run, {**run, "steps": run["steps"] + 1}]}
    path = tmp_path / "golden.json.gz"
    path.write_bytes(gzip.compress(json.dumps({"kind": "iphyre", "games": [record]}).encode(), mtime=0))
    counts = {tally.what: (tally.equal, tally.different) for tally in compare_golden(path)}
    assert counts["hz60 steps"] == (1, 1)
    assert counts["hz60 bodies"] == (2, 0)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no gzip", "is not gzipped JSON"),
        (gzip.compress(b"{", mtime=0), "is not gzipped JSON"),
        (gzip.compress(b"[1]", mtime=0), "holds a list"),
        (gzip.compress(json.dumps({"reference": "chess 1.0"}).encode(), mtime=0), "no world known here"),
    ],
)
def test_a_file_of_nothing_known_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "golden.json.gz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=said):
        compare_golden(path)
