"""Run the agents of a submission again, and compare the attempts that they make.

An agent is run only if this Topple has it under its name: a submission names no code to load. A
sample of its tasks shows whether the attempts are this agent's, in seconds, where it learns nothing
from other tasks: its random numbers are keyed by task and attempt. An agent of another version than
today's is not run, as it would be another agent.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from topple.agents.agent import Agent, find_agent, make_agent
from topple.agents.random import Random
from topple.errors import BadInput, ToppleError
from topple.protocols import protocol
from topple.protocols.choose import with_choices
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS
from topple.runs.load import load
from topple.runs.reduce import read_attempts
from topple.runs.settings import RunSettings
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol

_SAMPLED = 2  # tasks per run that are played again


def reproduce(recorded: Path, threads: int | None = None) -> str:
    """Play a run again from its settings; return why the attempts are not the same, or nothing."""
    settings = load(recorded).settings
    if settings.asked:
        return "the answers of a model are not made again"
    kind = find_agent(settings.agent)
    if kind is not None and settings.agent_version != kind.version:
        return f"version {settings.agent_version} of `{settings.agent}`; this is {kind.version}"
    found = with_choices(protocol(settings.protocol), settings.choices)
    try:
        return _compare(recorded, settings, found, settings.limit, threads)
    except (ToppleError, TypeError, ValueError) as error:
        return str(error)


def sample(recorded: Path, settings: RunSettings, threads: int | None = None) -> str | None:
    """Play some tasks of a run again; return what differs, or None if the agent cannot be run."""
    kind = find_agent(settings.agent)
    if kind is None or settings.asked or not _is_sampled(kind, settings):
        return None
    found = with_choices(protocol(settings.protocol), settings.choices)
    fold = secrets.choice(settings.folds)
    names = list(found.tasks(fold, settings.part, settings.limit))
    # Nobody can arrange the attempts around a choice that is made afterwards.
    chosen = tuple(secrets.SystemRandom().sample(names, min(_SAMPLED, len(names))))
    split = replace(found.split(fold), **{settings.part: chosen})
    some = replace(found, split=lambda fold: split, twins=None)
    try:
        return _compare(recorded, replace(settings, folds=(fold,)), some, None, threads, chosen)
    except ToppleError:  # such as an extra that is not installed
        return None


def _is_sampled(kind: type[Agent], settings: RunSettings) -> bool:
    """Return whether an agent of today learns nothing before and while it is tested."""
    learns = kind.online or hasattr(kind, "train")
    # Random play checks a setting when it is fitted; what simulates the tasks keeps its simulator.
    fits = kind.fit is not Agent.fit and kind is not Random and not kind.simulates
    return not learns and not fits and settings.agent_version == kind.version


def _compare(
    recorded: Path,
    settings: RunSettings,
    found: Protocol,
    limit: int | None,
    threads: int | None,
    chosen: Sequence[str] = (),
) -> str:
    agent = make_known(settings)
    plan = Plan(found, agent, settings.folds, settings.part, settings.seed, limit)
    with tempfile.TemporaryDirectory() as place:
        played = Path(place, "played")
        run(plan, played, workers=threads)
        # The order of tasks says nothing, the order of attempts at one does.
        old, new = (
            _by_task(path / ATTEMPTS, settings.folds, chosen) for path in (recorded, played)
        )
        for ours, again in zip_longest(old, new):
            if ours is None or again is None:
                return "another number of attempts"
            if ours.simulations is None:  # a run from before they were counted
                again = again._replace(simulations=None)
            if ours != again:
                return f"another attempt {ours.number} at {ours.task[:100]}"
    return ""


def make_known(settings: RunSettings) -> Agent:
    """Make the agent of a run by its registered name and its settings, but with no model."""
    if find_agent(settings.agent) is None:
        raise BadInput(f"this Topple has no agent `{settings.agent[:80]}`")
    values = dict(settings.agent_settings)
    if values.get("model"):
        raise BadInput("the model of this agent is not part of a submission")
    return make_agent(settings.agent, [(name, str(value)) for name, value in values.items()])


def _by_task(path: Path, folds: Sequence[int], chosen: Sequence[str]) -> Iterator[Attempt]:
    own = (
        each._replace(wall_ms=0.0, think_ms=None)
        for each in read_attempts(path)
        if each.fold in folds and (not chosen or each.task in chosen)
    )
    yield from sorted(own, key=lambda each: (each.fold, each.task))
