"""Verify a submission: build every task, play every attempt, compute every number again."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from topple import __version__
from topple.errors import BadInput, ToppleError
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
from topple.runs.levels import know_levels
from topple.runs.settings import RunSettings, load_finished, parse_settings
from topple.submissions import files
from topple.submissions.answers import check_answers
from topple.submissions.attempts import check_attempts, read
from topple.submissions.calls import check_calls
from topple.submissions.card import CARD, Card, allows, shown_tools, shown_track
from topple.submissions.claim import claim
from topple.submissions.faults import Fault, Kind, Report
from topple.submissions.leaks import Leak, Pick, leak_test
from topple.submissions.progress import Progress
from topple.submissions.replay import Tasks, replay
from topple.submissions.settings import check_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.vlm.plan_questions import asking_in, plan_of
from topple.worlds import world
from topple.worlds.servers import find_server

PROVES = (
    "Every attempt was played again: the recorded actions have the recorded outcomes, and the "
    "scores follow from them. Replay does not show how the actions were found, what an agent was "
    "trained on, or what it cost to train; that is the word of the authors."
)
_MOST_FAULTS = 1000  # faults kept per run
Watch = Callable[[int, int, str], None]  # attempts done, of how many, the run


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: faults, and per run the numbers computed again."""

    mark: str
    card: Card | None
    faults: tuple[Fault, ...]
    runs: Mapping[str, Mapping[str, Any]]
    leak: Leak | None = None

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def facts(self) -> dict[str, Any]:
        """Return the content of verified.json."""
        return {
            "verified": self.verified,
            "submission": self.mark,
            "topple": __version__,
            "proves": PROVES,
            "faults": [each.facts() for each in self.faults],
            "runs": {name: dict(own) for name, own in self.runs.items()},
            **({"leak": self.leak.facts()} if self.leak else {}),
        }


def verify(
    folder: Path,
    threads: int | None = None,
    watch: Watch = lambda done, of, run: None,
    seals: Mapping[str, Pick] | None = None,
    tasks: Collection[str] | None = None,
) -> Verdict:
    """Check everything about a submission, and write `verified.json` into it.

    With `seals`, also test whether its solutions are the sealed ones more often than by chance.
    With `tasks`, those of a season, every run must have played them all and no others.
    """
    told = files.read_manifest(folder)
    mark = files.manifest_hash(folder)
    faults: list[Fault] = []
    files.check_files(folder, told, faults.append)
    card = _card(folder, faults.append)
    runs: dict[str, Mapping[str, Any]] = {}
    solved: list[Attempt] = []
    if not faults:
        progress = Progress.of(mark)
        with tempfile.TemporaryDirectory() as place:
            for name in files.run_names(told):
                run = files.unpack(folder, told, name, Path(place))
                found = _Run(name, run, progress, threads, watch)
                runs[name] = found.verify(card)
                if tasks is not None:
                    found.check_season(tasks)
                faults += found.faults
                if seals is not None:
                    made = read(run / ATTEMPTS, lambda fault: None)
                    solved += [each for each in made if each.outcome is Outcome.SOLVED]
        _check_cost(card, runs, faults.append)
        progress.forget()
    leak = None if seals is None else leak_test(solved, seals)
    verdict = Verdict(mark, card, tuple(faults), runs, leak)
    text = json.dumps(verdict.facts(), indent=1, allow_nan=False)
    (folder / files.VERIFIED).write_text(f"{text}\n")
    return verdict


def _card(folder: Path, report: Report) -> Card | None:
    try:
        return Card.load(folder / CARD)
    except BadInput as error:
        report(Fault(Kind.CARD, CARD, str(error)))
        return None


def _check_cost(card: Card | None, runs: Mapping[str, Mapping[str, Any]], report: Report) -> None:
    """Compare the cost on the card with that of the attempts."""
    spent = round(sum(run.get("cost_usd", 0.0) for run in runs.values()), 6)
    if card is not None and card.cost_usd < spent:
        what = f"${card.cost_usd:g}; the attempts cost ${spent:g}"
        report(Fault(Kind.COST, CARD, what))


