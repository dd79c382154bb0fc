"""Train a deep Q-learner: rounds of practice games on all cores while the weights are updated.

The settings that decide the weights come first, and what a training stores.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import ClassVar

import torch
from torch import Tensor, nn

from topple.agents._training.checkpoint import Checkpoint, fingerprint
from topple.agents._training.clock import Clock, cosine
from topple.agents._training.device import device_of
from topple.agents._training.files import versions
from topple.agents._training.loop import Training, run
from topple.agents._training.options import Options, Trained
from topple.tasks.task import Task
from topple.worlds.birds.agents.ddqn.encoder import Encoder
from topple.worlds.birds.agents.ddqn.games import Games, Tally
from topple.worlds.birds.agents.ddqn.networks import make_network
from topple.worlds.birds.agents.ddqn.positions import Positions
from topple.worlds.birds.agents.ddqn.simulators import LocalSimulator, ProcessSimulator
from topple.worlds.birds.agents.ddqn.updates import Updates


@dataclass(frozen=True, slots=True)
class DdqnSettings:
    """What decides the weights, besides the tasks; the agent explains each field."""

    family: ClassVar[str] = "ddqn"

    network: str
    sees: str
    faithful: bool
    updates: int
    batch: int
    learning_rate: float
    round_games: int
    round_updates: int
    width: int
    seed: int

    def encoder(self) -> Encoder:
        """Return the encoder of what the network sees."""
        return Encoder(self.sees, platforms=not self.faithful)

    def make_network(self) -> nn.Module:
        """Build a network; its weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return make_network(self.network, self.encoder(), self.width, faithful=self.faithful)


@dataclass(frozen=True, slots=True, kw_only=True)
class DdqnCheckpoint(Checkpoint[DdqnSettings]):
    """A deep Q-learner after a round; a finished model keeps no shots."""

    settings_type = DdqnSettings

    played: Tensor  # all shots, as in `Positions.played`
    games: int
    solved: int
    missed: int

    def make_network(self) -> nn.Module:
        made = self.settings.make_network()
        made.load_state_dict(self.network)
        return made


# The probability of a random shot: from 0.95 down to 0.05, which it reaches after nine tenths.
_BEAT_S = 0.5  # between two signs of life
_FIRST_CHANCE, _LEAST_CHANCE, _FALL = 0.95, 0.05, 0.99 / 0.9


def train(
    tasks: Sequence[Task], settings: DdqnSettings, options: Options, threads: int | None
) -> tuple[nn.Module, Trained]:
    """Train a network, or continue with the one in the folder."""
    device = device_of(options.device)
    saved = DdqnCheckpoint.resume(options.folder, device, settings, fingerprint(tasks))
    final, trained = run(
        options,
        device,
        saved,
        lambda: _DdqnTraining(tasks, settings, device, saved, threads),
        lambda model: (model.solved, model.missed),
    )
    return final.make_network().to(device).eval(), trained


class _DdqnTraining(Training[DdqnCheckpoint]):
    def __init__(
        self,
        tasks: Sequence[Task],
        settings: DdqnSettings,
        device: torch.device,
        saved: DdqnCheckpoint | None,
        threads: int | None,
    ) -> None:
        self._settings, self._tasks = settings, fingerprint(tasks)
        self.total = settings.updates
        self._games = 0
        self._begun: DdqnCheckpoint | None = None  # the state before a round that was cut short
        simulator = ProcessSimulator if device.type == "cuda" else LocalSimulator
        self._positions = Positions(simulator(tasks, settings.encoder(), threads))
        made = settings.make_network() if saved is None else saved.make_network()
        self._updates = Updates(
            made.to(device), batch=settings.batch, seed=settings.seed, faithful=settings.faithful
        )
        if saved is not None:
            self.update, self.loss, self._games = saved.update, saved.loss, saved.games
            self._positions.play_again(saved.played.cpu().numpy())
            state = self._updates.optimiser.state_dict()
            self._updates.optimiser.load_state_dict({**state, "state": saved.optimiser})

    def step(self, clock: Clock) -> None:
        """Play a round of games with the weights as they are, and meanwhile update them."""
        begun = deepcopy(self.checkpoint(0.0, finished=False))
        chance = max(_LEAST_CHANCE, _FIRST_CHANCE - _FALL * clock.share(self.update))
        self._updates.begin(self._positions)
        key = self._settings.seed
        games = Games(self._positions, self._updates.value, chance, key, clock.stopped)
        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(games.play, self._games, self._settings.round_games)
            if len(self._updates.solved) + len(self._updates.missed):
                self._learn(clock, playing)
            while not playing.done():
                wait([playing], _BEAT_S)
                clock.beat(self.update)
            tally = playing.result()
        if clock.interrupted():  # a resumed training plays the whole round
            self._begun, self.update = begun, begun.update
            return
        self._games += self._settings.round_games
        self._report(clock, tally, chance)

    def finish(self, clock: Clock) -> None:
        self._updates.begin(self._positions)  # count the shots of the last round too

    def checkpoint(self, seconds: float, *, finished: bool) -> DdqnCheckpoint:
        if self._begun is not None:
            return replace(self._begun, seconds=seconds)
        kept = slice(0, 0) if finished else slice(None)
        return DdqnCheckpoint(
            settings=self._settings,
            tasks=self._tasks,
            network=self._updates.network.state_dict(),
            optimiser={} if finished else self._updates.optimiser.state_dict()["state"],
            played=torch.from_numpy(self._positions.played[kept]),
            update=self.update,
            games=self._games,
            solved=len(self._updates.solved),
            missed=len(self._updates.missed),
            seconds=seconds,
            loss=self.loss,
            finished=finished,
            versions=versions(),
        )

    def _learn(self, clock: Clock, playing: Future[Tally]) -> None:
        """Make the updates of a round; by the clock, continue until the games are over."""
        last = self.update + self._settings.round_updates
        while (share := clock.share(self.update)) < 1 and not clock.stopped():
            if self.update >= last and not (clock.timed and not playing.done()):
                return
            self._updates.make(self.update, cosine(self._settings.learning_rate, share))
            self.update += 1
            clock.beat(self.update)

    def _report(self, clock: Clock, tally: Tally, chance: float) -> None:
        self.loss = self._updates.loss()
        more = {
            "passed": tally.solved / tally.judged if tally.judged else None,
            "chance": chance,
            "games": self._games,
            "shots": len(self._positions.played),
            "positions": len(self._positions),
            "solved": len(self._updates.solved),
            "missed": len(self._updates.missed),
        }
        clock.report(self.update, self.loss, more)
