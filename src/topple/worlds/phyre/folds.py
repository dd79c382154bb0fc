"""PHYRE's folds: the tasks for training, tuning and testing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from topple.errors import UnknownName
from topple.tasks.splits import stable_shuffle
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.world import shipped_templates

# PHYRE reports means over these seeds.
SEEDS = range(10)
_TRAIN_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Fold:
    """Task ids as PHYRE writes them, sorted; no id is in two parts."""

    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]


def fold(setup: str, seed: int) -> Fold:
    """Split PHYRE's tasks as the original does, by ids alone."""
    if setup not in SETUPS:
        raise UnknownName("setup", setup, known=SETUPS, see="topple list")
    return SETUPS[setup](seed)


def _cross_template(tier: str, seed: int) -> Fold:
    """Split by template: no template is in two parts."""
    tasks = _tasks(tier)
    # The salts contain "ball" for two balls too.
    salt = f"ball_cross_template_half_{seed}"
    known, test = _cut(stable_shuffle(tasks, salt))
    train, dev = _cut(stable_shuffle(known, f"dev_{salt}"))
    parts = ([name for t in sorted(part) for name in tasks[t]] for part in (train, dev, test))
    return Fold(*map(tuple, parts))


def _within_template(tier: str, seed: int) -> Fold:
    """Split the tasks of every template."""
    known: list[str] = []
    test: list[str] = []
    for names in _tasks(tier).values():
        first, last = _cut(stable_shuffle(names, f"ball_online_ind_tasks{seed}"))
        known += first
        test += last
    train, dev = _cut(stable_shuffle(known, f"make_dev{seed}"))
    return Fold(tuple(sorted(train)), tuple(sorted(dev)), tuple(sorted(test)))


def _cut(names: list[str]) -> tuple[list[str], list[str]]:
    first = round(_TRAIN_SHARE * len(names))
    return names[:first], names[first:]


def _tasks(tier: str) -> dict[str, list[str]]:
    return {
        t.phyre_id: [f"{t.phyre_id}:{index:03d}" for index in t.shipped]
        for t in shipped_templates(tier)
    }


SETUPS: dict[str, Callable[[int], Fold]] = {
    f"{tier}_{name}": partial(make, tier)
    for tier in TIERS
    for name, make in (("cross_template", _cross_template), ("within_template", _within_template))
}
