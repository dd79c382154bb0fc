"""Where everything is at one moment of a level."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from topple._native import Sprites
from topple.draw.figures import Figure
from topple.draw.look import Bodies, Spots
from topple.sim import maths
from topple.worlds.rope.frame import HERE, Frame, RopeState
from topple.worlds.rope.level import Level
from topple.worlds.rope.look import creature, furniture, gadgets, notes, ropes, sweets
from topple.worlds.rope.look.drawn import Drawn
from topple.worlds.rope.simulate import Ending, Event

_SHOWN = 0.25  # seconds for which a cut, a pop, a puff or a sparkle is seen
_SQUEEZED = 0.75  # width of a cushion that was just tapped
_ROLL = 0.03  # radians that a candy turns per unit to the right
_FLICKER = 20  # drawings of a spark per second
_CUTS = {"cut_pin": "pins", "cut_active_pin": "active_pins"}


class Moment(NamedTuple):
    """A frame, what happened just before it, and how the game ended if it has."""

    frame: Frame
    events: Sequence[Event] = ()
    ending: Ending = Ending.none

    def recent(self, what: str) -> Iterator[Event]:
        """Yield the events of a kind that are still seen."""
        now = self.frame.seconds
        return (e for e in self.events if e.what == what and 0 < now - e.seconds < _SHOWN)


class Scene:
    """The figures of a level, and where they are at any moment."""

    def __init__(self, level: Level) -> None:
        self.level = level
        named = figures_of(level)
        self.figures = list(named.values())
        self._numbers = {name: number for number, name in enumerate(named)}
        self._bodies: dict[str, int] = {}

    @cached_property
    def sprites(self) -> Sprites:
        return Sprites(self.figures)

    def fixed(self) -> Spots:
        """Return what never changes, where it is."""
        level = self.level
        names = ["board"]
        for kind, items in (("rail", level.pulleys), ("spikes", level.spikes)):
            names += [f"{kind} {i}" for i in range(len(items))]
        names += [f"pad {i}" for i in range(len(level.pads))]
        names += [f"electrodes {i}" for i in range(len(level.gates))]
        return np.array([(self._numbers[name], 0, 0, 0, 1, 1) for name in names], np.float64)

    def bodies(self, moment: Moment) -> Bodies:
        """Return what may change, from the back to the front."""
        rows = []
        for key, figure, *place in self.drawn(moment):
            rows.append((self.body(key), self._numbers[figure], *place))
        return np.array(rows, np.float64)

    def spots(self, drawn: Iterable[Drawn]) -> Spots:
        """Return drawings as rows for pictures."""
        rows = [(self._numbers[figure], *place) for _, figure, *place in drawn]
        return np.array(rows, np.float64).reshape(-1, 6)

    def body(self, key: str) -> int:
        """Return the number of a body: candies count as motion, everything else decorates."""
        kind, _, number = key.partition(" ")
        if kind == "candy":
            return int(number)
        return -1 - self._bodies.setdefault(key, len(self._bodies))

    def drawn(self, moment: Moment) -> Iterator[Drawn]:
        """Yield what may change, from the back to the front."""
        yield from self._circles(moment)
        yield from self._stars(moment)
        yield from self._cushions(moment)
        yield from self._mouth(moment)
        yield from self._ropes(moment)
        yield from self._pins(moment)
        yield from self._candies(moment)
        yield from self._hats()
        yield from self._bubbles(moment)
        yield from self._sparks(moment)
        yield from self._flashes(moment)

    def _circles(self, moment: Moment) -> Iterator[Drawn]:
        for i in moment.frame.armed:
            pin = self.level.active_pins[i - 1]
            yield Drawn(f"circle {i}", f"circle {i - 1}", pin.x, pin.y)

    def _stars(self, moment: Moment) -> Iterator[Drawn]:
        for i in moment.frame.stars:
            star = self.level.stars[i - 1]
            if star.expires:
                left = max(0.0, 1 - moment.frame.seconds / star.expires)
                yield Drawn(f"rim {i}", "rim", star.x, star.y)
                yield Drawn(f"disc {i}", "disc", star.x, star.y, 0.0, left, left)
            yield Drawn(f"star {i}", "star", star.x, star.y)
        for event in moment.recent("star"):
            star = self.level.stars[event.item - 1]
            yield Drawn(f"sparkle {event.item}", "sparkle", star.x, star.y)

    def _cushions(self, moment: Moment) -> Iterator[Drawn]:
        tapped = {event.item for event in moment.recent("tap_air_cushion")}
        for i, each in enumerate(self.level.cushions, 1):
            angle = maths.atan2(each.dy, each.dx)
            if i in tapped:
                yield Drawn(f"puff {i}", "puff", each.x, each.y, angle)
            wide = _SQUEEZED if i in tapped else 1.0
            yield Drawn(f"cushion {i}", "cushion", each.x, each.y, angle, wide)

    def _mouth(self, moment: Moment) -> Iterator[Drawn]:
        mouth, candies = self.level.mouth, moment.frame.candies
        near = [maths.dist((c.x, c.y), (mouth.x, mouth.y)) for c in candies if c.presence == HERE]
        face = f"face {creature.nearest_opening(near[0]) if len(near) == 1 else 0}"
        if moment.ending is Ending.eaten:
            face = "happy"
        elif moment.ending is not Ending.none:
            face = "sad"
        yield Drawn("creature", face, mouth.x, mouth.y)

    def _ropes(self, moment: Moment) -> Iterator[Drawn]:
        for number, rope in enumerate(moment.frame.ropes):
            candy = moment.frame.candies[rope.candy - 1]
            key = f"{rope.kind} {rope.id} {number}"
            yield from _pieces(key, rope, candy.x, candy.y)

    def _pins(self, moment: Moment) -> Iterator[Drawn]:
        for i, pin in enumerate(self.level.pins, 1):
            yield Drawn(f"pin {i}", "pin", pin.x, pin.y)
        for i, active in enumerate(self.level.active_pins, 1):
            figure = "active" if i in moment.frame.armed else "fired"
            yield Drawn(f"active {i}", figure, active.x, active.y)
            if active.crawler and i in moment.frame.armed:
                yield Drawn(f"crawler {i}", "crawler", active.x, active.y, -math.pi / 2)
        for i, (x, y) in enumerate(moment.frame.pulleys, 1):
            yield Drawn(f"pulley {i}", "pulley", x, y)
        for number, rope in enumerate(moment.frame.ropes):
            if rope.crawled >= 0:
                candy = moment.frame.candies[rope.candy - 1]
                yield _crawler(f"running {rope.kind} {rope.id} {number}", rope, candy.x, candy.y)

    def _candies(self, moment: Moment) -> Iterator[Drawn]:
        if moment.ending is Ending.eaten:
            return
        here = [c.presence == HERE for c in moment.frame.candies]
        apart = len(here) == 2 and not any(c.presence == 2 for c in moment.frame.candies)
        for i, candy in enumerate(moment.frame.candies):
            if not here[i]:
                continue
            figure = f"half {i}" if apart else "candy"
            angle = _ROLL * (candy.x - self.level.candies[i].x)
            yield Drawn(f"candy {i}", figure, candy.x, candy.y, angle)

    def _hats(self) -> Iterator[Drawn]:
        for i, hat in enumerate(self.level.hats, 1):
            angle = maths.atan2(hat.ny, hat.nx) - math.pi / 2
            yield Drawn(f"hat {i}", f"hat {hat.pair}", hat.x, hat.y, angle)

    def _bubbles(self, moment: Moment) -> Iterator[Drawn]:
        for i in moment.frame.bubbles:
            bubble = self.level.bubbles[i - 1]
            yield Drawn(f"bubble {i}", "bubble", bubble.x, bubble.y)
        if moment.ending is Ending.eaten:
            return
        for candy in moment.frame.candies:
            if candy.bubble and candy.presence == HERE:
                yield Drawn(f"carrying {candy.bubble}", "bubble", candy.x, candy.y)

    def _sparks(self, moment: Moment) -> Iterator[Drawn]:
        drawing = int(moment.frame.seconds * _FLICKER) % furniture.SPARKS
        for i, gate in enumerate(self.level.gates):
            if gate.lit(moment.frame.seconds):
                yield Drawn(f"bolt {i}", f"bolt {i} {drawing}")

    def _flashes(self, moment: Moment) -> Iterator[Drawn]:
        for what, kind in _CUTS.items():
            for event in moment.recent(what):
                pin = getattr(self.level, kind)[event.item - 1]
                yield Drawn(f"{what} {event.item}", "snip", pin.x, pin.y)
        for event in moment.recent("cut_pulley"):
            x, y = moment.frame.pulleys[event.item - 1]
            yield Drawn(f"cut_pulley {event.item}", "snip", x, y)
        for event in moment.recent("pop_bubble"):
            candy = moment.frame.candies[max(event.candy, 1) - 1]
            yield Drawn(f"drops {event.item}", "drops", candy.x, candy.y)


def _pieces(key: str, rope: RopeState, x: float, y: float) -> Iterator[Drawn]:
    """Yield the pieces of a rope, in its colour."""
    kind = "elastic" if rope.stiffness else "cord"
    figure = f"{kind} {ropes.shade(ropes.stretch(rope, x, y))}"
    for i, ((ax, ay), (bx, by)) in enumerate(pairwise(ropes.curve(rope, x, y).tolist())):
        length = max(maths.hypot(bx - ax, by - ay), 1e-3)
        yield Drawn(f"{key} piece {i}", figure, ax, ay, maths.atan2(by - ay, bx - ax), length)


def _crawler(key: str, rope: RopeState, x: float, y: float) -> Drawn:
    points = ropes.curve(rope, x, y)
    ax, ay = ropes.at(points, rope.crawled)
    bx, by = ropes.at(points, rope.crawled + 1.0)
    angle = maths.atan2(by - ay, bx - ax) if (ax, ay) != (bx, by) else -math.pi / 2
    return Drawn(key, "crawler", ax, ay, angle)


@lru_cache(maxsize=64)
def scene(level: Level) -> Scene:
    """Return the scene of a level, drawn once."""
    return Scene(level)


def figures_of(level: Level) -> Mapping[str, Figure]:
    """Draw every figure that a level may show, by name."""
    named = {
        "board": furniture.board(),
        "star": sweets.prize(),
        "disc": sweets.expiry(),
        "rim": sweets.expiry_rim(),
        "sparkle": sweets.sparkle(),
        "puff": gadgets.puff(),
        "cushion": gadgets.cushion(),
        "happy": creature.happy(),
        "sad": creature.sad(),
        "pin": furniture.pin(),
        "active": furniture.active_pin(armed=True),
        "fired": furniture.active_pin(armed=False),
        "pulley": furniture.pulley(),
        "crawler": gadgets.crawler(),
        "candy": sweets.candy(),
        "half 0": sweets.half(-1),
        "half 1": sweets.half(1),
        "bubble": gadgets.bubble(),
        "drops": gadgets.drops(),
        "snip": gadgets.snip(),
    }
    named |= {f"face {i}": creature.face(i) for i in range(creature.OPENINGS)}
    named |= {f"cord {i}": ropes.cord(i) for i in range(ropes.SHADES)}
    named |= {f"elastic {i}": ropes.elastic(i) for i in range(ropes.SHADES)}
    named |= {f"hat {hat.pair}": gadgets.hat(hat.pair) for hat in level.hats}
    named |= {f"circle {i}": furniture.circle(p.radius) for i, p in enumerate(level.active_pins)}
    named |= {f"rail {i}": furniture.rail(each) for i, each in enumerate(level.pulleys)}
    named |= {f"spikes {i}": furniture.spikes(each) for i, each in enumerate(level.spikes)}
    named |= {f"pad {i}": furniture.pad(each) for i, each in enumerate(level.pads)}
    for i, gate in enumerate(level.gates):
        named[f"electrodes {i}"] = furniture.electrodes(gate)
        named |= {f"bolt {i} {n}": furniture.bolt(gate, n) for n in range(furniture.SPARKS)}
    return {**named, **notes.figures(level)}
