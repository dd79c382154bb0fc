"""Simulate, train and test a DQN in one go, within given minutes: a job for a borrowed GPU.

    PYTHONPATH=src python tools/dqn_job.py --protocol phyre-b-within --fold 0 \\
        --data-minutes 8 --train-minutes 9 --cache out/outcomes --out out/dqn_job

The same command goes on where it was stopped or killed. Candidates are simulated in rounds over all
training tasks, and only complete rounds are learnt from. Ends with `result.json` in the out folder.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.agents import _dqn_parts as dqn
from topple.agents._dqn_options import Options, Progress
from topple.agents.practice import Practice
from topple.metrics.auccess import auccess, success_at
from topple.protocols.protocol import protocol
from topple.tasks.task import Task
from topple.tasks.world import World
from topple.worlds import world as find_world

ATTEMPTS = 100
_WALKED = 25  # actions of a ranking simulated at a time


def main() -> None:
    args = _arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    setup = protocol(args.protocol)
    split = setup.split(args.fold)
    world = find_world(setup.world)
    part = "dev" if args.dev else "test"
    names = _spread(split.learnt_from(part), args.tasks)
    tested = _spread(split.tested(part), args.tasks)
    seconds: dict[str, float] = {}
    with _timed("build", seconds):
        practice = Practice(world, names, folder=args.cache, threads=1)
        say(f"{len(practice.tasks)} training tasks, {len(tested)} to test on")
    with _timed("simulate", seconds):
        actions = _simulate(practice, args)
    with _timed("load", seconds):
        outcomes = practice.outcomes(practice.tasks, actions)
        examples = dqn.Examples.of(practice.tasks, outcomes)
    say(f"{actions} actions a task: {len(examples.solved)} solved, {len(examples.missed)} missed")
    settings = dqn.Settings(
        updates=args.updates, hidden=args.hidden, width=args.width, batch=args.batch
    )
    options = Options(
        folder=args.out,
        device=args.device,
        minutes=args.train_minutes,
        checkpoint_every=args.checkpoint_every,
        speed=args.speed,
        watch=_watch(),
    )
    with _timed("train", seconds):
        network, trained = dqn.train(examples, settings, options)
    say(f"trained: {trained}")
    with _timed("test", seconds):
        found = _test(network, world, [world.task(name) for name in tested], args)
    result = {
        **measure(found),
        "protocol": args.protocol,
        "fold": args.fold,
        "part": part,
        "tasks": {"train": len(names), part: len(tested)},
        "actions_per_task": actions,
        "ranked": args.ranked,
        "settings": asdict(settings),
        "trained": asdict(trained),
        "seconds": {
            **{name: round(value, 1) for name, value in seconds.items()},
            # Of all calls; the others are of the last one.
            "simulate": round(json.loads((args.out / "data.json").read_text())["seconds"], 1),
            "train": round(trained.seconds, 1),
        },
        "device": _device_name(trained.device),
        "threads": args.threads,
    }
    (args.out / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


def measure(found: Sequence[int | None]) -> dict[str, Any]:
    """Compute AUCCESS and success within k of the attempt that solved each task, if any did."""
    solved_at = np.array([at or 0 for at in found])
    success = {str(k): success_at(solved_at, k) for k in (1, 5, 10, 50, 100)}
    return {"auccess": auccess(solved_at, ATTEMPTS), "success_at": success}


def _simulate(practice: Practice, args: argparse.Namespace) -> int:
    """Simulate rounds of candidates until time is up; give the actions a task of complete ones."""
    record = args.out / "data.json"
    state: dict[str, Any] = {"actions": 0, "seconds": 0.0}
    if record.exists():
        state = json.loads(record.read_text())
    began, limit = time.monotonic() - state["seconds"], 60 * args.data_minutes
    done: int = state["actions"]
    while done < args.actions and not state.get("finished"):
        count = min(args.actions, done + args.round)
        late = None if done == 0 else began + limit  # the first round is always made
        if not _round(practice, count, args.threads, late):
            break
        done = count
        state = {"actions": done, "seconds": time.monotonic() - began}
        record.write_text(json.dumps(state))
        say(f"simulated {done} actions a task after {state['seconds']:.0f} s")
        if state["seconds"] >= limit:
            break
    record.write_text(json.dumps({**state, "finished": True}))
    return done


def _round(practice: Practice, count: int, threads: int, late: float | None) -> bool:
    """Simulate every task up to a count of candidates; say whether time sufficed."""

    def one(task: Task) -> bool:
        if late is not None and time.monotonic() > late:
            return False
        practice.outcomes([task], count)
        return True

    with ThreadPoolExecutor(threads) as pool:
        return all(pool.map(one, practice.tasks))


def _test(
    network: dqn.Network, world: World, tasks: Sequence[Task], args: argparse.Namespace
) -> list[int | None]:
    """Find for each task the counted attempt that solves it; results are kept line by line."""
    path = args.out / "tested.jsonl"
    known = _known(path)
    waiting: dict[str, Future[int | None]] = {}
    tell = _now_and_then()
    with ThreadPoolExecutor(args.threads) as pool, path.open("a") as file:
        for number, task in enumerate(tasks, 1):
            if str(task) not in known:
                candidates = task.actions.candidates(args.ranked)
                scores = dqn.scores(network, task.image(), candidates)
                order = np.argsort(-scores, kind="stable")
                waiting[str(task)] = pool.submit(_walk, world, task, candidates[order])
            for name in [name for name, future in waiting.items() if future.done()]:
                _keep(file, known, name, waiting.pop(name).result())
            tell(f"ranked {number} of {len(tasks)} tasks")
        for name, future in waiting.items():
            _keep(file, known, name, future.result())
    return [known[str(task)] for task in tasks]


def _known(path: Path) -> dict[str, int | None]:
    """Read what an earlier call found; a last line cut short is dropped."""
    text = path.read_text() if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return {row["task"]: row["solved_at"] for row in map(json.loads, whole.splitlines())}


def _keep(file: Any, known: dict[str, int | None], name: str, solved_at: int | None) -> None:
    known[name] = solved_at
    file.write(json.dumps({"task": name, "solved_at": solved_at}) + "\n")
    file.flush()


def _walk(world: World, task: Task, ranking: NDArray[np.float64]) -> int | None:
    """Go down a ranking, past invalid actions, to the first that solves the task."""
    counted = 0
    for start in range(0, len(ranking), _WALKED):
        for outcome in world.outcomes([task], ranking[start : start + _WALKED], 1)[0]:
            counted += outcome != 0
            if counted > ATTEMPTS:
                return None
            if outcome > 0:
                return int(counted)
    return None


def _watch() -> Callable[[Progress], None]:
    tell = _now_and_then()
    first: list[float] = []

    def watch(at: Progress) -> None:
        if not first:  # what came before says nothing about the pace
            first[:] = at.update, at.seconds
        pace = (at.update - first[0]) / max(1e-9, at.seconds - first[1])
        tell(
            f"update {at.update} of {at.updates} ({min(1, at.share):.1%}), loss {at.loss:.4f}, "
            f"{pace:.1f}/s, {at.seconds:.0f} s"
        )

    return watch


def _now_and_then(every: float = 15.0) -> Callable[[str], None]:
    last = [0.0]

    def tell(text: str) -> None:
        if time.monotonic() - last[0] > every:
            last[0] = time.monotonic()
            say(text)

    return tell


def say(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", flush=True)


@contextmanager
def _timed(name: str, seconds: dict[str, float]) -> Iterator[None]:
    began = time.monotonic()
    yield
    seconds[name] = time.monotonic() - began
    say(f"{name}: {seconds[name]:.1f} s")


def _spread(names: Sequence[str], most: int) -> list[str]:
    """Take so many names, evenly spread."""
    return list(names) if not most else [names[i * len(names) // most] for i in range(most)]


def _device_name(device: str) -> str:
    import torch

    return torch.cuda.get_device_name() if device == "cuda" else device


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--protocol", default="phyre-b-within")
    parser.add_argument("--fold", type=int, default=0)
    parser.add_argument("--dev", action="store_true", help="test on dev, learn from train alone")
    parser.add_argument("--actions", type=int, default=100_000, help="at most, a training task")
    parser.add_argument("--round", type=int, default=500, help="further candidates a round")
    parser.add_argument("--data-minutes", type=float, default=8.0)
    parser.add_argument("--train-minutes", type=float, default=9.0)
    parser.add_argument("--updates", type=int, default=100_000, help="at most")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--ranked", type=int, default=10_000, help="candidates a tested task")
    parser.add_argument("--tasks", type=int, default=0, help="only so many, to try the job out")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--device", default="", help="cpu or cuda")
    parser.add_argument("--speed", default="auto", help="auto, plain, graph or compile")
    parser.add_argument("--checkpoint-every", type=int, default=5000)
    parser.add_argument("--cache", type=Path, default=Path("out/outcomes"))
    parser.add_argument("--out", type=Path, default=Path("out/dqn_job"))
    return parser.parse_args()


if __name__ == "__main__":
    main()
