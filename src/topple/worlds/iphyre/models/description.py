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
_FALLEN = Fact(
    "Balls fallen", "NUMBER", "how many balls will have fallen when the attempt ends", "1"
)
_NUMBERS = (
    f"The scene is {SIZE} units wide and high; gravity is 100 units per second squared.",
    "Blocks are 20 units thick. Bodies have mass 1, friction 0.5 and restitution 0.1; both are "
    "multiplied where two touch.",
    "A spring has rest length 20, stiffness 1 and damping 0.3.",
)


def describe(task: IPhyreTask) -> Description:
    """Put a task into words."""
    level = task.level
    there = {"ball", *(block.kind for block in level.blocks)}
    there |= {name for name, ties in (("link", level.links), ("spring", level.springs)) if ties}
    balls = f"all {len(level.balls)} balls" if len(level.balls) > 1 else "the ball"
    return Description(
        setting="The picture shows a scene from the side; down is down, and gravity pulls down.",
        goal=f"{balls} must have fallen below the bottom edge of the picture at the same moment, "
        f"within {SECONDS} seconds.",
        act="You remove grey blocks, each at a time of your choice. All times are fixed before the "
        "scene starts to move.",
        legend=tuple(words for name, words in _LEGEND.items() if name in there),
        rules=(
            "A removed block is gone at once, with every rod and spring that holds it.",
            "The left and right edges are open: balls may leave there and fall outside.",
            f"Each second costs 1 point and each removed block 10; success brings 1000 points. "
            f"An attempt ends with success or after {SECONDS} seconds.",
        ),
        parameters=(*_NUMBERS, f"The simulation makes {level.rate} steps per second."),
        facts=(GOAL, _FALLEN),
        prediction="The ball rolls down the ramp and off the floor before its way is blocked.",
    )
