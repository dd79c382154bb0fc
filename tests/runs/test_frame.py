"""Runs as tables: a row per attempt, with what the record says."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from topple.errors import BadInput
from topple.runs import frame
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

pytest.importorskip("pandas")

MADE = (
    Attempt(0, "phyre/off_the_ledge@1:003", 1, (0.1, None, 0.3), Outcome.MISSED, 7, "ab"),
    Attempt(0, "phyre/off_the_ledge@1:003", 2, None, Outcome.FAILED, note="why", think_ms=2.5),
    Attempt(
        *(1, "phyre/off_the_ledge@1:004", 1, (0.5,), Outcome.SOLVED, 9, "cd", "", 1.25),
        *(None, "1f", 30, 0.5, 4.0, 12),
    ),
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(frame, "_AT_ONCE", 2)
    path = tmp_path / "attempts.jsonl"
    path.write_text("".join(f"{made.to_line()}\n" for made in MADE))
    return path


def test_a_table_has_every_field_of_every_record(path: Path) -> None:
    table = frame.read_frame(path)
    assert set(table["template"]) == {"off_the_ledge"}
    for row, made in zip(table.to_dict("records"), MADE, strict=True):
        wanted = made._asdict()
        for name in ("think_ms", "simulations"):
            found, told = row.pop(name), wanted.pop(name)
            assert math.isnan(found) if told is None else found == told
        assert row["attempt"] == wanted.pop("number")
        assert {name: row[name] for name in wanted} == wanted


def test_a_record_that_has_nothing_further_but_simulations(path: Path) -> None:
    plain = Attempt(0, "phyre/off_the_ledge@1:003", 1, (0.1,), Outcome.MISSED, simulations=3)
    path.write_text(f"{plain.to_line()}\n" * 2)
    table = frame.read_frame(path)
    assert (list(table["simulations"]), list(table["note"])) == ([3.0, 3.0], ["", ""])


def test_a_line_that_is_being_written_is_left_out(path: Path) -> None:
    with path.open("a") as file:
        file.write('{"fold": 0, "ta')
    assert len(frame.read_frame(path)) == len(MADE)


def test_a_run_without_attempts_is_an_empty_table(path: Path) -> None:
    path.write_text("")
    assert list(frame.read_frame(path)["task"]) == []


@pytest.mark.parametrize(
    "line", ["rubbish", "{}", MADE[0].to_line().replace("7", "-7"), "1, 2", "[1], [2]"]
)
def test_a_damaged_line_is_refused(path: Path, line: str) -> None:
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(BadInput, match="not an attempt"):
        frame.read_frame(path)
