"""Evaluate a model under a protocol, with Inspect: one call, one run folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput, MissingExtra
from topple.prompting.episode import Key, is_over
from topple.runs.folder import RunFolder
from topple.runs.provenance import made_by
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import BASELINES
from topple.vlm.plan import ModelPlan
from topple.vlm.record import Record, summary

INSPECT_LOGS = "inspect"  # folder of a run with Inspect's own logs
_ENDPOINT = "endpoint"  # the provider name for a bare base URL

Watch = Callable[[int, int, float], None]  # tasks over, tasks in all, dollars spent


@dataclass(frozen=True, slots=True)
class Running:
    """How a run is carried out; nothing here changes its records."""

    concurrency: int = 32
    most_usd: float | None = None
    price_in: float = 0.0  # dollars per million tokens, where Inspect does not know
    price_out: float = 0.0
    retries: int = 6
    timeout_s: int = 600
    cache: bool = False
    log_pictures: bool = False
    base_url: str | None = None
    api_key: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a call: whether everything is done, and if not, why."""

    worked: bool
    finished: bool
    failed: int  # tasks that a failure of the provider ended for now
    spent: bool  # whether the spending limit was reached


def evaluate_model(
    plan: ModelPlan,
    path: Path,
    running: Running | None = None,
    *,
    command: str = "",
    model_args: Mapping[str, Any] | None = None,
    watch: Watch | None = None,
) -> Ended:
    """Carry out a plan in a run folder. The same call again resumes it.

    Tasks that a failure of the provider ended are asked again; the run is finished when none is
    left.
    """
    running = running or Running()
    with RunFolder(path, {**plan.settings(), "made_by": made_by(command)}) as folder:
        if folder.finished:
            return Ended(False, True, 0, False)
        record = Record(folder)
        left = _left(plan, record)
        if watch is not None:
            record.heard = _counter(plan, record, len(left), watch)
        spent = bool(left) and _ask(plan, left, record, path, running, model_args or {})
        left = _left(plan, record)
        if not left:
            made = [attempt for each in record.attempts.values() for attempt in each]
            folder.finish(summary(made, len(plan.items())))
        return Ended(True, not left, _failed(left, record), spent)


def _left(plan: ModelPlan, record: Record) -> list[Key]:
    return [key for key in plan.items() if not is_over(plan.protocol, record.attempts.get(key, []))]


def _counter(plan: ModelPlan, record: Record, left: int, watch: Watch) -> Callable[[Attempt], None]:
    total = len(plan.items())

    def count(attempt: Attempt) -> None:
        nonlocal left
        left -= is_over(plan.protocol, record.attempts[attempt.fold, attempt.task])
        watch(total - left, total, record.cost_usd)

    return count


def _failed(left: list[Key], record: Record) -> int:
    return sum(
        bool(made) and made[-1].outcome is Outcome.FAILED
        for made in (record.attempts.get(key, []) for key in left)
    )


def _ask(
    plan: ModelPlan,
    left: list[Key],
    record: Record,
    path: Path,
    running: Running,
    model_args: Mapping[str, Any],
) -> bool:
    """Ask the model all that is left, with Inspect; return whether the budget is spent."""
    try:
        from inspect_ai import eval as inspect_eval
        from inspect_ai.model import CachePolicy, GenerateConfig, get_model
    except ImportError as error:
        raise MissingExtra("evaluating models", "vlm") from error
    from topple.vlm import provider  # noqa: F401  registers baselines as models
    from topple.vlm.inspected import inspect_task
    from topple.vlm.solver import Budget, forget, keep

    config = GenerateConfig(
        max_connections=running.concurrency,
        max_retries=running.retries,
        attempt_timeout=running.timeout_s,
        # Another seed is another run, which must not reuse answers.
        cache=CachePolicy(scopes={"seed": str(plan.seed)}) if running.cache else None,
        # Not all providers accept seeds, so only a chosen one is sent.
        seed=plan.seed or None,
    )
    name, key = _model(plan.model, running)
    own_args: dict[str, Any] = dict(model_args)
    baseline = name.startswith(BASELINES)
    if baseline:
        own_args["seed"] = plan.seed
    budget = Budget(running.most_usd, running.price_in, running.price_out)
    mark = str(path.resolve())
    keep(mark, record, budget)
    try:
        model = get_model(
            name,
            config=config,
            base_url=running.base_url,
            api_key=key,
            memoize=False,
            **own_args,
        )
        inspect_eval(
            inspect_task(plan, mark, left),
            model=model,
            log_dir=str(path / INSPECT_LOGS),
            log_images=running.log_pictures,
            display="none",
            fail_on_error=False,
            max_samples=running.concurrency,
            ctl_server=False,
            # Baselines answer at once; Inspect's own record would take longer than everything else.
            log_realtime=not baseline,
            log_samples=not baseline,
            score=not baseline,
        )
    finally:
        forget(mark)
    return budget.spent


def _model(name: str, running: Running) -> tuple[str, str | None]:
    """Return Inspect's name of a model, and its key; a bare name is looked up at the base URL."""
    if running.base_url is None:
        if "/" not in name:
            raise BadInput(
                f"`{name[:60]}` does not name a provider",
                "give provider/model, for example openai/gpt-4o, or --base-url",
            )
        return name, running.api_key
    if "/" in name and name.split("/")[0] in ("openai-api", "openai", "vllm", "ollama", "topple"):
        return name, running.api_key
    key = running.api_key or os.environ.get("OPENAI_API_KEY") or "none"
    return f"openai-api/{_ENDPOINT}/{name}", key
