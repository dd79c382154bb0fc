"""Convert a level to the engine's data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from topple import _native
from topple._native import birds as core
from topple.sim import maths
from topple.sim.checks import clear_errors
from topple.sim.scene import Body, Circle, Material, Physics, Scene
from topple.sim.shapes import convex_pieces
from topple.worlds.birds import rules as numbers
from topple.worlds.birds.level import Level, Placed
from topple.worlds.birds.rules import GRAVITY_SCALE, Rules
from topple.worlds.birds.things import blocks, fixtures, pigs
from topple.worlds.birds.things.birds import ANGULAR_DAMPING, BIRDS, BirdKind, Blast, Power
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.materials import MATERIALS
from topple.worlds.birds.things.outlines import Outline, area, box, shapes
from topple.worlds.birds.things.pigs import PIGS

# Roles as the native rules number them.
GROUND, PLATFORM, BLOCK, PIG, TNT, BIRD, EGG = range(7)
# The thinnest platform the engine accepts; some in the original have almost no thickness.
_THINNEST = 0.01


@dataclass(frozen=True, slots=True)
class Part:
    """What the rules need about a body besides its shape."""

    role: int
    mass: float = 0.0
    hp: float = 0.0
    defence: float = 0.0
    material: int = 0
    colliders: int = 1
    lingers: bool = False
    linger_time: float = 0.0
    score: int = 0
    gravity_scale: float = GRAVITY_SCALE
    continuous: bool = False


@dataclass(frozen=True, slots=True)
class Launch:
    """A bird in the form that the engine takes."""

    body: Body
    offset: tuple[float, float]
    mass: float
    factors: tuple[float, float, float]
    power: int
    impulse: float
    blast: Blast
    ready_time: float
    gravity_scale: float = GRAVITY_SCALE


# Enough for all Phy-Q tasks at once: training returns to each of them.
@lru_cache(maxsize=16_384)
def native_level(level: Level, rules: Rules) -> core.Level:
    """Return the level as an engine object; raise `BadScene` if the engine refuses it."""
    built = [_ground(level), *(_thing(placed, rules) for placed in level.things)]
    reach = numbers.UNIT_WIDTH * level.width
    scene = Scene(
        bodies=tuple(body for body, _ in built),
        width=reach,
        height=numbers.HEIGHT,
        scale=1.0,
        physics=Physics(
            (0.0, -numbers.GRAVITY), numbers.TIME_STEP, rules.iterations, rules.iterations
        ),
    )
    birds = [_launch(BIRDS[name], i, rules) for i, name in enumerate(level.birds)]
    with clear_errors():
        return core.Level.read(
            _native.Scene.read(scene), [part for _, part in built], birds, _egg(), rules
        )


def rules_for(level: Level, rules: Rules) -> Rules:
    """Return the rules with the sling and the borders of this level."""
    values = {name: getattr(rules, name) for name in rules.__slots__}
    x, y = level.sling
    values["pivot"] = (x + numbers.PIVOT_FROM_SLING[0], y + numbers.PIVOT_FROM_SLING[1])
    values["half_width"] = numbers.UNIT_WIDTH * level.width / 2
    return Rules(**values)


def outline_of(placed: Placed) -> Outline:
    """Return the outline of a thing around its own centre."""
    match placed.role:
        case "block":
            return BLOCKS[placed.type].outline
        case "pig":
            return PIGS[placed.type].outline
        case "tnt":
            return fixtures.TNT_OUTLINE
    return box(*platform_sides(placed))


def _ground(level: Level) -> tuple[Body, Part]:
    wider = numbers.UNIT_WIDTH * (level.width - 2) / 2
    left, right = fixtures.GROUND_FROM - wider, fixtures.GROUND_TO + wider
    outline = box(right - left, fixtures.GROUND_THICKNESS)
    middle = fixtures.GROUND_TOP - fixtures.GROUND_THICKNESS / 2
    material = Material(0.0, fixtures.FRICTION, fixtures.RESTITUTION)
    x = (left + right) / 2
    hills = [[(u - x, v - middle) for u, v in hill] for hill in level.hills]
    parts = *shapes(outline), *(piece for hill in hills for piece in convex_pieces(hill))
    return Body("ground", x, middle, 0.0, parts, False, 0, 0.0, material), Part(GROUND)


def _thing(placed: Placed, rules: Rules) -> tuple[Body, Part]:
    match placed.role:
        case "block":
            return _block(placed)
        case "pig":
            return _pig(placed, rules)
        case "tnt":
            return _tnt(placed)
    return _platform(placed)


def _moving(
    placed: Placed, outline: Outline, mass: float, friction: float, restitution: float
) -> Body:
    heavy = placed.role == "tnt"
    damping = fixtures.HEAVY_ANGULAR_DAMPING if heavy else ANGULAR_DAMPING
    material = Material(mass / area(outline), friction, restitution, 0.0, damping)
    return Body(
        placed.role, placed.x, placed.y, placed.angle, shapes(outline), True, 0, 0.0, material
    )


def _block(placed: Placed) -> tuple[Body, Part]:
    kind, material = BLOCKS[placed.type], MATERIALS[placed.material]
    mass = kind.mass[placed.material]
    part = Part(
        BLOCK,
        mass,
        kind.hp[placed.material],
        material.defence,
        material.number,
        kind.colliders,
        kind.lingers,
        blocks.REMOVAL_TIME,
        blocks.SCORE,
    )
    return _moving(placed, kind.outline, mass, material.friction, material.restitution), part


def _pig(placed: Placed, rules: Rules) -> tuple[Body, Part]:
    kind = PIGS[placed.type]
    mass = rules.small_pig_mass if placed.type == "BasicSmall" else kind.mass
    part = Part(
        PIG,
        mass,
        kind.hp,
        pigs.DEFENCE,
        lingers=kind.lingers,
        linger_time=pigs.REMOVAL_TIME,
        score=pigs.SCORE,
        continuous=True,
    )
    return _moving(placed, kind.outline, mass, pigs.FRICTION, pigs.RESTITUTION), part


def _tnt(placed: Placed) -> tuple[Body, Part]:
    body = _moving(
        placed, fixtures.TNT_OUTLINE, fixtures.TNT_MASS, fixtures.FRICTION, fixtures.RESTITUTION
    )
    part = Part(TNT, fixtures.TNT_MASS, fixtures.TNT_HP, gravity_scale=fixtures.HEAVY_GRAVITY_SCALE)
    return body, part


def _platform(placed: Placed) -> tuple[Body, Part]:
    outline = outline_of(placed)
    material = Material(0.0, fixtures.FRICTION, fixtures.RESTITUTION)
    body = Body(
        "platform", placed.x, placed.y, placed.angle, shapes(outline), False, 0, 0.0, material
    )
    return body, Part(PLATFORM, fixtures.PLATFORM_MASS)


def waiting_place(
    kind: BirdKind, place: int, pivot: tuple[float, float], rules: Rules
) -> tuple[float, float]:
    """Return where a bird waits before its turn, left of the sling on the ground."""
    width, height = kind.drawn
    space = rules.waiting_space or numbers.WAITING_SPACE * width
    return pivot[0] - place * space, fixtures.GROUND_TOP + height / 2


def platform_sides(placed: Placed) -> tuple[float, float]:
    """Return a platform's width and height."""
    width, height = (
        max(abs(scale) * fixtures.PLATFORM_SIDE, _THINNEST)
        for scale in (placed.scale_x, placed.scale_y)
    )
    return width, height


def _launch(kind: BirdKind, place: int, rules: Rules) -> Launch:
    material = Material(kind.density, kind.friction, kind.restitution, 0.0, ANGULAR_DAMPING)
    body = Body("bird", 0.0, 0.0, 0.0, (Circle(kind.radius),), True, 0, 0.0, material)
    x, y = waiting_place(kind, place, rules.pivot, rules)
    blast = kind.blast
    if kind.power is Power.EXPLODE:
        blast = replace(blast, damage=rules.bomb_damage)
    way = maths.hypot(x - rules.pivot[0], y - rules.pivot[1])
    return Launch(
        body,
        kind.offset,
        kind.mass,
        kind.factors,
        int(kind.power),
        kind.impulse,
        blast,
        way / numbers.BIRD_SPEED,
    )


def _egg() -> Body:
    material = Material(
        fixtures.EGG_DENSITY,
        fixtures.FRICTION,
        fixtures.RESTITUTION,
        0.0,
        fixtures.HEAVY_ANGULAR_DAMPING,
    )
    return Body("egg", 0.0, 0.0, 0.0, shapes(fixtures.EGG_OUTLINE), True, 0, 0.0, material)
