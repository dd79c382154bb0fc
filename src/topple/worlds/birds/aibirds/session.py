"""One connection of an AIBIRDS client: the answer to every request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from topple.errors import BadAction
from topple.tasks.draw import generator
from topple.worlds.birds.aibirds import messages
from topple.worlds.birds.aibirds.contest import Contest
from topple.worlds.birds.aibirds.flight import moments
from topple.worlds.birds.aibirds.ground_truth import NOTHING, ground_truth
from topple.worlds.birds.aibirds.level_set import LevelSet, Limits
from topple.worlds.birds.aibirds.messages import ERR, OK, Code, Request, unsigned
from topple.worlds.birds.aibirds.shots import FAST, shot_of
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.look.screenshot import menu, screenshot
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.visible import view

NO_LIMIT = 2**31 - 1
_UNKNOWN_NOVELTY = b"\xff\xff\xff\xff"  # -1
_MOST_IN_A_BYTE = 254  # 255 would tell BamBirds to end
_WITH_PICTURE = (Code.GROUND_TRUTH_AND_SCREENSHOT, Code.NOISY_GROUND_TRUTH_AND_SCREENSHOT)
_NEVER_NOISY = (Code.GROUND_TRUTH_AND_SCREENSHOT, Code.GROUND_TRUTH)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a server has decided for all its sessions."""

    attempts: int
    limits: Limits
    taps: str
    developer: bool
    in_order: bool


