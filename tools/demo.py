"""Solve a few tasks with their certified solutions, compare with random actions, and show it.

    python tools/demo.py out

Writes one page, `demo.html`, that needs nothing but itself.
"""

from __future__ import annotations

import argparse
import base64
import html
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.docs.gallery import phyre as clips
from topple import _native
from topple.draw import png
from topple.draw.animation import small_webp
from topple.draw.brush import Brush
from topple.draw.figures import Rgb
from topple.draw.film import BORDER_SHARE, Film, paint_border
from topple.errors import ToppleError
from topple.tasks.certificates import Certificate, wilson
from topple.tasks.selftest import SelfTest
from topple.worlds import film, phyre
from topple.worlds.phyre import PhyreTask, view
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.look import BACKGROUND, BORDER, colour_of
from topple.worlds.phyre.selftest import self_test

TEMPLATES = (
    "tip_the_rod",
    "free_the_covered_ball",
    "ski_jump",
    "seesaw_shot",
    "falling_lever",
    "goldberg_pair",
)
TRIED = 200
SEED = 7

_PAGE = Path(__file__).with_name("demo.html")
_FILM_SIZE = 360
_STRIDE = 3  # 20 pictures a second
_MAP_SIZE = 224
_SOLVED: Rgb = (52, 168, 110)
_MISSED: Rgb = (150, 153, 160)
_DOT = 3.4  # scene pixels


@dataclass(frozen=True, eq=False)
class Shown:
    """One task: its stored solution played, and random actions tried."""

    task: PhyreTask
    certificate: Certificate
    film: Film
    random: phyre.Batch

    @property
    def solved(self) -> int:
        return int(self.random.solved.sum())


def main() -> int:
    """Play, write the page, say what came of it; 1 if the engine or a solution is not right."""
    parser = argparse.ArgumentParser(description="Write a page of solved tasks.")
    parser.add_argument("out", type=Path, help="the folder to write demo.html to")
    out: Path = parser.parse_args().out
    start = time.perf_counter()
    try:
        shown = [_play(name) for name in TEMPLATES]
    except ToppleError as error:
        print(f"error: {error}\nhint: {error.hint}", file=sys.stderr)
        return 1
    test = self_test()
    out.mkdir(parents=True, exist_ok=True)
    path = out / "demo.html"
    path.write_text(_page(shown, test), encoding="utf-8")
    print("\n".join(_summary(shown)))
    size, seconds = path.stat().st_size / 1e6, time.perf_counter() - start
    print(f"{path}: {size:.1f} MB in {seconds:.0f} s")
    return 0 if test.ok and all(each.film.outcome == "solved" for each in shown) else 1


def _play(name: str) -> Shown:
    template = phyre.template(name)
    best = clips.largest_margin(template)
    if best is None:
        raise ToppleError(f"`{name}` has no certificates", f"`topple certify {name}` makes them")
    task = template.task(best.index)
    drawn = task.tier.action_set(20 * TRIED, SEED)
    valid = drawn[phyre.validate(task, drawn) == 0][:TRIED]
    random = phyre.simulate(task, valid, outcome_only=True)
    return Shown(task, best, film(task, best.solution, _STRIDE), random)


def _summary(shown: list[Shown]) -> Iterator[str]:
    width = max(len(str(each.task)) for each in shown)
    yield f"{'task':<{width}}  {'stored solution':<16}  {'margin':>6}  random actions that solve it"
    for each in shown:
        stored = f"{each.film.outcome}, {each.film.recording.steps / 60:.1f} s"
        share, interval, counts = _share(each.solved, len(each.random))
        random = f"{counts}: {share} ({interval})"
        margin = each.certificate.facts["margin"]
        yield f"{each.task!s:<{width}}  {stored:<16}  {margin:>3} px  {random}"


