"""Write films to files and describe them, for `show` and `replay`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import coloured, complain, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from topple.draw.film import Film

_ENDINGS = (".png", ".gif", ".webp", ".mp4", ".html")
# Share of the recording's width; animations are large files.
_SHARES = {".gif": 25 / 32, ".webp": 25 / 32}
_STRIP_SHARE = 0.5
_MOST_MOMENTS = 64
_OUTCOME_COLOURS = {"solved": "green", "invalid": "red", "failed": "red"}


def add_film_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the output file."""
    from topple.cli._types import whole

    parser.add_argument("-o", "--out", metavar="FILE", help=f"file to write: {', '.join(_ENDINGS)}")
    parser.add_argument(
        "--stride",
        type=whole(1, 1000),
        metavar="N",
        help="engine steps between frames; 2 by default",
    )
    parser.add_argument(
        "--size", type=whole(32, 4096), metavar="PIXELS", help="width of each picture"
    )


def checked_path(output: str | None) -> Path | None:
    """Return the output path; refuse one that cannot be written before any work is done."""
    from topple.errors import BadInput

    path = Path(output) if output else None
    if path and path.suffix.lower() not in _ENDINGS:
        raise BadInput(
            f"cannot make a `{path.name}`", f"the file name must end in {', '.join(_ENDINGS)}"
        )
    if path and not path.parent.is_dir():
        raise BadInput(f"no folder `{path.parent}`", "create it, or choose another")
    return path


def save(film: Film, path: Path, size: int | None, stride: int | None) -> None:
    """Write a film in the format that the file's ending names."""
    from topple.draw import animation, player, png

    ending = path.suffix.lower()
    strip = ending == ".png" and _is_strip(film)
    share = _STRIP_SHARE if strip else _SHARES.get(ending, 1.0)
    size = size or round(film.recording.width * share)
    if ending == ".html":
        player.save(film, path)
    elif ending == ".png":
        png.save(path, _picture(film, size, stride))
    else:
        animation.save(film, path, size)
    say(f"{path}: {path.stat().st_size:,} bytes")


def describe_attempt(film: Film) -> None:
    """Print the moves and the outcome."""
    from topple.worlds import parts, world

    own = world(film.task.id.world)
    if film.action is not None and parts.has(own, "words"):
        for move in parts.words(own).moves(film.task, film.action):
            print(move)
    if not film.recording.reason:
        print(coloured(film.words, _OUTCOME_COLOURS.get(film.outcome, "yellow")))


def explain_refusal(film: Film) -> None:
    """If the action was refused, print why and how to correct it."""
    if film.recording.reason:
        complain(f"the action is {film.words}", film.recording.hint)


def _is_strip(film: Film) -> bool:
    return film.action is not None and not film.recording.reason


def _picture(film: Film, size: int, stride: int | None) -> NDArray[np.uint8]:
    from topple.draw.film import strip
    from topple.errors import BadInput

    if not _is_strip(film):
        return film.still(size)
    if stride is None:
        return strip(film, size)
    if len(film) > _MOST_MOMENTS:
        hint = f"use --stride {film.recording.steps // 8} for about 8, or leave it out"
        raise BadInput(f"a strip cannot hold {len(film)} pictures", hint)
    return strip(film, size, range(len(film)))
