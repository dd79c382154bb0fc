"""Picture what the birds ranker likes best where it fails, beside what works.

  python -m tools.records.birds_failures runs/birds-ranker

Of each of the hardest templates, the first test task that no attempt solved: its first attempt as a
row of moments, and beside it the certified solution.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.docs.pages.ranker import RESULTS
from tools.records.failures import TEMPLATES, pair, stack
from topple.draw import png
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.runs.score import score
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import TaskId
from topple.worlds import world

PICTURE = RESULTS / "birds_ranker" / "failures.png"


def failures(run: Path) -> dict[str, Action]:
    """Return an unsolved task of each of the hardest templates, and its first attempt."""
    hardest = [row.template for row in reversed(score(run).by_template)]
    tried: dict[str, list[Attempt]] = {}
    for each in read_attempts(run / "attempts.jsonl"):
        tried.setdefault(each.task, []).append(each)
    unsolved = {
        TaskId.parse(name).template: name
        for name, attempts in reversed(tried.items())
        if all(each.outcome is not Outcome.SOLVED for each in attempts)
    }
    chosen = [unsolved[template] for template in hardest if template in unsolved][:TEMPLATES]
    return {name: tuple(float(n or 0.0) for n in tried[name][0].action or ()) for name in chosen}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path)
    run = parser.parse_args().run
    own = world(load(run).settings.world)
    found = failures(run)
    png.save(PICTURE, stack([pair(own, own.task(name), act) for name, act in found.items()]))
    print(", ".join(found))


if __name__ == "__main__":
    main()
