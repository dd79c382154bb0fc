"""Plans as Inspect tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Scorer

from topple.prompting.episode import Key
from topple.vlm.plan import ModelPlan
from topple.vlm.scorer import solved
from topple.vlm.solver import play

RUN = "run"  # where a log keeps the content of run.json
# The options of DeepPHY, unless a plan has others.
_USUAL: dict[str, Any] = {"temperature": 0.1, "max_tokens": 4096}


def inspect_task(
    plan: ModelPlan,
    record: str = "",
    items: Sequence[Key] | None = None,
    scorers: Sequence[Scorer] = (),
) -> Task:
    """Make an Inspect task of a plan, or of some of its tasks, given by fold and name.

    `record` names the record that attempts are added to. `scorers` are used besides success.
    """
    protocol = plan.protocol
    samples = [
        Sample(
            id=f"{fold}:{name}",
            input=f"{protocol.name}, fold {fold}: {name}",
            metadata={
                "fold": fold,
                "task": name,
                "template": plan.template(name),
                "record": record,
            },
        )
        for fold, name in (plan.items() if items is None else items)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=protocol.name),
        solver=play(protocol.name, plan.setup.data(), protocol.choices.data()),
        scorer=[solved(sorted(protocol.uncounted), protocol.attempts), *scorers],
        # Settings of a task override those of its model.
        config=GenerateConfig(**{**_USUAL, **plan.options}),
        name=protocol.name.replace("-", "_"),
        version=protocol.version,
        metadata={RUN: plan.settings()},
    )
