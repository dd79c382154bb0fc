"""Evaluate an agent or a model under a protocol. Run the same command again to resume.

A run is a folder: `run.json` holds the settings, `attempts.jsonl` every attempt. `topple list
protocols` and `topple list agents` show all protocols and agents. Agents learn from train and dev
tasks and are tested on test tasks; with --dev, for tuning, they learn from train tasks alone and
are tested on dev tasks.

Models have Inspect's names, provider/model; --estimate says what a run will ask and cost, and asks
nothing. Baselines answer without a model: topple/mock, topple/random-valid, topple/best-constant
and topple/oracle; questions about scenes also topple/always-yes, topple/always-no,
topple/carried-over, topple/pixels, and topple/shallow, a classifier that learns from sizes,
colours, places and words of training items.

Benchmarks ask several protocols, one run per model and protocol. --model may be repeated, and --out
is the folder of all runs. `benchmark` asks for actions in six worlds and ends in one page: scores
by world with floor and ceiling, and the best and the worst transcript of each; --size says how
much is asked. `topple list benchmarks` shows the others. Of `physiq`, four models at most go on
from the sanity check to the questions about proposals, and two of them to insertions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._choices import add_choices, chosen
from topple.cli._console import complain_about, say, show_json
from topple.cli._faults import explain_faults
from topple.cli._models import add_asking, add_running, folds_of
from topple.cli._types import add_settings, positive, whole

if TYPE_CHECKING:
    from topple.cli._benchmark import Benchmark
    from topple.cli._report import Reported
    from topple.tasks.protocol import Protocol

_STUDY = "study:"  # begins the name of a study instead of a protocol
EXAMPLES = """\
  topple eval phyre-b-within --agent random
  topple eval phyre-b-cross --agent memory --fold all --threads 8
  topple eval phyre-b-cross --agent memory-online --set weight=10 --dev
  topple eval phyre-2b-within --agent oracle --set actions=10000 --limit 50 --out runs/oracle
  topple eval phyq-broad --agent bambirds-like
  topple eval phyq-broad --agent pig-shooter --unfiltered --rules events_per_hit=2
  topple eval study:mine.toml --agent random
  topple eval levels --levels my_levels --agent bambirds-like
  topple eval deepphy-phyre --estimate --limit 50 --price 2.5 10
  topple eval deepphy-phyre --model openai/gpt-4o --limit 50 --spend 5 --price 2.5 10
  topple eval deepphy-phyre --model qwen2.5-vl --base-url http://localhost:8000/v1 --form 8x8x8
  topple eval physiq-yesno --model openai/gpt-4o --shots 2 --limit 100
  topple eval benchmark --model openai/gpt-4o --size small --spend 5 --price 2.5 10
  topple eval benchmark --model topple/mock --model topple/oracle --out runs/baselines
  topple eval physiq --model topple/mock --model topple/oracle --limit 50 --out runs/physiq
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "protocol",
        help="name of the protocol or benchmark (see `topple list protocols`), or study:FILE for "
        "the tasks of a study of people",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--agent",
        help="name of the agent (see `topple list agents`), or file.py:Class, or module:Class",
    )
    who.add_argument(
        "--model",
        action="append",
        help="name of the model instead of an agent: provider/model; benchmarks take several",
    )
    add_settings(parser)
    add_choices(parser)
    parser.add_argument(
        "--fold", help="0 by default; 0,3,7 or 0-9 for several; all for a result to publish"
    )
    parser.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=0, help="random seed; 0 by default"
    )
    parser.add_argument(
        "--limit",
        type=whole(1, 1_000_000),
        help="test tasks per fold, evenly from all templates; practice is not limited",
    )
    parser.add_argument("-o", "--out", type=Path, help="run folder (default: runs/...)")
    _add_playing(parser)
    add_asking(parser)
    add_running(parser)


def _add_playing(parser: argparse.ArgumentParser) -> None:
    """Add the options that only agents have."""
    playing = parser.add_argument_group("how an agent plays")
    playing.add_argument(
        "--dev", action="store_true", help="test on dev tasks instead of test tasks, for tuning"
    )
    playing.add_argument(
        "--cache", type=Path, help="folder of cached practice outcomes (default: next to the run)"
    )
    playing.add_argument(
        "--threads", type=whole(1, 1024), help="number of threads (default: all cores)"
    )
    playing.add_argument(
        "--cluster", metavar="ADDRESS", help="address of a Ray cluster to simulate on, or `local`"
    )
    playing.add_argument(
        "--time-limit", type=positive, default=600.0, help="seconds per action (default: 600)"
    )
    playing.add_argument(
        "--fail-fast", action="store_true", help="stop when the agent fails for the first time"
    )


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.protocols import is_benchmark

    of_people = args.protocol.startswith(_STUDY)
    several = not of_people and is_benchmark(args.protocol)
    if args.estimate and not (args.agent or of_people):
        from topple.cli._benchmark import plans_of
        from topple.cli._estimate import show_estimate

        _refuse(args, "--agent", _add_playing)
        args.model = args.model or [""]  # without a model, the estimate is of any
        show_estimate(args, plans_of(args, several))
        return 0
    if not (args.agent or args.model):
        raise BadInput(
            "nobody is named who plays", "add --agent NAME (see `topple list agents`) or --model"
        )
    if args.model:
        if of_people:
            raise BadInput("studies are played by agents", "give --agent instead of --model")
        _refuse(args, "--agent", _add_playing)
        return _run_benchmark(args) if several else _run_model(args)
    _refuse(args, "--model", add_asking, add_running)
    if of_people:
        return _run_study(args)
    from topple.protocols import protocol

    if several or protocol(args.protocol).asks:
        raise BadInput(
            "agents cannot answer questions", "give --model instead, for example topple/mock"
        )
    found = chosen(args, protocol(args.protocol))
    return _play(args, [(found, args.limit, None)])


