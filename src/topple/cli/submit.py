"""Pack finished runs as a submission that anyone can verify.

The folder holds a card (card.toml), the settings, all attempts compressed, the transcripts of
models, the hash of every task, and the scores that follow. Without --card, the options below fill
in a new card, and the track is the first one that allows what the runs show.

With --again, pack a submission a second time, with its own card: after a protocol has changed how
it scores, the same attempts get today's scores. `topple verify` then refuses attempts that would
not have been allowed today.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import counted, say, show_json

if TYPE_CHECKING:
    from topple.submissions.card import Card

_CARD = ("card", "agent", "author", "track", "harness", "data", "licence", "contact")
EXAMPLES = """\
  topple submit runs/phyre-b-within-random-1a2b3c --out submission --author "Ada Lovelace"
  topple submit runs/mine-* --out submission --author "A. B." --author "C. D." --licence MIT
  topple submit runs/mine-* --out submission --card card.toml
  topple submit leaderboard/2026/random --again --out submission
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a finished run folder")
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FOLDER", help="a new folder"
    )
    parser.add_argument("--card", type=Path, metavar="FILE", help="a card that is written already")
    parser.add_argument(
        "--again", action="store_true", help="RUN is a submission, to be scored by today's rules"
    )
    parser.add_argument("--agent", help="name in the leaderboard; by default that of the runs")
    parser.add_argument("--author", action="append", default=[], help="repeat for more")
    parser.add_argument("--track", help="no simulator, simulator in training only, ...")
    parser.add_argument("--harness", help="what a model had: bare, tools without simulator, ...")
    parser.add_argument("--data", default="", metavar="TEXT", help="what it was trained on")
    parser.add_argument("--licence", default="", help="licence of the submission")
    parser.add_argument("--contact", default="", help="where to ask about it")


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.submissions.card import CARD, Card
    from topple.submissions.files import RUNS
    from topple.submissions.submit import submit, submit_again

    if args.again:
        if len(args.runs) > 1 or any(getattr(args, name) for name in _CARD):
            raise BadInput("--again packs one submission as it is", "give its folder and --out")
        out = submit_again(args.runs[0], args.out)
    else:
        out = submit(args.runs, Card.load(args.card) if args.card else _card(args), args.out)
    track, count = str(Card.load(out / CARD).track), len(list((out / RUNS).iterdir()))
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    if args.json:
        show_json({"folder": str(out), "track": track, "runs": count, "bytes": size})
    else:
        print(f"{out}: {counted(count, 'run')}, {size:,} bytes, track `{track}`")
        say(f"`topple verify {out}` plays every attempt again")
    return 0


def _card(args: argparse.Namespace) -> Card:
    from topple.submissions.submit import new_card

    return new_card(
        args.runs,
        agent=args.agent,
        authors=args.author,
        track=args.track,
        harness=args.harness,
        training_data=args.data,
        licence=args.licence,
        contact=args.contact,
    )
