"""Check one run of a submission: every task, every attempt, every number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from topple.agents.agent import find_agent
from topple.errors import BadInput, ToppleError
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
from topple.runs.levels import know_levels
from topple.runs.settings import RunSettings, load_finished, parse_settings
from topple.submissions import files, strict
from topple.submissions.answers import check_answers, check_calls
from topple.submissions.attempts import Simulated, check_attempts, read
from topple.submissions.card import CARD, Card, allows, is_plain, shown_tools, shown_track
from topple.submissions.claim import claim
from topple.submissions.faults import Fault, Kind
from topple.submissions.progress import Progress
from topple.submissions.replay import Tasks, read_tasks, replay
from topple.submissions.reproduce import sample
from topple.submissions.settings import check_settings
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.vlm.plan_questions import plan_of
from topple.worlds import world
from topple.worlds.servers import find_server

MOST_FAILED = 0.02  # share of attempts that a provider may fail to answer
_MOST_FAULTS = 1000  # faults kept per run
Watch = Callable[[int, int, str], None]  # attempts done, of how many, the run


class OneRun:
    """One run of a submission, unpacked."""

    def __init__(self, folder: Path, progress: Progress, threads: int | None, watch: Watch) -> None:
        self.name, self.folder = folder.name, folder
        self._progress, self._threads, self._watch = progress, threads, watch
        self.faults: list[Fault] = []
        self.claimed: Mapping[str, Any] = {}
        self.board: tuple[object, ...] = ()
        self.sampled = False

    def verify(self, card: Card | None, tasks: Collection[str] | None) -> None:
        """Check the run, and compute its numbers again."""
        try:
            self._verify(card, tasks)
        except Exception as error:  # a stranger's file must not stop the verdict on it
            what = f"it cannot be read: {type(error).__name__}: {error}"
            self._report(Fault(Kind.SETTINGS, self.name, what[:200]))

    def _verify(self, card: Card | None, tasks: Collection[str] | None) -> None:
        found = self._settings()
        if found is None:
            return
        settings, data = found
        self.board = settings.board
        self._check_card(card, settings)
        protocol = check_settings(settings, data, f"{self.name}/{SETTINGS}", self._report)
        told = read_tasks(self.folder / files.TASKS, self.name, self._report)
        if protocol is None or told is None:
            return
        simulated = Simulated()
        made = simulated.of(read(self.folder / ATTEMPTS, self._report))
        check_attempts(made, settings, protocol, told, self._report)
        finished = load_finished(self.folder / FINISHED)
        simulated.check(finished, f"{self.name}/{FINISHED}", self._report)
        if tasks is not None:
            self._check_season(tasks, told)
        self._replay(settings, protocol, told)
        if settings.asked:
            plan = plan_of(settings.protocol, data["asking"], choices=settings.choices)
            check_answers(self.folder, plan, self._report, lambda: None)
            check_calls(self.folder, settings, self._report)
        self.claimed = self._claim()
        self._check_failed(settings)
        if not self.faults:
            self._sample(settings)

    def _check_season(
        self, tasks: Collection[str], told: Mapping[str, Mapping[str, list[Any]]]
    ) -> None:
        """Compare the tasks of the run with those of a season."""
        played = {name for rows in told.values() for name in rows}
        wanted = set(tasks)
        if played != wanted:
            missing, other = len(wanted - played), len(played - wanted)
            what = f"{missing} tasks of the season are missing, and {other} are of no season"
            self._report(Fault(Kind.TASK, self.name, what))

    def _check_failed(self, settings: RunSettings) -> None:
        """Report a model whose provider failed so often that its score could be anything."""
        outcomes = self.claimed.get("outcomes", {})
        failed, made = outcomes.get(Outcome.FAILED, 0), sum(outcomes.values())
        if settings.asked and failed > MOST_FAILED * made:
            what = f"{failed:,} of {made:,} attempts failed; at most {MOST_FAILED:.0%} may"
            self._report(Fault(Kind.FAILED, self.name, what))

    def _sample(self, settings: RunSettings) -> None:
        """Run an agent of ours again on some tasks."""
        differs = sample(self.folder, settings, self._threads)
        self.sampled = differs == ""
        if differs:
            self._report(Fault(Kind.AGENT, self.name, f"`{settings.agent}` makes {differs}"))

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

    def _check_card(self, card: Card | None, settings: RunSettings) -> None:
        """Compare the card with what the run shows."""
        if card is None:
            return
        self._check_name(card.agent, settings.agent)
        shown = shown_track(settings, load_finished(self.folder / FINISHED))
        if not allows(card.track, shown):
            what = f"the card says `{card.track}`; `{settings.agent}` shows `{shown}`"
            self._report(Fault(Kind.TRACK, self.name, what))
        if settings.asked != bool(card.harness):
            what = "a harness is named for models, and only for them"
            self._report(Fault(Kind.CARD, self.name, what))
        if (tools := shown_tools(settings)) and tools not in card.tools.split(", "):
            what = f"the card does not name the tools `{tools}`"
            self._report(Fault(Kind.CARD, self.name, what))

    def _check_name(self, card: str, agent: str) -> None:
        """Report a name that is not plain, or one of ours that stands for another agent."""
        if not is_plain(agent):
            self._report(Fault(Kind.AGENT, self.name, f"the name {agent[:80]!r} is not plain"))
        elif agent != agent.lower() and find_agent(agent.lower()):
            what = f"`{agent[:80]}` is written `{agent.lower()}`"
            self._report(Fault(Kind.AGENT, self.name, what))
        if card != agent and find_agent(card.lower()):
            what = f"the card names `{card}`, which is ours; `{agent[:80]}` played"
            self._report(Fault(Kind.AGENT, CARD, what))

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
            told = strict.read(path)
        except (ToppleError, OSError) as error:
            self._report(Fault(Kind.SCORE, self.name, str(error)))
            return {}
        for name in sorted({*again, *told} if isinstance(told, dict) else {""}):
            theirs = told.get(name) if isinstance(told, dict) else None
            if theirs != again.get(name):
                kind = Kind.COST if name in ("cost_usd", "tokens") else Kind.SCORE
                what = f"`{name}` is not what the attempts give"
                self._report(Fault(kind, f"{self.name}/{files.CLAIM}", what))
        return again
