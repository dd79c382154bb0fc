"""Write a skeleton: files of this package with the name filled in."""

from __future__ import annotations

import keyword
import re
from collections.abc import Container
from pathlib import Path
from string import Template

from topple.agents import all_agents
from topple.errors import BadInput, UnknownName
from topple.worlds import all_worlds, world, world_names

_HERE = Path(__file__).parent
_SKELETON = "skeleton.py.txt"  # a world whose templates are single files has it in its folder
_PACKAGE, _TEST = "package", "test_world.py.txt"
_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")


def write_world(name: str, out: Path) -> list[Path]:
    """Write a package with a world; return its files."""
    _check_name(name, world_names(), "world")
    home = out / name
    if home.exists():
        raise BadInput(f"{home} exists already", "choose another name, or --out FOLDER")
    found = {}
    for path in sorted((_HERE / "world").rglob("*")):
        if path.is_file():
            place = path.relative_to(_HERE / "world").as_posix().removesuffix(".txt")
            place = re.sub(rf"^{_PACKAGE}/", f"{name}/", place)
            place = f"tests/test_{name}.py" if path.name == _TEST else place
            found[home / place] = path.read_text()
    # With these two, the folder on the path is as good as an installed package.
    egg = home / f"{name}.egg-info"
    found[egg / "PKG-INFO"] = "Metadata-Version: 2.1\nName: $name\nVersion: 0.1.0\n"
    found[egg / "entry_points.txt"] = (
        "[topple.worlds]\n$name = $name.world:WORLD\n\n"
        "[topple.protocols]\n$name-all = $name.protocol:PROTOCOL\n"
    )
    return _write(found, name)


def write_agent(name: str, out: Path) -> list[Path]:
    """Write a file with an agent."""
    _check_name(name, all_agents(), "agent")
    return _write_one(name, out, (_HERE / "agent" / "agent.py.txt").read_text())


def write_template(name: str, out: Path, world_name: str) -> list[Path]:
    """Write a file with a template of a world."""
    able = [own.name for own in all_worlds() if (own.folder / _SKELETON).exists()]
    if world_name not in able:
        kind, hint = "world with a skeleton of a template", f"there are: {', '.join(able)}"
        raise UnknownName(kind, world_name, able, hint=hint)
    own = world(world_name)
    _check_name(name, own.templates(), "template")
    return _write_one(name, out, (own.folder / _SKELETON).read_text())


def _check_name(name: str, taken: Container[str], kind: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadInput(
            f"`{name[:40]}` cannot be the name of a Python module",
            "use small letters, digits and _, such as shelf_to_jar",
        )
    if name in taken:
        raise BadInput(f"the name `{name}` is taken by another {kind}", "choose another name")


def _write_one(name: str, out: Path, text: str) -> list[Path]:
    path = out / f"{name}.py"
    if path.exists():
        raise BadInput(f"{path} exists already", "choose another name, or --out FOLDER")
    return _write({path: text}, name)


def _write(texts: dict[Path, str], name: str) -> list[Path]:
    words = {"name": name, "Name": "".join(part.capitalize() for part in name.split("_"))}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(words))
    return list(texts)
