"""`topple train`."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from topple import protocols
from topple.cli.main import main
from topple.runs.folder import hold
from topple.runs.load import load
from topple.tasks.protocol import Protocol, Split

torch = pytest.importorskip("torch")

NAMES = tuple(f"phyre/off_the_ledge@1:{i:03d}" for i in range(5))
SPLITS = [
    Split(NAMES[:2], NAMES[2:3], NAMES[3:]),
    Split(NAMES[3:], NAMES[2:3], NAMES[:2]),
]
SMALL = Protocol("small", "A few tasks.", "phyre", (0, 1), SPLITS.__getitem__)
POSTS = tuple(f"birds/behind_a_post@1:{i:03d}" for i in range(3))
PARTS = Split(POSTS[:2], (), POSTS[2:])
BIRDS = Protocol("birds", "A few tasks.", "birds", (0,), lambda fold: PARTS, plays_on=True)
TINY = ["updates=55", "batch=2", "hidden=4", "width=1", "actions=60", "ranked=30"]
SET = [part for setting in TINY for part in ("--set", setting)]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    known = {"small": SMALL, "birds": BIRDS}
    monkeypatch.setattr(protocols, "find", lambda kind, fits, name: known.get(name))
    monkeypatch.setattr(protocols, "all_protocols", lambda: known)
    monkeypatch.chdir(tmp_path)


def train(*more: str, agent: str = "dqn") -> int:
    return main(["train", "small", "--agent", agent, "--out", "models/a", *SET, *more])


def test_two_trainings_never_share_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with hold(Path("models/a")):
        assert train() == 2
    assert "models/a is being written by another process" in capsys.readouterr().err


DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "no network": lambda row: row.pop("network"),
    "other settings": lambda row: row.update(settings={"hidden": 4}),
    "no numbers": lambda row: next(iter(row["network"].values())).fill_(float("nan")),
    "one setting more": lambda row: row["settings"].update(more=1),
}


def test_a_damaged_model_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert train() == 0
    path = tmp_path / "models" / "a" / "model.pt"
    whole = path.read_bytes()
    for name, damage in DAMAGES.items():
        row = torch.load(io.BytesIO(whole), weights_only=True)
        damage(row)
        torch.save(row, path)
        capsys.readouterr()
        assert train() == 2, name
        assert "model" in capsys.readouterr().err


def test_training_makes_a_model_and_says_when_there_is_nothing_left(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert train() == 0
    out, err = capsys.readouterr()
    assert out.startswith("models/a: 55 updates in ")
    assert err.startswith("dqn learns from 3 tasks of small, fold 0; Ctrl-C saves")
    assert "topple eval small --agent dqn --set model=models/a" in err
    assert {path.name for path in (tmp_path / "models" / "a").iterdir()} == {
        "lock",
        "model.pt",
        "training.jsonl",
    }
    assert len(list((tmp_path / "models" / ".practice").rglob("*.npy"))) == 3, "train and dev"
    assert train() == 0
    assert "is finished: nothing left to do" in capsys.readouterr().err
    assert train("--set", "hidden=5") == 2
    assert "models/a holds another training: hidden is 4, not 5" in capsys.readouterr().err
    assert train("--fold", "1") == 2
    assert "other tasks" in capsys.readouterr().err


def test_a_run_records_how_its_model_was_trained(tmp_path: Path) -> None:
    assert train() == 0
    words = ["--agent", "dqn", "--set", "model=models/a", "--set", "ranked=30"]
    assert main(["eval", "small", *words, "--out", "run"]) == 0
    run = load(tmp_path / "run")
    assert run.finished is not None
    trained = run.finished.training[0]
    assert (trained.updates, trained.settings["width"]) == (55, 1)
    assert run.settings.agent_settings["width"] == 64, "the setting of `eval`, which loads a model"
    assert main(["report", "run", "--out", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "55 updates in " in page
    assert "hidden=4, width=1, actions=100000, ranked=30, model=models/a" in page
    assert "width=64" not in page
    # A run of before this was recorded shows what it was told, and not the usual settings.
    finished = tmp_path / "run" / "finished.json"
    told = json.loads(finished.read_text())
    del told["training"]
    finished.write_text(json.dumps(told))
    assert main(["report", "run", "--out", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "ranked=30, model=models/a" in page
    assert "learning_rate=" not in page


def test_ctrl_c_saves_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from topple.worlds.phyre.agents.dqn.training import Updates

    make = Updates.make

    def and_stop(self: Updates, number: int, rate: float) -> None:
        make(self, number, rate)
        if number == 6:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Updates, "make", and_stop)
    assert train("--cache", "kept") == 130
    err = capsys.readouterr().err
    assert "stopping, to save the training" in err
    assert "saved after 7 updates" in err
    assert "outcomes and training are saved. Continue with:\n  topple " in err
    monkeypatch.setattr(Updates, "make", make)
    assert train("--cache", "kept", "--dev", "--json") == 2, "without dev it was another training"
    capsys.readouterr()
    assert train("--cache", "kept", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["updates"], found["resumed"], found["model"]) == (55, 7, "models/a")
    assert found["solved"] > 0


def test_a_model_that_has_hardly_learnt_is_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from topple.agents._training.clock import Clock

    monkeypatch.setattr(Clock, "share", lambda clock, update: float(update >= 2))
    assert train("--minutes", "5") == 0
    out, err = capsys.readouterr()
    assert "fold 0 for 5 minutes at most;" in err
    assert out.startswith("models/a: 2 updates in ")
    assert "it has hardly learnt: its settings ask for 55 updates" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["train", "small", "--agent", "random", "--out", "x"], "cannot be trained"),
        (["train", "small", "--agent", "dqm", "--out", "x"], "did you mean `dqn`?"),
        (["train", "smal", "--agent", "dqn", "--out", "x"], "did you mean `small`?"),
        (["train", "small", "--agent", "dqn", "--out", "x", "--fold", "7"], "no fold 7"),
        (["train", "small", "--agent", "dqn", "--out", "x", "--minutes", "0"], "above 0"),
        (["train", "birds", "--agent", "dqn", "--out", "x"], "`dqn` plays phyre"),
        (["train", "small", "--out", "x"], "add --agent and one of"),
    ],
)
def test_misuse_is_named(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err


def test_learners_of_birds_are_trained_and_tested_by_the_same_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tiny = ["updates=2", "batch=2", "round_games=2", "round_updates=1", "width=1"]
    settings = [part for setting in tiny for part in ("--set", setting)]
    words = ["train", "birds", "--agent", "ddqn", "--out", "m", "--device", "cpu", *settings]
    assert main([*words, "--threads", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("m: 2 updates in ")
    assert "topple eval birds --agent ddqn --set model=m" in err
    assert main(["eval", "birds", "--agent", "ddqn", "--set", "model=m", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["attempts"] == [1, 1]
    assert main(["train", "small", "--agent", "ddqn", "--out", "n", *settings]) == 2
    assert "agent `ddqn` plays birds; the tasks of `small` are of phyre" in capsys.readouterr().err
    environments = ["--set", "environments=1", "--set", "round_shots=2"]
    ppo = ["--set", "shots=2", "--set", "batch=2", "--set", "epochs=1", "--set", "width=1"]
    pytest.importorskip("stable_baselines3")
    words = ["train", "birds", "--agent", "ppo", "--out", "p", "--device", "cpu"]
    assert main([*words, *environments, *ppo, "--threads", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["updates"] == 2
