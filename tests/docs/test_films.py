"""Films of the site lie where the pages of the galleries link to them, world by world."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

pytest.importorskip("mkdocs")
from tools.docs.gallery import page_of
from tools.docs.site import hooks, players
from topple.draw import player
from topple.worlds import all_worlds


def test_every_linked_film_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(
        player, "save", lambda film, path: written.append(str(path.relative_to(tmp_path)))
    )
    monkeypatch.setattr(
        players,
        "page_of",
        lambda world: SimpleNamespace(folder=page_of(world).folder, film=MagicMock()),
    )
    players.write(tmp_path)
    assert len(set(written)) == len(written)
    for world in all_worlds():
        found = page_of(world)
        page = SimpleNamespace(file=SimpleNamespace(src_uri=f"gallery/{found.file}"))
        text = hooks.on_page_markdown(found.text(), page, MagicMock(), MagicMock())
        links = re.findall(r'href="films/([^"]+)"', text)
        assert links
        assert set(links) <= set(written)
