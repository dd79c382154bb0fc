"""Birds as a model plays it: a decision a bird, and the record of a whole game."""

from __future__ import annotations

import pytest

from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import answer
from topple.vlm.episode import Episode, Spent
from topple.vlm.episodes import episode
from topple.vlm.note import Note
from topple.vlm.setup import Setup
from topple.worlds import world

RULES = protocol("deepphy-birds")
NAMES = RULES.split(0).test
ONE = next(name for name in NAMES if "pig_on_the_ground" in name)
MANY = next(name for name in NAMES if "big_pig_in_a_cup" in name)
SETUP = Setup("angle-power")


def begin(name: str) -> Episode:
    return episode(SETUP, RULES, name, 0)


def test_every_bird_is_a_decision_and_all_of_them_one_attempt() -> None:
    game = begin(MANY)
    made = None
    while not game.over:
        assert made is None
        question = game.question()
        assert len(question.pictures) == game.decision
        made = game.answer(question, "shoot(angle=80, power=0.2)", Spent(10, 1, 0.5, 2.0)).attempt
    assert made is not None
    shots = len(made.action or ()) // 4
    assert shots > 1
    assert made.tokens == 11 * shots
    assert made.cost_usd == pytest.approx(0.5 * shots)


def test_an_answer_that_is_no_shot_uses_up_a_turn_and_no_bird() -> None:
    game = begin(MANY)
    birds = len(world("birds").task(MANY).level.birds)  # type: ignore[attr-defined]
    told = game.answer(game.question(), "what?", Spent())
    assert (told.attempt, told.turn.outcome) == (None, "unreadable")
    made = None
    while made is None:
        made = game.answer(game.question(), "shoot(angle=85, power=0.1)", Spent()).attempt
    assert len(made.action or ()) // 4 == birds - 1


def test_a_game_without_a_shot_is_unreadable_or_invalid() -> None:
    assert begin(ONE).answer(begin(ONE).question(), "?", Spent()).attempt is not None
    for text, outcome in (("?", "unreadable"), ("shoot(angle=100, power=1)", "invalid")):
        made = begin(ONE).answer(begin(ONE).question(), text, Spent()).attempt
        assert made is not None
        assert (made.outcome, made.action) == (outcome, None)


def test_the_record_is_what_the_world_says_of_the_shots() -> None:
    game = begin(ONE)
    text = answer("oracle", Note(RULES.name, ONE, 0, 1, 1, SETUP.form), 0)
    made = game.answer(game.question(), text, Spent()).attempt
    assert made is not None
    assert made.outcome is Outcome.SOLVED
    birds = world("birds")
    action = tuple(number for number in made.action or () if number is not None)
    (again,) = birds.play([birds.task(ONE)], [action])
    assert (again.outcome, again.steps, again.digest) == (made.outcome, made.steps, made.digest)
