"""Play tasks yourself, in the browser.

Opens a gallery of all worlds, or what you name: a world, a template, a task or a protocol. Attempts
are recorded into a run folder that `topple report`, `compare` and `replay` read. The server listens
on this machine only and runs until Ctrl-C.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import say
from topple.cli._types import whole
from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.tasks.protocol import Protocol

EXAMPLES = """\
  topple play
  topple play birds
  topple play phyre/off_the_ledge:023
  topple play phyq-people --out runs
  topple play phyre --watch runs/random runs/optimal
  topple play birds --watch pig-shooter "ddqn model=models/symbols"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", default="", help="a world, a template, a task or a protocol"
    )
    parser.add_argument("-o", "--out", type=Path, default=Path("runs"), help="folder of the runs")
    parser.add_argument("--as", dest="name", default="person", help="your name in the records")
    parser.add_argument(
        "--watch",
        nargs="+",
        default=[],
        metavar="WHO",
        help="run folders, or agents that play live, to watch beside your own attempts",
    )
    parser.add_argument(
        "--port", type=whole(0, 65_535), default=8642, help="8642 by default; 0 takes a free one"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address and open nothing"
    )


def run(args: argparse.Namespace) -> int:
    import webbrowser
    from functools import partial

    from topple.web.live import Live
    from topple.web.others import Others
    from topple.web.play import Play
    from topple.web.record import Record
    from topple.web.serve import LOOPBACK, listen, serve

    page, protocol = _meant(args.what)
    record = Record(args.out, args.name, protocol, args.line)
    runs, agents = _watched(args.watch)
    tasks = protocol.tasks(protocol.folds[0]) if protocol else ()
    app = Play(record, tasks, Others(runs), Live(agents)).app()
    with listen(LOOPBACK, args.port) as opened:
        address = f"http://{LOOPBACK}:{opened.getsockname()[1]}{page}"
        say(f"playing at {address}; Ctrl-C ends")
        try:
            serve(app, opened, None if args.no_browser else partial(webbrowser.open, address))
        finally:
            record.close()
    for folder in record.folders:
        say(f"{folder}\n  topple report {folder}")
    return 0


def _watched(names: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the run folders among some names, and the agents; refuse what is neither."""
    from topple.agents.agent import read_agent
    from topple.runs.folder import read_settings

    runs = [Path(name) for name in names if Path(name).is_dir()]
    agents = [name for name in names if not Path(name).is_dir()]
    for folder in runs:
        read_settings(folder)
    for name in agents:
        if "/" in name and ":" not in name.split()[0] and "=" not in name:
            raise BadInput(f"no run folder at {name}", "`topple eval ... --out FOLDER` makes one")
        read_agent(name)
    return runs, agents


def _meant(what: str) -> tuple[str, Protocol | None]:
    """Return the page to open, and the protocol if one is named."""
    from topple.protocols import all_protocols
    from topple.worlds import find_task
    from topple.worlds.select import find_world, select_templates

    if not what:
        return "/", None
    if what in (known := all_protocols()):
        return "/", known[what]
    if ":" in what:
        return f"/play/{find_task(what)}", None
    own = find_world(what)
    template, *others = select_templates(own, what)
    return f"/worlds/{own.name}" + ("" if others else f"/{template.name}"), None
