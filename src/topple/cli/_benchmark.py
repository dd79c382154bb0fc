"""A whole benchmark as one command: every protocol, with fewer models at each stage."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from topple.cli._console import say
from topple.cli._estimate import agree
from topple.cli._models import carry_out, plan_of, refuse_size
from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.reports.pages.page import Heading
    from topple.tasks.benchmark import Asked, Stage
    from topple.vlm.plan import ModelPlan

_WHERE_KNOWN = ("parameters", "shows", "tools", "reply")  # ignored where they have no effect


class Benchmark:
    """The runs of all stages, one folder for each model and set; `folders` are those begun."""

    def __init__(self, args: argparse.Namespace) -> None:
        from topple.protocols import all_benchmarks
        from topple.vlm.baselines import BASELINES

        self._args = args
        self.suite = all_benchmarks()[args.protocol]
        self.size = self._chosen_size()
        self._refuse_decided()
        self._baselines = [model for model in args.model if model.startswith(BASELINES)]
        self._spend = args.spend
        self.folders: list[Path] = []

    @property
    def out(self) -> Path:
        """The folder of all runs."""
        from topple.runs.evaluate import RUNS

        suite = self.suite
        own = RUNS / f"{suite.name}-{suite.version}-{self.size}" if suite.sizes else RUNS
        return Path(self._args.out or own)

    @property
    def page(self) -> Path:
        """The page that the benchmark ends in."""
        return self.out / f"{self.suite.name}.html"

    @property
    def heading(self) -> Heading:
        """What stands at the top of that page."""
        from topple.reports.pages.page import Heading

        suite = self.suite
        return Heading(
            f"Topple {suite.name} {suite.version}, {self.size}",
            f"{suite.caption} A score is of one size and one version of the benchmark.",
        )

    @property
    def plans(self) -> list[ModelPlan]:
        """The plans of all stages, for as many models as each may take."""
        return [plan for stage in self.suite.stages for plan in self._plans(stage)]

    def run(self) -> bool:
        """Carry out what is left of all stages; return whether everything is finished."""
        agree(self._args, self.plans)
        models = list(dict.fromkeys(self._args.model))
        stages = self.suite.stages
        for number, stage in enumerate(stages, 1):
            models = stage.models(models, self._scores(stage), self._baselines)
            if len(stages) > 1:
                say(f"stage {number} of {len(stages)}: {', '.join(models)}")
            # Every model is asked, even if one of them cannot finish.
            finished = [self._carry_out(plan) for plan in self._plans(stage, models)]
            if not all(finished):
                return False
        return True

    def _chosen_size(self) -> str:
        sizes, size = self.suite.sizes, self._args.size
        if size and size not in sizes:
            known = f"give {', '.join(sizes)}" if sizes else "leave out --size, or give --limit"
            raise BadInput(f"`{self.suite.name}` has no size `{size}`", known)
        return size or next(iter(sizes), "")

    def _refuse_decided(self) -> None:
        """Refuse options whose values the benchmark decides."""
        decided = {name for asked in self.suite.asked for name in asked.options}
        decided |= {"limit"} if self.suite.sizes else set()
        for name in sorted(decided):
            if getattr(self._args, name) is not None:
                instead = "; choose a --size" if self.suite.sizes else ""
                raise BadInput(
                    f"`{self.suite.name}` itself decides --{name}", f"leave out --{name}{instead}"
                )

    def _plans(self, stage: Stage, models: Sequence[str] | None = None) -> Iterator[ModelPlan]:
        """Return the plans of a stage; without `models`, for as many as it may take."""
        from topple.vlm.baselines import can_answer

        baselines = self._baselines
        every = stage.models(self._args.model, {}, baselines) if models is None else models
        for model in every:
            for asked in stage.asked:
                if asked.is_part_of(self.size) and can_answer(model, asked.protocol):
                    yield plan_of(self._options(model, asked), asked.protocol)

    def _options(self, model: str, asked: Asked) -> argparse.Namespace:
        from topple.protocols import protocol
        from topple.vlm.options import options_of

        # The usual value is not named, as it has no effect where there is no choice.
        known = options_of(protocol(asked.protocol))
        shown = {name: value or None for name, value in asked.options.items()}
        useless = dict.fromkeys(
            name for name in (*asked.options, *_WHERE_KNOWN) if name not in known
        )
        own = {"model": model, "protocol": asked.protocol, **shown, **useless}
        own["limit"] = asked.limits.get(self.size, self._args.limit)
        own["fold"] = self._args.fold or "all"
        return argparse.Namespace(**{**vars(self._args), **own})

    def _carry_out(self, plan: ModelPlan) -> bool:
        args = argparse.Namespace(**vars(self._args))
        if self._spend is not None:
            args.spend = self._spend - self._spent()
            if args.spend <= 0:
                say(f"stopped: ${self._spend:g} are spent. To continue, give a higher --spend")
                return False
        folder = self.out / plan.folder_name()
        say(f"{folder}:")
        ended = carry_out(args, plan, folder)
        self.folders.append(folder)
        return ended.finished

    def _spent(self) -> float:
        from topple.runs.turns import count_asked

        return sum(count_asked(folder).cost_usd for folder in self.folders)

    def _scores(self, stage: Stage) -> dict[str, float]:
        """Return the mean score of each model in the sets that decide who goes on."""
        from topple.runs.load import load
        from topple.runs.score import score

        found: dict[str, list[float]] = {}
        for run in map(load, self.folders):
            if run.settings.protocol == stage.by:
                found.setdefault(run.settings.agent, []).append(score(run).headline.value)
        return {model: mean(values) for model, values in found.items()}


def plans_of(args: argparse.Namespace, several: bool) -> list[ModelPlan]:
    """Return the plans of a benchmark, or the one of a protocol for each model."""
    if several:
        return Benchmark(args).plans
    refuse_size(args)
    return [
        plan_of(argparse.Namespace(**{**vars(args), "model": name}), args.protocol)
        for name in args.model
    ]
