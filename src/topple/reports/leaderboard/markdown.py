"""Leaderboards as a page of Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from topple.metrics.original import Original
from topple.reports.leaderboard.boards import Board, Ranking, Row
from topple.reports.tables.text import duration
from topple.worlds import world, world_names

_INTRO = """\
# Leaderboard

Scores with 95 % intervals, what they cost, and the command behind each row. A rank with ≈ cannot be
told from the row above: the difference is inside the noise. Runs are ranked among those on the same
folds; agents that simulate the very tasks they are tested on are ranked apart. Figures *in the
original engine* are published numbers of similar agents in the original game, on other tasks: only
roughly comparable. An agent named -like follows the description of a published one and is not its
program. No row is a real model yet; this command makes the first:
`topple eval deepphy-phyre --model openai/gpt-4o --limit 50`.
`{command}` rebuilds this page and [the same as data]({data}).
"""
_SIMULATING = "Agents that simulate the tasks they are tested on"


def markdown(boards: Sequence[Board], name: str, command: str = "", notes: str = "") -> str:
    """Return the page; `name` is the name of its file, `notes` stand before the tables."""
    command = command or f"topple leaderboard RUN... --out {name}"
    head = _INTRO.format(command=command, data=f"{name.rsplit('.', 1)[0]}.json") + notes
    return head + "".join(_section(board) for board in boards)


def _section(board: Board) -> str:
    tries = f"{board.attempts} attempt{'s' * (board.attempts != '1')} per task."
    variant = f" ({safe(board.variant)})" if board.variant else ""
    parts = [f"\n## {board.protocol}{variant}\n\n{_sentence(board.about)} {tries}\n"]
    for title, rows in (
        ("", board.whole.ranked),
        (_SIMULATING, board.whole.simulating),
        *(part for ranking in board.some_folds for part in _fold_tables(ranking)),
        ("Not ranked: some of the tasks, dev tasks, or unfinished", board.unranked),
    ):
        if rows:
            parts.append((f"\n### {title}\n" if title else "") + _table(rows))
    if board.originals:
        parts.append(f"\n### In the original engine\n{_write_published(board.originals)}")
    return "".join(parts)


def _fold_tables(ranking: Ranking) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Return the tables of some folds, each with its title."""
    one = len(ranking.folds) == 1
    title = f"Fold{'s' * (not one)} {', '.join(map(str, ranking.folds))}"
    own = f"{title}: {_SIMULATING[0].lower()}{_SIMULATING[1:]}"
    return (f"{title} alone", ranking.ranked), (own, ranking.simulating)


def _table(rows: Sequence[Row]) -> str:
    first, *others = (figure.title for figure in rows[0].figures)
    published = any(row.original for row in rows)
    theirs = ["in the original engine"] if published else []
    head = ("", "agent", first, "interval", *others, *theirs, "tasks", "wall time", "simulations")
    lines = [f"\n| {' | '.join((*head, 'versions', 'command'))} |\n"]
    lines.append(f"| --- | --- {'| ---: ' * (len(head) - 2)}| --- | --- |\n")
    for row, name in zip(rows, _names(rows), strict=True):
        score, *figures = row.figures
        entry = row.entry
        cells = (
            _rank(row),
            safe(name),
            f"**{score.value}**",
            score.interval,
            *(figure.value for figure in figures),
            *([_original(row.original, first)] if published else []),
            f"{entry.score.tasks:,}",
            duration(entry.wall_s),
            f"{entry.attempts + (entry.practice or 0):,}",
            safe(_versions(row)),
            _code(row.command) if row.command else "not recorded",
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def _versions(row: Row) -> str:
    """Name the versions of a row; say so where the world has another one today."""
    settings = row.entry.run.settings
    today = world(settings.world).version if settings.world in world_names() else None
    told = {name: f"{name} {version}" for name, version in row.versions.items()}
    if today not in (None, settings.world_version):
        told[settings.world] += f" (today {today})"
    return ", ".join(told.values())


def safe(text: str) -> str:
    """Escape a text from a run folder, so that it cannot leave its cell or become HTML."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", line)


def _code(text: str) -> str:
    """Write a command as code; a table would be cut at a bar even there."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return f"`{line.replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def _names(rows: Sequence[Row]) -> list[str]:
    """Name agents; where one appears twice, add the settings in which its rows differ."""
    found = []
    for row in rows:
        own = row.entry.run.settings
        named = [other.entry.run.settings for other in rows]
        twins = [other.agent_settings for other in named if other.agent == own.agent]
        differ = [k for k, v in own.agent_settings.items() if any(t.get(k) != v for t in twins)]
        # The path of a model says little where other settings differ too.
        shown = [k for k in differ if k != "model"] or differ
        found.append(", ".join([own.agent, *(f"{k}={own.agent_settings[k]}" for k in shown)]))
    return found


def _write_published(rows: Sequence[Original]) -> str:
    titles = list(dict.fromkeys(title for row in rows for title in row.figures))
    lines = [f"\n| agent | {' | '.join(titles)} |\n", f"| --- {'| ---: ' * len(titles)}|\n"]
    for row in rows:
        cells = [_figure(row.figures.get(title)) for title in titles]
        lines.append(f"| {row.agent} | {' | '.join(cells)} |\n")
    return "".join(lines)


def _original(original: Original | None, score: str) -> str:
    """Write the published figure of an agent, with its title if it is not the score."""
    if original is None:
        return ""
    title, found = next(iter(original.figures.items()))
    named = original.agent if title == score else f"{original.agent}, {title}"
    return f"{_figure(found)} ({named})"


def _figure(found: tuple[float, float | None] | None) -> str:
    if found is None:
        return ""
    value, sd = found
    return f"{value:.1f}" if sd is None else f"{value:.1f} ± {sd:.1f}"


def _rank(row: Row) -> str:
    if row.rank is None:
        return ""
    return f"{row.rank}" if row.apart in (None, True) else f"{row.rank} ≈"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
