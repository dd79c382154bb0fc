"""Recorded attempts in a browser: a film as a page of its own, or as data for other pages.

`canvas.js` draws a moment of a film, `player.js` plays it, `cinema.js` opens it in a dialog; all
work without a network.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING

from topple.draw.look import Recording
from topple.draw.player.pack import pack

if TYPE_CHECKING:
    from topple.draw.film import Film

_FOLDER = Path(__file__).parent


def save(film: Film, path: Path, back: str = "") -> None:
    """Write the page of a film to a file; `back` is the address of the page that leads to it."""
    path.write_text(page(film.recording, back), encoding="utf-8")


def page(recording: Recording, back: str = "") -> str:
    """Return the page; it needs no other file and no network."""
    link = f'<nav><a href="{html.escape(back)}">Back</a></nav>' if back else ""
    parts = {
        "__BACK__": link,
        "__STYLE__": _read("player.css"),
        "__SCRIPT__": _read("canvas.js") + _read("player.js"),
        "__TITLE__": html.escape(str(recording.task)),
        # `<` is the one character that could end the script element early.
        "__FILM__": data(recording).replace("<", "\\u003c"),
    }
    text = _read("page.html")
    for name, part in parts.items():
        text = text.replace(name, part)
    return text


def data(recording: Recording) -> str:
    """Return a film as JSON for `Player` of player.js."""
    return json.dumps(pack(recording), separators=(",", ":"))


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
