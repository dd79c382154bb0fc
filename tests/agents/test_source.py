"""An edited agent is another agent: its run neither goes on nor counts as finished."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from topple.agents import make_agent
from topple.cli.main import main

AGENT = """
from topple.agents import Agent, agent
{imports}

@agent("own/fix", version=1)
class Fix(Agent):
    def act(self, task, past):
        return {answer}
"""
DRAW = "def answer(task, rng):\n    return task.actions.sample(rng)\n"
FILES = {
    "own_fix.py": AGENT.format(
        imports="import fix_helper", answer="fix_helper.answer(task, self.rng)"
    ),
    "fix_helper.py": "from fix_deep.place import answer\n",
    "fix_deep/__init__.py": "",
    "fix_deep/place.py": DRAW,
    "fix_package/__init__.py": "",
    "fix_package/agents.py": AGENT.format(
        imports="from .parts import rule", answer="rule.answer(task, self.rng)"
    ),
    "fix_package/parts/__init__.py": "",
    "fix_package/parts/rule.py": DRAW,
    "fix_other.py": "NOTHING = 0\n",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    forget()


def forget() -> None:
    """Let the next load be that of a new process."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("own_fix", "fix_helper", "fix_deep", "fix_package"):
            del sys.modules[name]


def play(agent: str, *more: str) -> int:
    forget()
    return main(["eval", "phyre-b-within", "--limit", "2", "--agent", agent, *more])


@pytest.mark.parametrize(
    ("agent", "edited"),
    [
        ("own_fix.py:Fix", "own_fix.py"),
        ("own_fix.py:Fix", "fix_deep/place.py"),
        ("fix_package.agents:Fix", "fix_package/parts/rule.py"),
    ],
)
def test_an_edited_agent_does_not_go_on_with_another_ones_run(
    agent: str, edited: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(agent) == 0
    (run,) = (home / "runs").glob("phyre-b-within-own-fix-*")
    before = (run / "attempts.jsonl").read_bytes()
    (home / "fix_other.py").write_text("NOTHING = 1\n")
    assert play(agent) == 0
    assert "is finished: nothing left to do" in capsys.readouterr().err

    (home / edited).write_text((home / edited).read_text() + "# other\n")
    for finished in (True, False):
        if not finished:
            (run / "finished.json").unlink()
        assert play(agent) == 2
        said = capsys.readouterr().err
        assert "the file of the agent, or one that it imports, has changed since" in said
        assert "hint: an edited agent is another agent: give another folder with --out" in said
        assert "nothing left to do" not in said
    assert (run / "attempts.jsonl").read_bytes() == before
    assert play(agent, "--out", "again") == 0


def test_the_hash_is_that_of_the_text_not_of_its_place(home: Path) -> None:
    first = make_agent("own_fix.py:Fix").source
    (home / "elsewhere").mkdir()
    for name, text in FILES.items():
        (home / "elsewhere" / name).parent.mkdir(exist_ok=True)
        (home / "elsewhere" / name).write_text(text)
    assert make_agent("elsewhere/own_fix.py:Fix").source == first != ""


def test_agents_of_topple_have_versions_instead(tmp_path: Path) -> None:
    out = tmp_path / "run"
    line = ["eval", "phyre-b-within", "--agent", "random", "--limit", "1", "--out", str(out)]
    assert main(line) == 0
    assert "source" not in json.loads((out / "run.json").read_text())["agent"]
