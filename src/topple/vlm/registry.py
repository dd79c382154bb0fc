"""What Inspect finds by entry point: a task per protocol, baselines as models.

inspect eval topple/deepphy_phyre --model openai/gpt-4o -T mode=classic -T form=8x8x8
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from inspect_ai import Task, task
from inspect_ai.util import registry_info

from topple.errors import BadInput
from topple.prompting.setup import Setup
from topple.protocols import all_protocols
from topple.tasks.protocol import Protocol
from topple.vlm import provider
from topple.vlm.inspected import inspect_task
from topple.vlm.options import options_of, usual_setup
from topple.vlm.plan_questions import plan_of

__all__ = ["TASKS", "provider"]

_PREFIX = "topple/"
_MODES = ("strict", "classic")
_SETUP = {each.name: each.default for each in fields(Setup)}


def _register(
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
    own = name.replace("-", "_")
    found = task(name=own)(made)
    # Inspect puts the package before a name if its files are installed, or if the distribution of
    # an editable install has its name. That of Topple has another.
    named = registry_info(found).name.startswith(_PREFIX)
    return found if named else task(name=f"{_PREFIX}{own}")(made)


def _protocol_task(used: Protocol) -> Callable[..., Task]:
    """Register a protocol; where it has a classic version, as another mode of one task."""
    classic = [each.name for each in all_protocols().values() if each.classic_of == used.name]
    modes = dict(zip(_MODES, [used.name, *classic], strict=False))
    usual = usual_setup(used.name)
    known = {**_SETUP, **usual}
    own = {each: known[each] for each in known if each in options_of(used)}
    defaults = {**({"mode": "strict"} if classic else {}), **own}

    def make(chosen: dict[str, Any]) -> Task:
        mode, limit = chosen.pop("mode", "strict") if classic else "strict", chosen.pop("limit")
        if mode not in modes:
            raise BadInput(f"no mode `{mode}`", f"give {' or '.join(modes)}")
        changed = {each: value for each, value in chosen.items() if value != defaults[each]}
        asking = {**usual_setup(modes[mode]), **changed}
        plan = plan_of(modes[mode], asking, limit=limit)
        return inspect_task(plan)

    return _register(used.name, used.caption, defaults, make)


TASKS = {
    used.name: _protocol_task(used)
    for used in all_protocols().values()
    if used.for_models and not used.classic_of
}
