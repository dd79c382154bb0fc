"""Fetch the pinned Box2D source, check it, and apply Topple's patches.

    python prepare.py OUT_DIR

The source is the `Box2D` folder of the `box2d-py` source archive, taken from the package index
with pip. Set TOPPLE_BOX2D_ARCHIVE to the path of a local copy to build without a network.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "box2d-py==2.3.8"
SHA256 = "bdacfbbc56079bb317548efe49d3d5a86646885cc27f4a2ee97e4b2960921ab7"


def fetch(folder: Path) -> Path:
    """Return the path of the source archive; download it if no local copy is named."""
    local = os.environ.get("TOPPLE_BOX2D_ARCHIVE")
    if local:
        return Path(local)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-binary", ":all:", "--dest", str(folder), PACKAGE]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(
            f"error: cannot fetch {PACKAGE} with pip\n"
            "hint: without a network, set TOPPLE_BOX2D_ARCHIVE to a local box2d-py-2.3.8.tar.gz"
        )
    return next(folder.glob("*.tar.gz"))


def unpack(archive: Path, out: Path) -> None:
    """Copy the engine's C++ files out of the archive."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"error: {archive} has sha256 {found}, expected {SHA256}")
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            path = Path(*Path(member.name).parts[1:])
            if path.parts[:1] == ("Box2D",) and path.suffix in {".cpp", ".h"}:
                source = tar.extractfile(member)
                assert source is not None
                target = out / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read())


def patch(out: Path) -> None:
    """Apply the unified diffs in `patches` in the order of their names; each must fit exactly."""
    for diff in sorted((Path(__file__).parent / "patches").glob("*.patch")):
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
    parser = argparse.ArgumentParser(description="Fetch, check and patch the Box2D source.")
    parser.add_argument("out", type=Path, help="the folder to write it to")
    out: Path = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        unpack(fetch(Path(folder)), out)
    patch(out)


if __name__ == "__main__":
    main()
