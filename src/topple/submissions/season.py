"""Seasons: tasks that nobody can know before the season, and anyone can check after it.

The organiser draws a secret seed and publishes its commitment: the SHA-256 of salt, seed and plan
as one JSON list, so that it opens in one way only. The plan names the protocol, the templates,
their versions and the hashes of their sources. Index number k of a template is the
first of HMAC(seed, template, k, try) whose task can be certified. After the season the organiser
reveals seed and salt, and everyone makes the same tasks again.
"""

from __future__ import annotations

import hashlib
import hmac
import inspect
import json
import os
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds import World, world
from topple.worlds.select import select_templates

SEASON, SECRET, TASKS, REVEALED = "season.json", "secret.json", "tasks.json", "revealed.json"
_HEX = re.compile(r"[0-9a-f]{64}")
_LAST_INDEX = 10**9  # task ids have nine digits
_TRIES = 200  # indices tried for a task
_CANDIDATES = 1000  # actions tried in search of a solution
Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is fixed before the seed is drawn: all that decides the tasks, and nothing secret."""

    name: str
    protocol: str
    protocol_version: int
    world: str
    world_version: int
    templates: dict[str, list[int | str]]  # version, and hash of the source, by name
    tasks: int  # number of tasks per template

    def commitment(self, seed: str, salt: str) -> str:
        """Return the hash that binds the organiser to a seed."""
        listed = ["topple season", 2, salt, seed, asdict(self)]
        text = json.dumps(listed, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def new(name: str, protocol_name: str, templates: Sequence[str], tasks: int, out: Path) -> Plan:
    """Draw a seed; write the public commitment and the secret."""
    if (out / SEASON).exists():
        raise BadInput(f"{out} holds a season already", "give another folder")
    found = protocol(protocol_name)
    own = world(found.world)
    chosen = [one for each in templates for one in select_templates(own, each)] or _endless(own)
    versions = {each.name: _identity(each) for each in chosen}
    plan = Plan(name, found.name, found.version, own.name, own.version, versions, tasks)
    seed, salt = secrets.token_hex(32), secrets.token_hex(32)
    out.mkdir(parents=True, exist_ok=True)
    _write(out / SEASON, {"plan": asdict(plan), "commitment": plan.commitment(seed, salt)})
    (out / SECRET).touch(mode=0o600)
    _write(out / SECRET, {"seed": seed, "salt": salt})
    return plan


def serve(folder: Path, out: Path, report: Report) -> list[str]:
    """Write the tasks of a season for its players, without the seed; return their ids."""
    plan, commitment = read(folder)
    seed, salt = _secret(folder / SECRET)
    _check_seed(plan, commitment, seed, salt)
    found = draw_tasks(plan, seed, report)
    hashes = {name: world(plan.world).task(name).content_hash() for name in found}
    _write(out, {"season": plan.name, "protocol": plan.protocol, "tasks": hashes})
    return found


def reveal(folder: Path) -> None:
    """Publish seed and salt."""
    plan, commitment = read(folder)
    seed, salt = _secret(folder / SECRET)
    _check_seed(plan, commitment, seed, salt)
    _write(folder / REVEALED, {"seed": seed, "salt": salt})


def check(folder: Path, tasks: Path, report: Report) -> list[str]:
    """Make the tasks of a revealed season again; raise `BadInput` if anything differs."""
    plan, commitment = read(folder)
    seed, salt = _secret(folder / REVEALED)
    _check_seed(plan, commitment, seed, salt)
    found, served = draw_tasks(plan, seed, report), read_tasks(tasks)
    if found != list(served):
        raise BadInput(
            f"{tasks} does not hold the tasks of season {plan.name}",
            "another seed, other versions, or tasks chosen by hand",
        )
    for name, told in served.items():
        if world(plan.world).task(name).content_hash() != told:
            raise BadInput(f"`{name}` is another scene than the one served")
    return found


def read(folder: Path) -> tuple[Plan, str]:
    """Read the public side of a season; refuse versions that this Topple does not have."""
    data = _read(folder / SEASON)
    try:
        plan, commitment = Plan(**data["plan"]), str(data["commitment"])
    except (KeyError, TypeError) as error:
        raise BadInput(f"{folder / SEASON} is not a season: {error!r}") from error
    found, own = protocol(plan.protocol), world(plan.world)
    now = (found.version, own.version, {n: _identity(own.template(n)) for n in plan.templates})
    if now != (plan.protocol_version, plan.world_version, plan.templates):
        raise BadInput(f"season {plan.name} is of other versions", "use the Topple that made it")
    return plan, commitment


def read_tasks(path: Path) -> dict[str, str]:
    """Read a task file: ids with the hashes of their content."""
    data = _read(path)
    tasks = data.get("tasks")
    if not isinstance(tasks, dict) or not all(isinstance(v, str) for v in tasks.values()):
        raise BadInput(f"{path} holds no tasks", "`topple season serve` writes such files")
    return dict(tasks)


def draw_tasks(plan: Plan, seed: str, report: Report) -> list[str]:
    """Return the ids of a season's tasks; each one is certified."""
    own, found = world(plan.world), list[str]()
    total = len(plan.templates) * plan.tasks
    for name in plan.templates:
        template = own.template(name)
        for number in range(plan.tasks):
            found.append(str(_find_certified(own, template, seed, number, found)))
            report(len(found), total, name)
    return found


