"""A leaderboard as a page of Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from topple.metrics.original import Original
from topple.reports.tables.text import duration, points
from topple.submissions.boards import Board
from topple.submissions.rows import Row
from topple.worlds import world, world_names

_INTRO = """\
# Leaderboard

Scores with 95 % intervals, what they cost, what was checked, and the command behind each row. A row
is below another only if the noise cannot explain it, with all pairs of the table taken into
account; rows marked = share their place. *Stored* is the share of solving actions within 1/256 of
the stored solution in every number. Figures *in the original engine* are published numbers of
similar agents in the original game, on other tasks: only roughly comparable. An agent named -like
follows the description of a published one and is not its program. No row is a real model yet; this
command makes the first: `topple eval deepphy-phyre --model openai/gpt-4o --limit 50`.
`{command}` verifies all entries and rebuilds this page and [the same as data]({data}).
"""


def markdown(
    boards: Sequence[Board],
    name: str,
    command: str = "",
    notes: str = "",
    refused: Mapping[str, str] | None = None,
) -> str:
    """Return the page; `name` is the name of its file, `notes` stand before the tables."""
    command = command or f"topple leaderboard show RUN... --out {name}"
    head = _INTRO.format(command=command, data=f"{name.rsplit('.', 1)[0]}.json") + notes
    rows = [f"- {safe(entry)}: {safe(why)}\n" for entry, why in (refused or {}).items()]
    wrong = "\n## Not on the board\n\n" + "".join(rows) if rows else ""
    parts = groupby(boards, lambda board: (board.protocol, board.variant))
    return head + "".join(_section(list(own)) for _, own in parts) + wrong


def _section(boards: Sequence[Board]) -> str:
    board = boards[0]
    most = max(each.attempts for each in boards)
    tries = f"{'Up to ' * (most > 1)}{most} attempt{'s' * (most != 1)} per task."
    variant = f" ({safe(board.variant)})" if board.variant else ""
    parts = [f"\n## {board.protocol}{variant}\n\n{_sentence(board.about)} {tries}\n"]
    for each in boards:
        title = f"{each.track[0].upper()}{each.track[1:]}: {each.tasks}"
        parts.append(f"\n### {title}\n{_table(each)}")
    if board.originals:
        parts.append(f"\n### In the original engine\n{_write_published(board.originals)}")
    return "".join(parts)


def _table(board: Board) -> str:
    rows = board.rows
    first, *others = (figure.title for figure in rows[0].figures)
    published = any(row.original for row in rows)
    theirs = ["in the original engine"] if published else []
    head = ("", "agent", first, "interval", *others, *theirs, "tasks", "wall time", "simulations")
    head = (*head, "stored", "checked")
    lines = [f"\n| {' | '.join((*head, 'versions', 'command'))} |\n"]
    lines.append(f"| --- | --- {'| ---: ' * (len(head) - 3)}| --- | --- | --- |\n")
    for row, name in zip(rows, _names(rows), strict=True):
        score, *figures = row.figures
        value = f"~~{score.value}~~" if row.entry.withdrawn else f"**{score.value}**"
        cells = (
            _place(board, row),
            name,
            value + _bound(row),
            score.interval,
            *(figure.value for figure in figures),
            *([_original(row.original, first)] if published else []),
            f"{row.scored.score.tasks:,}",
            duration(row.scored.wall_s),
            f"{row.simulations:,}",
            "-" if row.stored is None else f"{row.stored:.0%}",
            str(row.entry.badge),
            safe(_versions(row)),
            _code(row.command) if row.command else "not recorded",
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def _place(board: Board, row: Row) -> str:
    return "" if row.place is None else f"{row.place}{'=' * board.is_shared(row)}"


def _bound(row: Row) -> str:
    """Write how high the score could be, where a provider failed."""
    return "" if row.upper is None else f" to {points(row.upper)}"


def _versions(row: Row) -> str:
    """Name the versions of a row; say so where the world has another one today."""
    settings = row.run.settings
    today = world(settings.world).version if settings.world in world_names() else None
    told = {name: f"{name} {version}" for name, version in row.versions.items()}
    if today not in (None, settings.world_version):
        told[settings.world] += f" (today {today})"
    return ", ".join(told.values())


def _names(rows: Sequence[Row]) -> list[str]:
    """Name rows as their cards and their runs do, with who entered them and what is known."""
    found = []
    for row, own in zip(rows, _agents(rows), strict=True):
        card = row.entry.card
        agent = row.run.settings.agent
        name = own if agent == card.agent or not row.entry.mark else f"{card.agent} ({own})"
        name = f"~~{safe(name)}~~" if row.entry.withdrawn else safe(name)
        # Rows of our own need no author.
        parts = [safe(", ".join(card.authors))] if row.entry.mark else []
        parts += [f"withdrawn {safe(row.entry.withdrawn)}"] if row.entry.withdrawn else []
        shares = (row.like or {}).items()
        parts += [f"{share:.0%} of its solutions are those of {safe(n)}" for n, share in shares]
        found.append("; ".join([name, *parts]))
    return found


def _agents(rows: Sequence[Row]) -> list[str]:
    """Name agents; where one appears twice, add the settings in which its rows differ."""
    found = []
    for row in rows:
        own = row.run.settings
        named = [other.run.settings for other in rows]
        twins = [other.agent_settings for other in named if other.agent == own.agent]
        differ = [k for k, v in own.agent_settings.items() if any(t.get(k) != v for t in twins)]
        # The path of a model says little where other settings differ too.
        shown = [k for k in differ if k != "model"] or differ
        found.append(", ".join([own.agent, *(f"{k}={own.agent_settings[k]}" for k in shown)]))
    return found


def safe(text: str) -> str:
    """Escape a text from a run folder, so that it cannot leave its cell or become HTML."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", line)


def _code(text: str) -> str:
    """Write a command as code; a table would be cut at a bar even there."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return f"`{line.replace('`', chr(39)).replace('|', chr(92) + '|')}`"


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


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
