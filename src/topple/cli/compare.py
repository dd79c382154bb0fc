"""Compare two runs, task by task, and decide whether one is better.

The difference in score comes with a 95 % interval clustered by template. If the interval contains
zero, neither run is called better. The one-sided Wilcoxon test over folds is the test of PHYRE's
paper, with p < 0.01. Both runs must have the same protocol, version and part. Two runs of one
model that differ in --shows alone tell the vision gap: how much it matters how the scene is shown;
two that differ in --tools alone tell the tool gap, in --reply alone the answer gap. Of structured
answers, it also tells how the reader of free text reads the same ones. Two that differ in --history
alone tell what reflecting on earlier attempts is worth, with the slope over attempts of both.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import coloured, say, show_json

if TYPE_CHECKING:
    from topple.metrics.compare import Comparison
    from topple.reports.tables.pairs import Pair
    from topple.runs.load import Run
    from topple.runs.settings import RunSettings

EXAMPLES = """\
  topple compare runs/memory runs/random
  topple compare runs/memory runs/random --json
  topple compare study/run runs/random --attempts 10
"""


_AXES = ("vision gap", "tool gap", "answer gap", "history gap")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", type=Path, metavar="A", help="a run folder")
    parser.add_argument("b", type=Path, metavar="B", help="another run folder")
    parser.add_argument(
        "--attempts", type=int, metavar="N", help="compare the first N attempts per task"
    )


def run(args: argparse.Namespace) -> int:
    from topple.metrics.bootstrap import caution

    runs, found = _compare(args.a, args.b, args.attempts)
    first, second = _labels(runs)
    verdict = found.comparison.verdict(first, second)
    for each, label in zip(runs, (first, second), strict=True):
        if not each.finished:
            say(f"{label} is unfinished: only the tasks it has played are compared")
    made = found.comparison
    few = caution(made.interval, made.clusters, made.unit)
    if few and not args.json:
        say(few[0])
    if sum(found.left_out):
        counts = " and ".join(
            f"{n:,} of {each.folder}" for n, each in zip(found.left_out, runs, strict=True)
        )
        say(f"tasks left out because only one run has played them to the end: {counts}")
    if args.json:
        names = {"a_run": str(args.a), "b_run": str(args.b), "verdict": verdict}
        show_json({**names, **found.facts()})
        return 0
    _show(found, runs[0].settings, (first, second), _gap(*(each.settings for each in runs)))
    print(coloured(verdict, "bold"))
    for each, label in zip(runs, (first, second), strict=True):
        _show_readings(each.folder, label)
        _show_learning(each, label)
    return 0


def _show_learning(run: Run, label: str) -> None:
    """Print whether success grows over the attempts of a model, if it has several."""
    from topple.reports.tables.learning import measure_learning, slope_words

    if run.settings.asked and run.settings.attempts > 1:
        print(f"{label}: {slope_words(measure_learning(run))}")


def _show_readings(folder: Path, label: str) -> None:
    """Print how structured answers are read in both ways, if a run has any."""
    from topple.runs.turns import count_asked

    if found := count_asked(folder).readings:
        text = f"{found.read:,} read as JSON, {found.read_in_text:,} as text, {found.same:,} alike"
        if found.solved is not None:
            text += f"; {found.solved:,} solve as JSON, {found.solved_in_text:,} as text"
        print(f"{label}: {found.answers:,} answers, {text}")


def _compare(a: Path, b: Path, attempts: int | None) -> tuple[Sequence[Run], Pair]:
    """Load two runs and compare them."""
    from topple.errors import BadInput
    from topple.reports.tables.pairs import pair
    from topple.runs.load import load

    if a.resolve() == b.resolve():
        raise BadInput(f"{a} cannot be compared with itself", "give two different run folders")
    runs = load(a, attempts), load(b, attempts)
    return runs, pair(*runs)


def _labels(runs: Sequence[Run]) -> list[str]:
    """Name two runs; by what they are told of earlier attempts, if they differ in that alone."""
    from topple.reports.tables.comparable import labels
    from topple.reports.tables.pairs import differ_in_history

    a, b = (each.settings for each in runs)
    if a.agent != b.agent or a.cell != b.cell or not differ_in_history(a, b):
        return labels(runs)
    return [f"{each.agent}, history {each.asking['history']}" for each in (a, b)]


def _gap(a: RunSettings, b: RunSettings) -> str:
    """Name a difference: two cells of one model may differ in one axis alone."""
    pairs = zip(_AXES, _axes(a), _axes(b), strict=True)
    differing = [name for name, own, other in pairs if own != other]
    return differing[0] if a.agent == b.agent and len(differing) == 1 else "difference"


def _axes(settings: RunSettings) -> tuple[str, str, str, str]:
    """Return what is shown, may be used, is answered and is told of earlier attempts."""
    parts = [part for part in settings.cell.split(", ") if part]
    shown = [part for part in parts if "symbols" in part]
    answered = [part for part in parts if "answers" in part]
    used = [part for part in parts if part not in (*shown, *answered)]
    return "".join(shown), "".join(used), "".join(answered), settings.variant


def _show(pair: Pair, settings: RunSettings, labels: tuple[str, str], gap: str) -> None:
    from topple.metrics.bootstrap import is_flat

    found = pair.comparison
    variant = f" ({settings.variant})" if settings.variant else ""
    played = f"{settings.protocol} version {settings.protocol_version}"
    played += f" in {settings.world} version {settings.world_version}"
    print(f"{played}{variant}, {settings.part} tasks")
    templates = f"{found.templates} template{'s' if found.templates != 1 else ''}"
    print(f"{found.tasks:,} tasks of {templates}, played by both")
    print(f"points of {found.metric}\n")
    width = max(len(label) for label in (*labels, "minimum detectable"))
    for label, value in zip(labels, (found.a, found.b), strict=True):
        print(f"{label:<{width}}  {100 * value:6.2f}")
    print(f"{gap:<{width}}  {100 * found.difference:+6.2f}{_interval(found)}")
    # Where all templates came out alike, nothing tells how much they may differ.
    spread = found.interval is not None and not is_flat(found.interval)
    if spread and found.p is not None and found.detectable is not None:
        print(f"{'p, two-sided':<{width}}  {found.p:.2g}")
        print(f"{'minimum detectable':<{width}}  {100 * found.detectable:6.2f} at 80 % power")
    if pair.by_folds:
        print(f"{'Wilcoxon':<{width}}  {_wilcoxon(pair, labels)}")
    print()


def _interval(found: Comparison) -> str:
    from topple.metrics.bootstrap import ALIKE, is_flat

    if found.interval is None:
        return ""
    if is_flat(found.interval):
        return f"  {ALIKE.format(f'{found.unit}s')}"
    low, high = found.interval
    return f"  95 % interval {100 * low:+.2f} to {100 * high:+.2f}"


def _wilcoxon(pair: Pair, labels: tuple[str, str]) -> str:
    test = pair.wilcoxon
    if test is None:
        from topple.installed import install_command

        return f"needs scipy: {install_command('report')}"
    first, second = labels
    words = (
        f"{first} above {second} p {test.p_above:.2g}, {second} above {first} p {test.p_below:.2g}"
    )
    folds = f"{test.folds} fold{'s' if test.folds > 1 else ''}"
    if test.least >= 0.01:
        return f"{words} ({folds}; p < 0.01 needs at least 7 folds)"
    return f"{words} ({folds})"
