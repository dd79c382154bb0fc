"""Items as models are asked them, and how answers are scored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topple.draw.film import Film
from topple.prompting.exchange import Spent
from topple.prompting.question import Picture, Question
from topple.runs.score import score
from topple.tasks.outcome import Outcome
from topple.vlm.plan_questions import plan_of
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.items import planned, start
from topple.worlds.ladder.outlines import gap
from topple.worlds.ladder.pictures import marks, pixels_of
from topple.worlds.ladder.rows import Kind

every_world = pytest.mark.parametrize("name", worlds_with_items())
NUMBER = (28, 62, 190)  # the discs with the numbers of grey blocks
ASKING = {"form": "answer", "history": "none"}


def first(name: str, kind: Kind) -> str | None:
    return next((str(i) for i in items_of(name).values() if i.kind is kind), None)


@every_world
@pytest.mark.parametrize("kind", Kind)
def test_a_question_shows_the_scene_and_takes_one_answer(name: str, kind: Kind) -> None:
    item = first(name, kind)
    if item is None:
        return  # the world leaves this kind out
    plan = plan_of(f"ladder-{name}", ASKING, "topple/oracle")
    game = plan.begin((0, item))
    question = game.question()
    assert question.pictures
    told = game.answer(question, plan.voice.truth(plan.task(item)), Spent())
    assert told.attempt is not None
    assert told.attempt.outcome is Outcome.SOLVED
    assert game.over
    again = plan.begin((0, item)).question()
    assert again.digest == question.digest


@every_world
def test_words_alone_have_no_picture_and_symbols_say_where_letters_stand(name: str) -> None:
    item = first(name, Kind.TOUCH)
    assert item is not None
    words = plan_of(f"ladder-{name}", {**ASKING, "view": "text"}).begin((0, item)).question()
    assert not words.pictures
    symbols = plan_of(f"ladder-{name}", {**ASKING, "shows": "symbols"}).begin((0, item)).question()
    assert not symbols.pictures
    assert "A is at x = " in str(symbols.parts)
    assert "picture" not in symbols.system + str(symbols.parts)
    assert symbols.version == "ladder@7"


def asked(name: str, kind: Kind) -> Question:
    item = first(name, kind)
    assert item is not None
    return plan_of(f"ladder-{name}", ASKING).begin((0, item)).question()


def test_words_name_only_pictures_and_balls_that_are_there() -> None:
    for kind in (Kind.POINT, Kind.TOUCH):
        assert len(asked("birds", kind).pictures) == 1
        assert "second picture" not in asked("birds", kind).system
    assert len(asked("birds", Kind.PLAN).pictures) == 2
    assert "A second picture" in asked("birds", Kind.PLAN).system
    alone = asked("phyre", Kind.TOUCH).system
    assert "free to move" in alone
    for word in ("you place", "Red ball", "goal", "target"):
        assert word not in alone
    assert "the ball that you place" in asked("phyre", Kind.PLAN).system


def test_a_plan_shows_every_picture_once_under_its_caption() -> None:
    plans = [item for item in items_of("rope").values() if item.kind is Kind.PLAN][:6]
    counts = set()
    for item in plans:
        parts = plan_of("ladder-rope", ASKING).begin((0, str(item))).question().parts
        seen = [part.digest for part in parts if isinstance(part, Picture)]
        assert len(seen) == len(set(seen))
        captions = ("The start:", "The start with labels:", "Now:")
        assert parts[: 2 * len(seen) : 2] == captions[: len(seen)]
        counts.add(len(seen))
    assert min(counts) == 2


def test_predictions_of_kinetix_say_when_they_end() -> None:
    words = str(asked("kinetix", Kind.TOUCH))
    assert "after 4 seconds, or earlier if green touches blue or red" in words
    assert "or before" not in words


@every_world
def test_options_of_a_plan_differ(name: str) -> None:
    plans = [item for item in items_of(name).values() if item.kind is Kind.PLAN][:5]
    for item in plans:
        assert len({words for words, _ in planned(item)}) == 4


def test_gaps_are_those_of_the_drawing() -> None:
    touch = [i for i in items_of("phyre").values() if i.kind is Kind.TOUCH][:10]
    for item in touch:
        story = start(item)
        a, b = (story.outline(thing, 0) for thing in item.row.things)
        assert gap(a, b) > 0
        assert gap(a, a) == 0


@pytest.mark.parametrize("about", ["first/multi_ball_spring:045", "name/noisy_hole:011"])
def test_letters_cover_no_number_of_a_block(about: str) -> None:
    """The discs of numbers stay as they are in the scene without letters, but for their rims."""
    crowded = [item for name, item in items_of("iphyre").items() if about in name]
    assert crowded
    for item in crowded:
        assert marks(item)
        plain = Film(start(item).recording).picture(0, 512).astype(int)
        number = np.abs(plain - NUMBER).sum(axis=2) < 30
        assert number.sum() > 200
        covered = number & (pixels_of(item) != plain).any(axis=2)
        assert covered.sum() <= 5, item


def test_a_run_is_scored_by_rung_with_calibration_and_stasis_bias(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    from topple.cli.main import main

    for who in ("oracle", "stays"):
        args = ["eval", "ladder-phyre", "--model", f"topple/{who}", "--limit", "12"]
        assert main([*args, "--out", str(tmp_path / who)]) == 0
    oracle, stays = (score(tmp_path / who) for who in ("oracle", "stays"))
    found = {figure.title: figure.estimate.value for figure in oracle.figures}
    assert found["accuracy"] == found["predict"] == found["plan"] == 1.0
    assert found["Brier"] == 0.0
    assert found["stasis bias"] == 0.0
    biased = {figure.title: figure.estimate.value for figure in stays.figures}
    assert biased["stasis bias"] > 0.5
    assert biased["predict"] < 0.5


def test_a_report_shows_no_answers_beside_its_templates(tmp_path: Path) -> None:
    from topple.cli.main import main

    run = Path(__file__).parents[2] / "recorded" / "runs" / "ladder-phyre"
    assert main(["report", str(run), "--out", str(tmp_path / "report.html")]) == 0
    assert "The right answer is" not in (tmp_path / "report.html").read_text()
