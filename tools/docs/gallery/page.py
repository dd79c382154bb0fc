"""The gallery page of a world: pictures and filmed solutions, group by group."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from tools.docs.gallery import sheets
from topple.draw.animation import small_webp
from topple.draw.film import Film, Picture
from topple.tasks.certificates import Certificate
from topple.tasks.task import TaskId
from topple.tasks.template import Template
from topple.worlds import World, film

_MOST_BYTES = 130_000  # bytes per film


class Page:
    """A page with a sheet of pictures per group and a film per template.

    Worlds with more to say override the words; PHYRE, with its square films, the layout as well.
    """

    columns = 3
    per_sheet = 27  # pictures on a contact sheet
    film_width = 320
    image_size = 'width="320"'
    strides: tuple[int, ...] = (4, 5, 7, 10, 15, 25)  # strides of films, until one is small enough

    def __init__(self, world: World, legend: str = "") -> None:
        self.world = world
        self.legend = legend

    @property
    def file(self) -> str:
        return f"{self.world.name}.md"

    @property
    def folder(self) -> str:
        """Where its pictures are, with a slash at the end."""
        return f"{self.world.name}/"

    def intro(self) -> str:
        """Return the head of the page."""
        name, count = self.world.name, len(self.world.templates())
        words = f"# Gallery of {name}\n\n{self.world.caption} {count} templates.\n"
        return f"{words}\n{self.legend}" if self.legend else words

    def title(self, group: str) -> str:
        """Return the heading of a group."""
        return group.replace("_", " ").capitalize()

    def about(self, group: str, templates: Sequence[Template]) -> str:
        """Describe a group."""
        return f"{self.world.grouped_by.capitalize()} `{group}`, {len(templates)} templates."

    def solution(self, template: Template) -> Certificate | None:
        """Choose the stored solution that is shown: the first one."""
        return next(iter(self.world.certificates(template).tasks.values()), None)

    def facts(self, template: Template, task: TaskId, shown: Certificate | None) -> str:
        """Return the line below a film."""
        return f"{task}" if shown else f"{task}, not certified yet"

    def write(self, out: Path) -> None:
        """Write the page and its pictures."""
        out.mkdir(parents=True, exist_ok=True)
        (out / self.file).write_text(self.text(), encoding="utf-8")
        self.draw(out)

    def text(self) -> str:
        """Return the page, which names its pictures."""
        sections = [self.intro(), self._contents()]
        for group in self.world.groups():
            sections.append("\n".join(self._section(group, self.templates(group))))
        return "\n".join(sections)

    def draw(self, out: Path) -> None:
        """Write the pictures of the page."""
        (out / self.folder).mkdir(parents=True, exist_ok=True)
        for group in self.world.groups():
            templates = self.templates(group)
            for name, some in self.sheets(group, templates):
                cells = [sheets.Cell(self._still(each), each.name, each.caption) for each in some]
                sheets.save(cells, self._columns(templates), out / name)
            for template in templates:
                solved = self.solution(template) is not None
                data = self._small(template) if solved else self.scene(template)
                (out / self.picture(template)).write_bytes(data)

    def templates(self, group: str) -> list[Template]:
        """Return the templates of a group."""
        return [each for each in self.world.templates().values() if each.group == group]

    def sheets(
        self, group: str, templates: Sequence[Template]
    ) -> Iterator[tuple[str, Sequence[Template]]]:
        """Give the name of each contact sheet of a group, and the templates on it."""
        for start in range(0, len(templates), self.per_sheet):
            number = f"_{start // self.per_sheet + 1}" if start else ""
            name = f"{self.folder}{group}{number}.png"
            yield name, templates[start : start + self.per_sheet]

    def picture(self, template: Template) -> str:
        """Name the film of a template or, without a solution, the picture of its scene."""
        return f"{self.folder}{template.name}.webp"

    def film(self, template: Template, stride: int) -> Film:
        """Film the solution that is shown or, without one, the scene left alone."""
        shown = self.solution(template)
        return film(
            template.task(self.task(template).index), shown.solution if shown else None, stride
        )

    def task(self, template: Template) -> TaskId:
        """Name the task that is shown."""
        shown = self.solution(template)
        return self.world.id_of(template, shown.index if shown else self.world.further(template))

    def _contents(self) -> str:
        """Return links to all groups."""
        titles = [self.title(group) for group in self.world.groups()]
        links = (f"[{title}](#{title.lower().replace(' ', '-')})" for title in titles)
        return " · ".join(links) + "\n"

    def _columns(self, templates: Sequence[Template]) -> int:
        return 2 if len(templates) in (2, 4) else self.columns

    def _section(self, group: str, templates: Sequence[Template]) -> Iterator[str]:
        title = self.title(group)
        yield f"## {title}\n"
        yield f"{self.about(group, templates)}\n"
        for name, _ in self.sheets(group, templates):
            yield f'<img src="{name}" width="1000" alt="{title}: all templates">\n'
        yield "<table>"
        columns = self._columns(templates)
        for start in range(0, len(templates), columns):
            yield "<tr>"
            for template in templates[start : start + columns]:
                yield from self._cell(template, 100 // columns)
            yield "</tr>"
        yield "</table>\n"

    def _cell(self, template: Template, percent: int) -> Iterator[str]:
        yield f'<td valign="top" width="{percent}%">'
        shown = self.solution(template)
        words = f"{template.name}: {'a solution' if shown else 'the scene'}"
        yield f'<img src="{self.picture(template)}" {self.image_size} alt="{words}">'
        original, heading = next(iter(self.world.originals.items()), ("", ""))
        number = template.numbers.get(original)
        yield f"<br><b>{template.name}</b>" + (f" · {heading} {number}" if number else "")
        yield f"<br>{html.escape(template.caption)}"
        yield f"<br><sub>{self.facts(template, self.task(template), shown)}</sub>"
        yield "</td>"

    def _still(self, template: Template) -> Picture:
        return self.film(template, self.strides[0]).still(sheets.WIDTH)

    def scene(self, template: Template) -> bytes:
        """Encode the still of a template."""
        out = io.BytesIO()
        Image.fromarray(self._still(template)).save(out, "webp", lossless=True)
        return out.getvalue()

    def _small(self, template: Template) -> bytes:
        """Encode the film with as many frames per second as fit."""
        for stride in self.strides:
            data = small_webp(self.film(template, stride), self.film_width)
            if len(data) <= _MOST_BYTES:
                break
        return data
