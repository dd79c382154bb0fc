"""Inspect as Inspect: its command finds the tasks, and any solver answers questions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import registry_info

from topple.cli.main import main
from topple.runs.load import load
from topple.runs.turns import read_turns
from topple.vlm import registry
from topple.vlm.options import asked_of_models, usual_setup
from topple.vlm.plan_questions import plan_of
from topple.vlm.registry import TASKS

NAME = "ladder-phyre"
QUESTIONS = [name for name in asked_of_models() if plan_of(name, usual_setup(name)).asks_plainly]


@solver
def knowing() -> Solver:
    """Answer without a model, and right."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        said = f"<think>It could be anything.</think>\n{state.target.text}"
        state.output = ModelOutput.from_content("none", said)
        state.output.usage = ModelUsage(input_tokens=70, output_tokens=7, total_tokens=77)
        return state

    return solve


@solver
def asking_again() -> Solver:
    """Ask the model twice, the second time whether it is sure."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state = await generate(state)
        state.messages.append(state.messages[1])
        return await generate(state)

    return solve


def evaluated(task: Task, folder: Path, model: str, **more: Any) -> EvalLog:
    quiet: dict[str, Any] = {"log_dir": str(folder), "display": "none"}
    (log,) = inspect_eval(task, model=model, **quiet, **more)
    return log


def means(log: EvalLog) -> dict[str, float]:
    assert log.results is not None
    return {score.name: score.metrics["mean"].value for score in log.results.scores}


def samples_of(log: EvalLog) -> list[EvalSample]:
    assert log.samples is not None
    return log.samples


def test_the_command_of_inspect_finds_the_tasks(tmp_path: Path) -> None:
    """`topple/NAME` is found in an editable install, as in one of a wheel."""
    command = [str(Path(sys.executable).with_name("inspect")), "eval", "topple/deepphy_phyre"]
    command += ["--model", "topple/mock", "--limit", "1", "-T", "history=none"]
    done = subprocess.run(
        [*command, "--display", "none", "--log-dir", str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = tmp_path.glob("*.eval")
    log = read_eval_log(str(path))
    assert log.status == "success"
    assert set(means(log)) == {"success_at_1", "success_at_10"}


def test_names_have_the_package_once_however_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[str] = []
    for installed in ("topple", None):
        monkeypatch.setattr(
            "inspect_ai._util.registry.get_installed_package_name", lambda of, own=installed: own
        )
        made = registry._register("some-name", "", {}, lambda chosen: Task())
        found.append(registry_info(made).name)
    assert found == ["topple/some_name"] * 2


@pytest.mark.parametrize("name", ["ladder-phyre", "rebuild-pool", "counterfactual-iphyre"])
def test_a_solver_that_knows_the_answer_is_right(name: str, tmp_path: Path) -> None:
    log = evaluated(TASKS[name](limit=3), tmp_path, "topple/mock", solver=knowing())
    assert log.status == "success"
    assert means(log)["success_at_1"] == 1


def test_a_question_is_a_sample_with_words_pictures_and_answer(tmp_path: Path) -> None:
    plan = plan_of(NAME, usual_setup(NAME), limit=1)
    (key,) = plan.items()
    task = TASKS[NAME](limit=1)
    (sample,) = task.dataset
    assert not isinstance(sample.input, str)
    system, user = sample.input
    asked = plan.begin(key).question()
    assert system.text == asked.system
    assert user.text == "\n".join(part for part in asked.parts if isinstance(part, str))
    shown = [
        part.image for part in user.content if not isinstance(part, str) and part.type == "image"
    ]
    assert shown == [picture.address for picture in asked.pictures]
    assert sample.target == plan.voice.truth(plan.task(key[1]))
    assert sample.target


def test_epochs_are_apart(tmp_path: Path) -> None:
    log = evaluated(TASKS[NAME](limit=2), tmp_path, "topple/oracle", epochs=2)
    assert sorted(sample.epoch for sample in samples_of(log)) == [1, 1, 2, 2]
    assert means(log)["success_at_1"] == 1


def test_one_question_is_chosen_by_its_id(tmp_path: Path) -> None:
    wanted = f"0:{plan_of(NAME, usual_setup(NAME), limit=4).items()[2][1]}"
    log = evaluated(TASKS[NAME](limit=4), tmp_path, "topple/oracle", sample_id=wanted)
    assert [sample.id for sample in samples_of(log)] == [wanted]


def test_what_another_solver_did_becomes_a_run(tmp_path: Path) -> None:
    """All tokens of a sample count, also those of questions before the last."""
    log = evaluated(TASKS[NAME](limit=4), tmp_path, "topple/oracle", solver=asking_again())
    assert all(len(sample.messages) == 5 for sample in samples_of(log))
    known = evaluated(TASKS[NAME](limit=4), tmp_path, "topple/mock", solver=knowing())
    for number, each in enumerate((log, known)):
        folder = tmp_path / str(number)
        assert main(["import", "inspect", each.location, "--out", str(folder)]) == 0
        run = load(folder)
        assert run.finished
        assert run.counts.passed.sum() == 4
        plan = plan_of(NAME, usual_setup(NAME), limit=4)
        wanted = {key[1]: plan.begin(key).question().digest for key in plan.items()}
        assert {turn["task"]: turn["asked"] for turn in read_turns(folder)} == wanted
    assert load(tmp_path / "1").results.tokens.tolist() == [77] * 4


def test_games_are_asked_by_their_own_solver(tmp_path: Path) -> None:
    log = evaluated(TASKS["deepphy-phyre"](limit=2), tmp_path, "topple/mock", solver=knowing())
    assert log.status == "error"
    assert log.error is not None
    assert "`deepphy-phyre` is a game of many questions" in log.error.message


def test_ladders_probes_and_single_questions_take_any_solver() -> None:
    games = [name for name in asked_of_models() if name not in QUESTIONS]
    assert {name.partition("-")[0] for name in games} == {"deepphy", "physiq"}
    assert [name for name in games if name.startswith("physiq")] == ["physiq-insertion"]
