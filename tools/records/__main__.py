"""Train the ranker on fold after fold, test each model, and stop before a time limit.

  python -m tools.records phyre-b-cross phyre-b-within --work build/records --out results

Rollouts of all training tasks are simulated first, once for all folds; a fold learns from those of
its own training tasks alone. Generated scenes (`--set free=8000`, `--set variations=300`) are drawn
before that: a network learns from them while the rollouts are simulated, and every fold begins with
it. While a fold is trained, other processes test the models before, with each agent of `--play`.
With `--choose`, a network that learnt from the fold's train tasks alone plays its dev tasks with
each of these settings, and the best one plays the fold's test tasks:

  python -m tools.records phyre-b-cross --play ranker,ranked=10000 ranker \\
    --choose alike_penalty=0 alike_penalty=2 --work build/records --out results

Run the same command again to continue. The folder `--out` gets `summary.json` and the runs,
packed, after every fold.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from tools.records.folds import Fold, Testing, draw, simulate, train, train_first
from tools.records.results import row, write
from topple.cli._models import folds_of
from topple.cli._types import add_settings
from topple.errors import ToppleError
from topple.protocols import protocol

_LAST_TEST_S = 70.0  # seconds left for testing the last model
_PACKING_S = 10.0
ROLLOUTS = "--rollouts"


def main() -> int:
    arguments = _arguments()
    deadline = time.monotonic() + arguments.seconds - _PACKING_S
    folds = [
        Fold(
            name,
            number,
            arguments.work,
            tuple(arguments.set),
            arguments.seeds,
            tuple(arguments.play),
            tuple(arguments.choose),
        )
        for name in arguments.protocols
        for number in folds_of(arguments.folds) or protocol(name).folds
    ]
    arguments.out.mkdir(parents=True, exist_ok=True)
    open_folds = [fold for fold in folds if not fold.trained]
    if arguments.rollouts:
        draw(folds, arguments.threads)
        simulate(folds, arguments.threads)
        return 0
    if open_folds and not _prepare(open_folds, arguments, deadline):
        print("out of time; run the same command again to continue", flush=True)
        return 0
    choosing = [fold.dev(arguments.limit) for fold in folds if fold.choices]
    testing = Testing(arguments.threads, arguments.tests)
    for place, fold in enumerate(folds):
        tested = _play(fold, testing, arguments.limit, deadline - _LAST_TEST_S)
        if tested is None:
            print("out of time; run the same command again to continue", flush=True)
            break
        folds[place] = tested
        write(folds, choosing, arguments.out)
    testing.finish(deadline)
    write(folds, choosing, arguments.out)
    return 0


def _play(fold: Fold, testing: Testing, limit: int | None, deadline: float) -> Fold | None:
    """Train a fold, begin its tests, and return it with its players; None if time is up.

    What is chosen for the fold is chosen on its own dev tasks, while its network is trained.
    """
    dev = fold.dev(limit) if fold.choices else None
    if dev:
        if not train(dev, deadline):
            return None
        testing.start(dev)
    if not train(fold, deadline):
        return None
    if dev:
        if not testing.wait(dev, deadline):
            return None
        fold = fold.chosen({player: row(dev, player)["auccess"] for player in dev.players})
    testing.start(fold)
    return fold


def _prepare(folds: list[Fold], arguments: argparse.Namespace, deadline: float) -> bool:
    """Simulate what the folds learn from; meanwhile, train what they all begin with."""
    agent = folds[0].agent()
    if not agent.free and not agent.variations:
        simulate(folds, arguments.threads)
        return True
    draw(folds, arguments.threads)
    simulating = subprocess.Popen([sys.executable, "-m", "tools.records", *sys.argv[1:], ROLLOUTS])
    try:
        trained = train_first(folds[0], deadline)
        code = simulating.wait(max(0.0, deadline - time.monotonic()))
        if code:
            raise ToppleError("the rollouts could not be simulated", "see the error above")
        return trained
    except subprocess.TimeoutExpired:
        return False
    finally:
        simulating.terminate()
        simulating.wait()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.records",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("protocols", nargs="+", help="protocols of PHYRE, in order")
    parser.add_argument("--folds", default="all", help="folds, such as 0-4; all by default")
    parser.add_argument("--work", type=Path, required=True, help="folder of rollouts and models")
    parser.add_argument("--out", type=Path, required=True, help="folder of the results")
    parser.add_argument("--seeds", type=int, default=1, help="networks per fold, averaged")
    parser.add_argument(
        "--play",
        nargs="+",
        default=["ranker"],
        help="agents that test a model: ranker, ranker-o, or with settings ranker-o,plays_on=true",
    )
    parser.add_argument(
        "--choose",
        nargs="+",
        default=[],
        help="settings of these agents to choose from on dev tasks: alike_penalty=0,reach=15",
    )
    parser.add_argument("--limit", type=int, help="dev tasks per fold to choose on; all by default")
    parser.add_argument("--tests", type=int, default=2, help="tests beside each other")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="time limit")
    parser.add_argument("--threads", type=int, help="simulation threads; all cores by default")
    parser.add_argument(
        ROLLOUTS, action="store_true", help="draw scenes and simulate rollouts alone"
    )
    add_settings(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ToppleError as error:
        sys.exit(f"error: {error}\nhint: {error.hint}")
