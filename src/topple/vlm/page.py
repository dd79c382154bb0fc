"""Transcripts as one web page: every question, its pictures, the answer, and the outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from topple.errors import BadInput, ToppleError
from topple.prompting.exchange import Key
from topple.reports.pages.render import render
from topple.reports.tables.text import dollars
from topple.runs.folder import read_settings
from topple.runs.levels import know_levels
from topple.runs.turns import TURNS, Asked, count_asked, read_turns, turns_of
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Choices
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import read_attempts
from topple.vlm.transcript import outcome_word, transcript
from topple.worlds import world

Report = Callable[[int, int], None]


def save(
    folder: Path,
    path: Path,
    most: int,
    also: Collection[Key] = (),
    report: Report = lambda done, of: None,
) -> None:
    """Write the page of a run to a file; see `page`."""
    path.write_text(page(folder, most, also, report), encoding="utf-8", errors="replace")


def has_transcripts(folder: Path) -> bool:
    """Return whether a run is a model run under the current version of its protocol."""
    settings = read_settings(folder)
    if not _is_of_model(folder, settings):
        return False
    try:
        protocol = plan_of(settings["protocol"]["name"], settings["asking"]).protocol
    except ToppleError:  # asked in words that this Topple has not
        return False
    now = (protocol.version, world(protocol.world).version)
    return (settings["protocol"]["version"], settings["world"]["version"]) == now


def page(
    folder: Path,
    most: int,
    also: Collection[Key] = (),
    report: Report = lambda done, of: None,
) -> str:
    """Return a self-contained page with `most` tasks, evenly from all templates, and `also`."""
    settings = read_settings(folder)
    if not _is_of_model(folder, settings):
        raise BadInput(f"{folder} is not a run of a model", "`topple report` shows runs of agents")
    attempts = read_attempts(folder)
    turns = turns_of(read_turns(folder), attempts)
    know_levels(folder)
    plan = plan_of(
        settings["protocol"]["name"],
        settings["asking"],
        choices=Choices.from_data(settings["protocol"]),
    )
    chosen = set(plan.protocol.some([task for _, task in attempts], most))
    shown = {key: made for key, made in attempts.items() if key[1] in chosen or key in also}
    tasks = []
    for key, made in shown.items():
        tasks.append(transcript(plan, key, made, turns.get(key, [])))
        report(len(tasks), len(shown))
    values = {
        "title": f"{settings['agent']['name']} on {plan.protocol.name}",
        "variant": settings["protocol"]["variant"],
        "command": settings["made_by"]["command"],
        "counts": _counts(plan, attempts, count_asked(folder)),
        "ends": Counter(task.end for task in tasks),
        "tasks": tasks,
        "legend": {str(each): outcome_word(plan, each) for each in Outcome},
    }
    return render("vlm/transcripts.html", values)


def _is_of_model(folder: Path, settings: Mapping[str, Any]) -> bool:
    return "asking" in settings and (folder / TURNS).exists()


def _counts(plan: ModelPlan, attempts: Mapping[Key, list[Attempt]], asked: Asked) -> dict[str, str]:
    made = [attempt for each in attempts.values() for attempt in each]
    outcomes = Counter(attempt.outcome for attempt in made)
    counts = {
        "tasks": len(attempts),
        "attempts": len(made),
        **{outcome_word(plan, outcome): outcomes[outcome] for outcome in Outcome},
        **({"turns": asked.turns} if asked.in_games else {}),
        **({f"{name} turns": n for name, n in asked.lost.items() if n} if asked.in_games else {}),
        "tokens": asked.tokens,
    }
    cost = dollars(asked.tokens, asked.cost_usd)
    return {**{name: f"{count:,}" for name, count in counts.items()}, "cost": cost}
