"""What a world may have beyond its rules: a part is a module of a fixed name in its folder.

A part is loaded when it is first asked for. A world without the module simply lacks the ability.

| part | what it offers |
| --- | --- |
| `look` | attempts recorded for pictures: figures, and where they are at every moment |
| `words` | tasks and attempts as lines and as plain data |
| `certify` | finds and checks stored solutions |
| `models` | questions to vision-language models: forms, descriptions, views, episodes |
| `environment` | spaces and steps, for Gymnasium and Stable-Baselines3 |
| `selftest` | a golden digest |
| `files` | readers of level files, which become tasks |
| `twins` | tasks with the same physics and another face |
| `servers` | games for agents that connect over the network |
| `player` | gestures by which a person plays |
| `ladder` | things that the questions of a ladder are about |
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from topple.errors import BadInput
from topple.sim.counting import course
from topple.tasks.attempt import Action
from topple.tasks.question import Question
from topple.tasks.task import Task
from topple.tasks.template import Template

if TYPE_CHECKING:  # a world is played without its parts
    from topple.draw.look import Recording
    from topple.prompting.voice import Voice
    from topple.tasks.certificates import Certificates, Checked
    from topple.tasks.environment import Rules
    from topple.tasks.selftest import SelfTest
    from topple.worlds.gestures import Player
    from topple.worlds.ladder.part import Ladder
    from topple.worlds.levels import Files
    from topple.worlds.servers import Server
    from topple.worlds.world import World

Report = Callable[[int, int, str], None]  # done, of how many, a few words
Table = tuple[tuple[str, ...], list[tuple[str, ...]]]  # a header, and rows

_LACKING = {
    "look": "cannot be filmed",
    "words": "has no words for its tasks",
    "certify": "cannot be certified",
    "models": "cannot be asked of models",
    "environment": "has no environment",
    "selftest": "has no self-test",
    "files": "reads no level files",
    "servers": "has no servers",
    "twins": "has no twins of its own",
    "player": "cannot be played by hand",
    "ladder": "has no ladder",
}


def has(world: World, part: str) -> bool:
    """Return whether a world has a part."""
    return bool(world.package) and find_spec(f"{world.package}.{part}") is not None


def look(world: World) -> Look:
    """Load the `look` part of a world."""
    return cast(Look, _load(world, "look"))


def words(world: World) -> Words:
    """Load the `words` part of a world."""
    return cast(Words, _load(world, "words"))


def record(world: World, task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Play an action, or wait, and record every `stride`-th step; of a question, its scene."""
    if isinstance(task, Question):
        task, action = task.scene(None if action is None else tuple(action))
    with course(certain=action is not None):
        return look(world).record(task, action, stride)


def table(world: World, task: Task) -> Table | None:
    """Return the things of a task as a header and rows, where that says more than lines."""
    return words(world).table(_of_scene(task)) if has(world, "words") else None


def facts(world: World, task: Task) -> dict[str, Any]:
    """Return a task as plain data, also where its world has no words."""
    if isinstance(task, Question):
        return {**facts(world, _of_scene(task)), "task": str(task), "caption": task.caption}
    if has(world, "words"):
        return words(world).facts(task)
    group = world.template(task.id.template).group
    return {"task": str(task), world.grouped_by: group, "caption": task.caption}


def lines(world: World, task: Task) -> list[str]:
    """Describe a task in lines, also where its world has no words."""
    if isinstance(task, Question):
        return [f"question about {_of_scene(task)}", task.caption]
    if has(world, "words"):
        return words(world).lines(task)
    return [f"{world.grouped_by} {world.template(task.id.template).group}", task.caption]


def hardness(world: World, task: Task) -> list[str]:
    """Say how hard a certified task is, where the words of its world do."""
    if isinstance(task, Question):
        return []
    say = getattr(words(world), "hardness", None) if has(world, "words") else None
    return list(say(task)) if say else []


def ease(world: World, task: Task) -> float:
    """Return how easy a certified task is among those of its world, from 0 to 1."""
    say = getattr(words(world), "ease", None) if has(world, "words") else None
    return float(say(task)) if say else 0.0


def results(
    world: World, tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
) -> list[dict[str, Any]]:
    """Play actions; return the results as plain data, also where a world has no words."""
    if has(world, "words"):
        return words(world).results(tasks, actions, wanted)
    if wanted.stride or wanted.stable:
        raise BadInput(
            f"`{world.name}` measures neither frames nor stability",
            "leave out --stride and --stable",
        )
    played = world.play(tasks, actions, wanted.threads)
    return [
        {"task": str(task), **{k: v for k, v in asdict(each).items() if v not in (None, "")}}
        for task, each in zip(tasks, played, strict=True)
    ]


