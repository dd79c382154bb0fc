"""Build the gallery of birds: a sheet of pictures for every scenario, a film for every template.

`tools/gallery.py` calls it. Pictures and films show a stored solution; where there is none yet, the
plan of the template, whatever comes of it.
"""

from __future__ import annotations

import html
import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.docs import sheets
from topple.draw.animation import small_webp
from topple.draw.film import Film
from topple.worlds import film
from topple.worlds.birds import templates as folders
from topple.worlds.birds.action_space import action_of
from topple.worlds.birds.search import planned
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.birds.world import WORLD, all_templates

FOLDER = "birds"
COLUMNS = 3
FILM_SIZE = 320
MOST_BYTES = 100_000
_STRIDES = (4, 5, 7, 10, 15, 25)  # 12 pictures a second, or fewer where the film would be too large

_INTRO = """\
# Gallery of birds

The {count} templates of the world `birds`, scenario by scenario: first what there is and where the
birds of a solution fly, then the solutions in real time. A ring marks a pig; all pigs must go. Dots
are the birds' ways, red for the first, blue for the second, then purple and orange; they are
smaller after the first hit.

Shown is the first certified task of every template. *Margin* is the share of nearby shots that
solve it too. [About birds](../concepts/birds.md) says what the game is; the other world has a
[gallery](README.md) of its own.

`make docs` builds this page.
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A template and a film of how it is meant to be solved."""

    template: Template
    film: Film
    margin: float | None  # of a stored solution

    @property
    def image(self) -> str:
        return f"{FOLDER}/{self.template.name}.webp"


def build(out: Path) -> None:
    """Write `birds.md` and its pictures."""
    (out / FOLDER).mkdir(exist_ok=True)
    sections = [_INTRO.format(count=len(all_templates()))]
    for scenario in SCENARIOS:
        chosen = [t for t in all_templates().values() if t.scenario == scenario]
        sections.append("\n".join(_section(scenario, [shown(t) for t in chosen], out)))
    (out / "birds.md").write_text("\n".join(sections), encoding="utf-8")


def shown(template: Template, stride: int = _STRIDES[0]) -> Shown:
    """Film the first stored solution of a template, or else the plan of its first task."""
    stored = next(iter(WORLD.certificates(template).tasks.values()), None)
    if stored:
        task = template.task(stored.index)
        return Shown(template, film(task, stored.solution, stride), stored.facts["margin"])
    task = template.task(0)
    action = action_of(planned(task))
    return Shown(template, film(task, action, stride), None)


def _section(scenario: str, found: Sequence[Shown], out: Path) -> Iterator[str]:
    cells = [
        sheets.Cell(each.film.still(sheets.WIDTH), each.template.name, each.template.caption)
        for each in found
    ]
    # Two and four stand better in pairs.
    columns = 2 if len(cells) in (2, 4) else COLUMNS
    sheets.save(cells, columns, out / FOLDER / f"{scenario}.png")
    title = scenario.replace("_", " ").capitalize()
    about = importlib.import_module(f"{folders.__name__}.{scenario}").__doc__ or ""
    yield f"## {title}\n"
    yield f"{about.strip()}\n"
    yield f'<img src="{FOLDER}/{scenario}.png" width="1000" alt="{title}: all templates">\n'
    yield "<table>"
    for start in range(0, len(found), columns):
        yield "<tr>"
        for each in found[start : start + columns]:
            yield from _cell(each, out)
        yield "</tr>"
    yield "</table>\n"


def _cell(each: Shown, out: Path) -> Iterator[str]:
    (out / each.image).write_bytes(_small(each))
    template = each.template
    yield '<td valign="top">'
    yield f'<img src="{each.image}" width="{FILM_SIZE}" alt="{template.name}: a solution">'
    origin = f" · Phy-Q {template.phyq}" if template.phyq else ""
    yield f"<br><b>{template.name}</b>{origin}"
    yield f"<br>{html.escape(template.caption)}"
    known = "not certified yet" if each.margin is None else f"margin {each.margin:.0%}"
    yield f"<br><sub>{each.film.task}, {known}</sub>"
    yield "</td>"


def _small(each: Shown) -> bytes:
    """Encode the film with as many pictures a second as fit."""
    for stride in _STRIDES:
        data = small_webp(shown(each.template, stride).film, FILM_SIZE)
        if len(data) <= MOST_BYTES:
            break
    return data