def _page(shown: list[Shown], test: SelfTest) -> str:
    parts = {
        "TRIED": str(TRIED),
        "ENGINE": _engine(test),
        "CARDS": "\n".join(_card(each) for each in shown),
        "VERSIONS": html.escape(_versions()),
        "COMMAND": html.escape(f"python tools/{Path(sys.argv[0]).name} {' '.join(sys.argv[1:])}"),
    }
    text = _PAGE.read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"__{name}__", part)
    return text


def _engine(test: SelfTest) -> str:
    what = f"{test.attempts} attempts on {test.templates} templates, digest {test.digest}"
    if test.ok:
        return f"<b>Engine ok</b>: {what}, the one every build must give."
    return f'<b class="wrong">Engine not ok</b>: {what}, should be {test.golden}.'


def _card(each: Shown) -> str:
    task, certificate = each.task, each.certificate
    still = _data("png", png.encode(each.film.picture(-1, _FILM_SIZE)))
    moving = _data("webp", small_webp(each.film, _FILM_SIZE))
    right = each.film.outcome == "solved"
    stable = "stable: half a pixel off works too" if certificate.facts["stable"] else "not stable"
    size = f'width="{_FILM_SIZE}" height="{_FILM_SIZE}"'
    return f"""<article>
<picture>
<source media="(prefers-reduced-motion: reduce)" srcset="{still}">
<img src="{moving}" {size} alt="The stored solution of {task}, played">
</picture>
<h2>{html.escape(task.caption)}</h2>
<p class="id">{task} · PHYRE {task.phyre_id}</p>
<div class="below">
<img src="{_data("png", png.encode(_map(each)))}" width="{_MAP_SIZE}" height="{_MAP_SIZE}"
 alt="Where random actions put their balls">
<dl>
<dt>Outcome</dt><dd class="{"solved" if right else "wrong"}">{each.film.words}</dd>
<dt>Margin</dt><dd>{certificate.facts["margin"]} px<small>{stable}</small></dd>
<dt>Volume</dt><dd>{_share_cell(certificate.facts["solved"], certificate.facts["valid"])}</dd>
<dt>Random</dt><dd>{_share_cell(each.solved, len(each.random))}</dd>
</dl>
</div>
</article>"""


def _map(each: Shown) -> NDArray[np.uint8]:
    """Draw the scene with a dot for every random ball, those of solved attempts on top."""
    brush = Brush(_MAP_SIZE, WIDTH, BACKGROUND, round(_MAP_SIZE * BORDER_SHARE))
    for body, pose in zip(each.task.scene.bodies, view.poses(each.task.scene), strict=True):
        if body.kind != "wall":
            brush.body(body, pose, colour_of(body))
    balls, solved = each.random.balls, each.random.solved
    for x, y, _ in balls[~solved].reshape(-1, 3):
        brush.disc(float(x), float(y), _DOT, _MISSED, 0.55)
    for attempt in balls[solved]:
        places = [(float(x), float(y)) for x, y, _ in attempt]
        if len(places) == 2:
            brush.line(places[0], places[1], _DOT / 4, _SOLVED)
        for x, y in places:
            brush.disc(x, y, _DOT * 1.2, _SOLVED)
    pixels = brush.canvas.pixels()
    paint_border(pixels, BORDER)
    return pixels


def _share(solved: int, tried: int) -> tuple[str, str, str]:
    """Give a share, its interval and its counts in words."""
    low, high = wilson(solved, tried)
    interval = f"{100 * low:.1f} to {100 * high:.1f} %"
    return f"{100 * solved / tried:.1f} %", interval, f"{solved} of {tried:,}"


def _share_cell(solved: int, tried: int) -> str:
    share, interval, counts = _share(solved, tried)
    return f"{share}<small>{interval} · {counts}</small>"


def _versions() -> str:
    found = {name: metadata.version(name) for name in ("topple", "numpy")}
    found["Python"] = platform.python_version()
    words = ", ".join(f"{name} {version}" for name, version in found.items())
    build = f"compiler {_native.compiler}, {_native.flags}"
    return f"{words}; {build}; {platform.platform()}"


def _data(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


if __name__ == "__main__":
    sys.exit(main())
