"""The leaderboard as a static site: an index, a page per entry, and the same as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.draw import svg
from topple.draw.svg import Frame, Svg
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.palette import series
from topple.reports.pages import page
from topple.reports.pages.render import render
from topple.reports.pages.section import Section
from topple.reports.tables.groups import group_runs
from topple.reports.tables.text import duration, points
from topple.reports.transcripts import Transcripts, page_names
from topple.submissions.boards import Board, best, plain_data
from topple.submissions.card import Track
from topple.submissions.entries import Entry, Season
from topple.submissions.rows import Row
from topple.submissions.verify import PROVES
from topple.vlm.page import has_transcripts, save

if TYPE_CHECKING:
    from markupsafe import Markup

_LABEL = 15  # pixels from one label to the next below it
_WIDE = 150  # pixels: dots that are closer have labels that could cover each other
_FILMED = 10  # tasks on a page of transcripts
Report = Callable[[int, int, str], None]


def build(found: Sequence[Board], season: Season, out: Path, report: Report) -> None:
    """Write the site of a season into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    data = plain_data(found, season=season.name, refused=season.refused)
    text = json.dumps(data, indent=1, allow_nan=False)
    (out / "leaderboard.json").write_text(f"{text}\n", encoding="utf-8")
    for number, entry in enumerate(season.entries):
        report(number, len(season.entries), entry.name)
        _write_entry(entry, out)
    (out / "index.html").write_text(_index(season, found), encoding="utf-8")
    report(len(season.entries), len(season.entries), "")


def _write_entry(entry: Entry, out: Path) -> None:
    """Write the report of an entry, with the heat map, films and transcripts."""
    path = out / f"{entry.name}.html"
    runs = [scored.run for scored in entry.runs]
    asked = [run.folder for run in runs if has_transcripts(run.folder)]
    transcripts = Transcripts(page_names(path, asked))
    sections = [_hide_folders(page.section(group, transcripts)) for group in group_runs(runs)]
    text = page.page_of([entry.card.agent], sections, "submissions/entry.html", entry=entry)
    path.write_text(text, encoding="utf-8", errors="replace")
    for folder in asked:
        linked = transcripts.linked.get(folder, ())
        save(folder, out / transcripts.page(folder), _FILMED, linked)


def _hide_folders(found: Section) -> Section:
    """Leave out the folders of runs, which were unpacked into a temporary place."""
    cards = [
        replace(each, facts={name: fact for name, fact in each.facts.items() if name != "folder"})
        for each in found.cards
    ]
    return replace(found, cards=cards)


def _index(season: Season, found: Sequence[Board]) -> Markup:
    names = list(dict.fromkeys(board.protocol for board in found))
    own = [(name, [board for board in found if board.protocol == name]) for name in names]
    shown = [(name, [_show(board) for board in held]) for name, held in own]
    values = {
        "season": season.name,
        "refused": season.refused,
        "proves": PROVES,
        "tracks": list(Track),
        "overview": [(name, [best(held, track) for track in Track]) for name, held in own],
        "protocols": shown,
    }
    return render("submissions/leaderboard.html", values)


def _show(board: Board) -> dict[str, Any]:
    rows = [
        {
            "row": row,
            "shared": board.is_shared(row),
            "stored": "-" if row.stored is None else f"{row.stored:.0%}",
            "upper": "" if row.upper is None else points(row.upper),
            "wall": duration(row.scored.wall_s),
            "cost": f"${row.entry.card.cost_usd:.2f}" if row.entry.card.cost_usd else "",
        }
        for row in board.rows
    ]
    return {"board": board, "rows": rows, "chart": _chart(board) if len(rows) > 1 else None}


def _chart(board: Board) -> Chart:
    """Draw score against cost: simulations, on a logarithmic scale."""
    rows = [row for row in board.rows if not math.isnan(row.figures[0].estimate.value)]
    values = [row.figures[0].estimate.value for row in rows]
    low, high = min(0.0, *values), max(1.0, *values)
    decades = max(1, math.ceil(max(map(_decades, rows))))

    def draw(width: int) -> Svg:
        frame = Frame(width, 240, right=34, top=20)
        across = [(k / decades, f"{10**k:,}") for k in range(decades + 1)]
        up = [((k / 5 - low) / (high - low), f"{20 * k}") for k in range(6)]
        # From the top down: a label that would cover one above moves down, within the frame.
        ordered = sorted(rows, key=lambda each: -each.figures[0].estimate.value)
        places = [frame.x(_decades(each) / decades) for each in ordered]
        dots, labels = [], list[float]()
        for number, (each, x) in enumerate(zip(ordered, places, strict=True)):
            value = each.figures[0].estimate.value
            y = frame.y((value - low) / (high - low))
            near = [abs(place - x) < _WIDE for place in places]
            above = max((a for a, close in zip(labels, near, strict=False) if close), default=0.0)
            room = frame.y(0) + 4 - _LABEL * sum(near[number + 1 :])
            at = min(max(y + 4, above + _LABEL), room)
            labels.append(at)
            agent = each.entry.card.agent
            tip = f"{agent}: {points(value)}, {each.simulations:,} simulations"
            dots.append(svg.circle(x, y, 5, style=f"fill:{series(rows.index(each))}", tip=tip))
            before = x > frame.x(0.5)
            side = {"kind": "num"} if before else {}
            dots.append(svg.text(x + (-9 if before else 9), at, agent, **side))
        axes = [frame.rows(up), frame.columns(across), frame.caption("simulations")]
        return frame.svg(f"score against simulations on {board.protocol}", *axes, *dots)

    return both(draw)


def _decades(row: Row) -> float:
    return math.log10(max(row.simulations, 1))
