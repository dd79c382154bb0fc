"""Look through runs in the browser: scores, attempts, transcripts, and players side by side.

The pages read the folders anew at every request, so that they also show a run that goes on. The
server listens on this machine only and runs until Ctrl-C.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import say
from topple.cli._types import whole

_TASKS = 100  # tasks on a page of transcripts
EXAMPLES = """\
  topple view runs/*
  topple view runs/random runs/play-phyre-person-1a2b3c
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="run folders")
    parser.add_argument(
        "--port", type=whole(0, 65_535), default=8643, help="8643 by default; 0 takes a free one"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address and open nothing"
    )


def run(args: argparse.Namespace) -> int:
    import webbrowser
    from functools import partial

    from topple.runs.folder import read_settings
    from topple.web.serve import LOOPBACK, listen, serve
    from topple.web.view import View

    for folder in args.runs:
        read_settings(folder)
    with listen(LOOPBACK, args.port) as opened:
        address = f"http://{LOOPBACK}:{opened.getsockname()[1]}/"
        say(f"runs at {address}; Ctrl-C ends")
        open_page = None if args.no_browser else partial(webbrowser.open, address)
        serve(View(args.runs, _tell).app(), opened, open_page)
    return 0


def _tell(folder: Path) -> str:
    """Return the transcripts of a run of a model as a page; "" if it has none."""
    from topple.vlm.page import has_transcripts, page

    return page(folder, _TASKS) if has_transcripts(folder) else ""
