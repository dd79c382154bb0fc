"""The wording of the questions; every number in it is a constant of the simulation."""

from __future__ import annotations

from collections.abc import Sequence

from topple.sim.scene import Material, Physics
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import PIXELS_PER_METRE, WIDTH, Colour
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.pictures import TICK_UNITS
from topple.worlds.phyre.task import HOLD_STEPS, MOST_STEPS, PhyreTask

STEPS_PER_SECOND = 60
ATTEMPTS = 5

_SHAPES = {"ball": "ball", "bar": "bar", "jar": "jar", "sticks": "pair of crossed sticks"}
_CONSTANTS = {
    "size": str(WIDTH),
    "last": str(WIDTH - 1),
    "scale": f"{PIXELS_PER_METRE:g}",
    "seconds": f"{MOST_STEPS / STEPS_PER_SECOND:.1f}",
    "gravity": f"{-Physics().gravity[1]:g}",
    "density": f"{Material().density:g}",
    "friction": f"{Material().friction:g}",
    "restitution": f"{Material().restitution:g}",
    "smallest": f"{SMALLEST_RADIUS:g}",
    "largest": f"{LARGEST_RADIUS:g}",
    "tick": str(TICK_UNITS),
}

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


# Names in braces are constants of the simulation, or words about the task.
_CONDITIONS = (
    "The scene is a closed box, seen from the side: it has walls on all four sides, "
    "and nothing leaves it. Gravity pulls down, and all bodies are rigid. Red, green, blue and "
    "gray bodies move; purple and black bodies are fixed. Only balls that are placed into the "
    "scene are red. At the start everything is at rest; then the simulation runs for up to "
    "{seconds} seconds."
)
_NUMBERS = (
    " The box is {size} units wide and high, and {scale} units are one metre. Gravity "
    "is {gravity} m/s². Bodies have density {density} kg/m², friction {friction} and "
    "restitution {restitution}."
)
_TOUCHING = " They touch if there is no gap between their outlines."
_PLACEMENT = (
    "You place {balls}. X and Y are the centre of a ball in scene units: x counts "
    "from 0 at the left wall to {last} at the right, y from 0 at the floor to {last} at the "
    "ceiling. R is its radius, {smallest} to {largest}. The whole ball must lie inside the "
    "scene, so X and Y are between R and {last} - R, and it must not overlap any body.{apart} "
    "X and Y are rounded down to whole units, and R to the nearest."
)
_RULER = (
    "The dark frame shows the walls of the scene, and the numbers along it are scene "
    "units. The thin light lines, {tick} units apart, only help to read positions: bodies move "
    "through them."
)
_MOMENTS = "the scene after {times} seconds:"


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
        parts.append(conditions(parameters=parameters))
    placing = kind is Kind.INSERTION
    parts.append(placement_rules(balls) if placing else _ANSWERS[kind])
    return "\n\n".join(parts)


def conditions(*, parameters: bool = True) -> str:
    """Describe the simulation, with or without its parameters."""
    return (_CONDITIONS + (_NUMBERS if parameters else "")).format(**_CONSTANTS)


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
            asked = f"Do the {first} and the {second} touch each other in this picture?"
            return asked + _TOUCHING
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
    rules = _PLACEMENT.format(**_CONSTANTS, balls=_balls(balls), apart=apart)
    return (
        f"{rules}\n\nYou have {ATTEMPTS} attempts. Answer with JSON of this form, with numbers for "
        f"the letters, and nothing else: {placement_form(balls)}"
    )


def ruler() -> str:
    """Explain what a ruled picture adds."""
    return _RULER.format(**_CONSTANTS)


def shown_moments(seconds: Sequence[float]) -> str:
    """Write which moments of a run the five pictures after it show."""
    *first, last = (f"{each:.1f}" for each in seconds)
    times = f"{', '.join(first)} and {last}"
    return f"These five pictures show {_MOMENTS.format(times=times)}"


def _noun(one: bool) -> str:
    return "ball" if one else "balls"


def _balls(count: int) -> str:
    return "one red ball" if count == 1 else "two red balls"
