"""Recorded shots and impacts of pooltool come out again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tools.align.pool import compare_golden, reads
from tools.align.tally import Tally

GOLDEN: dict[str, Any] = json.loads(
    gzip.decompress(Path(__file__).with_name("golden.json.gz").read_bytes())
)
TALLIES = compare_golden(GOLDEN)


@pytest.mark.parametrize("tally", TALLIES, ids=lambda tally: str(tally.what))
def test_recorded_outcomes_come_out_again(tally: Tally) -> None:
    assert tally.equal + tally.near > 0
    assert tally.fine, tally.notes[:3]


def test_a_changed_record_is_noticed() -> None:
    changed = json.loads(json.dumps(GOLDEN))
    changed["results"]["0.6.0"][3]["events"][2][-1] += 1e-3
    changed["impacts"]["0.6.0"][20]["after"][0][3] += 1e-9
    wrong = {tally.what for tally in compare_golden(changed) if not tally.fine}
    assert "0.6.0: event times" in wrong
    assert len(wrong) == 2


def test_only_files_of_pooltool_are_read() -> None:
    assert reads(GOLDEN)
    assert not reads({"reference": "phyre 0.2.2"})
