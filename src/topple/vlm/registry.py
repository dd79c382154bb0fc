"""What Inspect finds by entry point: tasks, and baselines as models.

inspect eval topple/deepphy_phyre --model openai/gpt-4o -T mode=classic -T form=8x8x8
"""

from __future__ import annotations

from collections.abc import Sequence

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig

from topple.errors import BadInput
from topple.protocols.protocol import protocol
from topple.tasks.task import TaskId
from topple.vlm import physiq, provider
from topple.vlm.plan import VlmPlan
from topple.vlm.scorer import solved
from topple.vlm.setup import Setup
from topple.vlm.solver import play

__all__ = ["deepphy_birds", "deepphy_phyre", "inspect_task", "physiq", "provider"]

# As in DeepPHY.
TEMPERATURE, LONGEST_ANSWER = 0.1, 4096
MODES = {"strict": "deepphy-phyre", "classic": "deepphy-phyre-classic"}


@task
def deepphy_phyre(
    mode: str = "strict",
    form: str = "5x5x5",
    format: str = "vla",
    history: str = "5x5",
    parameters: bool = False,
    pictures: int = 0,
    limit: int | None = None,
) -> Task:
    """Give DeepPHY's protocol on PHYRE; `limit` takes tasks evenly from all templates."""
    if mode not in MODES:
        raise BadInput(f"no mode `{mode}`", f"give {' or '.join(MODES)}")
    rules = protocol(MODES[mode])
    setup = Setup(form, format, history, parameters, pictures, classic=mode == "classic")
    return inspect_task(VlmPlan(rules, setup, "", rules.folds, limit=limit))


@task
def deepphy_birds(
    format: str = "vla",
    history: str = "5x5",
    parameters: bool = False,
    pictures: int = 0,
    limit: int | None = None,
) -> Task:
    """Give DeepPHY's slingshot game on birds."""
    rules = protocol("deepphy-birds")
    setup = Setup("angle-power", format, history, parameters, pictures)
    return inspect_task(VlmPlan(rules, setup, "", rules.folds, limit=limit))


def inspect_task(
    plan: VlmPlan, record: str = "", items: Sequence[tuple[int, str]] | None = None
) -> Task:
    """Make an Inspect task of a plan, or of some of its tasks, given by fold and name.

    `record` names where attempts go beside Inspect's log.
    """
    rules = plan.protocol
    samples = [
        Sample(
            id=f"{fold}:{name}",
            input=f"{rules.name}, fold {fold}: {name}",
            metadata={
                "fold": fold,
                "task": name,
                "template": TaskId.parse(name).template,
                "record": record,
            },
        )
        for fold, name in (plan.items() if items is None else items)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=rules.name),
        solver=play(rules.name, plan.setup.data()),
        scorer=solved(sorted(rules.uncounted), rules.attempts),
        config=GenerateConfig(temperature=TEMPERATURE, max_tokens=LONGEST_ANSWER),
        name=rules.name.replace("-", "_"),
        version=rules.version,
        metadata={
            "protocol": rules.name,
            "variant": plan.setup.variant,
            "asking": plan.setup.data(),
            "folds": list(plan.folds),
            "limit": plan.limit,
        },
    )