class _Run:
    """One run of a submission, unpacked."""

    def __init__(
        self, name: str, folder: Path, progress: Progress, threads: int | None, watch: Watch
    ) -> None:
        self.name, self.folder = name, folder
        self._progress, self._threads, self._watch = progress, threads, watch
        self.faults: list[Fault] = []

    def verify(self, card: Card | None) -> dict[str, Any]:
        """Check the run; return its numbers, computed again."""
        found = self._settings()
        if found is None:
            return {}
        settings, data = found
        self._check_track(card, settings)
        protocol = check_settings(settings, data, f"{self.name}/{SETTINGS}", self._report)
        told = self._tasks()
        if protocol is None or told is None:
            return {}
        check_attempts(
            read(self.folder / ATTEMPTS, self._report), settings, protocol, told, self._report
        )
        self._replay(settings, protocol, told)
        if settings.asked:
            plan = plan_of(settings.protocol, asking_in(data), choices=settings.choices)
            check_answers(self.folder, plan, self._report, lambda: None)
            check_calls(self.folder, settings, self._report)
        return self._claim()

    def check_season(self, tasks: Collection[str]) -> None:
        """Compare the tasks of the run with those of a season."""
        played = {name for rows in (self._tasks() or {}).values() for name in rows}
        wanted = set(tasks)
        if played != wanted:
            missing, other = len(wanted - played), len(played - wanted)
            what = f"{missing} tasks of the season are missing, and {other} are of no season"
            self._report(Fault(Kind.TASK, self.name, what))

    def _report(self, fault: Fault) -> None:
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(fault)

    def _settings(self) -> tuple[RunSettings, dict[str, Any]] | None:
        try:
            data = read_settings(self.folder)
            settings = parse_settings(data, Path(self.name, SETTINGS))
            know_levels(self.folder)
            if load_finished(self.folder / FINISHED) is None:
                raise BadInput("the run is unfinished")
            return settings, data
        except (ToppleError, OSError) as error:
            self._report(Fault(Kind.SETTINGS, self.name, str(error)))
            return None

    def _check_track(self, card: Card | None, settings: RunSettings) -> None:
        shown = shown_track(settings, load_finished(self.folder / FINISHED))
        if card is not None and not allows(card.track, shown):
            what = f"the card says `{card.track}`; `{settings.agent}` shows `{shown}`"
            self._report(Fault(Kind.TRACK, self.name, what))
        if card is not None and settings.asked != bool(card.harness):
            what = "a harness is named for models, and only for them"
            self._report(Fault(Kind.CARD, self.name, what))
        tools = shown_tools(settings)
        if card is not None and tools and tools not in card.tools.split(", "):
            what = f"the card does not name the tools `{tools}`"
            self._report(Fault(Kind.CARD, self.name, what))

    def _tasks(self) -> dict[str, dict[str, list[Any]]] | None:
        try:
            told = json.loads((self.folder / files.TASKS).read_bytes())
            rows = [(int(fold), row) for fold, own in told.items() for row in own.values()]
            if not all(type(row[0]) is str and type(row[1]) is int for _, row in rows):
                raise ValueError("a row is a hash and a number")
            return dict(told)
        except (OSError, ValueError, TypeError, AttributeError, IndexError, KeyError) as error:
            self._report(Fault(Kind.SETTINGS, f"{self.name}/{files.TASKS}", repr(error)))
            return None

    def _replay(
        self, settings: RunSettings, protocol: Protocol, told: Mapping[str, Mapping[str, list[Any]]]
    ) -> None:
        """Play the attempts that an earlier call has not played yet."""
        own = world(protocol.world, settings.choices.rules)
        tasks = Tasks(own, told, self._report)
        tasks.check_all()
        total = sum(row[1] for rows in told.values() for row in rows.values())
        progress = self._progress
        found = progress.faults.setdefault(self.name, [])

        def done(count: int) -> None:
            progress.done[self.name] = progress.done.get(self.name, 0) + count
            progress.save()
            self._watch(progress.done[self.name], total, self.name)

        def report(fault: Fault) -> None:
            if len(found) < _MOST_FAULTS:
                found.append(fault)

        before = progress.done.get(self.name, 0)
        attempts = read(self.folder / ATTEMPTS, lambda fault: None)
        left = islice(attempts, before, None)
        server = find_server(own, settings.agent_settings.get("server"))
        play = partial(server.play, own) if server else own.play
        replay(left, tasks, partial(play, threads=self._threads), report, done)
        for fault in found:
            self._report(fault)

    def _claim(self) -> dict[str, Any]:
        """Compute the claim of the run again, and compare it with the one submitted."""
        path = self.folder / files.CLAIM
        try:
            again = claim(self.folder)
            told = json.loads(path.read_bytes())
        except (ToppleError, OSError, ValueError, RecursionError) as error:
            self._report(Fault(Kind.SCORE, self.name, str(error)))
            return {}
        for name in sorted({*again, *told} if isinstance(told, dict) else {""}):
            theirs = told.get(name) if isinstance(told, dict) else None
            if theirs != again.get(name):
                kind = Kind.COST if name in ("cost_usd", "tokens") else Kind.SCORE
                what = f"`{name}` is not what the attempts give"
                self._report(Fault(kind, f"{self.name}/{files.CLAIM}", what))
        return again
