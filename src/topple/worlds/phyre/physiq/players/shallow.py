"""What the shallow player sees of a question, and how it answers.

It sees coarse colours, where the red balls are and how large, and how many bodies of which kind and
colour there are. It learns from tasks that the set does not ask about, and about the items of a
template from other templates alone: what it gets right, it did not learn by heart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.physiq.answers import AnswerForm
from topple.worlds.phyre.physiq.examples import write_answer
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.players.placements import Answer
from topple.worlds.phyre.physiq.proposal import Grade, by_template, total_size
from topple.worlds.phyre.physiq.sets import practice_set
from topple.worlds.phyre.world import task
from topple.worlds.shallow import features
from topple.worlds.shallow.learner import SCALE, Case, Features, Learnt, learn

PARTS = 5  # of the templates; those of one part are answered by what the others teach


def shallow_answers(items: Sequence[Item], seed: int) -> Answer:
    """Answer by what shallow features tell about items of other templates."""

    def answer(item: Item, attempt: int) -> str:
        learnt, seen = learnt_for(item), options(item)
        scores = [learnt.score(option) for option in seen]
        if item.form is AnswerForm.RANKING:
            order = sorted(range(len(scores)), key=lambda slot: -scores[slot])
            return write_answer([slot + 1 for slot in order])
        if item.form is AnswerForm.PERCENT:
            return f"{100 * min(max(scores[0], 0), SCALE) / SCALE:.1f}%"
        return write_answer(scores[0] > learnt.start)

    return answer


def learnt_for(item: Item) -> Learnt:
    """Return what is learnt from the templates of the other parts."""
    return _learnt(item.kind, item.mode, _part(item.template))


@cache
def _learnt(kind: Kind, mode: QuestionMode, part: int) -> Learnt:
    return learn([case for case in _cases(kind, mode) if _part(case.group) != part])


@cache
def _cases(kind: Kind, mode: QuestionMode) -> Sequence[Case]:
    return [Case(options(item), _right(item), item.template) for item in practice_set(kind, mode)]


def _part(template: str) -> int:
    return list(by_template()).index(template) % PARTS


def _right(item: Item) -> int:
    if isinstance(item.truth, tuple):
        return item.grades.index(Grade.CORRECT)
    return 0 if item.truth else -1


def options(item: Item) -> list[Features]:
    """Return the features of every proposal that is shown, without those of examples."""
    if item.form is AnswerForm.RANKING:
        return features.compared([_balls(picture) for picture in item.pictures[-len(Grade) :]])
    shown = item.pictures[-1]
    return [{**_balls(shown), **_scene(shown.task), **_colours(shown)}]


def _balls(picture: ScenePicture) -> Features:
    found = {"size of the red balls": total_size(picture.balls)}
    for number, (x, y, radius) in enumerate(picture.balls, 1):
        found |= {f"x of ball {number}": x, f"y of ball {number}": y, f"radius {number}": radius}
    x, y, _ = picture.balls[0]
    goal = task(picture.task).goal
    for name, number in (("green body", goal.first), ("other body", goal.second)):
        body = task(picture.task).scene.bodies[number]
        across, up = features.whole(body.x - x), features.whole(body.y - y)
        found |= {f"way across to the {name}": across, f"way up to the {name}": up}
        found |= {f"way aside to the {name}": abs(across)}
    return found


@cache
def _scene(name: str) -> Features:
    bodies = [body for body in task(name).scene.bodies if body.kind != "wall"]
    kinds = Counter(f"bodies like a {body.kind}" for body in bodies)
    colours = Counter(f"bodies in {Colour(body.colour).name.lower()}" for body in bodies)
    return {**kinds, **colours, "bodies": len(bodies)}


@cache
def _colours(picture: ScenePicture) -> Features:
    return features.of_picture(picture.small(features.SIDE))
