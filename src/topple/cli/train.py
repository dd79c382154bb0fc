"""Train an agent on the training tasks of a protocol and keep what it learnt.

Agents of PHYRE first simulate candidate actions on every training task and keep them in the cache,
which all folds and agents share; those of birds practise while they learn. All go on where they
were stopped when the same command is given again. An agent trained for the test learns from train
and dev, with --dev from train alone.

Use what was learnt with `topple eval PROTOCOL --agent dqn --set model=DIR`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from topple.cli._console import say, show_json
from topple.cli._types import add_settings, positive, whole

if TYPE_CHECKING:
    from topple.agents._training.options import Options, Progress, Trained
    from topple.agents.practice import Practice
    from topple.progress import Bar
    from topple.tasks.task import Task

EXAMPLES = """\
  topple train dqn --protocol phyre-b-within --fold 0 --out models/fold_0
  topple train dqn --protocol phyre-b-cross --fold 3 --out models/cross_3 --set hidden=256
  topple train dqn --protocol phyre-b-within --out models/quick --set actions=2000 --minutes 30
  topple train ddqn --protocol phyq-local --out models/symbols --minutes 10 --set updates=1000000
  topple train relational --protocol phyq-broad --out models/relational --set sees=picture
  topple train ppo --protocol phyq-broad --out models/ppo --minutes 60
"""


@runtime_checkable
class Trainable(Protocol):
    """An agent with something to train; `options` name the folder to keep it in."""

    def train(self, practice: Practice, options: Options) -> Trained: ...


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", help="who learns: dqn, dqn-o, ddqn, relational, ppo or a2c")
    parser.add_argument("--protocol", required=True, help="whose training tasks")
    parser.add_argument("--fold", type=whole(0, 99_999), default=0, help="0 by default")
    parser.add_argument("--out", type=Path, required=True, help="folder for the model")
    add_settings(parser)
    parser.add_argument("--dev", action="store_true", help="learn from train alone, for tuning")
    parser.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=0, help="of weights and batches"
    )
    parser.add_argument(
        "--minutes",
        type=positive,
        help="end training by the clock; the learning rate falls to 0 by then",
    )
    parser.add_argument("--cache", type=Path, help="where practice is kept; beside the model")
    parser.add_argument("--threads", type=whole(1, 1024), help="to simulate with; all by default")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="a GPU if there is one")
    parser.add_argument(
        "--checkpoint-every",
        type=whole(1, 10**9 - 1),
        default=5000,
        metavar="N",
        help="updates between two saved states; 5000 by default",
    )


def run(args: argparse.Namespace) -> int:
    from topple.agents._training.options import Options
    from topple.agents.agent import make_agent
    from topple.agents.practice import Practice
    from topple.errors import BadInput
    from topple.progress import Bar
    from topple.protocols import protocol
    from topple.runs.plan import check_world
    from topple.worlds import world

    found = protocol(args.protocol)
    if args.fold not in found.folds:
        raise BadInput(f"`{found.name}` has no fold {args.fold}", f"it has {len(found.folds)}")
    agent = make_agent(args.agent, args.set)
    if not isinstance(agent, Trainable):
        raise BadInput(
            f"agent `{args.agent}` has nothing to train", "dqn, ddqn, relational, ppo, a2c have"
        )
    check_world(found, agent)
    simulated, trained = Bar("practice", "tasks"), Bar("training", "updates")
    practice = Practice(
        world(found.world),
        found.split(args.fold).learnt_from("dev" if args.dev else "test"),
        folder=args.cache or args.out.parent / "practice",
        threads=args.threads,
        report=simulated.update,
    )
    options = Options(
        folder=args.out,
        device=args.device or "",
        minutes=args.minutes,
        checkpoint_every=args.checkpoint_every,
        watch=_watch(simulated, trained),
        environments=_environments,
    )
    agent.settle(args.seed, args.fold, "fit")
    try:
        result = agent.train(practice, options)
    except KeyboardInterrupt:
        simulated.end()
        trained.end()
        say(f"stopped; what was simulated and learnt is kept. Go on with:\n  {args.line}")
        return 130
    simulated.end()
    trained.end()
    _show(result, args)
    return 0


def _environments(tasks: Sequence[Task], count: int, threads: int | None) -> Any:
    """Make the environments that agents of Stable-Baselines3 learn in."""
    from topple.adapters.stable_baselines import BirdsVecEnv
    from topple.worlds.birds.task import BirdsTask

    return BirdsVecEnv(count, tasks=[t for t in tasks if isinstance(t, BirdsTask)], threads=threads)


def _watch(simulated: Bar, trained: Bar) -> Callable[[Progress], None]:
    def watch(at: Progress) -> None:
        simulated.end()
        # By the clock, fewer updates may be made than asked for: the bar ends where they will.
        most = min(at.updates, math.ceil(at.update / max(at.share, 1e-9)))
        loss = "" if at.loss is None else f"loss {at.loss:.4f}"
        passed = "" if at.passed is None else f"  passed {at.passed:.1%}"
        trained.update(at.update, max(at.update, most), loss + passed)

    return watch


def _show(result: Trained, args: argparse.Namespace) -> None:
    if args.json:
        show_json({"model": str(args.out), **asdict(result)})
        return
    if result.speed == "finished":
        say(f"{args.out} is finished: nothing left to do")
    loss = "" if result.loss is None else f", loss {result.loss:.4f}"
    print(f"{args.out}: {result.updates:,} updates in {result.seconds:,.0f} s{loss}")
    say(f"`topple eval {args.protocol} --agent {args.agent} --set model={args.out}` tests it")
