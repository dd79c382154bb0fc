"""The small policy of the docs learns from exported tasks and answers over HTTP."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from topple.cli.main import main
from topple.runs.load import load

torch = pytest.importorskip("torch")
uvicorn = pytest.importorskip("uvicorn")

STUDENT = Path(__file__).resolve().parents[2] / "docs" / "examples" / "student"
TINY = ("--width", "48", "--layers", "1", "--side", "32", "--batch", "8", "--rate", "0.006")


def command(data: Path, out: Path, steps: int, save: int = 0) -> list[str]:
    numbers = ["--steps", str(steps), "--save", str(save), *TINY]
    return [str(STUDENT / "train.py"), "--data", str(data), "--out", str(out), *numbers]


def train(words: list[str]) -> None:
    """Run the program in this process, which has loaded torch already."""
    torch.set_num_threads(1)  # tiny networks are slower on several
    path = [str(STUDENT), *sys.path]
    with patch.object(sys, "argv", words), patch.object(sys, "path", path):
        runpy.run_path(words[0], run_name="__main__")


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lessons") / "pool"
    options = ["--train", "conversations", "--limit", "4", "--out", str(folder)]
    assert main(["export", "pool-prediction", *options]) == 0
    return folder


@pytest.fixture(scope="module")
def weights(lessons: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("student")
    train(command(lessons, out, 200, 60))
    return out / "student.pt"


@pytest.fixture
def address(weights: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.syspath_prepend(str(STUDENT))
    import serve  # type: ignore[import-not-found]

    app = serve.app_of(serve.Student(weights))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    (socket,) = server.servers[0].sockets
    yield f"http://127.0.0.1:{socket.getsockname()[1]}/v1"
    server.should_exit = True
    thread.join()


def said(address: str, body: dict[str, Any]) -> str:
    request = urllib.request.Request(
        f"{address}/chat/completions",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as reply:
        return str(json.load(reply)["choices"][0]["message"]["content"])


def test_it_answers_what_it_was_taught_and_is_scored_like_any_model(
    lessons: Path, address: str, tmp_path: Path
) -> None:
    chats = tmp_path / "chats"
    options = ["--train", "messages", "--limit", "4", "--out", str(chats)]
    assert main(["export", "pool-prediction", *options]) == 0
    for line in (chats / "train.jsonl").read_text().splitlines():
        *asked, answer = json.loads(line)["messages"]
        assert said(address, {"model": "student", "messages": asked}) == answer["content"]
    run = tmp_path / "run"
    reached = ["--model", "openai/student", "--base-url", address, "--out", str(run)]
    assert main(["eval", "pool-prediction", "--limit", "8", *reached]) == 0
    found = load(run)
    assert len(found.results) == 8
    assert found.settings.agent == "openai/student"
    turns = [json.loads(line) for line in (run / "turns.jsonl").read_text().splitlines()]
    assert all(turn["read"] is not None for turn in turns), "every answer has the form it learnt"


def test_it_does_not_repeat_an_attempt_that_the_question_lists(lessons: Path, address: str) -> None:
    row = json.loads((lessons / "train.jsonl").read_text().splitlines()[0])
    asked = [{"role": "system", "content": row["conversations"][0]["value"]}]
    tried: list[str] = []
    for _ in range(4):
        question = {"role": "user", "content": "\n".join(["Your earlier attempts:", *tried])}
        tried.append(said(address, {"messages": [*asked, question]}))
    assert len(set(tried)) == 4


def test_training_continues_to_the_same_weights_after_a_kill(lessons: Path, tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    train(command(lessons, whole, 12))
    process = subprocess.Popen(
        [sys.executable, *command(lessons, torn, 12)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
    )
    while not (torn / "state.pt").exists():
        assert process.poll() is None
        time.sleep(0.001)
    process.kill()
    process.wait()
    begun = torch.load(torn / "state.pt", weights_only=True)["step"]
    assert 1 <= begun < 12
    train(command(lessons, torn, 12))
    one, other = (torch.load(f / "student.pt", weights_only=True)["weights"] for f in (whole, torn))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_packed_lessons_teach_the_same(lessons: Path, tmp_path: Path) -> None:
    packed = tmp_path / "lessons.npz"
    train([str(STUDENT / "train.py"), "--data", str(lessons), "--pack", str(packed), *TINY])
    assert packed.stat().st_size < sum(f.stat().st_size for f in lessons.rglob("*") if f.is_file())
    for data, out in ((lessons, "folder"), (packed, "packed")):
        train(command(data, tmp_path / out, 3))
    one, other = (
        torch.load(tmp_path / out / "student.pt", weights_only=True)["weights"]
        for out in ("folder", "packed")
    )
    assert all(torch.equal(one[name], other[name]) for name in one)
