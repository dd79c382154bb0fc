"""A form and a description are enough to put a world to models."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from topple.errors import BadInput
from topple.prompting.conversation import Conversation
from topple.prompting.description import Description
from topple.prompting.exchange import Spent
from topple.prompting.form import Form
from topple.prompting.hint import Hint
from topple.prompting.reader import Slot, Values
from topple.prompting.setup import Setup
from topple.prompting.voice import Voice
from topple.protocols import protocol
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.vlm.baselines import answer
from topple.worlds import parts
from topple.worlds.phyre.world import WORLD
from topple.worlds.voices import show_start

RULES = protocol("deepphy-phyre")
TASK = WORLD.task(RULES.split(0).test[0])


class Ball(Form):
    """The numbers of the world's own action, each by its name."""

    name = "minimal"
    slots = (Slot("x", "x"), Slot("y", "y"), Slot("size", "size"))
    pattern = "x: X, y: Y, size: SIZE"
    example = (0.3, 0.3, 0.3)

    def explained(self) -> tuple[str, ...]:
        return ("X and Y place the ball, and SIZE is its size: numbers from 0 to 1.",)

    def refusal(self, values: Sequence[float]) -> str:
        wrong = [
            f"{slot.name} is {value:g}: give 0 to 1"
            for slot, value in zip(self.slots, values, strict=True)
            if not 0 <= value <= 1
        ]
        return "; ".join(wrong)

    def action(self, values: Sequence[float]) -> Action:
        return tuple(values)

    def words(self, values: Sequence[float]) -> str:
        return "x: {:.6g}, y: {:.6g}, size: {:.6g}".format(*values)

    def sample(self, rng: np.random.Generator) -> Values:
        return tuple(rng.random(3).tolist())

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]


FORM = Ball()


def describe(task: Task, setup: Setup | None) -> Description:
    return Description("A scene from the side.", task.caption, "You place a ball.")


# All that a world has to declare.
VOICE = Voice(
    world=WORLD,
    form=lambda name: FORM,
    usual_form="minimal",
    describe=describe,
    show=show_start,
)
SETUP = Setup(VOICE.usual_form, format="wm", history="text")


def test_form_and_reader_agree_on_the_example() -> None:
    assert FORM.pattern == "x: X, y: Y, size: SIZE"
    assert FORM.read(FORM.words(FORM.example)).values == pytest.approx(FORM.example)
    assert FORM.refusal(FORM.example) == ""
    assert "size is 2" in FORM.refusal((0, 0, 2))


def test_a_task_is_played_from_a_picture_to_the_last_attempt() -> None:
    game = Conversation(TASK, VOICE, SETUP, RULES)
    question = game.question()
    (picture,) = question.pictures
    assert int.from_bytes(picture.png[16:20], "big") == 512
    assert TASK.caption in question.system
    first = game.answer(question, f"Goal: no\nAction: {FORM.words((0.5, 0.9, 0.01))}", Spent())
    assert first.attempt is not None
    assert first.turn.prediction["goal"] is False
    assert "Attempt 1: x: 0.5, y: 0.9, size: 0.01" in "".join(map(str, game.question().parts))
    while not game.over:
        game.answer(game.question(), "no idea", Spent())
    assert [each.outcome for each in game.attempts[1:]] == [Outcome.UNREADABLE] * 9


def test_settings_without_effect_are_refused() -> None:
    VOICE.check_setup(SETUP)
    with pytest.raises(BadInput, match="one view only"):
        VOICE.check_setup(Setup("minimal", view="plain"))
    with pytest.raises(BadInput, match="no strips"):
        VOICE.check_setup(Setup("minimal", moments="strip"))


def test_baselines_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "voice", lambda world: VOICE)
    hint = Hint(RULES.name, str(TASK), 0, 1, 1, "minimal")
    for name in ("mock", "random-valid"):
        values = FORM.read(answer(name, hint, 3)).values
        assert values is not None
        assert FORM.refusal(values) == ""
    values = FORM.read(answer("oracle", hint, 0)).values
    assert values is not None
    (played,) = WORLD.play([TASK], [FORM.action(values)])
    assert played.outcome is Outcome.SOLVED


def test_without_other_candidates_constants_are_those_of_the_action_space() -> None:
    found = np.array(FORM.constants(TASK))
    assert found.shape == (1000, 3)
