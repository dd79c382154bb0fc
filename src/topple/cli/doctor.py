"""Check this installation: versions, build, extras, and an engine self-test.

The self-test plays attempts in every world and compares the final states, bit for bit, with digests
kept in the package. It also generates one task of every template and compares its scene with the
one that was certified. Every build on every machine must have these digests and scenes. `not ok`
(exit code 1) means that scores from here cannot be compared with others. Please report it with this
output.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from topple.cli._console import coloured, show_json, show_table

if TYPE_CHECKING:
    from topple.worlds.bits import Bits

GROUP = "begin"
EXAMPLES = """\
  topple doctor
  topple doctor --json
"""

_EXTRA = re.compile(r"^(?P<package>[\w-]+)[^;]*;\s*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"]")
_NOT_FOR_USERS = ("all", "dev")


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    from importlib import metadata

    from topple import __version__, _native
    from topple.installed import install_command
    from topple.processor import processor_name
    from topple.worlds.bits import compare_all_bits

    versions = {
        "topple": __version__,
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "numpy": metadata.version("numpy"),
        "platform": f"{platform.platform()}, {os.cpu_count()} cores",
        "processor": processor_name(),
        "c_library": " ".join(platform.libc_ver()).strip() or "not glibc",
        "multiply_add": "by hardware" if _native.fused else "by exact fallback",
        "compiler": _native.compiler,
        "flags": _native.flags,
    }
    extras = _extras()
    found = compare_all_bits()
    ok = all(bits.ok for bits in found.values())
    if args.json:
        worlds = {
            name: {
                "ok": bits.ok,
                **asdict(bits.test),
                "scenes": bits.scenes,
                "changed": list(bits.changed),
            }
            for name, bits in found.items()
        }
        about = {**versions, "executable": sys.executable, "extras": extras}
        show_json({**about, "engine": {"ok": ok, "worlds": worlds}})
        return 0 if ok else 1
    rows = [(name.replace("_", " "), found) for name, found in versions.items()]
    for extra, packages in extras.items():
        have = ", ".join(f"{name} {found or 'missing'}" for name, found in packages.items())
        hint = "" if all(packages.values()) else f": {install_command(extra)}"
        rows.append((f"extra {extra}", have + hint))
    show_table(("what", "found"), rows)
    print()
    for name, bits in found.items():
        print(_verdict(name, bits))
    return 0 if ok else 1


def _verdict(world: str, bits: Bits) -> str:
    test = bits.test
    what = f"{test.attempts} attempts on {test.templates} templates, digest {test.digest}"
    should = "" if test.ok else f", should be {test.golden}"
    scenes = f"{bits.scenes} scenes as certified"
    if bits.changed:
        scenes = f"{len(bits.changed)} of {bits.scenes} scenes differ: {', '.join(bits.changed)}"
    verdict = coloured("ok", "green") if bits.ok else coloured("not ok", "red")
    return f"{world} {verdict}: {what}{should}; {scenes}"


def _extras() -> dict[str, dict[str, str | None]]:
    """Return the packages of every extra, each with its installed version."""
    from topple.installed import NAMES, requirements

    extras: dict[str, dict[str, str | None]] = {}
    for line in requirements():
        match = _EXTRA.match(line)
        # An extra includes another by naming Topple itself.
        if match and match["extra"] not in _NOT_FOR_USERS and match["package"] not in NAMES:
            extras.setdefault(match["extra"], {})[match["package"]] = _version(match["package"])
    return extras


def _version(package: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
