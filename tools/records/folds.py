"""One fold of a protocol: its training here, its test in another process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from topple.agents._training.options import Options, Progress
from topple.agents.agent import make_agent
from topple.agents.practice import PRACTICE, Practice
from topple.protocols import protocol
from topple.runs.folder import FINISHED
from topple.tasks.protocol import Protocol
from topple.worlds import world
from topple.worlds.phyre.agents.ranker.agent import Ranker
from topple.worlds.phyre.agents.ranker.generated import (
    gather_changed,
    gather_free,
    gather_variations,
)
from topple.worlds.phyre.agents.ranker.rollouts import Budget, gather
from topple.worlds.phyre.world import own_task

TRAINED = "trained.json"
_LOOK_S = 0.5  # seconds between looks at running tests


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold of a protocol, and where its files are."""

    name: str
    number: int
    work: Path
    settings: tuple[tuple[str, str], ...]
    seeds: int = 1
    players: tuple[str, ...] = ("ranker",)
    choices: tuple[str, ...] = ()  # settings of the players to choose from, on dev tasks
    part: str = "test"
    limit: int | None = None  # tasks to play; all by default

    @property
    def protocol(self) -> Protocol:
        return protocol(self.name)

    @property
    def folder(self) -> Path:
        part = "" if self.part == "test" else f"_{self.part}"
        return self.work / "models" / self.protocol.name / f"fold_{self.number}{part}"

    def dev(self, limit: int | None) -> Fold:
        """Return the fold that learns from train tasks alone, and plays dev tasks in all ways."""
        ways = tuple(f"{player},{each}" for player in self.players for each in self.choices)
        return replace(self, players=ways, choices=(), part="dev", limit=limit)

    def chosen(self, scores: Mapping[str, float]) -> Fold:
        """Return the fold with the best choice for every player; the first of equal ones."""
        best = [
            max((f"{player},{each}" for each in self.choices), key=lambda way: scores[way])
            for player in self.players
        ]
        return replace(self, players=tuple(best))

    @property
    def models(self) -> list[Path]:
        """The folders of the networks whose scores are averaged; more seeds can be added later."""
        return [self.folder / f"seed_{seed}" for seed in range(self.seeds)]

    @property
    def model(self) -> Path:
        """The folder that a test reads: that of one network, or of all."""
        return self.models[0] if self.seeds == 1 else self.folder

    def run(self, player: str) -> Path:
        """Return the folder of the test with a player: a kind of the ranker, and settings of it."""
        averaged = "" if self.seeds == 1 else f"-{self.seeds}-seeds"
        part = "" if self.part == "test" else f"-{self.part}"
        name = f"{self.protocol.name}-{player}-fold-{self.number}{part}{averaged}"
        return self.work / "runs" / name

    @property
    def trained(self) -> bool:
        return all((model / TRAINED).exists() for model in self.models)

    def tested(self, player: str) -> bool:
        return (self.run(player) / FINISHED).exists()

    def agent(self) -> Ranker:
        """Make the agent to train."""
        made = make_agent("ranker", self.settings)
        assert isinstance(made, Ranker)
        return made

    def practice(self, threads: int | None = None, names: Sequence[str] = ()) -> Practice:
        """Offer the training tasks of the fold, or others; rollouts are stored for all folds."""
        learnt = names or self.protocol.split(self.number).learnt_from(self.part)
        folder = self.work / PRACTICE
        return Practice(world(self.protocol.world), learnt, folder=folder, threads=threads)


def simulate(folds: Sequence[Fold], threads: int | None) -> None:
    """Simulate what the folds learn from, each task once."""
    learnt = _learnt(folds)
    practice = folds[0].practice(threads, learnt)
    agent, began = folds[0].agent(), time.monotonic()
    gather(practice, Budget(agent.actions, agent.near))
    _say(practice, f"rollouts of {len(learnt)} tasks", began)
    if agent.changed:
        practice, began = folds[0].practice(threads, learnt), time.monotonic()
        made = gather_changed(practice, agent.changed)
        _say(practice, f"rollouts of {len(made)} changed copies", began)


