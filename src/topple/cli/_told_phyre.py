"""Tasks of phyre and attempts at them in words and in facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, show_table
from topple.cli._row import Wanted, rows
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.film import PhyreFilm
from topple.worlds.phyre.goals import Relation
from topple.worlds.phyre.task import HOLD_STEPS, PhyreTask

if TYPE_CHECKING:
    from topple.sim.scene import Body


@dataclass(frozen=True, slots=True)
class PhyreTold:
    """Tells of a task, and of an attempt at it."""

    film: PhyreFilm

    def describe(self) -> None:
        """Print what a task asks for and what stands where."""
        task = self.film.task
        origin = f"PHYRE {task.phyre_id}, " if task.phyre_id else ""
        print(f"{coloured(str(task), 'bold')}  {origin}tier {task.tier.name}")
        print(task.caption)
        print(f"goal: {_goal(task)}\n")
        rows = []
        for i, body in enumerate(task.scene.bodies):
            if body.kind != "wall":
                kind = body.kind if body.dynamic else f"fixed {body.kind}"
                numbers = (f"{body.x:.1f}", f"{body.y:.1f}", f"{body.angle:.3f}")
                role = "goal" if i in (task.goal.first, task.goal.second) else ""
                size = f"{body.diameter:.1f}"
                rows.append((str(i), _colour(body), kind, *numbers, size, role))
        show_table(("body", "colour", "kind", "x", "y", "angle", "diameter", ""), rows)

    def task_facts(self) -> dict[str, Any]:
        """Give the same for programs."""
        task = self.film.task
        return {
            "task": str(task),
            "phyre": task.phyre_id or None,
            "tier": task.tier.name,
            "caption": task.caption,
            "goal": {
                "relation": task.goal.relation.name.lower(),
                "first": task.goal.first,
                "second": task.goal.second,
                "sentence": _goal(task),
            },
            "bodies": [
                {
                    "kind": body.kind,
                    "colour": _colour(body),
                    "dynamic": body.dynamic,
                    "pose": [body.x, body.y, body.angle],
                    "diameter": body.diameter,
                }
                for body in task.scene.bodies
            ],
        }

    def attempt_facts(self) -> dict[str, Any]:
        """Give what came of an attempt."""
        film = self.film
        row = rows(film.batch, [str(film.task)], Wanted(bodies=True))[0]
        return {"action": film.action, **row}

    def moves(self) -> list[str]:
        """Say where the balls are."""
        return [
            f"ball at x {x:.0f}, y {y:.0f} with radius {radius:.0f} pixels"
            for x, y, radius in self.film.balls
        ]


def _goal(task: PhyreTask) -> str:
    goal, bodies = task.goal, task.scene.bodies
    relation = goal.relation.name.lower().replace("_", " ")
    held = "" if goal.relation is Relation.TOUCHING_BRIEFLY else f" for {HOLD_STEPS // 60} seconds"
    first, second = (
        f"the {_colour(bodies[i])} {bodies[i].kind}" for i in (goal.first, goal.second)
    )
    return f"{first} {relation} {second}{held}"


def _colour(body: Body) -> str:
    return Colour(body.colour).name.lower()
