"""What the engines say about scenes: shapes and poses of bodies, and the gaps between them.

Nothing here comes from drawings or from the maker of the items, so that the two can disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure
from topple.sim.scene import Circle
from topple.sim.scene import Shape as SceneShape
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.birds.action_space import shots_of as birds_shots
from topple.worlds.birds.level import Level as BirdsLevel
from topple.worlds.birds.simulate import simulate as play_birds
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.fixtures import TNT_OUTLINE
from topple.worlds.birds.things.outlines import box, hull, shapes
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.birds.to_native import platform_sides
from topple.worlds.birds.visible import view, views
from topple.worlds.birds.world import own_task as birds_task
from topple.worlds.iphyre.level import BLOCK_RADIUS, SECONDS
from topple.worlds.iphyre.simulate import simulate as play_iphyre
from topple.worlds.iphyre.world import own_task as iphyre_task
from topple.worlds.kinetix.level import WALLS
from topple.worlds.kinetix.simulate import simulate as play_kinetix
from topple.worlds.kinetix.world import own_task as kinetix_task
from topple.worlds.phyre.simulate import wait
from topple.worlds.phyre.world import own_task as phyre_task
from topple.worlds.pool.events import BALL
from topple.worlds.pool.shot import Shot, shots_of
from topple.worlds.pool.simulate import simulate as play_pool
from topple.worlds.pool.table import RADIUS
from topple.worlds.pool.world import own_task as pool_task
from topple.worlds.rope.calls import plan_of
from topple.worlds.rope.frame import GONE, CandyState
from topple.worlds.rope.look.scene import figures_of
from topple.worlds.rope.simulate import simulate as play_rope
from topple.worlds.rope.world import own_task as rope_task

Floats = NDArray[np.float64]
_SPECK = 2.0  # units; smaller rings of rope's figures lie on larger ones
Rounded = tuple[Floats, float]  # a convex polygon, a segment or a point, and a radius around it
_SECONDS = {"phyre": 10.0, "kinetix": 4.0, "rope": 8.0}


@dataclass(frozen=True, eq=False)
class Track:
    """A body: its shapes, and its poses (moments x (x, y, angle), NaN where it is gone).

    What is `trimming` is seen, but nothing touches it.
    """

    shapes: Sequence[Rounded]
    poses: Floats
    trimming: Sequence[Rounded] = ()

    @property
    def middle(self) -> Floats:
        """The centre of its area at every moment."""
        areas = np.array([_area(shape) for shape in self.shapes])
        centre = np.array([_centre(shape[0]) for shape in self.shapes])
        x, y = (areas[:, None] * centre).sum(axis=0) / areas.sum()
        return _placed(np.array([[x, y]]), self.poses)[:, 0]

    @property
    def reach(self) -> float:
        """How far its shapes reach from its origin."""
        return max(float(np.hypot(*own.T).max()) + radius for own, radius in self.shapes)

    def box(self, moment: int) -> Floats:
        """Return left, bottom, right and top."""
        placed = [
            (_placed(own, self.poses[[moment]])[0], r) for own, r in (*self.shapes, *self.trimming)
        ]
        low = np.min([own.min(axis=0) - r for own, r in placed], axis=0)
        high = np.max([own.max(axis=0) + r for own, r in placed], axis=0)
        return np.concatenate([low, high])


@dataclass(frozen=True, eq=False)
class Motion:
    """Things in the order in which items number them, and the times of the moments."""

    tracks: Sequence[Track]
    seconds: Floats
    met: Mapping[frozenset[int], float] | None = None  # of a world whose engine lists contacts

    def first_within(self, a: int, b: int, near: float) -> float:
        """Return when two things first come so near to each other; inf for never."""
        if self.met is not None:
            return self.met.get(frozenset((a, b)), np.inf)
        gaps = gap(self.tracks[a], self.tracks[b], near)
        (at,) = np.nonzero(gaps <= near)
        return float(self.seconds[at[0]]) if len(at) else np.inf


def gap(first: Track, second: Track, near: float) -> Floats:
    """Return the gap at every moment; inf where it is surely larger than `near`."""
    off = np.hypot(*(first.poses[:, :2] - second.poses[:, :2]).T)
    found = np.full(len(off), np.inf)
    (close,) = np.nonzero(off <= first.reach + second.reach + near)
    for own, radius in first.shapes:
        for other, further in second.shapes:
            p, q = _placed(own, first.poses[close]), _placed(other, second.poses[close])
            apart = np.minimum(_to_edges(p, q), _to_edges(q, p))
            apart = np.where(_inside(p, q) | _inside(q, p), 0.0, apart) - radius - further
            found[close] = np.minimum(found[close], apart)
    return found


def _placed(own: Floats, poses: Floats) -> Floats:
    x, y, angle = poses.T[:, :, None]
    cos, sin = np.cos(angle), np.sin(angle)
    u, v = own.T
    return np.stack([cos * u - sin * v + x, sin * u + cos * v + y], axis=-1)


def _to_edges(points: Floats, corners: Floats) -> Floats:
    """Return per moment the smallest distance from any point to any edge."""
    start, along = corners[:, None], (np.roll(corners, -1, axis=1) - corners)[:, None]
    away = points[:, :, None] - start
    length = np.maximum((along**2).sum(axis=-1), 1e-12)
    share = np.clip((away * along).sum(axis=-1) / length, 0, 1)
    off = away - share[..., None] * along
    return np.asarray(np.sqrt((off**2).sum(axis=-1)).min(axis=(1, 2)))


def _inside(points: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Return per moment whether any point lies in a convex polygon."""
    if corners.shape[1] < 3:
        return np.zeros(len(points), np.bool_)
    along = (np.roll(corners, -1, axis=1) - corners)[:, None]
    away = points[:, :, None] - corners[:, None]
    side = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    inside = np.asarray(np.all(side >= 0, axis=2) | np.all(side <= 0, axis=2))
    return np.asarray(np.any(inside, axis=1))


