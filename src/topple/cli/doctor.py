"""Look after this installation: versions, build, extras, and an engine self-test.

The self-test plays attempts on PHYRE's templates and compares the final states, bit for bit, with a
digest kept in the package. Not ok (exit code 1) means that results of this build differ from
everyone else's: please report it with this output.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys

from topple.cli._console import coloured, show_json, show_table

EXAMPLES = """\
  topple doctor
  topple doctor --json
"""

_EXTRA = re.compile(r"^(?P<package>[\w-]+)[^;]*;\s*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"]")
_NOT_FOR_USERS = ("all", "dev")
_SELF = "topple"  # what an extra names that has all of another


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    from importlib import metadata

    from topple import _native
    from topple.worlds.phyre.selftest import self_test

    versions = {
        "topple": metadata.version("topple"),
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "numpy": metadata.version("numpy"),
        "platform": f"{platform.platform()}, {os.cpu_count()} cores",
        "compiler": _native.compiler,
        "flags": _native.flags,
    }
    extras = _extras()
    test = self_test()
    if args.json:
        engine = {
            "ok": test.ok,
            "digest": test.digest,
            "golden": test.golden,
            "attempts": test.attempts,
            "templates": test.templates,
        }
        show_json({**versions, "executable": sys.executable, "extras": extras, "engine": engine})
        return 0 if test.ok else 1
    rows = list(versions.items())
    for extra, packages in extras.items():
        have = ", ".join(f"{name} {found or 'missing'}" for name, found in packages.items())
        hint = "" if all(packages.values()) else f": pip install 'topple[{extra}]'"
        rows.append((f"extra {extra}", have + hint))
    show_table(("what", "found"), rows)
    what = f"{test.attempts} attempts on {test.templates} templates, digest {test.digest}"
    if test.ok:
        print(f"\nengine {coloured('ok', 'green')}: {what}")
    else:
        print(f"\nengine {coloured('not ok', 'red')}: {what}, should be {test.golden}")
    return 0 if test.ok else 1


def _extras() -> dict[str, dict[str, str | None]]:
    """Give the packages of every extra and the version found of each."""
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
