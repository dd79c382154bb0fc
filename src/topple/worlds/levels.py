"""Level files are tasks: `castle.xml` is one, and a folder of level files holds several.

A world reads level files if it has a `files` part. The id of a task is made of the file's name and
a hash of the level in it, so a changed file is another task, and a level in another format or
folder is the same one.
"""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from topple.errors import BadInput, BadLevel, ToppleError, UnknownName
from topple.tasks.task import Task, TaskId
from topple.tasks.template import Template
from topple.worlds import guests, parts

if TYPE_CHECKING:
    from topple.worlds.world import World

GROUP = "level_files"
_FILE = re.compile(r".+\.(?!py$)[A-Za-z]+")
_HASH = 10  # hex digits of a level's hash
_LONGEST_STEM = 60


class Level(Protocol):
    """A level that was read from a file of another game."""

    def to_json(self) -> str:
        """Write the level as canonical JSON."""

    def counts(self) -> Mapping[str, int]:
        """Count the things of the level by kind."""


class Files(Protocol):
    """`files.py`: level files, by the format to import from and by the ending of a task's file."""

    FORMATS: Mapping[str, Callable[[bytes], Level]]
    LEVELS: Mapping[str, Callable[[bytes], Level]]
    LARGEST_FILE: int
    level_task: Callable[[TaskId, Level], Task]  # makes a task of a level
    protocol_of: Callable[
        [Iterable[str]], str
    ]  # names the protocol that plays files, by their names


@dataclass(frozen=True, eq=False)
class LevelTemplate(Template):
    """The template of one level file, whose only task has the number 0."""

    endless: ClassVar[bool] = False
    name: str
    caption: str
    world: str
    level: Level
    make: Callable[[TaskId, Level], Task]
    version: int = 1

    @property
    def group(self) -> str:
        return GROUP

    @cached_property
    def only(self) -> Task:
        """The task of the level."""
        return self.make(TaskId(self.world, self.name, self.version, 0), self.level)

    def task(self, index: int) -> Task:
        if index:
            raise UnknownName("task", f"{self.world}/{self.name}:{index}", [str(self.only)])
        return self.only


def is_level_file(text: str) -> bool:
    """Return whether a text looks like the path of a level file, and not like a task id."""
    return _FILE.fullmatch(text) is not None


def load_level(path: Path | str, worlds: Iterable[World]) -> Task:
    """Load a level file as a task of the first of the worlds that can read it.

    From then on the task is also found by its id.
    """
    path = Path(path)
    complaints: list[ToppleError] = []
    for world, files in _readers(path, worlds):
        try:
            level = files.LEVELS[path.suffix](read_bytes(path, files.LARGEST_FILE))
            return _find_template(world, files, path, level).only
        except ToppleError as error:
            complaints.append(error)
    raise BadLevel(f"{path}: {complaints[0]}", complaints[0].hint) from complaints[0]


def load_levels(folder: Path | str, worlds: Iterable[World]) -> dict[str, Task]:
    """Load all level files in a folder and its subfolders; return the tasks by path within it.

    A level that is there twice is loaded once. `folder` may also be a single file. Files whose
    names end otherwise are left out. All levels are of one world.
    """
    folder, worlds = Path(folder), list(worlds)
    if folder.is_file():
        return {folder.name: load_level(folder, worlds)}
    if not folder.is_dir():
        raise BadInput(f"there is no folder `{folder}`", "give a folder of level files, or one")
    known = _suffixes(worlds)
    paths = sorted(path for path in folder.rglob("*") if path.suffix in known and path.is_file())
    if not paths:
        raise BadInput(f"`{folder}` holds no level file", f"their names end in {_either(known)}")
    return _apart({path.relative_to(folder).as_posix(): load_level(path, worlds) for path in paths})


def level_text(task: Task, world: World) -> str:
    """Return the level of a task that came from a file, as canonical JSON."""
    template = world.template(task.id.template)
    if not isinstance(template, LevelTemplate):
        raise BadInput(f"`{task}` does not come from a level file")
    return template.level.to_json()


def read_bytes(path: Path, most: int) -> bytes:
    """Read a file, at most one byte more than `most`: enough to refuse it."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error)
        raise BadInput(f"cannot read the file: {why}") from error


def _find_template(world: World, files: Files, path: Path, level: Level) -> LevelTemplate:
    """Return the template of a level, made when the level is read for the first time."""
    name = _name(path.stem, level)
    made = LevelTemplate(name, world.caption, world.name, level, files.level_task)
    guest = guests.add(guests.Guest(made, path.resolve().parent, str(path)), world)
    assert isinstance(guest.template, LevelTemplate), "only level files have such names"
    return guest.template


def _name(stem: str, level: Level) -> str:
    """Return the name of a level: the file's name, and a hash unless it ends in it already."""
    mark = hashlib.sha256(level.to_json().encode()).hexdigest()[:_HASH]
    plain = re.sub(r"\W+", "_", stem, flags=re.ASCII).removesuffix(mark).strip("_")
    return f"{plain[:_LONGEST_STEM] or 'level'}_{mark}"


def _readers(path: Path, worlds: Iterable[World]) -> list[tuple[World, Files]]:
    """Return the worlds that read files with such a name; raise `BadInput` if there is none."""
    able = [each for each in worlds if parts.has(each, "files")]
    found = [(each, parts.files(each)) for each in able if path.suffix in parts.files(each).LEVELS]
    if not found:
        known = {ending for each in able for ending in parts.files(each).LEVELS}
        hint = f"level files end in {_either(known)}" if known else ""
        raise BadInput(f"`{path.name[:80]}` is neither a task nor a level file", hint)
    return found


def _suffixes(worlds: Iterable[World]) -> set[str]:
    able = (each for each in worlds if parts.has(each, "files"))
    return {ending for each in able for ending in parts.files(each).LEVELS}


def _either(known: Iterable[str]) -> str:
    return " or ".join(sorted(known))


def _apart(found: dict[str, Task]) -> dict[str, Task]:
    """Return every level once; raise `BadInput` if levels are of several worlds."""
    first: dict[str, str] = {}
    for name, task in found.items():
        known = first.setdefault(str(task), name)
        if known != name:
            warnings.warn(f"`{name}` holds the same level as `{known}`: left out", stacklevel=3)
    worlds = sorted({task.id.world for task in found.values()})
    if len(worlds) > 1:
        raise BadInput(f"the levels are of {' and '.join(worlds)}", "use one folder per world")
    return {name: found[name] for name in first.values()}
