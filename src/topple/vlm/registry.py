"""What Inspect finds by entry point: tasks, and baselines as models.

inspect eval topple/deepphy_phyre --model openai/gpt-4o -T mode=classic -T form=8x8x8
"""

from __future__ import annotations

from inspect_ai import Task, task

from topple.errors import BadInput
from topple.prompting.setup import APART, USUAL, Setup
from topple.protocols import protocol
from topple.vlm import physiq, provider
from topple.vlm.inspected import inspect_task
from topple.vlm.plan import VlmPlan

__all__ = ["deepphy_birds", "deepphy_phyre", "physiq", "provider"]

MODES = {"strict": "deepphy-phyre", "classic": "deepphy-phyre-classic"}


@task
def deepphy_phyre(
    mode: str = "strict",
    form: str = "5x5x5",
    format: str = "vla",
    history: str = "5x5",
    parameters: bool = False,
    pictures: int = 0,
    view: str = USUAL,
    moments: str = APART,
    limit: int | None = None,
) -> Task:
    """Give DeepPHY's protocol on PHYRE; `limit` takes tasks evenly from all templates."""
    if mode not in MODES:
        raise BadInput(f"no mode `{mode}`", f"give {' or '.join(MODES)}")
    rules = protocol(MODES[mode])
    classic = mode == "classic"
    setup = Setup(form, format, history, parameters, pictures, classic, view, moments)
    return inspect_task(VlmPlan(rules, setup, "", rules.folds, limit=limit))


@task
def deepphy_birds(
    format: str = "vla",
    history: str = "5x5",
    parameters: bool = False,
    pictures: int = 0,
    view: str = USUAL,
    limit: int | None = None,
) -> Task:
    """Give DeepPHY's slingshot game on birds."""
    rules = protocol("deepphy-birds")
    setup = Setup("angle-power", format, history, parameters, pictures, view=view)
    return inspect_task(VlmPlan(rules, setup, "", rules.folds, limit=limit))
