"""Templates by agents as a table of coloured numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from topple.metrics.metric import TemplateScore
from topple.reports.tables.groups import Group

# Cividis: the same order of light for every kind of colour vision (Nunez et al. 2018).
_RAMP = ((0, 32, 77), (65, 77, 107), (124, 123, 120), (188, 175, 111), (255, 234, 70))
_DARKEST_UNDER_INK = 0.18  # relative luminance above which black reads better than white


Parts = Sequence[tuple[str, Sequence[str]]]


def heatmap(group: Group, captions: Mapping[str, str], parts: Parts | None = None) -> str:
    """Give what every template's tasks earn, by agent: part by part, or the easiest on top."""
    tables = [{row.template: row for row in e.score.by_template} for e in group.entries]
    names = {name for table in tables for name in table}
    head = "".join(f'<th scope="col">{escape(e.label)}</th>' for e in group.entries)
    rows = []
    for title, members in parts or (("", _easiest_first(tables, names)),):
        played = [name for name in members if name in names]
        if title and played:
            span = len(tables) + 1
            rows.append(f'<tr><th class="part" colspan="{span}">{escape(title)}</th></tr>')
        rows += [_row(group, tables, name, captions.get(name, "")) for name in played]
    return (
        f'<table class="heat"><thead><tr><th scope="col">template</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _easiest_first(tables: Sequence[Mapping[str, TemplateScore]], names: set[str]) -> list[str]:
    means = {name: _mean([t[name].share for t in tables if name in t]) for name in names}
    return sorted(names, key=lambda name: (-means[name], name))


def _row(
    group: Group, tables: Sequence[Mapping[str, TemplateScore]], name: str, caption: str
) -> str:
    cells = []
    for entry, table in zip(group.entries, tables, strict=True):
        if name not in table:
            cells.append('<td class="none">-</td>')
            continue
        row = table[name]
        words = f"{entry.label} on {name}: {row.solved} of {row.tasks} tasks solved"
        cells.append(
            f'<td style="{cell_style(row.share)}" title="{escape(words)}">'
            f"{100 * row.share:.0f}</td>"
        )
    title = escape(name).replace("_", "_<wbr>")
    return f'<tr><th scope="row" title="{escape(caption)}">{title}</th>{"".join(cells)}</tr>'


def key() -> str:
    """Give the colours' key."""
    cells = [f'<span style="{cell_style(k / 10)}">{10 * k}</span>' for k in range(0, 11, 2)]
    return f'<p class="key">{"".join(cells)}</p>'


def cell_style(share: float) -> str:
    """Give a cell's colour, and black or white for what is written on it."""
    red, green, blue = colour(share)
    ink = "#000" if _luminance(red, green, blue) > _DARKEST_UNDER_INK else "#fff"
    return f"background:rgb({red},{green},{blue});color:{ink}"


def colour(share: float) -> tuple[int, int, int]:
    """Give the ramp's colour for a share from 0 to 1."""
    place = min(max(share, 0.0), 1.0) * (len(_RAMP) - 1)
    low = min(int(place), len(_RAMP) - 2)
    part = place - low
    red, green, blue = (
        round(a + part * (b - a)) for a, b in zip(_RAMP[low], _RAMP[low + 1], strict=True)
    )
    return red, green, blue


def _luminance(*rgb: int) -> float:
    """Give relative luminance as WCAG 2 defines it."""
    parts = [v / 255 for v in rgb]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