def _run_study(args: argparse.Namespace) -> int:
    """Play the tasks of a study, with as many attempts as people have: a run per world."""
    from topple.errors import BadInput
    from topple.web.study.read import read_study
    from topple.web.study.ready import path_of

    if args.limit or args.fold or args.dev:
        raise BadInput("a study says which tasks are played", "leave out --limit, --fold, --dev")
    _refuse(args, "protocols", add_choices)
    parts = read_study(path_of(args.protocol.removeprefix(_STUDY))).parts()
    apart = args.out is not None and len(parts) > 1
    folders = [args.out / part.world if apart else args.out for part in parts]
    found = zip(parts, folders, strict=True)
    return _play(args, [(part.protocol, part.limit, folder) for part, folder in found])


def _play(
    args: argparse.Namespace, parts: Sequence[tuple[Protocol, int | None, Path | None]]
) -> int:
    """Play protocols with an agent, each with a limit and a folder, and show the results."""
    from topple.agents import make_agent
    from topple.runs.evaluate import RUNS, Plan
    from topple.runs.evaluate import run as carry_out
    from topple.runs.executors import executor
    from topple.runs.watch import RunBars

    folders, folds = [], folds_of(args.fold or "0")
    part = "dev" if args.dev else "test"
    for found, limit, out in parts:
        agent = make_agent(args.agent, args.set)
        plan = Plan(found, agent, found.folds if folds is None else folds, part, args.seed, limit)
        folder = out or args.out or RUNS / plan.folder_name()
        shorter = "--set actions=100" if "actions" in agent.settings() else ""
        try:
            with (
                executor(found.world, args.threads, args.cluster) as play,
                RunBars(shorter=shorter) as watch,
            ):
                worked = carry_out(
                    plan,
                    folder,
                    cache=args.cache,
                    workers=args.threads,
                    time_limit=args.time_limit,
                    fail_fast=args.fail_fast,
                    play=play,
                    watch=watch,
                    command=args.line,
                )
        except KeyboardInterrupt:
            return _report_stop(args)
        if not worked:
            say(f"{folder} is finished: nothing left to do")
        folders.append(folder)
    return max(explain_faults(run) for run in _show(folders, args.json).runs)


def _refuse(
    args: argparse.Namespace, other: str, *adders: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Refuse options that would have no effect: those that the adders add."""
    from topple.errors import BadInput

    parser = argparse.ArgumentParser()
    for add in adders:
        add(parser)
    for name, default in vars(parser.parse_args([])).items():
        if getattr(args, name) != default:
            flag = f"--{name.replace('_', '-')}"
            raise BadInput(f"{flag} has an effect with {other} only", f"leave out {flag}")


def _run_model(args: argparse.Namespace) -> int:
    from topple.cli._models import carry_out, plan_of, refuse_size
    from topple.errors import BadInput
    from topple.runs.evaluate import RUNS

    args.model, *others = args.model
    if others:
        raise BadInput(
            f"`{args.protocol}` takes one model at a time", "only benchmarks take several"
        )
    refuse_size(args)
    plan = plan_of(args, args.protocol)
    if len(plan.protocol.folds) > 1 and not args.fold:
        say(f"this asks fold 0 of {len(plan.protocol.folds)}; --fold all asks every fold")
    folder = args.out or RUNS / plan.folder_name()
    try:
        ended = carry_out(args, plan, folder, agreed=False)
    except KeyboardInterrupt:
        return _report_stop(args)
    if not ended.worked:
        say(f"{folder} is finished: nothing left to do")
    try:
        _show([folder], args.json)
    except BadInput as error:
        if ended.finished:
            raise
        # A stopped run has said why already.
        if not ended.stopped:
            complain_about(error)
    return 0 if ended.finished else 1


def _run_benchmark(args: argparse.Namespace) -> int:
    from topple.cli._benchmark import Benchmark

    benchmark = Benchmark(args)
    try:
        finished = benchmark.run()
    except KeyboardInterrupt:
        return _report_stop(args)
    _show(benchmark.folders, args.json, benchmark)
    return 0 if finished else 1


def _report_stop(args: argparse.Namespace) -> int:
    say(f"stopped; all attempts made so far are kept. To resume:\n  {args.line}")
    return 130


def _show(folders: Sequence[Path], as_json: bool, benchmark: Benchmark | None = None) -> Reported:
    """Print the results of runs and return them; a benchmark with sizes ends in a page."""
    from topple.cli._report import Reported

    found = Reported(folders)
    if as_json:
        facts = found.facts()
        one = {"folder": str(folders[0]), **facts[0]} if len(folders) == 1 else None
        show_json(one or {"folders": [str(folder) for folder in folders], "results": facts})
    else:
        found.show()
    if benchmark and benchmark.suite.sizes:
        found.save_page(benchmark.page, benchmark.heading)
    elif not as_json:
        named = folders[0] if len(folders) == 1 else folders[0].parent / "*"
        say(f"`topple report {named} --out report.html` draws a report")
    return found