def certify(world: World) -> Certify:
    """Load the `certify` part of a world."""
    return cast(Certify, _load(world, "certify"))


def certified_besides(world: World) -> Sequence[Any]:
    """Return what the `certify` part of a world certifies besides its tasks, in its `BESIDES`."""
    return getattr(certify(world), "BESIDES", ())


def environment(world: World) -> Environment:
    """Load the `environment` part of a world."""
    return cast(Environment, _load(world, "environment"))


def voice(world: World) -> Voice:
    """Load the `models` part of a world."""
    return cast(ModelsPart, _load(world, "models")).VOICE


def selftest(world: World) -> Tests:
    """Load the `selftest` part of a world."""
    return cast(Tests, _load(world, "selftest"))


def files(world: World) -> Files:
    """Load the `files` part of a world."""
    return cast("Files", _load(world, "files"))


def servers(world: World) -> Servers:
    """Load the `servers` part of a world."""
    return cast(Servers, _load(world, "servers"))


def player(world: World) -> Player:
    """Load the `player` part of a world."""
    return cast(PlayerPart, _load(world, "player")).PLAYER


def ladder(world: World) -> Ladder:
    """Load the `ladder` part of a world."""
    return cast(LadderPart, _load(world, "ladder")).LADDER


def _of_scene(task: Task) -> Task:
    """Return the task, or the one that a question is about."""
    return task.scene(None)[0] if isinstance(task, Question) else task


def _load(world: World, part: str) -> ModuleType:
    if not has(world, part):
        raise BadInput(f"`{world.name}` {_LACKING[part]}", f"its folder has no `{part}`")
    return importlib.import_module(f"{world.package}.{part}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What results contain besides the outcome; worlds refuse what they cannot measure."""

    bodies: bool = False  # the final pose of every body
    stride: int = 0  # steps between recorded poses of every body; 0 records none
    stable: bool = False  # whether a solution still solves when it is moved slightly
    threads: int | None = None


class Look(Protocol):
    """`look.py`: recordings of attempts for pictures."""

    def record(self, task: Task, action: Sequence[float] | None, stride: int) -> Recording:
        """Play an action, or wait, and record every `stride`-th step."""


class Words(Protocol):
    """`words.py`: tasks and attempts for people and programs.

    It may have `hardness(task)`, sentences that say how hard a certified task is, and `ease(task)`,
    a share by which tasks of the world can be put in order.
    """

    def lines(self, task: Task) -> list[str]:
        """Describe a task: its goal and its things."""

    def table(self, task: Task) -> Table | None:
        """Return the things of a task as a header and rows, if that says more than lines."""

    def facts(self, task: Task) -> dict[str, Any]:
        """Return the description as plain data."""

    def moves(self, task: Task, action: Action) -> list[str]:
        """Describe an action, one line per move."""

    def results(
        self, tasks: Sequence[Task], actions: Sequence[Action | None], wanted: Wanted
    ) -> list[dict[str, Any]]:
        """Play actions, all or none of them None; return the results as plain data."""


class Certify(Protocol):
    """`certify.py`: stored solutions."""

    def certify(
        self, template: Template, *, actions: int, threads: int | None, report: Report
    ) -> Certificates:
        """Find a solution of every task of a template, and measure how hard it is.

        Worlds that measure shares of random actions draw `actions` of them per task.
        """

    def check(
        self, template: Template, *, most: int | None, deep: bool, threads: int | None
    ) -> Checked:
        """Play the stored solutions again, and run the tasks without an action."""


class ModelsPart(Protocol):
    """`models.py` or `models/`: questions to vision-language models."""

    VOICE: Voice


class Environment(Protocol):
    """`environment.py`: spaces and steps. The environments take the same keyword arguments.

    It may declare `VECTOR_DEFAULTS`, other defaults for libraries whose policies take vectors.
    """

    rules: Callable[..., Rules[Any]]


class Tests(Protocol):
    """`selftest.py`: a test that this build gives the same bits as every other."""

    def self_test(self, threads: int | None = None) -> SelfTest:
        """Play some attempts and combine their final states into a digest."""


class Servers(Protocol):
    """`servers.py`: games for agents that connect over the network."""

    SERVERS: Mapping[str, Server]


class PlayerPart(Protocol):
    """`player.py`: gestures by which a person plays."""

    PLAYER: Player


class LadderPart(Protocol):
    """`ladder.py`: what the questions of a ladder are about."""

    LADDER: Ladder
