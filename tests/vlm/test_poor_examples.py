"""The example in a prompt is a poor action: copied blindly, it solves no task."""

from __future__ import annotations

import pytest

from topple.prompting.setup import Setup
from topple.protocols import all_protocols, protocol
from topple.tasks.outcome import Outcome
from topple.vlm.options import usual_form
from topple.vlm.plan import ModelPlan
from topple.worlds import parts, world

# One letter is right as often as any other; there is no poor one.
CASES = [
    *(
        (name, usual_form(name))
        for name, rules in all_protocols().items()
        if rules.for_models and not (rules.classic_of or rules.asks) and name != "pool-prediction"
    ),
    ("deepphy-phyre", "8x8x8"),
    ("deepphy-phyre", "free"),
    ("deepphy-pool", "ball-cut"),
]


@pytest.mark.parametrize(("name", "form_name"), CASES)
def test_the_example_of_our_own_prompts_solves_no_task(name: str, form_name: str) -> None:
    rules = protocol(name)
    found = world(rules.world)
    tasks = [found.task(each) for each in {e for fold in rules.folds for e in rules.tasks(fold)}]
    forms = [parts.voice(found).form(form_name).fit(task) for task in tasks]
    for form in forms:
        assert not form.refusal(form.example)
    actions = [
        form.attempt(task, [form.example] * form.turns(task))
        for form, task in zip(forms, tasks, strict=True)
    ]
    played = found.play(tasks, actions)
    solved = [str(t) for t, p in zip(tasks, played, strict=True) if p.outcome is Outcome.SOLVED]
    assert solved == []
    # A poor example still shows how to act: the world takes it on most tasks.
    assert sum(each.outcome is Outcome.INVALID for each in played) < len(played) / 4


@pytest.mark.parametrize(
    ("setup", "example"),
    [
        (Setup("angle-power"), "shoot(angle=80, power=0.1)"),
        (Setup("angle-power", format="wm"), "Action: shoot(angle=80, power=0.1)"),
    ],
)
def test_every_format_ends_in_the_poor_example(setup: Setup, example: str) -> None:
    rules = protocol("deepphy-birds-levels")
    plan = ModelPlan(rules, setup, "topple/example", rules.folds, limit=1)
    game = plan.begin(plan.items()[0])
    assert game.question().system.endswith(example)
    assert example.endswith(game.hint.example)


def test_classic_prompts_keep_the_published_example_and_their_version() -> None:
    rules = protocol("deepphy-pool-classic")
    setup = Setup("speed-spot", history="none", classic=True)
    plan = ModelPlan(rules, setup, "topple/example", rules.folds, limit=1)
    question = plan.begin(plan.items()[0]).question()
    assert question.version == "vla-classic@2"
    assert "Speed: High, Strikespot: Middle Spin." in question.system
