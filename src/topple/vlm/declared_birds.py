"""Birds in words."""

from __future__ import annotations

from topple.vlm.declared import Declared
from topple.worlds.birds.art import WIDTH, camera
from topple.worlds.birds.birds import BIRDS, Power
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE
from topple.worlds.birds.task import BirdsTask

TAP_S = 0.3  # when birds use their power, as in DeepPHY
# A tap would set off the explosion in mid-air; left alone, it comes after the first hit.
TAPPED = frozenset({Power.BOOST, Power.SPLIT, Power.EGG})

_POWERS = {
    Power.NONE: "no power",
    Power.BOOST: f"darts ahead {TAP_S:g} s after it is let go",
    Power.SPLIT: f"splits in three {TAP_S:g} s after it is let go",
    Power.EGG: f"drops an egg that explodes, {TAP_S:g} s after it is let go",
    Power.EXPLODE: "explodes shortly after it hits something",
}
_THINGS = {
    "block": "Blocks of wood (brown), stone (grey) or ice (pale blue): they move and break.",
    "platform": "Platforms (dark): they are fixed.",
    "tnt": "TNT boxes: they explode when hit.",
}


def bird_name(kind: str) -> str:
    """Give the everyday name of a bird: `red`."""
    return kind.removeprefix("Bird").lower()


def declared(task: BirdsTask) -> Declared:
    """Put a task into words."""
    level, rules = task.level, task.rules
    roles = {thing.role for thing in level.things}
    birds = dict.fromkeys(level.birds)
    fastest = rules.most_stretch * rules.speed_per_stretch
    return Declared(
        setting=(
            "The picture shows a slingshot on the left and things that stand on the ground, from "
            "the side; gravity pulls down."
        ),
        legend=(
            *(f"{bird_name(b).capitalize()} bird: {_POWERS[BIRDS[b].power]}." for b in birds),
            "Green pigs: what must be destroyed.",
            *(words for role, words in _THINGS.items() if role in roles),
        ),
        goal="destroy every pig.",
        act="Each turn you shoot the bird that sits on the sling.",
        rules=(
            f"The birds are shot in this order: {', '.join(map(bird_name, level.birds))}.",
            "The next turn comes when the bird is gone; what was moved or broken stays so.",
        ),
        parameters=(
            f"The picture is {WIDTH / camera()[0]:g} units wide.",
            f"Gravity is {GRAVITY * GRAVITY_SCALE:.3g} units/s².",
            f"A fully drawn sling lets a bird go at {fastest:g} units/s.",
        ),
    )
