"""Inspect's logs as run folders: the same as if `topple eval` had asked."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from topple.cli.main import main
from topple.errors import BadInput
from topple.prompting.predictions import tally
from topple.runs.turns import read_turns
from topple.vlm.answered import ATTEMPTS, TURNS
from topple.vlm.convert import convert
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.page import page
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import predictions
from topple.vlm.registry import TASKS

Say = Callable[[Any, Any, Any, Any], ModelOutput]
MODEL = "mockllm/model"
OPTIONS = {"temperature": 0.1, "max_tokens": 4096}
STRICT = {"mode": "strict", "shots": 0, "frames": 1}
PHYRE = {"form": "5x5x5", "history": "1x2", "parameters": False, "pictures": 0}
CASES: dict[str, tuple[Callable[[], Task], dict[str, Any], str]] = {
    "deepphy-phyre-classic": (
        lambda: TASKS["deepphy-phyre"](mode="classic", format="wm", history="1x2", limit=1),
        {**PHYRE, "format": "wm", "classic": True},
        "Prediction: it rolls.\nGoal: no\nFirst touch: {0}\nAction: cell: {1}, radius: 2",
    ),
    "deepphy-birds": (
        lambda: TASKS["deepphy-birds"](format="wm", limit=4),
        {**PHYRE, "form": "angle-power", "history": "5x5", "format": "wm", "classic": False},
        "Prediction: it flies.\nPigs destroyed: none\nGoal: no\nAction: shoot({1}, 0.9)",
    ),
    "physiq-ranking": (lambda: TASKS["physiq-ranking"](limit=6), STRICT, "[1, 2, 3, 4]"),
    "physiq-insertion": (
        lambda: TASKS["physiq-insertion"](limit=4),
        STRICT,
        '{{"x": {1}7, "y": 200, "radius": 9}}',
    ),
}


def _store(log: EvalLog) -> dict[str, Any]:
    assert log.samples
    return log.samples[0].store


def _run(log: EvalLog) -> dict[str, Any]:
    assert log.eval.metadata
    found: dict[str, Any] = log.eval.metadata["run"]
    return found


DAMAGES: dict[str, Callable[[EvalLog], object]] = {
    "no protocol": lambda log: _run(log).pop("protocol"),
    "protocol of another type": lambda log: _run(log).update(protocol=7),
    "folds of another type": lambda log: _run(log).update(folds="../../etc"),
    "unknown mode": lambda log: _run(log).update(asking={**STRICT, "mode": "<b>\x1b[2J"}),
    "no task": lambda log: [each.metadata.pop("task") for each in log.samples or ()],
    "a line that is none": lambda log: _store(log).update({ATTEMPTS: ["{"]}),
    "a number as a line": lambda log: _store(log).update({ATTEMPTS: [7]}),
    "a doubled attempt": lambda log: _store(log).update({ATTEMPTS: _store(log)[ATTEMPTS] * 2}),
    "another task": lambda log: _store(log).update(
        {ATTEMPTS: [_store(log)[ATTEMPTS][0].replace("physiq-ranking", "../../x")]}
    ),
    "a turn that is none": lambda log: _store(log).update({TURNS: [{"task": "x"}]}),
    "turns that are no list": lambda log: _store(log).update({TURNS: 7}),
}


@pytest.fixture(scope="module")
def ranking_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    task, _, answer = CASES["physiq-ranking"]
    folder = tmp_path_factory.mktemp("logs")
    return Path(logged(task(), folder, says(answer, broken=False)).location)


def says(answer: str, *, broken: bool = True) -> Say:
    """Answer with an action, with words that are none, and now and then not at all."""
    seen: dict[str, int] = {}

    def say(messages: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        asked = "".join(message.model_dump_json(include={"content"}) for message in messages)
        number = seen.setdefault(asked, len(seen))
        if broken and number % 8 == 3:
            raise ConnectionError("out of order")
        if broken and number % 8 == 7:
            # Without a count Inspect would load a tokenizer from the network.
            return ModelOutput(model=MODEL, error="out of order", usage=ModelUsage())
        text = answer.format(("black", "wall")[number % 2], 7 + number % 20)
        found = ModelOutput.from_content(MODEL, "No idea." if number % 3 == 1 else text)
        found.usage = ModelUsage(
            input_tokens=100,
            output_tokens=number,
            total_tokens=100 + number,
            total_cost=number / 1e6,
        )
        return found

    return say


def logged(task: Task, folder: Path, say: Say, **more: Any) -> EvalLog:
    model = get_model(MODEL, custom_outputs=say, memoize=False)
    quiet: dict[str, Any] = {"log_dir": str(folder), "max_samples": 1, "display": "none"}
    (log,) = inspect_eval(task, model=model, fail_on_error=False, **quiet, **more)
    return log


def evaluated(plan: ModelPlan, folder: Path, say: Say) -> None:
    model = get_model(MODEL, custom_outputs=say, memoize=False)
    evaluate_model(plan, folder, Running(concurrency=1, pause_s=0), model=model)


def held(folder: Path) -> dict[str, Any]:
    """Give all that a run folder says but for what making it took, and when."""
    lines = (folder / "attempts.jsonl").read_text().splitlines()
    found: dict[str, Any] = {
        "run": {**json.loads((folder / "run.json").read_text()), "made_by": None},
        "attempts": [{**json.loads(line), "wall_ms": 0} for line in lines],
        "turns": [
            {**turn, "spent": {**turn["spent"], "wall_ms": 0}} for turn in read_turns(folder)
        ],
    }
    end = folder / "finished.json"
    found["finished"] = {**json.loads(end.read_text()), "wall_s": 0} if end.exists() else None
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_log_becomes_the_run_that_topple_makes(name: str, tmp_path: Path) -> None:
    """Line by line, faults and all; the same command then goes on with either."""
    task, asking, answer = CASES[name]
    # Inspect itself asks single questions, and keeps nothing of those without an answer.
    games = name != "physiq-ranking"
    log = logged(task(), tmp_path / "logs", says(answer, broken=games))
    limit = (log.eval.metadata or {})["run"]["limit"]
    plan = plan_of(name, asking, MODEL, limit=limit, options=OPTIONS)
    out, ours = tmp_path / "converted", tmp_path / "ours"
    attempts = convert(Path(log.location), out)
    evaluated(plan, ours, says(answer, broken=games))
    found = held(out)
    assert attempts == len(found["attempts"])
    assert found == held(ours)
    ends = {row["outcome"] for row in found["attempts"]}
    assert ends >= {"missed", "unreadable", *(["failed"] if games else [])}
    assert page(out, 1) == page(ours, 1)
    for folder in (out, ours):
        evaluated(plan, folder, says(answer, broken=False))
    assert held(out) == held(ours)
    assert held(out)["finished"] is not None


def test_a_converted_run_tells_its_predictions(tmp_path: Path) -> None:
    task, _, answer = CASES["deepphy-phyre-classic"]
    log = logged(task(), tmp_path / "logs", says(answer, broken=False))
    convert(Path(log.location), tmp_path / "run")
    read = Counter(turn["outcome"] for turn in read_turns(tmp_path / "run"))
    goal, touch = tally(predictions(tmp_path / "run"))
    assert (goal.name, touch.name) == ("goal", "first_touch")
    assert goal.said == touch.said == read["solved"] + read["missed"] > 0


def test_a_baseline_keeps_its_seed(tmp_path: Path) -> None:
    """Play by Inspect's door and without Inspect."""
    model = get_model("topple/mock", seed=3, memoize=False)
    task = TASKS["deepphy-phyre"](history="1x2", limit=4)
    (log,) = inspect_eval(task, model=model, log_dir=str(tmp_path / "logs"), display="none")
    assert main(["import", "inspect", log.location, "--out", str(tmp_path / "converted")]) == 0
    asking = {**PHYRE, "format": "vla", "classic": False}
    plan = plan_of("deepphy-phyre", asking, "topple/mock", limit=4, seed=3)
    play_directly(plan, tmp_path / "directly")
    assert held(tmp_path / "converted") == held(tmp_path / "directly")
    assert log.results is not None
    names = {score.name for score in log.results.scores}
    assert names == {"success_at_1", "success_at_10"}


