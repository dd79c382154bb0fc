"""The texts of questions that changed between versions; older ones serve comparisons.

Names in braces are constants of the simulation, or words about the task: see `wording`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """One version. Without `numbers`, the conditions already state the parameters."""

    conditions: str
    numbers: str
    touching: str  # follows the question of a sanity check
    placement: str
    ruler: str
    moments: str  # follows `These five pictures show`


TEXTS = {
    2: Texts(
        conditions="The scene is a closed box of {size} x {size} units, seen from the side; "
        "{scale} units are one metre. It has walls on all four sides, and nothing leaves it. "
        "Gravity pulls down with {gravity} m/s². All bodies are rigid, with density {density} "
        "kg/m², friction {friction} and restitution {restitution}. Red, green, blue and grey "
        "bodies move; purple and black bodies are fixed. Red balls are those that were placed. At "
        "the start everything is at rest; then the simulation runs for up to {seconds} seconds.",
        numbers="",
        touching="",
        placement="You place {balls}. X and Y are the centre of a ball in scene units: x grows to "
        "the right and y grows upwards from 0 at the lower left corner. R is its radius, "
        "{smallest} to {largest}. A ball must lie inside the scene, so X and Y are between R and "
        "{last} - R, and must not overlap any body.{apart} X and Y are rounded down to whole "
        "units, and R to the nearest.",
        ruler="The dark frame is the walls of the scene, and the numbers along it are scene units. "
        "The thin light lines every {tick} units help to read positions; they are no bodies.",
        moments="the start, three moments on the way, and the end:",
    ),
    3: Texts(
        conditions="The scene is a closed box, seen from the side: it has walls on all four sides, "
        "and nothing leaves it. Gravity pulls down, and all bodies are rigid. Red, green, blue and "
        "gray bodies move; purple and black bodies are fixed. Only balls that are placed into the "
        "scene are red. At the start everything is at rest; then the simulation runs for up to "
        "{seconds} seconds.",
        numbers=" The box is {size} units wide and high, and {scale} units are one metre. Gravity "
        "is {gravity} m/s². Bodies have density {density} kg/m², friction {friction} and "
        "restitution {restitution}.",
        touching=" They touch if there is no gap between their outlines.",
        placement="You place {balls}. X and Y are the centre of a ball in scene units: x counts "
        "from 0 at the left wall to {last} at the right, y from 0 at the floor to {last} at the "
        "ceiling. R is its radius, {smallest} to {largest}. The whole ball must lie inside the "
        "scene, so X and Y are between R and {last} - R, and it must not overlap any body.{apart} "
        "X and Y are rounded down to whole units, and R to the nearest.",
        ruler="The dark frame shows the walls of the scene, and the numbers along it are scene "
        "units. The thin light lines, {tick} units apart, only help to read positions: bodies move "
        "through them.",
        moments="the scene after {times} seconds:",
    ),
}
VERSION = max(TEXTS)  # changes with wording, choice and order of the items
