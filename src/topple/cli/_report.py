"""Runs of tasks and of questions, reported together."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topple.cli._console import coloured, say, show_table
from topple.errors import BadInput
from topple.physiq.items import Kind
from topple.physiq.reports import page as questions_page
from topple.physiq.reports import tables as questions
from topple.physiq.reports.load import holds_answers, load_answers
from topple.progress import Bar
from topple.reports.pages import page
from topple.reports.tables.attempts import attempts_table, unions_table
from topple.reports.tables.data import facts, task_rows
from topple.reports.tables.groups import Group, grouped
from topple.reports.tables.published import published_table
from topple.reports.tables.text import attempts, counts, headline
from topple.reports.transcripts import Transcripts, beside
from topple.runs.load import load

# Items on a page of transcripts; the more pictures each has, the fewer.
_TRANSCRIPTS = {Kind.RANKING: 25, Kind.INSERTION: 10}
_USUALLY = 60
_FILMS = 100  # of attempts at tasks, beside those that the report itself shows


class Reported:
    """Run folders, scored and put together by what may be compared."""

    def __init__(self, folders: Sequence[Path]) -> None:
        asked = [folder for folder in folders if holds_answers(folder)]
        played = [folder for folder in folders if folder not in asked]
        self.groups = grouped([load(folder) for folder in played])
        self.asked = questions.grouped([load_answers(folder) for folder in asked])

    def facts(self) -> list[dict[str, Any]]:
        """Give all numbers as plain data."""
        return [*map(facts, self.groups), *map(questions.facts, self.asked)]

    def show(self) -> None:
        """Print all scores."""
        for group in self.groups:
            _show_tasks(group)
        for asked in self.asked:
            _show_questions(asked)

    def save_csv(self, path: Path) -> None:
        """Write one row per task."""
        if self.asked:
            raise BadInput("questions have no rows by task", "their attempts.jsonl has all answers")
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(task_rows(self.groups))
        say(f"{path}: {path.stat().st_size:,} bytes")

    def save_page(self, path: Path) -> None:
        """Write a page, and beside it the transcripts of models."""
        runs = self._told()
        told = Transcripts(beside(path, list(runs)))
        names = {entry.label for group in self.groups for entry in group.entries}
        names |= {entry.label for group in self.asked for entry in group.entries}
        sections = [page.section(group, told) for group in self.groups]
        sections += [questions_page.section(group, told) for group in self.asked]
        path.write_text(page.page_of(names, sections), encoding="utf-8")
        say(f"{path}: {path.stat().st_size:,} bytes")
        for folder, most in runs.items():
            _save_transcripts(folder, path, told, most)

    def _told(self) -> dict[Path, int]:
        """Find the runs whose transcripts can be shown, and say how many tasks or items of each."""
        from topple.vlm.page import can_be_told

        found = {
            entry.run.folder: max(1, _FILMS // entry.run.settings.attempts)
            for group in self.groups
            for entry in group.entries
        }
        for asked in self.asked:
            most = _TRANSCRIPTS.get(asked.kind, _USUALLY)
            found |= {entry.run.folder: most for entry in asked.entries}
        return {folder: most for folder, most in found.items() if can_be_told(folder)}


def _save_transcripts(folder: Path, report: Path, told: Transcripts, most: int) -> None:
    """Write what was said in a run, with all tasks that the report links to."""
    from topple.vlm.page import save

    path = report.with_name(told.pages[folder])
    with Bar(path.name, "tasks") as bar:
        save(folder, path, most, told.linked.get(folder, ()), bar.update)
    say(f"{path}: {path.stat().st_size:,} bytes")


def _show_tasks(group: Group) -> None:
    """Print the scores of runs of one protocol."""
    variant = f" ({group.variant})" if group.variant else ""
    words = f"{group.protocol} version {group.version}{variant}, {group.part} tasks"
    print(coloured(f"{words}, {attempts(group)} attempts each", "bold"))
    print()
    tables = (headline(group), attempts_table(group), unions_table(group), counts(group))
    for table in filter(None, (*tables, published_table(group))):
        show_table(*table)
        print()
    for entry in group.entries:
        if entry.warnings:
            say(f"* {entry.label}: {'; '.join(entry.warnings)}")
    say(group.metric.about)
    if group.metric.by_folds and group.references is None:
        say("no floor or ceiling is known for this protocol and part")
    if not group.same_tasks:
        say("the runs did not play the same tasks: `topple compare` compares what both have played")


def _show_questions(group: questions.Group) -> None:
    """Print the scores of runs of one question set."""
    print(coloured(group.title, "bold"))
    print()
    show_table(*questions.headline(group))
    print()
    show_table(*questions.counts(group))
    print()
    for entry in group.entries:
        if entry.warnings:
            say(f"* {entry.label}: {'; '.join(entry.warnings)}")
    say("in brackets: what players get that look at nothing")
