"""Build the gallery: pages with a picture and a filmed solution of every template.

    python tools/gallery.py docs/gallery

Solutions, margins and volumes come from the certificates; a template without any is shown still.
"""

from __future__ import annotations

import argparse
import html
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.docs import clips, gallery_birds
from topple.draw import png
from topple.draw.animation import small_webp
from topple.worlds import film, phyre
from topple.worlds.phyre import FIRST_VARIATION, TIERS, Template, Tier

SCENE_SIZE = 240
FILM_SIZE = 240
SHOWN_SIZE = 196
STRIDE = 6  # 10 pictures a second
COLUMNS = 2

_INTRO = """\
# Gallery

The {count} templates of the world `phyre`: on the left the scene, on the right a solution in real
time. Green must come to touch blue or purple, and stay in touch for three seconds. You place the
red balls. Gray bodies move, black ones do not.

Each film shows the shipped task whose stored solution is the most forgiving one. *Volume* is the
share of random valid actions that solve a task, from the hardest to the easiest of the template's
shipped tasks, with the median. *Stable* is the share of stored solutions that still work half a
pixel off. [About PHYRE in Topple](../concepts/phyre.md#certificates) says how these are measured.

The [gallery of birds](birds.md) shows the other world. `make docs` builds both.
"""
_HEADS = {"ball": "One ball", "two_balls": "Two balls"}


def main() -> int:
    """Write the pictures and the page; say how large they are."""
    parser = argparse.ArgumentParser(description="Build the gallery of all templates.")
    parser.add_argument("out", type=Path, help="the folder to write to")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    templates = list(phyre.all_templates().values())
    sections = [_INTRO.format(count=len(templates))]
    for tier in TIERS.values():
        chosen = [template for template in templates if template.tier == tier.name]
        sections.append("\n".join(_section(tier, chosen, out)))
    (out / "README.md").write_text("\n".join(sections), encoding="utf-8")
    gallery_birds.build(out)
    sizes = [path.stat().st_size for path in out.rglob("*.*")]
    print(f"{out}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB, the largest {max(sizes):,} bytes")
    return 0


def _section(tier: Tier, templates: Sequence[Template], out: Path) -> Iterator[str]:
    yield f"## {_HEADS[tier.name]}"
    yield ""
    yield f"Tier `{tier.name}`, {len(templates)} templates, {tier.dimensions} numbers an action."
    yield ""
    yield "<table>"
    for start in range(0, len(templates), COLUMNS):
        yield "<tr>"
        for template in templates[start : start + COLUMNS]:
            yield from _cell(template, out)
        yield "</tr>"
    yield "</table>"
    yield ""


def _cell(template: Template, out: Path) -> Iterator[str]:
    best = clips.most_forgiving(template)
    first = template.shipped[0] if template.shipped else FIRST_VARIATION
    task = template.task(best.index if best else first)
    png.save(out / f"{template.name}.png", film(task, None).still(SCENE_SIZE))
    yield '<td valign="top">'
    yield _image(f"{template.name}.png", f"{template.name}: the scene")
    if best:
        solution = small_webp(film(task, best.solution, STRIDE), FILM_SIZE)
        (out / f"{template.name}.webp").write_bytes(solution)
        yield _image(f"{template.name}.webp", f"{template.name}: a solution")
    origin = f" · PHYRE {template.phyre_id}" if template.phyre_id else ""
    yield f"<br><b>{template.name}</b>{origin}"
    yield f"<br>{html.escape(template.caption)}"
    if best:
        facts = f"{_volumes(template)} · stable {_stable(template)}"
        margin = best.facts["margin"]
        yield f"<br><sub>{facts}<br>shown: {task.phyre_id or task}, margin {margin} px</sub>"
    yield "</td>"


def _image(name: str, text: str) -> str:
    return f'<img src="{name}" width="{SHOWN_SIZE}" height="{SHOWN_SIZE}" alt="{text}">'


def _volumes(template: Template) -> str:
    volumes = sorted(clips.share(certificate) for certificate in clips.shown(template))
    low, middle, high = (_percent(v) for v in (volumes[0], statistics.median(volumes), volumes[-1]))
    return f"volume {low} to {high} %, median {middle} %"


def _stable(template: Template) -> str:
    found = clips.shown(template)
    return f"{100 * sum(c.facts['stable'] for c in found) / len(found):.0f} %"


def _percent(share: float) -> str:
    return f"{round(100 * share, 1):g}"


if __name__ == "__main__":
    sys.exit(main())
