"""Make a run folder of a log that Inspect wrote for one of our tasks."""

from __future__ import annotations

from pathlib import Path

from topple.errors import BadInput, MissingExtra
from topple.runs.folder import RunFolder
from topple.runs.maker import made_by
from topple.tasks.attempt import Attempt
from topple.vlm.episode import is_over
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import summary

_WRITES = "`inspect eval topple/...` writes logs, into the folder `logs`"


def convert(log_path: Path, out: Path, command: str = "") -> int:
    """Write the attempts of a log to a new run folder; give their number."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise MissingExtra("reading Inspect's logs", "vlm") from error
    if not log_path.is_file():
        raise BadInput(f"there is no log {log_path}", _WRITES)
    try:
        log = read_eval_log(str(log_path))
    except (ValueError, LookupError) as error:
        raise BadInput(f"{log_path} is no log of Inspect", _WRITES) from error
    metadata = log.eval.metadata or {}
    if "asking" not in metadata or not log.samples:
        raise BadInput(f"{log_path} holds no attempts at Topple's tasks", _WRITES)
    if (out / "run.json").exists():
        raise BadInput(f"{out} holds a run already", "give another folder with --out")
    plan = plan_of(
        metadata["protocol"],
        metadata["asking"],
        log.eval.model,
        tuple(metadata["folds"]),
        seed=int(log.eval.model_args.get("seed", 0)),
        limit=metadata["limit"],
    )
    attempts = [
        Attempt.from_line(line.encode() + b"\n")
        for sample in log.samples
        for score in (sample.scores or {}).values()
        for line in (score.metadata or {}).get("attempts", [])
    ]
    with RunFolder(out, {**plan.settings(), "made_by": made_by(command)}) as folder:
        done: dict[tuple[int, str], list[Attempt]] = {}
        for attempt in attempts:
            folder.append(attempt)
            done.setdefault((attempt.fold, attempt.task), []).append(attempt)
        if all(is_over(plan.protocol, done.get(key, [])) for key in plan.items()):
            folder.finish(summary(attempts, len(plan.items())))
    return len(attempts)
