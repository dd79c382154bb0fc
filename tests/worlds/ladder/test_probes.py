"""The probes: what if a thing were not there, and what does a rebuilt scene do."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from topple.prompting.exchange import Spent
from topple.prompting.hint import Hint
from topple.tasks.outcome import Outcome
from topple.vlm.plan_questions import plan_of
from topple.worlds import find_task, world
from topple.worlds.ladder.check import is_confirmed
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.forms import form_of
from topple.worlds.ladder.players import BASELINES
from topple.worlds.ladder.rebuild import items as rebuild
from topple.worlds.ladder.rebuild.form import Written
from topple.worlds.ladder.rebuild.voice import BASELINES as WRITERS
from topple.worlds.ladder.rows import PROBE, TEST, TRAIN

every_probe = pytest.mark.parametrize("name", worlds_with_items(PROBE))
every_world = pytest.mark.parametrize("name", worlds_with_items())


@every_probe
def test_the_simulator_confirms_what_happens_without_a_thing(name: str) -> None:
    items = list(items_of(name, TEST, PROBE).values())[-6:]
    assert [str(item) for item in items if not is_confirmed(item)] == []


@pytest.mark.slow
@every_probe
def test_the_simulator_confirms_all_that_happens_without_a_thing(name: str) -> None:
    for part in (TEST, TRAIN):
        items = items_of(name, part, PROBE).values()
        assert [str(item) for item in items if not is_confirmed(item)] == []


@every_probe
def test_every_task_is_asked_about_with_both_answers(name: str) -> None:
    test, train = (items_of(name, part, PROBE) for part in (TEST, TRAIN))
    assert len(test) == len(train) == 100
    answers: dict[str, list[int]] = {}
    for item in test.values():
        answers.setdefault(item.row.task, []).append(item.row.answer)
    assert set(map(tuple, map(sorted, answers.values()))) == {(0, 1)}
    templates = [{item.id.template for item in part.values()} for part in (test, train)]
    assert templates[0].isdisjoint(templates[1])


@every_probe
def test_words_without_a_picture_are_worth_nothing(name: str) -> None:
    right = Counter[str]()
    items = list(items_of(name, TEST, PROBE).values())[:20]
    for item in items:
        for player in ("text", "oracle"):
            hint = Hint(f"counterfactual-{name}", str(item), 0, 1, 1, "answer")
            said = form_of(item.kind).read(BASELINES[player](hint, 0)).values
            assert said is not None
            right[player] += item.mark(said).outcome is Outcome.SOLVED
    assert right == {"text": len(items) // 2, "oracle": len(items)}


@every_probe
def test_a_counterfactual_question_gives_the_action_and_marks_the_thing(name: str) -> None:
    item = next(iter(items_of(name, TEST, PROBE).values()))
    plan = plan_of(f"counterfactual-{name}", {"form": "answer", "history": "none"})
    question = plan.begin((0, str(item))).question()
    assert len(question.pictures) == 1
    assert "This is done: " in str(question.parts)
    assert "without the" in str(question.parts)
    assert "Goal: " in question.system


@every_world
def test_a_true_scene_agrees_and_that_of_another_task_does_not(name: str) -> None:
    items = list(rebuild.items_of(name).values())
    for item in items[:2]:
        right = item.mark(item.solution)
        assert (right.outcome, right.points) == (Outcome.SOLVED, 1.0)
    hint = Hint(f"rebuild-{name}", str(items[0]), 0, 1, 1, "json")
    copied = items[0].mark(rebuild.encode(WRITERS["best-constant"](hint, 0)))
    assert copied.outcome in (Outcome.MISSED, Outcome.INVALID)
    assert copied.points < rebuild.REBUILT / 2


@every_world
def test_text_that_is_no_scene_is_refused_and_never_a_crash(name: str) -> None:
    item = next(iter(rebuild.items_of(name).values()))
    for text in ("{}", "[]", '{"bodies": 3}', '{"balls": [[0, "x", 1]]}', '{"things": null}'):
        assert item.mark(rebuild.encode(text)).outcome is Outcome.INVALID
    assert item.mark((1e300,)).outcome is Outcome.INVALID
    wild = _replace_numbers(json.loads(rebuild.decode(item.solution)), 1e18)
    assert item.mark(rebuild.encode(json.dumps(wild))).outcome is not Outcome.SOLVED


def _replace_numbers(data: object, number: float) -> object:
    if isinstance(data, dict):
        return {key: _replace_numbers(value, number) for key, value in data.items()}
    if isinstance(data, list):
        return [_replace_numbers(each, number) for each in data]
    return number if isinstance(data, int | float) else data


def test_a_ball_that_is_off_agrees_less() -> None:
    item = next(iter(rebuild.items_of("pool").values()))
    told = json.loads(rebuild.decode(item.solution))
    near, far = (json.loads(json.dumps(told)) for _ in range(2))
    near["balls"][0][1] += 0.0005
    far["balls"][0][1] += 0.1
    shares = [item.mark(rebuild.encode(json.dumps(each))).points for each in (told, near, far)]
    assert shares[0] == 1.0
    assert shares[0] >= shares[1] > shares[2]


@every_world
def test_a_model_writes_a_scene_and_a_world_marks_the_same_text(name: str) -> None:
    item = next(iter(rebuild.items_of(name).values()))
    plan = plan_of(f"rebuild-{name}", {"form": "json", "history": "none"})
    game = plan.begin((0, str(item)))
    question = game.question()
    assert len(question.pictures) == 1
    assert "The picture reaches from x = " in str(question.parts)
    scene = rebuild.decode(item.solution)
    assert scene not in str(question.parts)
    attempt = game.answer(question, f"Here it is:\n```json\n{scene}\n```", Spent()).attempt
    assert attempt is not None
    assert (attempt.outcome, attempt.points) == (Outcome.SOLVED, 1.0)
    assert attempt.action == item.solution
    (played,) = world(name).play([find_task(str(item))], [item.solution], 1)
    assert played.points == 1.0


def test_answers_without_an_object_cannot_be_read() -> None:
    for text in ("", "no", "} {", "{1: 2"):
        assert Written().read(text).values is None
