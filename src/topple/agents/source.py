"""The source of an agent of one's own: an edited agent is another agent.

Agents of Topple change with their version. Those of a file or of another package are edited and
played again, so a run stores a hash of the file and of all that it imports beside it.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

_OURS = __name__.partition(".")[0]
_INSTALLED = {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}


def source_hash(cls: type) -> str:
    """Return a hash of the file of a class and of all files that it imports beside it.

    Empty for classes of Topple, and for those without a file, as in a notebook.
    """
    module = sys.modules.get(cls.__module__)
    place = Path(getattr(module, "__file__", None) or "")
    spec = getattr(module, "__spec__", None)  # says the name of a module that runs as __main__
    name = spec.name if spec else cls.__module__
    if name.partition(".")[0] == _OURS or not place.is_file():
        return ""
    files = _files(place.absolute(), name)
    # Sorted by content, so that a file may move.
    parts = sorted(hashlib.sha256(path.read_bytes()).digest() for path in files)
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def _files(first: Path, module: str) -> set[Path]:
    """Return a file and all files beside it that it imports, directly or not."""
    home = first.parents[module.count(".") + (first.name == "__init__.py")]
    found: set[Path] = set()
    left = [first]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _find_imports(path, home, only=module if home in _INSTALLED else "")
    return found


def _find_imports(path: Path, home: Path, only: str) -> Iterator[Path]:
    """Return the files in a folder that a file imports; only of one package if one is named."""
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:  # a file that is imported later, or never
        return
    package = path.relative_to(home).parts[:-1]
    for node in ast.walk(tree):
        names: list[tuple[str, ...]] = []
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = (*above, *(node.module or "").split(".")) if node.module else above
            names = [(*start, alias.name) for alias in node.names]
        for name in names:
            if not only or name[:1] == (only.partition(".")[0],):
                yield from _modules(home, name)


def _modules(home: Path, name: tuple[str, ...]) -> Iterator[Path]:
    """Return the files that are run when a dotted name is imported."""
    for count in range(1, len(name) + 1):
        place = home.joinpath(*name[:count])
        for path in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
            if path.is_file():
                yield path
