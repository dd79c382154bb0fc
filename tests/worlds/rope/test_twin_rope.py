"""The engine and a plain Python step give the same bits, on every layout and every element."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rope_twin import Twin, timetable

from topple.tasks.draw import generator
from topple.worlds.rope.calls import Timed, plan_of
from topple.worlds.rope.frame import GONE
from topple.worlds.rope.layout import all_layouts
from topple.worlds.rope.level import Level
from topple.worlds.rope.simulate import simulate
from topple.worlds.rope.world import all_templates

STRIDE = 8
MOST_STEPS = 1200  # plain Python takes about 15 us per step


@pytest.mark.parametrize("name", all_layouts())
def test_the_engine_and_plain_python_give_the_same_bits(name: str) -> None:
    rng = generator("twin", name)
    task = all_templates()[name].task(10 + int(rng.integers(5)))
    solution = all_layouts()[name].solution
    _compare(all_layouts()[name].level, solution)
    _compare(task.level, plan_of(task.actions.sample(rng)))


def _compare(level: Level, plan: Sequence[Timed]) -> None:
    play = simulate(level, [plan], stride=STRIDE)[0]
    twin = Twin(level)
    rows = {int(row[0]): row for row in play.native.frames().tolist()}
    calls, until = timetable(plan, level.rate)
    while not twin.ending and twin.steps < min(until, MOST_STEPS):
        for step, call in calls:
            if step == twin.steps:
                twin.act(call)
        twin.step()
        if twin.steps in rows:
            _same(twin, rows[twin.steps])
    if twin.ending:
        assert (twin.ending, twin.steps) == (play.ending.name, play.steps)
        assert len(twin.taken) == play.stars
    elif not play.ending:
        assert play.steps == until


def _same(twin: Twin, row: list[float]) -> None:
    for number, body in enumerate(twin.bodies):
        x, y, vx, vy, bubble, presence = row[4 + 6 * number : 10 + 6 * number]
        if presence == GONE:
            assert body.gone
            continue
        assert (x, y, vx, vy, bubble) == (body.x, body.y, body.vx, body.vy, body.bubble)
    for number, tie in enumerate(twin.ties):
        candy, length, _ = row[16 + 3 * number : 19 + 3 * number]
        assert (candy, length) == (tie.candy, tie.length)
