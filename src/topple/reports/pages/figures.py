"""Recorded attempts, replayed for a page."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten

from topple.reports.replays import Replay, replay, scene
from topple.reports.tables.text import JUDGED
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts
from topple.runs.find import find_task
from topple.runs.load import Run
from topple.runs.turns import read_turns
from topple.tasks.attempt import Attempt
from topple.tasks.task import Task

_TURNS, _LONGEST = 2, 160  # answers of an attempt that are shown, and the characters of each


@dataclass(frozen=True, slots=True)
class Figure:
    """A replay, the words below it, where these lead, if anywhere, and what a model said."""

    replay: Replay
    words: str
    link: str = ""
    said: tuple[str, ...] = ()


def scene_figure(task: Task) -> list[Figure]:
    """Show a task before anyone acts; nothing where its world cannot be filmed."""
    return _figure(scene(task), "The scene")


def attempt_figure(
    run: Run,
    row: int,
    kind: str,
    more: str = "",
    transcripts: Transcripts = NO_TRANSCRIPTS,
    *,
    quoted: bool = False,
    judged: bool = False,
) -> list[Figure]:
    """Replay the attempt that solved the task of a row, or one that missed.

    With `quoted`, the answers of a model stand below. Where a task is a question, an attempt is
    `judged` right or wrong.
    """
    results = run.results
    places = results.solved_place if kind == "solved" else results.missed_place
    attempt = run.attempt(int(places[row]))
    task = find_task(run.settings, attempt.task)
    if task is None:
        return []
    outcome = JUDGED.get(attempt.outcome, attempt.outcome) if judged else attempt.outcome
    words = f"{outcome.capitalize()}, attempt {attempt.number}{more}"
    link = transcripts.attempt(run.folder, attempt)
    return _figure(replay(task, attempt), words, link, _answers(run, attempt) if quoted else ())


def _figure(
    found: Replay | None, words: str, link: str = "", said: tuple[str, ...] = ()
) -> list[Figure]:
    return [] if found is None else [Figure(found, words, link, said)]


def _answers(run: Run, attempt: Attempt) -> tuple[str, ...]:
    """Return what a model answered in an attempt, shortened; nothing for agents."""
    place = (attempt.fold, attempt.task, attempt.number)
    said = [
        shorten(turn["answer"], _LONGEST, placeholder=" ...")
        for turn in read_turns(run.folder)
        if (turn["fold"], turn["task"], turn["attempt"]) == place
    ]
    return tuple(said[:_TURNS])
