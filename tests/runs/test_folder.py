"""Run folders: what is recorded stays, and what is wrong is said."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from topple.errors import RunError
from topple.runs.folder import ATTEMPTS, SETTINGS, RunFolder
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

ASKED = {"format": 1, "seed": 0, "made_by": {"started": "now"}}


def attempt(number: int) -> Attempt:
    return Attempt(0, "phyre/off_the_ledge@1:000", number, (0.5, 0.25, 0.1), Outcome.MISSED, 7)


def test_attempts_come_back_as_they_went_in(tmp_path: Path) -> None:
    made = [attempt(1), attempt(2)]
    with RunFolder(tmp_path / "run", ASKED) as folder:
        for each in made:
            folder.append(each)
    with RunFolder(tmp_path / "run", ASKED) as folder:
        assert list(folder.attempts()) == made


def test_other_settings_are_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, ASKED):
        pass
    with pytest.raises(RunError, match="its `seed` is 0, not 1"):
        RunFolder(tmp_path, {**ASKED, "seed": 1})
    with RunFolder(tmp_path, {**ASKED, "made_by": {"started": "later"}}):
        pass


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"format": 2}', "run format 2; this Topple reads format 1"),
        ("[]", "run format null"),
        ("{", "not JSON"),
    ],
)
def test_settings_that_cannot_be_read_are_refused(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_text(text)
    with pytest.raises(RunError, match=says):
        RunFolder(tmp_path, ASKED)
    assert (tmp_path / SETTINGS).read_text() == text


def test_attempts_without_settings_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / ATTEMPTS).write_text("something\n")
    with pytest.raises(RunError, match=r"holds no run: it has attempts\.jsonl"):
        RunFolder(tmp_path, ASKED)
    assert (tmp_path / ATTEMPTS).read_text() == "something\n"


@pytest.mark.parametrize("torn", ['{"fold": 0, "ta', attempt(3).to_line(), "x" * 200_000])
def test_a_torn_last_line_is_dropped(torn: str, tmp_path: Path) -> None:
    with RunFolder(tmp_path, ASKED) as folder:
        folder.append(attempt(1))
    with (tmp_path / ATTEMPTS).open("a") as file:
        file.write(torn)
    with RunFolder(tmp_path, ASKED) as folder:
        assert folder.dropped == len(torn)
        assert list(folder.attempts()) == [attempt(1)]
        folder.append(attempt(2))
        assert list(folder.attempts()) == [attempt(1), attempt(2)]


def test_a_broken_line_in_the_middle_is_an_error(tmp_path: Path) -> None:
    with RunFolder(tmp_path, ASKED) as folder:
        folder.append(attempt(1))
    with (tmp_path / ATTEMPTS).open("a") as file:
        file.write("rubbish\n" + attempt(2).to_line() + "\n")
    before = (tmp_path / ATTEMPTS).read_bytes()
    with RunFolder(tmp_path, ASKED) as folder, pytest.raises(RunError, match="line 2"):
        list(folder.attempts())
    assert (tmp_path / ATTEMPTS).read_bytes() == before


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from topple.runs.folder import RunFolder;"
        f"RunFolder(Path(sys.argv[1]), {ASKED!r})"
    )
    with RunFolder(tmp_path, ASKED):
        other = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
        )
    assert other.returncode == 1
    assert "is being written by another process (process " in other.stderr
    with RunFolder(tmp_path, ASKED):
        pass


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot write to"):
        RunFolder(tmp_path / "file" / "run", ASKED)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """The limit on file size fails as a full disk does, in the middle of a line."""
    with RunFolder(tmp_path, ASKED) as folder:
        folder.append(attempt(1))
        size = (tmp_path / ATTEMPTS).stat().st_size
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, before[1]))
        try:
            with pytest.raises(RunError, match="no room left"):
                folder.append(attempt(2))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (tmp_path / ATTEMPTS).stat().st_size == size
        folder.append(attempt(2))
        assert list(folder.attempts()) == [attempt(1), attempt(2)]


def test_numbers_that_are_none_leave_valid_json(tmp_path: Path) -> None:
    odd = Attempt(0, "t", 1, (float("nan"), float("inf"), 0.5), Outcome.INVALID)
    row = json.loads(odd.to_line(), parse_constant=lambda text: pytest.fail(text))
    assert row["action"] == [None, None, 0.5]


def test_a_folder_with_other_files_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(RunError, match=r"holds no run: it has thesis\.tex"):
        RunFolder(tmp_path, ASKED)
    assert not (tmp_path / SETTINGS).exists()


def test_a_run_killed_while_it_was_set_up_begins_again(tmp_path: Path) -> None:
    (tmp_path / "run.part").write_text('{"form')
    with RunFolder(tmp_path, ASKED):
        assert (tmp_path / SETTINGS).exists()


def test_another_run_is_named_by_what_differs(tmp_path: Path) -> None:
    first = {"format": 1, "agent": {"name": "random", "version": 1}, "made_by": {"command": "a"}}
    with RunFolder(tmp_path / "run", first):
        pass
    other = {**first, "agent": {"name": "memory", "version": 1}, "made_by": {"command": "b"}}
    with pytest.raises(RunError, match='its `agent name` is "random", not "memory"'):
        RunFolder(tmp_path / "run", other)


def test_a_folder_of_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match=r"is not empty and holds no run: it has notes.txt"):
        RunFolder(tmp_path, {"format": 1})
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
