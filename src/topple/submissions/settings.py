"""Check the settings of a submitted run against the protocol, the world and the agent named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topple import __version__
from topple.agents.agent import find_agent
from topple.errors import MissingExtra, ToppleError, UnknownName
from topple.metrics.metric import metric
from topple.prompting.reader import READING
from topple.protocols import protocol
from topple.protocols.choose import with_choices
from topple.runs.plan import Who, check, written
from topple.runs.settings import RunSettings
from topple.submissions.faults import Fault, Kind, Report
from topple.submissions.reproduce import make_known
from topple.tasks.protocol import Protocol
from topple.vlm.baselines import SIMULATING
from topple.vlm.plan_questions import plan_of
from topple.worlds import world

_FREE = ("made_by", "topple")


def _protocol_of(settings: RunSettings, data: Mapping[str, Any]) -> Protocol:
    """Return the protocol of a run, with what the run chose."""
    if settings.asked:
        return plan_of(settings.protocol, data["asking"], choices=settings.choices).protocol
    return with_choices(protocol(settings.protocol), settings.choices)


def check_settings(
    settings: RunSettings, data: Mapping[str, Any], where: str, report: Report
) -> Protocol | None:
    """Return the protocol of a run; None if its attempts cannot be played again."""
    try:
        found = _protocol_of(settings, data)
        check(found, settings.folds, settings.limit)
        version = world(found.world).version
    except (ToppleError, KeyError, TypeError, ValueError) as error:
        kind = Kind.VERSION if isinstance(error, UnknownName) else Kind.RULES
        report(Fault(kind, where, str(error)))
        return None
    for what, theirs, ours in (
        ("protocol", settings.protocol_version, found.version),
        (found.world, settings.world_version, version),
    ):
        if theirs != ours:
            report(Fault(Kind.VERSION, where, f"{what} {theirs}; this Topple has {ours}"))
            return None
    tasks = settings.choices.tasks
    if len(set(tasks)) < len(tasks):
        report(Fault(Kind.DOUBLED, where, "a task is chosen twice"))
        return None
    if _newer(settings.topple):
        report(Fault(Kind.VERSION, where, f"Topple {settings.topple:.20}; this is {__version__}"))
    _check_equal(settings, data, found, where, report)
    _check_agent(settings, data, where, report)
    return found


def _check_equal(
    settings: RunSettings, data: Mapping[str, Any], found: Protocol, where: str, report: Report
) -> None:
    """Compare run.json with what the protocol would write."""
    if found.plays_on and not metric(found.metric).same_attempts:
        # An agent may play fewer passes, for instance one if it learnt before. Ours have their own.
        known = find_agent(settings.agent)
        most = (known and known.passes) or found.attempts
        found = replace(found, attempts=min(settings.attempts, most))
    agent = data["agent"]
    who = Who(settings.agent, settings.agent_version, dict(settings.agent_settings))
    who = replace(who, online=bool(agent.get("online")), simulates=settings.simulates)
    who = replace(who, source=str(agent.get("source", "")))
    tasks = {f: len(found.tasks(f, settings.part, settings.limit)) for f in settings.folds}
    more: dict[str, Any] = {"plays_on": True} if found.plays_on and not settings.asked else {}
    if settings.asked:
        plan = plan_of(settings.protocol, data["asking"], choices=settings.choices)
        more |= {"variant": plan.setup.variant, **plan.describe_cell()}
    wanted = written(
        found,
        who,
        tasks,
        part=settings.part,
        limit=settings.limit,
        seed=settings.seed,
        more=more,
    )
    if settings.asked:
        wanted |= {"asking": data["asking"], "reading": READING}
    wanted = json.loads(json.dumps(wanted))
    for name in sorted({*wanted, *data} - {*_FREE}):
        # As text, which tells 6 from 6.0 and from true.
        if _text(wanted.get(name)) != _text(data.get(name)):
            what = f"`{name}` is {_short(data.get(name))}, not {_short(wanted.get(name))}"
            report(Fault(Kind.RULES, where, what))


def _check_agent(
    settings: RunSettings, data: Mapping[str, Any], where: str, report: Report
) -> None:
    """Compare what run.json says about an agent of ours with the agent."""
    if settings.asked:
        plan = plan_of(settings.protocol, data["asking"], choices=settings.choices)
        if settings.simulates != (settings.agent in SIMULATING or plan.simulates):
            report(Fault(Kind.AGENT, where, f"`{settings.agent}` and `simulates` do not fit"))
        return
    known = find_agent(settings.agent)
    if known is None:
        return
    told = data["agent"]
    wrong = [name for name in ("online", "simulates") if told.get(name) != getattr(known, name)]
    # Attempts of an agent that has changed since are as good as before; none comes from the future.
    if not 1 <= settings.agent_version <= known.version:
        wrong.append("version")
    if "study" in settings.agent_settings:
        report(Fault(Kind.AGENT, where, f"`{settings.agent}` is an agent, and no study of people"))
    if settings.agent_version == known.version and not settings.agent_settings.get("model"):
        try:
            make_known(settings)
        except MissingExtra:
            pass  # it cannot be run here, which is no fault
        except ToppleError as error:
            report(Fault(Kind.AGENT, where, str(error)))
    for name in wrong:
        what = f"`{settings.agent}` has {name} {getattr(known, name)}, not {told.get(name)}"
        report(Fault(Kind.AGENT, where, what))


def _newer(version: str) -> bool:
    """Return whether a version is of a Topple that is not out yet."""
    numbers = [int(part) for part in version.split(".") if part.isdecimal()]
    return not numbers or numbers > [int(part) for part in __version__.split(".")[:3]]


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 120 else f"{text[:120]}..."
