"""Let agents outside Topple play its tasks over the network, and record their runs.

Every agent plays the test tasks of a protocol and has a run folder, as with `topple eval`. The
server runs until Ctrl-C; run the same command again to resume. `topple serve SERVER --help` says
how agents connect.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._choices import add_rules, add_unfiltered, chosen
from topple.cli._console import say, show_json, show_table
from topple.cli._types import whole
from topple.cli._verbs import Verb, add_verbs, run_verb

if TYPE_CHECKING:
    from topple.runs.outside import OutsideRuns
    from topple.worlds.servers import Offer, Option, Server, Value

EXAMPLES = """\
  topple serve aibirds --agent datalab
  topple serve aibirds phyq-broad --limit 34 --agent datalab --out runs/datalab
  topple serve aibirds --levels my_levels --rules events_per_hit=2
"""

_LOOPBACK = "127.0.0.1"
_OF_FILES = "levels"  # the protocol of level files
_MOST = 999_999_999


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.worlds.servers import all_servers

    servers = [(world, name, server) for world, name, server in all_servers()]
    verbs = {name: _verb(world, server) for world, name, server in servers}
    add_verbs(parser, verbs, "\n".join(server.examples for *_, server in servers), "SERVER")


def run(args: argparse.Namespace) -> int:
    return run_verb(args)


def _verb(world: str, server: Server) -> Verb:
    def add(parser: argparse.ArgumentParser) -> None:
        _add_usual(parser, server)
        group = parser.add_argument_group("how the game is played")
        for option, about in server.options.items():
            _add_option(group, option, about)

    def play(args: argparse.Namespace) -> int:
        return _play(world, server, args)

    return Verb(server.caption, add, play, server.about)


def _add_usual(parser: argparse.ArgumentParser, server: Server) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "protocol",
        nargs="?",
        help=f"protocol whose test tasks are played; {server.protocol} by default",
    )
    what.add_argument(
        "--levels", type=Path, metavar="FOLDER", help="play the level files of a folder instead"
    )
    add_rules(parser)
    add_unfiltered(parser)
    parser.add_argument(
        "--limit", type=whole(1, 1_000_000), help="number of tasks, evenly from all templates"
    )
    parser.add_argument(
        "--attempts", type=whole(1, 1_000_000), help="attempts per task; those of the protocol"
    )
    parser.add_argument(
        "--agent",
        type=_name,
        action="append",
        default=[],
        metavar="[ID=]NAME",
        help="name of the agents in records and reports; with an id, of that agent alone",
    )
    parser.add_argument(
        "-o", "--out", type=Path, help="run folder of the only agent (default: runs/... for each)"
    )
    parser.add_argument(
        "--host", default=_LOOPBACK, help="address to listen on; other machines need 0.0.0.0"
    )
    parser.add_argument(
        "--port",
        type=whole(0, 65_535),
        default=server.port,
        help=f"{server.port} by default; 0 takes a free one",
    )


def _add_option(group: argparse._ArgumentGroup, name: str, about: Option) -> None:
    group.add_argument(
        f"--{name}",
        dest=_field(name),
        default=about.default,
        choices=about.choices or None,
        type=str if about.choices else whole(0, _MOST),
        metavar=None if about.choices else "N",
        help=f"{about.help} (default: {about.default})",
    )


def _play(world: str, server: Server, args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.protocols import protocol
    from topple.runs.evaluate import RUNS
    from topple.runs.outside import OutsidePlan, OutsideRuns

    named = args.protocol or (_OF_FILES if args.levels else server.protocol)
    found = chosen(args, protocol(named))
    if found.world != world:
        raise BadInput(
            f"`{args.verb}` plays {world}; the tasks of `{found.name}` are of {found.world}",
            f"`topple list protocols` shows those of {world}",
        )
    settings: dict[str, Value] = {name: getattr(args, _field(name)) for name in server.options}
    plan = OutsidePlan(found, args.verb, settings, args.attempts, args.limit)
    names, alone = dict(args.agent), args.out is not None
    runs = OutsideRuns(plan, args.out or RUNS, names, args.line, alone=alone)
    try:
        _serve(server, _offer(runs, settings), args)
    finally:
        runs.close()
    _show(runs, args.json)
    return 0


def _offer(runs: OutsideRuns, settings: dict[str, Value]) -> Offer:
    from topple.worlds.servers import Offer

    plan = runs.plan
    tasks = [plan.world.task(name) for name in plan.tasks()]
    return Offer(tasks, plan.own_protocol.attempts, settings, runs.run_of, say)


def _serve(server: Server, offer: Offer, args: argparse.Namespace) -> None:
    listening = server.listen(offer, args.host, args.port)
    host, port = listening.address
    attempts = f"{offer.attempts} attempt{'s' if offer.attempts > 1 else ''}"
    say(f"{args.verb}: {len(offer.tasks)} levels, {attempts} each")
    say(f"listening on {host}:{port}; Ctrl-C ends")
    try:
        with _end_by_signals():
            listening.serve()
    except KeyboardInterrupt:
        say(f"stopped; all plays are kept. To resume:\n  {args.line}")
    finally:
        listening.close()


@contextmanager
def _end_by_signals() -> Iterator[None]:
    """End the server on a polite kill as on Ctrl-C."""
    import signal

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _show(runs: OutsideRuns, as_json: bool) -> None:
    """Print the results of all agents that have played."""
    from topple.cli._report import Reported

    folders = runs.folders
    if not folders:
        say("no agent has played")
        if as_json:
            show_json({"folders": [], "results": []})
        return
    found = Reported(folders)
    if as_json:
        ranking = [each._asdict() for each in runs.ranking()]
        facts = {"folders": [str(folder) for folder in folders], "results": found.facts()}
        show_json({**facts, "ranking": ranking})
        return
    found.show()
    if len(folders) > 1:
        _show_ranking(runs)
    for folder in folders:
        say(f"{folder}")


def _show_ranking(runs: OutsideRuns) -> None:
    """Print the ranking of contests: by points on solved levels, the best of all attempts."""
    header = ("rank", "agent", "levels solved", "points")
    ranked = enumerate(runs.ranking(), 1)
    print("\nranking by points, the best of each solved level")
    show_table(
        header,
        [(str(n), each.agent, str(each.solved), f"{each.points:,.0f}") for n, each in ranked],
    )


def _name(text: str) -> tuple[int | None, str]:
    """Read NAME or ID=NAME."""
    number, equals, name = text.rpartition("=")
    if not name.strip() or not name.isprintable():
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is not NAME or ID=NAME")
    if not equals:
        return None, name
    return whole(0, _MOST)(number), name


def _field(option: str) -> str:
    return f"of_server_{option.replace('-', '_')}"
