"""What Inspect finds by entry point: a task per protocol and question set, baselines as models.

inspect eval topple/deepphy_phyre --model openai/gpt-4o -T mode=classic -T form=8x8x8
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from inspect_ai import Task, task

from topple.errors import BadInput
from topple.physiq.find import SETS
from topple.physiq.items import Kind
from topple.prompting.setup import Setup
from topple.protocols import all_protocols
from topple.tasks.protocol import Protocol
from topple.vlm import provider
from topple.vlm.brier import brier
from topple.vlm.inspected import inspect_task
from topple.vlm.options import QUESTION_OPTIONS, protocol_options, usual_setup
from topple.vlm.plan_questions import plan_of

__all__ = ["TASKS", "provider"]

_MODES = ("strict", "classic")
_SETUP = {each.name: each.default for each in fields(Setup)}


def _registered(
    name: str, about: str, defaults: Mapping[str, Any], make: Callable[[dict[str, Any]], Task]
) -> Callable[..., Task]:
    """Register an Inspect task with these parameters and defaults, and `limit`."""
    known = {**defaults, "limit": None}

    def made(**chosen: Any) -> Task:
        return make({**known, **chosen})

    made.__doc__ = about
    # Inspect reads the parameters of a task from its signature.
    made.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, default=default)
            for each, default in known.items()
        ]
    )
    return task(name=name.replace("-", "_"))(made)


def _protocol_task(rules: Protocol) -> Callable[..., Task]:
    """Register a protocol; where it has a classic version, as another mode of one task."""
    classic = [each.name for each in all_protocols().values() if each.classic_of == rules.name]
    modes = dict(zip(_MODES, [rules.name, *classic], strict=False))
    own = {each: _SETUP[each] for each in _SETUP if each in protocol_options(rules)}
    usual = usual_setup(rules.name)
    defaults = {**({"mode": "strict"} if classic else {}), **own}
    defaults |= {each: usual[each] for each in ("form", "history") if each in own}

    def make(chosen: dict[str, Any]) -> Task:
        mode, limit = chosen.pop("mode", "strict"), chosen.pop("limit")
        if mode not in modes:
            raise BadInput(f"no mode `{mode}`", f"give {' or '.join(modes)}")
        changed = {each: value for each, value in chosen.items() if value != defaults[each]}
        asking = {**usual_setup(modes[mode]), **changed}
        return inspect_task(plan_of(modes[mode], asking, limit=limit))

    return _registered(rules.name, rules.caption, defaults, make)


def _question_task(name: str, kind: Kind) -> Callable[..., Task]:
    """Register a question set."""
    usual = usual_setup(name)

    def make(chosen: dict[str, Any]) -> Task:
        limit = chosen.pop("limit")
        plan = plan_of(name, {**usual, **chosen}, limit=limit)
        return inspect_task(plan, scorers=[brier()] if kind is Kind.CONFIDENCE else [])

    defaults = {each: usual[each] for each in QUESTION_OPTIONS[kind]}
    return _registered(name, f"Question set {name}.", defaults, make)


TASKS = {
    **{
        rules.name: _protocol_task(rules)
        for rules in all_protocols().values()
        if rules.for_models and not rules.classic_of
    },
    **{name: _question_task(name, kind) for name, kind in SETS.items()},
}
