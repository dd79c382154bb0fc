"""What a build without Python is asked: tasks as JSON that hold every number."""

from __future__ import annotations

import json

from topple.worlds import all_worlds, parts
from topple.worlds.pool.selftest import SHOTS_PER_TASK
from topple.worlds.pool.world import all_templates


def test_requests_hold_the_attempts_of_the_self_test() -> None:
    for world in all_worlds():
        test = parts.selftest(world)
        assert hasattr(test, "requests"), f"{world.name} cannot be simulated without Python"
        requests = list(test.requests())
        given = sum(len(request.actions) for request in requests)
        if world.name == "pool":  # its games and questions have rules in Python
            puzzles = [each for each in all_templates().values() if each.task(0).is_puzzle]
            assert given == SHOTS_PER_TASK * len(puzzles)
        else:
            assert given == test.self_test().attempts
        first = json.loads(requests[0].json())
        assert first["world"] == world.name
        assert len(first["actions"]) == len(requests[0].expected)


def test_numbers_of_a_task_are_written_in_full() -> None:
    from topple.worlds.phyre import task

    found = task("00000:000")
    written = json.loads(found.native.json())
    bodies = [(body.x, body.y, body.angle) for body in found.scene.bodies]
    assert [(b["x"], b["y"], b["angle"]) for b in written["scene"]["bodies"]] == bodies
