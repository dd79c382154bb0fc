"""PHYRE's scenes as symbols."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from topple.prompting.symbols import Symbols
from topple.sim.scene import Scene
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.task import PhyreTask

_LEGEND = (
    "Lengths are in pixels of a scene `width` x `height`, `scale` pixels per metre; x points right "
    "and y up from the lower left corner. Angles are in radians, counter-clockwise. A place that "
    "you give as a share of the picture is that share of `width` or `height`.",
    "A body has its centre at x, y. Its shapes are relative to that: circles by radius, convex "
    "polygons by vertices. A body that is not `dynamic` stays where it is; walls are bodies.",
    "All bodies have the material `material`, in SI units; `diameter` is for drawing.",
    "Colours: " + ", ".join(f"{c.value} {c.name.lower()}" for c in Colour) + ".",
    "`goal` names the relation, and the two bodies by their place in `bodies`, from 0.",
)


def symbols(task: PhyreTask) -> Symbols:
    """Return a scene, with the material of all bodies once."""
    data = json.loads(task.scene.to_json())
    (material,) = {json.dumps(body.pop("material")) for body in data["bodies"]}
    goal = asdict(task.goal)
    goal["relation"] = task.goal.relation.name.lower()
    return Symbols({**data, "material": json.loads(material), "goal": goal}, _LEGEND)


def rebuilt(task: PhyreTask, data: Mapping[str, Any]) -> PhyreTask:
    """Return a task with the scene that the symbols hold."""
    scene = {name: value for name, value in data.items() if name not in ("material", "goal")}
    scene["bodies"] = [{**body, "material": data["material"]} for body in data["bodies"]]
    return replace(task, scene=Scene.from_json(json.dumps(scene)))
