"""Commands that Topple prints work where they are printed."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from topple import installed
from topple.errors import MissingExtra

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


def test_the_distribution_has_a_name_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["name"] == installed.DISTRIBUTION == "topple-bench"
    listed = [each for extra in project["optional-dependencies"].values() for each in extra]
    assert [each for each in listed if re.match(r"topple\b(?!-bench)", each)] == []


def test_no_page_and_no_hint_installs_a_package_of_another_name() -> None:
    written = [
        path
        for folder in ("src", "docs", "tools", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md", ".html", ".sh") and path != Path(__file__)
    ]
    named = [
        path
        for path in written
        if re.search(r"pip install '?topple\b(?!-bench)|topple\[", path.read_text(encoding="utf-8"))
    ]
    assert named == []
    assert "'topple[" not in (ROOT / "Makefile").read_text()


def test_a_program_is_named_by_its_path_unless_the_shell_finds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert installed.program("python") == str(BIN / "python")
    monkeypatch.chdir(BIN.parent)
    assert installed.program("python") == f"{BIN.name}/python"
    monkeypatch.setenv("PATH", str(BIN))
    assert installed.program("python") == "python"


def test_an_extra_is_added_by_distribution_or_from_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(BIN))
    monkeypatch.setattr(metadata, "distribution", lambda name: name)
    assert MissingExtra("it", "gym").hint == "python -m pip install 'topple-bench[gym]'"

    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    assert MissingExtra("it", "gym").hint == f"python -m pip install '{ROOT}[gym]'"
