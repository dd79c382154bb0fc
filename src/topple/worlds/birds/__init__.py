"""Birds: shoot birds with a slingshot until no pig is left."""

from topple.worlds.birds.files import read_level
from topple.worlds.birds.game import Game, play_on
from topple.worlds.birds.level import Level, Placed
from topple.worlds.birds.look.screenshot import screenshot
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.symbolic import symbolic
from topple.worlds.birds.tensor import tensor
from topple.worlds.birds.visible import View, view, views

__all__ = [
    "Game",
    "Level",
    "Placed",
    "Play",
    "Rules",
    "Shot",
    "View",
    "play_on",
    "read_level",
    "screenshot",
    "simulate",
    "symbolic",
    "tensor",
    "view",
    "views",
]
