"""The wording of the questions; every number in it is a constant of the simulation."""

from __future__ import annotations

from topple.physiq.items import Kind
from topple.physiq.pictures import TICK_UNITS
from topple.sim.scene import Material, Physics
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import PIXELS_PER_METRE, WIDTH, Colour
from topple.worlds.phyre.task import HOLD_STEPS, MOST_STEPS, PhyreTask

STEPS_PER_SECOND = 60
ATTEMPTS = 5

_SHAPES = {"ball": "ball", "bar": "bar", "jar": "jar", "sticks": "pair of crossed sticks"}
_MOVING = (Colour.RED, Colour.GREEN, Colour.BLUE, Colour.GRAY)
_FIXED = (Colour.PURPLE, Colour.BLACK)

_ROLES = {
    Kind.SANITY: "You look closely at pictures of physical scenes.",
    Kind.CONFIDENCE: "You judge how likely it is that something happens in a physical simulation.",
    Kind.YESNO: "You predict what happens in a physical simulation.",
    Kind.RANKING: "You compare proposals for a physical simulation.",
    Kind.INSERTION: "You solve puzzles by placing balls into a physical simulation.",
}
_ANSWERS = {
    Kind.SANITY: "Answer with one word, Yes or No.",
    Kind.CONFIDENCE: "Answer with one percentage from 0% to 100%, and nothing else.",
    Kind.YESNO: "Answer with one word, Yes or No.",
    Kind.RANKING: "Answer with the numbers of the four proposals as a list in square brackets, the "
    "most likely first, and nothing else.",
}


def colour_name(colour: int) -> str:
    """Name a colour as PHYRE does."""
    return Colour(colour).name.lower()


def goal_bodies(task: PhyreTask) -> tuple[str, str]:
    """Name the two bodies of the goal: `green ball`, `purple bar`."""
    bodies = [task.scene.bodies[i] for i in (task.goal.first, task.goal.second)]
    first, second = (f"{colour_name(b.colour)} {_SHAPES[b.kind]}" for b in bodies)
    return first, second


def system(kind: Kind, balls: int, *, parameters: bool = True) -> str:
    """Write the system message: the role, the simulation, and the form of an answer."""
    parts = [_ROLES[kind]]
    if kind is not Kind.SANITY:
        parts.append(f"{conditions()} {numbers()}" if parameters else conditions())
    parts.append(placement_rules(balls) if kind is Kind.INSERTION else _ANSWERS[kind])
    return "\n\n".join(parts)


def conditions() -> str:
    """Describe the simulation."""
    return (
        "The scene is a closed box, seen from the side: it has walls on all four sides, and "
        f"nothing leaves it. Gravity pulls down, and all bodies are rigid. {_listed(_MOVING)} "
        f"bodies move; {_listed(_FIXED).lower()} bodies are fixed. Only balls that are placed into "
        "the scene are red. At the start everything is at rest; then the simulation runs for up to "
        f"{MOST_STEPS / STEPS_PER_SECOND:.1f} seconds."
    )


def numbers() -> str:
    """List the parameters of the simulation, from its own constants."""
    material, gravity = Material(), -Physics().gravity[1]
    return (
        f"The box is {WIDTH} units wide and high, and {PIXELS_PER_METRE:g} units are one metre. "
        f"Gravity is {gravity:g} m/s². Bodies have density {material.density:g} kg/m², friction "
        f"{material.friction:g} and restitution {material.restitution:g}."
    )


def goal(task: PhyreTask) -> str:
    """Describe the goal in words that can follow `will` or `that`."""
    first, second = goal_bodies(task)
    seconds = HOLD_STEPS / STEPS_PER_SECOND
    return f"the {first} and the {second} touch each other for {seconds:g} seconds without a break"


def question(kind: Kind, task: PhyreTask, frames: int = 1, *, past: bool = False) -> str:
    """Write the question about the picture above, or about start and end if there are two frames.

    With `past`, a yes/no question is about a run that has ended.
    """
    one = task.tier.balls == 1
    shown = "The picture shows the start" if frames == 1 else "The pictures show start and end"
    start = f"{shown}, with {'the' if one else 'both'} red {_noun(one)} placed."
    match kind:
        case Kind.SANITY:
            first, second = goal_bodies(task)
            return (
                f"Do the {first} and the {second} touch each other in this picture? They touch if "
                "there is no gap between their outlines."
            )
        case Kind.CONFIDENCE:
            return f"{start} How likely is it that {goal(task)} before the run ends?"
        case Kind.YESNO:
            will, ends = ("Did", "ended") if past else ("Will", "ends")
            return f"{start} {will} {goal(task)} before the run {ends}?"
        case Kind.RANKING:
            return (
                f"Each proposal places the red {_noun(one)} in its own way. Order the proposals by "
                f"how likely it is that {goal(task)} before the run ends."
            )
        case Kind.INSERTION:
            return f"Place {_balls(task.tier.balls)} so that {goal(task)} before the run ends."


def placement_form(balls: int) -> str:
    """Show how a placement is written."""
    one = '{"x": X, "y": Y, "radius": R}'
    return one if balls == 1 else f"[{one}, {one}]"


def placement_rules(balls: int) -> str:
    """Explain where a ball may lie and how to write a placement."""
    apart = "" if balls == 1 else " The two balls must not overlap each other."
    return (
        f"You place {_balls(balls)}. X and Y are the centre of a ball in scene units: x counts "
        f"from 0 at the left wall to {WIDTH - 1} at the right, y from 0 at the floor to "
        f"{WIDTH - 1} at the ceiling. R is its radius, {SMALLEST_RADIUS:g} to {LARGEST_RADIUS:g}. "
        f"The whole ball must lie inside the scene, so X and Y are between R and {WIDTH - 1} - R, "
        f"and it must not overlap any body.{apart} X and Y are rounded down to whole units, and R "
        f"to the nearest.\n\nYou have {ATTEMPTS} attempts. "
        "Answer with JSON of this form, with numbers for the letters, and nothing else: "
        f"{placement_form(balls)}"
    )


def ruler() -> str:
    """Explain what a ruled picture adds."""
    return (
        "The dark frame shows the walls of the scene, and the numbers along it are scene units. "
        f"The thin light lines, {TICK_UNITS} units apart, only help to read positions: bodies move "
        "through them."
    )


def _noun(one: bool) -> str:
    return "ball" if one else "balls"


def _balls(count: int) -> str:
    return "one red ball" if count == 1 else "two red balls"


def _listed(colours: tuple[Colour, ...]) -> str:
    names = [colour_name(colour) for colour in colours]
    return f"{', '.join(names[:-1])} and {names[-1]}".capitalize()
