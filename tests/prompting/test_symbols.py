"""Scenes as symbols: complete, without answers, and an axis of their own in runs and tables."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.errors import BadInput
from topple.prompting.question import Part, Picture
from topple.prompting.setup import Setup
from topple.prompting.symbols import without_pictures
from topple.protocols import all_protocols, protocol
from topple.runs.load import load
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.worlds import parts, world

NAMES = [
    name
    for name, rules in all_protocols().items()
    if rules.for_models and not rules.classic_of and not rules.asks
]
SEEN = 6  # tasks per protocol of the quick test


def rebuilds(name: str, tasks: list[str]) -> None:
    """Read the JSON of the question itself; the task that it gives must be the same."""
    found = world(protocol(name).world)
    voice = parts.voice(found)
    for each in tasks:
        task = found.task(each)
        told = json.loads(voice.scene(task).text)
        again = voice.rebuild(task, told)
        assert again is not task
        assert again.content_hash() == task.content_hash(), each


def tasks_of(name: str) -> list[str]:
    rules = protocol(name)
    return sorted({task for fold in rules.folds for task in rules.tasks(fold)})


@pytest.mark.parametrize("name", NAMES)
def test_the_scene_is_rebuilt_from_the_text_of_a_question(name: str) -> None:
    tasks = tasks_of(name)
    rebuilds(name, tasks[:: max(1, len(tasks) // SEEN)])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_served_scene_is_rebuilt(name: str) -> None:
    rebuilds(name, tasks_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_rebuilt_plays_to_the_same_digest(name: str) -> None:
    found = world(protocol(name).world)
    voice = parts.voice(found)
    task = found.task(tasks_of(name)[0])
    again = voice.rebuild(task, json.loads(voice.scene(task).text))
    action = tuple(float(number) for number in task.actions.candidates(1)[0])
    first, second = found.play([task, again], [action, action])
    assert (first.outcome, first.digest) == (second.outcome, second.digest)


@pytest.mark.parametrize("name", NAMES)
def test_symbols_come_instead_of_pictures_or_beside_them(name: str) -> None:
    asked = {
        shows: plan_of(name, {**usual_setup(name), "shows": shows}, limit=1)
        for shows in ("picture", "symbols", "both")
    }
    questions = {shows: plan.begin(plan.items()[0]).question() for shows, plan in asked.items()}
    usual, alone, both = questions["picture"], questions["symbols"], questions["both"]
    assert usual.pictures
    assert alone.pictures == ()
    assert both.pictures == usual.pictures
    assert not any(isinstance(part, str) and "as JSON" in part for part in usual.parts)
    scene = plan_scene(asked["symbols"])
    for question in (alone, both):
        assert question.parts[0] == f"The scene as JSON:\n{scene}"
        assert "given as JSON" in question.system
    assert "The JSON below describes" in alone.system
    assert len({question.digest for question in questions.values()}) == 3


@pytest.mark.parametrize("name", NAMES)
def test_words_without_a_picture_speak_of_none(name: str) -> None:
    asking = {**usual_setup(name), "shows": "symbols"}
    plan = plan_of(name, asking, limit=1)
    now = plan.begin(plan.items()[0]).question()
    words = "\n".join([now.system, *(part for part in now.parts if isinstance(part, str))])
    assert not re.search(r"picture|you see|you look|dashed|drawn in", words)
    assert now.version == "vla@5"
    with pytest.raises(BadInput, match="asked in version 4 of prompts; this Topple has 5"):
        plan_of(name, {**asking, "prompts": 4})


def plan_scene(plan: object) -> str:
    assert isinstance(plan, ModelPlan)
    task = plan.task(plan.items()[0][1])
    return plan.voice.scene(task).text


def test_a_question_about_a_shot_does_not_tell_its_answer() -> None:
    voice = parts.voice(world("pool"))
    task = world("pool").task(protocol("pool-prediction").tasks(0)[0])
    assert "answer" not in voice.scene(task).text


def test_a_picture_goes_with_the_words_that_announce_it() -> None:
    picture = Picture("scene@1", b"", "0")
    told: list[Part] = [
        "Past:",
        "Attempt 1:",
        picture,
        picture,
        "Now:",
        picture,
        "On the sling: red.",
    ]
    assert without_pictures(told) == ["Past:", "On the sling: red."]


@pytest.mark.parametrize(
    ("more", "says"), [({"classic": True}, "published"), ({"view": "text"}, "describes")]
)
def test_what_does_not_go_together_is_refused(more: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Setup("calls", shows="symbols", **more)  # type: ignore[arg-type]


def test_the_cells_of_a_model_are_rows_and_can_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for shows in ("picture", "symbols"):
        asked = ["eval", "deepphy-kinetix", "--model", "topple/oracle", "--limit", "2"]
        assert main([*asked, "--shows", shows, "--out", str(tmp_path / shows)]) == 0
    runs = [load(tmp_path / shows) for shows in ("picture", "symbols")]
    assert [run.settings.cell for run in runs] == ["", "symbols"]
    assert runs[0].settings.variant == runs[1].settings.variant
    capsys.readouterr()
    assert main(["report", *(str(tmp_path / s) for s in ("picture", "symbols"))]) == 0
    told = capsys.readouterr().out
    assert "topple/oracle, symbols" in told
    assert main(["compare", *(str(tmp_path / s) for s in ("symbols", "picture"))]) == 0
    told = capsys.readouterr().out
    assert "vision gap" in told
    assert "topple/oracle, symbols" in told
