"""The Python front: the same few names for every world."""

from __future__ import annotations

import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest

import topple
from topple.errors import BadAction, BadInput, MissingExtra, RunError, UnknownName
from topple.installed import install_command
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world, world_names

PNG = b"\x89PNG"
LONGEST = 200  # characters of a repr

every_world = pytest.mark.parametrize("name", world_names())


def example(name: str) -> Task:
    return topple.task(world(name).example)


def test_dir_lists_the_front_and_everything_in_it_exists() -> None:
    assert dir(topple) == sorted(topple.__all__)
    assert all(getattr(topple, name) for name in topple.__all__)


@every_world
def test_a_world_lists_its_public_names_only(name: str) -> None:
    package = sys.modules[world(name).package]
    assert dir(package) == sorted(package.__all__)


@every_world
def test_a_solution_and_a_wait_are_simulated_in_one_call(name: str) -> None:
    task = example(name)
    solution = world(name).solution(task)
    batch = topple.simulate(task, [solution, None])
    assert batch.solved.tolist() == [True, False]
    assert [played.outcome for played in batch] == [batch.outcome(0), batch.outcome(1)]
    assert batch[0].steps == batch.steps[0] > 0
    assert batch.action(0) == tuple(solution)
    assert batch.action(1) is None
    again = topple.simulate([str(task)], [solution])
    assert again[0] == batch[0]
    assert topple.simulate(str(task), solution)[-1] == batch[0]


@every_world
def test_objects_are_short_in_a_terminal_and_pictures_in_a_notebook(name: str) -> None:
    task = example(name)
    batch = topple.simulate(task, [world(name).solution(task), None])
    film = batch.film(0)
    for each in (task, batch, film):
        assert str(task) in repr(each)
        assert len(repr(each)) < LONGEST
    assert (task._repr_png_() or b"").startswith(PNG)
    assert film._repr_png_().startswith(PNG)
    assert "<iframe srcdoc=" in film._repr_html_()
    assert "data:image/png;base64," in batch._repr_html_()
    assert "solved" in batch._repr_html_()


def test_the_arrays_of_phyre_are_a_sequence_too() -> None:
    from topple.worlds import phyre

    batch = phyre.simulate(phyre.task("00002:023"), [[0.9, 0.9, 0.0], [0.0, 0.0, 1.0]])
    assert [played.outcome for played in batch] == [Outcome.MISSED, Outcome.INVALID]
    assert batch[-1].note == "out_of_scene"
    assert list(batch[:1]) == [batch[0]]
    assert repr(batch) == "<2 attempts at phyre/off_the_ledge@1:023: 1 missed, 1 invalid>"
    with pytest.raises(IndexError):
        batch[2]


def test_a_policy_plays_where_moves_are_many() -> None:
    batch = topple.simulate("birds/under_a_roof:3", lambda view: (-0.9, -0.4, -1.0, 0.0))
    assert batch.action(0) == (-0.9, -0.4, -1.0, 0.0)
    with pytest.raises(BadAction, match="takes no policy"):
        topple.simulate("00002:023", lambda view: (0.5, 0.5, 0.5))


def test_no_action_gives_an_empty_batch() -> None:
    batch = topple.simulate("00002:023", np.empty((0, 3)))
    assert len(batch) == 0
    assert repr(batch) == "<0 attempts at 0 tasks: none>"


def test_wrong_calls_say_what_is_wrong() -> None:
    with pytest.raises(BadAction, match="2 tasks, but 1 actions"):
        topple.simulate(["00002:023", "00002:011"], [[0.5, 0.5, 0.5]])
    with pytest.raises(BadInput, match="2 worlds"):
        topple.simulate(["00002:023", "birds/under_a_roof:3"], [None, None])
    with pytest.raises(BadAction, match="3 numbers"):
        topple.simulate("00002:023", [[0.5, 0.5]])
    with pytest.raises(BadAction, match="not a list of actions"):
        topple.simulate("00002:023", 7)


def test_the_hint_is_in_the_traceback() -> None:
    with pytest.raises(UnknownName) as raised:
        topple.task("phyre/off_the_lege:3")
    assert "hint: did you mean `phyre/off_the_ledge`?" in "".join(
        traceback.format_exception(raised.value)
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "random"
    return topple.evaluate("random", "phyre-b-within", limit=3, out=out)


def test_a_run_is_loaded_and_scored_by_its_path(run: Path) -> None:
    found = topple.load(str(run))
    by_path, by_run = topple.score(run), topple.score(found)
    assert by_path.headline == by_run.headline
    assert by_path.tasks == 3
    assert repr(by_path).startswith("<AUCCESS ")
    assert "random under phyre-b-within: 3 of 3 tasks, finished" in repr(found)
    assert len(repr(by_path)) < LONGEST
    assert f"<td>{run}</td>" in found._repr_html_()
    assert "AUCCESS" in found._repr_html_()


def test_a_run_is_a_table_with_a_row_per_attempt(run: Path) -> None:
    pytest.importorskip("pandas")
    table = topple.load(run).to_frame()
    assert len(table) == len((run / "attempts.jsonl").read_text().splitlines())
    assert set(table["outcome"]) <= set(map(str, Outcome))
    assert list(table.columns)[:5] == ["fold", "task", "template", "attempt", "outcome"]


def test_without_pandas_the_error_names_the_extra(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra) as raised:
        topple.load(run).to_frame()
    assert raised.value.hint == install_command("pandas")


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="not a run folder"):
        topple.load(str(tmp_path))


def test_the_front_costs_nothing_until_it_is_used() -> None:
    code = "import sys, topple; dir(topple); print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = found.stdout.split()
    assert [name for name in loaded if name.split(".")[0] == "topple"] == ["topple"]
