"""Levels of birds as symbols."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topple.prompting.symbols import Symbols, rounded
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.level import Level, Placed
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.fixtures import GROUND_TOP, PLATFORM_SIDE, TNT_OUTLINE
from topple.worlds.birds.things.outlines import Outline, box
from topple.worlds.birds.things.pigs import PIGS

_LEGEND = (
    f"Lengths are in units; x points right and y up. The ground is flat at y = {GROUND_TOP:g}, "
    "apart from `hills`. Angles are in radians, counter-clockwise.",
    "`birds` are shot in this order from `sling`; `radii` are theirs.",
    "A thing has its centre at x, y; `outlines` has the corners of each type around that centre, "
    "at scale 1.",
    "The present state has [number, x, y, angle] of the things that are left, by their "
    "place in `things`, from 0, and the birds that are left.",
)


def symbols(task: BirdsTask) -> Symbols:
    """Return a level, with the outlines of its types of things and the radii of its birds."""
    level = task.level
    outlines = {_type(thing): rounded(_outline(thing)) for thing in level.things}
    radii = {bird: BIRDS[bird].radius for bird in level.birds}
    data = {**json.loads(level.to_json()), "outlines": outlines, "radii": radii}
    return Symbols(data, _LEGEND)


def rebuilt(task: BirdsTask, data: Mapping[str, Any]) -> BirdsTask:
    """Return a task with the level that the symbols hold."""
    level = {name: value for name, value in data.items() if name not in ("outlines", "radii")}
    return replace(task, level=Level.from_json(json.dumps(level)))


def state(game: BirdsGame) -> dict[str, Any]:
    """Return where the things are that are left."""
    native, count = game.native, len(game.level.things)
    alive = [thing[3] for thing in native.things()[1 : count + 1]]
    places = [list(pose[:3]) for pose in native.poses()[1 : count + 1]]
    things = [[i, *place] for i, place in enumerate(places) if alive[i]]
    return {"birds": list(game.birds), "things": things}


def _type(thing: Placed) -> str:
    return thing.type or thing.role


def _outline(thing: Placed) -> Outline:
    if thing.type in BLOCKS:
        return BLOCKS[thing.type].outline
    if thing.type in PIGS:
        return PIGS[thing.type].outline
    return TNT_OUTLINE if thing.role == "tnt" else box(PLATFORM_SIDE, PLATFORM_SIDE)
