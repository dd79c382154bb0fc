"""`topple simulate`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from topple.cli import _requests as _lines
from topple.cli.main import main
from topple.worlds import phyre

SOLVING = {"task": "00003:017", "action": [0.3, 0.8, 0.3]}


class Console:
    """Feeds stdin and reads the answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.err = ""

    def __call__(self, data: bytes, *options: str) -> tuple[int, list[dict[str, Any]]]:
        stdin = io.TextIOWrapper(io.BytesIO(data))
        with self.monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stdin)
            code = main(["simulate", *options])
        out, self.err = self.capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def simulate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Console:
    return Console(monkeypatch, capsys)


def lines(*rows: object) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def test_tasks_of_all_worlds_are_simulated(simulate: Console) -> None:
    shot = {"task": "birds/under_a_roof:3", "action": [-0.9, -0.4, -1, 0], "id": 7}
    code, (shown, waiting, solved) = simulate(lines(shot, {**shot, "action": None}, SOLVING))
    assert code == 0
    assert (shown["id"], shown["task"], shown["shots"]) == (7, "birds/under_a_roof:3", 1)
    assert (waiting["outcome"], waiting["shots"]) == ("missed", 0)
    assert solved["outcome"] == "solved"


def test_a_line_gives_outcome_steps_balls_and_digest(simulate: Console) -> None:
    code, (row,) = simulate(lines(SOLVING))
    batch = phyre.simulate(phyre.task("00003:017"), [0.3, 0.8, 0.3], digest=True)
    assert code == 0
    assert simulate.err == ""
    assert row == {
        "task": "00003:017",
        "outcome": "solved",
        "balls": [[76.0, 204.0, 11.0]],
        "steps": int(batch.steps[0]),
        "digest": f"{batch.digests[0]:016x}",
    }


def test_an_invalid_action_is_an_outcome_with_a_reason(simulate: Console) -> None:
    code, rows = simulate(
        lines(
            {"task": "00003:017", "action": [0.3, 0.0, 0.3]},
            {"task": "00003:017", "action": [0.28, 0.1, 0.3]},
            {"task": "00003:017", "action": [1e300, 0.1, 0.3]},
        )
    )
    assert code == 0
    assert [row["outcome"] for row in rows] == ["invalid"] * 3
    assert [row["reason"] for row in rows] == ["out_of_scene", "occluded", "out_of_range"]
    assert [row["balls"] for row in rows] == [None, [[71.0, 25.0, 11.0]], None]
    assert all(row["steps"] == 0 and row["digest"] is None for row in rows)


def test_bodies_keep_every_digit(simulate: Console) -> None:
    _, (row,) = simulate(lines(SOLVING), "--bodies")
    batch = phyre.simulate(phyre.task("00003:017"), [0.3, 0.8, 0.3])
    assert row["bodies"] == batch.bodies(0).tolist()


def test_stride_adds_frames(simulate: Console) -> None:
    _, (row,) = simulate(lines(SOLVING), "--stride", "60")
    batch = phyre.simulate(phyre.task("00003:017"), [0.3, 0.8, 0.3], stride=60)
    assert row["frames"] == batch.frames(0).tolist()
    assert len(row["frames"]) > 5


def test_stable_is_told_of_solved_attempts(simulate: Console) -> None:
    missing = {"task": "00003:017", "action": [0.9, 0.8, 0.1]}
    _, (solved, missed) = simulate(lines(SOLVING, missing), "--stable")
    assert isinstance(solved["stable"], bool)
    assert missed["outcome"] == "missed"
    assert "stable" not in missed


def test_null_waits_and_a_missing_action_is_an_error(simulate: Console) -> None:
    code, (waited, bad) = simulate(
        lines({"task": "00003:017", "action": None}, {"task": "00003:017"})
    )
    assert code == 1
    assert waited["outcome"] == "missed"
    assert waited["balls"] == []
    assert bad == {"line": 2, "error": "no `action`", "hint": "`null` waits"}


