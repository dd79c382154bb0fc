"""Links lead somewhere, and pages name what they must."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from topple.worlds import all_worlds

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]

_LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)|<img src=\"([^\"]+)\"")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in _LINK.finditer(page.read_text()):
        name, _, heading = (link[1] or link[2]).partition("#")
        target = page.parent / name if name else page
        assert target.exists(), f"{page.name} links to {name}"
        if heading:
            assert heading in _headings(target), f"{page.name} links to {name}#{heading}"


def _headings(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_readme_says_what_0_and_100_of_phyq_are() -> None:
    text = " ".join((ROOT / "README.md").read_text().split())
    (sentence,) = re.findall(r"Phy-Q scores: [^;]+;", text)
    for words in ("random agent", "mean of 19 people", "in the original game on other tasks"):
        assert words in sentence
    assert "does not mean as good as people" in sentence


def test_page_about_galleries_shows_an_example_of_every_world() -> None:
    text = (ROOT / "docs" / "gallery.md").read_text()
    for world in all_worlds():
        assert f"images/{world.name}.webp" in text
        assert f"topple show {world.example} --solution" in text


def test_every_patch_of_the_engine_is_explained() -> None:
    text = (ROOT / "docs" / "concepts" / "phyre.md").read_text()
    for patch in (ROOT / "native" / "box2d" / "patches").glob("*.patch"):
        assert f"`{patch.stem}`" in text, f"docs/concepts/phyre.md says nothing of {patch.name}"
