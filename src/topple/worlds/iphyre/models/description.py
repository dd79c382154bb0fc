"""I-PHYRE in words."""

from __future__ import annotations

from topple.prompting.description import GOAL, Description, Fact
from topple.worlds.iphyre.level import SECONDS, SIZE
from topple.worlds.iphyre.task import IPhyreTask

_LEGEND = {
    "ball": "Red balls: they move, and must fall. Their pale quarters show how they turn.",
    "eliminable": "Grey blocks: they are fixed, and you can remove them. A blue disc next to each "
    "holds its number.",
    "fixed": "Black blocks: they are fixed and stay.",
    "moving": "Blue blocks: they move.",
    "link": "Purple straight line: a rod that keeps the centres of two objects at their distance.",
    "spring": "Purple zigzag: a spring that pulls the centres of two objects together.",
}
_ONE_BALL = "Red ball: it moves, and must fall. Its pale quarters show how it turns."
_FALLEN = Fact(
    "Balls fallen", "NUMBER", "how many balls will have fallen when the attempt ends", "1"
)
_NUMBERS = (
    f"The scene is {SIZE} units wide and high; gravity is 100 units per second squared.",
    "Blocks are 20 units thick. Bodies have mass 1, friction 0.5 and restitution 0.1; both are "
    "multiplied where two touch.",
    "A spring has rest length 20, stiffness 1 and damping 0.3.",
)
_EDGES = "The left and right edges are open: {balls} may leave there and fall outside."
_OPEN_EDGES = (
    "The dashed line around the picture is no wall: all edges are open, and {balls} may leave at "
    "the left or right and fall outside."
)


def _plain_goal(balls: int) -> str:
    below = f"below the bottom edge of the picture within {SECONDS} seconds"
    if balls == 1:
        return f"the ball must fall {below}."
    number = "both" if balls == 2 else f"all {balls}"
    return f"{number} balls must fall {below}. They may fall one after another."


def _goal_of_one_moment(balls: int) -> str:
    if balls == 1:
        return _plain_goal(balls)
    return (
        f"all {balls} balls must have fallen below the bottom edge of the picture at the same "
        f"moment, within {SECONDS} seconds."
    )


def describe(task: IPhyreTask, *, plain: bool = True) -> Description:
    """Put a task into words; those that are not `plain` speak of one moment, and of no dashes."""
    level, count = task.level, len(task.level.balls)
    there = {"ball", *(block.kind for block in level.blocks)}
    there |= {name for name, ties in (("link", level.links), ("spring", level.springs)) if ties}
    legend = _LEGEND | ({"ball": _ONE_BALL} if count == 1 else {})
    edges = _OPEN_EDGES if plain else _EDGES
    return Description(
        setting="The picture shows a scene from the side; down is down, and gravity pulls down.",
        goal=_plain_goal(count) if plain else _goal_of_one_moment(count),
        act="You remove grey blocks, each at a time of your choice. All times are fixed before the "
        "scene starts to move.",
        legend=tuple(words for name, words in legend.items() if name in there),
        rules=(
            "A removed block is gone at once, with every rod and spring that holds it.",
            edges.format(balls="balls" if count > 1 else "the ball"),
            f"Each second costs 1 point and each removed block 10; success brings 1000 points. "
            f"An attempt ends with success or after {SECONDS} seconds.",
        ),
        parameters=(*_NUMBERS, f"The simulation makes {level.rate} steps per second."),
        facts=(GOAL, _FALLEN),
        prediction="The ball rolls down the ramp and off the floor before its way is blocked.",
    )
