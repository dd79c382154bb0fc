"""Pack finished runs as a submission that anyone can verify.

The folder holds a card (card.toml), the settings, all attempts compressed, the transcripts of
models, the hash of every task, and the scores that follow. Without --card, the options below fill
in a new card, and the track is the first one that allows what the runs show.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import say, show_json

GROUP = "evaluate"
EXAMPLES = """\
  topple submit runs/phyre-b-within-random-1a2b3c --out submission --author "Ada Lovelace"
  topple submit runs/mine-* --out submission --author "A. B." --author "C. D." --licence MIT
  topple submit runs/mine-* --out submission --card card.toml
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a finished run folder")
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FOLDER", help="a new folder"
    )
    parser.add_argument("--card", type=Path, metavar="FILE", help="a card that is written already")
    parser.add_argument("--agent", help="name in the leaderboard; by default that of the runs")
    parser.add_argument("--author", action="append", default=[], help="repeat for more")
    parser.add_argument("--track", help="no simulator, simulator in training only, ...")
    parser.add_argument("--harness", help="what a model had: bare, tools without simulator, ...")
    parser.add_argument("--data", default="", metavar="TEXT", help="what it was trained on")
    parser.add_argument("--licence", default="", help="licence of the submission")
    parser.add_argument("--contact", default="", help="where to ask about it")


def run(args: argparse.Namespace) -> int:
    from topple.submissions.card import Card
    from topple.submissions.submit import new_card, submit

    card = Card.load(args.card) if args.card else None
    if card is None:
        card = new_card(
            args.runs,
            agent=args.agent,
            authors=args.author,
            track=args.track,
            harness=args.harness,
            training_data=args.data,
            licence=args.licence,
            contact=args.contact,
        )
    out = submit(args.runs, card, args.out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    facts = {"folder": str(out), "track": str(card.track), "runs": len(args.runs), "bytes": size}
    if args.json:
        show_json(facts)
    else:
        print(f"{out}: {len(args.runs)} runs, {size:,} bytes, track `{card.track}`")
        say(f"`topple verify {out}` plays every attempt again")
    return 0
