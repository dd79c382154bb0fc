"""Draw scenes to learn from: free ones, variations of templates, changed copies of tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple._native import phyre as core
from topple.sim import Sim
from topple.sim.scene import Body, Scene
from topple.tasks.draw import generator, normals
from topple.tasks.task import TaskId
from topple.worlds.phyre import bodies, validate, wait
from topple.worlds.phyre.actions import Tier
from topple.worlds.phyre.bodies import HEIGHT, PIXELS_PER_METRE, WIDTH, Colour, Form
from topple.worlds.phyre.goals import Goal, Relation
from topple.worlds.phyre.intervene import start
from topple.worlds.phyre.stage import Piece
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION, Template

_OVERLAP = 4  # pixels that bodies may share, because touching ones often do
_TRIES = 8  # places tried for a body
_FALLS = (0, 0, 0, 60, 240, 600)  # steps that a free scene falls before its task begins
_FIRST_CHANGED = 1_000_000  # index of the first changed copy; variations have lower ones
_SHIFTS = (5.0, 15.0, 40.0)  # pixels by which a body may be moved
_LISTED = 2000  # actions of PHYRE's list that goals are sought with
_TRIED, _MOST = 30, 6  # actions tried per scene; the most of them that may solve it
_LOOKS = (420, 180)  # steps before the looks at contacts: a goal is a contact of three seconds
_NO_GOAL = Goal(Relation.TOUCHING, 0, 1)


def draw_free(tier: Tier, number: int) -> PhyreTask | None:
    """Draw a scene from no template; None if no pair of bodies makes a goal."""
    rng = generator("free scene", number)
    layout = _Layout()
    if rng.random() < 0.3:
        layout.add(Piece(0, bodies.bar(1.0), dynamic=False).put(left=0.0, bottom=0.0))
    for dynamic in (False, True):
        for _ in range(rng.integers(2, 7)):
            layout.place(rng, dynamic=dynamic)
    placed = _fallen(layout.bodies, int(rng.choice(_FALLS)))
    return _with_goal(PhyreTask(_free_id(number), "", _scene(placed), _NO_GOAL, tier, ""), rng)


def _free_id(number: int) -> TaskId:
    return TaskId("phyre", "free_scene", 1, number)


def draw_variation(template: Template, number: int) -> PhyreTask | None:
    """Draw a variation; None if waiting solves it, or if one of PHYRE's tasks looks like it."""
    task = template.task(FIRST_VARIATION + number)
    if wait(task, threads=1).status[0] > 0 or task.image().tobytes() in _load_shipped(template):
        return None
    return task


@cache
def _load_shipped(template: Template) -> set[bytes]:
    """Return the images of PHYRE's tasks of a template, and the mirrored ones."""
    images = [template.task(index).image() for index in template.shipped]
    return {side.tobytes() for image in images for side in (image, image[:, ::-1])}


def draw_changed(task: PhyreTask, number: int) -> PhyreTask | None:
    """Draw a copy with bodies moved, turned, left out or added; None if no pair makes a goal."""
    rng = generator("changed scene", task, number)
    layout = _Layout()
    own = [body for body in task.scene.bodies if body.kind != "wall" and rng.random() > 0.1]
    moves = rng.random(len(own)) < 0.45
    for body in (body for body, move in zip(own, moves, strict=True) if not move):
        layout.keep(body)
    for body in (body for body, move in zip(own, moves, strict=True) if move):
        layout.add_body(_move(body, rng))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        layout.place(rng, dynamic=bool(rng.random() < 0.4))
    task_id = replace(task.id, index=_FIRST_CHANGED + 1000 * task.id.index + number)
    scene = replace(task.scene, bodies=tuple(layout.bodies))
    return _with_goal(replace(task, id=task_id, scene=scene, goal=_NO_GOAL, phyre_id=""), rng)


class _Layout:
    """Bodies placed so far, and the pixels that they cover."""

    def __init__(self) -> None:
        self.bodies = list(bodies.walls())
        self._covered = np.zeros((HEIGHT, WIDTH), bool)

    def add(self, piece: Piece) -> bool:
        """Add a piece that fits into the frame and into what is free."""
        if piece.left < 0 or piece.bottom < 0 or piece.right > WIDTH or piece.top > HEIGHT:
            return False
        return self.add_body(piece.body(Colour.BLACK))

    def add_body(self, body: Body) -> bool:
        """Add a body that overlaps no other."""
        pixels = _pixels(body)
        if not pixels.any() or (pixels & self._covered).sum() > _OVERLAP:
            return False
        self.keep(body)
        return True

    def keep(self, body: Body) -> None:
        """Add a body in any case; those of a template may overlap."""
        self._covered |= _pixels(body)
        self.bodies.append(body)

    def place(self, rng: np.random.Generator, *, dynamic: bool) -> None:
        """Place a body at random, one that moves mostly upon something, if it fits anywhere."""
        form, degrees = _draw_form(rng, dynamic=dynamic)
        for _ in range(_TRIES):
            piece = Piece(0, form, dynamic).turn(degrees)
            x = int(rng.integers(WIDTH))
            y = rng.uniform(0, HEIGHT)
            if rng.random() < (0.75 if dynamic else 0.25):
                y = self._draw_surface(x, rng)
            if self.add(piece.put(center_x=float(x), bottom=float(y))):
                return

    def _draw_surface(self, x: int, rng: np.random.Generator) -> float:
        """Draw a height in a column on which a body could stand; the ground if there is none."""
        column = self._covered[:, x]
        heights = np.flatnonzero(column[:-1] & ~column[1:]) + 1
        return float(rng.choice(heights)) if len(heights) else 0.0


