"""Agents at nine-ball and at puzzles: their part of the page of pool."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from tools.docs import played
from tools.docs.pages._runs import baseline_runs, curves, ends
from tools.docs.shallow import by_what, verdict
from tools.docs.tables import share, table
from topple.runs.load import Run
from topple.worlds.pool.models.shallow import learnt_of
from topple.worlds.pool.protocols.pool_prediction import PREDICTION
from topple.worlds.pool.world import WORLD, own_task

_SIMPLE = ("random", "pool-aimed-random", "pool-ghost-ball", "pool-hard-centre")
_AGENTS = (*_SIMPLE, "pool-planner")
PROTOCOLS = (
    *("deepphy-pool", "deepphy-pool-classic", "pool-nine-ball", "pool-nine-ball-shaky"),
    *("pool-puzzles", "pool-puzzles-cross", "pool-prediction"),
)
_SETTINGS = (
    "--set shots=2000000 --set environments=256 --set round_shots=8 --set batch=512 "
    "--set epochs=10 --set learning_rate=0.001"
)

_NINE_BALL = """
## Nine-ball by the rules

100 racks, up to 15 shots each, in per cent; intervals resample racks. Fifteen shots are many:
compare agents by five. The planner simulates DeepPHY's 27 shots at the lowest ball and at three
pockets, one shot ahead.

"""
_SHAKY = """
## Nine-ball with a shaky hand

The same racks with noise of 0.1 degrees and 1 % on every shot, under eight seeds. The planner does
not know the noise, and 15 shots are again enough for most games.

"""
_PUZZLES = """
## Puzzles

Fold 0 of `pool-puzzles`: new tasks of templates seen in training, ten attempts each, in per cent.
PPO learns from one shot per puzzle, for 14 minutes on a busy core; attempts after the first are
drawn from its policy. It is above random play, and not told apart from aimed random shots.

"""

_PREDICTIONS = """
## Predictions without looking

`pool-prediction` as players answer it that see no picture, in per cent; intervals resample
questions. `shallow` learns from training questions what the places of balls and spots and the
numbers of the shot tell, without an idea of how balls roll.

"""
_BLIND = ("random-valid", "best-constant", "example", "shallow")


def part(*, play: bool) -> str:
    """Play what is missing if asked to, and return the parts of the page."""
    for name in ("pool-nine-ball", "pool-nine-ball-shaky", "pool-puzzles") if play else ():
        for agent in _AGENTS:
            options = " --fold all" if name == "pool-nine-ball-shaky" else ""
            folds = (0,) if name == "pool-puzzles" else ()
            played.play(name, agent, agent, {}, options, folds=folds)
    return (
        _NINE_BALL
        + _rows("pool-nine-ball", _AGENTS)
        + _SHAKY
        + _rows("pool-nine-ball-shaky", _AGENTS)
        + _PUZZLES
        + _training()
        + curves("pool")
        + _rows("pool-puzzles", (*_SIMPLE, "ppo", "pool-planner"))
        + _PREDICTIONS
        + predictions(play=play)
        + "\n## Floors and ceilings\n\n"
        + ends(PROTOCOLS)
    )


def predictions(*, play: bool) -> str:
    """Return what blind players get of predictions, and whether that is above chance."""
    tasks = [own_task(WORLD.task(name)) for name in PREDICTION.tasks(0)]
    chance = mean(1 / len(task.question.options) for task in tasks if task.question)
    found = {
        player: run.metric.score(run.counts).figures[0].estimate
        for player in _BLIND
        for run in baseline_runs(PREDICTION.name, player, 1, play=play)
    }
    if "shallow" not in found:
        return "No run is stored yet.\n"
    rows = [("chance", f"{100 * chance:.1f}")]
    rows += [(f"`topple/{player}`", share(each, 1)) for player, each in found.items()]
    training = PREDICTION.split(0).train
    learnt = [learnt_of(training, name) for name in sorted({task.id.template for task in tasks})]
    said = verdict(found["shallow"], chance, len(tasks))
    return (
        f"{table(('player', 'right'), rows)}\n`shallow`: {said}. Strongest features: "
        f"{by_what(learnt)}.\n"
    )


def _training() -> str:
    return (
        f"```console\n$ topple train pool-puzzles --agent ppo {_SETTINGS} --minutes 14 "
        "--threads 1 --out out/models/pool/ppo\n"
        f"$ topple eval pool-puzzles --agent ppo {_SETTINGS} --set model=out/models/pool/ppo "
        "--out out/results/pool-puzzles/ppo\n```\n\n"
    )


def _rows(name: str, agents: Sequence[str]) -> str:
    """Return a table of the finished runs of some agents."""
    found = [run for agent in agents if (run := played.finished(name, agent))]
    scores = [run.metric.score(run.counts).figures for run in found]
    if not scores:
        return "No run is stored yet.\n"
    rows = [
        (_label(run), *(share(figure.estimate, 1) for figure in figures), _command(run))
        for run, figures in zip(found, scores, strict=True)
    ]
    head = ("agent", *(figure.title for figure in scores[0]), "command")
    return table(head, rows, left=(0, len(head) - 1))


def _label(run: Run) -> str:
    return f"`{run.settings.agent}`" + (" (simulates)" if run.settings.simulates else "")


def _command(run: Run) -> str:
    command = str(run.settings.made_by["command"])
    return "see above" if " --set " in command else f"`{command}`"
