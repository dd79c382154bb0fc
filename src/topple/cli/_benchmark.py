"""A whole benchmark as one command: every protocol, with fewer models at each stage."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from topple.cli._console import say
from topple.cli._models import agree, carry_out, plan_of
from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.tasks.benchmark import Asked, Stage
    from topple.vlm.plan import ModelPlan


class Benchmark:
    """The runs of all stages, one folder for each model and set; `folders` are those begun."""

    def __init__(self, args: argparse.Namespace) -> None:
        if args.shots is not None or args.frames is not None:
            raise BadInput("the benchmark asks all shots and frames", "leave out --shots, --frames")
        from topple.protocols import all_benchmarks
        from topple.vlm.baselines import BASELINES

        self._args = args
        self._stages = all_benchmarks()[args.protocol].stages
        self._baselines = [model for model in args.model if model.startswith(BASELINES)]
        self._spend = args.spend
        self.folders: list[Path] = []

    def run(self) -> bool:
        """Carry out what is left of all stages; return whether everything is finished."""
        agree(self._args, [plan for stage in self._stages for plan in self._plans(stage)])
        models = list(dict.fromkeys(self._args.model))
        for number, stage in enumerate(self._stages, 1):
            models = stage.models(models, self._scores(stage), self._baselines)
            say(f"stage {number} of {len(self._stages)}: {', '.join(models)}")
            # Every model is asked, even if one of them cannot finish.
            finished = [self._carry_out(plan) for plan in self._plans(stage, models)]
            if not all(finished):
                return False
        return True

    def _plans(self, stage: Stage, models: Sequence[str] | None = None) -> Iterator[ModelPlan]:
        """Return the plans of a stage; without `models`, for as many as it may take."""
        from topple.vlm.baselines import can_answer

        baselines = self._baselines
        every = stage.models(self._args.model, {}, baselines) if models is None else models
        for model in every:
            for asked in stage.asked:
                if can_answer(model, asked.protocol):
                    yield plan_of(self._options(model, asked), asked.protocol)

    def _options(self, model: str, asked: Asked) -> argparse.Namespace:
        from topple.protocols import protocol
        from topple.vlm.options import options_of

        # The usual value is not named, as it has no effect where there is no choice.
        known = options_of(protocol(asked.protocol))
        shown = {name: value or None for name, value in asked.options.items()}
        useless = dict.fromkeys(
            name for name in (*asked.options, "parameters") if name not in known
        )
        own = {"model": model, "protocol": asked.protocol, **shown, **useless}
        return argparse.Namespace(**{**vars(self._args), **own})

    def _carry_out(self, plan: ModelPlan) -> bool:
        from topple.runs.evaluate import RUNS

        args = argparse.Namespace(**vars(self._args))
        if self._spend is not None:
            args.spend = self._spend - self._spent()
            if args.spend <= 0:
                say(f"stopped: ${self._spend:g} are spent. To continue, give a higher --spend")
                return False
        folder = (self._args.out or RUNS) / plan.folder_name()
        say(f"{folder}:")
        ended = carry_out(args, plan, folder)
        self.folders.append(folder)
        return ended.finished

    def _spent(self) -> float:
        from topple.runs.turns import asked_in

        return sum(asked_in(folder).cost_usd for folder in self.folders)

    def _scores(self, stage: Stage) -> dict[str, float]:
        """Return the mean score of each model in the sets that decide who goes on."""
        from topple.runs.load import load
        from topple.runs.score import score

        found: dict[str, list[float]] = {}
        for run in map(load, self.folders):
            if run.settings.protocol == stage.by:
                found.setdefault(run.settings.agent, []).append(score(run).headline.value)
        return {model: mean(values) for model, values in found.items()}
