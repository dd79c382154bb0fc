"""Export the puzzles behind the questions as JSON: bodies, goal, proposals and difficulty."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.sim.scene import Body, Circle, Shape
from topple.worlds.phyre.bodies import HEIGHT, WIDTH
from topple.worlds.phyre.physiq.difficulty import thirds
from topple.worlds.phyre.physiq.proposal import ProposedTask, by_template
from topple.worlds.phyre.physiq.wording import STEPS_PER_SECOND, colour_name
from topple.worlds.phyre.task import HOLD_STEPS

FILE = "puzzles.jsonl"


def export_puzzles(folder: Path) -> int:
    """Write all puzzles into a new folder, one JSON object per line; return their number."""
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"`{folder}` is not empty", "give another folder")
    folder.mkdir(parents=True, exist_ok=True)
    found = [shown for tasks in by_template().values() for shown in tasks]
    with (folder / FILE).open("w", encoding="utf-8") as lines:
        for shown in found:
            lines.write(json.dumps(puzzle(shown)) + "\n")
    return len(found)


def puzzle(shown: ProposedTask) -> dict[str, Any]:
    """Return a puzzle as plain data: positions and sizes in scene units, y up, angles in radians.

    A body of the goal is named by its place in `bodies`; the first four bodies are the walls.
    """
    task, proposals = shown
    return {
        "id": task.phyre_id,
        "task": str(task),
        "scene_dimensions": [WIDTH, HEIGHT],
        "bodies": [_body(body) for body in task.scene.bodies],
        "relationship": {
            "body_1": task.goal.first,
            "body_2": task.goal.second,
            "relation": task.goal.relation.name.lower(),
            "seconds": HOLD_STEPS / STEPS_PER_SECOND,
        },
        "metadata": {
            "description": task.caption,
            "balls": task.tier.balls,
            "template": task.id.template,
            "difficulty": thirds()[task.id.template],
            "tries": proposals.tries,
        },
        "proposals": {
            str(grade): [{"x": x, "y": y, "radius": radius} for x, y, radius in balls]
            for grade, balls in proposals.balls.items()
        },
    }


def _body(body: Body) -> dict[str, Any]:
    return {
        "kind": body.kind,
        "colour": colour_name(body.colour),
        "position": [body.x, body.y],
        "angle": body.angle,
        "dynamic": body.dynamic,
        "diameter": body.diameter,
        "shapes": [_shape(shape) for shape in body.shapes],
    }


def _shape(shape: Shape) -> dict[str, Any]:
    if isinstance(shape, Circle):
        return {"type": "circle", "radius": shape.radius}
    return {"type": "polygon", "vertices": [list(corner) for corner in shape.vertices]}