def _draw_form(rng: np.random.Generator, *, dynamic: bool) -> tuple[Form, float]:
    """Draw a kind of body and its angle; what does not move is mostly a bar."""
    kind = rng.random()
    if kind < (0.3 if dynamic else 0.9):
        angles = (0.0, 0.0, 0.0, 90.0, rng.uniform(-35, 35), rng.uniform(-90, 90))
        return bodies.bar(rng.uniform(0.06, 0.4 if dynamic else 0.6)), float(rng.choice(angles))
    if kind < (0.8 if dynamic else 0.95):
        return bodies.ball(rng.uniform(0.04, 0.15)), 0.0
    if kind < (0.92 if dynamic else 1.0):
        return bodies.jar(rng.uniform(0.12, 0.35)), float(rng.choice((0.0, 0.0, 0.0, 90.0, 180.0)))
    return bodies.sticks(rng.uniform(0.15, 0.4)), 0.0


def _move(body: Body, rng: np.random.Generator) -> Body:
    far = rng.choice(_SHIFTS)
    turn = 0.3 * normals(rng, 1)[0] if body.kind == "bar" and rng.random() < 0.4 else 0.0
    across, up = normals(rng, 2)
    x, y = body.x + far * across, body.y + far * up
    return replace(body, x=x, y=y, angle=body.angle + turn)


def _fallen(placed: Sequence[Body], steps: int) -> list[Body]:
    """Return the bodies after some steps."""
    sim = Sim(_scene(placed))
    sim.step(steps)
    return [
        replace(body, x=x, y=y, angle=angle)
        for body, (x, y, angle) in zip(placed, sim.poses().tolist(), strict=True)
    ]


def _with_goal(task: PhyreTask, rng: np.random.Generator) -> PhyreTask | None:
    """Choose two bodies that some actions, but not waiting, bring together; colour them."""
    found = _choose_pair(task, rng)
    if found is None:
        return None
    placed = task.scene.bodies
    first, second = found
    coloured = [replace(body, colour=_plain(body)) for body in placed]
    coloured[first] = replace(placed[first], colour=Colour.GREEN)
    colour = Colour.BLUE if placed[second].dynamic else Colour.PURPLE
    coloured[second] = replace(placed[second], colour=colour)
    chosen = replace(task, scene=_scene(coloured), goal=Goal(Relation.TOUCHING, first, second))
    return None if wait(chosen, threads=1).status[0] > 0 else chosen


def _choose_pair(task: PhyreTask, rng: np.random.Generator) -> tuple[int, int] | None:
    placed = task.scene.bodies
    always = _touching_at_end(task, None)
    sometimes: Counter[tuple[int, int]] = Counter()
    for action in task.tier.candidates(_LISTED)[rng.integers(_LISTED, size=_TRIED)]:
        if not validate(task, action)[0]:
            sometimes.update(_touching_at_end(task, action) - always)
    pairs = [
        pair if placed[pair[0]].dynamic else pair[::-1]
        for pair, times in sometimes.items()
        if max(pair) < len(placed) and times <= _MOST
        if not any(placed[i].kind == "wall" for i in pair)
    ]
    balls = [pair for pair in pairs if any(placed[i].kind == "ball" for i in pair)]
    if balls and rng.random() < 0.9:
        pairs = balls
    if not pairs:
        return None
    first, second = pairs[rng.integers(len(pairs))]
    # The green body of PHYRE is a ball where there is a choice.
    turn = placed[second].kind == "ball" and placed[second].dynamic and rng.random() < 0.5
    turn |= placed[first].kind != "ball" and placed[second].dynamic
    return (second, first) if turn else (first, second)


def _touching_at_end(task: PhyreTask, action: object) -> set[tuple[int, int]]:
    """Return the pairs in contact at both of the last two looks."""
    sim = start(task, action)
    pairs: list[set[tuple[int, int]]] = []
    for steps in _LOOKS:
        sim.step(steps)
        pairs.append(set(sim.contacts()))
    return pairs[0] & pairs[1]


def _plain(body: Body) -> Colour:
    return Colour.GRAY if body.dynamic else Colour.BLACK


def _pixels(body: Body) -> NDArray[np.bool_]:
    scene = _native.Scene.read(_scene([body]))
    return core.image(scene, np.array([(body.x, body.y, body.angle)])) > 0


def _scene(placed: Sequence[Body]) -> Scene:
    return Scene(tuple(placed), float(WIDTH), float(HEIGHT), PIXELS_PER_METRE)
