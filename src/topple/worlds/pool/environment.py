"""Pool as an environment: each step is a shot, at a puzzle or in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.environment import Box, Info, Options, Rules, Step, asked_task
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.pool.encoding import SIZE, encode
from topple.worlds.pool.game import Game, play_shots
from topple.worlds.pool.rules import lowest
from topple.worlds.pool.shot import FARTHEST, FASTEST, NUMBERS, SLOWEST, Shot, action_of
from topple.worlds.pool.table import CUE, direction
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.template import PUZZLES
from topple.worlds.pool.world import WORLD, all_templates, own_task

_ACTIONS = ("aimed", "free")
_REWARDS = ("solve", "pots")
_AIMED = 45.0  # degrees to both sides of the lowest ball
_PICTURE = 308  # pixels; with the height of 540, both can be halved twice
_FOOT = 90.0  # degrees


@dataclass
class PoolEpisode:
    """An episode at one task: a puzzle with a few tries, or a game."""

    task: PoolTask
    tries: int  # shots in all
    game: Game | None
    observation: dict[str, NDArray[Any]] = field(default_factory=dict)
    shots: int = 0
    outcome: str = ""

    @property
    def over(self) -> bool:
        return self.outcome == Outcome.SOLVED or self.shots >= self.tries

    @property
    def table(self) -> NDArray[np.float64]:
        return self.game.table if self.game else self.task.table

    def look(self) -> None:
        """Observe the table as it is now."""
        left = 1 - self.shots / self.tries
        self.observation = {"table": encode(self.task, self.table, left)}

    def info(self) -> Info:
        game = self.game
        facts = {"legal": game.legal, "fouls": game.fouls} if game else {}
        return {"task": str(self.task), "outcome": self.outcome, "shots": self.shots, **facts}

    def picture(self) -> NDArray[np.uint8]:
        """Draw the table as it is now."""
        from topple.worlds.pool.look.screenshot import screenshot

        return screenshot(self.task, self.table, _PICTURE)


def rules(
    *,
    tasks: str | Sequence[str | Task] | None = None,
    action: str = "aimed",
    reward: str = "solve",
    attempts: int = 1,
) -> PoolRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, templates or chapters; without it, all certified puzzles. With `action`
    `aimed`, the first number turns the shot up to 45 degrees away from the lowest ball; with
    `free`, it is the direction. `reward` is `solve` (1 for a solved task) or `pots` (also 1 for
    every ball potted legally in a game). A puzzle has `attempts` shots, always from its start.
    """
    return PoolRules(tasks, action, reward, attempts)


