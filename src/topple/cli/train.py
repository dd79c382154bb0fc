"""Train an agent on the training tasks of a protocol, and save the model.

Some agents first simulate candidate actions on every training task. The outcomes are cached, for
all folds and agents. Other agents play practice games while they learn.

Agents learn from the tasks of train and dev; with --dev, from train alone. Ctrl-C saves the
training; run the same command again to continue.

Test the model with `topple eval PROTOCOL --agent AGENT --set model=FOLDER`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from topple.cli._console import counted, say, show_json
from topple.cli._types import add_settings, positive, whole

if TYPE_CHECKING:
    from topple.agents._training.options import Options, Progress, Trained
    from topple.agents.practice import Practice
    from topple.progress import Bar
    from topple.tasks.task import Task

_HARDLY = 0.05  # of the updates that were asked for: a training that deserves a word
EXAMPLES = """\
  topple train phyre-b-within --agent dqn --fold 0 --out models/fold_0
  topple train phyre-b-cross --agent dqn --fold 3 --out models/cross_3 --set hidden=256
  topple train phyre-b-within --agent dqn --out models/quick --set actions=2000 --minutes 30
  topple train phyq-local --agent ddqn --out models/symbols --minutes 10 --set updates=1000000
  topple train phyq-broad --agent relational --out models/relational --set sees=picture
  topple train phyq-broad --agent ppo --out models/ppo --minutes 60
  topple train phyq-broad --agent ppo --out models/roofs --tasks under_a_roof:0-19 rolling
"""


@runtime_checkable
class Trainable(Protocol):
    """An agent that can be trained; `options` name the folder of its model."""

    def train(self, practice: Practice, options: Options) -> Trained: ...

    def settle(self, *key: object) -> None: ...

    @property
    def unit(self) -> str:
        """What its updates are counted in."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("protocol", help="protocol whose training tasks are used")
    parser.add_argument("--agent", help="agent to train; see `topple list agents`")
    parser.add_argument(
        "--fold", type=whole(0, 99_999), default=0, help="fold of the protocol; 0 by default"
    )
    parser.add_argument(
        "-o", "--out", type=Path, required=True, help="folder for the model and its checkpoints"
    )
    add_settings(parser)
    parser.add_argument(
        "--tasks",
        nargs="+",
        metavar="NAME",
        help="learn from these tasks instead: ids, templates, groups, ranges or files",
    )
    parser.add_argument(
        "--dev", action="store_true", help="learn from train tasks alone, to tune on dev tasks"
    )
    parser.add_argument(
        "--seed",
        type=whole(0, 2**63 - 1),
        default=0,
        help="random seed of the training; 0 by default",
    )
    parser.add_argument(
        "--minutes",
        type=positive,
        help="time limit; the learning rate falls to 0 by then",
    )
    parser.add_argument(
        "--cache",
        type=Path,
        help="folder of simulated outcomes; by default `practice` next to the model's folder",
    )
    parser.add_argument(
        "--threads", type=whole(1, 1024), help="number of simulation threads; all cores by default"
    )
    parser.add_argument(
        "--device",
        choices=("cpu", "cuda"),
        help="device to train on; a GPU by default if there is one",
    )
    parser.add_argument(
        "--checkpoint-every",
        type=whole(1, 10**9 - 1),
        default=5000,
        metavar="N",
        help="updates between two checkpoints; 5000 by default",
    )


