"""Train a learner of birds: rounds of practice games on all cores while the weights are updated."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import torch
from torch import nn

from topple.agents._training.course import Course, device_of, falling, stopping
from topple.agents._training.files import versions
from topple.agents._training.options import Options, Trained
from topple.agents.ddqn.checkpoint import Saved, eye_of, fresh_network, going_on
from topple.agents.ddqn.player import Apart, Here
from topple.agents.ddqn.positions import Positions
from topple.agents.ddqn.practice import Practice, Tally
from topple.agents.ddqn.settings import Settings
from topple.agents.ddqn.updates import Updates
from topple.agents.dqn.examples import fingerprint
from topple.tasks.task import Task

# How likely a shot is drawn by chance: from 0.95 down, and 0.05 from nine tenths on.
_FIRST_CHANCE, _LEAST_CHANCE, _FALL = 0.95, 0.05, 0.99 / 0.9


def train(
    tasks: Sequence[Task], settings: Settings, options: Options, threads: int | None
) -> tuple[nn.Module, Trained]:
    """Train a network, from where the folder says it was; say what it came to.

    Ctrl-C ends it after the round at hand: the state is saved and `KeyboardInterrupt` raised.
    """
    device = device_of(options.device)
    folder = options.folder
    saved = None if folder is None else going_on(folder, device, settings, tasks)
    if saved is not None and saved.finished:
        network, speed, record = saved.make_network().to(device), "finished", saved
    else:
        training = _Training(tasks, settings, options, device, saved, threads)
        training.run()
        network, speed = training.updates.network, "plain"
        record = training.record(finished=True)
    return network.eval(), Trained(
        updates=record.update,
        seconds=record.seconds,
        loss=record.loss,
        resumed=0 if saved is None else saved.update,
        device=device.type,
        speed=speed,
        solved=record.solved,
        missed=record.missed,
    )


class _Training:
    def __init__(
        self,
        tasks: Sequence[Task],
        settings: Settings,
        options: Options,
        device: torch.device,
        saved: Saved | None,
        threads: int | None,
    ) -> None:
        self._settings, self._options, self._tasks = settings, options, fingerprint(tasks)
        self.update = self._games = 0
        self._loss: float | None = None
        player = Apart if device.type == "cuda" else Here
        self._positions = Positions(player(tasks, eye_of(settings), threads))
        network = fresh_network(settings) if saved is None else saved.make_network()
        self.updates = Updates(
            network.to(device),
            batch=settings.batch,
            seed=settings.seed,
            faithful=settings.faithful,
        )
        if saved is not None:
            self._go_on_from(saved)
        self._saved_at = self.update
        # Once all is ready: coming to the tasks takes a while.
        before = 0.0 if saved is None else saved.seconds
        self._course = Course(options, settings.updates, self.update, before)

    def _go_on_from(self, saved: Saved) -> None:
        self.update, self._games, self._loss = saved.update, saved.games, saved.loss
        self._positions.play_again(saved.played.cpu().numpy())
        state = self.updates.optimiser.state_dict()
        self.updates.optimiser.load_state_dict({**state, "state": saved.optimiser})

    def run(self) -> None:
        """Make rounds to the end, or until Ctrl-C."""
        folder = self._options.folder
        with stopping() as stopped, ThreadPoolExecutor(1) as pool:
            while self._course.share(self.update) < 1:
                self._round(pool)
                due = self.update - self._saved_at >= self._options.checkpoint_every
                stop = stopped.is_set()  # asked once, so that it never ends without a state
                if folder is not None and (stop or due):
                    self.record(finished=False).save(folder)
                    self._saved_at = self.update
                if stop:
                    raise KeyboardInterrupt
        self.updates.begin(self._positions)  # to count what was learnt from
        if folder is not None:
            self.record(finished=True).save(folder)

    def record(self, *, finished: bool) -> Saved:
        """Give the state."""
        kept = slice(0, 0) if finished else slice(None)
        return Saved(
            settings=self._settings,
            tasks=self._tasks,
            network=self.updates.network.state_dict(),
            optimiser={} if finished else self.updates.optimiser.state_dict()["state"],
            played=torch.from_numpy(self._positions.played[kept]),
            update=self.update,
            games=self._games,
            solved=len(self.updates.solved),
            missed=len(self.updates.missed),
            seconds=self._course.seconds(),
            loss=self._loss,
            finished=finished,
            versions=versions(),
        )

    def _round(self, pool: ThreadPoolExecutor) -> None:
        """Practise by the weights as they are, and meanwhile learn from what is known."""
        chance = max(_LEAST_CHANCE, _FIRST_CHANCE - _FALL * self._course.share(self.update))
        self.updates.begin(self._positions)
        practice = Practice(self._positions, self.updates.value, chance, self._settings.seed)
        playing = pool.submit(practice.play, self._games, self._settings.round_games)
        if len(self.updates.solved) + len(self.updates.missed):
            self._learn(playing)
        tally = playing.result()
        self._games += self._settings.round_games
        self._look(tally, chance)

    def _learn(self, playing: Future[Tally]) -> None:
        """Make the updates of a round; by the clock, go on until the games are over."""
        last = self.update + self._settings.round_updates
        by_clock = self._options.minutes is not None
        while (share := self._course.share(self.update)) < 1:
            if self.update >= last and not (by_clock and not playing.done()):
                return
            rate = falling(self._settings.learning_rate, share)
            self.updates.make(self.update, rate)
            self.update += 1

    def _look(self, tally: Tally, chance: float) -> None:
        self._loss = self.updates.loss()
        more = {
            "passed": tally.solved / tally.judged if tally.judged else None,
            "chance": chance,
            "games": self._games,
            "shots": len(self._positions.played),
            "positions": len(self._positions),
            "solved": len(self.updates.solved),
            "missed": len(self.updates.missed),
        }
        self._course.tell(self.update, self._loss, more)
