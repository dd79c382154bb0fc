"""The step of rope in plain Python, written from the rules, to compare the engine with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from topple.worlds.rope.calls import RUN_ON, TAP_EVERY, Call, Timed, Verb
from topple.worlds.rope.level import SECONDS, ActivePin, Level, Pin, Pulley
from topple.worlds.rope.simulate import step_at


@dataclass
class Body:
    x: float
    y: float
    vx: float = 0.0
    vy: float = 0.0
    bubble: int = -1
    exit: int = -1
    until: int = 0
    gone: bool = False

    @property
    def here(self) -> bool:
        return not self.gone and self.exit == -1


@dataclass
class Tie:
    holder: Pin | ActivePin | Pulley
    length: float
    candy: int
    stiffness: float
    damping: float
    crawled: int = -1


def _unit(x: float, y: float) -> tuple[float, float]:
    length = math.sqrt(x * x + y * y)
    return x / length, y / length


def _near(dx: float, dy: float, reach: float) -> bool:
    return dx * dx + dy * dy <= reach * reach


def timetable(plan: Sequence[Timed], rate: int) -> tuple[list[tuple[int, Call]], int]:
    """Return the calls of a plan with their steps, and the step at which the time is over."""
    calls = [
        (step_at(seconds + tap * TAP_EVERY, rate), call)
        for seconds, call in plan
        if call.verb < Verb.sleep
        for tap in range(int(call.value) if call.verb is Verb.tap_air_cushion else 1)
    ]
    gave_up = [entry.seconds for entry in plan if entry.call.verb is Verb.fail]
    last = max([entry.end for entry in plan], default=0.0) + RUN_ON
    return calls, step_at(min([*gave_up, last, SECONDS]), rate)


@dataclass
class Twin:
    """A game; `ending` is empty while it goes on."""

    level: Level
    steps: int = 0
    ending: str = ""
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        level = self.level
        self.bodies = [Body(c.x, c.y) for c in level.candies]
        self.ties: list[Tie] = []
        tied: list[Pin | Pulley] = [*level.pins, *level.pulleys]
        for holder in tied:
            crawled = 0 if getattr(holder, "crawler", False) else -1
            for rope in holder.ropes:
                self._tie(holder, rope.length, rope.candy - 1, rope.stiffness, crawled)
        for pin in level.active_pins:
            self._tie(pin, pin.radius, -1, 0.0, -1)
        self.places = [pulley.position for pulley in level.pulleys]
        self.targets = list(self.places)
        self.moves = [0.0] * len(self.places)
        self.free = set(range(len(level.bubbles)))
        self.armed = set(range(len(level.active_pins)))
        self.cushions = [(c.x, c.y, *_unit(c.dx, c.dy)) for c in level.cushions]
        self.hats = [(h.x, h.y, *_unit(h.nx, h.ny), h.pair) for h in level.hats]
        for body in self.bodies:
            self._bubbles(body)

    def _tie(
        self, holder: Pin | ActivePin | Pulley, length: float, candy: int, k: float, crawled: int
    ) -> None:
        stiffness, ratio = (k, 0.03) if k else (6000.0, 0.5)
        damping = 2.0 * ratio * math.sqrt(stiffness)
        self.ties.append(Tie(holder, length, candy, stiffness, damping, crawled))

    def _after(self, seconds: float) -> int:
        return int(seconds * self.level.rate + 0.5)

    def anchor(self, tie: Tie) -> tuple[float, float, float, float]:
        holder = tie.holder
        if not isinstance(holder, Pulley):
            return holder.x, holder.y, 0.0, 0.0
        number = next(i for i, each in enumerate(self.level.pulleys) if each is holder)
        dx, dy = holder.x2 - holder.x1, holder.y2 - holder.y1
        place, move = self.places[number], self.moves[number] * self.level.rate
        return holder.x1 + place * dx, holder.y1 + place * dy, move * dx, move * dy

    def act(self, call: Call) -> None:
        number = call.id - 1
        if self.ending:
            return
        if call.verb is Verb.pop_bubble:
            for body in self.bodies:
                if body.bubble == number:
                    body.bubble = -1
                    break
        elif call.verb is Verb.tap_air_cushion:
            self._tap(*self.cushions[number])
        elif call.verb is Verb.move_pulley_to:
            self.targets[number] = call.value
        else:
            kinds = {Verb.cut_pin: "pins", Verb.cut_active_pin: "active_pins"}
            holder = getattr(self.level, kinds.get(call.verb, "pulleys"))[number]
            for tie in self.ties:
                if tie.holder is holder:
                    tie.candy = tie.crawled = -1

    def _tap(self, x: float, y: float, dx: float, dy: float) -> None:
        for body in self.bodies:
            ahead = (body.x - x) * dx + (body.y - y) * dy
            aside = (body.y - y) * dx - (body.x - x) * dy
            if body.here and 0.0 < ahead < 45.0 and -8.0 <= aside <= 8.0:
                push = 80.0 * (1.0 - ahead / 45.0)
                body.vx += push * dx
                body.vy += push * dy

    def step(self) -> None:
        if self.ending:
            return
        before = [(body.x, body.y) for body in self.bodies]
        self._slide()
        for number, body in enumerate(self.bodies):
            if body.here:
                self._move(number, body)
        self.steps += 1
        for body, old in zip(self.bodies, before, strict=True):
            if body.here:
                self._enter_hats(body, old)
        for body, old in zip(self.bodies, before, strict=True):
            if body.here:
                self._bounce(body, old)
        for body in self.bodies:
            self._leave_hats(body)
        self._merge()
        self._fire()
        self._crawl()
        for body in self.bodies:
            if body.here and not self.ending:
                self._bubbles(body)
                self._stars(body)
                self._dangers(body)
        if not self.ending and self.steps >= 60 * self.level.rate:
            self.ending = "timeout"

    def _slide(self) -> None:
        for i, p in enumerate(self.level.pulleys):
            dx, dy = p.x2 - p.x1, p.y2 - p.y1
            most = 30.0 / self.level.rate / math.sqrt(dx * dx + dy * dy)
            old, wanted = self.places[i], self.targets[i] - self.places[i]
            if wanted > most:
                self.places[i] = old + most
            elif wanted < -most:
                self.places[i] = old - most
            else:
                self.places[i] = self.targets[i]
            self.moves[i] = self.places[i] - old

    def _move(self, number: int, body: Body) -> None:
        h = 1.0 / self.level.rate
        ax, ay = -0.1 * body.vx, -100.0 - 0.1 * body.vy
        if body.bubble != -1:
            ax, ay = -4.0 * body.vx, 4.0 * (22.0 - body.vy)
        for tie in self.ties:
            if tie.candy != number:
                continue
            x, y, vx, vy = self.anchor(tie)
            dx, dy = body.x - x, body.y - y
            square = dx * dx + dy * dy
            if square <= tie.length * tie.length:
                continue
            distance = math.sqrt(square)
            nx, ny = dx / distance, dy / distance
            speed = (body.vx - vx) * nx + (body.vy - vy) * ny
            tension = tie.stiffness * (distance - tie.length) + tie.damping * speed
            if tension > 0.0:
                ax -= tension * nx
                ay -= tension * ny
        body.vx += ax * h
        body.vy += ay * h
        body.x += body.vx * h
        body.y += body.vy * h

    @staticmethod
    def _crossing(
        body: Body, old: tuple[float, float], x: float, y: float, nx: float, ny: float
    ) -> tuple[float, float, float]:
        fore = (old[0] - x) * nx + (old[1] - y) * ny
        aft = (body.x - x) * nx + (body.y - y) * ny
        first = (old[1] - y) * nx - (old[0] - x) * ny
        last = (body.y - y) * nx - (body.x - x) * ny
        share = 0.0 if fore == aft else fore / (fore - aft)
        return fore, aft, first + (last - first) * share

    def _enter_hats(self, body: Body, old: tuple[float, float]) -> None:
        if self.steps < body.until:
            return
        for number, (x, y, nx, ny, pair) in enumerate(self.hats):
            fore, aft, along = self._crossing(body, old, x, y, nx, ny)
            if fore > 0.0 and aft <= 0.0 and abs(along) <= 5.0:
                candy = self.bodies.index(body)
                for tie in self.ties:
                    if tie.candy == candy:
                        tie.candy = tie.crawled = -1
                body.exit = next(
                    i for i, hat in enumerate(self.hats) if hat[4] == pair and i != number
                )
                body.x, body.y = self.hats[body.exit][:2]
                body.until = self.steps + self._after(0.1)
                return

    def _bounce(self, body: Body, old: tuple[float, float]) -> None:
        for pad in self.level.pads:
            tx, ty = pad.x2 - pad.x1, pad.y2 - pad.y1
            length = math.sqrt(tx * tx + ty * ty)
            nx, ny = -ty / length, tx / length
            middle = (pad.x1 + pad.x2) / 2.0, (pad.y1 + pad.y2) / 2.0
            fore, aft, along = self._crossing(body, old, *middle, nx, ny)
            if not ((fore > 0.0 >= aft) or (fore < 0.0 <= aft)) or abs(along) > length / 2.0:
                continue
            speed = (1.0 + pad.restitution) * (body.vx * nx + body.vy * ny)
            body.vx -= speed * nx
            body.vy -= speed * ny
            back = aft - fore
            body.x -= back * nx
            body.y -= back * ny

    def _leave_hats(self, body: Body) -> None:
        if body.exit == -1 or self.steps < body.until:
            return
        _, _, nx, ny, _ = self.hats[body.exit]
        speed = max(0.95 * math.sqrt(body.vx * body.vx + body.vy * body.vy), 5.0)
        body.vx, body.vy = speed * nx, speed * ny
        body.exit = -1
        body.until = self.steps + self._after(0.5)

    def _merge(self) -> None:
        if len(self.bodies) < 2 or not all(body.here for body in self.bodies):
            return
        one, two = self.bodies
        if not _near(one.x - two.x, one.y - two.y, 5.0):
            return
        one.x, one.y = (one.x + two.x) / 2.0, (one.y + two.y) / 2.0
        one.vx, one.vy = (one.vx + two.vx) / 2.0, (one.vy + two.vy) / 2.0
        one.bubble = two.bubble if one.bubble == -1 else one.bubble
        one.until = max(one.until, two.until)
        self.bodies[1] = Body(0.0, 0.0, gone=True)
        for tie in self.ties:
            if tie.candy == -1:
                continue
            tie.candy = 0
            x, y, _, _ = self.anchor(tie)
            dx, dy = one.x - x, one.y - y
            if tie.stiffness == 6000.0:
                tie.length = max(tie.length, math.sqrt(dx * dx + dy * dy))

    def _fire(self) -> None:
        for number, pin in enumerate(self.level.active_pins):
            for candy, body in enumerate(self.bodies):
                inside = body.here and _near(body.x - pin.x, body.y - pin.y, pin.radius)
                if number in self.armed and inside:
                    self.armed.remove(number)
                    tie = next(each for each in self.ties if each.holder is pin)
                    tie.candy, tie.crawled = candy, 0 if pin.crawler else -1

    def _crawl(self) -> None:
        for tie in self.ties:
            if tie.crawled == -1 or self.ending:
                continue
            tie.crawled += 1
            way = 12.0 * float(tie.crawled - self._after(0.6)) / self.level.rate
            if way >= tie.length - 3.0:
                self.ending = "stolen"

    def _bubbles(self, body: Body) -> None:
        for number, bubble in enumerate(self.level.bubbles):
            if number in self.free and _near(body.x - bubble.x, body.y - bubble.y, 4.5):
                self.free.remove(number)
                body.bubble = number if body.bubble == -1 else body.bubble

    def _stars(self, body: Body) -> None:
        for number, star in enumerate(self.level.stars):
            there = not star.expires or self.steps < self._after(star.expires)
            if there and _near(body.x - star.x, body.y - star.y, 5.5):
                self.taken.add(number)

    def _dangers(self, body: Body) -> None:
        for spikes in self.level.spikes:
            if _touches(body, spikes.x1, spikes.y1, spikes.x2, spikes.y2):
                self.ending = "spiked"
                return
        for gate in self.level.gates:
            on, off = self._after(gate.on), self._after(gate.off)
            lit = (self.steps + self._after(gate.phase)) % (on + off) < on
            if lit and _touches(body, gate.x1, gate.y1, gate.x2, gate.y2):
                self.ending = "sparked"
                return
        mouth = self.level.mouth
        whole = len(self.bodies) == 1 or self.bodies[1].gone
        if whole and _near(body.x - mouth.x, body.y - mouth.y, 6.0):
            self.ending = "eaten"
        elif not (-8.0 <= body.x <= 108.0 and -8.0 <= body.y <= 112.0):
            self.ending = "lost"


def _touches(body: Body, x1: float, y1: float, x2: float, y2: float) -> bool:
    tx, ty = x2 - x1, y2 - y1
    dx, dy = body.x - x1, body.y - y1
    share = min(1.0, max(0.0, (dx * tx + dy * ty) / (tx * tx + ty * ty)))
    return _near(dx - share * tx, dy - share * ty, 2.5)
