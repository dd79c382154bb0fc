"""I-PHYRE as models play it: plans as JSON, strict and as DeepPHY took them."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.question import Question
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre.action_space import action_of, plan_of
from topple.worlds.iphyre.look.figures import BORDER
from topple.worlds.iphyre.models import VOICE
from topple.worlds.iphyre.models.forms import Removals
from topple.worlds.iphyre.world import WORLD, own_task

STRICT, CLASSIC = (Removals().fit(WORLD.task(f"iphyre/hole:{index}")) for index in (0, 1))


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        ('[{"time": 1.5, "block": 0}]', (0.0, 1.5)),
        ('```json\n[{"block": 2, "time": 3}, {"time": 0.5, "block": 1}]\n```', (2, 3, 1, 0.5)),
        ('Prediction: it rolls [far].\nAction: [{"time": 2, "index": 3}]', (3.0, 2.0)),
        ("Action: []", ()),
        ('[{"time": 1, "block": 0}] no, rather [{"time": 2, "block": 1}]', (1.0, 2.0)),
    ],
)
def test_a_plan_is_read(answer: str, values: tuple[float, ...]) -> None:
    assert STRICT.read(answer).values == values


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I would remove block 2 soon.",
        "[1, 2]",
        '[{"time": "soon", "block": 0}]',
        '[{"time": 1}]',
        '[{"time": true, "block": 0}]',
        '[{"time": NaN, "block": 0}]',
        "[" * 5000,
        "x" * 200_000,
    ],
)
def test_what_is_no_plan_is_unreadable(answer: str) -> None:
    reading = STRICT.read(answer)
    assert reading.values is None
    assert reading.why


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((4, 1.0), "no block 4"),
        ((-1, 1.0), "no block -1"),
        ((0.5, 1.0), "no block 0.5"),
        ((0, 0.0), "time 0"),
        ((0, 15.1), "time 15.1"),
        ((0, 1.0, 0, 2.0), "twice"),
    ],
)
def test_the_strict_form_refuses(values: tuple[float, ...], said: str) -> None:
    assert said in STRICT.refusal(values)
    assert not CLASSIC.refusal(values)


def test_the_classic_form_bends_a_plan_as_the_release_does() -> None:
    assert CLASSIC.read("[{'time': 1, 'block': 0}, 7, {'time': 'x', 'block': 1}] // so").values
    # Too early, an empty slot, from the end, twice, after the end; one removal per step.
    assert CLASSIC.action((0, -3.0)) == (0.0, 0.1)
    assert CLASSIC.action((9, 1.0)) == ()
    assert CLASSIC.action((-3, 1.0)) == (3.0, 1.1)
    assert CLASSIC.action((0, 2.0, 0, 1.0)) == (0.0, 1.1)
    assert CLASSIC.action((0, 3.0, 1, 3.0)) == (0.0, 3.0, 1.0, 3.1)
    assert CLASSIC.action((0, 99.0)) == ()


def test_random_plans_remove_nearly_all_blocks() -> None:
    rng = np.random.default_rng(0)
    drawn = [plan_of(STRICT.sample(rng)) for _ in range(300)]
    assert {len(plan) for plan in drawn} == {4}
    assert not any(STRICT.refusal(action_of(plan)) for plan in drawn)
    assert 6 < np.mean([seconds for plan in drawn for _, seconds in plan]) < 9


@pytest.mark.parametrize("index", [0, 1])
def test_a_stored_solution_can_be_written(index: int) -> None:
    task = own_task(WORLD.task(f"iphyre/hole:{index}"))
    form = Removals().fit(task)
    (move,) = form.moves(WORLD.solution(task))
    values = form.read(form.words(move)).values
    assert values is not None
    (played,) = WORLD.play([task], [form.action(values)])
    assert played.outcome is Outcome.SOLVED


@pytest.mark.parametrize("name", ["deepphy-iphyre", "deepphy-iphyre-classic"])
def test_an_episode_shows_what_happened(name: str) -> None:
    rules = protocol(name)
    setup = Setup("plan", format="wm", classic=bool(rules.classic_of))
    task = WORLD.task(rules.tasks(0)[0])
    game = Conversation(task, VOICE, setup, rules)
    first = game.question()
    assert "grey block" in first.system
    assert len(first.pictures) == 1
    told = game.answer(
        first,
        'Prediction: all falls.\nGoal: yes\nBalls fallen: 0\nAction: [{"time": 3, "block": 0}]',
        Spent(),
    )
    assert told.attempt is not None
    assert told.attempt.outcome is Outcome.MISSED
    assert told.turn.prediction["goal_right"] is False
    assert told.turn.prediction["fallen_right"] is True
    words = "\n".join(part for part in game.question().parts if isinstance(part, str))
    assert ("points" in words) == (not setup.classic)
    assert len(game.question().pictures) == 6


def test_classic_plays_all_games_and_strict_those_that_do_not_solve_themselves() -> None:
    assert len(protocol("deepphy-iphyre-classic").tasks(0)) == 40
    strict = protocol("deepphy-iphyre").tasks(0)
    assert len(strict) == 39
    assert not any("/spring_flick@" in name for name in strict)


def asked(name: str = "iphyre/hole:0") -> Question:
    """Return the second question about a task, after an attempt that missed."""
    game = Conversation(WORLD.task(name), VOICE, Setup("plan"), protocol("deepphy-iphyre"))
    game.answer(game.question(), '[{"time": 14.5, "block": 0}]', Spent())
    return game.question()


def test_moments_have_times_and_open_edges_are_no_walls() -> None:
    question = asked()
    said = [part for part in question.parts if str(part).startswith("Attempt 1 at ")]
    assert len(said) == 1
    assert str(said[0]).startswith("Attempt 1 at 0, ")
    assert str(said[0]).endswith(" and 15 seconds:")
    for shown in question.pictures:
        pixels = np.asarray(Image.open(BytesIO(shown.png)).convert("RGB"))
        band = pixels[len(pixels) // 132]
        assert not (band == BORDER).all()
        assert (band == BORDER).all(axis=1).any()


def test_the_goal_does_not_ask_for_one_moment() -> None:
    several = next(
        str(task)
        for name in protocol("deepphy-iphyre").tasks(0)
        if len((task := own_task(WORLD.task(name))).level.balls) > 1
    )
    words = asked(several).system
    assert "at the same moment" not in words
    assert "They may fall one after another." in words


@pytest.mark.parametrize("name", ["deepphy-iphyre", "deepphy-iphyre-classic"])
def test_words_speak_of_one_ball_where_there_is_one(name: str) -> None:
    rules = protocol(name)
    setup = Setup("plan", classic=bool(rules.classic_of))
    counts = set()
    for task in rules.tasks(0):
        episode = Conversation(WORLD.task(task), VOICE, setup, rules)
        told = VOICE.describe(episode.task, setup)
        words = " ".join([told.goal, told.act, *told.legend, *told.rules])
        count = len(own_task(episode.task).level.balls)
        counts.add(count)
        assert ("balls" in words) == (count > 1), task
        assert ("at the same moment" in words) == (count > 1 and setup.classic), task
    assert {1, 2} <= counts
