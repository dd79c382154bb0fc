"""Entries of a leaderboard: the submissions in a folder, with their badges."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from topple.errors import BadInput
from topple.reports.tables.groups import Entry as Scored
from topple.runs.load import Run, load
from topple.runs.score import score
from topple.runs.turns import asked_in
from topple.submissions import files
from topple.submissions.card import CARD, Card


class Badge(StrEnum):
    """What is known about an entry beyond the word of its authors."""

    REPRODUCED = "reproduced"  # the agent was run again, and made the same attempts
    VERIFIED = "verified outcome"  # every attempt was played again
    REPORTED = "self-reported"


@dataclass(frozen=True, slots=True)
class Entry:
    """A submission: its name in the leaderboard, its card, its badge and its scored runs."""

    name: str
    card: Card
    badge: Badge
    runs: tuple[Scored, ...]


def read_entries(season: Path, place: Path) -> list[Entry]:
    """Read every submission of a season; runs are unpacked into the folder `place`."""
    return [_entry(folder, place) for folder in _submissions(season)]


def read_runs(season: Path, place: Path) -> list[Run]:
    """Read the runs of every submission of a season, unpacked into the folder `place`."""
    return [run for folder in _submissions(season) for run in _runs(folder, place)]


def _submissions(season: Path) -> list[Path]:
    if not season.is_dir():
        raise BadInput(f"no folder {season}", "a leaderboard is leaderboard/SEASON/NAME")
    found = [path.parent for path in sorted(season.glob(f"*/{files.MANIFEST}"))]
    if not found:
        raise BadInput(f"{season} holds no submission", "`topple submit` makes one")
    return found


def _entry(folder: Path, place: Path) -> Entry:
    runs = _runs(folder, place)
    card = Card.load(folder / CARD)
    scored = tuple(Scored(card.agent, run, score(run), asked_in(run.folder)) for run in runs)
    return Entry(folder.name, card, badge(folder), scored)


def _runs(folder: Path, place: Path) -> list[Run]:
    told = files.read_manifest(folder)
    wrong: list[object] = []
    files.check_files(folder, told, wrong.append)
    if wrong:
        raise BadInput(f"{folder}: {wrong[0]}", f"`topple verify {folder}` says more")
    return [
        load(files.unpack(folder, told, name, place / folder.name))
        for name in files.run_names(told)
    ]


def badge(folder: Path) -> Badge:
    """Return the badge of a submission: what `verified.json` says about this very content."""
    try:
        data = json.loads((folder / files.VERIFIED).read_bytes())
        if not data["verified"] or data["submission"] != files.manifest_hash(folder):
            return Badge.REPORTED
        return Badge.REPRODUCED if data.get("reproduced") else Badge.VERIFIED
    except (OSError, ValueError, KeyError, TypeError):
        return Badge.REPORTED
