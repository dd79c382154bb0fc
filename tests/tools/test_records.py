"""Records of many folds: stopped in time, kept as numbers, played again, written as a page."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest

from tools.docs.pages import ranker
from tools.records import attempts, birds_failures, curve, nearest
from tools.records.failures import pair, stack
from tools.records.folds import Fold, train
from tools.records.results import by_tenth
from topple.agents import make_agent
from topple.runs.evaluate import evaluate
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.tasks.task import TaskId
from topple.worlds import world
from topple.worlds.phyre.world import own_task, task

NAMES = ("phyre/two_falling_balls@1:003", "phyre/tip_the_rod@1:056")
RANKER_O = {"agent": "ranker-o", "version": 1, "settings": {"plays_on": True}}
MINI = Protocol(
    "mini",
    "Two tasks.",
    "phyre",
    folds=(0,),
    split=lambda fold: Split((), (), NAMES),
    attempts=20,
)


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    monkeypatch.setattr(attempts, "protocol", lambda name: MINI)
    run = evaluate(make_agent("random", [("listed", "true")]), MINI, out=tmp_path / "run")
    return attempts.pack([run])


def test_packed_attempts_are_played_again_to_the_same_score(packed: dict[str, object]) -> None:
    again = json.loads(json.dumps(packed))
    assert set(again["folds"]["0"]["tried"]) == set(NAMES)
    assert attempts.check(again)


def test_a_changed_score_or_attempt_is_found(packed: dict[str, object]) -> None:
    other = json.loads(json.dumps(packed))
    other["folds"]["0"]["auccess"] += 0.01
    assert not attempts.check(other)
    longer = json.loads(json.dumps(packed))
    for tried in longer["folds"]["0"]["tried"].values():
        tried += tried[-1:]
    assert not attempts.check(longer), "no attempt may follow a success"


def test_an_agent_that_plays_on_has_attempts_after_a_success(packed: dict[str, object]) -> None:
    longer = json.loads(json.dumps({**packed, **RANKER_O}))
    for tried in longer["folds"]["0"]["tried"].values():
        tried += tried[-1:]
    assert attempts.check(longer)


def test_unpacked_attempts_play_on(packed: dict[str, object], tmp_path: Path) -> None:
    longer = json.loads(json.dumps({**packed, **RANKER_O}))
    for tried in longer["folds"]["0"]["tried"].values():
        tried += [number for number in range(25) if number not in tried][: 20 - len(tried)]
    attempts.unpack(longer, 0, tmp_path / "unpacked")
    again = attempts.pack([tmp_path / "unpacked"])
    assert again["settings"]["plays_on"]
    assert again["folds"]["0"]["auccess"] == longer["folds"]["0"]["auccess"]


@pytest.mark.parametrize("name", ["ranker", "ranker-o"])
def test_unpacked_attempts_are_a_run_of_the_agent(
    name: str, packed: dict[str, object], tmp_path: Path
) -> None:
    settings = make_agent(name, [("updates", "123")]).settings()
    del settings["model"]
    packed |= {"agent": name, "version": 1, "settings": settings}
    attempts.unpack(packed, 0, tmp_path / "unpacked")
    found = load(tmp_path / "unpacked")
    assert (found.settings.agent, found.finished is not None) == (name, True)
    assert attempts.pack([tmp_path / "unpacked"]) == packed, "version and settings of then"


def test_a_fold_is_not_begun_after_the_deadline(tmp_path: Path) -> None:
    fold = Fold("phyre-b-cross", 0, tmp_path, ())
    assert not train(fold, time.monotonic() - 1)
    assert not fold.trained


@pytest.mark.parametrize("kind", ["templates", "tasks"])
def test_a_part_of_the_training_tasks_is_in_every_larger_part(kind: str) -> None:
    names = [f"phyre/{name}@1:{i:03d}" for name in ("tip_the_rod", "ski_jump") for i in range(3)]
    small, large = (curve.some(names, kind, size) for size in (1, 2))
    assert set(small) < set(large) <= set(names)
    templates, tasks = {name.split("@")[0] for name in small}, len(small)
    assert (len(templates), tasks) == ((1, 3) if kind == "templates" else (2, 2))


def test_a_fold_keeps_its_network_when_another_seed_is_added(tmp_path: Path) -> None:
    one, two = (Fold("phyre-b-cross", 0, tmp_path, (), seeds=seeds) for seeds in (1, 2))
    assert two.models[:1] == one.models == [one.model]
    assert {model.parent for model in two.models} == {two.model}
    assert one.run("ranker") != two.run("ranker")


def test_scores_by_order_show_what_was_learnt_in_a_test() -> None:
    templates = np.repeat(["a", "b"], 20)
    rising = np.tile(np.arange(20) // 2 / 10, 2)
    assert by_tenth(templates, rising) == pytest.approx(np.arange(10) / 10)


def test_only_rows_without_stored_solutions_are_called_official_data_only() -> None:
    """Versions 3 and 4 learnt from stored solutions."""
    rows = json.loads((ranker.RESULTS / "ranker" / "summary.json").read_text())
    for each in json.loads(ranker.OVERVIEW.read_text()):
        own = [row for row in rows if ranker.is_of(row, each)]
        clean = all(row.get("version", 1) not in (3, 4) for row in own)
        assert ("stored solutions" in each["label"]) is not clean
        assert each["settings"]


def test_version_5_plays_as_was_best_on_the_dev_tasks_of_its_fold() -> None:
    folder = ranker.RESULTS / "ranker"
    tried = json.loads((folder / "chosen.json").read_text())
    rows = [row for row in json.loads((folder / "summary.json").read_text()) if "play" in row]
    rows = [row for row in rows if row["version"] == 5]
    assert len(rows) == 20
    for row in rows:
        ranked = row["play"]["ranked"] == 10_000
        own = [way for way in tried if way["fold"] == row["fold"]]
        own = [way for way in own if ("ranked=10000" in way["player"]) is ranked]
        assert len(own) == 4
        best = max(own, key=lambda way: way["auccess"])["player"]
        for setting in best.split(",")[1:]:
            name, value = setting.split("=")
            assert row["play"][name] == float(value), (row["fold"], best)


def test_what_a_fold_chooses_from_is_played_by_what_learnt_from_train_tasks(tmp_path: Path) -> None:
    ways = ("penalty=0", "penalty=1")
    fold = Fold(
        "phyre-b-cross", 0, tmp_path, (), players=("ranker", "ranker,reach=9"), choices=ways
    )
    dev, split = fold.dev(10), fold.protocol.split(0)
    assert dev.folder != fold.folder
    assert {task.id for task in dev.practice().tasks} == {
        TaskId.parse(name) for name in split.train
    }
    scores = {player: float("penalty=1" in player) for player in dev.players}
    assert fold.chosen(scores).players == ("ranker,penalty=1", "ranker,reach=9,penalty=1")


def test_the_nearest_scene_counts_mirrored_ones() -> None:
    scenes = [own_task(task(name)).image() for name in NAMES]
    tested = np.stack(scenes)
    assert nearest.compare(tested, scenes)[:2] == (2, 0.0)
    equal, least, median = nearest.compare(tested, [scenes[0][:, ::-1]])
    assert (equal, least) == (1, 0.0)
    assert median > 0.1


def test_failures_of_birds_are_first_attempts_at_unsolved_tasks() -> None:
    run = Path(__file__).parents[1] / "recorded" / "runs" / "phyq-broad"
    found = birds_failures.failures(run)
    assert found
    attempts = list(read_attempts(run / "attempts.jsonl"))
    for name, action in found.items():
        own = [each for each in attempts if each.task == name]
        assert own[0].action == action
        assert all(each.outcome is not Outcome.SOLVED for each in own)
    name, action = next(iter(found.items()))
    drawn = pair(world("birds"), world("birds").task(name), action)
    assert stack([drawn, drawn[:, :50]]).shape == (2 * len(drawn), drawn.shape[1], 3)
