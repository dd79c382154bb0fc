"""Read the tasks in the wheel of the original PHYRE package, without importing it."""

from __future__ import annotations

import lzma
import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.sim.scene import Body, Circle, Polygon, Shape
from topple.worlds.phyre.goals import Goal, Relation

_MEMBER = "phyre/data/generated_tasks/tasks.bin.lzma"
_TIERS = ("BALL", "TWO_BALLS")
_KINDS = ("wall", "ball", "bar", "jar", "sticks")
_DYNAMIC = 2

# Types of the Thrift binary protocol.
_STOP, _BOOL, _DOUBLE, _I32, _STRING, _STRUCT, _LIST = 0, 2, 4, 8, 11, 12, 15

Fields = Mapping[int, Any]


@dataclass(frozen=True, slots=True)
class WheelTask:
    """A task as the original stores it."""

    id: str
    tier: str
    bodies: tuple[Body, ...]
    goal: Goal
    description: str


def read_tasks(wheel: Path) -> dict[str, WheelTask]:
    """Return the 5000 tasks of the two benchmark tiers by id (`TTTTT:NNN`)."""
    with zipfile.ZipFile(wheel) as archive:
        data = lzma.decompress(archive.read(_MEMBER))
    collection = _Reader(data).read(_STRUCT)
    tasks = (_task(fields) for fields in collection[1] if fields[9].decode() in _TIERS)
    return {task.id: task for task in tasks}


class _Reader:
    """Reads the Thrift binary protocol; structs become dicts from field id to value."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self, kind: int) -> Any:
        """Read one value of a protocol type."""
        if kind == _STRUCT:
            return dict(self._fields())
        if kind == _LIST:
            element, count = self._unpack(">bi")
            return [self.read(element) for _ in range(count)]
        if kind == _STRING:
            (size,) = self._unpack(">i")
            self._at += size
            return self._data[self._at - size : self._at]
        scalar = {_BOOL: ">?", _DOUBLE: ">d", _I32: ">i"}
        return self._unpack(scalar[kind])[0]

    def _fields(self) -> Iterator[tuple[int, Any]]:
        while (kind := self._unpack(">b")[0]) != _STOP:
            (number,) = self._unpack(">h")
            yield number, self.read(kind)

    def _unpack(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from(layout, self._data, self._at)
        self._at += struct.calcsize(layout)
        return values


def _task(fields: Fields) -> WheelTask:
    (relation,) = fields[5]
    # Field 8, the region of an "inside" goal, is stored with some "touching" goals but never used.
    return WheelTask(
        id=fields[1].decode(),
        tier=fields[9].decode(),
        bodies=tuple(_body(body) for body in fields[2][1]),
        goal=Goal(Relation(relation), fields[3], fields[4]),
        description=fields[6].decode(),
    )


def _body(fields: Fields) -> Body:
    x, y = _vector(fields[1])
    return Body(
        kind=_KINDS[fields.get(6, 0)],
        x=x,
        y=y,
        angle=fields.get(3, 0.0),
        shapes=tuple(_shape(shape) for shape in fields[4]),
        dynamic=fields[2] == _DYNAMIC,
        colour=fields[5],
        diameter=fields.get(7, 0.0),
    )


def _shape(fields: Fields) -> Shape:
    if 2 in fields:
        return Circle(fields[2][1])
    return Polygon(tuple(_vector(vertex) for vertex in fields[1][1]))


def _vector(fields: Fields) -> tuple[float, float]:
    return fields[1], fields[2]
