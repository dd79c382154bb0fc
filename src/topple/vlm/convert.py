"""Make a run folder from a log that Inspect wrote for one of our tasks.

It equals the folder that `topple eval` makes from the same answers, except for measured times, for
what only `topple eval` knows (prices, a bare model name at an endpoint), and for its provenance.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.errors import BadInput, MissingExtra
from topple.prompting.exchange import Key
from topple.runs.folder import RunFolder
from topple.runs.provenance import made_by
from topple.runs.turns import is_turn
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Choices
from topple.vlm.baselines import BASELINES
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import Record

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

_WRITES = "`inspect eval topple/...` writes logs to the folder `logs`"
# The errors that reading data of the wrong shape raises.
_DAMAGES = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
# Parts of a sample that are large and hold nothing that a run keeps.
_UNREAD = {"messages", "events", "attachments"}
# Settings of Inspect that cannot change the answers of a model; all others may.
_REACHED = {
    *("max_retries", "timeout", "attempt_timeout", "stream_idle_timeout", "max_connections"),
    *("adaptive_connections", "cache", "cache_prompt", "batch", "extra_headers", "seed"),
}


def convert(log_path: Path, out: Path, command: str = "") -> int:
    """Write turns and attempts of a log to a new run folder; return the number of attempts."""
    log = _read(log_path)
    try:
        plan, samples = _plan(log, log_path), _samples(log)
        # Logs are sorted by name, runs by their plan.
        found = [_contents(key, samples[key]) for key in plan.items() if key in samples]
    except _DAMAGES as error:
        raise BadInput(f"{log_path} is damaged: {error!r}"[:300], _WRITES) from error
    if (out / "run.json").exists():
        raise BadInput(f"{out} holds a run already", "give another folder with --out")
    settings = {**plan.settings(), "made_by": made_by(command)}
    with RunFolder(out, settings) as folder, Record(folder, plan.protocol) as record:
        for turns, attempts in found:
            record.copy(turns, attempts)
        if not record.left(plan.items()):
            record.finish(len(plan.items()))
        return sum(map(len, record.attempts.values()))


def _read(path: Path) -> EvalLog:
    """Read a log of a Topple task; raise `BadInput` for any other file."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise MissingExtra("reading Inspect's logs", "vlm") from error
    from topple.vlm.inspected import RUN

    if not path.is_file():
        raise BadInput(f"no log `{path}`", _WRITES)
    try:
        log = read_eval_log(str(path), exclude_fields=_UNREAD)
    except (ValueError, LookupError, OSError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise BadInput(f"{path} is not a log of Inspect", _WRITES) from error
    if RUN not in (log.eval.metadata or {}) or not log.samples:
        raise BadInput(f"{path} holds no attempts at Topple's tasks", _WRITES)
    if max(sample.epoch for sample in log.samples) > 1:
        raise BadInput(
            f"{path} has several epochs, and a run has one",
            "give other seeds instead of `--epochs`, one log each",
        )
    return log


def _samples(log: EvalLog) -> dict[Key, EvalSample]:
    return {(int(s.metadata["fold"]), str(s.metadata["task"])): s for s in log.samples or ()}


def _contents(key: Key, sample: EvalSample) -> tuple[list[dict[str, Any]], list[Attempt]]:
    """Return the turns and attempts of a sample; raise `ValueError` if they are not its own."""
    from topple.vlm.answered import ATTEMPTS, TURNS

    turns = list(sample.store.get(TURNS, []))
    lines = sample.store.get(ATTEMPTS, [])
    attempts = [Attempt.from_line(f"{line}\n".encode()) for line in lines]
    keys = {(each.fold, each.task) for each in attempts}
    keys |= {(turn["fold"], turn["task"]) for turn in turns if is_turn(turn)}
    if not all(map(is_turn, turns)) or not keys <= {key}:
        raise ValueError(f"the sample of {key[1]} holds other records")
    if [each.number for each in attempts] != list(range(1, len(attempts) + 1)):
        raise ValueError(f"attempts at {key[1]} are missing or doubled")
    return turns, attempts


def _plan(log: EvalLog, path: Path) -> ModelPlan:
    """Rebuild the plan of a log; raise `BadInput` if this version asks other questions."""
    from topple.vlm.inspected import RUN

    began: dict[str, Any] = (log.eval.metadata or {})[RUN]
    model, config = log.eval.model, log.plan.config
    seed = config.seed or log.eval.model_generate_config.seed or 0
    options = config.model_dump(exclude_none=True, exclude=_REACHED)
    if model.startswith(BASELINES):
        seed, options = int(log.eval.model_args.get("seed", 0)), {}
    plan = plan_of(
        began["protocol"]["name"],
        began["asking"],
        model,
        tuple(began["folds"]),
        seed=seed,
        limit=began["limit"],
        options=options,
        choices=Choices.from_data(began["protocol"]),
    )
    if _list_asked(began) != _list_asked(plan.settings()):
        raise BadInput(
            f"{path} was made by Topple {began['topple']}, which asks other questions or reads "
            "answers in another way",
            "convert it with that version",
        )
    return plan


def _list_asked(settings: dict[str, Any]) -> tuple[Any, ...]:
    """Return what must be the same then and now; what was asked and how answers are read."""
    prompt = settings["agent"]["settings"]["prompt"]
    reading = settings.get("reading")
    return settings["world"], settings["protocol"], settings["tasks"], prompt, reading
