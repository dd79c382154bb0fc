"""Birds: shoot birds with a slingshot until no pig is left."""

from topple.worlds.birds.action import Shot
from topple.worlds.birds.art import screenshot
from topple.worlds.birds.game import Game, play_on
from topple.worlds.birds.level import Level, Placed
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.sciencebirds import read_level
from topple.worlds.birds.sights import View, view, views
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.symbolic import symbolic
from topple.worlds.birds.tensor import tensor

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
