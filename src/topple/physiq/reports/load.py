"""Load a run of questions: its items, and the answers to each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from topple.errors import BadInput, RunError
from topple.metrics.insertions import Inserted
from topple.physiq.find import SETS, items_of
from topple.physiq.insertion import Talk
from topple.physiq.items import Item, Kind
from topple.physiq.readers import AnswerReading
from topple.physiq.records import from_numbers, restore_talk
from topple.physiq.scoring import Score, score_readings, score_talks
from topple.physiq.settings import QuestionSettings
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
from topple.runs.score import CONTINUE
from topple.runs.settings import Finished, RunSettings, load_finished, parse_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

QUESTIONS = "questions"  # the value of `asks` in run.json


@dataclass(frozen=True, eq=False, slots=True)
class Answers:
    """One model on one question set; `answered` has the attempts that count, by item.

    `items` are those of the whole set, of which the run asks `planned`.
    `failed` are the items whose last attempt failed by a provider's fault: they are neither right
    nor wrong. A conversation that was cut short in this way is in both.
    """

    folder: Path
    settings: RunSettings
    asking: QuestionSettings
    finished: Finished | None
    items: tuple[Item, ...]
    attempts: tuple[Attempt, ...]
    answered: Mapping[str, tuple[Attempt, ...]]
    failed: frozenset[str]

    @property
    def kind(self) -> Kind:
        return SETS[self.settings.protocol]

    @property
    def planned(self) -> int:
        """The number of items that the run is to ask."""
        return sum(self.settings.tasks.values())

    @property
    def asked(self) -> list[Item]:
        """The items that have an answer, in the order of the set."""
        return [item for item in self.items if item.id in self.answered]

    @property
    def readings(self) -> list[AnswerReading | None]:
        """The reading of the last answer to each of them."""
        return [from_numbers(item.form, self.answered[item.id][-1].action) for item in self.asked]

    @property
    def talks(self) -> list[Talk]:
        """The conversations, without their text."""
        return [
            restore_talk(item, [(a, "") for a in self.answered[item.id]]) for item in self.asked
        ]

    @property
    def outcomes(self) -> dict[str, int]:
        """All six counts."""
        found = Counter(attempt.outcome for attempt in self.attempts)
        return {str(outcome): found[outcome] for outcome in Outcome}

    def score(self) -> Score | Inserted:
        """Score what was answered."""
        if not self.answered:
            raise BadInput(f"{self.folder} holds no answer yet", CONTINUE)
        if self.kind is Kind.INSERTION:
            return score_talks(self.talks)
        return score_readings(self.asked, self.readings)


def holds_answers(folder: Path) -> bool:
    """Return whether a folder is a run of questions."""
    return read_settings(folder).get("asks") == QUESTIONS


def load_answers(folder: Path) -> Answers:
    """Load a run of questions, finished or not."""
    data = read_settings(folder)
    settings = parse_settings(data, folder / SETTINGS)
    if data.get("asks") != QUESTIONS or settings.protocol not in SETS:
        raise RunError(f"{folder} is not a run of questions", "`topple eval physiq-...` makes one")
    # The version of a set is that of its wording.
    version = settings.protocol_version
    asking = QuestionSettings.from_data({"prompts": version, **data["asking"]})
    known = items_of(SETS[settings.protocol], asking)
    made = tuple(_attempts(folder / ATTEMPTS, known))
    counted: dict[str, list[Attempt]] = {}
    for attempt in made:
        if attempt.outcome not in settings.uncounted:
            counted.setdefault(attempt.task, []).append(attempt)
    last = {attempt.task: attempt for attempt in made}
    return Answers(
        folder,
        settings,
        asking,
        load_finished(folder / FINISHED),
        tuple(known.values()),
        made,
        {name: tuple(each) for name, each in counted.items()},
        frozenset(name for name, each in last.items() if each.outcome is Outcome.FAILED),
    )


def _attempts(path: Path, known: Mapping[str, Item]) -> list[Attempt]:
    """Load the attempts of a file in order; an incomplete last line is ignored."""
    found: dict[tuple[str, int], Attempt] = {}
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    for count, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break
        try:
            attempt = Attempt.from_line(line)
            if attempt.task not in known:
                raise BadInput(f"`{attempt.task[:120]}` is not an item of the set")
            if (attempt.task, attempt.number) in found:
                raise BadInput(f"attempt {attempt.number} at {attempt.task} is there twice")
        except BadInput as error:
            hint = "the file was changed by something else, or made by another version"
            raise RunError(f"{path}, line {count}: {error}", hint) from error
        found[attempt.task, attempt.number] = attempt
    return [found[key] for key in sorted(found)]
