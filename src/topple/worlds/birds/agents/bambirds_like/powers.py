"""Bambirds' ideas for birds with powers, and for TNT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from topple.sim import maths
from topple.worlds.birds.agents._slingshot.layout import Floats
from topple.worlds.birds.agents._slingshot.perception import Thing
from topple.worlds.birds.agents._slingshot.trajectories import STEP, Ray, fly, velocity_after
from topple.worlds.birds.agents.bambirds_like.ideas import Idea, Prospect, apart
from topple.worlds.birds.planner import Flight

# Measured in play.
_BOOST = 8.3  # speed that a boost adds, in units per second
_BLAST, _TNT_BLAST = 2.7, 2.0  # radius within which a blast kills
_EGG_RADIUS = 0.15  # smaller than in the game, because outlines are rounded to pixels
_LEAST_DROP = 0.5
_BOOST_AT = np.arange(0.2, 0.95, 0.1).tolist()  # shares of the time to the first contact
_JUST_BEFORE = 0.03  # seconds before the first contact: powers end with it


def use_power(prospect: Prospect) -> list[Idea]:
    """Return ideas that use the power of the bird on the sling, and those for TNT."""
    found = _set_off(prospect)
    match prospect.layout.bird:
        case "BirdBlack":
            found += _blow_up(prospect)
        case "BirdWhite":
            found += _drop_egg(prospect)
        case "BirdYellow":
            found += _boost(prospect)
        case "BirdBlue":
            found += _defrost(prospect)
    return found


def _blow_up(prospect: Prospect) -> list[Idea]:
    """Explode where most pigs are near; walls do not shield them."""
    pigs = prospect.layout.pigs
    found = []
    for ray in prospect.rays:
        path = fly(ray.start, ray.time)
        if not len(path):
            continue
        away = np.stack([np.hypot(*(path - pig.middle).T) for pig in pigs])
        far = np.where(away < _BLAST, away, 0.0).max(axis=0)
        best = int(np.argmax((away < _BLAST).sum(axis=0) - 0.1 * far))
        near = [pig for pig, there in zip(pigs, away[:, best] < _BLAST, strict=True) if there]
        if near:
            shot = replace(ray.shot, tap=max(0.0, best * STEP - _JUST_BEFORE))
            sure = (0.8 - 0.1 * float(far[best])) * len(near) / len(pigs)
            found.append(Idea("blast", near[0], shot, sure, tuple(near)))
    return found


def _drop_egg(prospect: Prospect) -> list[Idea]:
    """Drop the egg above a pig with nothing between them."""
    layout = prospect.layout
    found = []
    for ray in prospect.rays:
        for pig in layout.pigs:
            time = ray.start.time_to(pig.middle[0])
            if time is None or time > ray.time:
                continue
            x, y = ray.start.at(time)
            if y > pig.top + _LEAST_DROP and _clear_below(prospect, x, y, pig):
                # The lower the bird, the more accurate the egg.
                sure = 0.8 - 0.02 * (y - pig.top)
                found.append(Idea("egg", pig, replace(ray.shot, tap=time), sure, (pig,)))
    return found


def _boost(prospect: Prospect) -> list[Idea]:
    """Use the boost to reach pigs that are out of reach without it, if need be through wood."""
    layout = prospect.layout
    wanted = prospect.sheltered
    found = []
    for ray in prospect.rays if wanted else ():
        for tap, path in _try_taps(ray):
            touched = layout.touched(path)
            stops = [n for n, (_, thing) in enumerate(touched) if not prospect.pierced(thing)]
            passed = [thing for _, thing in touched[: stops[0] if stops else None]]
            pigs = tuple(thing for thing in passed if thing in wanted)
            shot = replace(ray.shot, tap=tap)
            if pigs:
                found.append(Idea("boost", pigs[0], shot, 0.75, pigs))
            elif stops:
                place = path[touched[stops[0]][0]]
                near = min(wanted, key=lambda pig: float(maths.dist(place, pig.middle)))
                sure = 0.6 - 0.1 * maths.dist(place, near.middle)
                found.append(Idea("boost", near, shot, sure, (near,)))
    return found


def _defrost(prospect: Prospect) -> list[Idea]:
    """Split the blue bird before the ice of a structure with pigs."""
    layout = prospect.layout
    return [
        Idea("ice", block, trajectory.tapped(0.85, until=trajectory.contact), 0.6, tuple(pigs))
        for structure in layout.structures
        if (pigs := prospect.pigs_in(structure))
        for block in structure
        if block.material == "ice"
        for trajectory in prospect.free(block)[:1]
    ]


def _set_off(prospect: Prospect) -> list[Idea]:
    """Hit TNT near pigs."""
    found = []
    for tnt in prospect.layout.tnt:
        near = tuple(pig for pig in prospect.layout.pigs if apart(tnt, pig) < _TNT_BLAST)
        for trajectory in prospect.free(tnt)[:1] if near else ():
            found.append(Idea("tnt", tnt, trajectory.shot, 0.8, near))
    return found


def _clear_below(prospect: Prospect, x: float, y: float, pig: Thing) -> bool:
    """Return whether an egg that is dropped at a place hits the pig first."""
    path = np.array([(x, height) for height in np.arange(y, pig.bottom, -0.05)])
    touched = prospect.layout.touched(path, _EGG_RADIUS)
    return bool(touched) and touched[0][1] is pig


def _try_taps(ray: Ray) -> Iterator[tuple[float, Floats]]:
    """Yield taps, and the paths that follow them."""
    for share in _BOOST_AT:
        tap = share * ray.time
        vx, vy = velocity_after(ray.start, tap)
        faster = 1 + _BOOST / maths.hypot(vx, vy)
        yield tap, fly(Flight(*ray.start.at(tap), vx * faster, vy * faster), 3.0)
