"""The whole PhysIQ benchmark as one command: every set, with fewer models at each stage."""

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
    from topple.physiq.benchmark import Asked, Stage
    from topple.vlm.plan import ModelPlan


class Benchmark:
    """The runs of all stages, one folder for each model and set; `folders` are those begun."""

    def __init__(self, args: argparse.Namespace) -> None:
        if args.shots is not None or args.frames is not None:
            raise BadInput("the benchmark asks all shots and frames", "leave out --shots, --frames")
        self._args = args
        self._spend = args.spend
        self.folders: list[Path] = []

    def run(self) -> bool:
        """Carry out what is left of all stages; return whether everything is finished."""
        from topple.physiq.benchmark import STAGES

        agree(self._args, [plan for stage in STAGES for plan in self._plans(stage)])
        models = list(dict.fromkeys(self._args.model))
        for number, stage in enumerate(STAGES, 1):
            models = stage.models(models, self._scores(stage))
            say(f"stage {number} of {len(STAGES)}: {', '.join(models)}")
            # Every model is asked, even if one of them cannot finish.
            finished = [self._carry_out(plan) for plan in self._plans(stage, models)]
            if not all(finished):
                return False
        return True

    def _plans(self, stage: Stage, models: Sequence[str] | None = None) -> Iterator[ModelPlan]:
        """Return the plans of a stage; without `models`, for as many as it may take."""
        from topple.physiq.benchmark import can_answer

        every = stage.models(self._args.model, {}) if models is None else models
        for model in every:
            for asked in stage.asked:
                if can_answer(model, asked):
                    yield plan_of(self._options(model, asked), asked.name)

    def _options(self, model: str, asked: Asked) -> argparse.Namespace:
        from topple.physiq.items import Kind

        chosen = {"model": model, "protocol": asked.name}
        # The usual number has no effect where there is no choice.
        frames = asked.frames if asked.frames > 1 else None
        shown = {"shots": asked.shots or None, "frames": frames}
        if asked.kind is Kind.SANITY:
            shown["parameters"] = None
        return argparse.Namespace(**{**vars(self._args), **chosen, **shown})

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
        from topple.physiq.reports.figures import figures
        from topple.physiq.reports.load import load_answers

        found: dict[str, list[float]] = {}
        for run in map(load_answers, self.folders):
            if run.kind is stage.by and (score := figures(run.score())[0].estimate):
                found.setdefault(run.settings.agent, []).append(score.value)
        return {model: mean(values) for model, values in found.items()}
