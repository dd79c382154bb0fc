"""Birds as a model plays it: a decision a bird, and the record of a whole game."""

from __future__ import annotations

import numpy as np
import pytest

from topple.errors import BadInput
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.hint import Hint
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import answer
from topple.vlm.plan import ModelPlan
from topple.worlds import world
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.models.description import TAP_S
from topple.worlds.birds.models.forms import move_of
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.birds import BIRDS

RULES = protocol("deepphy-birds")
NAMES = RULES.split(0).test
ONE = next(name for name in NAMES if "pig_on_the_ground" in name)
MANY = next(name for name in NAMES if "big_pig_in_a_cup" in name)
SETUP = Setup("angle-power")


def birds_of(name: str) -> tuple[str, ...]:
    found = world("birds").task(name)
    assert isinstance(found, BirdsTask)
    return found.level.birds


def begin(name: str) -> Conversation:
    return ModelPlan(RULES, SETUP, "", (0,)).begin((0, name))


def test_every_bird_is_a_decision_and_all_of_them_one_attempt() -> None:
    game = begin(MANY)
    made = None
    while not game.over:
        assert made is None
        question = game.question()
        assert len(question.pictures) == game.decision + 1
        made = game.answer(question, "shoot(angle=80, power=0.2)", Spent(10, 1, 0.5, 2.0)).attempt
    assert made is not None
    shots = len(made.action or ()) // 4
    assert shots > 1
    assert made.tokens == 11 * shots
    assert made.cost_usd == pytest.approx(0.5 * shots)


def test_a_turn_begins_when_all_rests() -> None:
    game = begin(MANY)
    game.answer(game.question(), "shoot(angle=60, power=0.9)", Spent())
    later = game.game.branch()
    later.rest()
    assert later.digest() == game.game.digest()


@pytest.mark.parametrize("name", [n for n in NAMES if len(birds_of(n)) > 1][::4])
def test_shots_played_in_turns_and_as_a_whole_end_alike(name: str) -> None:
    game = begin(name)
    turns, made = game.game, None
    while made is None:
        made = game.answer(game.question(), "shoot(angle=35, power=1)", Spent()).attempt
    assert made.outcome == turns.outcome


def test_an_action_form_of_another_world_is_refused() -> None:
    with pytest.raises(BadInput, match="5x5x5"):
        ModelPlan(RULES, Setup("5x5x5"), "", (0,)).begin((0, ONE))


def test_an_answer_that_is_no_shot_uses_up_a_turn_and_no_bird() -> None:
    game = begin(MANY)
    birds = len(birds_of(MANY))
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
    text = answer("oracle", Hint(RULES.name, ONE, 0, 1, 1, SETUP.form), 0)
    made = game.answer(game.question(), text, Spent()).attempt
    assert made is not None
    assert made.outcome is Outcome.SOLVED
    birds = world("birds")
    action = tuple(number for number in made.action or () if number is not None)
    (again,) = birds.play([birds.task(ONE)], [action])
    assert (again.outcome, again.steps, again.digest) == (made.outcome, made.steps, made.digest)


@pytest.mark.parametrize("angle", [0, 30, 45, 75])
@pytest.mark.parametrize("power", [0.4, 1.0])
@pytest.mark.parametrize(
    "template", ["boost_beyond_reach", "split_to_two_steps", "egg_into_the_slot"]
)
def test_a_bird_uses_its_power_whatever_the_shot(template: str, power: float, angle: int) -> None:
    """The game heeds no tap before the bird has left the sling; a steep shot takes a while."""
    one = world("birds").task(next(name for name in NAMES if f"/{template}@" in name))
    assert isinstance(one, BirdsTask)
    move = move_of(BIRDS[one.level.birds[0]], (angle, power), one.rules)
    used, unused = (
        simulate(one.level, [shots_of((*move[:2], tap, 0.0))], rules=one.rules, stride=5)[0]
        for tap in (move[2], -1.0)
    )
    assert move[2] >= TAP_S
    assert not np.array_equal(used.tracks(), unused.tracks())