def _find_certified(
    own: World, template: Template, seed: str, number: int, taken: Sequence[str]
) -> Task:
    """Return the first task of a number that can be solved, and not by waiting."""
    first = own.further(template)
    for trial in range(_TRIES):
        key = f"{own.name}/{template.name}@{template.version}:{number}:{trial}"
        drawn = hmac.new(bytes.fromhex(seed), key.encode(), hashlib.sha256).digest()
        index = first + int.from_bytes(drawn[:8], "big") % (_LAST_INDEX - first)
        task = template.task(index)
        if str(task) not in taken and _solvable(own, task):
            return task
    raise BadInput(f"no task of `{template.name}` was certified in {_TRIES} draws")


def _solvable(own: World, task: Task) -> bool:
    (waited,) = own.play([task], [None], threads=1)
    if waited.outcome is Outcome.SOLVED:
        return False
    return bool((own.outcomes([task], task.actions.candidates(_CANDIDATES)) == 1).any())


def _identity(template: Template) -> list[int | str]:
    """Return the version of a template, and the hash of the file that it is written in."""
    home = Path(inspect.getfile(getattr(template, "set_stage", type(template))))
    return [template.version, hashlib.sha256(home.read_bytes()).hexdigest()]


def _endless(own: World) -> list[Template]:
    return [each for each in own.known_templates().values() if each.endless]


def _check_seed(plan: Plan, commitment: str, seed: str, salt: str) -> None:
    if plan.commitment(seed, salt) != commitment:
        raise BadInput(
            f"this seed is not the one that season {plan.name} is committed to",
            "the commitment in season.json was published before the season",
        )


def _secret(path: Path) -> tuple[str, str]:
    data = _read(path)
    try:
        seed, salt = data["seed"], data["salt"]
        if not all(_HEX.fullmatch(each) for each in (seed, salt)):
            raise ValueError("seed and salt have 64 digits of 0-9 and a-f")
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path} holds no seed: {error!r}") from error
    return seed, salt


def _read(path: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError) as error:
        why = getattr(error, "strerror", None) or error
        hint = "`topple season --help` says which step writes it"
        raise BadInput(f"cannot read {path}: {why}", hint) from error


def _write(path: Path, data: object) -> None:
    """Write a file as a whole or not at all, for this user alone where it held a secret."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.touch(mode=path.stat().st_mode & 0o777 if path.exists() else 0o644)
    part.write_text(json.dumps(data, indent=1) + "\n")
    part.replace(path)
