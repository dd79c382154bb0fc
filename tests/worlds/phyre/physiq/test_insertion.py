"""Conversations about where to put the ball."""

from __future__ import annotations

import re

import pytest

from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.placing import Status, judge
from topple.worlds.phyre.physiq.players.placements import write_placement
from topple.worlds.phyre.physiq.proposal import Grade, by_template
from topple.worlds.phyre.physiq.sets import question_set
from topple.worlds.phyre.physiq.settings import QuestionSettings
from topple.worlds.phyre.physiq.wording import ATTEMPTS, goal
from topple.worlds.phyre.world import task

STRICT = question_set(Kind.INSERTION, QuestionSettings(QuestionMode.STRICT))


def of_balls(count: int) -> Item:
    return next(item for item in STRICT if item.balls == count)


@pytest.mark.parametrize("balls", [1, 2])
def test_a_known_winner_wins_at_once(balls: int) -> None:
    item = of_balls(balls)
    talk = Talk.of(item).answered(write_placement(item.winner))
    assert [tried.status for tried in talk.tried] == [Status.WIN]
    assert talk.over
    assert talk.messages[-1].role == "assistant"


@pytest.mark.parametrize(
    ("answer", "status", "expected"),
    [
        ("no idea", Status.FORMAT_ERROR, "No placement could be read"),
        ('{"x": 20, "y": 200, "radius": 33}', Status.RADIUS_RANGE, "between 2 and 32"),
        ('{"x": 20, "y": 200, "radius": 1.9}', Status.RADIUS_RANGE, "between 2 and 32"),
        ('{"x": 5, "y": 200, "radius": 10}', Status.OUT_OF_BOUNDS, "between R and 255 - R"),
        ('{"x": 128, "y": 300, "radius": 10}', Status.OUT_OF_BOUNDS, "between R and 255 - R"),
    ],
)
def test_a_mistake_costs_an_attempt_and_is_named(
    answer: str, status: Status, expected: str
) -> None:
    talk = Talk.of(of_balls(1)).answered(answer)
    assert talk.tried[0].status is status
    assert talk.tried[0].balls is None
    assert expected in talk.messages[-1].text
    assert f"attempt 2 of {ATTEMPTS}" in talk.messages[-1].text
    assert not any(isinstance(part, ScenePicture) for part in talk.messages[-1].parts)


def test_a_ball_on_a_body_overlaps() -> None:
    item = of_balls(1)
    body = task(item.task).scene.bodies[task(item.task).goal.first]
    talk = Talk.of(item).answered(f'{{"x": {body.x}, "y": {body.y}, "radius": 4}}')
    assert talk.tried[0].status is Status.OVERLAP


def test_two_balls_on_each_other_overlap() -> None:
    one = '{"x": 20, "y": 240, "radius": 8}'
    assert Talk.of(of_balls(2)).answered(f"[{one}, {one}]").tried[0].status is Status.OVERLAP


@pytest.mark.parametrize("mode", QuestionMode)
def test_a_miss_is_shown_in_five_pictures(mode: QuestionMode) -> None:
    item = question_set(Kind.INSERTION, QuestionSettings(mode))[0]
    found = task(item.task)
    proposals = {str(t): p for t, p in by_template()[item.template]}[item.task]
    talk = Talk.of(item).answered(write_placement(proposals.balls[Grade.HARD]))
    assert talk.tried[0].status in (Status.STOP, Status.TIME_LIMIT)
    feedback = talk.messages[-1]
    pictures = [part for part in feedback.parts if isinstance(part, ScenePicture)]
    assert [picture.moment for picture in pictures] == [0, 1, 2, 3, 4]
    assert {picture.ruled for picture in pictures} == {mode is QuestionMode.STRICT}
    assert goal(found) in feedback.text
    assert re.search(r"after 0\.0, (\d+\.\d, ){2}\d+\.\d and \d+\.\d seconds:", feedback.text)


def test_the_talk_ends_after_the_last_attempt_and_knows_repeats() -> None:
    talk = Talk.of(of_balls(1))
    for _ in range(ATTEMPTS):
        assert not talk.over
        talk = talk.answered('{"x": 3.5, "y": 250, "radius": 3}')
    assert talk.over
    assert [tried.repeated for tried in talk.tried] == [False] + [True] * (ATTEMPTS - 1)


def test_a_conversation_leaves_the_item_as_it_was() -> None:
    """Two models that talk about one item must not hear each other."""
    item = of_balls(1)
    first = Talk.of(item).answered("no idea")
    assert Talk.of(item).messages == item.messages
    assert len(first.messages) == len(item.messages) + 2


def test_fractions_are_cut_to_whole_units() -> None:
    item = of_balls(1)
    ((x, y, radius),) = item.winner
    exact = judge(task(item.task), item_placed(x, y, radius))
    assert judge(task(item.task), item_placed(x + 0.99, y + 0.5, radius + 0.2)) == exact
    assert exact[1] == item.winner


def item_placed(x: float, y: float, radius: float) -> tuple[tuple[float, float, float], ...]:
    return ((float(x), float(y), float(radius)),)