def draw(folds: Sequence[Fold], threads: int | None) -> None:
    """Draw and simulate the generated scenes that all folds begin with."""
    practice, agent, began = folds[0].practice(threads), folds[0].agent(), time.monotonic()
    if agent.free:
        gather_free(practice, own_task(practice.tasks[0]).tier.name, agent.free)
        _say(practice, f"rollouts of {agent.free} free scenes", began)
    if agent.variations:
        practice, began = folds[0].practice(threads, _learnt(folds)), time.monotonic()
        made = gather_variations(practice, agent.variations)
        _say(practice, f"rollouts of {len(made)} variations", began)


def _learnt(folds: Sequence[Fold]) -> list[str]:
    """Name what any of the folds learns from."""
    return sorted({n for f in folds for n in f.protocol.split(f.number).learnt_from("test")})


def _say(practice: Practice, what: str, began: float) -> None:
    seconds = time.monotonic() - began
    print(f"{practice.simulations:,} {what} in {seconds:.0f} s", flush=True)


def train_first(fold: Fold, deadline: float) -> bool:
    """Train what all folds begin with, or continue; return False if the deadline came first."""
    began = time.monotonic()
    try:
        options = Options(watch=_watch(deadline), speed="compile")
        fold.agent().train_first(fold.practice(), options)
    except KeyboardInterrupt:
        return False
    print(f"trained on generated scenes in {time.monotonic() - began:.0f} s", flush=True)
    return True


def _watch(deadline: float) -> Callable[[Progress], None]:
    def watch(at: Progress) -> None:
        if time.monotonic() > deadline:
            signal.raise_signal(signal.SIGINT)  # the training then saves its state and ends

    return watch


def train(fold: Fold, deadline: float) -> bool:
    """Train a fold, or continue; return False if the deadline came first."""
    return all(_train(fold, seed, model, deadline) for seed, model in enumerate(fold.models))


def _train(fold: Fold, seed: int, model: Path, deadline: float) -> bool:
    if (model / TRAINED).exists():
        return True
    agent, practice = fold.agent(), fold.practice()
    agent.settle(seed, fold.number, "fit")
    if time.monotonic() > deadline:
        return False
    try:
        options = Options(folder=model, watch=_watch(deadline), speed="compile")
        trained = agent.train(practice, options)
    except KeyboardInterrupt:
        return False
    facts = {**asdict(trained), "simulations": practice.simulations, "settings": agent.settings()}
    (model / TRAINED).write_text(json.dumps(facts))
    loss = "" if trained.loss is None else f", loss {trained.loss:.3f}"
    print(f"{fold.name} fold {fold.number}: trained in {trained.seconds:.0f} s{loss}", flush=True)
    return True


class Testing:
    """Tests models, up to `most` at a time, each in a process of its own."""

    def __init__(self, threads: int | None, most: int) -> None:
        self._threads, self._most = threads, most
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, fold: Fold) -> None:
        """Begin, or continue, the tests of a trained fold as soon as others leave room."""
        for player in fold.players:
            if not fold.tested(player):
                while sum(process.poll() is None for process in self._processes) >= self._most:
                    time.sleep(_LOOK_S)
                self._start(fold, player)

    def wait(self, fold: Fold, deadline: float) -> bool:
        """Wait for the tests of a fold; return False if one failed or the deadline came first."""
        while not all(map(fold.tested, fold.players)):
            running = any(process.poll() is None for process in self._processes)
            if not running or time.monotonic() > deadline:
                return all(map(fold.tested, fold.players))
            time.sleep(_LOOK_S)
        return True

    def _start(self, fold: Fold, player: str) -> None:
        agent, *settings = player.split(",")
        asked = ["eval", fold.name, "--agent", agent, "--fold", str(fold.number)]
        asked += ["--set", f"model={fold.model}", "--out", str(fold.run(player))]
        asked += ["--cache", str(fold.work / PRACTICE)]
        for each in (*settings, *map("=".join, fold.settings)):
            asked += ["--set", each]
        if fold.part == "dev":
            asked.append("--dev")
        if fold.limit:
            asked += ["--limit", str(fold.limit)]
        if self._threads:
            asked += ["--threads", str(self._threads)]
        command = [sys.executable, "-m", "topple.cli.main", *asked]
        self._processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))

    def finish(self, deadline: float) -> None:
        """Wait for the tests; at the deadline, stop them, and they can be continued."""
        for process in self._processes:
            left = deadline - time.monotonic()
            try:
                process.wait(None if left == float("inf") else max(0.0, left))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                process.wait()
        self._processes = []
