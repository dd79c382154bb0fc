"""Run the agents of a submission again, and compare the attempts that they make."""

from __future__ import annotations

import json
import tempfile
from itertools import zip_longest
from pathlib import Path

from topple.agents.agent import make_agent
from topple.errors import ToppleError
from topple.protocols import protocol
from topple.protocols.choose import with_choices
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.runs.settings import RunSettings
from topple.submissions import files
from topple.tasks.attempt import Attempt


def reproduce(folder: Path, threads: int | None = None) -> dict[str, str]:
    """Play every run of a verified submission again; return why a run is not reproduced.

    The result is added to `verified.json`.
    """
    told = files.read_manifest(folder)
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as place:
        for name in files.run_names(told):
            recorded = files.unpack(folder, told, name, Path(place, "recorded"))
            if why := _compare(recorded, Path(place, "played", name), threads):
                found[name] = why
    path = folder / files.VERIFIED
    data = json.loads(path.read_bytes())
    data |= {"reproduced": not found, "not_reproduced": found}
    path.write_text(json.dumps(data, indent=1, allow_nan=False) + "\n")
    return found


def _compare(recorded: Path, played: Path, threads: int | None) -> str:
    settings = load(recorded).settings
    if settings.asked:
        return "the answers of a model are not made again"
    try:
        run(_plan(settings), played, workers=threads)
    except ToppleError as error:
        return str(error)
    pairs = zip_longest(read_attempts(recorded / ATTEMPTS), read_attempts(played / ATTEMPTS))
    for ours, again in pairs:
        if ours is None or again is None:
            return "another number of attempts"
        if _timeless(ours) != _timeless(again):
            return f"another attempt {ours.number} at {ours.task}"
    return ""


def _plan(settings: RunSettings) -> Plan:
    pairs = [(name, str(value)) for name, value in settings.agent_settings.items()]
    used = with_choices(protocol(settings.protocol), settings.choices)
    agent = make_agent(settings.agent, pairs)
    return Plan(used, agent, settings.folds, settings.part, settings.seed, settings.limit)


def _timeless(attempt: Attempt) -> Attempt:
    return attempt._replace(wall_ms=0.0, think_ms=None)
