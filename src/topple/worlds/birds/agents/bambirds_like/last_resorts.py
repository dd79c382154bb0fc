"""Bambirds' last resorts for pigs that no better idea covers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from topple.worlds.birds.agents._slingshot.perception import Thing
from topple.worlds.birds.agents._slingshot.scores import PIXEL
from topple.worlds.birds.agents._slingshot.sweep import bounced
from topple.worlds.birds.agents.bambirds_like.ideas import Idea, Prospect, apart, with_power
from topple.worlds.birds.planner import closest_angle
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.names import PLATFORM

_ABOVE_LEFT = 4.0  # units
_BOUNCE, _STEADY = 0.4, 0.02  # confidence, and its growth per neighbouring ray that does the same
_ROUGHLY = 0.45
_LESS_A_PIXEL = 0.002


def last_resorts(prospect: Prospect, pigs: Iterable[Thing]) -> list[Idea]:
    """Return the last resorts for some pigs."""
    wanted = list(pigs)
    found = bounces(prospect, wanted) if wanted else []
    for pig in wanted:
        found += from_above(prospect, pig) + nearby(prospect, pig) + roughly(prospect, pig)
    return found


def from_above(prospect: Prospect, pig: Thing) -> list[Idea]:
    """Hit blocks above and left of a pig, so that they fall on it."""
    return [
        Idea("above", block, with_power(trajectory), 0.5, (pig,))
        for block in prospect.layout.blocks
        if block.middle[0] < pig.middle[0]
        and block.bottom > pig.top
        and apart(block, pig) < _ABOVE_LEFT
        and (trajectory := prospect.flat(block)) is not None
    ]


def nearby(prospect: Prospect, pig: Thing) -> list[Idea]:
    """Hit any block near a pig; the nearer the better."""
    return [
        Idea(
            "near",
            block,
            with_power(free[0]),
            0.5 - _LESS_A_PIXEL * apart(block, pig) / PIXEL,
            (pig,),
        )
        for block in prospect.layout.blocks
        if (free := prospect.free(block))
    ]


def roughly(prospect: Prospect, pig: Thing) -> list[Idea]:
    """Shoot as near as possible to a pig that is out of reach."""
    if prospect.trajectories(pig):
        return []
    bird = prospect.layout.bird
    shot = Shot.at_angle(closest_angle(*pig.middle, bird=bird))
    return [Idea("roughly", pig, shot, _ROUGHLY, (pig,))]


def bounces(prospect: Prospect, pigs: list[Thing]) -> list[Idea]:
    """Bounce off a platform or the ground into a pig; best where nearby angles do so too."""
    layout = prospect.layout
    rays = [
        (ray, bounced(layout, ray) if ray.thing is None or ray.thing.kind == PLATFORM else None)
        for ray in prospect.rays
    ]
    found = []
    for hit, group in groupby(rays, key=lambda pair: pair[1]):
        run = [ray for ray, _ in group]
        if hit in pigs and hit is not None:
            ray = run[len(run) // 2]
            sure = min(_BOUNCE + _STEADY * len(run), 0.6)
            found.append(Idea("bounce", ray.thing or hit, ray.shot, sure, (hit,)))
    return found
