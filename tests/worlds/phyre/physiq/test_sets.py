"""Question sets: balanced where they say so, true to the simulation, the same everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from topple.errors import BadInput, UnknownName
from topple.sim.scene import Material, Physics
from topple.tasks.splits import spread
from topple.worlds import phyre
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.gaps import TOUCHING
from topple.worlds.phyre.physiq.find import set_of
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.moments import LAST, end_gap
from topple.worlds.phyre.physiq.pictures import RULER, SIZE, ScenePicture
from topple.worlds.phyre.physiq.proposal import Grade, action, by_template
from topple.worlds.phyre.physiq.sets import CLEAR, configurations, question_set, some, stratum
from topple.worlds.phyre.physiq.settings import QuestionSettings
from topple.worlds.phyre.physiq.wording import conditions, system
from topple.worlds.phyre.task import HOLD_STEPS, MOST_STEPS
from topple.worlds.phyre.view import PALETTE
from topple.worlds.phyre.world import task

STRICT, CLASSIC = QuestionSettings(QuestionMode.STRICT), QuestionSettings(QuestionMode.CLASSIC)
TEMPLATES = 50
BLIND = 0.12  # the largest distance from chance of a rule without pictures: 2 s.e. of 70 items
# Hashes of the words of the first item, of version 2 as it was asked.


def test_sets_are_as_large_as_the_originals() -> None:
    sizes = {kind: len(question_set(kind, CLASSIC)) for kind in Kind if kind is not Kind.SANITY}
    assert sizes == {
        Kind.CONFIDENCE: 12 * TEMPLATES,
        Kind.YESNO: 12 * TEMPLATES,
        Kind.RANKING: 3 * TEMPLATES,
        Kind.INSERTION: 3 * TEMPLATES,
    }
    asked = [len(configurations(kind)) for kind in (Kind.YESNO, Kind.RANKING, Kind.SANITY)]
    assert asked == [5, 3, 1]


@pytest.mark.parametrize("kind", [Kind.YESNO, Kind.CONFIDENCE])
def test_classic_has_one_yes_in_four_and_strict_one_in_two(kind: Kind) -> None:
    assert np.mean([item.truth for item in question_set(kind, CLASSIC)]) == 0.25
    items = question_set(kind, STRICT)
    assert np.mean([item.truth for item in items]) == 0.5
    by_task = Counter((item.task, item.truth) for item in items)
    assert set(by_task.values()) == {1}, "each task is asked about once with each answer"
    losers = Counter(item.grades[0] for item in items if not item.truth)
    assert len(set(losers.values())) == 1


def test_strict_shows_every_proposal_in_every_place() -> None:
    seen: dict[tuple[str, Grade], list[int]] = {}
    for item in question_set(Kind.RANKING, STRICT):
        for slot, grade in enumerate(item.grades, 1):
            seen.setdefault((item.task, grade), []).append(slot)
        assert isinstance(item.truth, tuple)
        assert [item.grades[slot - 1] for slot in item.truth] == list(Grade)
    assert {tuple(sorted(slots)) for slots in seen.values()} == {(1, 2, 3, 4)}


@pytest.mark.parametrize(("shots", "frames"), [(2, 1), (4, 2)])
def test_examples_are_balanced_and_in_strict_from_other_templates(shots: int, frames: int) -> None:
    for mode in QuestionMode:
        items = question_set(Kind.YESNO, QuestionSettings(mode, shots, frames))
        for item in items[::40]:
            said = [m.text for m in item.messages if m.role == "assistant"]
            assert Counter(said) == {"Yes": shots // 2, "No": shots // 2}
            examples = item.pictures[:-1]
            assert len(examples) == shots * frames
            assert item.task not in {picture.task for picture in examples}
            if mode is QuestionMode.STRICT:
                others = [task(picture.task) for picture in examples]
                assert item.template not in {other.id.template for other in others}
                assert {other.tier for other in others} == {task(item.task).tier}


def test_examples_that_show_the_end_ask_what_did_happen() -> None:
    """Classic asks as the original does, the same of examples and of the question."""
    words = {QuestionMode.STRICT: "Did", QuestionMode.CLASSIC: "Will"}
    for mode in QuestionMode:
        for frames, expected in ((1, "Will"), (2, words[mode])):
            item = question_set(Kind.YESNO, QuestionSettings(mode, 2, frames))[5]
            *examples, asked = [m.text for m in item.messages if m.role == "user"]
            assert "Will the " in asked
            assert asked.endswith("before the run ends?")
            ending = "ended?" if expected == "Did" else "ends?"
            assert [f". {expected} the " in text for text in examples] == [True, True]
            assert all(text.endswith(f"before the run {ending}") for text in examples)


def test_fewer_examples_are_the_first_of_more() -> None:
    two = question_set(Kind.YESNO, QuestionSettings(shots=2))[7]
    four = question_set(Kind.YESNO, QuestionSettings(shots=4))[7]
    assert two.messages[1:5] == four.messages[1:5]


def test_examples_of_rankings_hold_a_whole_answer() -> None:
    item = question_set(Kind.RANKING, QuestionSettings(shots=2))[0]
    assert len(item.pictures) == 12
    assert [m.role for m in item.messages] == ["system", *("user", "assistant") * 2, "user"]
    assert re.fullmatch(r"\[\d, \d, \d, \d\]", item.messages[2].text)


def test_sanity_checks_are_labelled_by_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    few = dict(list(by_template().items())[:: TEMPLATES // 4])
    monkeypatch.setattr("topple.worlds.phyre.physiq.sets.by_template", lambda: few)
    for mode in QuestionMode:
        items = question_set(Kind.SANITY, QuestionSettings(mode))
        for item in items:
            (picture,) = item.pictures
            gap = end_gap(task(item.task), picture.balls)
            assert item.truth is (gap <= TOUCHING)
            assert picture.moment == LAST
        if mode is QuestionMode.STRICT:
            assert np.mean([item.truth for item in items]) == 0.5
            assert all(item.gap is not None for item in items)
            assert not [item for item in items if TOUCHING < (item.gap or 0) < CLEAR]


def test_the_gap_agrees_with_the_engine() -> None:
    """Contact by outlines is contact in the engine, at the end of runs of every grade."""
    agreed = 0
    for tasks in list(by_template().values())[::5]:
        found, proposals = tasks[0]
        for grade in Grade:
            balls = proposals.balls[grade]
            batch = phyre.simulate(found, [action(balls)], threads=1)
            sim = phyre.start(found, action(balls))
            sim.step(int(batch.steps[0]))
            touching = sim.touching(found.goal.first, found.goal.second)
            gap = end_gap(found, balls)
            assert touching == (gap <= TOUCHING), (found, grade, gap)
            agreed += 1
    assert agreed == 40


def test_the_prompt_states_the_constants_of_the_simulation() -> None:
    material, physics = Material(), Physics()
    numbers = (
        f"{-physics.gravity[1]:g} m/s²",
        f"density {material.density:g} kg/m²",
        f"friction {material.friction:g}",
        f"restitution {material.restitution:g}",
    )
    told = system(Kind.INSERTION, 1)
    untold = system(Kind.INSERTION, 1, parameters=False)
    for text in (told, untold):
        assert f"{MOST_STEPS * physics.time_step:.1f} seconds" in text
    assert all(number in told for number in numbers)
    assert not any(number in untold for number in numbers)
    for item in question_set(Kind.YESNO, STRICT)[::60]:
        assert f"for {HOLD_STEPS * physics.time_step:g} seconds" in item.messages[-1].text


def test_colours_move_or_stay_as_the_prompt_says() -> None:
    """The prompt says which colours move; the scenes of all sets must agree."""
    moving = re.search(r"([\w, ]+) bodies move; ([\w, ]+) bodies are fixed", conditions())
    assert moving is not None
    for item in question_set(Kind.YESNO, STRICT)[::12]:
        for body in task(item.task).scene.bodies:
            name = ("", "red", "green", "blue", "purple", "gray", "black")[body.colour]
            assert name in moving[1 if body.dynamic else 2].lower()


def test_ids_are_unique_and_hashes_tell_items_apart() -> None:
    items = question_set(Kind.YESNO, STRICT) + question_set(Kind.YESNO, CLASSIC)
    assert len({item.id for item in items}) == len(items)
    first, second = items[:2]
    assert first.content_hash() != second.content_hash()


def test_items_are_the_same_in_another_process() -> None:
    code = (
        "from topple.worlds.phyre.physiq.sets import question_set\n"
        "from topple.worlds.phyre.physiq.settings import QuestionSettings\n"
        "items = question_set('ranking', QuestionSettings(shots=1))[3:300:99]\n"
        "print(*[item.content_hash() for item in items])"
    )
    here = [
        item.content_hash() for item in question_set("ranking", QuestionSettings(shots=1))[3:300:99]
    ]
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert there.stdout.split() == here


def test_a_ruled_picture_is_the_plain_one_inside_a_ruler() -> None:
    found, proposals = next(iter(by_template().values()))[0]
    balls = proposals.balls[Grade.CORRECT]
    plain = ScenePicture(str(found), balls).pixels()
    ruled = ScenePicture(str(found), balls, ruled=True).pixels()
    assert plain.shape == (SIZE, SIZE, 3)
    assert ruled.shape == (SIZE + 2 * RULER, SIZE + 2 * RULER, 3)
    inside = ruled[RULER:-RULER, RULER:-RULER]
    for colour in (Colour.RED, Colour.GREEN, Colour.BLUE):
        filled = (plain == PALETTE[colour]).all(axis=-1)
        assert filled.any()
        assert (inside[filled] == PALETTE[colour]).all()


def test_the_ruler_hides_what_reaches_out_of_the_scene() -> None:
    found = str(phyre.task("00002:023"))
    bare = ScenePicture(found, ruled=True).pixels()
    out = ScenePicture(found, ((2, 128, 20), (254, 200, 20)), ruled=True).pixels()
    changed = (bare != out).any(axis=-1)
    inside = changed[RULER:-RULER, RULER:-RULER]
    assert inside[:, 0].any()
    assert inside[:, -1].any()
    assert changed.sum() == inside.sum(), "nothing is painted over the ruler"


def test_pictures_of_this_version_look_as_they_did() -> None:
    found, balls = str(phyre.task("00002:023")), ((219, 191, 18),)
    shown = [ScenePicture(found, balls, LAST, ruled).pixel_hash() for ruled in (False, True)]
    assert shown == ["3272efa67e34b747", "8fa8fc294de5d6ed"]


def test_some_items_are_spread_over_the_templates() -> None:
    items = some(question_set(Kind.YESNO, STRICT), 100)
    assert set(Counter(item.template for item in items).values()) == {2}
    assert set(Counter(item.balls for item in items).values()) == {50}
    places = [list(by_template()).index(item.template) for item in items]
    assert all(a <= b for a, b in pairwise(places))


@pytest.mark.parametrize("kind", [Kind.YESNO, Kind.RANKING])
def test_a_limit_takes_the_same_items_with_any_settings(kind: Kind) -> None:
    asked = [QuestionSettings(shots=s, frames=f) for s, f in configurations(kind)]
    asked += [QuestionSettings(parameters=False)]
    sets = [question_set(kind, settings) for settings in asked]
    few, more = ([names(some(items, limit)) for items in sets] for limit in (30, 70))
    assert len(few[0]) == 30
    assert few == [few[0]] * len(asked)
    assert more == [more[0]] * len(asked)
    assert set(few[0]) < set(more[0])


def names(items: list[Item]) -> list[str]:
    """Return the ids without version and settings."""
    return [str(item).split("/", 2)[2] for item in items]


@pytest.mark.parametrize("limit", [10, 25, 50, 75, 333])
def test_some_items_of_a_balanced_set_are_balanced(limit: int) -> None:
    items = some(question_set(Kind.YESNO, STRICT), limit)
    assert len(items) == limit
    assert abs(sum(1 if item.truth else -1 for item in items)) == limit % 2
    assert {item.balls for item in items} == {1, 2}, "few items are of all templates alike"


@pytest.mark.parametrize("kind", [Kind.SANITY, Kind.YESNO, Kind.CONFIDENCE])
def test_no_limit_lets_the_number_of_balls_tell_the_answer(kind: Kind) -> None:
    items = {str(item): item for item in question_set(kind, STRICT)}
    order = [items[name] for name in spread(items, lambda name: stratum(items[name]))]
    hits = np.cumsum([item.truth is (item.balls == 1) for item in order])
    assert np.abs(hits - np.arange(1, len(order) + 1) / 2).max() <= 1


@pytest.mark.parametrize("limit", [50, 75, 100, 150, 200])
@pytest.mark.parametrize("kind", [Kind.SANITY, Kind.YESNO])
def test_no_limit_lets_length_or_place_tell_the_answer(kind: Kind, limit: int) -> None:
    items = some(question_set(kind, STRICT), limit)
    truth = np.array([item.truth is True for item in items])
    blind = {
        "length": [sum(len(message.text) for message in item.messages) for item in items],
        "x": [item.pictures[-1].balls[0][0] for item in items],
        "y": [item.pictures[-1].balls[0][1] for item in items],
    }
    for name, values in blind.items():
        share = float(np.mean(truth == (values > np.median(values))))
        assert abs(share - 0.5) <= BLIND, name


@pytest.mark.parametrize("limit", [8, 16, 50, 100])
def test_no_limit_lets_the_number_of_balls_tell_the_winner(limit: int) -> None:
    items = some(question_set(Kind.RANKING, STRICT), limit)
    cells = Counter((item.balls, item.truth[0]) for item in items if isinstance(item.truth, tuple))
    assert len(cells) == 8
    assert max(cells.values()) - min(cells.values()) <= 1


def test_some_items_of_classic_have_its_share_of_yes() -> None:
    items = some(question_set(Kind.YESNO, CLASSIC), 300)
    assert 0.15 < np.mean([item.truth is True for item in items]) < 0.35


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        (Kind.SANITY, QuestionSettings(shots=2)),
        (Kind.YESNO, QuestionSettings(shots=3)),
        (Kind.YESNO, QuestionSettings(frames=2)),
        (Kind.RANKING, QuestionSettings(shots=1, frames=2)),
    ],
)
def test_what_is_not_asked_is_refused(kind: Kind, settings: QuestionSettings) -> None:
    with pytest.raises(BadInput, match="is not asked with"):
        question_set(kind, settings)


def test_questions_without_parameters_have_ids_of_their_own() -> None:
    bare = QuestionSettings(shots=2, parameters=False)
    told = question_set(Kind.YESNO, QuestionSettings(shots=2))[7]
    item = question_set(Kind.YESNO, bare)[7]
    assert str(item) == str(told).replace("strict", "strict-unnumbered")
    assert item.messages[1:] == told.messages[1:]
    assert set_of(str(item)) == (Kind.YESNO, bare)
    assert QuestionSettings.from_data(bare.data()) == bare
    assert bare.variant == "strict, no parameters, 2 examples of a picture"
    with pytest.raises(BadInput, match="never states parameters"):
        question_set(Kind.SANITY, QuestionSettings(parameters=False))


def test_an_unknown_set_gets_a_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        question_set("yesnoo")
    assert "did you mean `yesno`?" in caught.value.hint


@pytest.mark.parametrize("kind", [Kind.YESNO, Kind.CONFIDENCE])
def test_of_each_pair_the_loser_is_as_often_larger_as_smaller(kind: Kind) -> None:
    sizes = [red(item, -1) for item in question_set(kind, STRICT)]
    larger = [loser > winner for winner, loser in zip(sizes[::2], sizes[1::2], strict=True)]
    assert sum(larger) == len(larger) / 2


def test_the_winner_of_a_ranking_has_every_place_by_size_equally_often() -> None:
    places: Counter[int] = Counter()
    for item in question_set(Kind.RANKING, STRICT):
        assert isinstance(item.truth, tuple)
        sizes = [red(item, place) for place in range(-4, 0)]
        places[sum(size > sizes[item.truth[0] - 1] for size in sizes)] += 1
    assert sum(places.values()) == 600
    assert max(places.values()) - min(places.values()) <= 8, places


def red(item: Item, picture: int) -> int:
    """Return how much red a picture shows."""
    return sum(radius**2 for _, _, radius in item.pictures[picture].balls)
