"""Where the numbers of a report come from: commands, versions, settings."""

from __future__ import annotations

from html import escape

from topple.reports.tables.groups import Group, Named


def made_by(group: Group) -> str:
    """Give a card for each run, and what floor and ceiling were made by."""
    cards = "".join(card(entry.label, entry.run) for entry in group.entries)
    known = group.references
    words = f"Floor and ceiling were made by <code>{escape(known.command)}</code>." if known else ""
    return f'<div class="runs">{cards}</div><p class="note">{words}</p>'


def card(label: str, run: Named) -> str:
    """Give the command, settings and versions of one run."""
    settings = run.settings
    made = {str(name): str(value) for name, value in settings.made_by.items()}
    command = made.pop("command", "")
    chosen = ", ".join(f"{k}={v}" for k, v in settings.agent_settings.items()) or "none"
    rows = {
        "agent": f"{settings.agent} version {settings.agent_version}",
        "settings": chosen,
        "seed": str(settings.seed),
        "part": f"{settings.part}, folds {_folds(settings.folds)}",
        "world": f"{settings.world} version {settings.world_version}",
        "folder": str(run.folder),
        "topple": settings.topple,
        **made,
    }
    items = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in rows.items() if v)
    line = f"<pre>{escape(command)}</pre>" if command else "<p>The command was not recorded.</p>"
    return f"<article><h4>{escape(label)}</h4>{line}<dl>{items}</dl></article>"


def _folds(folds: tuple[int, ...]) -> str:
    if len(folds) > 2 and list(folds) == list(range(folds[0], folds[-1] + 1)):
        return f"{folds[0]} to {folds[-1]}"
    return ", ".join(map(str, folds))
