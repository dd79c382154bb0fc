"""The documentation as a site: complete, and without anything from another address."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from topple.protocols import all_protocols
from topple.worlds import all_worlds

pytest.importorskip("mkdocs")

ROOT = Path(__file__).resolve().parents[2]
# Addresses that a browser would load by itself; plain links may lead anywhere.
LOADED = re.compile(
    r"<(?:script|img|source|iframe)[^>]+src=\"(?:https?:)?//"
    r"|<link[^>]+rel=\"(?:stylesheet|preconnect|preload|icon)\"[^>]+href=\"(?:https?:)?//"
    r"|@import\s+[\"'(]|url\([\"']?(?:https?:)?//"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", place],
        cwd=ROOT,
        env={**os.environ, "TOPPLE_SITE_FILMS": "false", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return place


def test_the_site_is_complete_and_loads_nothing_from_elsewhere(site: Path) -> None:
    for world in all_worlds():
        assert (site / "worlds" / f"{world.name}.html").exists()
        gallery = (site / "gallery" / f"{world.name}.html").read_text()
        for name in world.templates():
            assert f"<b>{name}</b>" in gallery
    for name in all_protocols():
        assert (site / "protocols" / f"{name}.html").exists()
    assert "off_the_ledge" in (site / "search" / "search_index.json").read_text()
    assert "Return the page; it needs" in (site / "reference" / "draw.html").read_text()
    assert 'href="../site.css"' in (site / "gallery" / "kinetix.html").read_text()
    assert 'href="gallery/birds.html"' in (site / "gallery.html").read_text()
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(pages) > 50
    for page in pages:
        found = LOADED.search(page.read_text(encoding="utf-8"))
        assert found is None, f"{page.relative_to(site)}: {found and found[0]}"


def test_the_first_page_says_what_topple_is_and_leads_to_all_pages() -> None:
    from tools.docs.site.hooks import home

    found = home((ROOT / "README.md").read_text(), (ROOT / "docs" / "README.md").read_text())
    assert "A testbed for physical reasoning" in found
    assert "docs/" not in found.replace("tools.docs", "")
    assert "MIT licence" in found
    for path in re.findall(r"\]\(([\w/]+\.md)", found):
        assert (ROOT / "docs" / path).exists() or path == "results/speed.md", path
