"""Recorded attempts, replayed for a page."""

from __future__ import annotations

from dataclasses import dataclass

from topple.reports.replays import Replay, find_task, replay, scene
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts
from topple.runs.load import Run
from topple.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Figure:
    """A replay, the words below it, and where these lead, if anywhere."""

    replay: Replay
    words: str
    link: str = ""


def scene_figure(task: Task) -> list[Figure]:
    """Show a task before anyone acts; nothing where its world cannot be filmed."""
    return _figure(scene(task), "The scene")


def attempt_figure(
    run: Run, row: int, kind: str, more: str = "", transcripts: Transcripts = NO_TRANSCRIPTS
) -> list[Figure]:
    """Replay the attempt that solved the task of a row, or one that missed."""
    results = run.results
    places = results.solved_place if kind == "solved" else results.missed_place
    attempt = run.attempt(int(places[row]))
    task = find_task(run.settings, attempt.task)
    if task is None:
        return []
    words = f"{attempt.outcome.capitalize()}, attempt {attempt.number}{more}"
    return _figure(replay(task, attempt), words, transcripts.attempt(run.folder, attempt))


def _figure(found: Replay | None, words: str, link: str = "") -> list[Figure]:
    return [] if found is None else [Figure(found, words, link)]