def _area(shape: Rounded) -> float:
    own, radius = shape
    if len(own) < 3:
        length = float(np.hypot(*(own[-1] - own[0])))
        return np.pi * radius**2 + 2 * radius * length
    x, y = own.T
    return float(abs((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2)


def _centre(own: Floats) -> Floats:
    if len(own) < 3:
        return np.asarray(own.mean(axis=0))
    after = np.roll(own, -1, axis=0)
    part = own[:, 0] * after[:, 1] - after[:, 0] * own[:, 1]
    return np.asarray(((own + after) * part[:, None]).sum(axis=0) / (3 * part.sum()))


def _rounded(shape: SceneShape) -> Rounded:
    if isinstance(shape, Circle):
        return np.zeros((1, 2)), shape.radius
    return np.array(shape.vertices), 0.0


def _phyre(task: Task, action: Action | None) -> Motion:
    scene = phyre_task(task).scene
    batch = wait(phyre_task(task), stride=1, most_steps=round(60 * _SECONDS["phyre"]), threads=1)
    start = np.array([(body.x, body.y, body.angle) for body in scene.bodies])
    frames = np.concatenate([start[None], batch.frames(0)])
    tracks = [
        Track([_rounded(shape) for shape in body.shapes], frames[:, i])
        for i, body in enumerate(scene.bodies)
        if body.kind != "wall"
    ]
    return Motion(tracks, np.arange(len(frames)) / 60)


def _kinetix(task: Task, action: Action | None) -> Motion:
    level = kinetix_task(task).level
    (play,) = play_kinetix(level, [np.zeros((0, 7), np.float32)], stride=1, threads=1)
    frames = play.frames[: round(30 * _SECONDS["kinetix"]) + 1, :, :3].astype(np.float64)
    tracks = []
    for i, body in enumerate(level.bodies):
        if body is not None and i >= WALLS:
            own = np.array(body.vertices or ((0.0, 0.0),))
            tracks.append(Track([(own, body.radius)], frames[:, i]))
    return Motion(tracks, np.arange(len(frames)) / 30)


def _iphyre(task: Task, action: Action | None) -> Motion:
    level = iphyre_task(task).level
    (play,) = play_iphyre(level, [iphyre_task(task).removals(action or ())], stride=1, threads=1)
    steps = play.frame_steps()
    keep = (steps <= play.steps) & (steps <= SECONDS * level.rate)
    steps, moving = steps[keep], play.frames()[keep]
    removed = {block: step for step, block in play.removed()}
    tracks = []
    for i, centre in enumerate(level.centres):
        if i in level.moving:
            poses = moving[:, level.moving.index(i)]
        else:
            poses = np.tile([*centre, 0.0], (len(steps), 1))
            poses[steps > removed.get(i, np.inf)] = np.nan
        if i < len(level.blocks):
            block = level.blocks[i]
            ends = np.array([block[:2], block[2:4]], float) - centre
            shape = (ends, float(BLOCK_RADIUS))
        else:
            shape = (np.zeros((1, 2)), level.balls[i - len(level.blocks)].radius)
        tracks.append(Track([shape], np.asarray(poses, float)))
    return Motion(tracks, steps / level.rate)


def _pool(task: Task, action: Action | None) -> Motion:
    own = pool_task(task)
    shots = shots_of(own.actions.one(list(action))) if action else []
    shot = shots[0].rounded() if shots else Shot(0.0, 1.0)  # where only the start counts, any shot
    facts = play_pool(own.table[None], [shot], model=own.model, recorded=True, threads=1)
    numbers = [number for number, _, _ in own.balls]
    ends = facts.places(0)
    tracks = []
    for number in numbers:
        poses = np.array([(*own.table[number], 0.0), (*ends[number], 0.0)])
        tracks.append(Track([(np.zeros((1, 2)), RADIUS)], poses))
    met: dict[frozenset[int], float] = {}
    for time, kind, one, other in facts.batch.event_list(0):
        if kind == BALL:
            met.setdefault(frozenset((numbers.index(one), numbers.index(other))), time)
    return Motion(tracks, np.array([0.0, float(facts.seconds[0])]), met)


def _birds(task: Task, action: Action | None) -> Motion:
    own = birds_task(task)
    shots = [] if not action else birds_shots(own.actions.one(list(action)))
    (judged,) = play_birds(own.level, [shots], rules=own.rules, outcome_only=True, threads=1)
    (whole,) = play_birds(own.level, [shots], rules=own.rules, stride=1, threads=1)
    start = view(own.level).things
    places = {thing.id: place for place, thing in enumerate(start)}
    moments = [start] + [
        seen.things for step, seen in views(own.level, whole) if step <= judged.steps
    ]
    poses = np.full((len(start), len(moments), 3), np.nan)
    for moment, things in enumerate(moments):
        for thing in things:
            if thing.id in places:
                poses[places[thing.id], moment] = thing.x, thing.y, thing.angle
    tracks = [Track(_birds_shapes(own.level, t.id), p) for t, p in zip(start, poses, strict=True)]
    return Motion(tracks, np.arange(len(moments)) / 50)


def _birds_shapes(level: BirdsLevel, number: int) -> list[Rounded]:
    """Return the shapes of a thing, or of a bird that waits: these are numbered after the sling."""
    if number > len(level.things):
        # The engine's disc is smaller than the bird that is seen.
        width, height = BIRDS[level.birds[number - len(level.things) - 2]].drawn
        return [(np.zeros((1, 2)), (width + height) / 4)]
    thing = level.things[number - 1]
    match thing.role:
        case "block":
            outline = BLOCKS[thing.type].outline
        case "pig":
            outline = PIGS[thing.type].outline
        case "platform":
            outline = box(*platform_sides(thing))
        case "tnt":
            outline = TNT_OUTLINE
    return [_rounded(shape) for shape in shapes(outline)]


def _rope(task: Task, action: Action | None) -> Motion:
    """Things of this world are points; how large they are is known from their figures alone."""
    level = rope_task(task).level
    stride = level.rate // 60
    (play,) = play_rope(level, [plan_of(action or ())], stride=stride, threads=1)
    frames = [frame for frame in play.frames if frame.seconds <= _SECONDS["rope"]]
    drawn = figures_of(level)
    halves = ["candy"] if len(level.candies) == 1 else ["half 0", "half 1"]
    tracks = []
    for i, figure in enumerate(halves):
        poses = np.array([_candy_pose(frame.candies[i]) for frame in frames])
        wrapped, *ends = sorted(_hull(drawn[figure]), key=_area, reverse=True)
        tracks.append(Track([wrapped], poses, ends))
    placed: list[tuple[str, Any, float]] = [("face 0", level.mouth, 0.0)]
    placed += [("star", star, 0.0) for star in level.stars]
    placed += [("cushion", c, float(np.arctan2(c.dy, c.dx))) for c in level.cushions]
    placed += [("pin", pin, 0.0) for pin in level.pins]
    placed += [("active", pin, 0.0) for pin in level.active_pins]
    placed += [("bubble", bubble, 0.0) for bubble in level.bubbles]
    placed += [(f"hat {h.pair}", h, float(np.arctan2(-h.nx, h.ny))) for h in level.hats]
    for figure, item, angle in placed:
        poses = np.tile([item.x, item.y, angle], (len(frames), 1))
        tracks.append(Track(_hull(drawn[figure]), poses))
    first = 1 + len(level.candies)
    for i in range(len(level.stars)):
        taken = [i + 1 not in frame.stars for frame in frames]
        tracks[first + i].poses[taken] = np.nan
    for i in range(len(level.bubbles)):
        place = len(tracks) - len(level.hats) - len(level.bubbles) + i
        tracks[place].poses[[i + 1 not in frame.bubbles for frame in frames]] = np.nan
    return Motion(tracks, np.array([frame.seconds for frame in frames]))


def _candy_pose(candy: CandyState) -> tuple[float, float, float]:
    """Return where a candy is, in a hat or not; nowhere once it is part of another."""
    return (np.nan,) * 3 if candy.presence == GONE else (candy.x, candy.y, 0.0)


def _hull(figure: Figure) -> list[Rounded]:
    """Return the hull of every ring; a figure may have a bay between its rings, as a hat has."""
    rings = [ring for stroke, _, _ in figure for ring in stroke]
    rings = [ring for ring in rings if np.ptp(np.array(ring), axis=0).max() > _SPECK]
    return [(np.array(hull((float(x), float(y)) for x, y in ring)), 0.0) for ring in rings]


MOTIONS: Mapping[str, Callable[[Task, Action | None], Motion]] = {
    "phyre": _phyre,
    "kinetix": _kinetix,
    "iphyre": _iphyre,
    "pool": _pool,
    "birds": _birds,
    "rope": _rope,
}
