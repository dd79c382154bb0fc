"""Episodes recorded from Kinetix come out the same, to the last bit."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tools.align.kinetix import compare_golden, reads

_RECORDED = Path(__file__).with_name("golden.json.gz")


def test_recorded_episodes_are_equal_in_every_field() -> None:
    golden = json.loads(gzip.decompress(_RECORDED.read_bytes()))
    assert reads(golden)
    tallies = compare_golden(golden)
    assert {tally.what: (tally.equal, tally.different) for tally in tallies} == {
        tally.what: (len(golden["runs"]), 0) for tally in tallies
    }


@pytest.mark.parametrize("field", ["env_steps", "last_reward", "final"])
def test_a_changed_number_is_noticed(field: str) -> None:
    golden = json.loads(gzip.decompress(_RECORDED.read_bytes()))
    golden["runs"] = golden["runs"][:1]
    changed = golden["runs"][0]
    if field == "final":
        changed["final"][0][0] += 1e-6
    else:
        changed[field] += 1
    assert [tally.what for tally in compare_golden(golden) if tally.different] == [field]
