"""Show a task, or an attempt at it, in words, as a picture, a film or a page.

Without -o: a description. The ending of the output file says what to make: .png is a picture of the
scene, or with --action a film strip; .gif, .webp and .mp4 are films in real time; .html is a page
with a player. Without --action a film shows what happens when nobody acts.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import coloured, complain, say, show_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from topple.reports.film import Film

EXAMPLES = """\
  topple show 00003:017
  topple show 00003:017 -o scene.png
  topple show 00003:017 --action 0.3 0.8 0.3 -o attempt.gif
  topple show phyre/off_the_ledge:1000 --action 0.5 0.9 0.2 -o attempt.html
"""

_ENDINGS = (".png", ".gif", ".webp", ".mp4", ".html")
_SIZES = {".png": 512, ".gif": 400, ".webp": 400, ".mp4": 512}
_STRIP_SIZE = 256
_MOST_MOMENTS = 64
_OUTCOME_COLOURS = {"solved": "green", "invalid": "red", "failed": "red"}

_REASONS = {
    "out_of_range": "every number of an action lies between 0 and 1",
    "out_of_scene": "the whole ball must lie in the scene; try a smaller radius",
    "balls_too_near": "the two balls overlap; move them apart",
    "occluded": "the ball overlaps a body of the scene; move it or try a smaller radius",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.cli._types import number, whole

    parser.add_argument("task", metavar="TASK", help="such as 00003:017 or phyre/tip_the_rod:017")
    parser.add_argument(
        "--action",
        type=number,
        nargs="+",
        metavar="X",
        help="x, y and radius of each ball, all from 0 to 1",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help=", ".join(_ENDINGS))
    parser.add_argument(
        "--stride", type=whole(1, 1000), metavar="N", help="engine steps from frame to frame (2)"
    )
    parser.add_argument(
        "--size", type=whole(32, 4096), metavar="PIXELS", help="width of one picture"
    )


def run(args: argparse.Namespace) -> int:
    from topple.cli._describe import attempt_facts, describe, task_facts
    from topple.errors import BadInput
    from topple.reports.film import STRIDE, film
    from topple.worlds import phyre

    path = Path(args.output) if args.output else None
    if path and path.suffix.lower() not in _ENDINGS:
        raise BadInput(f"cannot make a `{path.name}`", f"a file ends in {', '.join(_ENDINGS)}")
    task = phyre.task(args.task)
    played = film(task, args.action, args.stride or STRIDE)
    if path:
        _save(played, path, args)
        say(f"{path}: {path.stat().st_size:,} bytes")
    if args.json:
        attempt = {"attempt": attempt_facts(played)} if args.action else {}
        file = {"file": str(path)} if path else {}
        show_json({**task_facts(task), **attempt, **file})
    elif path is None:
        describe(task)
    if not args.json and args.action:
        _tell(played)
    if played.reason:
        complain(f"the action is {played.words}", _REASONS[played.reason])
    return 1 if played.outcome in ("invalid", "failed") else 0


def _save(film: Film, path: Path, args: argparse.Namespace) -> None:
    from topple.errors import BadInput
    from topple.reports import animation, player, png

    ending = path.suffix.lower()
    strip = ending == ".png" and _is_strip(film)
    size = args.size or (_STRIP_SIZE if strip else _SIZES.get(ending, 0))
    if not path.parent.is_dir():
        raise BadInput(f"no folder `{path.parent}`")
    if ending == ".html":
        player.save(film, path)
    elif ending == ".png":
        png.save(path, _picture(film, size, args.stride))
    else:
        animation.save(film, path, size)


def _is_strip(film: Film) -> bool:
    return film.action is not None and not film.reason


def _picture(film: Film, size: int, stride: int | None) -> NDArray[np.uint8]:
    from topple.errors import BadInput
    from topple.reports.film import strip

    if not _is_strip(film):
        return film.picture(0, size)
    if stride is None:
        return strip(film, size)
    if len(film.frames) > _MOST_MOMENTS:
        hint = f"--stride {film.steps // 8} gives about 8; without it Topple chooses 8"
        raise BadInput(f"a strip of {len(film.frames)} pictures", hint)
    return strip(film, size, range(len(film.frames)))


def _tell(film: Film) -> None:
    """Say where the balls are and what came of them."""
    for x, y, radius in film.balls:
        print(f"ball at x {x:.0f}, y {y:.0f} with radius {radius:.0f} pixels")
    if not film.reason:
        print(coloured(film.words, _OUTCOME_COLOURS.get(film.outcome, "yellow")))
