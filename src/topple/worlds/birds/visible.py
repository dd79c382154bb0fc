"""The visible things of one moment and their places: the source of all views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from topple.errors import BadInput
from topple.sim import maths
from topple.worlds.birds.level import CAMERA, DAY, Camera, Level, Placed
from topple.worlds.birds.rules import PIVOT_FROM_SLING, RULE_SETS, Rules
from topple.worlds.birds.simulate import Play
from topple.worlds.birds.things import fixtures
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.names import (
    EGG,
    PLATFORM,
    TNT,
    kind_of_bird,
    kind_of_block,
    kind_of_pig,
)
from topple.worlds.birds.things.names import rank as rank_of
from topple.worlds.birds.things.outlines import Outline
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.birds.to_native import BIRD, platform_sides, waiting_place

if TYPE_CHECKING:
    from topple.worlds.birds.game import BirdsGame

LOOKS = 4  # looks from whole to nearly broken, at equal shares of the HP

# Body, x, y, angle, HP.
Row = tuple[int, float, float, float, float]
# Index of the next bird, its remaining share of the way to the sling, and how far it is drawn.
NextBird = tuple[int, float, float, float]


@dataclass(frozen=True, slots=True)
class VisibleThing:
    """One visible thing; `x`, `y` and `angle` are those of its drawing."""

    id: int
    kind: str
    look: int
    x: float
    y: float
    angle: float = 0.0
    stretch: tuple[float, float] = (1.0, 1.0)
    life: float | None = None  # HP, for developers; None for things without HP


@dataclass(frozen=True, slots=True)
class View:
    """All visible things, in the order of the symbolic state; `held` is the bird on the sling.

    `camera`, `hills` and `light` are those of the level.
    """

    sling_id: int
    pivot: tuple[float, float]
    things: tuple[VisibleThing, ...]
    held: tuple[float, float] | None
    camera: Camera = CAMERA
    hills: tuple[Outline, ...] = ()
    light: str = DAY


def view(of: Level | BirdsGame | View) -> View:
    """Return the view of a level before its first step, or of a game now."""
    if isinstance(of, View):
        return of
    if isinstance(of, Level):
        start: Iterable[Row] = (
            (body, thing.x, thing.y, thing.angle, Rules().grace_hp)
            for body, thing in enumerate(of.things, 1)
        )
        return _view(of, start, [], (0 if of.birds else -1, 0.0, 0.0, 0.0))
    things = of.native.things()
    poses = of.native.poses().tolist()
    rows = (
        (body, x, y, angle, thing[2])
        for body, (thing, (x, y, angle)) in enumerate(zip(things, poses, strict=True))
        if x == x  # removed bodies are at NaN
    )
    return _view(of.level, rows, _find_launched(of.level, things), of.native.perch())


def views(level: Level, play: Play) -> Iterator[tuple[int, View]]:
    """Yield the step and the view of every recorded moment of a play; it needs a stride."""
    perches = play.native.perches()
    if play.error:
        raise BadInput(f"the play failed: {play.error}", "play another level")
    if not perches:
        raise BadInput("the play recorded no moments", "give `simulate` a stride")
    launched = _find_launched(level, play.native.things())
    tracks = zip(play.tracks().tolist(), play.native.lives().tolist(), strict=True)
    moments = groupby(tracks, key=lambda track: track[0][0])
    for (step, group), next_bird in zip(moments, perches, strict=True):
        rows = ((int(body), x, y, angle, hp) for (_, body, x, y, angle), hp in group)
        yield int(step), _view(level, rows, launched, next_bird)


def _find_launched(level: Level, things: Sequence[tuple[int, int, float, bool]]) -> list[int]:
    """Return the index of the bird of every body added in play, -1 for an egg."""
    return [bird if role == BIRD else -1 for role, bird, _, _ in things[len(level.things) + 1 :]]


def _view(level: Level, rows: Iterable[Row], launched: Sequence[int], next_bird: NextBird) -> View:
    """Make a view from the poses and HP of bodies."""
    fixed = _describe_things(level)
    last = len(fixed)
    ranked: list[tuple[int, int, VisibleThing]] = []
    for body, x, y, angle, hp in rows:
        if not body:
            continue  # the ground
        if body <= last:
            rank, kind, most, stretch = fixed[body - 1]
            life = hp if most else None
            seen = VisibleThing(body, kind, _look(hp, most), x, y, angle, stretch, life)
        else:
            rank, seen = _flying(level, body - last - 1, x, y, angle, launched)
        ranked.append((rank, seen.id, seen))
    pivot = (level.sling[0] + PIVOT_FROM_SLING[0], level.sling[1] + PIVOT_FROM_SLING[1])
    waiting = _waiting(level, pivot, next_bird)
    ranked += [(rank_of(bird.kind), bird.id, bird) for bird in waiting]
    ranked.sort(key=lambda each: each[:2])
    following, way, pull_x, pull_y = next_bird
    held = (pivot[0] + pull_x, pivot[1] + pull_y) if following >= 0 and way == 0 else None
    shown = tuple(thing for _, _, thing in ranked)
    return View(last + 1, pivot, shown, held, level.camera, level.hills, level.light)


@lru_cache(maxsize=1024)
def _describe_things(level: Level) -> tuple[tuple[int, str, float, tuple[float, float]], ...]:
    """Return each thing's rank, kind, full HP, and stretch."""
    return tuple(_describe_thing(thing) for thing in level.things)


