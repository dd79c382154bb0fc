"""Studies that come with Topple, one TOML file each."""

from __future__ import annotations

from pathlib import Path

from topple.errors import BadInput, UnknownName


def names() -> list[str]:
    """Return the names of all studies that come with Topple."""
    return sorted(_known())


def path_of(name: str) -> Path:
    """Return the file of a study: a path, or one that comes with Topple by its name."""
    known = _known()
    if name in known:
        return known[name]
    path = Path(name)
    if not path.exists():
        if path.suffix == ".toml" or len(path.parts) > 1:
            raise BadInput(f"there is no file {name}", f"ready studies: {', '.join(sorted(known))}")
        raise UnknownName("study", name, known, hint="or give a TOML file")
    return path


def _known() -> dict[str, Path]:
    return {path.stem: path for path in Path(__file__).parent.glob("*.toml")}
