"""Lessons: training tasks as models are asked them, with answers that solve them.

Answers are in the words of the prompt's action form. Each is read and played before it is used, so
no lesson teaches an action that misses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from topple.agents.agent import Agent
from topple.prompting.exchange import Key, Spent
from topple.prompting.form import Form
from topple.prompting.question import Question
from topple.prompting.reader import Values
from topple.protocols import protocol
from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.vlm.baselines import solution
from topple.vlm.chats import Lesson
from topple.vlm.plan import ModelPlan
from topple.worlds import World, read_id, world

PARTS = ("train", "dev")
_DIGITS = 2  # decimals of rounded answers
_TRIED = 100  # actions that are simulated per answer wanted, where a form has no end of them

Moves = tuple[Values, ...]


def training_tasks(plan: ModelPlan, part: str, hide: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the tasks of a part, `train` or `dev`, whose scenes are not those of test tasks.

    `hide` names protocols whose test tasks are kept out too. The scene of a question is that of
    the task it is about.
    """
    (fold,), own = plan.folds, world(plan.protocol.world)
    split = plan.protocol.split(fold)
    tested = {*split.test, *(name for other in hide for name in _tested(other, own))}
    hidden = {*tested, *(_scene(own, name) for name in tested)} - {""}
    names = split.train if part == "train" else split.dev
    kept = [name for name in names if hidden.isdisjoint((name, _scene(own, name)))]
    return tuple(kept) if plan.limit is None else plan.protocol.some(kept, plan.limit)


def _tested(name: str, own: World) -> Iterator[str]:
    """Yield the test tasks of a protocol in all its folds, if it plays this world."""
    other = protocol(name)
    if other.world == own.name:
        for fold in other.folds:
            yield from other.split(fold).test


def _scene(own: World, name: str) -> str:
    """Return the content hash of a served task without building it."""
    task = read_id(name)
    known = own.certificates(own.template(task.template)).tasks.get(task.index)
    return known.scene if known else ""


def first_question(plan: ModelPlan, key: Key) -> Lesson:
    """Return the first question about a task, without an answer."""
    fold, task = key
    question = plan.begin(key).question()
    return Lesson(question, "", plan.protocol.name, fold, task, plan.setup.data())


def lessons(
    plan: ModelPlan, key: Key, answers: int, teacher: Agent | None = None
) -> Iterator[Lesson]:
    """Return questions about a task with answers that solve it, in up to `answers` ways.

    A teacher plays tasks without a stored solution. There are no lessons if no known answer in
    this form solves the task.
    """
    known: set[tuple[str, ...]] = set()
    # A game in turns remembers what it has asked; whole plans are always asked the same.
    opening = None if plan.form(key[1]).in_turns else plan.begin(key).question()
    for way in _ways(plan, key[1], answers, teacher):
        played = next(filter(None, (_play(plan, key, moves, opening) for moves in way)), [])
        said = tuple(lesson.answer for lesson in played)
        if said and said not in known:
            known.add(said)
            yield from played
        if len(known) == answers:
            return


def _play(plan: ModelPlan, key: Key, moves: Moves, opening: Question | None) -> list[Lesson]:
    """Answer with these moves; return nothing unless they solve the task."""
    (fold, name), form = key, plan.form(key[1])
    about = (plan.protocol.name, fold, name, plan.setup.data())
    game, said, attempt = plan.begin(key), list[Lesson](), None
    for values in moves:
        question, answer = opening or game.question(), form.words(values)
        said.append(Lesson(question, answer, *about))
        attempt = game.answer(question, answer, Spent()).attempt
        if attempt is not None:
            return said if attempt.outcome is Outcome.SOLVED else []
    # The last move may need time to work.
    task = plan.task(name)
    (played,) = world(plan.protocol.world).play([task], [form.attempt(task, moves)])
    return said if played.outcome is Outcome.SOLVED else []


def _ways(
    plan: ModelPlan, name: str, answers: int, teacher: Agent | None
) -> Iterator[Sequence[Moves]]:
    """Return moves that solve a task: the stored ones, then others in an order of their own.

    Short numbers are easier to learn, so rounded moves come first and exact ones replace them only
    where they miss.
    """
    task, form = plan.task(name), plan.form(name)
    stored = _stored(plan, task, form, teacher)
    if stored:
        yield tuple(_rounded(values) for values in stored), stored
    finite = form.searched()
    if not form.in_turns and (finite or answers > 1):
        every = finite or _candidates(task, form, _TRIED * answers)
        yield from (((values,),) for values in _solving(plan, task, form, every))


def _stored(plan: ModelPlan, task: Task, form: Form, teacher: Agent | None) -> Moves:
    """Return the certified solution as moves, or how the teacher plays.

    In games without either, it is a move that is repeated.
    """
    own = world(plan.protocol.world)
    known = own.certificate(task)
    action = known.solution if known else _taught(own, task, teacher)
    moves = tuple(form.moves(action)) if action else ()
    if moves or not form.in_turns:
        return moves
    return solution(plan.protocol.name, str(task), plan.form_name)


def _taught(own: World, task: Task, teacher: Agent | None) -> Action | None:
    """Return what the teacher does."""
    if teacher is None:
        return None
    teacher.settle("lessons", str(task), 1)
    acted = teacher.act(task, ())
    if not callable(acted):
        return acted
    (played,) = own.play([task], [acted])
    return played.action


def _solving(plan: ModelPlan, task: Task, form: Form, every: Sequence[Values]) -> Iterator[Values]:
    """Simulate actions; return those that solve, shuffled."""
    actions = np.array([form.action(values) for values in every])
    solved = np.flatnonzero(world(plan.protocol.world).outcomes([task], actions)[0] == 1)
    order = generator("lessons", plan.protocol.name, str(task)).permutation(solved)
    yield from (every[int(place)] for place in order)


def _candidates(task: Task, form: Form, count: int) -> list[Values]:
    """Return different actions with short numbers."""
    moves = (form.moves(action)[:1] for action in task.actions.candidates(count).tolist())
    return list(dict.fromkeys(_rounded(values) for own in moves for values in own))


def _rounded(values: Values) -> Values:
    return tuple(round(value, _DIGITS) for value in values)