def test_answers_keep_the_order_of_mixed_tiers_waits_and_bad_lines(simulate: Console) -> None:
    two = {"task": "00101:1000", "action": [0.1, 0.5, 0.1, 0.9, 0.5, 0.2]}
    kinds: list[dict[str, Any]] = [SOLVING, two, {"task": "00101:1000", "action": None}, {}]
    asked = [{**kinds[i % 4], "id": i} for i in range(24)]
    code, rows = simulate(lines(*asked), "--threads", "2")
    assert code == 1
    assert [row["id"] for row in rows] == list(range(24))
    assert [row.get("outcome", "error") for row in rows[:4]] == [
        "solved",
        "missed",
        "missed",
        "error",
    ]
    assert [row["line"] for row in rows if "error" in row] == list(range(4, 25, 4))
    assert "6 of 24 lines went wrong" in simulate.err


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"what", "not JSON"),
        (b"[1, 2]", "not a JSON object"),
        (b"{}", "no `task`"),
        (b'{"task": 5, "action": null}', "`task` is not a task id"),
        (b'{"task": "\xff", "action": null}', "not UTF-8"),
        (b'{"task": "phyre/x:1", "action": null}', "no template named `phyre/x`"),
        (b'{"task": "00003:999", "action": null}', "no task named"),
        (b'{"task": "00003:017", "action": 1}', "not a list of numbers"),
        (b'{"task": "00003:017", "action": {}}', "not a list of numbers"),
        (b'{"task": "00003:017", "action": [1, 1]}', "takes 3 numbers, not shape (2,)"),
        (b'{"task": "00003:017", "action": [1, 1, 1, 1, 1, 1]}', "takes 3 numbers, not shape (6,)"),
        (b'{"task": "00003:017", "action": [1, 1, "1"]}', "more than numbers"),
        (b'{"task": "00003:017", "action": [1, 1, true]}', "more than numbers"),
        (b'{"task": "00003:017", "action": [1, 1, null]}', "more than numbers"),
        (b'{"task": "00003:017", "action": [[1], [1], [1]]}', "more than numbers"),
        (b'{"task": "00003:017", "action": [1, 1, NaN]}', "NaN is not a number"),
        (b'{"task": "00003:017", "action": [1, 1, -Infinity]}', "-Infinity is not a number"),
        (b'{"task": "00003:017", "action": [1, 1, 1e999]}', "beyond all bounds"),
        (b'{"task": "00003:017", "action": [1, 1, 1' + b"0" * 400 + b"]}", "beyond all bounds"),
        (b'{"task": "00003:017", "action": [1, 1, 1' + b"0" * 9000 + b"]}", "not JSON"),
        (b'{"task": "00003:017", "action": null, "id": {}}', "`id` is neither"),
        (b"[" * 50_000, "nested too deep"),
        (b"x" * (_lines.LONGEST_LINE + 1), "longer than"),
        (b"[" + b"1," * 1_000_000, "longer than"),
    ],
    ids=lambda value: value[:60] if isinstance(value, bytes) else "",
)
def test_a_bad_line_says_why_and_the_rest_goes_on(
    line: bytes, error: str, simulate: Console
) -> None:
    code, (before, bad, after) = simulate(lines(SOLVING) + line + b"\n" + lines(SOLVING))
    assert code == 1
    assert before == after
    assert before["outcome"] == "solved"
    assert bad["line"] == 2
    assert error in bad["error"]


def test_empty_lines_are_passed_over_but_counted(simulate: Console) -> None:
    code, rows = simulate(b"\n\n  \n" + lines(SOLVING) + b"\r\nx")
    assert code == 1
    assert [row.get("line") for row in rows] == [None, 6]


def test_a_byte_order_mark_and_a_missing_last_newline_do_no_harm(simulate: Console) -> None:
    code, rows = simulate(b"\xef\xbb\xbf" + lines(SOLVING, SOLVING)[:-1])
    assert code == 0
    assert [row["outcome"] for row in rows] == ["solved", "solved"]


def test_nothing_in_gives_nothing_out(simulate: Console) -> None:
    assert simulate(b"") == (0, [])


def test_files_in_and_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(lines(*[SOLVING] * 3))
    assert main(["simulate", str(source), "-o", str(target)]) == 0
    assert capsys.readouterr() == ("", "")
    assert len(target.read_text().splitlines()) == 3


def test_a_file_is_not_written_over_while_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(lines(SOLVING))
    assert main(["simulate", str(source), "-o", str(source)]) == 2
    assert "both input and output" in capsys.readouterr().err
    assert source.read_bytes() == lines(SOLVING)


class Interrupting(io.BytesIO):
    """A stream that is stopped by Ctrl-C after its first block."""

    def read1(self, size: int | None = -1) -> bytes:
        block = super().read1(size)
        if not block:
            raise KeyboardInterrupt
        return block


def test_ctrl_c_keeps_what_was_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupting(lines(SOLVING, SOLVING))))
    assert main(["simulate"]) == 130
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err == "stopped\n"


def test_blocks_of_any_size_give_the_same_lines() -> None:
    data = b"a\nbb\n\nccc\n" + b"d" * 100 + b"\nlast"
    whole = [line for chunk, _ in _lines.chunks(io.BytesIO(data), 1000) for line in chunk]

    class Dripping(io.BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            return super().read1(3)

    dripped = [line for chunk, _ in _lines.chunks(Dripping(data), 2) for line in chunk]
    assert dripped == whole
    assert [number for number, _ in whole] == [1, 2, 4, 5, 6]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
NAMES = st.sampled_from(["00003:017", "00101:1000", "phyre/tip_the_rod:1001"]) | st.text(
    max_size=30
)
ACTIONS = st.lists(st.floats() | st.integers(), min_size=2, max_size=7) | JSON
OBJECTS = st.fixed_dictionaries({"task": NAMES, "action": ACTIONS}, optional={"id": JSON})


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | (OBJECTS | JSON).map(lambda row: json.dumps(row).encode()))
def test_no_line_breaks_the_reader(line: bytes) -> None:
    found = _lines.read(1, line)
    if isinstance(found, _lines.BadLine):
        row = found.row()
        assert row["error"]
        json.dumps(row, allow_nan=False)
    else:
        assert found.action is None or found.task.actions.one(found.action)
