"""Entries of a leaderboard: the submissions in a folder, verified where the board is built.

Nothing in an entry's folder says what it is worth. Whoever builds a board verifies every entry, and
an entry with a fault is not on it. What was verified is kept outside, so it is played once.

The folder of a season also holds `leaderboard.toml`, which those who run it write:

    reproduce = ["random"]     # entries whose agents are run again in full

    [[withdrawn]]              # rows that are struck through
    entry = "random"
    submission = "..."         # what `sha256sum submission.json` says: another one is not struck
    date = "2026-11-17"
    reason = "trained on test tasks"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from topple.errors import BadInput, ToppleError
from topple.reports.tables.groups import Entry as Scored
from topple.runs.load import load
from topple.runs.score import score
from topple.runs.turns import count_asked
from topple.submissions import files
from topple.submissions.card import Card
from topple.submissions.progress import keep, kept
from topple.submissions.reproduce import reproduce
from topple.submissions.verify import verify_taken

SEASON = "leaderboard.toml"
Report = Callable[[int, int, str], None]


class Badge(StrEnum):
    """What is known about an entry beyond the word of its authors."""

    REPRODUCED = "reproduced"  # its agents were run again, and made the same attempts
    SAMPLED = "agent sampled"  # its agents were run again on some tasks, and acted alike
    VERIFIED = "verified outcome"  # every attempt was played again
    OPEN = "not verified yet"  # the board was built without verifying it
    OWN = "not submitted"  # a run of one's own, which nobody verified


@dataclass(frozen=True, slots=True)
class Entry:
    """A submission: its name in the leaderboard, its card, its badge and its scored runs.

    `withdrawn` is a date and a reason.
    """

    name: str
    card: Card
    badge: Badge
    runs: tuple[Scored, ...]
    mark: str = ""
    withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class Season:
    """The entries of a season; `refused` are those with a fault, by name, with the first one."""

    name: str
    entries: tuple[Entry, ...]
    refused: dict[str, str] = field(default_factory=dict)


# Returns the badge of the private copy of an entry; raises `BadInput` for one with a fault.
Check = Callable[[files.Taken, bool], Badge]


def read_season(
    folder: Path,
    place: Path,
    check: Check | None = None,
    report: Report = lambda done, of, name: None,
) -> Season:
    """Verify every submission of a season; runs are unpacked into the folder `place`."""
    if not folder.is_dir():
        raise BadInput(f"no folder {folder}", "a leaderboard is leaderboard/SEASON/NAME")
    found = [path.parent for path in sorted(folder.glob(f"*/{files.MANIFEST}"))]
    if not found:
        raise BadInput(f"{folder} holds no submission", "`topple submit` makes one")
    again, withdrawn = _read_toml(folder / SEASON)
    entries, refused = [], {}
    for number, each in enumerate(found):
        report(number, len(found), each.name)
        try:
            taken = _take(each, place / each.name)
            name = str(each.name)
            badge = (check or check_here)(taken, name in again)
            why = withdrawn.get((name, taken.mark), "")
            entries.append(_entry(name, taken, badge, why))
        except ToppleError as error:
            refused[each.name] = str(error)
    report(len(found), len(found), "")
    return Season(folder.name, tuple(entries), refused)


def check_here(taken: files.Taken, again: bool, threads: int | None = None) -> Badge:
    """Verify an entry, unless that was done before; with `again`, run its agents again, too."""
    found = kept(taken.mark, "verdict")
    if not found:
        verdict = verify_taken(taken, threads)
        found = {
            "faults": [str(each) for each in verdict.faults],
            "sampled": len(verdict.sampled) == len(verdict.runs),
        }
        keep(taken.mark, "verdict", found)
    if found["faults"]:
        raise BadInput(found["faults"][0])
    if again:
        why = kept(taken.mark, "reproduced")
        if not why:
            why = {run.name: reproduce(run, threads) for run in taken.runs}
            keep(taken.mark, "reproduced", why)
        if not any(why.values()):
            return Badge.REPRODUCED
    return Badge.SAMPLED if found["sampled"] else Badge.VERIFIED


def check_kept(taken: files.Taken, again: bool) -> Badge:
    """Return the badge of an entry that was verified before; play nothing."""
    found = kept(taken.mark, "verdict")
    done = found and (not again or kept(taken.mark, "reproduced"))
    return check_here(taken, again) if done else Badge.OPEN


def own_entries(runs: Sequence[Any], names: Sequence[str]) -> tuple[Entry, ...]:
    """Return runs of one's own as entries that nobody has verified."""
    from topple.submissions.submit import new_card

    found = []
    for run, name in zip(runs, names, strict=True):
        given = {"track": None, "harness": None, "training_data": "", "licence": "", "contact": ""}
        card = new_card([run.folder], agent="own", authors=["you"], **given)  # type: ignore[arg-type]
        found.append(Entry(name, card, Badge.OWN, (_score(name, run.folder),)))
    return tuple(found)


def slug(agent: str) -> str:
    """Return the folder of an agent's entry: two that look alike cannot both be there."""
    return re.sub(r"[^a-z0-9._]+", "-", agent.lower().rpartition("/")[2]).strip("-")


def _take(folder: Path, place: Path) -> files.Taken:
    faults: list[object] = []
    place.mkdir()
    taken = files.take(folder, place, faults.append)
    if faults:
        raise BadInput(str(faults[0]))
    return taken


def _entry(name: str, taken: files.Taken, badge: Badge, withdrawn: str) -> Entry:
    card = Card.load(taken.card)
    if name != slug(card.agent):
        raise BadInput(f"the entry of `{card.agent}` must be called `{slug(card.agent)}`")
    runs = tuple(_score(card.agent, folder) for folder in taken.runs)
    return Entry(name, card, badge, runs, taken.mark, withdrawn)


def _score(label: str, folder: Path) -> Scored:
    run = load(folder)
    return Scored(label, run, score(run), count_asked(folder))


def _read_toml(path: Path) -> tuple[list[str], dict[tuple[str, str], str]]:
    """Return the entries to reproduce, and why others are withdrawn."""
    if not path.exists():
        return [], {}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = data.get("withdrawn", [])
        struck = {(r["entry"], r["submission"]): f"{r['date']}: {r['reason']}" for r in rows}
        return [str(name) for name in data.get("reproduce", [])], struck
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"cannot read {path}: {error!r}") from error
