"""Tasks of birds and attempts at them in words and in facts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from topple.cli._console import coloured
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.certified import certificate
from topple.worlds.birds.film import BirdsFilm
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.staging.stage import BIRDS, PIGS
from topple.worlds.birds.task import BirdsTask, all_templates
from topple.worlds.birds.template import Template

_COLOURS = {kind: colour for colour, kind in BIRDS.items()}
_SIZES = {kind: size for size, kind in PIGS.items()}


@dataclass(frozen=True, slots=True)
class BirdsTold:
    """Tells of a task, and of an attempt at it."""

    film: BirdsFilm

    def describe(self) -> None:
        """Print what a task is about and what there is."""
        task, template = self.film.task, _template(self.film.task)
        origin = f"Phy-Q {template.phyq}, file {template.original}, " if template.phyq else ""
        scenario = template.scenario.replace("_", " ")
        print(f"{coloured(str(task), 'bold')}  {origin}scenario {scenario}")
        print(task.caption)
        print(f"birds: {', '.join(_birds(task))}")
        print(f"pigs: {_counted(_pigs(task))}")
        print(f"blocks: {_counted(_materials(task)) or 'none'}")
        print(f"platforms: {_platforms(task)}")
        found = certificate(task)
        if found is None:
            print("not certified")
        else:
            easy = "solves" if found.straight else "does not solve"
            print(f"certified: {found.margin:.0%} of nearby shots solve it too")
            print(f"shooting straight at a pig {easy} it")

    def task_facts(self) -> dict[str, Any]:
        """Give the same for programs."""
        task, template = self.film.task, _template(self.film.task)
        found = certificate(task)
        known = {"margin": found.margin, "straight": found.straight} if found else None
        return {
            "task": str(task),
            "phyq": template.phyq or None,
            "original": template.original or None,
            "scenario": template.scenario,
            "caption": task.caption,
            "birds": _birds(task),
            "pigs": Counter(_pigs(task)),
            "blocks": Counter(_materials(task)),
            "platforms": _platforms(task),
            "certificate": known,
        }

    def attempt_facts(self) -> dict[str, Any]:
        """Give what came of an attempt."""
        film = self.film
        error = {"error": film.play.error} if film.play.error else {}
        return {
            "action": film.action,
            "task": str(film.task),
            "outcome": str(film.outcome),
            **error,
            "shots": film.play.shots,
            "pigs_left": film.play.pigs_left,
            "steps": film.steps,
            "digest": film.digest or None,
        }

    def moves(self) -> list[str]:
        """Say how every bird is shot."""
        shots = shots_of(self.film.action or ())
        return [
            _move(bird, shot) for bird, shot in zip(_birds(self.film.task), shots, strict=False)
        ]


def _move(bird: str, shot: Shot) -> str:
    angle = math.degrees(math.atan2(-shot.y, -shot.x))
    stretch = math.hypot(shot.x, shot.y)
    late = f"after {shot.delay:g} s " if shot.delay else ""
    tap = "" if shot.tap is None else f", tapped after {shot.tap:.2f} s"
    return f"{bird} bird {late}at {angle:.1f} degrees, drawn {stretch:.2f}{tap}"


def _template(task: BirdsTask) -> Template:
    return all_templates()[task.id.template]


def _birds(task: BirdsTask) -> list[str]:
    return [_COLOURS[bird] for bird in task.level.birds]


def _pigs(task: BirdsTask) -> list[str]:
    return [_SIZES[thing.type] for thing in task.level.things if thing.role == "pig"]


def _materials(task: BirdsTask) -> list[str]:
    blocks = [thing.material for thing in task.level.things if thing.role == "block"]
    return blocks + ["TNT" for thing in task.level.things if thing.role == "tnt"]


def _platforms(task: BirdsTask) -> int:
    return sum(thing.role == "platform" for thing in task.level.things)


def _counted(words: Iterable[str]) -> str:
    return ", ".join(f"{count} {word}" for word, count in sorted(Counter(words).items()))
