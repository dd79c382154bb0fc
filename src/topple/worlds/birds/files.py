"""Read level files: Science Birds XML and our JSON."""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterable
from xml.parsers import expat

from topple.errors import BadLevel
from topple.tasks.task import TaskId
from topple.worlds.birds.level import Level, Placed, Role
from topple.worlds.birds.rules import RULE_SETS
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.world import WORLD, drawn_from

LARGEST_FILE = 1_000_000
_PARENTS = {
    "Level": "",
    "Camera": "Level",
    "Score": "Level",
    "Birds": "Level",
    "Slingshot": "Level",
    "GameObjects": "Level",
    "Bird": "Birds",
    "Block": "GameObjects",
    "Pig": "GameObjects",
    "TNT": "GameObjects",
    "Platform": "GameObjects",
}
_ONCE = {"Birds", "Slingshot", "GameObjects"}
_LEAVES = "|".join(sorted(set(_PARENTS) - set(_PARENTS.values()))).encode()
_LEAF_START = re.compile(rb"<((?:" + _LEAVES + rb")(?:\s[^<>]*?)?)/?>")
_LEAF_END = re.compile(rb"</(?:" + _LEAVES + rb")\s*>")
_ROLES: dict[str, Role] = {"Block": "block", "Pig": "pig", "TNT": "tnt", "Platform": "platform"}


def read_level(content: bytes) -> Level:
    """Read a level file; raise `BadLevel` with the number of the faulty line."""
    _check_size(content)
    reader = _Reader()
    try:
        reader.parser.Parse(_close(_utf8(content)), True)
    except expat.ExpatError as error:
        raise BadLevel(f"line {error.lineno}: {expat.errors.messages[error.code]}") from error
    except BadLevel as error:
        raise BadLevel(f"line {reader.parser.CurrentLineNumber}: {error}", error.hint) from error
    return reader.level()


def read_json(content: bytes) -> Level:
    """Read a level from JSON, as `Level.to_json` writes it."""
    _check_size(content)
    try:
        return Level.from_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadLevel(f"not UTF-8: {error.reason} at byte {error.start}") from error


def level_task(name: TaskId, level: Level) -> BirdsTask:
    """Return the task of clearing a level of pigs; refuse a level that nobody can play."""
    if not level.birds:
        raise BadLevel("the level has no bird", "add one to shoot with")
    if not any(thing.role == "pig" for thing in level.things):
        raise BadLevel("the level has no pig, so it would be solved without a shot", "add one")
    return BirdsTask(name, WORLD.caption, level, plan=(), rules=RULE_SETS[level.rules])


def protocol_of(names: Iterable[str]) -> str:
    """Return the protocol that plays files: Phy-Q's own if each name tells its template."""
    return "phyq-levels" if all(drawn_from(name) for name in names) else "levels"


def _check_size(content: bytes) -> None:
    if len(content) > LARGEST_FILE:
        raise BadLevel(f"a level file has at most {LARGEST_FILE} bytes, this one has more")


def _close(content: bytes) -> bytes:
    """Close elements that hold no others: the competition's generator leaves some open."""
    return _LEAF_END.sub(b"", _LEAF_START.sub(rb"<\1/>", content))


def _utf8(content: bytes) -> bytes:
    """Convert the file to UTF-8. Most claim utf-16 wrongly; only a byte-order mark is reliable."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return content.decode("utf-16").encode()
        except UnicodeError as error:
            raise BadLevel(f"the byte-order mark says UTF-16, but: {error}") from error
    return content


class _Reader:
    """Reads elements one by one, so that an error has a line number."""

    def __init__(self) -> None:
        # The encoding given here overrides the one the file claims.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._path: list[str] = []
        self._seen: set[str] = set()
        self._birds: list[str] = []
        self._things: list[Placed] = []
        self._sling = (0.0, 0.0)
        self._width = 1

    def level(self) -> Level:
        for name in sorted(_ONCE - self._seen):
            raise BadLevel(f"line {self.parser.CurrentLineNumber}: the level has no {name}")
        try:
            return Level(tuple(self._birds), tuple(self._things), self._sling, self._width)
        except BadLevel as error:
            raise BadLevel(f"line {self.parser.CurrentLineNumber}: {error}", error.hint) from error

    def _refuse_doctype(self, *_: object) -> None:
        raise BadLevel("a level file must not declare a DOCTYPE or entities")

    def _start(self, name: str, found: dict[str, str]) -> None:
        parent = self._path[-1] if self._path else ""
        if _PARENTS.get(name) != parent:
            raise BadLevel(f"unexpected element {name[:40]!r} in `{parent or 'the file'}`")
        if name in _ONCE and name in self._seen:
            raise BadLevel(f"a level has only one `{name}`, this is the second")
        self._seen.add(name)
        self._path.append(name)
        # Checking each part alone reports an error on the line of that part.
        match name:
            case "Level":
                self._width = _whole(found, "width", 1)
                Level((), (), width=self._width)
            case "Bird":
                self._birds.append(found.get("type", ""))
                Level((self._birds[-1],), ())
            case "Slingshot":
                self._sling = _number(found, "x"), _number(found, "y")
                Level((), (), self._sling)
            case "Block" | "Pig" | "TNT" | "Platform":
                self._things.append(_place(_ROLES[name], found))

    def _end(self, name: str) -> None:
        self._path.pop()


def _place(role: Role, found: dict[str, str]) -> Placed:
    return Placed(
        role,
        "" if role == "tnt" else found.get("type", ""),
        _number(found, "x"),
        _number(found, "y"),
        math.radians(_number(found, "rotation", 0.0)),
        found.get("material", "") if role == "block" else "",
        _scale(role, found, "scaleX"),
        _scale(role, found, "scaleY"),
    )


def _scale(role: Role, found: dict[str, str], name: str) -> float:
    """Return a platform's scale, which may mirror it; the original scales nothing else."""
    return abs(_number(found, name, 1.0)) if role == "platform" else 1.0


def _number(found: dict[str, str], name: str, default: float | None = None) -> float:
    if name not in found and default is not None:
        return default
    text = found.get(name, "")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or "_" in text:
        raise BadLevel(f"{name} is {text[:40]!r}, not a number")
    return number


def _whole(found: dict[str, str], name: str, default: int) -> int:
    number = _number(found, name, default)
    if number != int(number):
        raise BadLevel(f"{name} is {number:g}, not a whole number")
    return int(number)


FORMATS = {"sciencebirds": read_level}
LEVELS = {".xml": read_level, ".json": read_json}
