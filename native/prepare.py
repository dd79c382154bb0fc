"""Fetch the pinned source of an engine, check it, and apply Topple's patches.

    python prepare.py box2d OUT_DIR
    python prepare.py --archives

`ENGINE/source.toml` names a source archive of the package index, its sha256, and the files that are
needed. To build without a network, put local copies into the folder `archives` next to this file,
as --archives does, or set TOPPLE_ENGINE_ARCHIVE, for example TOPPLE_BOX2D_ARCHIVE, to the path of
one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ARCHIVES = HERE / "archives"


def fetch(engine: str, source: dict[str, Any], folder: Path) -> Path:
    """Return the path of the source archive; download it if no local copy is named."""
    variable = f"TOPPLE_{engine.upper()}_ARCHIVE"
    local = os.environ.get(variable)
    if local:
        return Path(local)
    name, version = source["package"], source["version"]
    kept = ARCHIVES / f"{name}-{version}.tar.gz"
    if kept.exists():
        return kept
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-binary", name, "--dest", str(folder), f"{name}=={version}"]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(
            f"error: cannot fetch {name} {version} with pip\n"
            f"hint: without a network, set {variable} to a local {name}-{version}.tar.gz"
        )
    (found,) = folder.glob("*.tar.gz")
    return found.rename(folder / kept.name)


def keep_archives() -> None:
    """Store the archives of all engines, for source distributions that build without a network."""
    ARCHIVES.mkdir(exist_ok=True)
    for file in sorted(HERE.glob("*/source.toml")):
        with tempfile.TemporaryDirectory() as folder:
            found = fetch(file.parent.name, tomllib.loads(file.read_text()), Path(folder))
            if found.parent != ARCHIVES:
                shutil.copy(found, ARCHIVES / found.name)


def unpack(archive: Path, source: dict[str, Any], out: Path) -> None:
    """Copy the engine's files out of the archive."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != source["sha256"]:
        sys.exit(f"error: {archive} has sha256 {found}, expected {source['sha256']}")
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            path = Path(*Path(member.name).parts[1:])
            if path.parts[:1] == (source["folder"],) and path.suffix in source["suffixes"]:
                content = tar.extractfile(member)
                assert content is not None
                target = out / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())


def patch(patches: Path, out: Path) -> None:
    """Apply the unified diffs of a folder in the order of their names; each must fit exactly."""
    for diff in sorted(patches.glob("*.patch")):
        for part in diff.read_text().split("\n--- a/")[1:]:
            name, _, hunks = part.partition("\n")
            path = out / name
            lines = path.read_text().splitlines()
            for hunk in re.findall(r"^@@ .*\n(?:[-+ ].*\n|\n)+", hunks + "\n", re.MULTILINE):
                head, *body = hunk.rstrip("\n").splitlines()
                # Earlier hunks are applied, so the position is that in the new file.
                at = int(re.search(r"\+(\d+)", head)[1]) - 1
                old = [line[1:] for line in body if not line.startswith("+")]
                if lines[at : at + len(old)] != old:
                    sys.exit(f"error: {diff.name} does not fit {name} at line {at + 1}")
                lines[at : at + len(old)] = [line[1:] for line in body if not line.startswith("-")]
            path.write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fetch, check and patch the source of an engine.")
    parser.add_argument("engine", nargs="?", help="a folder next to this file")
    parser.add_argument("out", nargs="?", type=Path, help="the folder to write to")
    parser.add_argument("--archives", action="store_true", help="only store the archives")
    arguments = parser.parse_args()
    if arguments.archives:
        keep_archives()
        return
    engine: Path = HERE / arguments.engine
    source = tomllib.loads((engine / "source.toml").read_text())
    with tempfile.TemporaryDirectory() as folder:
        unpack(fetch(arguments.engine, source, Path(folder)), source, arguments.out)
    patch(engine / "patches", arguments.out)


if __name__ == "__main__":
    main()
