"""Versions of words and pictures side by side: floors, ceilings, and what can be seen."""

from __future__ import annotations

from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from tools.docs.tables import table
from tools.docs.text import fill
from topple.protocols import protocol
from topple.vlm.direct import play_directly
from topple.vlm.money import tokens_of
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.vlm.record import read_attempts
from topple.worlds.birds.game import Game
from topple.worlds.birds.models.close_up import close_up
from topple.worlds.birds.models.views import pig_numbers, scale_of
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.birds.world import task

VERSIONS = (2, 3)
_TASKS = {  # numbers of tasks that are played; None for all
    "deepphy-phyre": 100,
    "deepphy-birds": None,
    "physiq-sanity": None,
    "physiq-confidence": None,
    "physiq-yesno": None,
    "physiq-ranking": None,
    "physiq-insertion": None,
}
_BASELINES = ("mock", "random-valid", "oracle")
_ASKED = 4  # tasks whose first question is measured


def build(*, play: bool) -> str:
    """Play all baselines in both versions and return the page."""
    return fill(__file__, floors=_floors(), pigs=_pigs(), costs=_costs())


def _plan(name: str, version: int, model: str = "", limit: int | None = None) -> ModelPlan:
    asking = {**usual_setup(name), "prompts": version}
    return plan_of(name, asking, model and f"topple/{model}", limit=limit)


def _floors() -> str:
    head = ["asked", "tasks", *(f"{name}, {v}" for name in _BASELINES for v in VERSIONS)]
    rows = []
    for name, limit in _TASKS.items():
        plans = [_plan(name, v, model, limit) for model in _BASELINES for v in VERSIONS]
        rows.append([f"`{name}`", str(len(plans[0].items())), *map(_solved, plans)])
    return table(head, rows)


def _solved(plan: ModelPlan) -> str:
    with TemporaryDirectory() as folder:
        play_directly(plan, Path(folder) / "run", unasked=True)
        made = read_attempts(Path(folder) / "run").values()
        return f"{100 * mean(any(a.outcome == 'solved' for a in own) for own in made):.1f}"


def _pigs() -> str:
    found: dict[int, list[float]] = {version: [] for version in VERSIONS}
    for name in protocol("deepphy-birds").tasks(0):
        level = task(name).level
        _, times = close_up(Game(level), numbered=False)
        for body in pig_numbers(level):
            outline = PIGS[level.things[body - 1].type].outline
            ys = [y for _, y in outline]
            height = (max(ys) - min(ys)) * scale_of(level)
            found[2].append(height)
            found[3].append(times * height)
    rows = [
        [str(version), *(f"{each:.0f}" for each in (min(own), median(own), max(own)))]
        for version, own in found.items()
    ]
    return table(["version", "smallest", "median", "largest"], rows)


def _costs() -> str:
    head = ["asked", *(f"{what}, {v}" for what in ("pictures", "tokens") for v in VERSIONS)]
    rows = []
    for name in _TASKS:
        found = [_first_questions(_plan(name, version, limit=_ASKED)) for version in VERSIONS]
        pictures, tokens = zip(*found, strict=True)
        rows.append([f"`{name}`", *(f"{n:g}" for n in pictures), *(f"{n:,.0f}" for n in tokens)])
    return table(head, rows)


def _first_questions(plan: ModelPlan) -> tuple[float, float]:
    """Return the mean number of pictures and of tokens."""
    asked = [plan.begin(key).question() for key in plan.items()]
    return mean(len(q.pictures) for q in asked), mean(map(tokens_of, asked))