class Session:
    """The game of one connection; `contests` returns the levels of an agent by its id."""

    def __init__(self, ruling: Ruling, contests: Callable[[int], Contest]) -> None:
        self.agent: int | None = None
        self._ruling = ruling
        self._contests = contests
        self._joined: LevelSet | None = None
        self._speed = 1
        self._views = 0

    def answer(self, request: Request) -> bytes:
        """Return the reply to a request."""
        if request.code is not Code.CONFIGURE and self._set.limit_reached:
            self._set.leave()
        return _ANSWERS[request.code](self, request)

    def leave(self) -> None:
        """End the play under way, because the connection ends."""
        if self._joined is not None:
            self._joined.leave()

    @property
    def _set(self) -> LevelSet:
        """The levels of the client's agent; one that was not configured is agent 0."""
        if self._joined is None:
            self._join(0)
        assert self._joined is not None, "it has just been joined"
        return self._joined

    def _join(self, agent: int) -> None:
        self.leave()
        self.agent = agent
        ruling = self._ruling
        contest = self._contests(agent)
        self._joined = LevelSet(contest, ruling.limits, in_order=ruling.in_order)

    def _configure(self, request: Request) -> bytes:
        agent, training = request.numbers
        if agent != self.agent:
            self._join(agent)
        if training:
            return bytes(3)
        minutes = -(-self._ruling.limits.seconds // 60)
        told = (1, minutes, len(self._set.contest.tasks))
        return bytes(min(number, _MOST_IN_A_BYTE) for number in told)

    def _set_speed(self, request: Request) -> bytes:
        (self._speed,) = request.numbers
        return OK

    def _ready(self, request: Request) -> bytes:
        self._set.begin()
        limits = self._ruling.limits
        told = limits.seconds or NO_LIMIT, limits.interactions or NO_LIMIT
        levels = len(self._set.contest.tasks)
        return unsigned(*told, levels, self._ruling.attempts) + bytes(3)

    def _load(self, request: Request) -> bytes:
        return OK if self._set.load(*request.numbers) else ERR

    def _restart(self, request: Request) -> bytes:
        return OK if self._set.load_again() else ERR

    def _next(self, request: Request) -> bytes:
        return unsigned(self._set.load_next())

    def _shoot(self, request: Request) -> bytes:
        return self._shot(request.code, request.numbers, rest=request.code not in FAST)

    def _shoot_sequence(self, request: Request) -> bytes:
        rest = request.code is Code.SHOOT_SEQUENCE
        return b"".join(self._shot(code, numbers, rest=rest) for code, numbers in request.shots)

    def _shot(self, code: Code, numbers: tuple[int, ...], *, rest: bool) -> bytes:
        shot = self._read_shot(code, numbers)
        if shot is None:
            return ERR
        self._set.shoot(shot, rest=rest)
        return OK

    def _shoot_and_record(self, request: Request) -> bytes:
        *numbers, every = request.numbers
        shot = self._read_shot(Code.SHOOT, tuple(numbers))
        game = self._set.game
        if shot is None or game is None:
            return unsigned(0)
        # The original adds the noise in developer mode alone here, unlike elsewhere.
        noisy = self._ruling.developer
        before = self._set.shoot(shot, rest=True)
        last = 0 if game.engine_fault else game.native.steps
        flying = moments(before, shot, max(every, 1), last)
        seen = [self._view(noisy, each, ()) for each in flying]
        seen.append(self._view(noisy, game, self._set.flight()))
        return unsigned(len(seen)) + b"".join(seen)

    def _read_shot(self, code: Code, numbers: tuple[int, ...]) -> Shot | None:
        """Return the shot, or None if there is no bird to shoot or it asks too much."""
        game = self._set.game
        if game is None or not game.ready:
            return None
        try:
            return shot_of(code, numbers, view(game), self._ruling.taps, self._speed)
        except BadAction:
            return None

    def _ground_truth(self, request: Request) -> bytes:
        noisy = not (self._ruling.developer and request.code in _NEVER_NOISY)
        game = self._set.game
        shown = game and self._view(noisy, game, self._set.flight())
        seen = shown or messages.ground_truth(NOTHING)
        return seen + self._screenshot(request) if request.code in _WITH_PICTURE else seen

    def _view(self, noisy: bool, game: BirdsGame, dots: Sequence[tuple[float, float]]) -> bytes:
        self._views += 1
        text = ground_truth(
            game,
            load=self._set.loads,
            noise=self._noise(),
            noisy=noisy,
            developer=self._ruling.developer and not noisy,
            dots=dots,
        )
        return messages.ground_truth(text)

    def _noise(self) -> np.random.Generator:
        return generator("aibirds", self.agent, self._set.level, self._set.loads, self._views)

    def _screenshot(self, request: Request) -> bytes:
        game = self._set.game
        return messages.picture(screenshot(game) if game else menu())

    def _score(self, request: Request) -> bytes:
        game = self._set.game
        return unsigned(game.native.score if game else 0)

    def _my_scores(self, request: Request) -> bytes:
        scores = self._set.contest.scores()
        return unsigned(len(scores), *scores)

    def _best_scores(self, request: Request) -> bytes:
        return unsigned(*self._set.contest.best_scores())

    def _state(self, request: Request) -> bytes:
        return bytes((self._set.state,))

    def _current_level(self, request: Request) -> bytes:
        return unsigned(self._set.level)

    def _levels(self, request: Request) -> bytes:
        return unsigned(len(self._set.contest.tasks))

    def _accept(self, request: Request) -> bytes:
        return OK

    def _novelty(self, request: Request) -> bytes:
        return _UNKNOWN_NOVELTY


_ANSWERS: Mapping[Code, Callable[[Session, Request], bytes]] = {
    Code.CONFIGURE: Session._configure,
    Code.SPEED: Session._set_speed,
    Code.SCREENSHOT: Session._screenshot,
    Code.STATE: Session._state,
    Code.BEST_SCORES: Session._best_scores,
    Code.CURRENT_LEVEL: Session._current_level,
    Code.LEVELS: Session._levels,
    Code.MY_SCORES: Session._my_scores,
    Code.SHOOT: Session._shoot,
    Code.SHOOT_POLAR: Session._shoot,
    Code.SHOOT_SEQUENCE: Session._shoot_sequence,
    Code.ZOOM_OUT: Session._accept,  # the picture always shows the whole level
    Code.ZOOM_IN: Session._accept,
    Code.CLICK: Session._accept,
    Code.SHOOT_AND_RECORD: Session._shoot_and_record,
    Code.SHOOT_FAST: Session._shoot,
    Code.SHOOT_POLAR_FAST: Session._shoot,
    Code.SHOOT_SEQUENCE_FAST: Session._shoot_sequence,
    Code.LOAD_LEVEL: Session._load,
    Code.RESTART_LEVEL: Session._restart,
    Code.NEXT_LEVEL: Session._next,
    Code.GROUND_TRUTH_AND_SCREENSHOT: Session._ground_truth,
    Code.GROUND_TRUTH: Session._ground_truth,
    Code.NOISY_GROUND_TRUTH_AND_SCREENSHOT: Session._ground_truth,
    Code.NOISY_GROUND_TRUTH: Session._ground_truth,
    Code.SCORE: Session._score,
    Code.NOVELTY_LIKELIHOOD: Session._accept,
    Code.NOVELTY_DESCRIPTION: Session._accept,
    Code.READY: Session._ready,
    Code.NOVELTY_INFORMATION: Session._novelty,
}
