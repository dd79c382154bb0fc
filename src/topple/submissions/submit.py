"""Pack runs and a card as a submission."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from topple.errors import BadInput, RunError
from topple.protocols import protocol
from topple.runs.folder import ATTEMPTS, FINISHED, SETTINGS, read_settings
from topple.runs.levels import LEVELS
from topple.runs.load import Run, load
from topple.runs.reduce import read_attempts
from topple.runs.turns import TOOLS, TURNS
from topple.submissions.card import (
    CARD,
    Card,
    Harness,
    Track,
    allows,
    harness_of,
    one_of,
    shown_tools,
    shown_track,
)
from topple.submissions.claim import claim
from topple.submissions.faults import Fault
from topple.submissions.files import CLAIM, PACKED, RUNS, TASKS, pack, seal, take
from topple.worlds import world

_BLOCK = 1 << 20


def submit(runs: Sequence[Path], card: Card, out: Path) -> Path:
    """Write a submission of finished runs; refuse a card that says less than the runs show."""
    _check_new(out)
    loaded = [load(folder) for folder in runs]
    for run in loaded:
        _check(run, card)
    names = [run.folder.resolve().name for run in loaded]
    if doubled := [name for name, count in Counter(names).items() if count > 1]:
        raise BadInput(f"two runs are named `{doubled[0]}`", "rename one of the folders")
    boards = Counter(run.settings.board for run in loaded)
    if max(boards.values()) > 1:
        raise BadInput("two runs would stand on the same board", "submit one of them")
    out.mkdir(parents=True, exist_ok=True)
    for run, name in zip(loaded, names, strict=True):
        _pack_run(run, out / RUNS / name)
    card.save(out / CARD)
    seal(out)
    return out


def submit_again(folder: Path, out: Path) -> Path:
    """Pack the attempts of a submission by the rules of today's protocols, with the same card.

    This is right where a protocol changed how it scores: `verify` refuses attempts that today's
    protocol would not have allowed.
    """
    _check_new(out)
    with tempfile.TemporaryDirectory() as place:
        faults: list[Fault] = []
        taken = take(folder, Path(place), faults.append)
        if faults:
            raise BadInput(str(faults[0]))
        shutil.copytree(folder, out, dirs_exist_ok=True)
        for run in taken.runs:
            settings = read_settings(run)
            settings["protocol"]["version"] = protocol(settings["protocol"]["name"]).version
            (run / SETTINGS).write_text(json.dumps(settings, indent=2) + "\n")
            shutil.copy(run / SETTINGS, out / RUNS / run.name)
            _write_claim(load(run), out / RUNS / run.name)
    seal(out)
    return out


def task_rows(run: Run) -> dict[str, dict[str, list[Any]]]:
    """Return every task of a run by fold and id, with its content hash and number of attempts."""
    own = world(run.settings.world, run.settings.choices.rules)
    rows: dict[str, dict[str, list[Any]]] = {}
    hashes: dict[str, str] = {}
    results = run.results
    counts = results.outcomes.sum(axis=1).tolist()
    for fold, name, count in zip(results.fold.tolist(), results.task.tolist(), counts, strict=True):
        if name not in hashes:
            hashes[name] = own.task(name).content_hash()
        rows.setdefault(str(fold), {})[name] = [hashes[name], count]
    return rows


def _check_new(out: Path) -> None:
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} is there already", "give another folder with --out")


def _check(run: Run, card: Card) -> None:
    if run.finished is None:
        raise RunError(f"{run.folder} is unfinished", "run its `topple eval` command again")
    shown = shown_track(run.settings, run.finished)
    if not allows(card.track, shown):
        raise BadInput(
            f"{run.folder} is not of the track `{card.track}`: it shows `{shown}`",
            f'give --track "{shown}"',
        )


def _pack_run(run: Run, to: Path) -> None:
    to.mkdir(parents=True)
    for name in (SETTINGS, FINISHED):
        (to / name).write_bytes((run.folder / name).read_bytes())
    for name in (ATTEMPTS, TURNS, TOOLS):
        if (run.folder / name).exists():
            pack(to / f"{name}{PACKED}", _blocks(run.folder / name))
    if (run.folder / LEVELS).is_dir():
        (to / LEVELS).mkdir()
        for level in sorted((run.folder / LEVELS).glob("*.json")):
            (to / LEVELS / level.name).write_bytes(level.read_bytes())
    rows = json.dumps(task_rows(run), separators=(",", ":"))
    pack(to / f"{TASKS}{PACKED}", iter([rows.encode()]))
    _write_claim(run, to)


def _write_claim(run: Run, to: Path) -> None:
    (to / CLAIM).write_text(json.dumps(claim(run), indent=1) + "\n")


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            yield block


def total_cost(runs: Sequence[Path]) -> float:
    """Return what the attempts of runs cost, in dollars."""
    return round(sum(each.cost_usd for run in runs for each in read_attempts(run / ATTEMPTS)), 9)


def new_card(
    runs: Sequence[Path],
    *,
    agent: str | None,
    authors: Sequence[str],
    track: str | None,
    harness: str | None,
    training_data: str,
    licence: str,
    contact: str,
) -> Card:
    """Fill in a card; the track is the first one that allows what the runs show."""
    loaded = [load(folder) for folder in runs]
    names = sorted({run.settings.agent for run in loaded})
    if agent is None and len(names) > 1:
        raise BadInput(f"runs of {', '.join(names)}", "submit each apart, or name --agent")
    if not authors:
        raise BadInput("a card names its authors", 'give --author "NAME"')
    shown = max((shown_track(run.settings, run.finished) for run in loaded), key=list(Track).index)
    had = max((harness_of(run.settings) for run in loaded), key=list(Harness).index)
    tools = sorted({shown_tools(run.settings) for run in loaded} - {""})
    return Card(
        agent=agent or names[0],
        authors=tuple(authors),
        track=one_of(Track, track or shown),
        harness=one_of(Harness, harness or had),
        tools=", ".join(tools),
        training_data=training_data,
        command=str(loaded[0].settings.made_by.get("command", "")),
        cost_usd=total_cost(runs),
        licence=licence,
        contact=contact,
    )
