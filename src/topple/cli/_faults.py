"""Report what went wrong in a run: an agent that fails must not look like an agent that is weak."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import complain, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from topple.runs.load import Run
    from topple.tasks.outcome import Outcome

_AGAIN = "correct the agent, then play it in another folder (--out) or with a new version"


def explain_faults(run: Run) -> int:
    """Report why tasks failed; return 1 if the agent made no attempt that counts at any task."""
    from topple.tasks.outcome import Outcome

    tasks, invalid = len(run.results), _count(run, Outcome.INVALID)
    made = int(run.results.outcomes.sum())
    failed = int((_column(run, Outcome.FAILED) > 0).sum())
    if failed:
        complain(
            f"{failed:,} of {tasks:,} tasks failed by the agent's fault and count as not solved",
            _AGAIN,
        )
        _show_reasons(run.folder, Outcome.FAILED)
    elif tasks and not made:
        complain(
            f"the agent gave up all {tasks:,} tasks: `act` returned None",
            f"`act` must return an action; {_AGAIN}",
        )
    elif made and made == invalid:
        world = run.settings.world
        complain(
            f"all {made:,} actions of the agent were invalid, and no task is solved",
            f"`topple list {world}` explains an action of {world}; {_AGAIN}",
        )
        _show_reasons(run.folder, Outcome.INVALID)
    nothing = not made or made == invalid or failed == tasks
    return 1 if tasks and nothing else 0


def _column(run: Run, outcome: Outcome) -> NDArray[np.int64]:
    from topple.metrics.tally import OUTCOMES

    return run.results.outcomes[:, OUTCOMES.index(outcome)]


def _count(run: Run, outcome: Outcome) -> int:
    return int(_column(run, outcome).sum())


def _show_reasons(folder: Path, outcome: Outcome) -> None:
    from topple.runs.find import reasons

    for reason, count in reasons(folder, outcome).most_common():
        say(f"{count:>7,} x  {reason}")
