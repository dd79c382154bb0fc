"""Reports on runs of tasks and of questions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, plain, say, show_table
from topple.errors import BadInput
from topple.progress import Bar
from topple.reports.tables.groups import group_runs
from topple.reports.tables.printed import Printed, overview, tables_of
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS
from topple.runs.load import load

if TYPE_CHECKING:  # pages are slow to import, and most commands only print
    from topple.prompting.exchange import Key
    from topple.prompting.predictions import FactCount
    from topple.reports.pages.page import Heading
    from topple.reports.pages.section import Part
    from topple.reports.tables.groups import Entry


class Reported:
    """Run folders, scored and grouped by what may be compared."""

    def __init__(self, folders: Sequence[Path], attempts: int | None = None) -> None:
        """Load runs; with `attempts`, score the first ones per task only."""
        self.runs = [load(folder, attempts) for folder in runs_among(folders)]
        self.groups = group_runs(self.runs)

    def facts(self) -> list[dict[str, Any]]:
        """Return all numbers as plain data."""
        from topple.reports.tables.data import facts

        found = list(map(facts, self.groups))
        for group, data in zip(self.groups, found, strict=True):
            for entry, row in zip(group.entries, data["runs"], strict=True):
                if counts := _predictions(entry):
                    row["predictions"] = [asdict(each) for each in counts]
        return found

    def show(self) -> None:
        """Print all scores, each note once below the first table it is about, and an overview."""
        said: set[str] = set()
        several = len(self.groups) > 1
        for each in (tables_of(group, named=several) for group in self.groups):
            if said:
                print()
            _show(each, [note for note in each.notes if note not in said])
            said.update(each.notes)
        for entry in (entry for group in self.groups for entry in group.entries):
            if counts := _predictions(entry):
                _show_predictions(entry, counts)
        if table := overview(self.groups):
            print(coloured("\nall protocols\n", "bold"))
            show_table(*table)

    def save_csv(self, path: Path) -> None:
        """Write one row per task."""
        import csv

        from topple.reports.tables.data import task_rows

        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(task_rows(self.groups))
        say(f"{path}: {path.stat().st_size:,} bytes")

    def save_page(self, path: Path, heading: Heading | None = None) -> None:
        """Write a page, and next to it the transcripts of models."""
        from topple.reports.pages import page
        from topple.reports.pages.across import across
        from topple.reports.transcripts import Transcripts, page_names

        runs = self._with_transcripts()
        transcripts = Transcripts(page_names(path, list(runs)))
        names = {entry.label for group in self.groups for entry in group.entries}
        sections: list[Part] = [page.section(group, transcripts) for group in self.groups]
        sections += across(self.groups)
        text = page.page_of(names, sections, heading=heading or page.REPORT)
        path.write_text(text, encoding="utf-8", errors="replace")
        say(f"{path}: {path.stat().st_size:,} bytes")
        for folder, most in runs.items():
            beside = path.with_name(transcripts.page(folder))
            save_transcripts(folder, beside, most, transcripts.linked.get(folder, ()))

    def _with_transcripts(self) -> dict[Path, int]:
        """Find the runs whose transcripts can be shown, and how many tasks of each.

        Those that the report itself shows are added.
        """
        from topple.vlm.page import has_transcripts

        found = {
            entry.run.folder: max(1, group.metric.transcripts // entry.run.settings.attempts)
            for group in self.groups
            for entry in group.entries
        }
        return {folder: most for folder, most in found.items() if has_transcripts(folder)}


def _predictions(entry: Entry) -> list[FactCount]:
    """Count the facts that a model predicted before it acted, if it was asked to."""
    if entry.run.settings.asking.get("format") != "wm":
        return []
    from topple.prompting.predictions import tally
    from topple.vlm.record import predictions

    return tally(predictions(entry.run.folder))


def _show_predictions(entry: Entry, counts: Sequence[FactCount]) -> None:
    print(f"predictions of {plain(entry.label)}\n")
    rows = [
        (
            each.name.replace("_", " "),
            f"{each.said:,}",
            f"{100 * each.right / each.said:.1f} %",
            f"{100 * each.commonest / each.said:.1f} %",
        )
        for each in counts
    ]
    show_table(("fact", "predicted", "correct", "most common truth"), rows)
    print(flush=True)
    say("most common truth: the best score of a model that always predicts the same")


def runs_among(folders: Sequence[Path]) -> list[Path]:
    """Return the folders that hold a run; name the others, and empty runs, on stderr.

    One folder that is given alone is not skipped: what is wrong with it is an error.
    """
    if len(folders) == 1:
        return list(folders)
    found = [folder for folder in folders if _holds_results(folder)]
    for folder in folders:
        if folder not in found:
            say(f"skipped: {folder} holds no run with attempts")
    if not found:
        raise BadInput("none of these folders holds a run", "`topple eval` makes runs")
    return found


def _holds_results(folder: Path) -> bool:
    """Return whether a run has attempts, or is finished without any: all tasks were given up."""
    attempts = folder / ATTEMPTS
    begun = attempts.exists() and attempts.stat().st_size > 0
    return (folder / SETTINGS).exists() and (begun or (folder / FINISHED).exists())


def save_transcripts(folder: Path, path: Path, most: int, also: Collection[Key] = ()) -> None:
    """Write a page with the questions and answers of `most` tasks of a run, and of `also`."""
    from topple.vlm.page import save

    with Bar(path.name, "tasks") as bar:
        save(folder, path, most, also, bar.update)
    say(f"{path}: {path.stat().st_size:,} bytes")


def _show(each: Printed, notes: Sequence[str]) -> None:
    """Print the scores of runs that may be compared; notes go to stderr."""
    print(coloured(plain(each.title), "bold"))
    print()
    for table in each.tables:
        show_table(*table)
        print(flush=True)  # notes go elsewhere, and come after their table
    for note in notes:
        say(note)
