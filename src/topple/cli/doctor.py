"""Test this installation: versions, build, extras, and a self-test of every engine.

The self-test plays attempts in every world and compares the final states, bit for bit, with digests
kept in the package. It also generates one task of every template and compares its scene with the
one that was certified. Every build on every machine must have these digests and scenes. `not ok`
(exit code 1) means that scores from here cannot be compared with others. Please report it with this
output.

With --speed, measure instead how many attempts per second this machine plays, beside machines that
were measured before. Other work on the machine makes the numbers smaller. `benchmarks/` compares
with the original programs.
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
from topple.cli._types import positive, whole
from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.worlds.bits import Bits

EXAMPLES = """\
  topple doctor
  topple doctor --json
  topple doctor --speed
  topple doctor --speed phyre pool --seconds 20
"""

_EXTRA = re.compile(r"^(?P<package>[\w-]+)[^;]*;\s*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"]")
_NOT_FOR_USERS = ("all", "dev")
_SECONDS = 8.0  # per world


def arguments(parser: argparse.ArgumentParser) -> None:
    measured = parser.add_argument_group("how fast this machine is")
    measured.add_argument(
        "--speed", nargs="*", metavar="WORLD", help="measure these worlds instead; all by default"
    )
    measured.add_argument(
        "--seconds", type=positive, help=f"seconds per world; {_SECONDS:g} by default"
    )
    measured.add_argument(
        "--threads", type=whole(1, 1024), help="number of threads; all cores by default"
    )


def run(args: argparse.Namespace) -> int:
    if args.speed is not None:
        from topple.cli._speed import show_speed

        show_speed(args.speed, args.seconds or _SECONDS, args.threads, args.json)
        return 0
    for name in ("seconds", "threads"):
        if getattr(args, name) is not None:
            raise BadInput(f"--{name} has an effect with --speed only", f"leave out --{name}")
    return _test(args)


def _test(args: argparse.Namespace) -> int:
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
