"""`topple export --train` writes training tasks as chat data: leak-free, solved, resumable."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from endpoint import Endpoint

from topple.cli.main import main
from topple.prompting.exchange import Spent
from topple.protocols import all_protocols, protocol
from topple.tasks.outcome import Outcome
from topple.vlm import lessons as lessons_module
from topple.vlm.chats import as_messages
from topple.vlm.lessons import PARTS, first_question, training_tasks
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.training_data import write
from topple.worlds import world
from topple.worlds.ladder.find import find_item

NAME = "phyre-b-within"
FOLDED = [name for name, each in all_protocols().items() if each.folds]


def planned(name: str, limit: int | None = 3, **asking: Any) -> ModelPlan:
    return plan_of(name, {**usual_setup(name), **asking}, folds=(0,), limit=limit)


def exported(folder: Path, *options: str) -> list[dict[str, Any]]:
    assert main(["export", *options, "--out", str(folder)]) == 0
    return rows(folder / "train.jsonl")


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("name", FOLDED)
def test_no_test_task_is_taught_by_name_or_by_scene(name: str) -> None:
    rules, own = protocol(name), world(protocol(name).world)
    plan = planned(name, None)
    taught = {each for part in PARTS for each in training_tasks(plan, part)}
    tested = set(rules.split(0).test)
    assert bool(taught) == bool(rules.split(0).train)
    assert taught <= {*rules.split(0).train, *rules.split(0).dev}
    assert taught.isdisjoint(tested)
    some = rules.some(sorted(taught), 20), rules.some(sorted(tested), 20)
    scenes = [{own.task(each).content_hash() for each in names} for names in some]
    assert scenes[0].isdisjoint(scenes[1])


def test_a_training_task_with_the_scene_of_a_test_task_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    split = protocol(NAME).split(0)
    copy = split.train[5]
    found = lessons_module._scene
    monkeypatch.setattr(
        lessons_module,
        "_scene",
        lambda own, name: found(own, split.test[0] if name == copy else name),
    )
    kept = training_tasks(planned(NAME, None), "train")
    assert set(split.train) - set(kept) == {copy}


def test_tasks_that_other_protocols_test_are_hidden_by_name_and_by_scene() -> None:
    items = [find_item(name) for name in protocol("ladder-phyre").split(0).test]
    asked = {item.row.task for item in items}
    played = planned("deepphy-phyre", None)
    every = training_tasks(played, "train")
    kept = training_tasks(played, "train", ["ladder-phyre", "ladder-birds"])
    assert not asked.isdisjoint(every)
    assert asked.isdisjoint(kept)
    assert {*every} - {*kept} <= asked
    tested = {*protocol("deepphy-phyre").split(0).test}
    taught = training_tasks(planned("ladder-phyre", None), "train", ["deepphy-phyre"])
    assert taught
    assert tested.isdisjoint(find_item(name).row.task for name in taught)


@pytest.mark.parametrize(
    "options",
    [
        (NAME, "--form", "free", "--answers", "6"),
        (NAME, "--form", "8x8x8", "--view", "plain"),
        ("pool-puzzles", "--shows", "both"),
        ("deepphy-birds", "--history", "text"),
        ("deepphy-iphyre",),
        ("deepphy-kinetix", "--fold", "1"),
        ("deepphy-rope",),
        ("deepphy-pool", "--teacher", "pool-planner"),
    ],
    ids=" ".join,
)
def test_every_answer_is_read_and_solves_its_task(options: tuple[str, ...], tmp_path: Path) -> None:
    found = exported(tmp_path, *options, "--train", "conversations", "--limit", "3")
    settings = json.loads((tmp_path / "export.json").read_text())["plan"]
    (fold,) = settings["folds"]
    plan = plan_of(options[0], settings["asking"], folds=(fold,))
    games: dict[str, list[list[dict[str, Any]]]] = {}
    for row in found:
        own = games.setdefault(row["task"], [])
        opening = plan.begin((fold, row["task"])).question()
        if asked(row) == "\n\n".join(
            "<image>" if not isinstance(part, str) else part for part in opening.parts
        ):
            own.append([])
        own[-1].append(row)
    assert games
    for task, ways in games.items():
        for way in ways:
            game = plan.begin((fold, task))
            for row in way:
                question = game.question()
                assert row["conversations"][0]["value"] == question.system
                files = [(tmp_path / name).read_bytes() for name in row["images"]]
                assert files == [picture.png for picture in question.pictures]
                told = game.answer(question, row["conversations"][-1]["value"], Spent())
            form = plan.form(task)
            moves = [form.read(row["conversations"][-1]["value"]).values for row in way]
            action = form.attempt(plan.task(task), [values for values in moves if values])
            (played,) = world(plan.protocol.world).play([plan.task(task)], [action])
            assert played.outcome is Outcome.SOLVED
            assert told.attempt is None or told.attempt.outcome is Outcome.SOLVED
    if "--answers" in options:
        assert 1 < max(map(len, games.values())) <= 6


def asked(row: dict[str, Any]) -> str:
    return str(row["conversations"][-2]["value"])


def test_messages_are_what_an_endpoint_gets(tmp_path: Path) -> None:
    sent: list[Any] = []

    def listen(body: dict[str, Any], checked: set[str]) -> int:
        sent.append(body["messages"])
        return 0

    options = ["deepphy-phyre", "--limit", "1", "--form", "free"]
    with Endpoint(answer=lambda digest: "x: 0, y: 0, radius: 0", check=listen) as endpoint:
        reached = ["--model", "test", "--base-url", endpoint.url, "--out", str(tmp_path / "run")]
        main(["eval", *options, "--history", "none", *reached])
    plan = planned("deepphy-phyre", 1, form="free", history="none")
    lessons = [first_question(plan, key) for key in plan.items()]
    for lesson in lessons:
        assert as_messages(lesson)["messages"][:-1] in sent
    found = exported(tmp_path / "chats", *options, "--train", "messages")
    for row in found:
        assert list(row) == ["messages"]
        (picture, *_) = [p for p in row["messages"][1]["content"] if p["type"] == "image_url"]
        address = picture["image_url"]["url"]
        assert base64.b64decode(address.partition(",")[2]).startswith(b"\x89PNG")
        assert row["messages"][-1]["role"] == "assistant"
    assert not (tmp_path / "chats" / "images").exists()


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_stopped_export_continues_to_the_same_bytes(tmp_path: Path) -> None:
    plan = planned(NAME, 6, form="free")

    def stop(done: int, of: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    write(plan, tmp_path / "whole", "conversations", 1, "", lambda done, of: None)
    with pytest.raises(KeyboardInterrupt):
        write(plan, tmp_path / "torn", "conversations", 1, "", stop)
    # A kill may leave lines of a task that is not noted, and half a line.
    lines = (tmp_path / "whole" / "train.jsonl").read_text().splitlines()
    with (tmp_path / "torn" / "train.jsonl").open("a") as file:
        file.write(lines[5] + "\n" + lines[0][:100])
    with (tmp_path / "torn" / "tasks.jsonl").open("a") as file:
        file.write('{"part": "tr')
    write(plan, tmp_path / "torn", "conversations", 1, "", lambda done, of: None)
    assert contents(tmp_path / "torn") == contents(tmp_path / "whole")
    assert len(lines) == 6


def test_prompts_have_no_answer_and_name_their_task(tmp_path: Path) -> None:
    found = exported(tmp_path, "pool-puzzles", "--train", "prompts", "--limit", "4")
    assert len(found) == 4
    for row in found:
        assert [said["role"] for said in row["prompt"]] == ["system", "user"]
        shown = [part for part in row["prompt"][1]["content"] if part["type"] == "image"]
        assert len(shown) == len(row["images"]) == 1
        assert json.loads(row["asking"])["form"] == "angle"
        assert row["task"] in protocol("pool-puzzles").split(0).train


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("physiq-yesno --train messages", "no training tasks"),
        ("deepphy-birds-levels --train messages", "no training tasks"),
        ("phyre-b-within --train messages --format wm", "no true predictions"),
        ("phyre-b-within --train books", "no value of --train named `books`"),
        ("deepphy-phyre --answers 2", "--answers has an effect with --train only"),
        ("deepphy-phyre --hide ladder-phyre", "--hide has an effect with --train only"),
        ("deepphy-phyre --train messages --hide ladders", "no protocol named `ladders`"),
        ("deepphy-rope --train messages --teacher pool-planner", "`pool-planner` plays pool"),
        ("deepphy-pool --train messages --teacher nobody", "no agent named `nobody`"),
        ("deepphy-phyre --history text", "--history has an effect with --train only"),
    ],
)
def test_what_cannot_be_taught_is_refused(
    options: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "set"
    try:
        code = main(["export", *options.split(), "--out", str(folder)])
    except SystemExit as left:
        code = int(str(left.code))
    assert code == 2
    assert words in capsys.readouterr().err
    assert not folder.exists()


def test_a_folder_of_other_lessons_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exported(tmp_path, "pool-puzzles", "--train", "prompts", "--limit", "2")
    before = contents(tmp_path)
    again = ["export", "pool-puzzles", "--train", "prompts", "--limit", "3"]
    assert main([*again, "--out", str(tmp_path)]) == 2
    assert "holds other training data" in capsys.readouterr().err
    assert contents(tmp_path) == before
