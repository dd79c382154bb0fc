"""The leaderboard as a static site: an index, a page per entry, and the same as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.palette import series
from topple.reports.pages import page
from topple.reports.pages.render import render
from topple.reports.tables.groups import grouped
from topple.reports.tables.text import duration, points
from topple.reports.transcripts import Transcripts, page_names
from topple.submissions.boards import Board, boards
from topple.submissions.entries import Entry
from topple.submissions.verify import PROVES
from topple.vlm.page import has_transcripts, save

if TYPE_CHECKING:
    from markupsafe import Markup

_FILMED = 10  # tasks on a page of transcripts
Report = Callable[[int, int, str], None]


def build(season: str, entries: Sequence[Entry], out: Path, report: Report) -> list[Board]:
    """Write the site into a folder; return its boards."""
    out.mkdir(parents=True, exist_ok=True)
    found = boards(entries)
    data = {"season": season, "proves": PROVES, "boards": [board.facts() for board in found]}
    text = json.dumps(data, indent=1, allow_nan=False)
    (out / "leaderboard.json").write_text(f"{text}\n", encoding="utf-8")
    for number, entry in enumerate(entries):
        report(number, len(entries), entry.name)
        _write_entry(entry, out)
    (out / "index.html").write_text(_index(season, found), encoding="utf-8")
    report(len(entries), len(entries), "")
    return found


def _write_entry(entry: Entry, out: Path) -> None:
    """Write the report of an entry, with the heat map, films and transcripts."""
    path = out / f"{entry.name}.html"
    runs = [scored.run for scored in entry.runs]
    asked = [run.folder for run in runs if has_transcripts(run.folder)]
    transcripts = Transcripts(page_names(path, asked))
    sections = [page.section(group, transcripts) for group in grouped(runs)]
    path.write_text(page.page_of([entry.card.agent], sections), encoding="utf-8", errors="replace")
    for folder in asked:
        linked = transcripts.linked.get(folder, ())
        save(folder, out / transcripts.page(folder), _FILMED, linked)


def _index(season: str, found: Sequence[Board]) -> Markup:
    names = list(dict.fromkeys(board.protocol for board in found))
    values = {
        "season": season,
        "proves": PROVES,
        "protocols": [
            (name, [_shown(board) for board in found if board.protocol == name]) for name in names
        ],
    }
    return render("submissions/leaderboard.html", values)


def _shown(board: Board) -> dict[str, Any]:
    rows = [
        {
            "place": row.place,
            "shared": [other.place for other in board.rows].count(row.place) > 1,
            "entry": row.entry,
            "score": points(row.scored.score.headline.value),
            "interval": _interval(row.scored.score.headline.interval),
            "tasks": row.scored.score.tasks,
            "simulations": row.simulations,
            "wall": duration(row.scored.wall_s),
            "cost": f"${row.entry.card.cost_usd:.2f}" if row.entry.card.cost_usd else "",
        }
        for row in board.rows
    ]
    return {"board": board, "rows": rows, "chart": _chart(board) if len(rows) > 1 else None}


def _interval(found: tuple[float, float] | None) -> str:
    return "" if found is None else f"{points(found[0])} to {points(found[1])}"


def _chart(board: Board) -> Chart:
    """Draw score against cost: simulations, on a logarithmic scale."""
    most = max(math.log10(max(row.simulations, 1)) for row in board.rows)
    decades = max(1, math.ceil(most))
    rows = [row for row in board.rows if not math.isnan(row.scored.score.headline.value)]

    def draw(width: int) -> Svg:
        frame = Frame(width, 200)
        ticks = [(k / decades, f"{10**k:,}") for k in range(decades + 1)]
        dots = []
        for number, row in enumerate(rows):
            x = math.log10(max(row.simulations, 1)) / decades
            value = row.scored.score.headline.value
            tip = f"{row.entry.card.agent}: {points(value)}, {row.simulations:,} simulations"
            dot = svg.circle(frame.x(x), frame.y(value), 5, style=f"fill:{series(number)}", tip=tip)
            side = {"kind": "num"} if x > 0.6 else {}
            at = frame.x(x) + (-9 if x > 0.6 else 9)
            dots += [dot, svg.text(at, frame.y(value) - 6, row.entry.card.agent, **side)]
        axes = [frame.rows(PERCENT), frame.columns(ticks), frame.caption("simulations")]
        return frame.svg(f"score against simulations on {board.protocol}", *axes, *dots)

    return both(draw)
