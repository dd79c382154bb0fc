"""Evaluate a model under a protocol, with Inspect: one call, one run folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from topple.errors import BadInput, RunError
from topple.prompting.exchange import Key
from topple.runs.folder import SETTINGS, RunFolder, is_finished
from topple.runs.provenance import made_by
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import BASELINES
from topple.vlm.connection import connect
from topple.vlm.fault import Fault
from topple.vlm.money import Price
from topple.vlm.plan import ModelPlan
from topple.vlm.record import Record

if TYPE_CHECKING:
    from inspect_ai.model import Model

    from topple.vlm.session import Session

INSPECT_LOGS = "inspect"  # folder of a run with Inspect's own logs

Watch = Callable[[int, int, float], None]  # tasks over, tasks in all, dollars spent


@dataclass(frozen=True, slots=True)
class Running:
    """How a run is carried out; nothing here changes its records."""

    concurrency: int = 32
    most_usd: float | None = None
    price: Price | None = None  # where Inspect does not know
    retries: int = 6
    pause_s: float = 1.0  # before the first repetition; doubles with each
    timeout_s: int = 600
    cache: bool = False
    log_pictures: bool = False
    keep_asking: bool = False  # although none of the first answers can be read
    base_url: str | None = None
    api_key: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a call: whether everything is done, and if not, why."""

    worked: bool
    finished: bool
    failed: int = 0  # tasks that a failure of the provider ended for now
    spent: bool = False  # whether the spending limit was reached
    uncounted: int = 0  # answers without a usable count of tokens
    unpriced: int = 0  # answers that used a cache whose price is not known
    first: Fault | None = None  # the first fault of the questions that were given up
    faults: Mapping[str, int] = field(default_factory=dict)  # those questions by kind of fault
    stopped: Fault | None = None  # why the run was stopped
    broken: tuple[Exception, ...] = ()  # errors that ended tasks and are no provider's


def evaluate_model(
    plan: ModelPlan,
    path: Path,
    running: Running | None = None,
    *,
    command: str = "",
    model: Model | None = None,
    watch: Watch | None = None,
) -> Ended:
    """Carry out a plan in a run folder. The same call again resumes it.

    Tasks that a failure of the provider ended are asked again; the run is finished when none is
    left. A provider that cannot be asked at all raises `BadInput` and leaves no folder behind.
    `model` is an Inspect model to ask instead of the one that the plan names.
    """
    running = running or Running()
    settings = {**plan.settings(), "made_by": made_by(command)}
    if is_finished(path, settings):
        return Ended(False, True)
    model = model or reach(plan, running)
    new = not (path / SETTINGS).exists()
    with RunFolder(path, settings) as folder, Record(folder, plan.protocol) as record:
        left = record.left(plan.items())
        if watch is not None:
            record.heard = _counter(plan, record, len(left), watch)
        session = _ask(plan, left, record, path, running, model)
        left = record.left(plan.items())
        if not left:
            record.finish(len(plan.items()))
        empty = new and not record.turns and not record.attempts
    if session.stopped and empty:
        shutil.rmtree(path)
        raise BadInput(session.stopped.cause, session.stopped.hint)
    for error in session.broken:
        if isinstance(error, OSError | RunError):
            raise error
    return Ended(
        True,
        not left,
        _count_failed(left, record),
        session.out_of_money,
        session.uncounted,
        session.unpriced,
        session.first,
        dict(session.faults),
        session.stopped,
        tuple(session.broken),
    )


def reach(plan: ModelPlan, running: Running) -> Model:
    """Return the Inspect model of a plan; nothing is asked yet."""
    model = connect(plan.model, plan.arguments, running.base_url, running.api_key, plan.seed)
    _check_price(model, running)
    return model


def _check_price(model: Model, running: Running) -> None:
    """Refuse a spending limit without a price: it would never be reached."""
    from inspect_ai.model import get_model_info

    name = str(model)
    if running.most_usd is None or running.price or name.startswith(BASELINES):
        return
    info = get_model_info(model)
    if info is None or info.cost is None:
        raise BadInput(
            f"a spending limit needs a price, and that of `{name}` is not known",
            "give --price IN OUT, in US dollars per million tokens read and written",
        )


def _counter(plan: ModelPlan, record: Record, left: int, watch: Watch) -> Callable[[Attempt], None]:
    total = len(plan.items())

    def count(attempt: Attempt) -> None:
        nonlocal left
        left -= not record.left([(attempt.fold, attempt.task)])
        watch(total - left, total, record.cost_usd)

    return count


def _count_failed(left: list[Key], record: Record) -> int:
    return sum(
        bool(made) and made[-1].outcome is Outcome.FAILED
        for made in (record.attempts.get(key, []) for key in left)
    )


def _ask(
    plan: ModelPlan, left: list[Key], record: Record, path: Path, running: Running, model: Model
) -> Session:
    """Ask the model all that is left, with Inspect; return the state in which that ended."""
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import CachePolicy

    from topple.vlm.inspected import inspect_task
    from topple.vlm.session import Session, Terms
    from topple.vlm.solver import forget, keep

    terms = Terms(
        price=running.price,
        most_usd=running.most_usd,
        retries=running.retries,
        pause_s=running.pause_s,
        timeout_s=running.timeout_s,
        longest=int(plan.options.get("max_tokens", Terms().longest)),
        # Questions that are asked at the same time may all fail by one accident.
        patience=max(10, 2 * running.concurrency),
        keep_asking=running.keep_asking,
    )
    session = Session(record, terms)
    if not left or session.stopped:
        return session
    baseline = plan.model.startswith(BASELINES)
    mark = str(path.resolve())
    keep(mark, session)
    try:
        logs = inspect_eval(
            inspect_task(plan, mark, left),
            model=model,
            log_dir=str(path / INSPECT_LOGS),
            log_images=running.log_pictures,
            display="none",
            fail_on_error=False,
            max_samples=running.concurrency,
            max_connections=running.concurrency,
            # Questions are repeated by the session, which counts all kinds of faults alike.
            max_retries=0,
            attempt_timeout=running.timeout_s,
            # Another seed is another run, which must not reuse answers.
            cache=CachePolicy(scopes={"seed": str(plan.seed)}) if running.cache else None,
            # Not all providers accept seeds, so only a chosen one is sent.
            seed=plan.seed or None,
            ctl_server=False,
            # Baselines answer at once; Inspect's own record would take longer than everything else.
            log_realtime=not baseline,
            log_samples=not baseline,
            score=not baseline,
        )
    finally:
        forget(mark)
    # Inspect keeps Ctrl-C to itself.
    if not logs or logs[0].status == "cancelled":
        raise KeyboardInterrupt
    if logs[0].status == "error" and not session.broken:
        error = logs[0].error
        raise RunError(f"Inspect ended the run: {error.message if error else 'unknown error'}")
    return session
