"""Find agents, protocols, metrics, worlds and templates: in modules, files and entry points."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeGuard, TypeVar

from topple.errors import BadInput

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_TOPPLE = Path(__file__).parents[1]
_WORLDS = _TOPPLE / "worlds"


class Named(Protocol):
    """Anything that has a name."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def named(kind: str, fits: Callable[[object], TypeGuard[N]], *, every: bool = True) -> dict[str, N]:
    """Return all of a kind by name: every `agent` of Topple, of its worlds, of other packages.

    What other packages offer must all be of this kind, unless `every` is false.
    """
    group = f"topple.{kind}s"
    packages = (group, *find_in_worlds(f"{kind}s"))
    held = (
        value
        for package in packages
        for module in modules(package)
        for value in vars(module).values()
    )
    found = {value.name: value for value in held if fits(value)}
    for name, offered in plugins(group):
        if fits(offered):
            found[name] = offered
        elif every:
            raise BadInput(f"entry point `{name}` of `{group}` is not a {kind}")
    return dict(sorted(found.items()))


def find(kind: str, fits: Callable[[object], TypeGuard[N]], name: str) -> N | None:
    """Return the one of a kind that has this name, or None; import only modules named like it.

    The name of a module begins the name of what it holds: `phyq` holds `phyq` and `phyq-people`.
    Of other packages, only the one that offers this name is imported.
    """
    word = name.replace("-", "_")
    for module in _list_modules(kind):
        if word.startswith(module.rpartition(".")[2]):
            for value in vars(importlib.import_module(module)).values():
                if fits(value) and value.name == name:
                    return value
    offered = (each for other, each in plugins(f"topple.{kind}s", name) if fits(each))
    return next(offered, None)


@cache
def _list_modules(kind: str) -> tuple[str, ...]:
    """Return the modules that hold things of a kind, without importing their packages."""
    return tuple(
        f"{package}.{found.name}"
        for package in (f"topple.{kind}s", *find_in_worlds(f"{kind}s"))
        for found in pkgutil.iter_modules([str(_TOPPLE.joinpath(*package.split(".")[1:]))])
        if not found.name.startswith("_")
    )


def find_in_worlds(folder: str) -> list[str]:
    """Return the packages of this name that worlds hold, `topple.worlds.NAME.agents` for one."""
    found = _WORLDS.glob(f"*/{folder}/__init__.py")
    return sorted(f"topple.worlds.{path.parent.parent.name}.{folder}" for path in found)


def modules(package: str) -> Iterator[ModuleType]:
    """Import every module of a package whose name does not start with an underscore."""
    folder = importlib.import_module(package)
    for found in pkgutil.iter_modules(folder.__path__):
        if not found.name.startswith("_"):
            yield importlib.import_module(f"{package}.{found.name}")


def plugins(group: str, name: str = "") -> Iterator[tuple[str, object]]:
    """Load what other packages offer in a group, or under one name; warn of what is faulty."""
    return ((entry.name, offered) for entry, offered in load_entries(group, name))


def load_entries(group: str, name: str = "") -> Iterator[tuple[EntryPoint, object]]:
    """Load the entry points of a group, or those of one name; warn of what cannot be loaded."""
    for entry in _entries(group):
        if name and entry.name != name:
            continue
        try:
            yield entry, entry.load()
        except Exception as error:
            said = f"entry point `{entry.name}` of `{group}` cannot be loaded: {error!r}"
            warnings.warn(said, stacklevel=2)


def load_object(text: str) -> object:
    """Load `module:Name` or `path/to/file.py:Name`."""
    place, _, name = text.rpartition(":")
    try:
        module = (
            _from_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
        )
        return getattr(module, name)
    except (ImportError, OSError, SyntaxError, AttributeError) as error:
        hint = "give module:Name or path/to/file.py:Name"
        if isinstance(error, ModuleNotFoundError) and place.endswith(".py"):
            hint = f"the file imports `{error.name}`, which is not installed here"
        raise BadInput(f"cannot load `{text}`: {error}", hint) from error


def _from_file(path: Path) -> ModuleType:
    found = spec_from_file_location(path.stem, path)
    if found is None or found.loader is None:
        raise ImportError(f"{path} is not a Python file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:  # the file may import others beside it, after installed ones
        sys.path.append(folder)
    module = module_from_spec(found)
    # Tools that look a class up again, pickle for one, find it by the module's name.
    sys.modules[path.stem] = module
    found.loader.exec_module(module)
    return module


def plugin_names(group: str) -> list[str]:
    """Return the sorted names that other packages offer in a group, without loading them."""
    return sorted(entry.name for entry in _entries(group))


def _entries(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, read once: that takes milliseconds."""
    return _read_entries(tuple(sys.path)).get(group, ())


@cache
def _read_entries(path: tuple[str, ...]) -> dict[str, tuple[EntryPoint, ...]]:
    from importlib.metadata import entry_points  # takes longer than the rest of a short command

    found = entry_points()
    return {group: tuple(found.select(group=group)) for group in found.groups}
