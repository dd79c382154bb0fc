"""Birds: shoot birds with a slingshot until no pig is left."""

from topple.worlds.birds.action import Shot
from topple.worlds.birds.game import Game
from topple.worlds.birds.level import Level, Placed
from topple.worlds.birds.rules import Rules
from topple.worlds.birds.sciencebirds import read_level
from topple.worlds.birds.simulate import Play, simulate

__all__ = ["Game", "Level", "Placed", "Play", "Rules", "Shot", "read_level", "simulate"]