def test_settings_of_inspect_that_change_answers_are_kept(tmp_path: Path) -> None:
    task, _, answer = CASES["physiq-ranking"]
    more = {"temperature": 0.7, "top_p": 0.5, "seed": 5, "max_retries": 2}
    log = logged(task(), tmp_path / "logs", says(answer), **more)
    convert(Path(log.location), tmp_path / "run")
    settings = json.loads((tmp_path / "run" / "run.json").read_text())
    assert settings["seed"] == 5
    options = {"temperature": 0.7, "max_tokens": 4096, "top_p": 0.5}
    assert settings["agent"]["settings"].items() >= options.items()
    assert len(settings["agent"]["settings"]) == 1 + len(options)


def test_what_a_limit_of_inspect_cut_short_is_kept(tmp_path: Path) -> None:
    """An answer has 100 tokens and more."""
    task = TASKS["deepphy-phyre"](history="none", limit=1)
    say = says("Action: cell 99, radius 1", broken=False)
    log = logged(task, tmp_path / "logs", say, token_limit=600)
    out = tmp_path / "run"
    attempts = convert(Path(log.location), out)
    assert 0 < attempts < 10
    found = held(out)
    assert len(found["turns"]) == attempts
    assert found["finished"] is None


def test_a_log_of_several_epochs_is_no_run(tmp_path: Path) -> None:
    task, _, answer = CASES["physiq-ranking"]
    log = logged(task(), tmp_path / "logs", says(answer), epochs=2)
    with pytest.raises(BadInput, match="several epochs"):
        convert(Path(log.location), tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("part", ["world", "reading"])
def test_a_log_of_another_version_is_not_converted(part: str, tmp_path: Path) -> None:
    task, _, answer = CASES["physiq-ranking"]
    log = read_eval_log(logged(task(), tmp_path / "logs", says(answer)).location)
    assert log.eval.metadata is not None
    run = log.eval.metadata["run"]
    if part == "world":
        run["world"]["version"] += 1
    else:
        del run["reading"]  # as before readings had versions
    write_eval_log(log, log.location)
    with pytest.raises(BadInput, match="asks other questions"):
        convert(Path(log.location), tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_or_forged_log_is_an_error(
    damage: str, tmp_path: Path, ranking_log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.json"
    log = read_eval_log(str(ranking_log))
    DAMAGES[damage](log)
    write_eval_log(log, str(path))
    assert main(["import", "inspect", str(path), "--out", str(tmp_path / "run")]) == 2
    assert "error: " in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("part", [0.3, 0.9])
def test_half_a_log_is_an_error(part: float, tmp_path: Path, ranking_log: Path) -> None:
    data = ranking_log.read_bytes()
    (tmp_path / "half.eval").write_bytes(data[: int(part * len(data))])
    with pytest.raises(BadInput, match="is not a log of Inspect"):
        convert(tmp_path / "half.eval", tmp_path / "run")


def test_what_is_no_log_is_not_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in (("a.eval", "no log"), ("b.json", "{}"), ("c.json", "no"), ("d.txt", "")):
        (tmp_path / name).write_text(content)
    with zipfile.ZipFile(tmp_path / "e.eval", "w") as archive:
        archive.writestr("other.txt", "no log")
    out = tmp_path / "run"
    for name in ("a.eval", "b.json", "c.json", "d.txt", "e.eval", "missing.eval"):
        assert main(["import", "inspect", str(tmp_path / name), "--out", str(out)]) == 2
        error, hint = capsys.readouterr().err.splitlines()
        assert name in error
        assert "`inspect eval topple/...` writes logs" in hint
    assert not out.exists()
