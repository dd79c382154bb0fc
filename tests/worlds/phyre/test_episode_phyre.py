"""What a model is shown and asked of PHYRE, and what its answers come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topple.errors import BadInput
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.worlds import phyre
from topple.worlds.phyre.models import VOICE
from topple.worlds.phyre.models.description import describe
from topple.worlds.phyre.models.forms import Grid, form
from topple.worlds.phyre.world import WORLD

RULES = protocol("deepphy-phyre")
TASK = phyre.task("00002:023")
PLAIN = Setup("5x5x5")
MISS, OVERLAP, UNREADABLE = "Cell: 22, Radius: 1", "Cell: 14, Radius: 5", "I do not know."


def begin(setup: Setup = PLAIN) -> Conversation:
    return Conversation(TASK, VOICE, setup, RULES)


def say(game: Conversation, *answers: str) -> list[Outcome]:
    outcomes = []
    for text in answers:
        made = game.answer(game.question(), text, Spent(100, 10, 0.01, 5.0)).attempt
        assert made is not None
        outcomes.append(made.outcome)
    return outcomes


def pictures(game: Conversation) -> list[str]:
    return [picture.name for picture in game.question().pictures]


def test_outcomes_are_kept_apart() -> None:
    game = begin(replace(PLAIN, form="free"))
    known = WORLD.certificate(TASK)
    assert known is not None
    answers = ("x: 0.1, y: 0.1, radius: 0", "x: 2, y: 0, radius: 0", "x: 0, y: 0, radius: 1")
    solution = game.form.words(known.solution)
    found = say(game, *answers, UNREADABLE, solution)
    assert found == ["missed", "invalid", "invalid", "unreadable", "solved"]
    assert game.over


def test_ten_attempts_and_no_more() -> None:
    game = begin()
    say(game, *[MISS] * 9)
    assert not game.over
    say(game, UNREADABLE)
    assert game.over


def test_a_fault_ends_a_task_but_is_no_attempt() -> None:
    game = begin()
    say(game, MISS)
    told = game.fail(game.question(), "RateLimitError: later", Spent())
    assert told.attempt is not None
    assert (told.attempt.outcome, told.attempt.number) == (Outcome.FAILED, 2)
    assert game.over
    again = Conversation(TASK, VOICE, PLAIN, RULES, done=game.attempts, turns=[told.turn.data()])
    assert (again.over, again.counted, again.number) == (False, 1, 3)
    assert "attempt 2 of 10" in str(again.question().parts[-1])


@pytest.mark.parametrize(
    ("history", "words", "moments"), [("none", 0, 0), ("text", 1, 0), ("2x3", 1, 6), ("5x5", 1, 15)]
)
def test_history_is_told_as_asked(history: str, words: int, moments: int) -> None:
    game = begin(replace(PLAIN, history=history))
    say(game, MISS, MISS, UNREADABLE, MISS) if history == "5x5" else say(game, MISS, MISS, MISS)
    question = game.question()
    told = [part for part in question.parts if isinstance(part, str) and "earlier" in part]
    assert len(told) == words
    assert [name for name in pictures(game) if name.startswith("moment")] == ["moment@2"] * moments


@pytest.mark.parametrize("most", [1, 2, 4, 9])
def test_the_scene_is_never_dropped(most: int) -> None:
    game = begin(replace(PLAIN, pictures=most))
    say(game, MISS, MISS, MISS)
    assert pictures(game)[:2] == ["scene@2", "grid@3"]
    assert len(pictures(game)) == max(2, most)


def test_a_prompt_says_what_the_simulator_does() -> None:
    system = begin(replace(PLAIN, parameters=True)).question().system
    assert "the green ball must touch the purple bar for 3 seconds without a break" in system
    assert "from 1 to 25" in system
    assert "gravity is 9.8 m/s²" in system
    assert "gravity is" not in begin().question().system


def test_classic_words_leave_out_what_the_original_leaves_out() -> None:
    words = describe(TASK, classic=True)
    assert words.goal == "the green ball must touch the purple ball."
    game = begin(replace(PLAIN, classic=True))
    say(game, OVERLAP, MISS)
    told = str(game.question().parts[4])
    assert "Attempt 1: Cell: 14, Radius: 5 - invalid." in told
    assert "Attempt 2: Cell: 22, Radius: 1 - failed." in told
    assert pictures(game)[1] == "classic_grid@2"


def test_every_question_has_a_hash_of_its_own() -> None:
    setups = [
        replace(PLAIN, **change)
        for change in (
            {},
            {"form": "8x8x8"},
            {"form": "free"},
            {"format": "wm"},
            {"parameters": True},
            {"classic": True},
        )
    ]
    assert len({begin(setup).question().digest for setup in setups}) == len(setups)
    assert begin().question().digest == begin().question().digest


def test_a_question_is_the_same_after_a_stop() -> None:
    game = begin(replace(PLAIN, format="wm"))
    answers = [f"Prediction: it falls.\nGoal: no\nAction: {text}" for text in (MISS, OVERLAP)]
    turns = [game.answer(game.question(), text, Spent()).turn.data() for text in answers]
    setup = replace(PLAIN, format="wm")
    again = Conversation(TASK, VOICE, setup, RULES, done=game.attempts, turns=turns)
    assert again.question().digest == game.question().digest


def test_predictions_are_checked_where_they_can_be() -> None:
    game = begin(replace(PLAIN, format="wm"))
    text = f"Prediction: it drops to the floor.\nGoal: yes\nFirst touch: purple\nAction: {MISS}"
    facts = game.answer(game.question(), text, Spent()).turn.prediction
    assert facts["text"].startswith("it drops")
    assert (facts["goal"], facts["goal_right"]) == (True, False)
    assert (facts["first_touch"], facts["first_touch_right"]) == ("purple", True)


def test_a_grid_means_what_deepphy_means() -> None:
    grid = Grid()
    assert grid.action((1, 1)) == pytest.approx((0.1, 0.9, 0.0625))
    assert grid.action((25, 5)) == pytest.approx((0.9, 0.1, 1.0))
    assert [grid.action((13, level))[2] for level in range(1, 6)] == pytest.approx(
        [0.0625, 0.296875, 0.53125, 0.765625, 1.0]
    )


@pytest.mark.parametrize("name", ["5x5", "0x5x5", "axbxc", "5x5x99", "", "٣x3x3"])
def test_a_form_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        form(name)