def run(args: argparse.Namespace) -> int:
    from topple.agents._training.options import Options
    from topple.agents.practice import PRACTICE, Practice
    from topple.progress import Bar
    from topple.protocols import protocol
    from topple.runs.folder import hold, kept_if_begun
    from topple.worlds import world

    found = protocol(args.protocol)
    agent = _agent(args)
    simulated = Bar("practice", "tasks")
    trained = Bar("training", "s" if args.minutes else agent.unit)
    practice = Practice(
        world(found.world),
        args.tasks or found.split(args.fold).learnt_from("dev" if args.dev else "test"),
        folder=args.cache or args.out.parent / PRACTICE,
        threads=args.threads,
        report=simulated.update,
    )
    options = Options(
        folder=args.out,
        device=args.device or "",
        minutes=args.minutes,
        checkpoint_every=args.checkpoint_every,
        watch=_watch(simulated, trained, args.minutes, agent.unit),
        say=say,
        environments=_environments,
    )
    agent.settle(args.seed, args.fold, "fit")
    _announce(args, len(practice.names))
    try:
        with kept_if_begun(args.out), hold(args.out), simulated, trained:
            result = agent.train(practice, options)
    except KeyboardInterrupt:
        say(f"stopped; outcomes and training are saved. Continue with:\n  {args.line}")
        return 130
    _show(result, args, agent.unit)
    return 0


def _announce(args: argparse.Namespace, tasks: int) -> None:
    """Say at once what happens: the first update may take minutes."""
    time = f" for {args.minutes:g} minutes at most" if args.minutes else ""
    which = f"{counted(tasks, 'task')} of {args.protocol}, fold {args.fold}"
    say(f"{args.agent} learns from {which}{time}; Ctrl-C saves what it has learnt")


def _agent(args: argparse.Namespace) -> Trainable:
    """Make the agent; refuse one that cannot be trained on the protocol."""
    from topple.agents.agent import make_agent, trainable_agents
    from topple.errors import BadInput
    from topple.protocols import protocol
    from topple.runs.plan import check_world

    found = protocol(args.protocol)
    if args.fold not in found.folds:
        raise BadInput(
            f"`{found.name}` has no fold {args.fold}",
            f"choose {found.folds[0]} to {found.folds[-1]}"
            if found.folds[1:]
            else "leave out --fold",
        )
    if not args.agent:
        names = ", ".join(trainable_agents())
        raise BadInput("no agent to train is named", f"add --agent and one of {names}")
    agent = make_agent(args.agent, args.set)
    if not isinstance(agent, Trainable):
        names = ", ".join(trainable_agents())
        raise BadInput(f"agent `{args.agent}` cannot be trained", f"choose one of {names}")
    check_world(found, agent)
    return agent


def _environments(tasks: Sequence[Task], count: int, threads: int | None, **options: Any) -> Any:
    """Make the environments in which Stable-Baselines3 agents learn."""
    from topple.adapters.stable_baselines import TaskVecEnv

    return TaskVecEnv(tasks[0].id.world, count, tasks=list(tasks), threads=threads, **options)


def _watch(
    simulated: Bar, trained: Bar, minutes: float | None, unit: str
) -> Callable[[Progress], None]:
    """Return what shows progress: by the clock where it ends the training, else by updates."""

    def watch(at: Progress) -> None:
        simulated.end()
        loss = "" if at.loss is None else f"loss {at.loss:.4f}"
        passed = "" if at.passed is None else f"passed {at.passed:.1%}"
        words = [word for word in (loss, passed) if word]
        if minutes:
            words.insert(0, f"{at.update:,} {unit}")
            trained.update(
                min(round(at.seconds), round(60 * minutes)), round(60 * minutes), "  ".join(words)
            )
        else:
            trained.update(at.update, max(at.update, at.updates), "  ".join(words))

    return watch


def _show(result: Trained, args: argparse.Namespace, unit: str) -> None:
    if args.json:
        show_json({"model": str(args.out), **asdict(result)})
        return
    if result.speed == "finished":
        say(f"{args.out} is finished: nothing left to do")
    loss = "" if result.loss is None else f", loss {result.loss:.4f}"
    print(f"{args.out}: {result.updates:,} {unit} in {result.seconds:,.0f} s{loss}")
    if result.updates < result.asked * _HARDLY:
        say(
            f"it has hardly learnt: its settings ask for {result.asked:,} {unit}, so a score will "
            "say little. Give more --minutes, and another --out"
        )
    say(f"`topple eval {args.protocol} --agent {args.agent} --set model={args.out}` tests it")
