"""Build pages of the documentation that show tasks and results.

  python -m tools.docs gallery              pictures and films of all templates of all worlds
  python -m tools.docs gallery pool         of some worlds
  python -m tools.docs results              all pages in docs/results
  python -m tools.docs results phyre phyq   some of them
  python -m tools.docs results --no-play    from the runs that exist
  python -m tools.docs overview             what `topple list` shows: worlds and their groups
  python -m tools.docs datalab served=RUN   store plays of the published program of Datalab
  python -m tools.docs chart                the picture of results in docs/images, from the pages
  python -m tools.docs images               the films in docs/images: the example of every world
  python -m tools.docs curve learn_phyre/progress.csv --unit attempts   docs/images/learn_phyre.svg

Runs are kept under out/results. What is missing is played first, which takes hours for some pages;
run the same command again to resume.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.docs import chart, curve, gallery, images, overview, pages
from tools.docs.pages import _phyq_datalab
from tools.docs.played import ROOT
from tools.docs.versions import stamped
from topple.worlds import world_names

GALLERY = ROOT / "out" / "gallery"
RESULTS = ROOT / "docs" / "results"
IMAGES = ROOT / "docs" / "images"


def main() -> int:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.docs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(dest="kind", required=True)
    pictures = kinds.add_parser("gallery", help="film a stored solution of every template")
    worlds = ", ".join(world_names())
    pictures.add_argument("worlds", nargs="*", metavar="WORLD", help=f"{worlds}; or all")
    pictures.add_argument(
        "--out", type=Path, default=GALLERY, help="folder; out/gallery if left out"
    )
    results = kinds.add_parser("results", help="write pages of results from runs")
    known = pages.names()
    results.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(known)}; or all")
    results.add_argument("--no-play", action="store_true", help="use only the runs that exist")
    kinds.add_parser("overview", help="count the templates and tasks of every world")
    plays = kinds.add_parser("datalab", help="store plays of the published program of Datalab")
    plays.add_argument("runs", nargs="+", metavar="CONDITION=RUN", help="a condition and its run")
    kinds.add_parser("chart", help="draw the picture of results")
    kinds.add_parser("images", help="film the example of every world")
    curves = kinds.add_parser("curve", help="draw the log of a learning example")
    curves.add_argument("log", type=Path, help="progress.csv in the folder of the example")
    curves.add_argument("--unit", required=True, help="what a step is: attempts, shots")
    args = parser.parse_args()
    if args.kind == "gallery":
        print(gallery.build(args.out, args.worlds or world_names()))
        return 0
    if args.kind == "overview":
        print(overview.write())
        return 0
    if args.kind == "datalab":
        named = (each.partition("=") for each in args.runs)
        found = _phyq_datalab.store({name: Path(folder) for name, _, folder in named})
        print(found.relative_to(ROOT))
        return 0
    if args.kind == "chart":
        for name, columns in (("results", chart.WIDE), ("results_narrow", chart.NARROW)):
            print(chart.save(IMAGES / f"{name}.svg", columns).relative_to(ROOT))
        return 0
    if args.kind == "images":
        print(*(images.draw(name, IMAGES).relative_to(ROOT) for name in images.WIDTHS))
        return 0
    if args.kind == "curve":
        print(curve.save(args.log, IMAGES / f"{args.log.parent.name}.svg", args.unit))
        return 0
    unknown = [name for name in args.names if name not in known]
    if unknown:
        results.error(f"no page named {unknown[0]}: give some of {', '.join(known)}")
    for name in args.names or known:
        path = RESULTS / f"{name}.md"
        path.write_text(stamped(pages.build(name, play=not args.no_play), path))
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
