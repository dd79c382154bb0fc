"""Make a run folder of a log that Inspect wrote for one of our tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from topple.errors import BadInput, MissingExtra
from topple.protocols.protocol import protocol
from topple.runs.folder import RunFolder
from topple.runs.maker import made_by
from topple.tasks.attempt import Attempt
from topple.vlm.episode import is_over
from topple.vlm.plan import VlmPlan
from topple.vlm.record import summary
from topple.vlm.setup import Setup


def convert(log_path: Path, out: Path, command: str = "") -> int:
    """Write the attempts of a log to a new run folder; give their number."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise MissingExtra("reading Inspect's logs", "vlm") from error
    if not log_path.is_file():
        raise BadInput(f"there is no log {log_path}")
    log = read_eval_log(str(log_path))
    metadata = log.eval.metadata or {}
    if "asking" not in metadata or not log.samples:
        raise BadInput(f"{log_path} holds no attempts at Topple's tasks")
    if (out / "run.json").exists():
        raise BadInput(f"{out} holds a run already", "give another folder with --out")
    plan = _plan(log.eval.model, int(log.eval.model_args.get("seed", 0)), metadata)
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


def _plan(model: str, seed: int, metadata: dict[str, Any]) -> VlmPlan:
    rules = protocol(metadata["protocol"])
    return VlmPlan(
        rules,
        Setup(**metadata["asking"]),
        model,
        tuple(metadata["folds"]),
        seed,
        limit=metadata["limit"],
    )
