"""Hooks of MkDocs: pages made from the registry, the navigation, and films behind the galleries."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))  # MkDocs loads this file by its path

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402

from tools.docs.site import navigation, pages, players  # noqa: E402

_BUILT = ROOT / "out" / "gallery"  # `make docs` builds it
_STYLE = Path(__file__).with_name("site.css")
_OUTSIDE = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+(?:tests|src|tools|native|benchmarks|\w+\.\w+)[^)]*\)"
)
_ROOT_LINK = re.compile(r"\[([^\]]+)\]\((?:[A-Z]+(?:\.\w+)?|[A-Z]+\.md)\)")
_ALL_PAGES = "\n| to | read |"  # the README's own list
_GALLERY = re.compile(r"\(((?:\.\./)?)gallery\.md#([\w-]+)\)")
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_FILM = re.compile(r'<img src="((?:\w+/)?\w+)\.webp"([^>]*)>')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the navigation."""
    config.nav = navigation.tree(Path(config.docs_dir), list(pages.generated()))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the style, and pages made from the registry; a page of that name in docs/ comes first."""
    files.append(File.generated(config, _STYLE.name, content=_STYLE.read_text()))
    for path, text in pages.generated().items():
        if files.get_file_from_path(path) is None:
            files.append(File.generated(config, path, content=text))
    for picture in sorted(_BUILT.rglob("*.*")) if config.extra["films"] else ():
        if picture.suffix != ".md":
            files.append(_outside(picture, config))
    return files


def _outside(picture: Path, config: MkDocsConfig) -> File:
    place = picture.relative_to(_BUILT.parent).as_posix()
    return File(place, str(_BUILT.parent), config.site_dir, use_directory_urls=False)


def on_page_markdown(markdown: str, page: Any, config: MkDocsConfig, files: Files) -> str:
    """Keep the words of links that leave docs/; lead to galleries, and from films to players."""
    if page.file.src_uri == "README.md":
        markdown = home((ROOT / "README.md").read_text(encoding="utf-8"), markdown)
    text = _OUTSIDE.sub(r"\1", markdown)
    text = _GALLERY.sub(lambda link: f"({link[1]}gallery/{_world(link[2])}.md)", text)
    if page.file.src_uri == "gallery.md":
        return _HEADING.sub(lambda title: f"## [{title[1]}](gallery/{_world(title[1])}.md)", text)
    if not page.file.src_uri.startswith("gallery/"):
        return text
    return _FILM.sub(r'<a href="films/\1.html"><img src="\1.webp"\2></a>', text)


def home(readme: str, pages: str) -> str:
    """Return the first page: the README of the repository, then the list of all pages."""
    for start in ("(", 'src="', 'srcset="'):
        readme = readme.replace(f"{start}docs/", start)
    own = _ROOT_LINK.sub(r"\1", readme)
    own = own.replace("(benchmarks/results.md)", "(results/speed.md)").replace("(README.md", "(")
    first, _, rest = own.partition(_ALL_PAGES)
    listed, last = pages.partition("\n## ")[2], rest.strip().rpartition("\n\n")[2]
    return f"{first}\n## {listed}\n{last}\n"


def _world(title: str) -> str:
    """Return the name of a world from its title or the anchor of it."""
    return title.lower().replace("-", "")


def on_post_build(config: MkDocsConfig) -> None:
    """Write a player for every film of the galleries."""
    if config.extra["films"]:
        players.write(Path(config.site_dir) / "gallery" / "films")
