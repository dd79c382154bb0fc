"""A small Markdown for the texts of a study: headings, paragraphs, lists and bold."""

from __future__ import annotations

import re
from html import escape

from markupsafe import Markup

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def rendered(text: str) -> Markup:
    """Return a text as HTML; nothing in it is taken as HTML."""
    blocks = (block.strip() for block in re.split(r"\n\s*\n", text.strip()))
    return Markup("\n".join(_block(block) for block in blocks if block))


def _block(text: str) -> str:
    lines = text.splitlines()
    if all(line.startswith("- ") for line in lines):
        return f"<ul>{''.join(f'<li>{_inline(line[2:])}</li>' for line in lines)}</ul>"
    if lines[0].startswith("#"):
        return f"<h2>{_inline(text.lstrip('#').strip())}</h2>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    return _BOLD.sub(r"<b>\1</b>", escape(text))
