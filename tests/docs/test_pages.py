"""Links lead somewhere, and the gallery holds every template that is served."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from topple.worlds.birds import world as birds
from topple.worlds.phyre import all_templates
from topple.worlds.phyre.world import WORLD

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
GALLERY = ROOT / "docs" / "gallery"
MOST_BYTES_PER_WORLD = 4_500_000
MOST_BYTES_EACH = 150_000

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


def test_gallery_shows_every_template_that_is_served() -> None:
    text = (GALLERY / "README.md").read_text()
    for template in all_templates().values():
        solved = bool(WORLD.certificates(template).tasks)
        if not (template.shipped or solved):
            continue
        assert f"<b>{template.name}</b>" in text, "`make docs` builds the gallery"
        assert (GALLERY / f"{template.name}.webp").exists() == solved


def test_gallery_of_birds_shows_every_template_and_scenario() -> None:
    text = (GALLERY / "birds.md").read_text()
    for name, template in birds.all_templates().items():
        assert f"<b>{name}</b>" in text, "`make docs` builds the gallery"
        assert (GALLERY / "birds" / f"{name}.webp").exists()
        assert (GALLERY / "birds" / f"{template.scenario}.png").exists()


@pytest.mark.parametrize("folder", [GALLERY, *GALLERY.glob("*/")], ids=lambda path: path.name)
def test_gallery_of_a_world_is_small(folder: Path) -> None:
    sizes = [path.stat().st_size for path in folder.glob("*.*")]
    assert sum(sizes) < MOST_BYTES_PER_WORLD
    assert max(sizes) < MOST_BYTES_EACH


def test_gallery_holds_only_pictures_that_a_page_shows() -> None:
    shown = {
        (page.parent / link[2]).resolve()
        for page in GALLERY.glob("*.md")
        for link in _LINK.finditer(page.read_text())
        if link[2]
    }
    stored = {path for path in GALLERY.rglob("*.*") if path.suffix != ".md"}
    assert not stored - shown, "delete them"


def test_every_patch_of_the_engine_is_explained() -> None:
    text = (ROOT / "docs" / "concepts" / "phyre.md").read_text()
    for patch in (ROOT / "native" / "box2d" / "patches").glob("*.patch"):
        assert f"`{patch.stem}`" in text, f"docs/concepts/phyre.md says nothing of {patch.name}"
