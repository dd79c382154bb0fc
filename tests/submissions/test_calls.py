"""Simulated attempts travel with a submission, and are counted and played again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from topple.cli.main import main
from topple.submissions.faults import Kind
from topple.submissions.files import seal
from topple.submissions.verify import verify


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("tools")
    asked = ["deepphy-iphyre", "--model", "topple/tries", "--tools", "simulate:3"]
    shown = ["--shows", "symbols", "--limit", "2"]
    assert main(["eval", *asked, *shown, "--out", str(home / "run")]) == 0
    assert main(["submit", str(home / "run"), "--out", str(home / "out"), "--author", "Ada"]) == 0
    return home / "out"


def test_calls_are_packed_and_hold(honest: Path) -> None:
    assert calls(honest)
    assert verify(honest).verified


def test_another_digest_and_a_call_too_many_are_named(honest: Path) -> None:
    made = calls(honest)
    assert {forged(honest, [{**made[0], "digest": "0" * 16}, *made[1:]])} == {(Kind.OUTCOME,)}
    more = [{**made[0], "call": number} for number in range(1, 8)]
    assert forged(honest, [*made, *more]) == (Kind.BEYOND,)


def calls(folder: Path) -> list[dict[str, Any]]:
    (path,) = folder.glob("runs/*/tools.jsonl.gz")
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def forged(folder: Path, rows: list[dict[str, Any]]) -> tuple[Kind, ...]:
    """Return the kinds of fault that other calls give; leave the submission as it was."""
    (path,) = folder.glob("runs/*/tools.jsonl.gz")
    before = path.read_bytes()
    path.write_bytes(gzip.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    seal(folder)
    found = tuple({fault.kind for fault in verify(folder).faults})
    path.write_bytes(before)
    seal(folder)
    return found