class PoolRules(Rules[PoolEpisode]):
    """How episodes start and continue."""

    def __init__(
        self, tasks: str | Sequence[str | Task] | None, action: str, reward: str, attempts: int
    ) -> None:
        for kind, name, known in (("action", action, _ACTIONS), ("reward", reward, _REWARDS)):
            if name not in known:
                raise UnknownName(kind, name, known=known)
        if not 1 <= attempts <= 1_000_000:
            raise BadInput(f"cannot give {attempts} attempts", "`attempts` is from 1 to 1000000")
        self.tasks = chosen(tasks)
        self.attempts = attempts
        self._aimed, self._pots = action == "aimed", reward == "pots"
        self.actions = Box(-1.0, 1.0, (NUMBERS,), np.float32)
        self.observations = Box(-1.0, 1.0, (SIZE,), np.float32)

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[PoolEpisode]:
        asked = asked_task(options)
        names = [asked or self.tasks[rng.integers(len(self.tasks))] for rng in rngs]
        episodes = []
        for task in (own_task(WORLD.task(name)) for name in names):
            game = Game.begin(task) if task.rules else None
            tries = task.rules.shots if task.rules else self.attempts
            episodes.append(PoolEpisode(task, tries, game))
            episodes[-1].look()
        return episodes

    def read(self, actions: object, count: int) -> NDArray[np.float64]:
        try:
            rows = np.asarray(actions, np.float64).reshape(count, NUMBERS)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} shots of {NUMBERS} numbers: {error}") from error
        if not np.isfinite(rows).all():
            raise BadAction("a number of the action is not finite")
        return np.clip(rows, -1.0, 1.0)

    def play(
        self, episodes: Sequence[PoolEpisode], rows: NDArray[np.float64], threads: int | None
    ) -> list[Step]:
        convert = aimed_shot if self._aimed else free_shot
        shots = [convert(e.table, row) for e, row in zip(episodes, rows, strict=True)]
        before = [episode.game.legal if episode.game else 0 for episode in episodes]
        self._play_games(episodes, shots, threads)
        self._play_puzzles(episodes, shots, threads)
        steps: list[Step] = []
        for episode, potted in zip(episodes, before, strict=True):
            episode.shots += 1
            episode.look()
            reward = float(episode.outcome == Outcome.SOLVED)
            if self._pots and episode.game:
                reward += episode.game.legal - potted
            steps.append((reward, episode.over, False, episode.info()))
        return steps

    def _play_games(
        self, episodes: Sequence[PoolEpisode], shots: Sequence[Shot], threads: int | None
    ) -> None:
        due = [(e, e.game, shot) for e, shot in zip(episodes, shots, strict=True) if e.game]
        play_shots([game for _, game, _ in due], [shot for _, _, shot in due], threads)
        for episode, game, _ in due:
            ended = Outcome.SOLVED if game.won else Outcome.MISSED
            episode.outcome = str(ended) if game.over else ""

    def _play_puzzles(
        self, episodes: Sequence[PoolEpisode], shots: Sequence[Shot], threads: int | None
    ) -> None:
        due = [(e, shot) for e, shot in zip(episodes, shots, strict=True) if not e.game]
        tasks, actions = [e.task for e, _ in due], [action_of([shot]) for _, shot in due]
        for (episode, _), played in zip(due, WORLD.play(tasks, actions, threads), strict=True):
            episode.outcome = str(played.outcome)


def aimed_shot(table: NDArray[np.float64], row: NDArray[np.float64]) -> Shot:
    """Convert four numbers from -1 to 1 to a shot; the first turns it away from the lowest ball."""
    ball = lowest(table)
    towards = direction(_place(table, CUE), _place(table, ball)) if ball else _FOOT
    return free_shot(table, row)._replace(angle=towards + _AIMED * float(row[0]))


def free_shot(table: NDArray[np.float64], row: NDArray[np.float64]) -> Shot:
    """Convert four numbers from -1 to 1 to a shot: direction, speed, side and height."""
    turn, faster, side, height = row.tolist()
    speed = SLOWEST + (FASTEST - SLOWEST) * (faster + 1) / 2
    shrink = FARTHEST / max(1.0, float(np.hypot(side, height)))
    return Shot(180.0 * turn, speed, side * shrink, height * shrink)


def chosen(tasks: str | Sequence[str | Task] | None) -> list[str]:
    """Expand tasks, templates and chapters to task ids; None means all certified puzzles."""
    several = PUZZLES if tasks is None else [tasks] if isinstance(tasks, str) else list(tasks)
    found = [name for each in several for name in _meant(str(each))]
    if not found:
        raise BadInput("the environment has no tasks", "give at least one, or leave out `tasks`")
    return found


def _meant(name: str) -> list[str]:
    if ":" in name:
        return [str(WORLD.task(name))]
    templates = [t for t in all_templates().values() if t.chapter == name]
    templates = templates or [all_templates()[WORLD.template(name.removeprefix("pool/")).name]]
    return [str(WORLD.id_of(each, index)) for each in templates for index in WORLD.served(each)]


def _place(table: NDArray[np.float64], ball: int) -> tuple[float, float]:
    x, y = table[ball].tolist()
    return x, y
