"""Check the simulated attempts that a model asked for: within the budget, and as recorded."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from topple.errors import ToppleError
from topple.prompting.tools import Tools
from topple.runs.settings import RunSettings
from topple.runs.turns import TOOLS, read_calls
from topple.submissions.card import shown_tools
from topple.submissions.faults import Fault, Kind, Report
from topple.worlds import world


def check_calls(folder: Path, settings: RunSettings, report: Report) -> None:
    """Count the calls of each task, and play each again."""
    try:
        calls = read_calls(folder)
        counts = Counter((call["fold"], call["task"]) for call in calls)
        _check_budget(counts, settings, report)
        for call in calls:
            _replay(call, settings, report)
    except (ToppleError, ValueError, KeyError, TypeError) as error:
        report(Fault(Kind.FILE, TOOLS, f"it cannot be read: {str(error)[:80]}"))


def _check_budget(counts: Counter[Any], settings: RunSettings, report: Report) -> None:
    most = Tools.parse(shown_tools(settings) or "none").simulations
    for (_, task), count in counts.items():
        if count > most:
            what = f"`{str(task)[:80]}` has {count} simulated attempts; the run allows {most}"
            report(Fault(Kind.BEYOND, TOOLS, what))


def _replay(call: dict[str, Any], settings: RunSettings, report: Report) -> None:
    if not call["action"]:
        return
    own = world(settings.world)
    task = own.task(call.get("practice") or call["task"])
    (played,) = own.play([task], [tuple(call["action"])], threads=1)
    if (str(played.outcome), played.digest) != (call["outcome"], call["digest"]):
        what = f"call {call['call']} of `{task}` ends as {played.outcome}, {played.digest}"
        report(Fault(Kind.OUTCOME, TOOLS, what))
