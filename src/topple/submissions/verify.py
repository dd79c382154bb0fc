"""Verify a submission: build every task, play every attempt, compute every number again."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple import __version__
from topple.errors import BadInput
from topple.runs.folder import ATTEMPTS
from topple.submissions import files
from topple.submissions.attempts import read
from topple.submissions.card import CARD, Card
from topple.submissions.faults import Fault, Kind, Report
from topple.submissions.leaks import Leak, Pick, leak_test
from topple.submissions.one_run import OneRun, Watch
from topple.submissions.progress import Progress
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

PROVES = (
    "Every attempt was played again: the recorded actions have the recorded outcomes, and the "
    "scores follow from them. Replay does not show how the actions were found, what an agent was "
    "trained on, or what it cost to train; that is the word of the authors, and so are names, "
    "tokens and texts of models."
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: faults, and per run the numbers computed again.

    `sampled` names the runs whose agent was run again on some tasks, and acted alike.
    """

    mark: str
    card: Card | None
    faults: tuple[Fault, ...]
    runs: Mapping[str, Mapping[str, Any]]
    leak: Leak | None = None
    sampled: tuple[str, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def facts(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        return {
            "verified": self.verified,
            "submission": self.mark,
            "topple": __version__,
            "proves": PROVES,
            "faults": [each.facts() for each in self.faults],
            "runs": {name: dict(own) for name, own in self.runs.items()},
            "sampled": list(self.sampled),
            **({"leak": self.leak.facts()} if self.leak else {}),
        }


def verify(
    folder: Path,
    threads: int | None = None,
    watch: Watch = lambda done, of, run: None,
    seals: Mapping[str, Pick] | None = None,
    tasks: Collection[str] | None = None,
) -> Verdict:
    """Check everything about a submission; nothing is written into it.

    With `seals`, also test whether its solutions are the sealed ones more often than by chance.
    With `tasks`, those of a season, every run must have played them all and no others.
    """
    with tempfile.TemporaryDirectory() as place:
        faults: list[Fault] = []
        taken = files.take(folder, Path(place), faults.append)
        if faults:
            return Verdict(taken.mark, None, tuple(faults), {})
        return verify_taken(taken, threads, watch, seals, tasks)


def verify_taken(
    taken: files.Taken,
    threads: int | None = None,
    watch: Watch = lambda done, of, run: None,
    seals: Mapping[str, Pick] | None = None,
    tasks: Collection[str] | None = None,
) -> Verdict:
    """Check the private copy of a submission whose files are as listed."""
    faults: list[Fault] = []
    card = _card(taken, faults.append)
    progress = Progress.of(taken.mark)
    found = [OneRun(run, progress, threads, watch) for run in taken.runs]
    for run in found:
        run.verify(card, tasks)
        faults += run.faults
    _check_alone(found, faults.append)
    _check_cost(card, [run.claimed for run in found], faults.append)
    progress.forget()
    leak = None if seals is None else leak_test(_list_solved(taken), seals)
    runs = {run.name: run.claimed for run in found}
    sampled = tuple(run.name for run in found if run.sampled)
    return Verdict(taken.mark, card, tuple(faults), runs, leak, sampled)


def _card(taken: files.Taken, report: Report) -> Card | None:
    try:
        return Card.load(taken.card)
    except BadInput as error:
        report(Fault(Kind.CARD, CARD, str(error)))
        return None


def _list_solved(taken: files.Taken) -> Iterable[Attempt]:
    for run in taken.runs:
        made = read(run / ATTEMPTS, lambda fault: None)
        yield from (each for each in made if each.outcome is Outcome.SOLVED)


def _check_alone(found: Iterable[OneRun], report: Report) -> None:
    """Report a second run on one board: the best of many runs is no result."""
    seen = set()
    for run in found:
        if run.board in seen and run.board:
            report(Fault(Kind.DOUBLED, run.name, "another run of this entry is on the same board"))
        seen.add(run.board)


def _check_cost(card: Card | None, runs: Iterable[Mapping[str, Any]], report: Report) -> None:
    """Compare the cost on the card with that of the attempts."""
    spent = round(sum(run.get("cost_usd", 0.0) for run in runs), 6)
    if card is not None and card.cost_usd < spent:
        what = f"${card.cost_usd:g}; the attempts cost ${spent:g}"
        report(Fault(Kind.COST, CARD, what))
