"""PHYRE in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from topple.prompting.description import GOAL, Description, Fact
from topple.sim.scene import Body
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import PIXELS_PER_METRE, WIDTH, Colour
from topple.worlds.phyre.goals import Goal, Relation
from topple.worlds.phyre.task import HOLD_STEPS, MOST_STEPS, PhyreTask

_ROLES = {
    Colour.RED: "the ball that you place; it moves",
    Colour.GREEN: "the object that the goal is about; it moves",
    Colour.BLUE: "the target of the goal; it moves",
    Colour.PURPLE: "the target of the goal; it is fixed",
    Colour.GRAY: "other objects; they move",
    Colour.BLACK: "fixed obstacles",
}
_MOVED = "the object that must reach the target; it moves"
_REACHING = (Relation.TOUCHING, Relation.TOUCHING_BRIEFLY, Relation.INSIDE)
# Plain names of the colours of PHYRE whose own names mislead.
_SHADES = {
    Colour.GREEN: "turquoise",
    Colour.PURPLE: "dark violet-blue",
    Colour.GRAY: "light blue-gray",
}
_KINDS = {"ball": "ball", "bar": "bar", "jar": "jar", "sticks": "pair of crossed sticks"}
_RELATIONS = {
    Relation.ABOVE: "be above",
    Relation.BELOW: "be below",
    Relation.LEFT_OF: "be left of",
    Relation.RIGHT_OF: "be right of",
    Relation.TOUCHING_BRIEFLY: "touch",
    Relation.TOUCHING: "touch",
    Relation.INSIDE: "be inside",
    Relation.NOT_TOUCHING: "have touched and then stay clear of",
    Relation.NOT_INSIDE: "be outside",
}


def describe(task: PhyreTask, *, classic: bool = False) -> Description:
    """Put a task into words.

    With `classic` the words say what DeepPHY's do: everything is a ball, and nothing says that the
    goal must hold for some seconds.
    """
    bodies = [body for body in task.scene.bodies if body.kind != "wall"]
    return Description(
        setting=(
            "The picture shows a two-dimensional scene from the side; gravity pulls down. It is "
            "square, with walls on all four sides."
        ),
        legend=_legend(bodies, classic) if classic else _explain_colours(task, bodies),
        goal=_goal(task, classic),
        act="Before anything moves, you place one red ball.",
        rules=(
            "The whole ball must lie inside the picture.",
            "The ball must not overlap any object of the scene.",
            *(() if classic else (f"The scene runs for up to {_seconds(task, MOST_STEPS)}.",)),
        ),
        parameters=_parameters(task),
        facts=() if classic else _facts(bodies),
        prediction="It falls on the green thing and pushes it to the left.",
    )


def numbered(bodies: Sequence[Body]) -> str:
    """Describe numbered bodies: `1: green ball; 2 to 4: black bar`."""
    names = [f"{Colour(body.colour).name.lower()} {_KINDS[body.kind]}" for body in bodies]
    lines, first = [], 1
    for name, group in groupby(names):
        last = first + len(list(group)) - 1
        lines.append(f"{first}: {name}" if first == last else f"{first} to {last}: {name}")
        first = last + 1
    return "; ".join(lines)


def _facts(bodies: list[Body]) -> tuple[Fact, ...]:
    colours = [c.name.lower() for c in _ROLES if any(body.colour == c for body in bodies)]
    return (
        GOAL,
        Fact(
            "First touch",
            f"{', '.join(colours)}, wall or nothing",
            "the colour of the first thing that your ball will touch; floor and ceiling are walls",
            "green",
        ),
    )


def _legend(bodies: list[Body], classic: bool) -> tuple[str, ...]:
    if classic:
        return tuple(f"{c.name.capitalize()} ball: {role}." for c, role in _ROLES.items())
    lines = []
    for colour, role in _ROLES.items():
        kinds = sorted({_KINDS[body.kind] for body in bodies if body.colour == colour})
        if colour is Colour.RED:
            kinds = ["ball"]
        if kinds:
            lines.append(f"{colour.name.capitalize()} ({', '.join(kinds)}): {role}.")
    return tuple(lines)


def colours_of(task: PhyreTask) -> tuple[str, ...]:
    """Explain the colours of a scene in which nobody places a ball and nothing is the goal."""
    bodies = [body for body in task.scene.bodies if body.kind != "wall"]
    lines = []
    for colour in _ROLES:
        own = [body for body in bodies if body.colour == colour]
        kinds = sorted({_KINDS[body.kind] for body in own})
        shade = f" (drawn in {_SHADES[colour]})" if colour in _SHADES else ""
        words = "free to move" if any(body.dynamic for body in own) else "fixed"
        if kinds:
            lines.append(f"{colour.name.capitalize()} {' or '.join(kinds)}{shade}: {words}.")
    return tuple(lines)


def _explain_colours(task: PhyreTask, bodies: list[Body]) -> tuple[str, ...]:
    """Explain what each colour means, and what it looks like where its name misleads."""
    reaching = task.goal.relation in _REACHING
    lines = []
    for colour, role in _ROLES.items():
        kinds = sorted({_KINDS[body.kind] for body in bodies if body.colour == colour})
        if colour is Colour.RED:
            kinds = ["ball"]
        shade = f" (drawn in {_SHADES[colour]})" if colour in _SHADES else ""
        words = _MOVED if colour is Colour.GREEN and reaching else role
        if kinds:
            lines.append(f"{colour.name.capitalize()} {' or '.join(kinds)}{shade}: {words}.")
    return tuple(lines)


def _goal(task: PhyreTask, classic: bool) -> str:
    goal: Goal = task.goal
    first, second = (task.scene.bodies[i] for i in (goal.first, goal.second))
    words = f"{_name(first, classic)} must {_RELATIONS[goal.relation]} {_name(second, classic)}"
    if classic or goal.relation is Relation.TOUCHING_BRIEFLY:
        return f"{words}."
    return f"{words} for {_seconds(task, HOLD_STEPS)} without a break."


def _name(body: Body, classic: bool) -> str:
    if body.kind == "wall":
        return "the wall"
    return f"the {Colour(body.colour).name.lower()} {'ball' if classic else _KINDS[body.kind]}"


def _parameters(task: PhyreTask) -> tuple[str, ...]:
    physics, metre = task.scene.physics, PIXELS_PER_METRE
    materials = {body.material for body in task.scene.bodies}
    frictions = sorted({material.friction for material in materials})
    bounces = sorted({material.restitution for material in materials})
    densities = sorted({material.density for material in materials})
    return (
        f"The scene is {WIDTH / metre:.4g} m wide; gravity is {-physics.gravity[1]:g} m/s².",
        f"A ball's radius is {SMALLEST_RADIUS / metre:.3g} to {LARGEST_RADIUS / metre:.3g} m.",
        f"Density {_list_words(densities)} kg/m², friction {_list_words(frictions)}, "
        f"restitution {_list_words(bounces)}.",
        f"A step of the simulation is {physics.time_step * 1000:.3g} ms.",
    )


def _seconds(task: PhyreTask, steps: int) -> str:
    return f"{steps * task.scene.physics.time_step:.3g} seconds"


def _list_words(values: list[float]) -> str:
    return " or ".join(f"{value:g}" for value in values)
