"""Birds in words."""

from __future__ import annotations

from topple.prompting.description import Description, Fact
from topple.worlds.birds.level import CAMERA, Level
from topple.worlds.birds.models.views import HEIGHT, WIDTH, scale_of
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, Rules
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.birds import BIRDS, Power

CLOSE_UP = " A second picture shows the part around the pigs, enlarged."
TAP_S = 0.3  # when birds use their power, as in DeepPHY
# A tap would explode the bird in mid-air; without one it explodes after the first hit.
TAPPED = frozenset({Power.BOOST, Power.SPLIT, Power.EGG})

_WHEN = (
    f"{TAP_S:g} s after it is let go, or as soon as it is {{past}} pixels past the sling if that "
    "is later"
)
_POWERS = {
    Power.NONE: "it has no special ability",
    Power.BOOST: f"it darts ahead {_WHEN}",
    Power.SPLIT: f"it splits in three {_WHEN}",
    Power.EGG: f"it drops an egg that explodes where it lands, {_WHEN}",
    Power.EXPLODE: f"it explodes {Rules().fuse_time:g} s after it first hits something",
}
_HILLS = "Hills (brown, like the ground): they are fixed; nothing breaks them."
_COLOURS = {"wood": "brown", "stone": "grey", "ice": "pale blue"}
_THINGS = {
    "platform": "Platforms (nearly black): they are fixed, in mid-air too; nothing breaks them.",
    "tnt": "TNT boxes: they explode when they are hit.",
}
MOVED_PIXELS = 3  # a block is moved if it ends farther than this from its place

_MATERIALS = f"{', '.join(_COLOURS)}, several of them, or none"
_FACTS = (
    Fact("Goal", "yes or no", "whether no pig will be left after this shot", "no"),
    Fact(
        "Pigs destroyed",
        "NUMBERS or none",
        "the pigs that this shot will destroy, by their numbers in the picture",
        "1",
    ),
    Fact(
        "Blocks moved",
        _MATERIALS,
        f"materials of blocks that are destroyed or end more than {MOVED_PIXELS} pixels of the "
        "whole picture from where they were",
        "wood, ice",
    ),
    Fact("Blocks destroyed", _MATERIALS, "materials of blocks that break", "none"),
)


def bird_name(kind: str) -> str:
    """Return the everyday name of a bird: `red`."""
    return kind.removeprefix("Bird").lower()


def _order(birds: tuple[str, ...]) -> tuple[str, ...]:
    if len(birds) == 1:
        return (f"There is one bird, {bird_name(birds[0])}.",)
    return (
        f"The birds are shot in this order: {', '.join(map(bird_name, birds))}.",
        "The next turn comes when everything rests; what was moved or broken stays so. Birds that "
        "were shot may still lie about.",
    )


def _blocks(materials: set[str]) -> tuple[str, ...]:
    names = [f"{name} ({colour})" for name, colour in _COLOURS.items() if name in materials]
    if not names:
        return ()
    return (
        f"Blocks of {' or '.join(names)}: they move, and break if they are hit hard. Stone "
        "withstands most, ice least.",
    )


def _power(power: Power, task: BirdsTask) -> str:
    """Return what a bird does by itself; the power of a shot is something else."""
    if power is Power.EXPLODE and task.rules.bomb_damage > Rules().bomb_damage:
        return f"{_POWERS[power]}, and breaks blocks nearby"
    return _POWERS[power].format(past=round(Rules().tap_distance * scale_of(task.level)))


def _edge(level: Level) -> str:
    """Return where things leave the level; the usual picture shows exactly all of it."""
    return "leaving the picture" if level.camera == CAMERA else "leaving the level, far"


def describe(task: BirdsTask) -> Description:
    """Put a task into words."""
    level, rules = task.level, task.rules
    roles = {thing.role for thing in level.things}
    birds = dict.fromkeys(level.birds)
    scale = scale_of(level)
    fastest = rules.most_stretch * rules.speed_per_stretch
    return Description(
        setting=(
            "The picture shows, from the side, a slingshot on the left and things to shoot at; "
            f"gravity pulls down.{CLOSE_UP}"
        ),
        legend=(
            *(f"{bird_name(b).capitalize()} bird: {_power(BIRDS[b].power, task)}." for b in birds),
            "Green pigs: they are destroyed by hits that are hard enough, whatever hits them, and "
            f"by {_edge(level)} to the left or right. Larger pigs withstand more.",
            *_blocks({thing.material for thing in level.things}),
            *(words for role, words in _THINGS.items() if role in roles),
            *([_HILLS] if level.hills else []),
        ),
        goal="destroy every pig.",
        act="Each turn you shoot the bird that sits on the sling.",
        rules=(*_order(level.birds),),
        parameters=(
            f"The picture is {WIDTH / scale:g} units wide and {HEIGHT / scale:g} units high.",
            f"Gravity is {GRAVITY * GRAVITY_SCALE:.3g} units/s².",
            f"A fully drawn sling lets a bird go at {fastest:g} units/s.",
        ),
        facts=_FACTS,
        prediction="The bird flies over the wall and comes down on the left pig.",
    )
