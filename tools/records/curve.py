"""Learning curves of a ranker: train it on a part of the training tasks, and test each model.

  python -m tools.records.curve ranker phyre-b-cross --templates 5 10 20 --work W --out curve.json
  python -m tools.records.curve pool-ranker pool-puzzles --tasks 5 20 80 --work W --out curve.json

`--templates` takes all training tasks of some templates, `--tasks` some tasks of every template;
what a smaller part has, a larger one has too. Run the same command again to continue.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topple.agents._training.options import Options
from topple.agents.agent import make_agent
from topple.agents.practice import PRACTICE, Practice
from topple.cli._models import folds_of
from topple.cli._types import add_settings
from topple.cli.train import Trainable
from topple.errors import BadInput, ToppleError
from topple.protocols import protocol
from topple.runs.evaluate import evaluate
from topple.runs.score import score
from topple.tasks.splits import stable_shuffle
from topple.worlds import read_id


def main() -> int:
    arguments = _arguments()
    rows = []
    for fold in folds_of(arguments.folds) or protocol(arguments.protocol).folds:
        for kind in ("templates", "tasks"):
            for size in getattr(arguments, kind):
                rows.append(_point(arguments, fold, kind, size))
                print(json.dumps(rows[-1]), flush=True)
                arguments.out.write_text(json.dumps(rows, indent=1) + "\n")
    return 0


def some(names: Sequence[str], kind: str, size: int) -> list[str]:
    """Choose the tasks of `size` templates, or `size` tasks of every template."""
    tasks: dict[str, list[str]] = defaultdict(list)
    for name in names:
        tasks[read_id(name).template].append(name)
    if kind == "templates":
        return [name for chosen in stable_shuffle(tasks, kind)[:size] for name in tasks[chosen]]
    return [name for own in tasks.values() for name in stable_shuffle(own, kind)[:size]]


def _point(arguments: argparse.Namespace, fold: int, kind: str, size: int) -> dict[str, Any]:
    """Train on a part, test, and score."""
    agent, work = make_agent(arguments.agent, arguments.set), arguments.work
    if not isinstance(agent, Trainable):
        raise BadInput(f"agent `{arguments.agent}` does not learn", "name a ranker")
    learnt = protocol(arguments.protocol).split(fold).learnt_from(arguments.part)
    part, name = some(learnt, kind, size), f"{arguments.protocol}-{fold}-{kind}-{size}"
    model, folder, cache = work / "models" / name, work / "runs" / name, work / PRACTICE

    def fit(practice: Practice) -> None:
        smaller = Practice(practice.world, part, folder=practice.folder, threads=practice.threads)
        agent.train(smaller, Options(folder=model))

    agent.fit = fit  # type: ignore[method-assign]
    evaluate(agent, arguments.protocol, folds=(fold,), part=arguments.part, out=folder, cache=cache)
    found = score(folder).headline
    return {
        "protocol": arguments.protocol,
        "fold": fold,
        "part": arguments.part,
        kind: size,
        "learnt": len(part),
        "score": found.value,
        "interval": found.interval,
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.records.curve",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("agent", help="a ranker")
    parser.add_argument("protocol", help="a protocol of its world")
    parser.add_argument("--folds", default="0", help="folds, such as 0-4 or all; 0 by default")
    parser.add_argument("--part", default="test", help="the part that is played; test by default")
    parser.add_argument("--templates", type=int, nargs="*", default=[], help="how many templates")
    parser.add_argument("--tasks", type=int, nargs="*", default=[], help="tasks of a template")
    parser.add_argument("--work", type=Path, required=True, help="folder of rollouts and models")
    parser.add_argument("--out", type=Path, required=True, help="file of the results")
    add_settings(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ToppleError as error:
        sys.exit(f"error: {error}\nhint: {error.hint}")
