"""Birds: shoot birds with a slingshot until no pig is left."""

from topple.worlds.birds.files import read_level
from topple.worlds.birds.game import BirdsGame, play_on
from topple.worlds.birds.level import Level, Placed
from topple.worlds.birds.look.screenshot import screenshot
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.symbolic import symbolic
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import FIRST_VARIATION, SCENARIOS, Template
from topple.worlds.birds.tensor import tensor
from topple.worlds.birds.visible import View, view, views
from topple.worlds.birds.world import WORLD, all_templates, task, template

__all__ = [
    "FIRST_VARIATION",
    "SCENARIOS",
    "WORLD",
    "BirdsGame",
    "BirdsTask",
    "Level",
    "Placed",
    "Play",
    "Rules",
    "Shot",
    "Template",
    "View",
    "all_templates",
    "play_on",
    "read_level",
    "screenshot",
    "simulate",
    "symbolic",
    "task",
    "template",
    "tensor",
    "view",
    "views",
]


def __dir__() -> list[str]:
    return __all__
