"""Actions of the birds environments mean the shots they should."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from topple.errors import BadAction
from topple.worlds.birds import Shot
from topple.worlds.birds.aiming import AIMINGS, MOST_DELAY, MOST_TAP


def shot(aiming: str, *action: float) -> Shot:
    return AIMINGS[aiming].shot(np.array(action))


@pytest.mark.parametrize(
    ("action", "x", "y"),
    [(0, 0.0, 1.0), (90, -1.0, 0.0), (135, -math.sqrt(0.5), -math.sqrt(0.5))],
)
def test_an_angle_is_a_release_direction_at_full_stretch(action: int, x: float, y: float) -> None:
    assert shot("angle", action).x == pytest.approx(x)
    assert shot("angle", action).y == pytest.approx(y)
    assert shot("angle", action).tap is None


def test_all_angles_let_go_left_of_the_sling_a_degree_apart() -> None:
    for action in range(180):
        made = shot("angle", action)
        turn = math.degrees(math.atan2(made.y, made.x)) % 360
        assert turn == pytest.approx(action + 90)
        assert math.hypot(made.x, made.y) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("action", "angle", "stretch"),
    [((0.0, 1.0), 0.0, 1.0), ((0.5, 0.0), math.pi / 4, 0.5), ((-1.0, -1.0), -math.pi / 2, 0.0)],
)
def test_power_is_an_angle_and_a_stretch(
    action: tuple[float, ...], angle: float, stretch: float
) -> None:
    assert shot("power", *action) == Shot.at_angle(angle, stretch)


def test_a_release_is_a_point_a_tap_and_a_delay() -> None:
    assert shot("release", -0.6, -0.8, 0.25, 0.5) == Shot(-0.6, -0.8, MOST_TAP / 4, MOST_DELAY / 2)
    assert shot("release", 1.0, -1.0, 0.0, 1.0) == Shot(1.0, -1.0, 0.0, MOST_DELAY)
    assert shot("release", 0.0, 0.0, -0.1, -1.0) == Shot(0.0, 0.0, None, 0.0)


@pytest.mark.parametrize("aiming", AIMINGS.values(), ids=list(AIMINGS))
def test_batches_of_actions_become_rows(aiming: Any) -> None:
    width = aiming.numbers or 1
    assert aiming.read(np.zeros((3, width)), 3).shape == (3, width)
    assert aiming.read(np.zeros(width), 1).shape == (1, width)


@pytest.mark.parametrize(
    "action", [-1, 180, 2.5, math.nan, "left", "5", None, True, [1, 2], [[1], [2, 3]]]
)
def test_what_is_no_angle_is_refused(action: Any) -> None:
    with pytest.raises(BadAction):
        AIMINGS["angle"].read(action, 1)


@pytest.mark.parametrize(
    "action", [[0.0], 0.0, [0.0] * 3, [1.1, 0.0], [math.nan, 0.0], ["a", "b"], [[0.0, 0.0]] * 2]
)
def test_what_is_no_angle_and_power_is_refused(action: Any) -> None:
    with pytest.raises(BadAction):
        AIMINGS["power"].read(action, 1)
