"""Simulate attempts: JSON lines in, JSON lines out, in the same order.

Each line names a task, by its id or level file, and an action; `"action": null` waits. An `"id"` is
copied to the answer. A faulty line gives {"line": ..., "error": ..., "hint": ...}; the other
lines are still simulated, and the exit code is 1. Outcomes are solved, missed, invalid, unsettled
and failed. Empty lines are skipped.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from io import BufferedIOBase
from pathlib import Path
from typing import IO, Any, cast

from topple.cli._console import complain
from topple.cli._requests import BadLine, Request, chunks, read
from topple.errors import BadInput
from topple.progress import Bar

EXAMPLES = """\
  echo '{"task": "00003:017", "action": [0.3, 0.8, 0.3]}' | topple simulate
  topple simulate attempts.jsonl --bodies -o results.jsonl
  topple simulate attempts.jsonl --stride 60 --stable --threads 4
"""

# Lines per thread and batch: few enough to stop soon after Ctrl-C, enough to keep threads busy.
_LINES_PER_THREAD = 128
_LINES_WITH_FRAMES_PER_THREAD = 16


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.cli._choices import add_rules
    from topple.cli._types import whole

    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="file of JSON lines; stdin if it is - or left out",
    )
    parser.add_argument(
        "--bodies", action="store_true", help="add the final [x, y, angle] of all bodies"
    )
    parser.add_argument(
        "--stride",
        type=whole(1, 1000),
        metavar="N",
        help="add the poses of all bodies every N steps",
    )
    parser.add_argument(
        "--stable",
        action="store_true",
        help="add whether a solution still solves when it is moved by half a pixel",
    )
    parser.add_argument(
        "--threads",
        type=whole(1, 1024),
        metavar="N",
        help="number of threads; one per core by default",
    )
    add_rules(parser)
    parser.add_argument("-o", "--out", metavar="OUT", help="file to write instead of stdout")


def run(args: argparse.Namespace) -> int:
    with contextlib.ExitStack() as files:
        source = _source(args.file, files)
        out = _output(args, files)
        bar = files.enter_context(Bar("simulate", "kB"))
        size = 0 if args.file == "-" else Path(args.file).stat().st_size
        each = _LINES_WITH_FRAMES_PER_THREAD if args.stride else _LINES_PER_THREAD
        bad, count, rules = 0, 0, dict(args.rules)
        for lines, done in chunks(source, each * (args.threads or os.cpu_count() or 1)):
            answers = _answer([read(number, line, rules) for number, line in lines], args)
            out.write("".join(f"{json.dumps(answer, allow_nan=False)}\n" for answer in answers))
            out.flush()
            bad += sum("error" in answer for answer in answers)
            count += len(lines)
            if size:
                bar.update(done // 1000, size // 1000, f"{count:,} lines")
    if bad:
        complain(f"{bad} of {count} lines failed", "their output lines give the reasons")
    return 1 if bad else 0


def _answer(asked: Sequence[Request | BadLine], args: argparse.Namespace) -> list[dict[str, Any]]:
    """Answer a batch of lines with one call per world and kind of action."""
    from topple.worlds import parts, world

    wanted = parts.Wanted(args.bodies, args.stride or 0, args.stable, args.threads)
    answers: list[dict[str, Any]] = [{} for _ in asked]
    groups: dict[tuple[str, str, bool], list[int]] = {}
    for i, request in enumerate(asked):
        if isinstance(request, BadLine):
            answers[i] = request.row()
        else:
            task = request.task
            key = task.id.world, task.actions.name, request.action is None
            groups.setdefault(key, []).append(i)
    for (name, _, _), places in groups.items():
        requests = [request for i in places if isinstance(request := asked[i], Request)]
        tasks = [request.task for request in requests]
        found = parts.results(world(name), tasks, [r.action for r in requests], wanted)
        for i, request, row in zip(places, requests, found, strict=True):
            answers[i] = {**request.echo, **row, "task": request.name}
    return answers


def _source(name: str, files: contextlib.ExitStack) -> BufferedIOBase:
    if name == "-":
        return cast(BufferedIOBase, sys.stdin.buffer)
    try:
        return files.enter_context(Path(name).open("rb"))
    except OSError as error:
        hint = "give a file of JSON lines, or - to read them from stdin"
        raise BadInput(f"cannot read `{name}`: {error.strerror}", hint) from error


def _output(args: argparse.Namespace, files: contextlib.ExitStack) -> IO[str]:
    if args.out is None:
        return sys.stdout
    path = Path(args.out)
    if args.file != "-" and path.exists() and path.samefile(args.file):
        raise BadInput(f"`{path}` is both input and output", "choose another output file")
    try:
        return files.enter_context(path.open("w", encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"cannot write `{path}`: {error.strerror}") from error
