"""Check this installation: versions, build, extras, and an engine self-test.

The self-test plays attempts in every world and compares the final states, bit for bit, with digests
kept in the package. Every build on every machine must have these digests, except that iphyre and
pool use functions of the C library and are promised with glibc alone. `not ok` (exit code 1) means
that scores from here cannot be compared with others. Please report it with this output.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import coloured, show_json, show_table

if TYPE_CHECKING:
    from topple.tasks.selftest import SelfTest

EXAMPLES = """\
  topple doctor
  topple doctor --json
"""

_EXTRA = re.compile(r"^(?P<package>[\w-]+)[^;]*;\s*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"]")
_NOT_FOR_USERS = ("all", "dev")
_SELF = "topple"  # the requirement by which one extra includes another


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    from importlib import metadata

    from topple import _native
    from topple.worlds import all_worlds, parts

    versions = {
        "topple": metadata.version("topple"),
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "numpy": metadata.version("numpy"),
        "platform": f"{platform.platform()}, {os.cpu_count()} cores",
        "processor": _processor(),
        "c_library": " ".join(platform.libc_ver()).strip() or "not glibc",
        "multiply_add": "by hardware" if _native.fused else "by exact fallback",
        "compiler": _native.compiler,
        "flags": _native.flags,
    }
    extras = _extras()
    tests = {
        world.name: parts.selftest(world).self_test()
        for world in all_worlds()
        if parts.has(world, "selftest")
    }
    ok = all(test.ok for test in tests.values())
    if args.json:
        worlds = {name: {"ok": test.ok, **asdict(test)} for name, test in tests.items()}
        about = {**versions, "executable": sys.executable, "extras": extras}
        show_json({**about, "engine": {"ok": ok, "worlds": worlds}})
        return 0 if ok else 1
    rows = [(name.replace("_", " "), found) for name, found in versions.items()]
    for extra, packages in extras.items():
        have = ", ".join(f"{name} {found or 'missing'}" for name, found in packages.items())
        hint = "" if all(packages.values()) else f": pip install 'topple[{extra}]'"
        rows.append((f"extra {extra}", have + hint))
    show_table(("what", "found"), rows)
    print()
    for name, test in tests.items():
        print(_verdict(name, test))
    return 0 if ok else 1


def _processor() -> str:
    """Return the model of the processor, or at least its architecture."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _verdict(world: str, test: SelfTest) -> str:
    what = f"{test.attempts} attempts on {test.templates} templates, digest {test.digest}"
    if test.ok:
        return f"{world} {coloured('ok', 'green')}: {what}"
    why = "; its last bits depend on the C library" if test.by_library else ""
    return f"{world} {coloured('not ok', 'red')}: {what}, should be {test.golden}{why}"


def _extras() -> dict[str, dict[str, str | None]]:
    """Return the packages of every extra, each with its installed version."""
    from importlib import metadata

    extras: dict[str, dict[str, str | None]] = {}
    for line in metadata.requires("topple") or ():
        match = _EXTRA.match(line)
        if match and match["extra"] not in _NOT_FOR_USERS and match["package"] != _SELF:
            extras.setdefault(match["extra"], {})[match["package"]] = _version(match["package"])
    return extras


def _version(package: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
