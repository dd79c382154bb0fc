"""Compute the floor and the ceiling of a protocol, which reports show next to other scores.

The floor is what random play gets, the ceiling what a perfect player gets: the stored solutions,
or the best of PHYRE's listed actions. Under protocols for agents, two agents play all folds. Under
protocols for models, all actions of a finite form are tried, or topple/random-valid and
topple/oracle play runs; blind players do so too: topple/example, which copies the prompt's own
example, topple/best-constant and, in questions, topple/text. Run the same command again to resume.
The result is stored with the protocol, or in the file given by --out. With --limit it is only
printed, unless --out names a file.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import say, show_json, show_table
from topple.cli._types import whole

if TYPE_CHECKING:
    from topple.protocols.references import Reference, References
    from topple.tasks.protocol import Protocol

    Ends = tuple[Reference, Reference, tuple[Reference, ...]]

EXAMPLES = """\
  topple references phyre-b-within --limit 20
  topple references phyre-b-within --out floors.json
  topple references deepphy-phyre --form 8x8x8
  topple references deepphy-phyre --form free --draws 500
  topple references deepphy-birds
  topple references pool-nine-ball
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("protocol", help="name of the protocol; see `topple list protocols`")
    parser.add_argument("--form", help="action form of a model (default: the usual form)")
    parser.add_argument(
        "--draws",
        type=whole(1, 1_000_000),
        help="random attempts per task, unless all actions are tried (default: 100)",
    )
    parser.add_argument(
        "--limit", type=whole(1, 1_000_000), help="tasks per fold, for a quick estimate"
    )
    parser.add_argument("--runs", type=Path, help="folder for the runs (default: runs)")
    parser.add_argument(
        "--threads", type=whole(1, 1024), help="number of threads (default: all cores)"
    )
    parser.add_argument(
        "-o", "--out", type=Path, help="file to write (default: the one stored with the protocol)"
    )


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.protocols import protocol as find_protocol
    from topple.protocols.references import References, stored_name
    from topple.runs.evaluate import RUNS
    from topple.vlm.options import usual_form

    protocol = find_protocol(args.protocol)
    if not protocol.for_models and (args.form or args.draws):
        raise BadInput(
            f"`{protocol.name}` is a protocol for agents", "leave out --form and --draws"
        )
    form = (args.form or usual_form(protocol.name)) if protocol.for_models else ""
    name = stored_name(protocol.name, form)
    path = _path(args, protocol.world, name)
    folder = args.runs or RUNS
    try:
        ends = _models(args, protocol, form, folder) if form else _agents(args, protocol, folder)
    except KeyboardInterrupt:
        say(f"stopped; everything done so far is kept. To resume:\n  {args.line}")
        return 130
    found = References(name, protocol.version, "test", args.line, *ends)
    if path is not None:
        found.save(path)
        say(f"wrote {path}")
    _show(found, protocol, args.json)
    return 0


def _path(args: argparse.Namespace, world: str, name: str) -> Path | None:
    """Return the file to write; None for a quick estimate."""
    from topple.errors import BadInput
    from topple.protocols.references import stored_file

    if args.out or args.limit:
        return Path(args.out) if args.out else None
    if "/" in name:
        raise BadInput(
            f"`{name}` is in another package, which Topple does not change", "give --out"
        )
    return stored_file(world, name)


def _agents(args: argparse.Namespace, protocol: Protocol, folder: Path) -> Ends:
    from topple.runs.references import play_agents

    return *play_agents(protocol, folder, limit=args.limit, workers=args.threads), ()


def _models(args: argparse.Namespace, protocol: Protocol, form: str, folder: Path) -> Ends:
    from topple.progress import Bar
    from topple.vlm.references import DRAWS, Trials, blind_references, model_references

    # A quick look must not replace what a full computation has kept.
    kept = folder / "tried" / protocol.name / (f"{form}-{args.limit}" if args.limit else form)
    trials = Trials(protocol, form, kept, args.draws or DRAWS, args.limit, args.threads)
    with Bar(f"try {form}", "tasks" if trials.one_by_one else "runs") as bar:
        ends = model_references(trials, bar.update)
    return *ends, blind_references(trials)


def _show(found: References, protocol: Protocol, as_json: bool) -> None:
    if as_json:
        show_json(found.data())
        return
    rows = [
        (
            end,
            each.agent,
            *(f"{100 * each.mean(protocol.folds, title):.2f}" for title in each.figures),
        )
        for end, each in (
            ("floor", found.floor),
            ("ceiling", found.ceiling),
            *(("blind", each) for each in found.blind),
        )
    ]
    folds = "fold 0" if len(protocol.folds) == 1 else f"means over {len(protocol.folds)} folds"
    say(f"{found.protocol}: {folds}, in per cent")
    show_table(("", "agent", *found.floor.figures), rows)
