"""Checks that authors of worlds and agents run in their own tests.

    from topple.testing import check_world
    check_world("marbles")

A check that fails raises `AssertionError` and says what does not hold.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from topple.agents.agent import Agent, make_agent
from topple.agents.practice import Practice
from topple.runs.agent_call import Counter
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import film, parts
from topple.worlds import world as find_world
from topple.worlds.world import World

_TASKS = 3  # tasks per world, one per template
_ACTIONS = 8  # actions per task
_MOVES = 3  # moves per game
_STRIDE = 10

# Names that the modules of a world's parts must offer, as `topple.worlds.parts` declares them.
_PARTS: dict[str, type] = {
    "look": parts.Look,
    "words": parts.Words,
    "certify": parts.Certify,
    "selftest": parts.Tests,
}


def check_world(name: str) -> None:
    """Check that a world keeps the promises every world makes."""
    world = find_world(name)
    _check_names(world)
    _check_parts(world)
    tasks = list(islice(_first_tasks(world), _TASKS))
    for task in tasks:
        _check_task(world, task)
        _check_actions(task)
        _check_play(world, task)
        check_game(task)
        if parts.has(world, "look"):
            _check_look(world, task)
        if parts.has(world, "models"):
            _check_models(world, task)
    if parts.has(world, "environment"):
        _check_environment(world, tasks)
    if parts.has(world, "selftest"):
        test = parts.selftest(world).self_test()
        assert test.ok, f"the self-test gives {test.digest}, not {test.golden}"


def check_agent(agent: Agent | str, tasks: list[Task]) -> None:
    """Check that an agent acts on tasks, repeats itself and records its settings.

    Unless it says that it `simulates`, it may simulate none of them.
    """
    made = make_agent(agent) if isinstance(agent, str) else agent
    json.dumps(made.settings(), allow_nan=False)
    world = find_world(tasks[0].id.world)
    assert not made.worlds or world.name in made.worlds, f"`{made.name}` does not play {world.name}"
    made.settle(0, "fit")
    made.fit(Practice(world, [str(task) for task in tasks]))
    for task in tasks:
        first, again = (_act(made, world, task) for _ in range(2))
        assert first == again, f"`{made.name}` acts differently on {task} with the same random key"


def check_game(task: Task) -> None:
    """Check that a game at a task is its record, and continues from any moment of it."""
    world = find_world(task.id.world)
    (game,) = world.begin([task], 1)
    assert game.task is task, "a game is at another task"
    assert not game.over, f"a game at `{task}` is over before it began"
    assert not game.moves, "a game begins with moves"
    rng = generator("check", "game", task)
    for _ in range(_MOVES):
        kinds = game.legal()
        if game.over or not kinds:
            break
        move = kinds[int(rng.integers(len(kinds)))].draw(rng)
        assert len(move) == game.width, f"a move has {len(move)} numbers, not {game.width}"
        if not game.refusal(move):
            twin = game.branch()
            game.play(move)
            assert twin.moves != game.moves, "a branch follows the game it comes from"
            twin.play(move)
            restored = twin.restore(game.snapshot())
            found = {(each.digest(), *each.moves) for each in (game, twin, restored)}
            assert len(found) == 1, "a branch or a restored game continues in another way"
    game.stop()
    assert game.over, "a game goes on after `stop`"
    (played,) = world.play([task], [tuple(game.moves) or None], threads=1)
    assert played.outcome is game.outcome, "the record of a game ends in another way"


def _act(agent: Agent, world: World, task: Task) -> tuple[object, ...]:
    """Return what an agent does on a task, and how that ends."""
    agent.settle(0, 0, task, 1)
    with Counter() as counter:
        action = agent.act(task, [])
        if action is None:
            return ()
        if not callable(action):
            action = task.actions.one(action)
        (played,) = world.play([task], [action], threads=1)
    own = counter.simulations - (played.outcome is not Outcome.INVALID)
    assert agent.simulates or own <= 0, (
        f"`{agent.name}` simulates {task} ({own:,} times): declare `simulates = True`"
    )
    return played.action or action, played.outcome, played.digest


def _first_tasks(world: World) -> Iterator[Task]:
    """Return the first task of every template, a served one if there is any."""
    for template in world.templates().values():
        served = world.served(template)
        yield template.task(served[0] if served else world.further(template))


def _check_names(world: World) -> None:
    assert world.name.isidentifier(), f"`{world.name}` is not a plain name"
    assert world.caption.endswith("."), "the caption of a world is a sentence"
    templates = world.templates()
    assert templates, f"`{world.name}` has no templates"
    for name, template in templates.items():
        assert template.name == name, f"template `{template.name}` is listed as `{name}`"
        assert template.caption.endswith("."), f"the caption of `{name}` is not a sentence"
        assert template.group in world.groups(), f"`{name}` is in no group of its world"


def _check_parts(world: World) -> None:
    """Compare the functions of every part with those that are declared."""
    for part, declared in _PARTS.items():
        if not parts.has(world, part):
            continue
        module = getattr(parts, part)(world)
        for name, method in inspect.getmembers(declared, inspect.isfunction):
            if name.startswith("_"):
                continue
            found = getattr(module, name, None)
            assert callable(found), f"`{part}` of `{world.name}` has no function `{name}`"
            wanted = [each for each in inspect.signature(method).parameters if each != "self"]
            taken = list(inspect.signature(found).parameters)
            assert taken[: len(wanted)] == wanted, f"`{part}.{name}` takes {taken}, not {wanted}"


def _check_task(world: World, task: Task) -> None:
    again = world.task(str(task))
    assert str(again) == str(task), f"`{task}` is found as `{again}`"
    assert again.content_hash() == task.content_hash(), f"`{task}` changes when built again"
    assert task.id.world == world.name, f"`{task}` names another world"
    assert task.caption.endswith("."), f"the caption of `{task}` is not a sentence"


def _check_actions(task: Task) -> None:
    space, rng = task.actions, generator("check", task)
    drawn = space.sample(rng)
    assert space.one(drawn) == drawn, "an action that was sampled is not taken as it is"
    space.one(space.near(drawn, rng, 0.1))
    candidates = space.candidates(_ACTIONS)
    assert len(candidates) == _ACTIONS, "there are more or fewer candidates than asked for"
    assert candidates.shape[1] <= space.dimensions, "candidates have more numbers than actions"
    assert (candidates[:2] == space.candidates(2)).all(), "a longer list begins differently"


def _check_play(world: World, task: Task) -> None:
    (waited,) = world.play([task], [None])
    assert waited.outcome is not Outcome.SOLVED, f"waiting solves `{task}`"
    actions = [tuple(row) for row in task.actions.candidates(_ACTIONS).tolist()]
    once = world.play([task] * _ACTIONS, actions, threads=1)
    assert once == world.play([task] * _ACTIONS, actions, threads=2), "threads change outcomes"
    assert once[::-1] == world.play([task] * _ACTIONS, actions[::-1]), "order changes outcomes"
    codes = world.outcomes([task], np.array(actions))[0]
    solved = [played.outcome is Outcome.SOLVED for played in once]
    assert (codes == 1).tolist() == solved, "`outcomes` and `play` differ"
    if world.certificate(task):
        (played,) = world.play([task], [world.solution(task)])
        assert played.outcome is Outcome.SOLVED, f"the stored solution does not solve `{task}`"


def _check_look(world: World, task: Task) -> None:
    action = world.solution(task) if world.certificate(task) else task.actions.candidates(1)[0]
    for one in (None, tuple(float(number) for number in action)):
        (played,) = world.play([task], [one])
        seen = film(task, one, _STRIDE)
        assert seen.outcome is played.outcome, f"the film of `{task}` ends differently"
        assert (np.diff(seen.seconds) > 0).all(), "the frames of a film are out of order"
        assert seen.picture(-1, 64).shape[1:] == (64, 3), "a picture has another width"


def _check_models(world: World, task: Task) -> None:
    """Check that the prompt, the form and the reader agree on the example."""
    voice = parts.voice(world)
    form = voice.form(voice.usual_form).fit(task)
    assert form.read(form.words(form.example)).values == form.example, "the example is misread"
    assert not form.refusal(form.example), "the form refuses its own example"
    task.actions.one(form.action(form.example))
    assert voice.describe(task, None).goal, f"`{task}` has no goal in words"


def _check_environment(world: World, tasks: list[Task]) -> None:
    rules: Any = parts.environment(world).rules(tasks=[str(task) for task in tasks[:1]])
    (episode,) = rules.begin([np.random.default_rng(0)], None, 1)
    assert not episode.over, "an episode is over before it began"
    assert episode.info()["task"] == str(tasks[0]), "an episode does not name its task"