def _describe_thing(thing: Placed) -> tuple[int, str, float, tuple[float, float]]:
    kind, most, stretch = TNT, fixtures.TNT_HP, (1.0, 1.0)
    match thing.role:
        case "block":
            kind = kind_of_block(thing.type, thing.material)
            most = BLOCKS[thing.type].hp[thing.material]
        case "pig":
            kind, most = kind_of_pig(thing.type), PIGS[thing.type].hp
        case "platform":
            width, height = platform_sides(thing)
            kind, most = PLATFORM, 0.0
            stretch = (width / fixtures.PLATFORM_SIDE, height / fixtures.PLATFORM_SIDE)
    return rank_of(kind), kind, most, stretch


def _look(hp: float, most: float) -> int:
    """Return the damage look, from 1; during the grace period HP exceeds its full value."""
    return 1 if hp >= most else min(1 + int(LOOKS * (1 - hp / most)), LOOKS)


def _flying(
    level: Level, added: int, x: float, y: float, angle: float, launched: Sequence[int]
) -> tuple[int, VisibleThing]:
    """Return the rank and the drawing of a launched bird, a part of a split one, or an egg."""
    first = len(level.things) + 2
    bird = launched[added]
    # Only the first body of a bird keeps the number that it had while waiting.
    waited = bird >= 0 and launched.index(bird) == added
    number = first + bird if waited else first + len(level.birds) + added
    if bird < 0:
        return rank_of(EGG), VisibleThing(number, EGG, 1, x, y, angle)
    kind = kind_of_bird(level.birds[bird])
    dx, dy = BIRDS[level.birds[bird]].offset
    cos, sin = maths.cos(angle), maths.sin(angle)
    x, y = x - dx * cos + dy * sin, y - dx * sin - dy * cos
    return rank_of(kind), VisibleThing(number, kind, 1, x, y, angle)


def _waiting(
    level: Level, pivot: tuple[float, float], next_bird: NextBird
) -> Iterator[VisibleThing]:
    """Yield the birds not yet launched; the next one may be on its way or on the sling."""
    following, way, pull_x, pull_y = next_bird
    if following < 0:
        return
    closer = _closer(level, pivot)
    for place in range(following, len(level.birds)):
        name = level.birds[place]
        x, y = waiting_place(BIRDS[name], place, pivot, RULE_SETS[level.rules])
        x = pivot[0] + closer * (x - pivot[0]) if closer < 1 else x
        if place == following:
            x = pivot[0] + way * (x - pivot[0]) + pull_x
            y = pivot[1] + way * (y - pivot[1]) + pull_y
        yield VisibleThing(len(level.things) + 2 + place, kind_of_bird(name), 1, x, y)


@lru_cache(maxsize=1024)
def _closer(level: Level, pivot: tuple[float, float]) -> float:
    """Return how much closer together waiting birds stand so that all are in the picture."""
    middle, _, wide = level.camera
    room = pivot[0] - (middle - wide / 2)
    shares = []
    for place, kind in list(enumerate(BIRDS[name] for name in level.birds))[1:]:
        x, _ = waiting_place(kind, place, pivot, RULE_SETS[level.rules])
        shares.append((room - kind.drawn[0] / 2) / (pivot[0] - x))
    return max(0.0, min([1.0, *shares]))
