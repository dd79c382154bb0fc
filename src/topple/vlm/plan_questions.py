"""Plans from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.protocols import protocol
from topple.protocols.choose import with_choices
from topple.tasks.protocol import Choices
from topple.vlm.plan import ModelPlan
from topple.worlds.voices import voice_of


def plan_of(
    name: str,
    asking: Mapping[str, Any],
    model: str = "",
    folds: tuple[int, ...] | None = None,
    *,
    seed: int = 0,
    limit: int | None = None,
    options: Mapping[str, Any] | None = None,
    arguments: Mapping[str, Any] | None = None,
    endpoint: str = "",
    choices: Choices | None = None,
) -> ModelPlan:
    """Make the plan of a protocol from plain data, as run.json holds it."""
    found = protocol(name)
    voice = voice_of(found)
    setup = voice.setup(asking)
    found = with_choices(voice.asked(found, setup), choices or Choices())
    folds = found.folds if folds is None else folds
    reached = (seed, limit, options or {}, arguments or {}, endpoint)
    return ModelPlan(found, setup, model, folds, *reached)
